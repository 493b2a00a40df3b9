//! Who judges positions: the evaluators of a game, one for each thread of the search.
//!
//! The search knows an evaluator by its trait alone, [`kempelen_eval::Evaluator`]: it tells it where a search
//! begins and of every step down and up, and asks what a position is worth.

use kempelen_engine::OptionChoice;
use kempelen_eval::{HandCrafted, Judged};
use kempelen_nnue::{NetworkEvaluator, Nnue};
use kempelen_rules::VariantId;

macro_rules! evaluators_of_all {
    ([$($(#[$doc:meta])* $game:ident,)*]) => {
        /// The evaluators of every game, each under the name of its type.
        #[derive(Default)]
        #[allow(non_snake_case, reason = "made from the list of the games, which has types")]
        pub(crate) struct AllEvaluators {
            $(pub(crate) $game: Evaluators<kempelen_rules::$game>,)*
        }

        impl AllEvaluators {
            /// A game is judged by this network from now on.
            pub(crate) fn set_network(&mut self, game: VariantId, network: Option<Nnue>) {
                match game {
                    $(VariantId::$game => self.$game.set_network(network),)*
                }
            }

            /// Every game is judged by its embedded network again.
            pub(crate) fn unset_networks(&mut self) {
                $(self.$game.set_network(None);)*
            }
        }
    };
}
kempelen_rules::for_all_variants! { evaluators_of_all {} }

/// The evaluators of a game. They live as long as the engine, so that what they have found out (pawn
/// structures, say) serves the next move too, and nothing is allocated for a move.
///
/// Sharing one evaluator between threads would need locks; making one for every search would throw away what
/// it knows. What is large and only read (the weights of a network) all of them share.
///
/// Another kind of evaluator is another field and another function here. Which one judges is decided once for
/// a search, where the engine hands these to it; inside, the kind is a type.
pub(crate) struct Evaluators<V: Judged> {
    hand: Vec<HandCrafted<V>>,
    network: Option<Nnue>,
    by_network: Vec<NetworkEvaluator<V>>,
}

impl<V: Judged> Default for Evaluators<V> {
    fn default() -> Self {
        Self { hand: Vec::new(), network: Nnue::embedded::<V>(), by_network: Vec::new() }
    }
}

impl<V: Judged> Evaluators<V> {
    /// Hand-crafted evaluators for so many threads, those of earlier searches first.
    pub(crate) fn hand(&mut self, threads: usize) -> &mut [HandCrafted<V>] {
        self.hand.resize_with(threads, HandCrafted::new);
        &mut self.hand
    }

    /// Evaluators by the network of the game, if it has one, for so many threads.
    pub(crate) fn by_network(&mut self, threads: usize) -> Option<&mut [NetworkEvaluator<V>]> {
        let network = self.network.as_ref()?;
        self.by_network.resize_with(threads, || NetworkEvaluator::new(network.clone()));
        Some(&mut self.by_network)
    }

    /// The network of the game, if it has one.
    pub(crate) fn network(&self) -> Option<&Nnue> {
        self.network.as_ref()
    }

    /// Judges by another network from now on, or by the embedded one.
    pub(crate) fn set_network(&mut self, network: Option<Nnue>) {
        self.network = network.or_else(Nnue::embedded::<V>);
        self.by_network.clear();
    }
}

/// What judges positions, as the option says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum EvaluationKind {
    /// The network of the game; where it has none, the hand-written terms.
    Network,
    /// The hand-written terms.
    Hand,
}

impl OptionChoice for EvaluationKind {
    fn choices() -> Vec<(&'static str, Self)> {
        vec![("network", Self::Network), ("hand", Self::Hand)]
    }
}
