//! How play goes on from a node, as a search saw it.

use kempelen_rules::Move;
use kempelen_trace::{Bound, Why};

use crate::position;
use crate::tree::{NodeId, Tree};

/// Lines are not shown further than this.
pub(super) const LONGEST_LINE: usize = 16;
/// Trees larger than this are not searched for positions that the table knew.
const MOST_NODES: usize = 1 << 20;
/// How often a line is followed from where the table settled it to where that was searched.
const MOST_JUMPS: usize = 3;

/// The moves from a node on.
pub(super) struct Continuation {
    pub(super) moves: Vec<Move>,
    /// The nodes behind the moves, as far as there are any.
    pub(super) nodes: Vec<NodeId>,
}

impl Continuation {
    /// From a node: its best move, or what the table has for one, or the one that did least badly; and so on.
    pub(super) fn from(tree: &Tree, start: NodeId) -> Self {
        let mut found = Self { moves: Vec::new(), nodes: Vec::new() };
        let mut here = Some(start);
        let mut position = tree.position(start);
        while let (Some(id), true) = (here, found.moves.len() < LONGEST_LINE) {
            let best = tree.best(id).map(|(m, _)| m);
            let stored = || tree.known(id).and_then(|known| known.m);
            let Some(m) = best.or_else(stored).or_else(|| least_bad(tree, id)) else { break };
            // A stored move may be another position's; the laws tell.
            if position.is_some_and(|position| !position.is_legal(m)) && best.is_none() {
                break;
            }
            found.moves.push(m);
            position = position.and_then(|position| position::after(position, Some(m)));
            here = tree.visit(id, m);
            found.nodes.extend(here);
        }
        found
    }

    /// The same, and where the table settled the end of it, on from where that was searched.
    pub(super) fn in_full(tree: &Tree, start: NodeId) -> Self {
        let mut found = Self::from(tree, start);
        for _ in 0..MOST_JUMPS {
            let end = found.nodes.last().copied().unwrap_or(start);
            let Some(source) = elsewhere(tree, end) else { break };
            let rest = Self::from(tree, source);
            found.moves.truncate(found.nodes.len());
            found.moves.extend(rest.moves);
            found.nodes.extend(rest.nodes);
        }
        found.moves.truncate(LONGEST_LINE);
        found.nodes.truncate(LONGEST_LINE);
        found
    }
}

/// Another node of the same position as one that the table settled, in which moves were tried and it came to what the
/// table says: the latest one.
fn elsewhere(tree: &Tree, id: NodeId) -> Option<NodeId> {
    let node = &tree[id];
    let wanted = tree.position(id).filter(|_| node.why == Why::Table && tree.len() <= MOST_NODES)?.key();
    let mut found = None;
    tree.walk(|other, position| {
        let score = tree[other].score;
        let agrees = match tree.bound_of(id) {
            Bound::Exact => score == node.score,
            Bound::Lower => score >= node.score,
            Bound::Upper => score <= node.score,
        };
        if agrees
            && position.is_some_and(|position| position.key() == wanted)
            && least_bad(tree, other).is_some()
        {
            found = Some(other);
        }
    });
    found
}

/// The tried move with the highest score.
fn least_bad(tree: &Tree, id: NodeId) -> Option<Move> {
    let tries = tree.children(id).filter(|&child| tree[child].m.is_some() && tree[child].how.tries());
    // Of equals the first, as a search would have it.
    tries.min_by_key(|&child| tree[child].score).and_then(|child| tree[child].m)
}
