//! What a search knows of the moves of its root, depth by depth.

use kempelen_rules::Move;
use kempelen_trace::{Bound, Why};

use crate::position;
use crate::tree::{NodeId, Round, Tree};

use super::continuation::Continuation;

/// The move an engine chose: its answer, or where the trace has none, the best of the last search.
pub(super) fn chosen(tree: &Tree) -> Option<Move> {
    answer(tree).or_else(|| tree.best(tree.last_round().root).map(|(m, _)| m))
}

/// The engine's answer, if the trace has it.
pub(super) fn answer(tree: &Tree) -> Option<Move> {
    let answer = tree.recording().answer.as_ref().and_then(|answer| answer.best.as_deref());
    answer.and_then(|text| tree.root_position().read_uci(text).ok())
}

/// The line the engine gave with its answer: never more than it said itself.
pub(super) fn own_line(tree: &Tree, first: Move) -> Vec<Move> {
    let mut here = *tree.root_position();
    let mut line = Vec::new();
    for text in tree.recording().answer.iter().flat_map(|answer| &answer.pv) {
        let Ok(m) = here.read_uci(text) else { break };
        line.push(m);
        here = here.play(m);
    }
    if line.first() == Some(&first) { line } else { vec![first] }
}

/// Depths in order, each with the search of the root that counts.
pub(super) fn depths(tree: &Tree) -> Vec<Round> {
    let mut depths: Vec<u8> = tree.rounds().iter().map(|round| round.depth).collect();
    depths.dedup();
    depths.into_iter().filter_map(|depth| tree.round_of_depth(depth)).collect()
}

/// The visit to a root move at a depth that says most: the last one that was not broken off.
pub(super) fn visit_at(tree: &Tree, depth: u8, m: Move) -> Option<NodeId> {
    let visits = || {
        let rounds = tree.rounds().iter().rev().filter(move |round| round.depth == depth);
        rounds.filter_map(|round| tree.visit(round.root, m))
    };
    visits().find(|&visit| tree[visit].why != Why::Stopped).or_else(|| visits().next())
}

pub(super) fn root_name(tree: &Tree, m: Move) -> String {
    position::numbered(tree.root_position(), 0, &position::name(Some(tree.root_position()), Some(m)))
}

/// What the search of one depth knows of a root move.
#[derive(Clone, Copy)]
pub(super) struct MoveAtDepth {
    pub(super) depth: u8,
    pub(super) visit: NodeId,
    /// The depth at which a mate was found, where one was: a mate that was found once is one, whatever a later and
    /// narrower look at the move came to.
    pub(super) mate: Option<(u8, NodeId)>,
}

impl MoveAtDepth {
    /// What is known of a move at each depth that tried it.
    pub(super) fn all(tree: &Tree, m: Move) -> Vec<Self> {
        let mut mate = None;
        let mut known = Vec::new();
        for round in depths(tree) {
            let Some(visit) = visit_at(tree, round.depth, m) else { continue };
            if mate.is_none() && is_proven_mate(tree, visit) {
                mate = Some((round.depth, visit));
            }
            known.push(Self { depth: round.depth, visit, mate });
        }
        known
    }

    /// What the search of this depth says, or an earlier one that had found mate.
    pub(super) fn worth(self, tree: &Tree) -> String {
        match self.mate {
            Some((depth, visit)) if depth < self.depth && !is_proven_mate(tree, self.visit) => {
                format!("{} (found at depth {depth})", worth(tree, visit))
            }
            _ => worth(tree, self.visit),
        }
    }

    /// The answer that this search has against the move.
    pub(super) fn reply(self, tree: &Tree) -> Option<Move> {
        Continuation::from(tree, self.visit).moves.first().copied()
    }
}

/// Whether a visit shows that one side mates. As a bound, a mate is one only for the side that it is a lower bound for:
/// that the other side gets *no more than* a mate says nothing at all.
fn is_proven_mate(tree: &Tree, visit: NodeId) -> bool {
    let node = &tree[visit];
    let is_bound_of_winner = match tree.bound_of(visit) {
        Bound::Exact => true,
        Bound::Lower => node.score > 0,
        Bound::Upper => node.score < 0,
    };
    node.why != Why::Stopped && tree.scale().is_mate(node.score) && is_bound_of_winner
}

/// `at most -3.10`, `#2`, `not known`: what a root move came to in a visit.
pub(super) fn worth(tree: &Tree, visit: NodeId) -> String {
    let node = &tree[visit];
    let score = tree.show(visit, node.score);
    if node.why == Why::Stopped {
        return "not known: the search was stopped".to_owned();
    }
    if is_proven_mate(tree, visit) {
        return score;
    }
    if tree.scale().is_mate(node.score) || tree.scale().is_infinite(node.score) {
        return "not known".to_owned();
    }
    match tree.bound_of(visit) {
        Bound::Exact => score,
        bound => tree.bound(visit, node.score, bound),
    }
}
