//! `why`: where the worth of a chosen move comes from.

use std::fmt::Write;

use kempelen_engine::Score as EngineScore;
use kempelen_rules::{Color, Move};
use kempelen_trace::{Bound, ScoreProof, Why};

use crate::exact::{ExactAnswer, Weighing};
use crate::grade::Grade;
use crate::position;
use crate::style::{Ink, Style};
use crate::tree::{Round, Tree};

use super::continuation::LONGEST_LINE;
use super::root_moves::{MoveAtDepth, answer, chosen, depths, own_line, root_name, visit_at, worth};
use super::why_not::why_not;

/// Why a root move was chosen: what it is worth and where that comes from, since when it has been the best, and what
/// became of the others. Without a move, the engine's own; for another one, why not that.
///
/// What a search alone does not know, which move is second and by how much, is told where somebody has asked the machine
/// ([`weigh`](crate::weigh)).
pub fn why(tree: &Tree, m: Option<Move>, weighing: Option<&Weighing>, style: &Style) -> String {
    let Some(chosen) = chosen(tree) else {
        let because = tree.because(tree.last_round().root);
        return style.wrap(&format!("{} found no move to call the best: {because}", tree.header().engine), 2)
            + "\n";
    };
    match m {
        Some(m) if m != chosen => why_not(tree, m, weighing, style),
        _ => Chosen { tree, m: chosen, weighing, style }.tell(),
    }
}

pub(super) struct Chosen<'t> {
    pub(super) tree: &'t Tree,
    pub(super) m: Move,
    pub(super) weighing: Option<&'t Weighing>,
    pub(super) style: &'t Style,
}

impl Chosen<'_> {
    pub(super) fn tell(&self) -> String {
        let Self { tree, m, style, .. } = *self;
        let engine = &tree.header().engine;
        let name = root_name(tree, m);
        let mut paper = WhyPaper::new(style);
        let root = &tree[tree.last_round().root];
        if root.why.facts().proof == ScoreProof::Unsearched {
            paper.head(&format!("why {name}: {engine} did not search"));
            paper.say(&format!("The reason: {}.", root.why.words()));
            return paper.text;
        }
        let Some((round, worth)) = self.worth() else {
            paper.say(&format!("{engine} plays {name}. The trace does not say why."));
            return paper.text;
        };
        if answer(tree).is_none() {
            paper.head(&format!("why {name}: the best at depth {}, worth {worth}", round.depth));
            paper.say(&without_answer(tree));
        } else {
            paper.head(&format!(
                "why {name}: {engine} takes it for the best, worth {worth}, at depth {}",
                round.depth
            ));
        }
        paper.say(SIDE_OF_SCORES);
        self.expectation(&mut paper);
        self.since(&mut paper);
        self.others(&mut paper, round);
        self.effort(&mut paper, round);
        paper.text.push('\n');
        by_depth(tree, m, &mut paper);
        paper.text
    }

    /// The last search of the root in which it was the best, and its worth there.
    fn worth(&self) -> Option<(Round, String)> {
        let Self { tree, m, .. } = *self;
        let best = depths(tree).into_iter().rev().find_map(|round| {
            let (_, score) = tree.best(round.root).filter(|&(best, _)| best == m)?;
            let root = &tree[round.root];
            let bound = match score {
                _ if score >= root.beta => Bound::Lower,
                _ if score <= root.alpha => Bound::Upper,
                _ => Bound::Exact,
            };
            let worth = match bound {
                Bound::Exact => tree.show(round.root, score),
                bound => format!("{} (a bound)", tree.bound(round.root, score, bound)),
            };
            Some((round, worth))
        });
        best.or_else(|| {
            let round = tree.last_round();
            Some((round, worth(tree, visit_at(tree, round.depth, m)?)))
        })
    }

    /// The line it expects, no further than the engine told it, and what is found at its end if that is where the worth
    /// comes from.
    fn expectation(&self, paper: &mut WhyPaper<'_>) {
        let Self { tree, m, .. } = *self;
        let mut line = own_line(tree, m);
        let is_whole = line.len() <= LONGEST_LINE;
        line.truncate(LONGEST_LINE);
        let ends = depths(tree).into_iter().rev().find_map(|round| {
            let (_, score) = tree.best(round.root).filter(|&(best, _)| best == m)?;
            let end = tree.follow(round.root, &line).filter(|_| is_whole)?;
            let agrees = tree.from_white(end, tree[end].score) == tree.from_white(round.root, score);
            agrees.then_some(end)
        });
        let line: Vec<Option<Move>> = line.into_iter().map(Some).collect();
        let line = position::line(tree.root_position(), &line);
        match ends {
            Some(end) if tree[end].why != Why::Table => {
                paper.say(&format!("It expects {line}. At the end of that: {}.", tree.because(end)));
            }
            _ => paper.say(&format!("It expects {line}. What the worth rests on further down was not kept.")),
        }
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

    /// The runner-up, where the machine was asked for it; and what was left out.
    fn others(&self, paper: &mut WhyPaper<'_>, round: Round) {
        let Self { tree, m, weighing, .. } = *self;
        let candidates = tree.candidates(round.root);
        let others = candidates.iter().filter(|candidate| candidate.m != m);
        let (searched, unsearched): (Vec<_>, Vec<_>) = others.partition(|other| !other.visits.is_empty());
        if searched.is_empty() && unsearched.is_empty() {
            paper.say("There was no other move.");
            return;
        }
        match weighing.and_then(|weighing| Some((&weighing.chosen, weighing.runner_up.as_ref()?))) {
            Some((own, second)) => paper.say(&runner_up(tree, own, second)),
            None if searched.is_empty() => {}
            None => paper.say(
                "Which of the others comes second the search does not say: it only showed that each is no better.",
            ),
        }
        if !unsearched.is_empty() {
            paper.say(&format!("{} other moves were not searched at this depth.", unsearched.len()));
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

/// Said once wherever scores are told.
pub(super) const SIDE_OF_SCORES: &str = "(All scores are White's: what is good for White is positive.)";

/// What there is to say where a trace has no answer.
pub(super) fn without_answer(tree: &Tree) -> String {
    let engine = &tree.header().engine;
    if tree.recording().cut.is_some() {
        format!("The trace is cut off before {engine} gave its answer, which may have been another move.")
    } else {
        format!("The trace has no answer of {engine}.")
    }
}

fn runner_up(tree: &Tree, own: &ExactAnswer, second: &ExactAnswer) -> String {
    let turn = tree.root_position().turn();
    let grade = match Grade::of(own.score, second.score) {
        Grade::AsGood => "about as good".to_owned(),
        grade => grade.to_string(),
    };
    let reply = second.line.get(1).and_then(|&reply| {
        let after = position::after(*tree.root_position(), Some(second.m))?;
        Some(format!(" (then {})", position::numbered(tree.root_position(), 1, &after.san(reply))))
    });
    let is_better = Grade::of(second.score, own.score) != Grade::AsGood;
    let better = if is_better { ", and looks even better when it is asked about alone" } else { "" };
    format!(
        "The second best, when {} is asked for all but this move with an open window, is {} with {}{}: {grade}{better}.",
        tree.header().engine,
        root_name(tree, second.m),
        for_white(second.score, turn),
        reply.unwrap_or_default(),
    )
}

/// A score of a side as people read it.
pub(super) fn for_white(score: EngineScore, side: Color) -> String {
    match side.pick(score, score.flip()) {
        EngineScore::Cp(cp) => format!("{:.2}", f64::from(cp) / 100.0),
        EngineScore::Mate(moves) if moves > 0 => format!("#{moves}"),
        // Being mated already has no sign of its own.
        EngineScore::Mate(0) => side.pick("-#0", "#0").to_owned(),
        EngineScore::Mate(moves) => format!("-#{}", -moves),
    }
}

/// A table: what was best at each depth, and what this move was.
pub(super) fn by_depth(tree: &Tree, m: Move, paper: &mut WhyPaper<'_>) {
    let name = position::name(Some(tree.root_position()), Some(m));
    let known = MoveAtDepth::all(tree, m);
    let mut has_bounds = false;
    paper.row(&format!("{:>5}  {:<18} {name}", "depth", "best"), Ink::Head);
    for round in depths(tree) {
        let root = round.root;
        let best = tree.best(root);
        let is_best = best.is_some_and(|(best, _)| best == m);
        let unfinished = if tree[root].why == Why::Stopped { " (not finished)" } else { "" };
        let best_text = best.map_or_else(String::new, |(best, score)| {
            format!("{} {}", tree.name_of(root, best), tree.show(root, score))
        });
        let own = match known.iter().find(|known| known.depth == round.depth) {
            _ if is_best => "the best".to_owned(),
            None => "not searched".to_owned(),
            Some(known) => {
                let worth = known.worth(tree);
                has_bounds |= worth.starts_with("at ");
                let reply = known.reply(tree).map_or_else(String::new, |reply| {
                    let turn = tree.turn(known.visit);
                    let reply = tree.name_of(known.visit, reply);
                    format!("; {} answers {reply}", turn.pick("White", "Black"))
                });
                format!("{worth}{reply}")
            }
        };
        let ink = if is_best { Ink::Main } else { Ink::Plain };
        paper.row(&format!("{:>5}  {best_text:<18} {own}{unfinished}", round.depth), ink);
    }
    if has_bounds {
        let side = tree.root_position().turn();
        paper.say(&format!(
            "({:?} is a bound: the search looked no further once the move was shown to be no better than the best.)",
            side.pick("at most", "at least")
        ));
    }
}

/// Sentences and rows, one after the other.
pub(super) struct WhyPaper<'s> {
    style: &'s Style,
    pub(super) text: String,
}

impl<'s> WhyPaper<'s> {
    pub(super) fn new(style: &'s Style) -> Self {
        Self { style, text: String::new() }
    }

    pub(super) fn head(&mut self, text: &str) {
        let text = self.style.paint(&self.style.wrap(text, 2), Ink::Head);
        self.put(&text);
    }

    pub(super) fn say(&mut self, text: &str) {
        let text = self.style.wrap(text, 2);
        self.put(&text);
    }

    pub(super) fn row(&mut self, text: &str, ink: Ink) {
        let text = self.style.line(text, ink);
        self.put(&text);
    }

    fn put(&mut self, text: &str) {
        // Writing to a string does not fail.
        let _ = writeln!(self.text, "{text}");
    }
}
