use super::formula::WeightNumbers;

/// Steps downhill whose length adapts to each number (Diederik Kingma and Jimmy Ba, 2014).
#[derive(Clone, Debug)]
pub struct Adam {
    /// The mean of the slopes so far, and of their squares, the latest counting most.
    mean: Vec<f64>,
    square: Vec<f64>,
    steps: i32,
}

/// How much of the mean a step keeps, and of the squares.
const KEEP_MEAN: f64 = 0.9;
const KEEP_SQUARE: f64 = 0.999;
/// What keeps numbers still that have no slope.
const LEAST: f64 = 1e-12;

impl Adam {
    pub(super) fn new(len: usize) -> Self {
        Self { mean: vec![0.0; len], square: vec![0.0; len], steps: 0 }
    }

    pub(super) fn step(&mut self, numbers: &mut WeightNumbers, slope: &WeightNumbers, rate: f64) {
        self.steps += 1;
        let mean_share = 1.0 - KEEP_MEAN.powi(self.steps);
        let square_share = 1.0 - KEEP_SQUARE.powi(self.steps);
        let state = self.mean.iter_mut().zip(&mut self.square);
        for ((number, slope), (mean, square)) in numbers.iter_mut().zip(slope.iter()).zip(state) {
            *mean = KEEP_MEAN * *mean + (1.0 - KEEP_MEAN) * slope;
            *square = KEEP_SQUARE * *square + (1.0 - KEEP_SQUARE) * slope * slope;
            *number -= rate * (*mean / mean_share) / ((*square / square_share).sqrt() + LEAST);
        }
    }
}
