use axum::Json as Answer;
use kempelen_eval::{Adjustment, EvalExplanation, EvalTerm, HandCrafted, TermPart};
use kempelen_rules::with_position;
use serde::Serialize;
use utoipa::ToSchema;

use super::body::Json;
use crate::question::Place;
use crate::refusal::{ErrorShape, Refusal};

/// A position judged without looking ahead. White's values less Black's, and the adjustments, are exactly the score.
#[derive(Serialize, ToSchema)]
pub(crate) struct EvalShape {
    /// The position.
    fen: String,
    /// Hundredths of a pawn, for White.
    cp: i32,
    /// How much of the middle game is left, from 0 to 1.
    phase: f64,
    /// What counts for a side.
    terms: Vec<TermShape>,
    /// What makes up the danger of the kings.
    dangers: Vec<TermShape>,
    /// What happens to the sum at last, for White.
    adjustments: Vec<AdjustmentShape>,
}

/// One item.
#[derive(Serialize, ToSchema)]
pub(crate) struct TermShape {
    /// Its name.
    name: &'static str,
    /// What it is for.
    meaning: &'static str,
    /// What it is worth to White.
    white: PartShape,
    /// What it is worth to Black.
    black: PartShape,
}

/// What an item is worth to a side.
#[derive(Serialize, ToSchema)]
pub(crate) struct PartShape {
    /// In the middle game.
    middle: i32,
    /// In the endgame.
    end: i32,
    /// In this position.
    value: i32,
}

/// A last change of the sum.
#[derive(Serialize, ToSchema)]
pub(crate) struct AdjustmentShape {
    /// What it is called.
    name: &'static str,
    /// What it is for.
    meaning: &'static str,
    /// What it adds for White.
    value: i32,
}

impl EvalShape {
    fn new(fen: String, explanation: &EvalExplanation) -> Self {
        let (phase, full) = explanation.phase;
        Self {
            fen,
            cp: explanation.score,
            phase: f64::from(phase) / f64::from(full.max(1)),
            terms: explanation.terms.iter().map(TermShape::new).collect(),
            dangers: explanation.dangers.iter().map(TermShape::new).collect(),
            adjustments: explanation.adjustments.iter().map(AdjustmentShape::new).collect(),
        }
    }
}

impl TermShape {
    fn new(term: &EvalTerm) -> Self {
        let [white, black] = term.sides.map(PartShape::new);
        Self { name: term.name, meaning: term.meaning, white, black }
    }
}

impl PartShape {
    fn new(part: TermPart) -> Self {
        Self { middle: part.halves.middle(), end: part.halves.end(), value: part.value }
    }
}

impl AdjustmentShape {
    fn new(adjustment: &Adjustment) -> Self {
        Self { name: adjustment.name, meaning: adjustment.meaning, value: adjustment.value }
    }
}

/// The evaluation of a position by the modern engine, term by term.
#[utoipa::path(
    post,
    path = "/api/eval",
    tag = "machines",
    request_body = Place,
    responses(
        (status = 200, description = "The score and what it is made of", body = EvalShape),
        (status = 422, description = "No such position", body = ErrorShape)
    )
)]
pub(crate) async fn eval(Json(place): Json<Place>) -> Result<Answer<EvalShape>, Refusal> {
    let (_, game) = place.game()?;
    let position = game.position();
    let explanation = with_position!(&position, p => HandCrafted::new().explain(p));
    Ok(Answer(EvalShape::new(position.fen(), &explanation)))
}
