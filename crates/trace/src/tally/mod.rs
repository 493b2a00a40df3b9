//! What is counted while a search is recorded, exactly, whatever of it is kept.

mod numbers;
mod playouts;

pub use playouts::{Choice, PlayoutTally, RootMoveTally};

use kempelen_rules::Move;

use crate::{Bound, Event, How, Score, Why};

/// Plies beyond this are counted as this.
pub const MOST_PLIES: usize = 255;

/// Counts over a whole search.
///
/// They are made while events are told, so that they are exact even where a [bound](crate::Keep) keeps few of them; and
/// they can be made again from events that were kept whole.
///
/// ```
/// use kempelen_trace::{Event, How, Tally, Why};
///
/// let mut tally = Tally::default();
/// tally.note(&Event::Iteration { depth: 1 });
/// tally.note(&Event::Enter { m: None, how: How::Root, depth: 1, alpha: -9, beta: 9 });
/// assert!(!tally.is_closed());
/// tally.note(&Event::Leave { score: 4, why: Why::Searched });
/// assert!(tally.is_closed());
/// assert_eq!((tally.nodes(), tally.left(Why::Searched), tally.rounds[0].score), (1, 1, Some(4)));
/// ```
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Tally {
    /// By ply, as far as the search went.
    pub plies: Vec<PlyTally>,
    /// Nodes by how they were searched, as [`How`] numbers them.
    pub ways: [u64; How::ALL.len()],
    /// Positions found in the transposition table, by the [`Bound`] that was stored.
    pub table: [u64; 3],
    /// Nodes that were cut off by a move, by how many moves had been tried: 1, 2, 3, and 4 or more.
    pub cutoffs: [u64; 4],
    /// Every search of the root.
    pub rounds: Vec<RoundTally>,
    /// What was counted of playouts, where the search makes them.
    pub playouts: PlayoutTally,
    /// Events told.
    pub events: u64,
    open: Vec<OpenNode>,
}

/// Counts of one ply.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlyTally {
    /// Nodes that were entered.
    pub nodes: u64,
    /// Nodes of them that have searched children.
    pub inner: u64,
    /// Nodes of them that were left, by reason, as [`Why`] numbers them.
    pub left: [u64; Why::ALL.len()],
    /// Moves passed over, by reason.
    pub skipped: [u64; Why::ALL.len()],
}

impl Default for PlyTally {
    fn default() -> Self {
        Self { nodes: 0, inner: 0, left: [0; Why::ALL.len()], skipped: [0; Why::ALL.len()] }
    }
}

/// One search of the root to a nominal depth.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct RoundTally {
    /// The nominal depth.
    pub depth: u8,
    /// Its nodes.
    pub nodes: u64,
    /// The window it began with.
    pub window: (Score, Score),
    /// The best move it found, if any beat the window.
    pub best: Option<Move>,
    /// The score it ended with; none while it runs.
    pub score: Option<Score>,
}

/// A node that was entered and not left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct OpenNode {
    ply: u8,
    tried: u8,
    last: Option<Move>,
}

impl Tally {
    /// All nodes.
    pub fn nodes(&self) -> u64 {
        self.plies.iter().fold(0, |sum, ply| sum.saturating_add(ply.nodes))
    }

    /// Nodes left for a reason.
    pub fn left(&self, why: Why) -> u64 {
        self.plies.iter().map(|ply| ply.left[why as usize]).sum()
    }

    /// Moves passed over for a reason.
    pub fn skipped(&self, why: Why) -> u64 {
        self.plies.iter().map(|ply| ply.skipped[why as usize]).sum()
    }

    /// Whether every node that was entered was left.
    pub fn is_closed(&self) -> bool {
        self.open.is_empty()
    }

    /// Counts an event.
    #[inline]
    pub fn note(&mut self, event: &Event) {
        self.events += 1;
        match *event {
            Event::Enter { m, how, alpha, beta, .. } => self.enter(m, how, (alpha, beta)),
            Event::Leave { score, why } => self.leave(score, why),
            Event::Skip { why, .. } => {
                let ply = self.ply();
                self.plies[ply].skipped[why as usize] += 1;
            }
            Event::Table { bound, .. } => self.table[bound as usize] += 1,
            Event::Best { m, .. } => {
                if self.open.len() == 1
                    && let Some(round) = self.rounds.last_mut()
                {
                    round.best = Some(m);
                }
            }
            Event::Iteration { depth } => self.rounds.push(RoundTally { depth, ..RoundTally::default() }),
            Event::Dropped { nodes } => {
                // Told only when a bounded trace is counted again; where below they were is not known any more.
                let ply = (self.ply() + 1).min(MOST_PLIES);
                let counts = self.at(ply);
                counts.nodes = counts.nodes.saturating_add(nodes);
                if let Some(round) = self.rounds.last_mut() {
                    round.nodes = round.nodes.saturating_add(nodes);
                }
            }
            Event::Static { .. } => {}
            Event::Playout { .. }
            | Event::Weigh(_)
            | Event::Select(_)
            | Event::Expand { .. }
            | Event::Prior { .. }
            | Event::Backup { .. } => self.playouts.note(event),
        }
    }

    /// The ply of the node at hand, which has its counts already.
    #[inline]
    fn ply(&mut self) -> usize {
        let ply = self.open.last().map_or(0, |open| open.ply.into());
        self.at(ply);
        ply
    }

    #[inline]
    fn at(&mut self, ply: usize) -> &mut PlyTally {
        if self.plies.len() <= ply {
            self.plies.resize(ply + 1, PlyTally::default());
        }
        &mut self.plies[ply]
    }

    #[inline]
    fn enter(&mut self, m: Option<Move>, how: How, window: (Score, Score)) {
        let ply = match self.open.last_mut() {
            None => {
                if let Some(round) = self.rounds.last_mut() {
                    round.window = window;
                }
                0
            }
            Some(parent) => {
                if m.is_some() && m != parent.last && how.tries() {
                    parent.last = m;
                    parent.tried = parent.tried.saturating_add(1);
                }
                parent.ply.saturating_add(u8::from(how.moves_on(m)))
            }
        };
        self.open.push(OpenNode { ply, tried: 0, last: None });
        self.at(ply.into()).nodes += 1;
        self.ways[how as usize] += 1;
        if let Some(round) = self.rounds.last_mut() {
            round.nodes += 1;
        }
    }

    #[inline]
    fn leave(&mut self, score: Score, why: Why) {
        let Some(open) = self.open.pop() else { return };
        let ply = &mut self.plies[usize::from(open.ply)];
        ply.left[why as usize] += 1;
        ply.inner += u64::from(open.tried > 0);
        if why == Why::Beta && open.tried > 0 {
            self.cutoffs[usize::from(open.tried.min(4)) - 1] += 1;
        }
        if self.open.is_empty()
            && let Some(round) = self.rounds.last_mut()
        {
            round.score = Some(score);
        }
    }
}

const _: () = assert!(Bound::Upper as usize == 2);
