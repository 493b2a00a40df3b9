use super::formula::WeightNumbers;
use crate::Weights;

/// Weights that must stay equal: squares of a board that a change of left and right exchanges.
#[derive(Clone, Debug)]
pub(super) struct Ties {
    pairs: Vec<(usize, usize)>,
}

impl Ties {
    pub(super) fn new(symmetrical: bool) -> Self {
        let boards = Weights::FIELDS.iter().filter(|field| field.boards && symmetrical);
        let cells = boards.flat_map(|field| field.start..field.start + field.len);
        let start = Weights::FIELDS.iter().find(|field| field.boards).map_or(0, |field| field.start);
        let pairs = cells.filter(|cell| (cell - start) % 8 < 4).map(|cell| {
            let file = (cell - start) % 8;
            (cell, cell - file + 7 - file)
        });
        Self { pairs: pairs.collect() }
    }

    /// Gives both of a pair the sum of their slopes, so that they move together.
    pub(super) fn join(&self, slope: &mut WeightNumbers) {
        for half in [&mut slope.middle, &mut slope.end] {
            for &(a, b) in &self.pairs {
                let sum = half[a] + half[b];
                half[a] = sum;
                half[b] = sum;
            }
        }
    }
}
