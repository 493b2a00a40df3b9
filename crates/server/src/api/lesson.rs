//! The lesson: alpha-beta on trees small enough to be followed with a pencil.

use axum::Json as Answer;
use axum::http::StatusCode;
use kempelen_window::lesson::{CLASSICS, Decision, Fact, LessonKey, LessonModel, Run, ScoredMove};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::body::{Json, Path};
use crate::refusal::{ErrorShape, Refusal};
use crate::shapes::SideShape;

/// A model and how it was searched.
#[derive(Serialize, ToSchema)]
pub(crate) struct LessonShape {
    /// How many classic models there are.
    classics: usize,
    /// The position one pretends to search.
    fen: String,
    /// The side that begins.
    turn: SideShape,
    /// What to say before it is run.
    before: String,
    /// What to say afterwards.
    after: String,
    /// The positions of the tree, each after the one it follows.
    positions: Vec<PositionShape>,
    /// What happened, in order.
    steps: Vec<StepShape>,
    /// The positions of the principal variation.
    pv: Vec<String>,
    /// The tree as a drawing in letters.
    picture: String,
    /// The file of the model, to begin one's own from.
    text: String,
}

/// A position of the tree.
#[derive(Serialize, ToSchema)]
pub(crate) struct PositionShape {
    /// Its name: a letter for each move.
    key: String,
    /// The moves that are pretended to lead to it.
    line: String,
}

/// Something that happened.
#[derive(Serialize, ToSchema)]
pub(crate) struct StepShape {
    /// The position it is about; the root has no letters.
    key: String,
    /// What happened: `created`, `cutoff`, `discard` or `best`.
    what: &'static str,
    /// The score of the move, in pawns for the side that makes it.
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<f64>,
    /// What the other side has already: from here on it will not allow the position. None at first.
    #[serde(skip_serializing_if = "Option::is_none")]
    upper: Option<f64>,
    /// What the side itself has already. None at first.
    #[serde(skip_serializing_if = "Option::is_none")]
    lower: Option<f64>,
    /// The sentences of the log.
    log: Vec<String>,
}

impl StepShape {
    fn new(fact: &Fact, log: Vec<String>) -> Self {
        match fact {
            Fact::Created(key) => {
                Self { key: key.to_string(), what: "created", score: None, upper: None, lower: None, log }
            }
            Fact::Scored(ScoredMove { key, bytes, decision }) => {
                let pawns = |byte: u8| (byte != 0).then(|| 16.0 - f64::from(byte) / 8.0);
                Self {
                    key: key.to_string(),
                    what: match decision {
                        Decision::Cutoff => "cutoff",
                        Decision::Discard => "discard",
                        Decision::NewBest => "best",
                    },
                    score: pawns(bytes.score),
                    upper: pawns(bytes.two_lower),
                    lower: pawns(bytes.one_lower).map(|pawns| -pawns),
                    log,
                }
            }
        }
    }
}

impl LessonShape {
    fn new(model: &LessonModel, text: &str) -> Self {
        let run = model.run();
        Self {
            classics: CLASSICS.len(),
            fen: model.position().fen(),
            turn: model.position().turn().into(),
            before: model.before().to_owned(),
            after: model.after().to_owned(),
            positions: model.shape().keys().iter().map(|key| position(model, key)).collect(),
            steps: run
                .facts
                .iter()
                .zip(sentences(&run))
                .map(|(fact, log)| StepShape::new(fact, log))
                .collect(),
            pv: run.pv.iter().map(ToString::to_string).collect(),
            picture: run.picture(),
            text: text.to_owned(),
        }
    }
}

fn position(model: &LessonModel, key: &LessonKey) -> PositionShape {
    PositionShape { key: key.to_string(), line: model.line(key).to_owned() }
}

/// The log, cut into what belongs to each fact.
fn sentences(run: &Run<'_>) -> Vec<Vec<String>> {
    let mut facts: Vec<Vec<String>> = Vec::new();
    for line in run.log().lines() {
        let begins = line.starts_with("Position ") || line.starts_with("Eval ");
        match facts.last_mut() {
            Some(last) if !begins => last.push(line.to_owned()),
            _ => facts.push(vec![line.to_owned()]),
        }
    }
    facts
}

/// One of the classic models, searched by SARGON.
#[utoipa::path(
    get,
    path = "/api/lesson/{number}",
    tag = "doors",
    params(("number" = usize, Path, description = "Which one, from 1")),
    responses(
        (status = 200, description = "The model and its search", body = LessonShape),
        (status = 404, description = "No such model", body = ErrorShape)
    )
)]
pub(crate) async fn classic(Path(number): Path<usize>) -> Result<Answer<LessonShape>, Refusal> {
    let text = number.checked_sub(1).and_then(|index| CLASSICS.get(index));
    let text = text.ok_or_else(|| {
        let reason = format!("there is no model {number}; there are 1 to {}", CLASSICS.len());
        Refusal::new(StatusCode::NOT_FOUND, "unknown_model", reason)
    })?;
    run(text)
}

/// A model of one's own.
#[derive(Deserialize, ToSchema)]
pub(crate) struct Own {
    /// Its file: `fen:`, `tree:`, and a line for each position.
    text: String,
}

/// A model of one's own, searched by SARGON.
#[utoipa::path(
    post,
    path = "/api/lesson",
    tag = "doors",
    request_body = Own,
    responses(
        (status = 200, description = "The model and its search", body = LessonShape),
        (status = 422, description = "It is none, with the line at fault", body = ErrorShape)
    )
)]
pub(crate) async fn own(Json(own): Json<Own>) -> Result<Answer<LessonShape>, Refusal> {
    run(&own.text)
}

fn run(text: &str) -> Result<Answer<LessonShape>, Refusal> {
    let model = LessonModel::read(text).map_err(|error| Refusal::senseless("bad_model", error))?;
    Ok(Answer(LessonShape::new(&model, text)))
}
