//! `diff`: two traces side by side, and where they first part.

use std::fmt::Write;

use kempelen_rules::Move;
use kempelen_trace::{Event, code};

use crate::position;
use crate::style::{Ink, Style};
use crate::tree::{Round, Tree};
use crate::words::side;

/// Compares two traces: what they are of, what they answered, what was best at each depth, where their principal
/// variations part, and the first thing one said that the other did not.
pub fn diff(a: &Tree, b: &Tree, style: &Style) -> String {
    let mut paper = DiffPaper { style, text: String::new(), half: (style.width.max(48) - 10) / 2 };
    headers(a, b, &mut paper);
    let same_position = a.root_position() == b.root_position();
    if !same_position {
        paper.say("They are of different positions, so that there is nothing more to compare.");
        return paper.text;
    }
    answers(a, b, &mut paper);
    depths(a, b, &mut paper);
    lines(a, b, &mut paper);
    first_event(a, b, &mut paper);
    paper.text
}

fn headers(a: &Tree, b: &Tree, paper: &mut DiffPaper<'_>) {
    let words = |tree: &Tree| {
        let header = tree.header();
        let limits: Vec<String> =
            header.limits.iter().map(|(name, value)| format!("{name} {value}")).collect();
        format!("{} ({})", header.engine, limits.join(", "))
    };
    paper.pair("", &words(a), &words(b), Ink::Head);
    if a.root_position() != b.root_position() {
        paper.pair("", &a.root_position().fen(), &b.root_position().fen(), Ink::Plain);
    }
    let count = |tree: &Tree| tree.recording().tally.nodes().to_string();
    paper.pair("nodes", &count(a), &count(b), Ink::Plain);
}

fn answers(a: &Tree, b: &Tree, paper: &mut DiffPaper<'_>) {
    let answer = |tree: &Tree| {
        let Some(answer) = &tree.recording().answer else { return "none".to_owned() };
        let m = answer.best.as_deref().and_then(|text| tree.root_position().read_uci(text).ok());
        let name = m.map_or_else(|| "no move".to_owned(), |m| tree.root_position().san(m));
        format!("{name} {}", answer.score.as_deref().unwrap_or(""))
    };
    let (left, right) = (answer(a), answer(b));
    let same = left.split(' ').next() == right.split(' ').next();
    paper.pair("answer", &left, &right, if same { Ink::Plain } else { Ink::Main });
}

/// What was best at each depth that either has.
fn depths(a: &Tree, b: &Tree, paper: &mut DiffPaper<'_>) {
    let all = |tree: &Tree| tree.rounds().iter().map(|round| round.depth).collect::<Vec<u8>>();
    let mut depths = all(a);
    depths.extend(all(b));
    depths.sort_unstable();
    depths.dedup();
    let best = |tree: &Tree, depth: u8| {
        let found = tree.round_of_depth(depth).and_then(|round| Some((round, tree.best(round.root)?)));
        found.map(|(round, (m, score))| {
            (m, format!("{} {}", tree.name_of(round.root, m), tree.show(round.root, score)))
        })
    };
    let mut first = None;
    for depth in depths {
        let (left, right) = (best(a, depth), best(b, depth));
        let parts = matches!((&left, &right), (Some((left, _)), Some((right, _))) if left != right);
        if parts && first.is_none() {
            first = Some(depth);
        }
        let words = |best: Option<(Move, String)>| best.map_or_else(|| "-".to_owned(), |(_, words)| words);
        let ink = if parts { Ink::Main } else { Ink::Plain };
        paper.pair(&format!("depth {depth}"), &words(left), &words(right), ink);
    }
    match first {
        Some(depth) => paper.say(&format!("They first prefer different moves at depth {depth}.")),
        None => paper.say("At the depths that both have, they prefer the same moves."),
    }
}

/// The principal variations, and the moves behind which they part.
fn lines(a: &Tree, b: &Tree, paper: &mut DiffPaper<'_>) {
    let main = |tree: &Tree, round: Round| -> Vec<Move> {
        let nodes = super::picture::main_line(tree, round.root);
        let mut moves: Vec<Move> = nodes.iter().skip(1).filter_map(|&id| tree[id].m).collect();
        moves.extend(nodes.last().and_then(|&id| tree.best(id)).map(|(m, _)| m));
        moves
    };
    let (left, right) = (main(a, a.last_round()), main(b, b.last_round()));
    let words = |moves: &[Move]| {
        position::line(a.root_position(), &moves.iter().copied().map(Some).collect::<Vec<_>>())
    };
    paper.pair("line", &words(&left), &words(&right), Ink::Plain);
    let common = left.iter().zip(&right).take_while(|(left, right)| left == right).count();
    let next = |moves: &[Move]| {
        let name = moves.get(common).map(|_| words(&moves[..=common]));
        name.and_then(|name| name.split(' ').next_back().map(str::to_owned))
            .unwrap_or_else(|| "ends".to_owned())
    };
    if common == left.len() && common == right.len() {
        paper.say("Their lines are the same.");
        return;
    }
    let shared = words(&left[..common]);
    let place = if common == 0 { "at the root".to_owned() } else { format!("after {shared}") };
    let turn = if common.is_multiple_of(2) { a.root_position().turn() } else { !a.root_position().turn() };
    paper.say(&format!(
        "Their lines part {place}, with {} to move: {} here, {} there.",
        side(turn),
        next(&left),
        next(&right)
    ));
    for (tree, moves) in [(a, &left), (b, &right)] {
        if let Some(node) = tree.follow(tree.last_round().root, &moves[..common]) {
            paper.say(&format!("{}: {}.", tree.header().engine, tree.because(node)));
        }
    }
}

/// The first event in which the two differ, for searches that begin alike.
fn first_event(a: &Tree, b: &Tree, paper: &mut DiffPaper<'_>) {
    let mut path: Vec<Option<Move>> = Vec::new();
    let mut plies: Vec<bool> = Vec::new();
    let left = code::Events::new(&a.recording().events).map_while(Result::ok);
    let mut right = code::Events::new(&b.recording().events).map_while(Result::ok);
    let mut number = 0u64;
    for event in left {
        let other = right.next();
        if other != Some(event) {
            let line = position::line(a.root_position(), &path);
            let place = if line.is_empty() { "at the root".to_owned() } else { format!("after {line}") };
            let other =
                other.map_or_else(|| "nothing any more".to_owned(), |other| in_words(b, &path, other));
            paper.say(&format!(
                "The first {number} events are the same. Then, {place}, the one says: {}; the other: {other}.",
                in_words(a, &path, event)
            ));
            return;
        }
        number += 1;
        match event {
            Event::Enter { m, how, .. } => {
                let moves_on = how.moves_on(m) && !plies.is_empty();
                plies.push(moves_on);
                if moves_on {
                    path.push(m);
                }
            }
            Event::Leave { .. } => {
                let moved_on = plies.pop() == Some(true);
                path.truncate(path.len() - usize::from(moved_on));
            }
            _ => {}
        }
    }
    if right.next().is_some() {
        paper.say(&format!("All {number} events of the one are the first of the other, which goes on."));
    } else {
        paper.say(&format!("All {number} events are the same."));
    }
}

/// An event in a few words.
fn in_words(tree: &Tree, path: &[Option<Move>], event: Event) -> String {
    let position = path.iter().copied().try_fold(*tree.root_position(), position::after);
    let name = |m: Option<Move>| {
        m.map_or_else(|| "the same node".to_owned(), |m| position::name(position.as_ref(), Some(m)))
    };
    let show = |score| tree.scale().show(score);
    match event {
        Event::Iteration { depth } => format!("a search to depth {depth} begins"),
        Event::Enter { m, depth, alpha, beta, .. } => {
            format!("{} is searched to depth {depth} within {} and {}", name(m), show(alpha), show(beta))
        }
        Event::Static { score } => format!("judged at {} for the side to move", show(score)),
        Event::Table { score, depth, .. } => format!("the table has {} from depth {depth}", show(score)),
        Event::Skip { m, .. } => format!("{} is passed over", name(Some(m))),
        Event::Best { m, score } => format!("{} is the best so far with {}", name(Some(m)), show(score)),
        Event::Leave { score, why } => {
            format!("left with {} ({})", show(score), why.name())
        }
        Event::Dropped { nodes } => format!("{nodes} nodes were not kept"),
        _ => "a playout".to_owned(),
    }
}

struct DiffPaper<'s> {
    style: &'s Style,
    text: String,
    /// How wide each side is.
    half: usize,
}

impl DiffPaper<'_> {
    fn say(&mut self, text: &str) {
        let text = self.style.wrap(text, 2);
        // Writing to a string does not fail.
        let _ = writeln!(self.text, "{text}");
    }

    /// Two things side by side, each broken into as many lines as it takes.
    fn pair(&mut self, label: &str, left: &str, right: &str, ink: Ink) {
        let half = Style { width: self.half - 1, ..*self.style };
        let (left, right) = (half.wrap(left, 0), half.wrap(right, 0));
        let (mut left, mut right) = (left.lines(), right.lines());
        let mut label = label;
        loop {
            let (l, r) = (left.next(), right.next());
            if l.is_none() && r.is_none() {
                break;
            }
            let width = self.half;
            let row = format!("{label:<9} {:<width$}{}", l.unwrap_or(""), r.unwrap_or(""));
            let _ = writeln!(self.text, "{}", self.style.paint(row.trim_end(), ink));
            label = "";
        }
    }
}
