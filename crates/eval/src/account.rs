#![expect(clippy::trivially_copy_pass_by_ref, reason = "where a weight stands tells which it is")]

use kempelen_rules::Color;

use crate::{S, Weights};

/// Where the terms of an evaluation put what they find.
///
/// One code does the finding, whoever asks. To play, a [`TermSums`] adds numbers up and forgets where they came
/// from; to explain or to tune, a [`Ledger`] keeps every item.
pub(crate) trait Account {
    /// A weight counts so many times for a side.
    fn add(&mut self, us: Color, weight: &S, times: i32);
    /// A weight counts so many times towards the danger of a side's king.
    fn danger(&mut self, king: Color, weight: &S, times: i32);
    /// A weight counts so many times towards the play that is left.
    fn complexity(&mut self, weight: &S, times: i32);
    /// The sums so far.
    fn tally(&self) -> &TermSums;
}

/// Sums and nothing else.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct TermSums {
    /// White's score less Black's.
    pub score: S,
    /// The danger White's king is in.
    pub white_danger: S,
    /// The danger Black's king is in.
    pub black_danger: S,
    /// How much play is left.
    pub complexity: S,
}

impl Account for TermSums {
    #[inline(always)]
    fn add(&mut self, us: Color, weight: &S, times: i32) {
        match us {
            Color::White => self.score += *weight * times,
            Color::Black => self.score -= *weight * times,
        }
    }

    #[inline(always)]
    fn danger(&mut self, king: Color, weight: &S, times: i32) {
        *king.pick(&mut self.white_danger, &mut self.black_danger) += *weight * times;
    }

    #[inline(always)]
    fn complexity(&mut self, weight: &S, times: i32) {
        self.complexity += *weight * times;
    }

    #[inline(always)]
    fn tally(&self) -> &TermSums {
        self
    }
}

/// Every item: how often each weight counted for each side.
///
/// What counts for no side in particular stands with White.
#[derive(Clone, Debug)]
pub(crate) struct Ledger<'w> {
    weights: &'w Weights,
    /// For each side and each cell of the weights, how often it counted.
    pub counts: [Vec<i32>; 2],
    tally: TermSums,
}

impl<'w> Ledger<'w> {
    /// An empty ledger for an evaluation with these weights, and no copy of them: a weight is known by its place.
    pub(crate) fn new(weights: &'w Weights) -> Self {
        Self {
            weights,
            counts: [vec![0; Weights::COUNT], vec![0; Weights::COUNT]],
            tally: TermSums::default(),
        }
    }

    fn note(&mut self, side: Color, weight: &S, times: i32) {
        let index = self.weights.index_of(weight);
        debug_assert!(index < Weights::COUNT, "a weight of another table");
        if let Some(count) = self.counts[side.index()].get_mut(index) {
            *count += times;
        }
    }
}

impl Account for Ledger<'_> {
    fn add(&mut self, us: Color, weight: &S, times: i32) {
        self.note(us, weight, times);
        self.tally.add(us, weight, times);
    }

    fn danger(&mut self, king: Color, weight: &S, times: i32) {
        self.note(king, weight, times);
        self.tally.danger(king, weight, times);
    }

    fn complexity(&mut self, weight: &S, times: i32) {
        self.note(Color::White, weight, times);
        self.tally.complexity(weight, times);
    }

    fn tally(&self) -> &TermSums {
        &self.tally
    }
}
