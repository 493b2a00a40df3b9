use std::marker::PhantomData;
use std::sync::Arc;

use kempelen_rules::Position;

use crate::account::{Ledger, Tally};
use crate::cache::PawnCache;
use crate::games::Judged;
use crate::judge::Judge;
use crate::terms::pawns::Anew;
use crate::{Evaluator, Explanation, Weights};

/// The hand-written evaluation of a game.
#[derive(Debug)]
pub struct Hand<V: Judged> {
    weights: Arc<Weights>,
    pawns: PawnCache,
    variant: PhantomData<V>,
}

impl<V: Judged> Default for Hand<V> {
    fn default() -> Self {
        Self { weights: Arc::new(V::weights().clone()), pawns: PawnCache::default(), variant: PhantomData }
    }
}

impl<V: Judged> Hand<V> {
    /// An evaluator with the game's own weights.
    pub fn new() -> Self {
        Self::default()
    }

    /// An evaluator with other weights.
    pub fn with_weights(weights: Weights) -> Self {
        Self { weights: Arc::new(weights), ..Self::default() }
    }

    /// The evaluation, item by item.
    pub fn explain(&self, position: &Position<V>) -> Explanation {
        let mut ledger = Ledger::new(&self.weights);
        let verdict = Judge::verdict(position, &self.weights, &mut ledger, &mut Anew);
        Explanation::new(&ledger, &verdict, &self.weights, position.turn())
    }
}

impl<V: Judged> Evaluator<V> for Hand<V> {
    #[inline]
    fn evaluate(&mut self, position: &Position<V>) -> i32 {
        let mut tally = Tally::default();
        let verdict = Judge::verdict(position, &self.weights, &mut tally, &mut self.pawns);
        position.turn().pick(verdict.score(), -verdict.score())
    }
}
