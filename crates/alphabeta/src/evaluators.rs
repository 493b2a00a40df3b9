//! Who judges positions: the evaluators of a game, one for each thread of the search.
//!
//! The search knows an evaluator by its trait alone, [`kempelen_eval::Evaluator`]: it tells it where a search
//! begins and of every step down and up, and asks what a position is worth.

use kempelen_eval::{HandCrafted, Judged};

macro_rules! evaluators_of_all {
    ([$($(#[$doc:meta])* $game:ident,)*]) => {
        /// The evaluators of every game, each under the name of its type.
        #[derive(Default)]
        #[allow(non_snake_case, reason = "made from the list of the games, which has types")]
        pub(crate) struct AllEvaluators {
            $(pub(crate) $game: Evaluators<kempelen_rules::$game>,)*
        }
    };
}
kempelen_rules::for_all_variants! { evaluators_of_all {} }

/// The evaluators of a game. They live as long as the engine, so that what they have found out (pawn
/// structures, say) serves the next move too, and nothing is allocated for a move.
///
/// Sharing one evaluator between threads would need locks; making one for every search would throw away what
/// it knows. What is large and only read (the weights of a network) all of them may share or borrow.
///
/// Another kind of evaluator is another field and another function here. Which one judges is decided once for
/// a search, where the engine hands these to it; inside, the kind is a type.
pub(crate) struct Evaluators<V: Judged> {
    hand: Vec<HandCrafted<V>>,
}

impl<V: Judged> Default for Evaluators<V> {
    fn default() -> Self {
        Self { hand: Vec::new() }
    }
}

impl<V: Judged> Evaluators<V> {
    /// Hand-crafted evaluators for so many threads, those of earlier searches first.
    pub(crate) fn hand(&mut self, threads: usize) -> &mut [HandCrafted<V>] {
        self.hand.resize_with(threads, HandCrafted::new);
        &mut self.hand
    }
}
