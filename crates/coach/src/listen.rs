//! Asking a machine, and hearing it out depth by depth.

use kempelen_engine::{Ask, Capability, Engine, EngineError, Info, Limits, ScoreBound, ScoredLine, Stop};
use kempelen_rules::{AnyGame, Move};
use kempelen_window::ExactAnswer;

/// What a machine said, depth by depth: the best of the moves it was asked about, where it was sure.
pub(crate) struct Hearing {
    /// By depth, the last word of each.
    pub(crate) answers: Vec<ExactAnswer>,
    /// The move that it would play; it need not have a score.
    pub(crate) best: Option<Move>,
    pub(crate) nodes: u64,
}

impl Hearing {
    /// The last word.
    pub(crate) fn last(&self) -> Option<&ExactAnswer> {
        self.answers.last()
    }

    /// The last word at no more than this depth.
    pub(crate) fn at(&self, depth: u8) -> Option<&ExactAnswer> {
        self.answers.iter().rev().find(|answer| answer.depth <= depth)
    }
}

/// Asks about all moves, or some.
pub(crate) fn listen(
    engine: &mut dyn Engine,
    game: &AnyGame,
    (limits, only): (Limits, &[Move]),
    stop: &Stop,
) -> Result<Hearing, EngineError> {
    let counts_playouts = engine.about().can(Capability::CountsPlayouts);
    let mut lines: Vec<ScoredLine> = Vec::new();
    let mut tell = |info: &Info| {
        if let Some((1, line)) = &info.line
            && !counts_playouts
        {
            lines.push(line.clone());
        }
    };
    let mut ask = Ask::new(game, limits, stop, &mut tell);
    ask.only = only;
    let report = engine.think(ask)?;
    let (best, nodes) = (report.best, report.nodes);
    lines.extend(report.lines.into_iter().next());
    let mut hearing = Hearing { answers: Vec::new(), best, nodes };
    for line in lines {
        let (Some(&m), Some(score), ScoreBound::Exact) = (line.pv.first(), line.score, line.bound) else {
            continue;
        };
        if !only.is_empty() && !only.contains(&m) {
            continue;
        }
        hearing.answers.retain(|earlier| earlier.depth < line.depth);
        let ScoredLine { pv, bound, depth, .. } = line;
        hearing.answers.push(ExactAnswer { m, line: pv, score, bound, depth, nodes });
    }
    Ok(hearing)
}
