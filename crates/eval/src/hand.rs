use std::marker::PhantomData;
use std::sync::Arc;

use kempelen_rules::Position;

use crate::account::{Ledger, TermSums};
use crate::cache::PawnCache;
use crate::games::Judged;
use crate::judge::Judge;
use crate::terms::pawns::Anew;
use crate::{EvalExplanation, Evaluator, Weights};

/// The hand-written evaluation of a game.
#[derive(Debug)]
pub struct HandCrafted<V: Judged> {
    weights: Arc<Weights>,
    pawns: PawnCache,
    variant: PhantomData<V>,
}

impl<V: Judged> Default for HandCrafted<V> {
    fn default() -> Self {
        Self { weights: Arc::new(V::weights().clone()), pawns: PawnCache::default(), variant: PhantomData }
    }
}

impl<V: Judged> HandCrafted<V> {
    /// An evaluator with the game's own weights.
    pub fn new() -> Self {
        Self::default()
    }

    /// An evaluator with other weights.
    pub fn with_weights(weights: Weights) -> Self {
        Self { weights: Arc::new(weights), ..Self::default() }
    }

    /// The evaluation, item by item.
    pub fn explain(&self, position: &Position<V>) -> EvalExplanation {
        let mut ledger = Ledger::new(&self.weights);
        let evaluation = Judge::evaluate(position, &self.weights, &mut ledger, &mut Anew);
        EvalExplanation::new(&ledger, &evaluation, &self.weights, position.turn())
    }
}

impl<V: Judged> Evaluator<V> for HandCrafted<V> {
    #[inline]
    fn evaluate(&mut self, position: &Position<V>) -> i32 {
        let mut tally = TermSums::default();
        let evaluation = Judge::evaluate(position, &self.weights, &mut tally, &mut self.pawns);
        position.turn().pick(evaluation.score(), -evaluation.score())
    }
}
