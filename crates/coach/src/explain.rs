//! A move explained.

use std::fmt;

use kempelen_engine::{Capability, Engine, EngineError, Limits, Score, Stop};
use kempelen_motifs::{Finding, names};
use kempelen_rules::{AnyGame, Color, Move};
use kempelen_window::{ExactAnswer, Grade};

use crate::listen::{Hearing, listen};
use crate::point::LinePoint;
use crate::sentences;
use crate::terms::{self, TermShift};

/// A side that stands no better than this has nothing to succeed in.
const LOST: i32 = -150;

/// A move that somebody wants explained.
#[derive(Clone, Copy)]
pub struct Matter<'a> {
    /// The game before the move.
    pub game: &'a AnyGame,
    /// The move.
    pub m: Move,
    /// How long the machine may look for its own choice. About the move itself it is asked for as much again at most.
    pub limits: Limits,
    /// How it can be told to stop.
    pub stop: &'a Stop,
}

/// What there is to say of a move.
#[derive(Clone, Debug)]
pub struct MoveExplanation {
    /// The move, and what the machine says of it when it is asked about it alone.
    pub own: ExactAnswer,
    /// The machine's own choice at the same depth; the same where the move is its choice.
    pub best: ExactAnswer,
    /// Where the move is the machine's choice, the best of the others.
    pub runner_up: Option<ExactAnswer>,
    /// How good the move is.
    pub grade: Grade,
    /// The answer to the move and how play goes on, until the point is made.
    pub refutation: Vec<Move>,
    /// What the line is about: for the side that answers where the move is bad, else for the side that moves.
    pub findings: Vec<Finding>,
    /// What moved in the machine's judgement between the ends of its own line and of the move's.
    pub shifts: Vec<TermShift>,
    /// What the machine chose at each depth, with its score for the side to move.
    pub course: Vec<(u8, Move, Score)>,
    /// Nodes that it took.
    pub nodes: u64,
    /// Three sentences for a player, and one more where there is doubt.
    pub sentences: Vec<String>,
}

impl MoveExplanation {
    /// The verdict in a word or two: `blunder`, `allows mate in 2`.
    pub fn verdict(&self) -> String {
        match self.grade {
            Grade::Inaccuracy => "inaccuracy".to_owned(),
            Grade::Mistake => "mistake".to_owned(),
            Grade::Blunder => "blunder".to_owned(),
            Grade::MatedSooner(moves) => {
                format!("allows mate in {moves} (mate could not be avoided, but delayed)")
            }
            grade => grade.to_string(),
        }
    }

    /// What is lost against the best move, in hundredths of a pawn; a mate counts as a hundred pawns.
    pub fn swing(&self) -> i32 {
        let bounded = |score: Score| score.as_cp().clamp(-10_000, 10_000);
        bounded(self.best.score) - bounded(self.own.score)
    }

    /// The names of the motifs.
    pub fn motifs(&self) -> Vec<&'static str> {
        names(&self.findings)
    }

    /// Whether the move is worse than the best by enough to speak of.
    pub(crate) fn is_bad(&self) -> bool {
        !matches!(self.grade, Grade::AsGood | Grade::SlightlyWorse | Grade::MatesLater(_))
    }
}

/// Why a move cannot be explained.
#[derive(Debug)]
pub enum ExplainError {
    /// The move is not legal.
    Illegal,
    /// The machine says nothing that could be explained.
    Silent(&'static str),
    /// The machine cannot answer.
    Engine(EngineError),
}

impl fmt::Display for ExplainError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Illegal => f.write_str("the move is not legal"),
            Self::Silent(name) => write!(f, "{name} gives no score, so that there is nothing to compare"),
            Self::Engine(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ExplainError {}

impl From<EngineError> for ExplainError {
    fn from(error: EngineError) -> Self {
        Self::Engine(error)
    }
}

/// Explains a move: asks the machine for its choice and, with an open window and to the same depth, about the move.
///
/// # Errors
/// When the move is not legal, or the machine cannot answer.
pub fn explain(engine: &mut dyn Engine, matter: &Matter<'_>) -> Result<MoveExplanation, ExplainError> {
    let Matter { game, m, limits, stop } = *matter;
    let position = game.position();
    if !position.is_legal(m) {
        return Err(ExplainError::Illegal);
    }
    let name = engine.about().name;
    let all = listen(engine, game, (limits, &[]), stop)?;
    let chosen = all.last().cloned().ok_or(ExplainError::Silent(name))?;
    let is_choice = chosen.m == m;
    let asked: Vec<Move> = if is_choice {
        position.legal_moves().into_iter().filter(|&other| other != m).collect()
    } else {
        vec![m]
    };
    let limits_again = again_limits(engine, limits, &chosen);
    let again = if asked.is_empty() {
        Hearing { answers: Vec::new(), best: None, nodes: 0 }
    } else {
        listen(engine, game, (limits_again, &asked), stop)?
    };
    let (best, other) = at_one_depth(&all, &again, chosen.clone());
    let nodes = all.nodes + again.nodes;
    let course = all.answers.iter().map(|answer| (answer.depth, answer.m, answer.score)).collect();
    let (own, runner_up) = match other {
        Some(own) if !is_choice => (own, None),
        None if !is_choice => return Err(ExplainError::Silent(name)),
        other => (best.clone(), other),
    };
    let grade = if is_choice { Grade::AsGood } else { Grade::of(best.score, own.score) };
    let mut told = MoveExplanation {
        own,
        best,
        runner_up,
        grade,
        refutation: Vec::new(),
        findings: Vec::new(),
        shifts: Vec::new(),
        course,
        nodes,
        sentences: Vec::new(),
    };
    answer_of(engine, matter, &mut told)?;
    let solver = told.solver(position.turn());
    let point = LinePoint::of(position, &told.own.line, solver);
    if let Some(point) = &point {
        told.refutation = point.line.moves().get(1..).unwrap_or_default().to_vec();
        told.findings = point.line.motifs();
    }
    if told.refutation.is_empty() {
        // Even where the move made its point at once, there is an answer to it.
        let after = position.play(m);
        told.refutation.extend(told.own.line.get(1).copied().filter(|&reply| after.is_legal(reply)));
    }
    if !is_choice {
        told.shifts = terms::shifts(engine, game, [&told.best.line, &told.own.line]);
    }
    told.sentences = sentences::tell(name, game, &told, point.as_ref());
    Ok(told)
}

impl MoveExplanation {
    /// The side whose success the line of the move is: the other one where the move is bad, or where all is lost anyway.
    fn solver(&self, mover: Color) -> Color {
        let is_lost = self.own.score.as_cp() <= LOST;
        let gives = self.is_bad() && !matches!(self.grade, Grade::MissesMate(_));
        if gives || is_lost { !mover } else { mover }
    }
}

/// As long as before at most, and to the same depth.
fn again_limits(engine: &dyn Engine, limits: Limits, chosen: &ExactAnswer) -> Limits {
    let has_depth = !engine.about().can(Capability::CountsPlayouts);
    Limits { depth: if has_depth { Some(chosen.depth.max(1)) } else { limits.depth }, ..limits }
}

/// The two answers at the greatest depth that both have; where they have none in common, each its last.
fn at_one_depth(all: &Hearing, again: &Hearing, chosen: ExactAnswer) -> (ExactAnswer, Option<ExactAnswer>) {
    let Some(other) = again.last().cloned() else { return (chosen, None) };
    if other.depth < chosen.depth
        && let Some(earlier) = all.at(other.depth).filter(|earlier| earlier.m == chosen.m)
    {
        return (earlier.clone(), Some(other));
    }
    (chosen, Some(other))
}

/// A line may end with the move itself, where a table knew the rest. Then the machine is asked for its answer.
fn answer_of(
    engine: &mut dyn Engine,
    matter: &Matter<'_>,
    told: &mut MoveExplanation,
) -> Result<(), ExplainError> {
    let mut after = matter.game.clone();
    after.play(matter.m);
    if told.own.line.len() > 1 || after.position().legal_moves().is_empty() {
        return Ok(());
    }
    let limits = Limits { depth: Some(told.own.depth.saturating_sub(1).max(1)), ..matter.limits };
    let answer = listen(engine, &after, (limits, &[]), matter.stop)?;
    told.nodes += answer.nodes;
    let line = answer.last().map_or_else(|| answer.best.into_iter().collect(), |last| last.line.clone());
    told.own.line.extend(line);
    Ok(())
}
