//! `line`: one line of play, node by node.

use kempelen_rules::Move;

use crate::position;
use crate::style::{Ink, Style};
use crate::tree::{Candidate, NodeId, Round, Tree, Verdict};
use crate::words::{ghost, side};

use super::picture::heading;

/// Follows a line of play through a search: what each node on it came to, why, and what else was thought of there. It
/// ends where the search did.
pub fn line(tree: &Tree, round: Round, moves: &[Move], style: &Style) -> String {
    let mut text = heading(tree, round, style);
    let mut here = Some(round.root);
    let mut position = Some(*tree.root_position());
    for (ply, &m) in moves.iter().enumerate() {
        let name = position::name(position.as_ref(), Some(m));
        let name = position::numbered(tree.root_position(), ply, &name);
        let Some(parent) = here else { break };
        let candidates = tree.candidates(parent);
        let found = candidates.iter().find(|candidate| candidate.m == m);
        let sentence = found.map_or_else(|| "not a move here".to_owned(), |found| tell(tree, parent, found));
        let ink = match found.map(|found| found.verdict) {
            Some(Verdict::Best(_) | Verdict::Cut(_)) => Ink::Main,
            Some(Verdict::Ghost(_) | Verdict::Skipped(_)) | None => Ink::Faint,
            _ => Ink::Plain,
        };
        text.push_str(&style.paint(&style.wrap(&format!("{name}: {sentence}"), 4), ink));
        text.push('\n');
        text.push_str(&beside(tree, parent, m, &candidates, style));
        here = found.and_then(|found| found.visits.last().copied());
        position = position.and_then(|position| position::after(position, Some(m)));
    }
    if let Some(end) = here {
        let because = tree.because(end);
        let mover = side(tree.turn(end));
        text.push_str(&style.wrap(&format!("{mover} to move: {because}"), 4));
        text.push('\n');
        let candidates = tree.candidates(end);
        text.push_str(&list(tree, end, &candidates, style));
    }
    text
}

/// What became of a move, in a sentence.
pub fn tell(tree: &Tree, parent: NodeId, candidate: &Candidate) -> String {
    let Some(&child) = candidate.visits.last() else {
        return match candidate.verdict {
            Verdict::Skipped(why) => format!("passed over: {}", why.words()),
            Verdict::Ghost(why) => ghost(why),
            Verdict::WasBest(score) | Verdict::Best(score) | Verdict::Cut(score) => {
                format!("called the best with {}", tree.show(parent, score))
            }
            _ => "not searched".to_owned(),
        };
    };
    let bound = tree.bound(child, tree[child].score, tree.bound_of(child));
    let how = tree[child].how.words();
    let how = if how.is_empty() { String::new() } else { format!(" ({how})") };
    let role = match candidate.verdict {
        Verdict::Best(_) => "the best move".to_owned(),
        Verdict::Cut(_) => "the move that cuts off".to_owned(),
        Verdict::WasBest(_) => "best for a while".to_owned(),
        Verdict::Judged(_) => "only judged, to be put in order".to_owned(),
        Verdict::Stopped => "being searched when the search was stopped".to_owned(),
        _ => "no better than what there was".to_owned(),
    };
    let visits = match candidate.visits.len() {
        1 => String::new(),
        visits => format!(", searched {visits} times"),
    };
    format!("{role}, {bound}{visits}{how}")
}

/// The other moves of a node, in one line: those that had been or became the best.
fn beside(tree: &Tree, parent: NodeId, m: Move, candidates: &[Candidate], style: &Style) -> String {
    let others: Vec<String> = candidates
        .iter()
        .filter(|candidate| candidate.m != m)
        .filter_map(|candidate| match candidate.verdict {
            Verdict::Best(score) | Verdict::Cut(score) | Verdict::WasBest(score) => {
                Some(format!("{} {}", tree.name_of(parent, candidate.m), tree.show(parent, score)))
            }
            _ => None,
        })
        .collect();
    if others.is_empty() {
        return String::new();
    }
    let text = style.wrap(&format!("    also best for a while or in the end: {}", others.join(", ")), 4);
    format!("    {}\n", style.paint(&text, Ink::Faint))
}

/// Every move of a node with what became of it.
fn list(tree: &Tree, id: NodeId, candidates: &[Candidate], style: &Style) -> String {
    let mut text = String::new();
    for candidate in candidates {
        let ink = match candidate.verdict {
            Verdict::Best(_) | Verdict::Cut(_) => Ink::Main,
            Verdict::Ghost(_) | Verdict::Skipped(_) => Ink::Faint,
            _ => Ink::Plain,
        };
        let name = tree.name_of(id, candidate.m);
        text.push_str(&style.line(&format!("  {name:<8} {}", tell(tree, id, candidate)), ink));
        text.push('\n');
    }
    text
}
