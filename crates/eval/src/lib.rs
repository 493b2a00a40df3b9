//! What a position is worth.
//!
//! An [`Evaluator`] judges a position without looking ahead. [`Hand`] does it by hand-written terms.
//!
//! ```
//! use kempelen_eval::{Evaluator, Hand};
//! use kempelen_rules::{Chess, Position};
//!
//! let mut hand = Hand::<Chess>::new();
//! let queen_up: Position<Chess> = "4k3/8/8/8/8/8/8/3QK3 w - - 0 1".parse()?;
//! assert!(hand.evaluate(&queen_up) > 500);
//! # Ok::<(), kempelen_rules::fen::FenError>(())
//! ```
//!
//! Invariant: a score depends on the position alone, never on what was evaluated before.

mod hand;

mod account;
mod cache;
mod explain;
mod games;
mod judge;
mod masks;
mod score;
mod terms;
pub mod tune;
mod verdict;
pub mod weights;

pub use explain::{Adjustment, Explanation, Part, Term};
pub use games::{Judged, Prospects};
pub use hand::Hand;
pub use score::{S, s};
pub use weights::Weights;

use kempelen_rules::{Position, Variant};

/// Judges positions of a game without looking ahead.
///
/// It may remember what helps it to be quick, but what it says depends on the position alone.
pub trait Evaluator<V: Variant>: Clone + Send + 'static {
    /// What the position is worth to the side to move, in hundredths of a pawn and within ±[`LIMIT`].
    fn evaluate(&mut self, position: &Position<V>) -> i32;
}

/// No evaluation is above this or below its negative; mates and such lie beyond.
pub const LIMIT: i32 = 15_000;
