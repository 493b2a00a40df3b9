use std::fmt;

use kempelen_rules::Move;

use crate::{How, Why};

/// A score as a trace carries it: in the engine's own unit, from the side to move at the node that says it.
pub type Score = i32;

/// A small real number (a prior, a value between -1 and 1, a part of PUCT) in ten-thousandths, so that traces are
/// the same on every machine.
///
/// ```
/// use kempelen_trace::Fixed;
///
/// assert_eq!(Fixed::from_f32(-0.125), Fixed(-1250));
/// assert_eq!(Fixed(-1250).to_string(), "-0.1250");
/// assert_eq!(Fixed::from_f32(f32::NAN), Fixed(0));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub struct Fixed(pub i32);

impl Fixed {
    /// One.
    pub const ONE: Self = Self(10_000);
    /// The most a trace keeps; what is more is kept as this.
    pub const MOST: Self = Self(1_000_000);

    /// The nearest number of this kind. What is no number counts as zero.
    #[inline]
    pub fn from_f32(value: f32) -> Self {
        Self((value * Self::ONE.0 as f32).round() as i32)
    }

    /// The number.
    #[inline]
    pub fn to_f64(self) -> f64 {
        f64::from(self.0) / f64::from(Self::ONE.0)
    }
}

/// Four decimals: `-0.1250`.
impl fmt::Display for Fixed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.4}", self.to_f64())
    }
}

/// A move of a Monte Carlo tree search as it is weighed against its siblings (*PUCT*): what it has shown so far and
/// how much it deserves to be looked at again, in their parts. The walk goes where their sum is greatest.
///
/// ```
/// use kempelen_rules::{Move, Square};
/// use kempelen_trace::{Fixed, Promise};
///
/// let m = Move::new(Square::E2, Square::E4);
/// let promise = Promise { m, visits: 3, prior: Fixed(4000), value: Fixed(1200), bonus: Fixed(2500) };
/// assert_eq!(promise.total().to_string(), "0.3700");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Promise {
    /// The move.
    pub m: Move,
    /// How often it was visited before, visits under way included.
    pub visits: u32,
    /// What the policy gives it, between 0 and 1.
    pub prior: Fixed,
    /// Q: its mean value so far, between -1 and 1, from the side that may play it; for a move never visited, what
    /// the search assumes.
    pub value: Fixed,
    /// U: the bonus for moves with a high prior and few visits.
    pub bonus: Fixed,
}

impl Promise {
    /// Q + U.
    pub fn total(self) -> Fixed {
        Fixed(self.value.0.saturating_add(self.bonus.0))
    }
}

/// Something that happened in a search.
///
/// In a tree search, events nest: every [`Enter`](Event::Enter) is followed by its own [`Leave`](Event::Leave), with the nodes below it between
/// them, so that the depth of nesting is the ply. All scores of a node (its window, its static value, its best
/// move's score, the score it leaves with) are seen from the side to move at that node.
///
/// A Monte Carlo tree search tells playouts instead. Each begins at the root with [`Playout`](Event::Playout), goes
/// down by [`Select`](Event::Select), may add a node by [`Expand`](Event::Expand) with the priors of its moves, and ends
/// with [`Backup`](Event::Backup). Playouts may overlap where positions are valued in batches: naming the number of one
/// that has not ended goes on with it.
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
    /// Here so many nodes below the node at hand were not kept, and with them perhaps some of what it said itself. Only
    /// a trace with [bounds](crate::Keep) has such gaps; searches never tell this.
    Dropped {
        /// How many nodes.
        nodes: u64,
    },
    /// What follows is told of the playout of this number (from 1), which begins at the root or, if it has begun
    /// before, goes on.
    Playout {
        /// Its number.
        number: u32,
    },
    /// A sibling that the next [`Select`](Event::Select) was weighed against. Telling these is a courtesy; at the root
    /// it shows why the walk went elsewhere.
    Weigh(Promise),
    /// The walk goes down by this move.
    Select(Promise),
    /// The node the walk has come to gets children.
    Expand {
        /// The value the network gives the position, from the side to move in it.
        value: Fixed,
    },
    /// A move of the node just expanded, and what the policy gives it. At the root it is told again when noise is
    /// mixed in.
    Prior {
        /// The move.
        m: Move,
        /// Its prior.
        prior: Fixed,
    },
    /// The playout ends, and every node on its way takes note of the value.
    Backup {
        /// The value of the last node, from the side to move in it.
        value: Fixed,
        /// Where it comes from.
        why: Why,
    },
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
