//! `why` and `why-not`: the two questions everybody asks.

use std::fmt::Write;

use kempelen_rules::Move;
use kempelen_trace::{Bound, Score, ScoreProof, Why};

use crate::position;
use crate::style::{Ink, Style};
use crate::tree::{Candidate, NodeId, Round, Tree, Verdict};
use crate::words::{ghost, side};

/// Lines are not shown further than this.
const LONGEST_LINE: usize = 16;
/// Trees larger than this are not searched for positions that the table knew.
const MOST_NODES: usize = 1 << 20;
/// How often a line is followed from where the table settled it to where that was searched.
const MOST_JUMPS: usize = 3;

/// Why a root move was chosen: what it is worth and where that comes from, since when it has been the best, and what
/// became of the others. Without a move, the engine's own; for another one, why not that.
pub fn why(tree: &Tree, m: Option<Move>, style: &Style) -> String {
    let Some(chosen) = chosen(tree) else {
        let because = tree.because(tree.last_round().root);
        return style.wrap(&format!("{} found no move to call the best: {because}", tree.header().engine), 2)
            + "\n";
    };
    match m {
        Some(m) if m != chosen => why_not(tree, m, style),
        _ => Chosen { tree, m: chosen, style }.tell(),
    }
}

/// Why a root move was not chosen: its refutation, where it falls behind, and at which depth that was seen.
pub fn why_not(tree: &Tree, m: Move, style: &Style) -> String {
    match chosen(tree) {
        Some(chosen) if chosen == m => Chosen { tree, m, style }.tell(),
        chosen => Rejected { tree, m, chosen, style }.tell(),
    }
}

/// The move an engine chose: its answer, or where the trace has none, the best of the last search.
fn chosen(tree: &Tree) -> Option<Move> {
    let answer = tree.recording().answer.as_ref().and_then(|answer| answer.best.as_deref());
    let answer = answer.and_then(|text| tree.root_position().read_uci(text).ok());
    answer.or_else(|| tree.best(tree.last_round().root).map(|(m, _)| m))
}

/// Depths in order, each with the search of the root that counts.
fn depths(tree: &Tree) -> Vec<Round> {
    let mut depths: Vec<u8> = tree.rounds().iter().map(|round| round.depth).collect();
    depths.dedup();
    depths.into_iter().filter_map(|depth| tree.round_of_depth(depth)).collect()
}

/// The visit to a root move at a depth that says most: the last one.
fn visit_at(tree: &Tree, depth: u8, m: Move) -> Option<NodeId> {
    tree.rounds()
        .iter()
        .rev()
        .filter(|round| round.depth == depth)
        .find_map(|round| tree.visit(round.root, m))
}

fn root_name(tree: &Tree, m: Move) -> String {
    position::numbered(tree.root_position(), 0, &position::name(Some(tree.root_position()), Some(m)))
}

/// `at most -3.10`: what a root move came to in a visit.
fn worth(tree: &Tree, visit: NodeId) -> String {
    tree.bound(visit, tree[visit].score, tree.bound_of(visit))
}

/// How play goes on from a node, as the search saw it.
struct Continuation {
    moves: Vec<Move>,
    /// The nodes behind the moves, as far as there are any.
    nodes: Vec<NodeId>,
}

impl Continuation {
    /// From a node: its best move, or what the table has for one, or the one that did least badly; and so on.
    fn from(tree: &Tree, start: NodeId) -> Self {
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
    fn in_full(tree: &Tree, start: NodeId) -> Self {
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

struct Chosen<'t> {
    tree: &'t Tree,
    m: Move,
    style: &'t Style,
}

impl Chosen<'_> {
    fn tell(&self) -> String {
        let Self { tree, m, style } = *self;
        let engine = &tree.header().engine;
        let name = root_name(tree, m);
        let round = tree.last_round();
        let mut paper = WhyPaper { style, text: String::new() };
        let Some(visit) = visit_at(tree, round.depth, m) else {
            let root = &tree[round.root];
            if root.why.facts().proof == ScoreProof::Unsearched {
                paper.head(&format!("why {name}: {engine} did not search"));
                paper.say(&format!("The reason: {}.", root.why.words()));
            } else {
                paper.say(&format!("{engine} plays {name}. The trace does not say why."));
            }
            return paper.text;
        };
        paper.head(&format!(
            "why {name}: {engine} takes it for the best, worth {}, at depth {}",
            worth(tree, visit),
            round.depth
        ));
        self.expectation(&mut paper, visit);
        self.since(&mut paper);
        self.rivals(&mut paper, round);
        self.effort(&mut paper, round);
        paper.text.push('\n');
        by_depth(tree, m, &mut paper);
        paper.text
    }

    /// The line it expects, and what is found at its end.
    fn expectation(&self, paper: &mut WhyPaper<'_>, visit: NodeId) {
        let Self { tree, m, .. } = *self;
        let continuation = Continuation::in_full(tree, visit);
        let line: Vec<Option<Move>> = std::iter::once(m).chain(continuation.moves).map(Some).collect();
        let end = continuation.nodes.last().copied().unwrap_or(visit);
        let line = position::line(tree.root_position(), &line);
        paper.say(&format!("It expects {line}. At the end of that: {}.", tree.because(end)));
    }

    fn since(&self, paper: &mut WhyPaper<'_>) {
        let Self { tree, m, .. } = *self;
        let depths = depths(tree);
        let best: Vec<(u8, Move)> =
            depths.iter().filter_map(|round| Some((round.depth, tree.best(round.root)?.0))).collect();
        match best.iter().rposition(|&(_, best)| best != m) {
            None if best.len() > 1 => paper.say("It was the best at every depth."),
            Some(index) if index + 1 < best.len() => {
                let (before, other) = best[index];
                let since = best[index + 1].0;
                let other = root_name(tree, other);
                paper.say(&format!(
                    "It has been the best since depth {since}; at depth {before} that was {other}."
                ));
            }
            _ => {}
        }
    }

    /// The other moves: those that were best for a while, and the one that came closest.
    fn rivals(&self, paper: &mut WhyPaper<'_>, round: Round) {
        let Self { tree, m, .. } = *self;
        let candidates: Vec<Candidate> =
            tree.candidates(round.root).into_iter().filter(|candidate| candidate.m != m).collect();
        if candidates.is_empty() {
            paper.say("There was no other move.");
            return;
        }
        let value = |candidate: &Candidate| match candidate.verdict {
            Verdict::Worse(score) | Verdict::WasBest(score) => Some(score),
            _ => None,
        };
        let closest =
            candidates.iter().filter(|candidate| value(candidate).is_some()).max_by_key(|c| value(c));
        if let Some((closest, &visit)) = closest.and_then(|c| Some((c, c.visits.last()?))) {
            let name = root_name(tree, closest.m);
            let answer = Continuation::from(tree, visit).moves.first().copied();
            let answer = answer.map_or_else(String::new, |answer| {
                format!(", since {} answers {}", side(tree.turn(visit)), tree.name_of(visit, answer))
            });
            paper.say(&format!("The closest of the others, {name}, is {}{answer}.", worth(tree, visit)));
        }
        let unsearched = candidates.iter().filter(|candidate| candidate.visits.is_empty()).count();
        if unsearched > 0 {
            paper.say(&format!("{unsearched} other moves were not searched at this depth."));
        }
    }

    fn effort(&self, paper: &mut WhyPaper<'_>, round: Round) {
        let Self { tree, m, .. } = *self;
        let of = |wanted: Option<Move>| -> u64 {
            let children =
                tree.children(round.root).filter(|&child| wanted.is_none() || tree[child].m == wanted);
            children.map(|child| tree[child].nodes).fold(0, u64::saturating_add)
        };
        let (own, all) = (of(Some(m)), of(None));
        if all > 0 {
            let share = 100.0 * own as f64 / all as f64;
            paper.say(&format!("{share:.0} % of the {all} nodes of that depth were spent on it."));
        }
    }
}

struct Rejected<'t> {
    tree: &'t Tree,
    m: Move,
    chosen: Option<Move>,
    style: &'t Style,
}

impl Rejected<'_> {
    fn tell(&self) -> String {
        let Self { tree, m, style, .. } = *self;
        let name = root_name(tree, m);
        let mut paper = WhyPaper { style, text: String::new() };
        let depths = depths(tree);
        let Some((depth, visit)) = self.last_visit(&depths) else {
            paper.head(&format!("why not {name}: it was never searched"));
            paper.say(&self.never());
            return paper.text;
        };
        paper.head(&format!("why not {name}: {} at depth {depth}", worth(tree, visit)));
        if let Some(chosen) = self.chosen {
            let its = visit_at(tree, tree.last_round().depth, chosen);
            let its = its.map_or_else(String::new, |visit| format!(", {}", worth(tree, visit)));
            paper.say(&format!("{} chose {}{its}.", tree.header().engine, root_name(tree, chosen)));
        }
        self.refutation(&mut paper, &depths, visit);
        self.since(&mut paper, &depths);
        paper.text.push('\n');
        by_depth(tree, m, &mut paper);
        paper.text
    }

    /// The deepest search of the move that was not broken off.
    fn last_visit(&self, depths: &[Round]) -> Option<(u8, NodeId)> {
        let visits = || {
            depths
                .iter()
                .rev()
                .filter_map(|round| Some((round.depth, visit_at(self.tree, round.depth, self.m)?)))
        };
        visits().find(|&(_, visit)| self.tree[visit].why != Why::Stopped).or_else(|| visits().next())
    }

    /// Why it was never searched.
    fn never(&self) -> String {
        let candidates = self.tree.candidates(self.tree.last_round().root);
        match candidates.iter().find(|candidate| candidate.m == self.m).map(|candidate| candidate.verdict) {
            Some(Verdict::Skipped(why)) => format!("It was passed over: {}.", why.words()),
            Some(Verdict::Ghost(why)) => format!("It is a ghost: {}.", ghost(why)),
            _ => "The trace does not say why.".to_owned(),
        }
    }

    /// How the other side answers, how play goes on, and where the move falls behind.
    fn refutation(&self, paper: &mut WhyPaper<'_>, depths: &[Round], last: NodeId) {
        let Self { tree, m, .. } = *self;
        let Some((visit, continuation)) = self.fullest(depths, last) else {
            paper.say(&format!("No answer was needed: {}.", tree.because(last)));
            return;
        };
        let opponent = side(tree.turn(visit));
        let line: Vec<Option<Move>> =
            std::iter::once(m).chain(continuation.moves.iter().copied()).map(Some).collect();
        let reply = tree.name_of(visit, continuation.moves[0]);
        let reply = position::numbered(tree.root_position(), 1, &reply);
        let line = position::line(tree.root_position(), &line);
        paper.say(&format!("The refutation that was found: {reply}. {opponent} expects {line}."));
        let end = continuation.nodes.last().copied().unwrap_or(visit);
        paper.say(&format!("At the end of that: {}.", tree.because(end)));
        if let Some(sentence) = self.turning_point(visit, &continuation) {
            paper.say(&sentence);
        }
    }

    /// The last search may have known the end without playing it out. Of all that give its answer, or any where it gives
    /// none, the one that tells most is the one to tell.
    fn fullest(&self, depths: &[Round], last: NodeId) -> Option<(NodeId, Continuation)> {
        let tree = self.tree;
        let earlier = depths.iter().rev().filter_map(|round| visit_at(tree, round.depth, self.m));
        let told = std::iter::once(last).chain(earlier).map(|visit| (visit, Continuation::from(tree, visit)));
        let mut told: Vec<(NodeId, Continuation)> = told.filter(|(_, line)| !line.moves.is_empty()).collect();
        let answer = told.first().map(|(_, line)| line.moves[0])?;
        told.retain(|(_, line)| line.moves[0] == answer);
        // Of equals the latest.
        let longest = told.iter().map(|(_, line)| line.moves.len()).max()?;
        let (visit, _) = told.into_iter().find(|(_, line)| line.moves.len() == longest)?;
        Some((visit, Continuation::in_full(tree, visit)))
    }

    /// The move of the line after which the evaluation has fallen for good.
    fn turning_point(&self, visit: NodeId, continuation: &Continuation) -> Option<String> {
        let tree = self.tree;
        let root = tree.last_round().root;
        let mover = tree.root_position().turn();
        let for_mover =
            |id: NodeId, score: Score| mover.pick(tree.from_white(id, score), -tree.from_white(id, score));
        let judged = |id: NodeId| tree.static_score(id).map(|score| for_mover(id, score));
        let start = judged(root).or_else(|| tree.rounds().iter().find_map(|round| judged(round.root)))?;
        let end = for_mover(visit, tree[visit].score);
        let drop = start.saturating_sub(end);
        if drop <= 0 {
            return None;
        }
        let middle = end + drop / 2;
        let nodes: Vec<NodeId> = std::iter::once(visit).chain(continuation.nodes.iter().copied()).collect();
        let scores: Vec<Option<Score>> = nodes.iter().map(|&id| judged(id)).collect();
        let still_up = scores.iter().rposition(|score| score.is_some_and(|score| score > middle));
        let fallen =
            (still_up.map_or(0, |index| index + 1)..nodes.len()).find(|&index| scores[index].is_some())?;
        let before = scores[..fallen].iter().rev().find_map(|score| *score).unwrap_or(start);
        let show = |score: Score| tree.scale().show(mover.pick(score, score.saturating_neg()));
        let name = position::numbered(tree.root_position(), fallen, &tree.name(nodes[fallen]));
        let (before, after) = (show(before), show(scores[fallen]?));
        Some(format!(
            "It falls behind with {name}: from there on the evaluation stays low ({before} before it, {after} after it)."
        ))
    }

    /// At which depth it fell behind, and since when the refutation is known.
    fn since(&self, paper: &mut WhyPaper<'_>, depths: &[Round]) {
        let Self { tree, m, .. } = *self;
        let best: Vec<(u8, bool)> =
            depths.iter().filter_map(|round| Some((round.depth, tree.best(round.root)?.0 == m))).collect();
        match best.iter().rposition(|&(_, is_best)| is_best) {
            Some(index) if index + 1 < best.len() => paper.say(&format!(
                "It was the best at depth {}, and has been behind since depth {}.",
                best[index].0,
                best[index + 1].0
            )),
            Some(_) => paper.say("It was the best of the last search that was finished."),
            None if best.len() > 1 => paper.say("It was the best at no depth."),
            None => {}
        }
        let replies: Vec<(u8, Move)> = depths
            .iter()
            .filter_map(|round| {
                let visit = visit_at(tree, round.depth, m)?;
                Some((round.depth, *Continuation::from(tree, visit).moves.first()?))
            })
            .collect();
        if let Some(&(last, reply)) = replies.last()
            && let Some(&(first, _)) = replies.iter().rev().take_while(|&&(_, other)| other == reply).last()
            && first < last
            && let Some(visit) = visit_at(tree, last, m)
        {
            paper.say(&format!(
                "The answer {} has been known since depth {first}.",
                tree.name_of(visit, reply)
            ));
        }
    }
}

/// A table: what was best at each depth, and what this move was.
fn by_depth(tree: &Tree, m: Move, paper: &mut WhyPaper<'_>) {
    let name = position::name(Some(tree.root_position()), Some(m));
    paper.row(&format!("{:>5}  {:<18} {name}", "depth", "best"), Ink::Head);
    for round in depths(tree) {
        let root = round.root;
        let best = tree.best(root);
        let best_text = best.map_or_else(String::new, |(best, score)| {
            format!("{} {}", tree.name_of(root, best), tree.show(root, score))
        });
        let own = match visit_at(tree, round.depth, m) {
            None => "not searched".to_owned(),
            Some(visit) => {
                let reply = Continuation::from(tree, visit).moves.first().copied();
                let reply = reply.map_or_else(String::new, |reply| {
                    let turn = tree.turn(visit);
                    format!("; {} answers {}", turn.pick("White", "Black"), tree.name_of(visit, reply))
                });
                format!("{}{reply}", worth(tree, visit))
            }
        };
        let ink = if best.is_some_and(|(best, _)| best == m) { Ink::Main } else { Ink::Plain };
        paper.row(&format!("{:>5}  {best_text:<18} {own}", round.depth), ink);
    }
}

/// Sentences and rows, one after the other.
struct WhyPaper<'s> {
    style: &'s Style,
    text: String,
}

impl WhyPaper<'_> {
    fn head(&mut self, text: &str) {
        let text = self.style.paint(&self.style.wrap(text, 2), Ink::Head);
        self.put(&text);
    }

    fn say(&mut self, text: &str) {
        let text = self.style.wrap(text, 2);
        self.put(&text);
    }

    fn row(&mut self, text: &str, ink: Ink) {
        let text = self.style.line(text, ink);
        self.put(&text);
    }

    fn put(&mut self, text: &str) {
        // Writing to a string does not fail.
        let _ = writeln!(self.text, "{text}");
    }
}
