use kempelen_rules::Move;

/// A score as a trace carries it: in the engine's own unit, from the side to move at the node that says it.
pub type Score = i32;

/// Something that happened in a search.
///
/// Events nest: every [`Enter`](Event::Enter) is followed by its own [`Leave`](Event::Leave), with the nodes below it between
/// them, so that the depth of nesting is the ply. All scores of a node (its window, its static value, its best
/// move's score, the score it leaves with) are seen from the side to move at that node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    /// A search of the root to a nominal depth begins. The next event enters the root.
    Iteration {
        /// The nominal depth.
        depth: u8,
    },
    /// A node is entered.
    Enter {
        /// The move that led here; none at the root, after a pass, and where the node above is looked at again.
        m: Option<Move>,
        /// Why it is searched, and how.
        how: How,
        /// The depth left, in plies.
        depth: i16,
        /// What the side to move has already.
        alpha: Score,
        /// What the other side will not allow to be reached.
        beta: Score,
    },
    /// The static evaluation of the node just entered.
    Static {
        /// Its score.
        score: Score,
    },
    /// What the transposition table knew of the node just entered.
    Table {
        /// The stored score.
        score: Score,
        /// What kind of score it is.
        bound: Bound,
        /// The depth it was searched to.
        depth: i16,
        /// The stored move.
        m: Option<Move>,
    },
    /// A move is passed over without a search.
    Skip {
        /// The move.
        m: Move,
        /// The reason.
        why: Why,
    },
    /// A move is the best of its node so far.
    Best {
        /// The move.
        m: Move,
        /// Its score.
        score: Score,
    },
    /// A node is left.
    Leave {
        /// With this score.
        score: Score,
        /// For this reason.
        why: Why,
    },
}

/// How a child is searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum How {
    /// The root of a search.
    Root,
    /// With the whole window of its parent.
    Full,
    /// With a window of no width, to see whether it is better than what there is.
    Scout,
    /// As a scout, and to less depth than its siblings, since it comes late.
    Reduced,
    /// Again, because a search with less width or depth said it is better than thought.
    Again,
    /// After a pass: does the other side have a threat at all?
    Null,
    /// A shallow look whether a capture would cut anyway.
    Probe,
    /// The same node without its best move: is that move alone in being good?
    Verify,
    /// Captures only.
    Quiescence,
    /// Not searched yet but only judged, so that the move that leads here finds its place in the order.
    Order,
}

/// What a stored score means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Bound {
    /// The score itself.
    Exact,
    /// The true score is this or more.
    Lower,
    /// The true score is this or less.
    Upper,
}

/// Why a node was left, or a move passed over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Why {
    /// All moves worth a search were searched.
    Searched,
    /// A move was so good that the other side will not allow this position.
    Beta,
    /// The transposition table knew enough.
    Table,
    /// Even a pass was too good for the other side to allow this position.
    NullMove,
    /// The static value is so far above the window that the node is given up as too good.
    ReverseFutility,
    /// The static value is so far below the window that captures alone decided.
    Razoring,
    /// A capture would cut off even with a margin.
    ProbCut,
    /// Several moves would cut off.
    MultiCut,
    /// No mate from here can be shorter than one already known.
    MateDistance,
    /// The depth is used up; the static value counts.
    Horizon,
    /// Not capturing at all is good enough.
    StandPat,
    /// Checkmate.
    Mate,
    /// Stalemate.
    Stalemate,
    /// The position has occurred before.
    Repetition,
    /// Fifty moves without a capture or pawn move.
    FiftyMoves,
    /// The count of makruk has run out.
    Counting,
    /// Neither side can mate.
    Material,
    /// An endgame table knew.
    Tablebase,
    /// The search was told to stop.
    Stopped,
    /// A quiet move that comes too late in the list.
    LateMove,
    /// A quiet move that cannot lift a static value so low.
    Futility,
    /// A move that loses material on its square.
    Exchange,
    /// A quiet move that has failed too often before.
    History,
    /// A move that leaves the king in check.
    Illegal,
    /// A move the search was told not to look at.
    Excluded,
    /// A king was captured: the machine plays on without noticing earlier.
    KingCaptured,
}

impl Why {
    /// Every reason, in the order of their numbers.
    pub const ALL: [Self; 26] = [
        Self::Searched,
        Self::Beta,
        Self::Table,
        Self::NullMove,
        Self::ReverseFutility,
        Self::Razoring,
        Self::ProbCut,
        Self::MultiCut,
        Self::MateDistance,
        Self::Horizon,
        Self::StandPat,
        Self::Mate,
        Self::Stalemate,
        Self::Repetition,
        Self::FiftyMoves,
        Self::Counting,
        Self::Material,
        Self::Tablebase,
        Self::Stopped,
        Self::LateMove,
        Self::Futility,
        Self::Exchange,
        Self::History,
        Self::Illegal,
        Self::Excluded,
        Self::KingCaptured,
    ];

    /// The reason of a number.
    pub fn from_index(index: u8) -> Option<Self> {
        Self::ALL.get(index as usize).copied()
    }
}

impl How {
    /// Every way, in the order of their numbers.
    pub const ALL: [Self; 10] = [
        Self::Root,
        Self::Full,
        Self::Scout,
        Self::Reduced,
        Self::Again,
        Self::Null,
        Self::Probe,
        Self::Verify,
        Self::Quiescence,
        Self::Order,
    ];

    /// The way of a number.
    pub fn from_index(index: u8) -> Option<Self> {
        Self::ALL.get(index as usize).copied()
    }
}
