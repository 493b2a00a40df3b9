//! How much of a search a trace keeps.

use kempelen_rules::Move;
use kempelen_rules::random::stir;

/// What to keep of a search. Bounds add up: a node is kept whole where all of them allow it.
///
/// A node that is not kept whole is kept as a *line*: what it said itself, one entry for each move it tried with the
/// score and reason of its end, and the line of its best move in the same way. So the root, the principal variation and
/// the siblings of all its nodes are there, whatever the bounds (but for [`plies`](Self::plies), which cuts everything
/// off).
///
/// ```
/// use kempelen_trace::{Event, How, Keep, Observer, Trace, Why};
/// use kempelen_rules::{Move, Square};
///
/// let keep = Keep { plies: Some(0), ..Keep::whole() };
/// let mut trace = Trace::keeping(keep);
/// trace.note(|| Event::Enter { m: None, how: How::Root, depth: 1, alpha: -9, beta: 9 });
/// let m = Some(Move::new(Square::E2, Square::E4));
/// trace.note(|| Event::Enter { m, how: How::Full, depth: 0, alpha: -9, beta: 9 });
/// trace.note(|| Event::Leave { score: -2, why: Why::Horizon });
/// trace.note(|| Event::Leave { score: 2, why: Why::Searched });
///
/// // The node below the root is gone, but there is a note of it, and it was counted.
/// assert_eq!(trace.events()[1], Event::Dropped { nodes: 1 });
/// assert_eq!(trace.tally().left(Why::Horizon), 1);
/// ```
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Keep {
    /// Nothing below this ply.
    pub plies: Option<u16>,
    /// Of the nodes two plies from the root, whole are only one in so many: those whose two moves give a number that it
    /// divides. They are the same ones in every search of a position.
    pub sample: Option<u32>,
    /// Whole are only the nodes on this line of play and behind it.
    pub line: Vec<Move>,
    /// So many bytes of memory at most. When they are used up, the deepest nodes are the first to become lines, and
    /// earlier iterations before the present one.
    pub memory: Option<usize>,
}

impl Keep {
    /// The least memory a trace is bounded to; less is taken as this.
    pub const LEAST_MEMORY: usize = 256 << 10;

    /// Everything.
    pub fn whole() -> Self {
        Self::default()
    }

    /// Whether a bound other than memory is set.
    pub(crate) fn chooses(&self) -> bool {
        self.plies.is_some() || self.sample.is_some() || !self.line.is_empty()
    }

    /// The bytes that stored events may take. Less than half of the memory, since they are copied when they must shrink,
    /// and there are the counts and the open nodes besides.
    pub(crate) fn room(&self) -> Option<usize> {
        self.memory.map(|memory| memory.max(Self::LEAST_MEMORY) / 5 * 2)
    }
}

/// Where a node stands with regard to the bounds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct KeepPlace {
    pub(crate) ply: u16,
    /// Moves from the root, mixed into one number.
    path: u64,
    on_line: OnLine,
    sampled: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum OnLine {
    /// So many moves of the line have been played, and no others.
    So(u16),
    /// All of it has been played.
    Behind,
    Off,
}

impl KeepPlace {
    /// The root.
    pub(crate) fn root(keep: &Keep) -> Self {
        let on_line = if keep.line.is_empty() { OnLine::Behind } else { OnLine::So(0) };
        Self { ply: 0, path: 0, on_line, sampled: true }
    }

    /// The node a move leads to; a pass, if there is none and a ply is made.
    pub(crate) fn next(self, keep: &Keep, m: Option<Move>, moves_on: bool) -> Self {
        if !moves_on {
            return self;
        }
        let bits = m.map_or(0, |m| m.bits().get());
        let path = stir(self.path ^ u64::from(bits));
        let on_line = match self.on_line {
            OnLine::So(so_far) if m.is_some() && keep.line.get(usize::from(so_far)) == m.as_ref() => {
                if usize::from(so_far) + 1 == keep.line.len() {
                    OnLine::Behind
                } else {
                    OnLine::So(so_far + 1)
                }
            }
            OnLine::Behind => OnLine::Behind,
            _ => OnLine::Off,
        };
        let ply = self.ply.saturating_add(1);
        let sampled = match keep.sample {
            Some(rate) if ply == 2 => path.is_multiple_of(rate.max(1).into()),
            _ => self.sampled,
        };
        Self { ply, path, on_line, sampled }
    }

    /// Whether the node may be kept whole.
    pub(crate) fn is_wanted(self) -> bool {
        self.sampled && self.on_line != OnLine::Off
    }
}
