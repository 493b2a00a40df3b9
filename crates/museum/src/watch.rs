//! Watching a plain alpha-beta search, node by node.
//!
//! A search calls [`Watch::note`] with a closure that describes the moment. [`Mute`] never calls the closure,
//! so an unwatched search pays nothing; [`Record`] keeps every event. No answer comes back from a watcher:
//! watching cannot change thinking.
//!
//! Scores are of the machine's own type `S`, since each counts in its own way and from its own side.

use kempelen_rules::Move;
use kempelen_trace::Bound;

/// Something that watches a search with scores of type `S`.
pub trait Watch<S> {
    /// Takes note of an event. The closure is called once or, if nobody cares, not at all.
    fn note(&mut self, event: impl FnOnce() -> Event<S>);

    /// Is told how far the search has come, once for every move of the root.
    fn progress(&mut self, _: Progress<S>) {}
}

/// How far a search has come.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Progress<S> {
    /// The move of the root that is looked at next, and its number from 1.
    pub next: (Move, usize),
    /// The best move so far and its score.
    pub best: Option<(Move, S)>,
    /// The nodes so far.
    pub nodes: u64,
}

/// A moment in a search.
///
/// Events nest: every [`Enter`](Event::Enter) has its [`Leave`](Event::Leave), and what happens between them
/// (but not between another pair inside) happens at that node.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Event<S> {
    /// A node is entered.
    Enter {
        /// Its distance from the root in plies.
        ply: u16,
        /// The plies still to search; 0 is the horizon.
        depth: u8,
        /// The lower bound: the side that maximises is already sure of this.
        alpha: S,
        /// The upper bound: the side that minimises is already sure of this.
        beta: S,
    },
    /// The position was judged without looking further.
    Static {
        /// The judgement.
        score: S,
    },
    /// The position was looked at before.
    Known {
        /// What was found then.
        score: S,
        /// What that means, seen from the side to move.
        bound: Bound,
        /// The plies that were searched.
        depth: u8,
        /// The best move then.
        m: Option<Move>,
    },
    /// A move is not looked at.
    Skip {
        /// The move.
        m: Move,
        /// The reason.
        why: Skipped,
    },
    /// A move is tried; the node it leads to is entered next.
    Try {
        /// The move.
        m: Move,
    },
    /// The move tried last is the best of this node so far.
    Best {
        /// The move.
        m: Move,
        /// Its score.
        score: S,
    },
    /// The node is left.
    Leave {
        /// The score it returns.
        score: S,
        /// The reason.
        why: Left,
    },
}

/// Why a move was not looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Skipped {
    /// The machine was told not to play it.
    Forbidden,
    /// It would leave the mover's own king in check.
    Illegal,
}

/// Why a node was left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Left {
    /// A move was so good that the opponent will not let it come to this (a beta cutoff, or its mirror image
    /// for a side that minimises).
    Cutoff,
    /// Doing nothing was already so good that the opponent will not let it come to this.
    StandPat,
    /// The depth was used up, and the static judgement stands.
    Horizon,
    /// The side to move is mated.
    Mate,
    /// The side that just moved is mated, which the laws of chess do not allow.
    OpponentMated,
    /// The side to move has no move and is not in check.
    Stalemate,
    /// The position was known already.
    Table,
    /// The count of makruk has run out.
    Counting,
    /// Neither side has the men to mate.
    Material,
    /// The position has occurred before.
    Repetition,
    /// Fifty moves without a capture or pawn move.
    FiftyMoves,
    /// All moves were looked at.
    Exhausted,
    /// The search was stopped; the score means nothing.
    Stopped,
}

/// Hears nothing and costs nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Mute;

impl<S> Watch<S> for Mute {
    #[inline]
    fn note(&mut self, _event: impl FnOnce() -> Event<S>) {}
}

/// Keeps every event in order.
#[derive(Clone, Debug)]
pub struct Record<S> {
    /// The events, the first one first.
    pub events: Vec<Event<S>>,
}

impl<S> Default for Record<S> {
    fn default() -> Self {
        Self { events: Vec::new() }
    }
}

impl<S> Watch<S> for Record<S> {
    fn note(&mut self, event: impl FnOnce() -> Event<S>) {
        self.events.push(event());
    }
}

/// The way out of a node: the score it returns and the reason.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Exit<S> {
    pub(crate) score: S,
    pub(crate) why: Left,
}
