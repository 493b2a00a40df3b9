//! Looking at the machine while it thinks, and meddling with it.
//!
//! What is told here are the machine's own bytes, which the lesson and the golden data need; `aloud`
//! retells the tree in the words that all engines share.

use kempelen_trace::Mute;

use super::board::SargonBoard;
use super::moves::SargonMove;
use super::piece::SargonPiece;
use super::points::Points;
use super::square::SargonSquare;

/// Something that happens in a search. Plies count from 1; ply 0 is the root position itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SargonEvent {
    /// A ply begins.
    Entered {
        /// Which ply.
        ply: usize,
        /// The move that led to it, none at the root.
        by: Option<SargonMove>,
    },
    /// The moves of a ply were generated.
    Generated {
        /// Which ply.
        ply: usize,
        /// How many there are, illegal ones included.
        count: usize,
        /// Whether the side to move is in check.
        in_check: bool,
    },
    /// A position was evaluated.
    Evaluated {
        /// The ply of the move that led to it.
        ply: usize,
        /// That move, none for the root.
        mv: Option<SargonMove>,
        /// What the evaluation found.
        points: Points,
        /// The value that goes on into the search: that of `points`, unless somebody interfered.
        value: u8,
    },
    /// A move was skipped because it leaves its own king in check.
    Illegal {
        /// Which ply.
        ply: usize,
        /// The move.
        mv: SargonMove,
    },
    /// A ply has no legal move and its king is attacked.
    Mate {
        /// Which ply.
        ply: usize,
    },
    /// A ply has no legal move and its king is not attacked.
    Stalemate {
        /// Which ply.
        ply: usize,
    },
    /// A scored move was too good for its side: the opponent will not let it come to this. The rest of the ply
    /// is left out.
    Cutoff(Comparison),
    /// A scored move is the best so far.
    Best(Comparison),
    /// A scored move is not better than what its side already has.
    NotBest(Comparison),
    /// A ply ends.
    Left {
        /// Which ply.
        ply: usize,
    },
}

/// The bytes that decide about a scored move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Comparison {
    /// Which ply.
    pub ply: usize,
    /// The move. When a ply without legal moves is scored it is the last move of the list, an illegal one, or
    /// none at all if the list is empty.
    pub mv: Option<SargonMove>,
    /// The score of the move: low is good for the side that makes it.
    pub score: u8,
    /// The score table two plies lower, in the original's words: what the opponent has already secured. It stands
    /// in the table at `ply - 1`. The move is cut off if its score is not greater.
    pub two_lower: u8,
    /// The score table one ply lower: what the side itself has already secured, in the table at `ply`, before
    /// this move. The move is the best if its negated score is greater.
    pub one_lower: u8,
}

impl Comparison {
    /// The score seen from the other side.
    pub const fn negated(&self) -> u8 {
        self.score.wrapping_neg()
    }
}

/// Somebody who watches. A watcher who does not care never runs the closure, so nothing is built for him and,
/// once compiled, nothing of him is left in the search.
pub trait SargonWatch {
    /// Is told that something happened.
    fn note(&mut self, event: impl FnOnce() -> SargonEvent);
}

impl SargonWatch for Mute {
    #[inline]
    fn note(&mut self, _: impl FnOnce() -> SargonEvent) {}
}

/// Two watch.
impl<A: SargonWatch, B: SargonWatch> SargonWatch for (A, B) {
    #[inline]
    fn note(&mut self, event: impl FnOnce() -> SargonEvent) {
        let event = event();
        self.0.note(|| event);
        self.1.note(|| event);
    }
}

/// A watcher who remembers everything.
impl SargonWatch for Vec<SargonEvent> {
    fn note(&mut self, event: impl FnOnce() -> SargonEvent) {
        self.push(event());
    }
}

/// A position inside a search, as [`Interfere`] sees it.
#[derive(Clone, Copy)]
pub struct Here<'a> {
    /// The moves from the root to the position.
    pub path: &'a [SargonMove],
    pub(super) board: &'a SargonBoard,
}

impl Here<'_> {
    /// What stands on a square.
    pub fn piece_on(&self, square: SargonSquare) -> SargonPiece {
        self.board[square]
    }
}

/// Somebody who meddles with the search. Every answer has a default that changes nothing and costs nothing.
pub trait Interfere {
    /// Whether a generated move may enter the list.
    fn allows(&mut self, here: Here<'_>, mv: SargonMove) -> bool {
        let _ = (here, mv);
        true
    }

    /// The value of the position under evaluation. Sound values are 2 to 254; 0 marks an illegal move.
    fn value(&mut self, here: Here<'_>, points: Points) -> u8 {
        let _ = here;
        points.value
    }

    /// Whether to abandon the search, asked at each move that is tried. The best move so far then stands.
    fn abandons(&mut self) -> bool {
        false
    }
}

/// Nobody meddles.
#[derive(Clone, Copy, Debug, Default)]
pub struct HandsOff;

impl Interfere for HandsOff {}
