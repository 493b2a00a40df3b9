//! A Monte Carlo tree search as a tree that can be walked.
//!
//! The tree is put together from the playouts: every one that came back counts for each node on its way. What a node's
//! moves promised when they were last weighed (Q and U, whose sum decides) is kept beside that.

mod data;
mod proof;
mod readings;
mod verify;

pub use data::{json, page, svg};
pub use proof::SpotProof;
pub use readings::{diff, line, log, picture, why, why_not};
pub use verify::verify;

use std::collections::HashMap;
use std::ops::Index;

use kempelen_rules::{AnyPosition, Color, Move};
use kempelen_trace::{Event, Fixed, Promise, Recording, Why};

use crate::position;
use crate::tree::{TreeError, game_of};

/// A search by playouts.
#[derive(Debug)]
pub struct Playouts {
    recording: Recording,
    root: AnyPosition,
    spots: Vec<Spot>,
    told: Vec<ToldPlayout>,
    /// What is certain of each node.
    proofs: Vec<Option<SpotProof>>,
}

/// A node of the tree of [`Playouts`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SpotId(u32);

impl SpotId {
    /// The root.
    pub const ROOT: Self = Self(0);
}

/// What is known of a node.
#[derive(Clone, Default, Debug)]
pub struct Spot {
    /// The node above.
    pub parent: Option<SpotId>,
    /// The move that leads here; none at the root.
    pub m: Option<Move>,
    /// What the policy gives that move.
    pub prior: Fixed,
    /// Playouts that came through here and back.
    pub visits: u64,
    /// The sum of their values, from the side that made the move (at the root, from the side to move).
    sum: i64,
    /// The value the network gave it, from the side to move here.
    pub network: Option<Fixed>,
    /// Why playouts end here, where the game is over.
    pub end: Option<Why>,
    /// What it promised when it was last weighed.
    pub promise: Option<Promise>,
    children: Vec<SpotId>,
    /// Moves with their priors, as they were told when the node was expanded.
    pub priors: Vec<(Move, Fixed)>,
}

impl Spot {
    /// The mean of its values, from the side that made the move.
    pub fn value(&self) -> Fixed {
        Fixed((self.sum / self.visits.max(1) as i64) as i32)
    }
}

/// A playout, as it is told.
#[derive(Clone, Debug)]
pub struct ToldPlayout {
    /// Its number.
    pub number: u32,
    /// Where it ended.
    pub end: SpotId,
    /// The value it came back with, from the side to move there.
    pub value: Fixed,
    /// Why it ended.
    pub why: Why,
    /// The first step: what was chosen at the root, and the best of those it was weighed against.
    pub choice: Option<(Promise, Option<Promise>)>,
}

/// A node has no more children than a position has moves, and no walk is longer than this.
const LONGEST: usize = 1000;

impl Index<SpotId> for Playouts {
    type Output = Spot;

    fn index(&self, id: SpotId) -> &Spot {
        &self.spots[id.0 as usize]
    }
}

impl Playouts {
    /// Whether a recording tells playouts.
    pub fn are_in(recording: &Recording) -> bool {
        !recording.tally.playouts.is_empty()
    }

    /// Puts the tree together.
    ///
    /// # Errors
    /// When the position makes no sense, or there are no playouts.
    pub fn new(recording: Recording) -> Result<Self, TreeError> {
        let root = game_of(&recording.header)?.position();
        let mut gatherer = PlayoutGatherer { spots: vec![Spot::default()], ..PlayoutGatherer::default() };
        for event in recording.replay() {
            gatherer.take(event)?;
        }
        let PlayoutGatherer { mut spots, told, .. } = gatherer;
        if told.is_empty() {
            return Err(TreeError::Nothing);
        }
        // Where not every playout was kept, the moves of the root are counted all the same.
        for exact in &recording.tally.playouts.moves {
            let known = spots[0].children.iter().copied().find(|id| spots[id.0 as usize].m == Some(exact.m));
            if let Some(SpotId(index)) = known {
                (spots[index as usize].visits, spots[index as usize].sum) = (exact.visits, exact.sum);
            }
        }
        let mut playouts = Self { recording, root, spots, told, proofs: Vec::new() };
        playouts.proofs = playouts.prove();
        Ok(playouts)
    }

    /// The recording behind it.
    pub fn recording(&self) -> &Recording {
        &self.recording
    }

    /// The position of the search.
    pub fn root_position(&self) -> &AnyPosition {
        &self.root
    }

    /// The playouts that were kept, in the order in which they ended.
    pub fn told(&self) -> &[ToldPlayout] {
        &self.told
    }

    /// Whether every playout was kept, and whole: then visits and values can be checked against each other.
    pub fn are_whole(&self) -> bool {
        let ended: u64 = self.recording.tally.playouts.ended.iter().sum();
        self.told.len() as u64 == ended && self.told.iter().all(|told| told.why != Why::Counted)
    }

    /// What is certain of a node.
    pub fn proof(&self, id: SpotId) -> Option<SpotProof> {
        self.proofs[id.0 as usize]
    }

    /// All nodes.
    pub fn ids(&self) -> impl Iterator<Item = SpotId> + use<> {
        (0..self.spots.len() as u32).map(SpotId)
    }

    /// The nodes below a node, those with most visits first.
    pub fn children(&self, id: SpotId) -> Vec<SpotId> {
        let mut children = self[id].children.clone();
        children.sort_by_key(|&child| std::cmp::Reverse(self[child].visits));
        children
    }

    /// The line with most visits, from a node on.
    pub fn main_line(&self, id: SpotId) -> Vec<SpotId> {
        let mut line = Vec::new();
        let mut here = id;
        while let Some(&next) = self.children(here).first().filter(|&&next| self[next].visits > 0) {
            line.push(next);
            here = next;
        }
        line
    }

    /// The moves from the root to a node.
    pub fn path(&self, id: SpotId) -> Vec<Option<Move>> {
        let mut path: Vec<Option<Move>> = std::iter::successors(Some(id), |&id| self[id].parent)
            .map(|id| self[id].m)
            .take_while(Option::is_some)
            .collect();
        path.reverse();
        path
    }

    /// The same in words.
    pub fn line_to(&self, id: SpotId) -> String {
        position::line(&self.root, &self.path(id))
    }

    /// The position of a node.
    pub fn position(&self, id: SpotId) -> Option<AnyPosition> {
        self.path(id).into_iter().try_fold(self.root, position::after)
    }

    /// The side to move at a node.
    pub fn turn(&self, id: SpotId) -> Color {
        let turn = self.root.turn();
        if self.path(id).len().is_multiple_of(2) { turn } else { !turn }
    }

    /// The move that leads to a node, in words.
    pub fn name(&self, id: SpotId) -> String {
        let above = self[id].parent.and_then(|parent| self.position(parent));
        self[id].m.map_or_else(String::new, |m| position::name(above.as_ref(), Some(m)))
    }

    /// The node a move of another leads to, if it was visited.
    pub fn child(&self, id: SpotId, m: Move) -> Option<SpotId> {
        self[id].children.iter().copied().find(|&child| self[child].m == Some(m))
    }
}

/// The tree while it grows.
#[derive(Default)]
struct PlayoutGatherer {
    spots: Vec<Spot>,
    told: Vec<ToldPlayout>,
    open: HashMap<u32, OpenWalk>,
    now: u32,
}

/// A playout on its way.
#[derive(Default)]
struct OpenWalk {
    path: Vec<SpotId>,
    /// At the root: what was chosen, and the best of the others.
    choice: Option<(Promise, Option<Promise>)>,
    rival: Option<Promise>,
}

impl PlayoutGatherer {
    fn take(&mut self, event: Event) -> Result<(), TreeError> {
        if let Event::Playout { number } = event {
            self.now = number;
            self.open
                .entry(number)
                .or_insert_with(|| OpenWalk { path: vec![SpotId::ROOT], ..OpenWalk::default() });
            return Ok(());
        }
        let Some(walk) = self.open.get_mut(&self.now) else { return Err(TreeError::Nesting { offset: 0 }) };
        let here = walk.path[walk.path.len() - 1];
        match event {
            Event::Weigh(promise) => {
                if walk.path.len() == 1 && walk.rival.is_none_or(|rival| promise.total() > rival.total()) {
                    walk.rival = Some(promise);
                }
                self.weigh(here, promise)?;
            }
            Event::Select(promise) => {
                if walk.path.len() == 1 {
                    walk.choice = Some((promise, walk.rival));
                }
                if walk.path.len() >= LONGEST {
                    return Err(TreeError::TooDeep);
                }
                let child = self.weigh(here, promise)?;
                if let Some(walk) = self.open.get_mut(&self.now) {
                    walk.path.push(child);
                }
            }
            Event::Expand { value } => self.spots[here.0 as usize].network = Some(value),
            Event::Prior { m, prior } => {
                let priors = &mut self.spots[here.0 as usize].priors;
                match priors.iter_mut().find(|(other, _)| *other == m) {
                    Some(known) => known.1 = prior,
                    None => priors.push((m, prior)),
                }
            }
            Event::Backup { value, why } => self.come_back(value, why),
            _ => return Err(TreeError::Nesting { offset: 0 }),
        }
        Ok(())
    }

    /// Notes what a move of a node promises; returns the node it leads to.
    fn weigh(&mut self, id: SpotId, promise: Promise) -> Result<SpotId, TreeError> {
        let mut children = self.spots[id.0 as usize].children.iter().copied();
        let known = children.find(|child| self.spots[child.0 as usize].m == Some(promise.m));
        let child = known.unwrap_or(SpotId(u32::try_from(self.spots.len()).map_err(|_| TreeError::TooLong)?));
        if known.is_none() {
            self.spots.push(Spot { parent: Some(id), m: Some(promise.m), ..Spot::default() });
            self.spots[id.0 as usize].children.push(child);
        }
        let spot = &mut self.spots[child.0 as usize];
        (spot.prior, spot.promise) = (promise.prior, Some(promise));
        Ok(child)
    }

    fn come_back(&mut self, value: Fixed, why: Why) {
        let Some(walk) = self.open.remove(&self.now) else { return };
        let end = walk.path[walk.path.len() - 1];
        if why != Why::Collision {
            let mut value = i64::from(value.0);
            for &SpotId(index) in walk.path.iter().rev() {
                let spot = &mut self.spots[index as usize];
                spot.visits += 1;
                // The root has no move before it, and is seen from its own side.
                value = -value;
                spot.sum += if spot.parent.is_none() { -value } else { value };
            }
            if why.facts().proof.is_game_over() {
                self.spots[end.0 as usize].end = Some(why);
            }
        }
        self.told.push(ToldPlayout { number: self.now, end, value, why, choice: walk.choice });
    }
}
