//! Exact answers: what a machine says of single moves when it is asked about them.
//!
//! A search compares moves only as far as it must. Of all but the best it knows little more than *not better than what
//! there is*: the bound at which it stopped looking. Such bounds say nothing about which move came second, nor by how
//! much the others are worse. So the machine is asked again, with an open window and to the same depth:
//!
//! - [`exact`] asks about each of some moves alone. The answers can be compared with each other.
//! - [`best_of_others`] forbids a move and asks what the machine would play then: the *runner-up*.
//! - [`weigh`] does what a question about one move needs: the chosen move, the runner-up and the asked move, side by
//!   side at one depth.
//!
//! It works with every machine that lets its moves be restricted ([`Ask::only`]), which all of the cabinet do. Where a
//! machine is asked for a depth or a number of nodes, the answers are the same every time: each is what the machine says
//! with `go depth D searchmoves M`. Machines that [count playouts](Capability::CountsPlayouts) have no depth to
//! compare at; theirs are compared at the same number of playouts.
//!
//! ```
//! use kempelen_alphabeta::Kempelen;
//! use kempelen_engine::{Ask, Engine, Limits, Stop};
//! use kempelen_rules::{AnyGame, AnyPosition, VariantId};
//! use kempelen_window::{ExactAnswer, Grade, Question, same_effort, weigh};
//!
//! // White threatens mate on f7. What is wrong with 3...Be7?
//! let fen = "r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 3 3";
//! let game = AnyGame::new(AnyPosition::from_fen(VariantId::Chess, fen)?);
//! let (stop, asked) = (Stop::new(), game.position().read_move("Be7")?);
//! let mut engine = Kempelen::default();
//! let report = engine.think(Ask::new(&game, Limits::depth(8), &stop, &mut |_| {}))?;
//!
//! let question = Question::new(&game, same_effort(&engine, &report), &stop);
//! let chosen = ExactAnswer::of_report(&report).expect("a move and its score");
//! let weighing = weigh(&mut engine, &question, &chosen, Some(asked))?;
//!
//! let asked = weighing.asked.expect("an answer");
//! assert_eq!(Grade::of(weighing.chosen.score, asked.score), Grade::AllowsMate(1));
//! assert_eq!(game.position().san_line(&asked.line), ["Be7", "Qxf7#"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::cmp::Ordering;

use kempelen_engine::{
    Ask, Capability, Engine, EngineError, Info, Limits, Report, Score, ScoreBound, ScoredLine,
};
use kempelen_rules::Move;

use crate::record::Question;

/// What a machine says of a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExactAnswer {
    /// The move.
    pub m: Move,
    /// The line that the machine expects, the move first. It may end before the depth does.
    pub line: Vec<Move>,
    /// What it is worth, seen from the side that makes the move.
    pub score: Score,
    /// Whether that is only a bound. Answers of [`exact`], [`best_of_others`] and [`weigh`] are exact.
    pub bound: ScoreBound,
    /// The depth it was searched to, as the machine counts it; of playouts, how far they went.
    pub depth: u8,
    /// Nodes or playouts that it took.
    pub nodes: u64,
}

impl ExactAnswer {
    /// What a machine says of the move that it chose; nothing where it gives no score.
    pub fn of_report(report: &Report) -> Option<Self> {
        let line = report.lines.iter().find(|line| line.pv.first() == report.best.as_ref())?;
        Self::of_line(line, report.nodes)
    }

    fn of_line(line: &ScoredLine, nodes: u64) -> Option<Self> {
        Some(Self {
            m: *line.pv.first()?,
            line: line.pv.clone(),
            score: line.score?,
            bound: line.bound,
            depth: line.depth,
            nodes,
        })
    }

    /// The better of two answers is greater.
    fn rank(&self, other: &Self) -> Ordering {
        self.score.as_cp().cmp(&other.score.as_cp())
    }
}

/// A chosen move, the runner-up, and a move that was asked about, searched to the same depth.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Weighing {
    /// The move the machine chose.
    pub chosen: ExactAnswer,
    /// The best of the others: what the machine would play if the chosen move were forbidden, or the asked move where
    /// that alone came out even better. None where there is no other.
    pub runner_up: Option<ExactAnswer>,
    /// The move that was asked about; the same as one of the others where it is one of them.
    pub asked: Option<ExactAnswer>,
    /// Nodes that the answers took, besides those of the search itself.
    pub nodes: u64,
}

/// Limits under which a machine looks as far as it did for a report: its depth, or its playouts.
pub fn same_effort(engine: &dyn Engine, report: &Report) -> Limits {
    let depth = report.lines.first().map(|line| line.depth.max(1));
    match depth {
        Some(depth) if !engine.about().can(Capability::CountsPlayouts) => Limits::depth(depth),
        _ => Limits::nodes(report.nodes.max(1)),
    }
}

/// Asks about each of some moves alone. Moves that the machine does not know, or gives no score, are left out.
///
/// Where the limits are no depth, or not only that, the machine may come to different depths for different moves. Then the
/// answers are those of the greatest depth that all have.
///
/// # Errors
/// When the machine cannot answer.
pub fn exact(
    engine: &mut dyn Engine,
    question: &Question<'_>,
    moves: &[Move],
) -> Result<Vec<ExactAnswer>, EngineError> {
    let told: Result<Vec<DepthAnswers>, _> =
        moves.iter().map(|m| DepthAnswers::ask(engine, question, std::slice::from_ref(m))).collect();
    Ok(at_one_depth(told?).into_iter().flatten().collect())
}

/// What the machine would play if some moves were forbidden: the best of the others.
///
/// # Errors
/// When the machine cannot answer.
pub fn best_of_others(
    engine: &mut dyn Engine,
    question: &Question<'_>,
    forbidden: &[Move],
) -> Result<Option<ExactAnswer>, EngineError> {
    Ok(others(engine, question, forbidden)?.and_then(DepthAnswers::into_last))
}

/// Weighs a chosen move against the runner-up, and against a move that was asked about.
///
/// If the chosen move's score is only a bound, or the others do not come to its depth within the limits, it is asked about
/// again too.
///
/// # Errors
/// When the machine cannot answer.
pub fn weigh(
    engine: &mut dyn Engine,
    question: &Question<'_>,
    chosen: &ExactAnswer,
    asked: Option<Move>,
) -> Result<Weighing, EngineError> {
    let asked = asked.filter(|&m| m != chosen.m);
    let runner_up = others(engine, question, &[chosen.m])?.unwrap_or_default();
    let own = match asked {
        Some(m) if runner_up.m() != Some(m) => DepthAnswers::ask(engine, question, &[m])?,
        _ => DepthAnswers::default(),
    };
    let mut nodes = runner_up.nodes + own.nodes;
    let least = [&runner_up, &own].into_iter().filter_map(DepthAnswers::deepest).min();
    let is_shallower = !runner_up.counts_playouts && least.is_some_and(|depth| depth < chosen.depth);
    let again = if is_shallower || chosen.bound != ScoreBound::Exact {
        let limits = least.filter(|_| !runner_up.counts_playouts).map_or(question.limits, Limits::depth);
        let again = DepthAnswers::ask(engine, &Question { limits, ..*question }, &[chosen.m])?;
        nodes += again.nodes;
        again
    } else {
        DepthAnswers { answers: vec![chosen.clone()], nodes: chosen.nodes, ..DepthAnswers::default() }
    };
    let asked_is_runner_up = asked.is_some() && runner_up.m() == asked;
    let mut answers = at_one_depth(vec![again, runner_up, own]).into_iter();
    let mut next = || answers.next().flatten();
    let (chosen, mut runner_up, own) = (next().unwrap_or_else(|| chosen.clone()), next(), next());
    let asked = if asked_is_runner_up { runner_up.clone() } else { own };
    if let (Some(asked), Some(second)) = (&asked, &runner_up)
        && asked.rank(second) == Ordering::Greater
    {
        runner_up = Some(asked.clone());
    }
    Ok(Weighing { chosen, runner_up, asked, nodes })
}

/// What is said of all moves but some; nothing where there are none.
fn others(
    engine: &mut dyn Engine,
    question: &Question<'_>,
    forbidden: &[Move],
) -> Result<Option<DepthAnswers>, EngineError> {
    let legal = question.game.position().legal_moves();
    let wanted = |m: &Move| question.only.is_empty() || question.only.contains(m);
    let others: Vec<Move> = legal.into_iter().filter(|m| wanted(m) && !forbidden.contains(m)).collect();
    if others.is_empty() { Ok(None) } else { DepthAnswers::ask(engine, question, &others).map(Some) }
}

/// What a machine said of some moves, depth by depth: the best of them each time.
#[derive(Default)]
struct DepthAnswers {
    answers: Vec<ExactAnswer>,
    nodes: u64,
    counts_playouts: bool,
}

impl DepthAnswers {
    fn ask(engine: &mut dyn Engine, question: &Question<'_>, only: &[Move]) -> Result<Self, EngineError> {
        let counts_playouts = engine.about().can(Capability::CountsPlayouts);
        let mut lines: Vec<ScoredLine> = Vec::new();
        let mut tell = |info: &Info| {
            // A line that is not the best, or comes in the middle of a depth, is no answer.
            if let Some((1, line)) = &info.line
                && !counts_playouts
            {
                lines.push(line.clone());
            }
        };
        let mut ask = Ask::new(question.game, question.limits, question.stop, &mut tell);
        ask.only = only;
        let report = engine.think(ask)?;
        lines.extend(report.lines.into_iter().next());
        let mut told = Self { answers: Vec::new(), nodes: report.nodes, counts_playouts };
        for line in lines.iter().filter(|line| line.bound == ScoreBound::Exact) {
            let answer = ExactAnswer::of_line(line, report.nodes).filter(|answer| only.contains(&answer.m));
            if let Some(answer) = answer {
                // Of one depth the last word counts.
                told.answers.retain(|earlier| earlier.depth < answer.depth);
                told.answers.push(answer);
            }
        }
        Ok(told)
    }

    fn deepest(&self) -> Option<u8> {
        self.answers.last().map(|answer| answer.depth)
    }

    /// The move of the last word.
    fn m(&self) -> Option<Move> {
        self.answers.last().map(|answer| answer.m)
    }

    fn into_last(mut self) -> Option<ExactAnswer> {
        self.answers.pop()
    }
}

/// Of each its answer at the greatest depth that all who answered have. Playouts are taken as they are.
fn at_one_depth(told: Vec<DepthAnswers>) -> Vec<Option<ExactAnswer>> {
    let common = told.iter().filter_map(DepthAnswers::deepest).min();
    told.into_iter()
        .map(|mut told| {
            if !told.counts_playouts {
                told.answers.retain(|answer| Some(answer.depth) <= common);
            }
            told.into_last()
        })
        .collect()
}
