//! What a recording says: in words, as a picture, and for programs.

use std::sync::Arc;

use axum::Json as Answer;
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use kempelen_museum::microchess::Level;
use kempelen_rules::{AnyPosition, Move};
use kempelen_window::{self as window, MicrochessOptions, Part, Style, View, ViewError};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::api::body::{Path, Query};
use crate::app::App;
use crate::refusal::{ErrorShape, Refusal};
use crate::traces::KeptTrace;

/// The most plies and moves of a node in a reading; more is for programs to read from the file.
const MOST_PLIES: usize = 4;
const MOST_MOVES: usize = 12;

impl From<ViewError> for Refusal {
    fn from(error: ViewError) -> Self {
        Self::senseless("unreadable", error)
    }
}

/// Which move a question is about.
#[derive(Deserialize, IntoParams)]
pub(crate) struct MoveAsked {
    /// The move, as `e2e4` or `Nf3`; the one that was chosen if left out.
    #[serde(rename = "move")]
    m: Option<String>,
}

impl MoveAsked {
    fn find(&self, view: &View) -> Result<Option<Move>, Refusal> {
        let read =
            |text: &String| view.root_position().read_move(text).map_err(|error| Refusal::of_move(0, &error));
        self.m.as_ref().map(read).transpose()
    }
}

/// An answer in words.
#[derive(Serialize, ToSchema)]
pub(crate) struct WordsShape {
    /// The answer.
    text: String,
}

/// Why this move.
#[utoipa::path(
    get,
    path = "/api/window/{id}/why",
    tag = "doors",
    params(("id" = u64, Path, description = "The recording"), MoveAsked),
    responses((status = 200, description = "The reasons", body = WordsShape), (status = 404, body = ErrorShape))
)]
pub(crate) async fn why(
    State(app): State<Arc<App>>,
    Path(id): Path<u64>,
    Query(about): Query<MoveAsked>,
) -> Result<Answer<WordsShape>, Refusal> {
    let kept = app.traces.get(id)?;
    let view = kept.view()?;
    Ok(Answer(WordsShape { text: view.why(about.find(view)?, &Style::default()) }))
}

/// Why not that move.
#[utoipa::path(
    get,
    path = "/api/window/{id}/why-not",
    tag = "doors",
    params(("id" = u64, Path, description = "The recording"), MoveAsked),
    responses((status = 200, description = "The refutation", body = WordsShape), (status = 404, body = ErrorShape))
)]
pub(crate) async fn why_not(
    State(app): State<Arc<App>>,
    Path(id): Path<u64>,
    Query(about): Query<MoveAsked>,
) -> Result<Answer<WordsShape>, Refusal> {
    let kept = app.traces.get(id)?;
    let view = kept.view()?;
    let m = about.find(view)?.ok_or_else(|| Refusal::senseless("bad_request", "why not which move?"))?;
    Ok(Answer(WordsShape { text: view.why_not(m, &Style::default()) }))
}

/// How to read a recording.
#[derive(Deserialize, IntoParams)]
pub(crate) struct ReadingAsked {
    /// How many plies deep, at most 4.
    plies: Option<usize>,
    /// The search of the root, by its depth; the last if left out.
    depth: Option<u8>,
    /// For a line: its moves.
    moves: Option<String>,
}

impl ReadingAsked {
    fn part(&self) -> Part {
        Part { plies: self.plies.unwrap_or(2).min(MOST_PLIES), width: MOST_MOVES, depth: self.depth }
    }
}

/// A reading of a recording: `tree` (a drawing), `log` (sentence by sentence), `line` (one line of play), `stats`, and
/// for Microchess `states` (what the program went through, with the sum behind each candidate).
#[utoipa::path(
    get,
    path = "/api/window/{id}/read/{what}",
    tag = "doors",
    params(
        ("id" = u64, Path, description = "The recording"),
        ("what" = String, Path, description = "`tree`, `log`, `line`, `stats` or `states`"),
        ReadingAsked
    ),
    responses((status = 200, description = "The reading", body = WordsShape), (status = 404, body = ErrorShape))
)]
pub(crate) async fn read(
    State(app): State<Arc<App>>,
    Path((id, what)): Path<(u64, String)>,
    Query(reading): Query<ReadingAsked>,
) -> Result<Answer<WordsShape>, Refusal> {
    let kept = app.traces.get(id)?;
    let style = Style::default();
    let text = match what.as_str() {
        "stats" => window::stats(kept.recording(), &style),
        "states" => states(&kept, &style)?,
        "tree" => kept.view()?.picture(reading.part(), &style)?,
        "log" => kept.view()?.log(reading.part(), false, &style)?,
        "line" => {
            let view = kept.view()?;
            let moves = line_of(*view.root_position(), reading.moves.as_deref().unwrap_or_default())?;
            view.line(&moves, reading.depth, &style)?
        }
        _ => {
            let reason = format!(
                "{:?} is no reading; there are tree, log, line, stats and states",
                crate::text::clip(&what)
            );
            return Err(Refusal::new(StatusCode::NOT_FOUND, "unknown_reading", reason));
        }
    };
    Ok(Answer(WordsShape { text }))
}

/// What Microchess, which has no tree, went through.
fn states(kept: &KeptTrace, style: &Style) -> Result<String, Refusal> {
    let header = &kept.recording().header;
    if header.engine != "microchess" {
        let reason = format!("{} goes through no states; that is for microchess", header.engine);
        return Err(Refusal::senseless("unreadable", reason));
    }
    let level = header.options.iter().find(|(name, _)| name == "Level").map(|(_, value)| value.as_str());
    let level: Level =
        level.unwrap_or("normal").parse().map_err(|error| Refusal::senseless("bad_level", error))?;
    let game = window::game_of(header).map_err(|error| Refusal::senseless("bad_trace", error))?;
    let options = MicrochessOptions { level, only: None, brief: false };
    window::microchess(&game.position().fen(), &options, style)
        .map_err(|error| Refusal::senseless("position", error))
}

fn line_of(mut position: AnyPosition, text: &str) -> Result<Vec<Move>, Refusal> {
    let mut moves = Vec::new();
    for (ply, text) in text.split_whitespace().enumerate() {
        let m = position.read_move(text).map_err(|error| Refusal::of_move(ply, &error))?;
        moves.push(m);
        position = position.play(m);
    }
    Ok(moves)
}

/// A recording as a picture.
#[utoipa::path(
    get,
    path = "/api/window/{id}/svg",
    tag = "doors",
    params(("id" = u64, Path, description = "The recording"), ReadingAsked),
    responses(
        (status = 200, description = "The picture", body = String, content_type = "image/svg+xml"),
        (status = 404, body = ErrorShape)
    )
)]
pub(crate) async fn svg(
    State(app): State<Arc<App>>,
    Path(id): Path<u64>,
    Query(reading): Query<ReadingAsked>,
) -> Result<impl IntoResponse, Refusal> {
    let picture = app.traces.get(id)?.view()?.svg(reading.part())?;
    Ok(([(CONTENT_TYPE, "image/svg+xml")], picture))
}

/// A recording for programs: nodes with their moves, windows, scores and reasons, or playouts.
#[utoipa::path(
    get,
    path = "/api/window/{id}/json",
    tag = "doors",
    params(("id" = u64, Path, description = "The recording"), ReadingAsked),
    responses(
        (status = 200, description = "As the schema of `kempelen window json` says", body = Object),
        (status = 404, body = ErrorShape)
    )
)]
pub(crate) async fn json(
    State(app): State<Arc<App>>,
    Path(id): Path<u64>,
    Query(reading): Query<ReadingAsked>,
) -> Result<impl IntoResponse, Refusal> {
    let kept = app.traces.get(id)?;
    let mut bytes = Vec::new();
    kept.view()?
        .json(Some(reading.part().plies), reading.depth, false, &mut bytes)
        .map_err(Refusal::failure)??;
    Ok(([(CONTENT_TYPE, "application/json")], bytes))
}

/// Two recordings side by side: where they first part.
#[utoipa::path(
    get,
    path = "/api/window/{id}/diff/{other}",
    tag = "doors",
    params(("id" = u64, Path, description = "A recording"), ("other" = u64, Path, description = "The other one")),
    responses((status = 200, description = "The difference", body = WordsShape), (status = 404, body = ErrorShape))
)]
pub(crate) async fn diff(
    State(app): State<Arc<App>>,
    Path((id, other)): Path<(u64, u64)>,
) -> Result<Answer<WordsShape>, Refusal> {
    let (kept, other) = (app.traces.get(id)?, app.traces.get(other)?);
    Ok(Answer(WordsShape { text: kept.view()?.diff(other.view()?, &Style::default())? }))
}
