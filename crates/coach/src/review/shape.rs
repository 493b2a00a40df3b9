//! A review for programs.

use kempelen_rules::pgn::Record;
use kempelen_rules::{AnyPosition, Color, GameKind, Move, with_position};
use kempelen_window::winning_chances;
use serde::Serialize;

use super::{GameReview, ReviewedMove, move_accuracy};

/// A review as JSON. Scores and chances are White's.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ReviewShape {
    /// The machine that judges.
    engine: ReviewMachineShape,
    /// The game.
    variant: &'static str,
    /// Where it starts.
    start: String,
    /// Who had White.
    white: Option<String>,
    /// Who had Black.
    black: Option<String>,
    /// How it ended, as its record says.
    result: &'static str,
    /// The mean accuracy of both sides, from 0 to 100.
    accuracy: AccuracyShape,
    /// The moves.
    moves: Vec<ReviewedMoveShape>,
    /// Numbers of moves (from 0): those that gave most away.
    turning_points: Vec<usize>,
    /// Numbers of moves (from 0): all mistakes and blunders.
    mistakes: Vec<usize>,
    /// Machines of the museum, the oldest first, and how many of each side's moves they would have played.
    museum: Vec<MuseumMachineShape>,
    /// The museum's verdict in sentences.
    museum_verdict: Vec<String>,
    /// Why the review ends before the game does, if it does.
    trouble: Option<String>,
}

#[derive(Clone, Debug, Serialize)]
struct ReviewMachineShape {
    id: &'static str,
    name: &'static str,
    year: u16,
}

#[derive(Clone, Debug, Serialize)]
struct AccuracyShape {
    white: Option<f64>,
    black: Option<f64>,
}

#[derive(Clone, Debug, Serialize)]
struct MuseumMachineShape {
    #[serde(flatten)]
    machine: ReviewMachineShape,
    white: MuseumTallyShape,
    black: MuseumTallyShape,
}

#[derive(Clone, Debug, Serialize)]
struct MuseumTallyShape {
    asked: usize,
    found: usize,
}

/// A move of a review as JSON.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ReviewedMoveShape {
    /// From 0.
    ply: usize,
    /// The number of the move, as players count.
    number: u16,
    /// `white` or `black`.
    side: &'static str,
    san: String,
    uci: String,
    /// The position before the move.
    fen: String,
    /// What the machine says; nothing where it gives no score.
    judgement: Option<ReviewJudgementShape>,
    /// Ids of the museum's machines that would have played it.
    found_by: Vec<&'static str>,
    /// Ids of those that would have played the better move.
    better_found_by: Vec<&'static str>,
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct ReviewJudgementShape {
    /// White's score when the move has been played, as UCI writes it; nothing where that ends the game.
    score: Option<String>,
    /// White's chances with the move, from -100 to 100.
    chances: f64,
    /// White's chances with the machine's own choice.
    best_chances: f64,
    verdict: String,
    /// 4 for `??`, 2 for `?`, 6 for `?!`, 7 for an only move.
    glyph: Option<u8>,
    /// What the mover gave away, from 0 to 200.
    loss: f64,
    accuracy: f64,
    /// The machine's own choice and what it expects, in algebraic notation and in UCI's spelling.
    best: Vec<String>,
    best_uci: Vec<String>,
    /// The answer to the move and what follows.
    refutation: Vec<String>,
    refutation_uci: Vec<String>,
    motifs: Vec<&'static str>,
    sentences: Vec<String>,
    depth: u8,
    nodes: u64,
}

impl ReviewShape {
    /// The review of a record.
    pub fn new(record: &Record, review: &GameReview) -> Self {
        let tag = |name| record.tag(name).map(str::to_owned);
        let machine = |index: usize| {
            let about = &review.museum[index];
            let tally = |side| {
                let tally = review.tally(index, side);
                MuseumTallyShape { asked: tally.asked, found: tally.found }
            };
            MuseumMachineShape {
                machine: ReviewMachineShape { id: about.id, name: about.name, year: about.year },
                white: tally(Color::White),
                black: tally(Color::Black),
            }
        };
        Self {
            engine: ReviewMachineShape {
                id: review.judge.id,
                name: review.judge.name,
                year: review.judge.year,
            },
            variant: GameKind::of(&record.start()).name(),
            start: record.start().fen(),
            white: tag("White"),
            black: tag("Black"),
            result: record.outcome.text(),
            accuracy: AccuracyShape {
                white: review.accuracy(Color::White),
                black: review.accuracy(Color::Black),
            },
            moves: (0..review.moves.len()).filter_map(|ply| ReviewedMoveShape::new(review, ply)).collect(),
            turning_points: review.turning_points(),
            mistakes: review.mistakes(),
            museum: review.by_year().into_iter().map(machine).collect(),
            museum_verdict: review.museum_verdict(),
            trouble: review.trouble.clone(),
        }
    }
}

impl ReviewedMoveShape {
    /// A move of a review, by its number from 0.
    pub fn new(review: &GameReview, ply: usize) -> Option<Self> {
        let reviewed = review.moves.get(ply)?;
        let (before, kind) = (&reviewed.before, GameKind::of(&review.game.start()));
        let ids = |m: Option<Move>| {
            m.into_iter().flat_map(|m| reviewed.found_by(m)).map(|index| review.museum[index].id).collect()
        };
        let better = reviewed.told.as_ref().map(|told| told.best.m).filter(|&best| best != reviewed.m);
        Some(Self {
            ply,
            number: with_position!(before, p => p.move_number()),
            side: before.turn().pick("white", "black"),
            san: before.san(reviewed.m),
            uci: kind.uci(before, reviewed.m),
            fen: before.fen(),
            judgement: ReviewJudgementShape::new(kind, reviewed),
            found_by: ids(Some(reviewed.m)),
            better_found_by: ids(better),
        })
    }
}

impl ReviewJudgementShape {
    fn new(kind: GameKind, reviewed: &ReviewedMove) -> Option<Self> {
        let told = reviewed.told.as_ref()?;
        let (before, after) = (&reviewed.before, reviewed.before.play(reviewed.m));
        let white = |score| before.turn().pick(1.0, -1.0) * winning_chances(score);
        Some(Self {
            score: reviewed.score_after().map(|score| score.to_string()),
            chances: white(told.own.score),
            best_chances: white(told.best.score),
            verdict: told.verdict(),
            glyph: reviewed.glyph(),
            loss: reviewed.loss(),
            accuracy: move_accuracy(reviewed.loss()),
            best: before.san_line(&told.best.line),
            best_uci: uci_line(kind, before, &told.best.line),
            refutation: after.san_line(&told.refutation),
            refutation_uci: uci_line(kind, &after, &told.refutation),
            motifs: told.motifs(),
            sentences: told.sentences.clone(),
            depth: told.own.depth,
            nodes: told.nodes,
        })
    }
}

/// A line in UCI's spelling, as far as it is legal.
fn uci_line(kind: GameKind, start: &AnyPosition, moves: &[Move]) -> Vec<String> {
    let mut here = *start;
    let mut words = Vec::new();
    for &m in moves {
        if !here.is_legal(m) {
            break;
        }
        words.push(kind.uci(&here, m));
        here = here.play(m);
    }
    words
}
