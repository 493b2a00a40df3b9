use std::sync::Arc;

use axum::Json as Answer;
use axum::extract::State;
use kempelen_cabinet::json::number;
use kempelen_engine::{About, Breakdown, Judgement, JudgementPart, ManWorth, Share};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::body::Json;
use crate::app::App;
use crate::question::PlaceAsked;
use crate::refusal::{ErrorShape, Refusal};

/// A position to be judged.
#[derive(Deserialize, ToSchema)]
pub(crate) struct EvalWanted {
    /// The position.
    #[serde(flatten)]
    place: PlaceAsked,
    /// The id of the machine that judges; the first of the cabinet if left out.
    engine: Option<String>,
}

/// A position judged without looking ahead. The terms and the adjustments add up to the score exactly.
#[derive(Serialize, ToSchema)]
pub(crate) struct EvalShape {
    /// The position.
    fen: String,
    /// The id of the machine that judges.
    engine: &'static str,
    /// The score for White, in the machine's own unit.
    #[schema(value_type = f64)]
    score: Value,
    /// What one of it is.
    unit: &'static str,
    /// Hundredths of a pawn, for White, where that is the unit.
    #[serde(skip_serializing_if = "Option::is_none")]
    cp: Option<i32>,
    /// How much of the middle game is left, from 0 to 1, where the machine asks for that.
    #[serde(skip_serializing_if = "Option::is_none")]
    phase: Option<f64>,
    /// What counts.
    terms: Vec<TermShape>,
    /// What makes up the danger of the kings.
    dangers: Vec<TermShape>,
    /// What makes up the play that is left.
    complexity: Vec<TermShape>,
    /// What happens to the sum at last, for White.
    adjustments: Vec<TermShape>,
    /// What every man is worth where it stands, to a machine that does not count in terms.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    men: Vec<ManShape>,
    /// Another way to judge that the machine knows and does not play by now.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(no_recursion)]
    beside: Option<Box<EvalShape>>,
}

/// One item.
#[derive(Serialize, ToSchema)]
pub(crate) struct TermShape {
    /// Its name.
    name: &'static str,
    /// What it is for.
    meaning: &'static str,
    /// What it is worth, for White.
    #[schema(value_type = f64)]
    value: Value,
    /// What it is worth to White, where the sides are counted apart.
    #[serde(skip_serializing_if = "Option::is_none")]
    white: Option<PartShape>,
    /// What it is worth to Black, likewise.
    #[serde(skip_serializing_if = "Option::is_none")]
    black: Option<PartShape>,
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

/// A man and its worth.
#[derive(Serialize, ToSchema)]
pub(crate) struct ManShape {
    /// Where it stands.
    square: String,
    /// Its letter in a FEN.
    man: String,
    /// What White would lose without it.
    #[schema(value_type = f64)]
    value: Value,
}

impl EvalShape {
    fn new(fen: &str, about: &About, judgement: &Judgement) -> Self {
        let terms =
            |parts: &[JudgementPart]| -> Vec<TermShape> { parts.iter().map(TermShape::new).collect() };
        let made_of = |name: &str| {
            let breakdown: Option<&Breakdown> = judgement.breakdowns.iter().find(|made| made.name == name);
            breakdown.map_or_else(Vec::new, |made| terms(&made.parts))
        };
        Self {
            fen: fen.to_owned(),
            engine: about.id,
            score: number(judgement.total),
            unit: judgement.unit,
            cp: (judgement.unit == Judgement::HUNDREDTHS).then_some(judgement.total.round() as i32),
            phase: judgement.phase.map(kempelen_engine::GamePhase::share),
            terms: terms(&judgement.parts),
            dangers: made_of("dangers"),
            complexity: made_of("complexity"),
            adjustments: terms(&judgement.adjustments),
            men: judgement.men.iter().map(ManShape::new).collect(),
            beside: judgement
                .beside
                .as_ref()
                .map(|beside| Box::new(Self::new(fen, about, &beside.judgement))),
        }
    }
}

impl TermShape {
    fn new(part: &JudgementPart) -> Self {
        let [white, black] = part.sides.map_or([None, None], |sides| sides.map(|side| Some(side.into())));
        Self { name: part.name, meaning: part.meaning, value: number(part.value), white, black }
    }
}

impl From<Share> for PartShape {
    fn from(Share { middle, end, value }: Share) -> Self {
        Self { middle, end, value }
    }
}

impl ManShape {
    fn new(worth: &ManWorth) -> Self {
        let ManWorth { square, man, value } = *worth;
        Self { square: square.to_string(), man: man.letter().to_string(), value: number(value) }
    }
}

/// What a machine thinks of a position before it looks ahead, term by term.
#[utoipa::path(
    post,
    path = "/api/eval",
    tag = "machines",
    request_body = EvalWanted,
    responses(
        (status = 200, description = "The score and what it is made of", body = EvalShape),
        (status = 422, description = "No such position or machine, or one that does not judge", body = ErrorShape)
    )
)]
pub(crate) async fn eval(
    State(app): State<Arc<App>>,
    Json(wanted): Json<EvalWanted>,
) -> Result<Answer<EvalShape>, Refusal> {
    let entry = app.machine(wanted.engine.as_deref())?;
    let (_, game) = wanted.place.game()?;
    let judgement = (entry.make)().judge(&game)?.ok_or_else(|| {
        let reason = format!("{} does not judge positions part by part", entry.about.name);
        Refusal::senseless("no_judgement", reason)
    })?;
    Ok(Answer(EvalShape::new(&game.position().fen(), &entry.about, &judgement)))
}
