//! A trace as a tree that can be walked.
//!
//! Nodes are laid out in an arena in the order in which they were entered. A node knows its neighbours, what it was
//! entered and left with, and where in the bytes of the trace it speaks; what it said in between is decoded when
//! somebody asks.

mod build;
mod moves;

pub use build::TreeError;
pub use moves::{Candidate, Ghost, Verdict};

use std::ops::{Index, Range};

use kempelen_rules::{AnyGame, AnyPosition, Color, Move};
use kempelen_trace::{Bound, Event, Header, How, Recording, Scale, Score, Why, code};

use crate::position;

/// A search as a tree, or several searches of one root, each a tree of its own.
#[derive(Debug)]
pub struct Tree {
    recording: Recording,
    /// The position of the search.
    root: AnyPosition,
    nodes: Vec<Node>,
    rounds: Vec<Round>,
}

/// A node of a [`Tree`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeId(u32);

impl NodeId {
    /// Its number, in the order in which nodes were entered.
    pub fn number(self) -> usize {
        self.0 as usize
    }
}

/// What a node was entered and left with.
#[derive(Clone, Debug)]
pub struct Node {
    /// The node above.
    pub parent: Option<NodeId>,
    first_child: Option<NodeId>,
    next_sibling: Option<NodeId>,
    /// Where it stands in the bytes.
    span: Range<u32>,
    /// How many of those bytes its first event takes.
    entered: u8,
    /// Whether it was left; if not, the trace ends before.
    pub is_closed: bool,
    /// The move that led here, if any.
    pub m: Option<Move>,
    /// How it was searched.
    pub how: How,
    /// The depth that was left.
    pub depth: i16,
    /// Plies from the root.
    pub ply: u16,
    /// The window, from the side to move here.
    pub alpha: Score,
    /// Its other end.
    pub beta: Score,
    /// The score it was left with, from the side to move here.
    pub score: Score,
    /// Why it was left; [`Why::Stopped`] where it was not.
    pub why: Why,
    /// Nodes below it and itself, those that were not kept included.
    pub nodes: u64,
}

/// One search of the root.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Round {
    /// Its root.
    pub root: NodeId,
    /// Its nominal depth.
    pub depth: u8,
}

/// Something a node said, or a node below it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Note {
    /// The static evaluation.
    Static(Score),
    /// What the table knew.
    Table(TableHit),
    /// A move was passed over.
    Skip(Move, Why),
    /// A move was the best so far.
    Best(Move, Score),
    /// A node below.
    Child(NodeId),
    /// So many nodes below were not kept.
    Dropped(u64),
}

/// What a transposition table knew of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TableHit {
    /// The stored score.
    pub score: Score,
    /// What kind of score it is.
    pub bound: Bound,
    /// The depth it was searched to.
    pub depth: i16,
    /// The stored move.
    pub m: Option<Move>,
}

impl Index<NodeId> for Tree {
    type Output = Node;

    fn index(&self, id: NodeId) -> &Node {
        &self.nodes[id.number()]
    }
}

impl Tree {
    /// Lays a recording out.
    ///
    /// # Errors
    /// When its position or its moves make no sense, when events do not nest, or when there is no tree in it.
    pub fn new(recording: Recording) -> Result<Self, TreeError> {
        build::build(recording)
    }

    /// The recording behind it.
    pub fn recording(&self) -> &Recording {
        &self.recording
    }

    /// What was asked, and of whom.
    pub fn header(&self) -> &Header {
        &self.recording.header
    }

    /// What its scores mean.
    pub fn scale(&self) -> &Scale {
        &self.recording.header.scale
    }

    /// The position of the search.
    pub fn root_position(&self) -> &AnyPosition {
        &self.root
    }

    /// How many nodes can be walked to.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there are none, which cannot be.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// All nodes in the order in which they were entered.
    pub fn ids(&self) -> impl Iterator<Item = NodeId> + use<> {
        (0..self.nodes.len() as u32).map(NodeId)
    }

    /// The searches of the root, in order. There is at least one.
    pub fn rounds(&self) -> &[Round] {
        &self.rounds
    }

    /// The search that the answer comes from: the last one that found a move, or simply the last.
    pub fn last_round(&self) -> Round {
        let found = self.rounds.iter().rev().find(|round| self.best(round.root).is_some());
        *found.unwrap_or(&self.rounds[self.rounds.len() - 1])
    }

    /// The last search of the root to a nominal depth.
    pub fn round_of_depth(&self, depth: u8) -> Option<Round> {
        let of_depth = || self.rounds.iter().rev().filter(|round| round.depth == depth);
        of_depth().find(|round| self.best(round.root).is_some()).or_else(|| of_depth().next()).copied()
    }

    /// The nodes below a node, in order.
    pub fn children(&self, id: NodeId) -> impl Iterator<Item = NodeId> {
        std::iter::successors(self[id].first_child, |&child| self[child].next_sibling)
    }

    /// What a node said and the nodes below it, in order.
    pub fn notes(&self, id: NodeId) -> Notes<'_> {
        let node = &self[id];
        let at = node.span.start as usize + usize::from(node.entered);
        Notes { tree: self, at, end: node.span.end as usize, child: node.first_child }
    }

    /// The static evaluation of a node.
    pub fn static_score(&self, id: NodeId) -> Option<Score> {
        self.notes(id).find_map(|note| if let Note::Static(score) = note { Some(score) } else { None })
    }

    /// What the table knew of a node.
    pub fn known(&self, id: NodeId) -> Option<TableHit> {
        self.notes(id).find_map(|note| if let Note::Table(known) = note { Some(known) } else { None })
    }

    /// The best move a node found, if one beat its window, and its score.
    pub fn best(&self, id: NodeId) -> Option<(Move, Score)> {
        self.notes(id)
            .filter_map(|note| if let Note::Best(m, score) = note { Some((m, score)) } else { None })
            .last()
    }

    /// Whether something below a node was not kept.
    pub fn is_folded(&self, id: NodeId) -> bool {
        self.notes(id).any(|note| matches!(note, Note::Dropped(_)))
    }

    /// The moves from the root to a node; a pass is none.
    pub fn path(&self, id: NodeId) -> Vec<Option<Move>> {
        let mut path: Vec<Option<Move>> = std::iter::successors(Some(id), |&id| self[id].parent)
            .map(|id| &self[id])
            .filter(|node| node.how.moves_on(node.m) && node.parent.is_some())
            .map(|node| node.m)
            .collect();
        path.reverse();
        path
    }

    /// The position of a node; none where the laws do not allow the moves that led there.
    pub fn position(&self, id: NodeId) -> Option<AnyPosition> {
        self.path(id).into_iter().try_fold(self.root, position::after)
    }

    /// Visits every node in the order in which they were entered, with its position where the laws know it.
    pub fn walk(&self, mut visit: impl FnMut(NodeId, Option<&AnyPosition>)) {
        let mut open: Vec<(NodeId, Option<AnyPosition>)> = Vec::new();
        for id in self.ids() {
            let node = &self[id];
            while open.last().is_some_and(|&(above, _)| Some(above) != node.parent) {
                open.pop();
            }
            let here = match open.last() {
                None => Some(self.root),
                Some(&(_, above)) if !node.how.moves_on(node.m) => above,
                Some(&(_, above)) => above.and_then(|above| position::after(above, node.m)),
            };
            visit(id, here.as_ref());
            open.push((id, here));
        }
    }

    /// The side to move at a node.
    pub fn turn(&self, id: NodeId) -> Color {
        let turn = self.root.turn();
        if self[id].ply.is_multiple_of(2) { turn } else { !turn }
    }

    /// The moves from the root to a node, in words: `12.Nxd3 Qd6 13.Ne1`.
    pub fn line(&self, id: NodeId) -> String {
        position::line(&self.root, &self.path(id))
    }

    /// The move that led to a node, in words.
    pub fn name(&self, id: NodeId) -> String {
        let node = &self[id];
        let above = node.parent.and_then(|parent| self.position(parent));
        match (node.m, node.how) {
            (Some(m), _) => position::name(above.as_ref(), Some(m)),
            (None, How::Null) => position::PASS.to_owned(),
            (None, _) => String::new(),
        }
    }

    /// The node that a line of moves from another node leads to, if all of them were searched.
    pub fn follow(&self, start: NodeId, moves: &[Move]) -> Option<NodeId> {
        moves.iter().try_fold(start, |id, &m| self.visit(id, m))
    }

    /// The visit to a move of a node that its score comes from: the last one.
    pub fn visit(&self, id: NodeId, m: Move) -> Option<NodeId> {
        let tries = self.children(id).filter(|&child| self[child].m == Some(m) && self[child].how.tries());
        tries.last().or_else(|| self.children(id).filter(|&child| self[child].m == Some(m)).last())
    }
}

/// What a node said, one by one.
#[derive(Clone, Debug)]
pub struct Notes<'t> {
    tree: &'t Tree,
    at: usize,
    end: usize,
    child: Option<NodeId>,
}

impl Iterator for Notes<'_> {
    type Item = Note;

    fn next(&mut self) -> Option<Note> {
        if let Some(child) = self.child
            && self.tree[child].span.start as usize == self.at
        {
            self.at = self.tree[child].span.end as usize;
            self.child = self.tree[child].next_sibling;
            return Some(Note::Child(child));
        }
        let (event, len) = code::read(&self.tree.recording.events[self.at..self.end]).ok()?;
        self.at += len;
        Some(match event {
            Event::Static { score } => Note::Static(score),
            Event::Table { score, bound, depth, m } => Note::Table(TableHit { score, bound, depth, m }),
            Event::Skip { m, why } => Note::Skip(m, why),
            Event::Best { m, score } => Note::Best(m, score),
            Event::Dropped { nodes } => Note::Dropped(nodes),
            // The node's own end.
            _ => return None,
        })
    }
}

/// The game of a header: the position of the search and how it came about.
///
/// # Errors
/// When the header's position or one of its moves makes no sense.
pub fn game_of(header: &Header) -> Result<AnyGame, TreeError> {
    let start = AnyPosition::from_fen(header.variant, &header.start)
        .map_err(|error| TreeError::Position(error.to_string()))?;
    let mut game = AnyGame::new(start);
    for text in &header.moves {
        let m = game.position().read_move(text).map_err(|error| TreeError::Position(error.to_string()))?;
        game.play(m);
    }
    Ok(game)
}
