//! What answers look like.

use kempelen_cabinet::json::details_to_json;
use kempelen_engine::{Info, Report, Score, ScoreBound, ScoredLine};
use kempelen_rules::{AnyPosition, Color, Move};
use serde::Serialize;
use serde_json::{Map, Value};
use utoipa::ToSchema;

use crate::question::{Rules, SearchQuestion};

/// A colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum SideShape {
    /// The side that begins.
    White,
    /// The other one.
    Black,
}

impl From<Color> for SideShape {
    fn from(color: Color) -> Self {
        color.pick(Self::White, Self::Black)
    }
}

/// A legal move in both spellings.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub(crate) struct MoveShape {
    /// As `e2e4`.
    pub(crate) uci: String,
    /// As `Nf3`.
    pub(crate) san: String,
}

impl MoveShape {
    pub(crate) fn new(rules: Rules, position: &AnyPosition, m: Move) -> Self {
        Self { uci: rules.write(position, m), san: position.san(m) }
    }
}

/// What a search knows so far. The names are those of lichess's cloud evaluations; all scores are White's.
#[derive(Clone, PartialEq, Debug, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Analysis {
    /// The position.
    pub(crate) fen: String,
    /// The depth in plies.
    pub(crate) depth: u8,
    /// The deepest ply looked at.
    pub(crate) sel_depth: u8,
    /// Thousands of nodes.
    pub(crate) knodes: u64,
    /// Nodes.
    pub(crate) nodes: u64,
    /// Milliseconds.
    pub(crate) ms: u64,
    /// How full the table is, in thousandths.
    pub(crate) hashfull: u16,
    /// Positions found in endgame tables.
    pub(crate) tablebase_hits: u64,
    /// The move now being looked at, and its place in the list from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) current: Option<Current>,
    /// The lines, the best first.
    pub(crate) pvs: Vec<PvShape>,
}

/// The move of the root that is being looked at.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub(crate) struct Current {
    /// The move.
    san: String,
    /// Its place in the list, from 1.
    number: usize,
    /// How long the list is.
    of: usize,
}

/// A line of play.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, ToSchema)]
pub(crate) struct PvShape {
    /// The moves, as `e2e4 e7e5`.
    pub(crate) moves: String,
    /// The moves, as `Nf3`.
    pub(crate) san: Vec<String>,
    /// Hundredths of a pawn, for White.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) cp: Option<i32>,
    /// Mate in so many moves, for White; below zero Black mates.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) mate: Option<i32>,
    /// Whether the score is only a bound (`lower`, `upper`), for White.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) bound: Option<&'static str>,
    /// White's chances of winning, drawing and losing, in thousandths.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) wdl: Option<[u16; 3]>,
    /// The depth of this line.
    pub(crate) depth: u8,
}

impl PvShape {
    fn new(rules: Rules, position: &AnyPosition, line: &ScoredLine) -> Self {
        let for_white = position.turn() == Color::White;
        let score = line.score.map(|score| if for_white { score } else { score.flip() });
        let bound = match (line.bound, for_white) {
            (ScoreBound::Exact, _) => None,
            (ScoreBound::Lower, true) | (ScoreBound::Upper, false) => Some("lower"),
            (ScoreBound::Lower, false) | (ScoreBound::Upper, true) => Some("upper"),
        };
        Self {
            moves: rules.write_line(position, &line.pv),
            san: position.san_line(&line.pv),
            cp: score.and_then(|score| if let Score::Cp(cp) = score { Some(cp) } else { None }),
            mate: score.and_then(|score| if let Score::Mate(moves) = score { Some(moves) } else { None }),
            bound,
            wdl: line
                .wdl
                .map(|[win, draw, loss]| if for_white { [win, draw, loss] } else { [loss, draw, win] }),
            depth: line.depth,
        }
    }
}

/// Gathers what a search tells into one picture.
pub(crate) struct AnalysisGatherer {
    rules: Rules,
    position: AnyPosition,
    moves: usize,
    analysis: Analysis,
}

impl AnalysisGatherer {
    pub(crate) fn new(question: &SearchQuestion) -> Self {
        let position = question.game.position();
        let moves = if question.only.is_empty() { position.legal_moves().len() } else { question.only.len() };
        let analysis = Analysis { fen: position.fen(), ..Analysis::default() };
        Self { rules: question.rules, position, moves, analysis }
    }

    /// What the search says now.
    pub(crate) fn hear(&mut self, info: &Info) {
        let analysis = &mut self.analysis;
        analysis.count(info.nodes, info.time);
        analysis.hashfull = info.hashfull;
        analysis.tablebase_hits = info.tablebase_hits;
        if let Some((m, number)) = info.current {
            let san = if self.position.is_legal(m) { self.position.san(m) } else { String::new() };
            analysis.current = Some(Current { san, number, of: self.moves });
        }
        if let Some((number, line)) = &info.line {
            let place = number.saturating_sub(1);
            // A machine tells its lines in order; the picture has no holes.
            if place <= analysis.pvs.len() {
                let pv = PvShape::new(self.rules, &self.position, line);
                if place == 0 {
                    analysis.depth = line.depth;
                    analysis.sel_depth = line.selective_depth;
                }
                match analysis.pvs.get_mut(place) {
                    Some(known) => *known = pv,
                    None => analysis.pvs.push(pv),
                }
            }
        }
    }

    /// The picture now.
    pub(crate) fn analysis(&self) -> &Analysis {
        &self.analysis
    }

    /// The picture at the end.
    pub(crate) fn finish(mut self, engine: &'static str, report: &Report) -> ThoughtShape {
        let shape = |m: Option<Move>, at: &AnyPosition| {
            m.filter(|&m| at.is_legal(m)).map(|m| MoveShape::new(self.rules, at, m))
        };
        let best = shape(report.best, &self.position);
        let ponder = report
            .best
            .filter(|&m| self.position.is_legal(m))
            .and_then(|m| shape(report.ponder, &self.position.play(m)));
        let analysis = &mut self.analysis;
        analysis.count(report.nodes, report.time);
        analysis.current = None;
        if !report.lines.is_empty() {
            analysis.pvs =
                report.lines.iter().map(|line| PvShape::new(self.rules, &self.position, line)).collect();
            analysis.depth = report.lines[0].depth;
            analysis.sel_depth = report.lines[0].selective_depth;
        }
        ThoughtShape {
            engine,
            best,
            ponder,
            resigns: report.resigns.clone(),
            details: details_to_json(&report.details),
            analysis: self.analysis,
        }
    }
}

impl Analysis {
    fn count(&mut self, nodes: u64, time: std::time::Duration) {
        self.nodes = nodes;
        self.knodes = nodes / 1000;
        self.ms = u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
    }
}

/// A machine's answer.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub(crate) struct ThoughtShape {
    /// The machine's id.
    engine: &'static str,
    /// The move to play; none when there is none, or when the machine gives up.
    best: Option<MoveShape>,
    /// The answer it expects.
    ponder: Option<MoveShape>,
    /// Why it gives up, if it does.
    #[serde(skip_serializing_if = "Option::is_none")]
    resigns: Option<String>,
    /// What this machine has to say besides, by name.
    #[serde(skip_serializing_if = "Map::is_empty")]
    #[schema(value_type = Object)]
    details: Map<String, Value>,
    /// What it found.
    #[serde(flatten)]
    analysis: Analysis,
}
