//! What a position is worth.
//!
//! An [`Evaluator`] judges a position without looking ahead. [`HandCrafted`] does it by hand-written terms.
//!
//! ```
//! use kempelen_eval::{Evaluator, HandCrafted};
//! use kempelen_rules::{Chess, Position};
//!
//! let mut hand = HandCrafted::<Chess>::new();
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
mod sum;
mod terms;
pub mod tune;
pub mod weights;

pub use explain::{Adjustment, EvalExplanation, EvalTerm, TermPart};
pub use games::{Judged, Prospects};
pub use hand::HandCrafted;
pub use score::{S, s};
pub use weights::Weights;

use kempelen_rules::{Move, Position, Variant};

/// Judges positions of a game without looking ahead, and goes with a search wherever that goes.
///
/// A search [begins](Self::begin) at a root; each step [down](Self::descend) the tree is told before anything below is
/// asked about, and taken back by one step [up](Self::ascend). An evaluator may keep in step with that: a network updates
/// its sums by the few men that differ between the two positions of a step, however far it then falls back. One that
/// keeps nothing leaves the three empty, and they cost nothing.
///
/// Each thread of a search has its own evaluator, which lives on from move to move of a game; what all of them read
/// (a network's weights) they may borrow or share.
///
/// Whatever an evaluator remembers, what it says depends on the position alone.
///
/// ```
/// use kempelen_eval::Evaluator;
/// use kempelen_rules::{Chess, Move, Position};
///
/// /// Counts men, and how far below the root it is.
/// #[derive(Default)]
/// struct Men {
///     ply: usize,
/// }
///
/// impl Evaluator<Chess> for Men {
///     fn begin(&mut self, _: &Position<Chess>) {
///         self.ply = 0;
///     }
///     fn descend(&mut self, _: &Position<Chess>, _: Option<Move>, _: &Position<Chess>) {
///         self.ply += 1;
///     }
///     fn ascend(&mut self) {
///         self.ply -= 1;
///     }
///     fn evaluate(&mut self, now: &Position<Chess>) -> i32 {
///         let men = |side| now.side(side).len() as i32;
///         100 * (men(now.turn()) - men(!now.turn()))
///     }
/// }
///
/// let root: Position<Chess> = "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1".parse()?;
/// let mut eval = Men::default();
/// eval.begin(&root);
/// assert_eq!(eval.evaluate(&root), 0);
/// let takes = kempelen_rules::uci::read(&root, "e4d5").expect("a move");
/// let after = root.play(takes);
/// eval.descend(&root, Some(takes), &after);
/// assert_eq!(eval.evaluate(&after), -100);
/// eval.ascend();
/// assert_eq!(eval.ply, 0);
/// # Ok::<(), kempelen_rules::fen::FenError>(())
/// ```
pub trait Evaluator<V: Variant>: Send {
    /// A search starts here; whatever was below an earlier root is forgotten.
    #[inline(always)]
    fn begin(&mut self, root: &Position<V>) {
        let _ = root;
    }

    /// The search steps down from one position to the next, by a legal move or, without one, by a pass (null move).
    #[inline(always)]
    fn descend(&mut self, before: &Position<V>, step: Option<Move>, after: &Position<V>) {
        let _ = (before, step, after);
    }

    /// The search takes back its last step down.
    #[inline(always)]
    fn ascend(&mut self) {}

    /// What the position where the search is now is worth to the side to move, in hundredths of a pawn and within
    /// ±[`LIMIT`].
    fn evaluate(&mut self, now: &Position<V>) -> i32;
}

/// No evaluation is above this or below its negative; mates and such lie beyond.
pub const LIMIT: i32 = 15_000;
