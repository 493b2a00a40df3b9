//! Small matrices.

/// The product of two square matrices of one size.
pub(super) fn product(a: &[Vec<f64>], b: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let n = a.len();
    let entry = |row: &[f64], j: usize| (0..n).map(|k| row[k] * b[k][j]).sum();
    a.iter().map(|row| (0..n).map(|j| entry(row, j)).collect()).collect()
}

/// The inverse of a symmetric matrix that bends upwards in every direction, by Gauss and Jordan. No pivot can
/// vanish there, so none is looked for.
pub(super) fn inverse(mut matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let n = matrix.len();
    let mut inverse: Vec<Vec<f64>> =
        (0..n).map(|i| (0..n).map(|j| if i == j { 1.0 } else { 0.0 }).collect()).collect();
    for pivot in 0..n {
        let scale = 1.0 / matrix[pivot][pivot];
        matrix[pivot].iter_mut().chain(&mut inverse[pivot]).for_each(|entry| *entry *= scale);
        let (row, inverse_row) = (matrix[pivot].clone(), inverse[pivot].clone());
        for other in (0..n).filter(|&other| other != pivot) {
            let factor = matrix[other][pivot];
            matrix[other].iter_mut().zip(&row).for_each(|(entry, of)| *entry -= factor * of);
            inverse[other].iter_mut().zip(&inverse_row).for_each(|(entry, of)| *entry -= factor * of);
        }
    }
    inverse
}
