//! The doors: recordings of searches (here), their nodes, and what they say in words.

pub(crate) mod node;
pub(crate) mod words;

use std::sync::Arc;

use axum::Json as Answer;
use axum::extract::{Request, State};
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use kempelen_engine::{Info, Limits, Stop};
use kempelen_rules::{AnyPosition, Move};
use kempelen_trace::{Keep, Recording};
use kempelen_window::{self as window, Question, Tree};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::body::{self, Json, Path};
use crate::app::App;
use crate::question::{self, Rules, SearchAsked};
use crate::refusal::{ErrorShape, Refusal};
use crate::traces::KeptTrace;

/// A search that is recorded, if nobody says when to stop.
const USUAL_DEPTH: u8 = 4;

/// A search to be recorded.
#[derive(Deserialize, ToSchema)]
pub(crate) struct RecordWanted {
    /// The question.
    #[serde(flatten)]
    search: SearchAsked,
    /// Nothing below this ply is kept.
    plies: Option<u16>,
    /// The most memory for it, in megabytes.
    memory: Option<u32>,
}

/// A recording.
#[derive(Serialize, ToSchema)]
pub(crate) struct TraceShape {
    /// Its number, by which it can be asked about as long as there is room for it.
    id: u64,
    /// The machine.
    engine: String,
    /// The game.
    variant: Rules,
    /// The position of the search.
    fen: String,
    /// Whether it tells a tree; if not, playouts.
    tree: bool,
    /// How many nodes can be walked to.
    nodes: usize,
    /// How many there were.
    total: u64,
    /// How long its events are, in bytes.
    bytes: usize,
    /// What was kept, in words; empty for everything.
    kept: String,
    /// The move that was chosen.
    best: Option<String>,
    /// The line that was expected.
    pv: Vec<String>,
    /// Its score as UCI has it.
    score: Option<String>,
    /// Milliseconds.
    ms: u64,
    /// Whether its file was cut off.
    cut: bool,
}

impl TraceShape {
    pub(crate) fn new(kept: &KeptTrace) -> Result<Self, Refusal> {
        let Recording { header, events, tally, answer, cut } = kept.recording();
        let game = window::game_of(header).map_err(|error| Refusal::senseless("bad_trace", error))?;
        let position = game.position();
        let answer = answer.clone().unwrap_or_default();
        let san = |text: &String| position.read_uci(text).map_or_else(|_| text.clone(), |m| position.san(m));
        let line: Vec<Move> = follow(position, &answer.pv);
        Ok(Self {
            id: kept.id,
            engine: header.engine.clone(),
            variant: header.variant.into(),
            fen: position.fen(),
            tree: kept.as_tree().is_some(),
            nodes: kept.as_tree().map_or(0, Tree::len),
            total: tally.nodes(),
            bytes: events.len(),
            kept: header.kept.clone(),
            best: answer.best.as_ref().map(san),
            pv: position.san_line(&line),
            score: answer.score,
            ms: answer.milliseconds,
            cut: cut.is_some(),
        })
    }
}

/// The moves of a line, as far as they are legal.
fn follow(mut position: AnyPosition, texts: &[String]) -> Vec<Move> {
    let mut moves = Vec::new();
    for text in texts {
        let Ok(m) = position.read_uci(text) else { break };
        moves.push(m);
        position = position.play(m);
    }
    moves
}

/// Records how a machine thinks about a position.
#[utoipa::path(
    post,
    path = "/api/window/record",
    tag = "doors",
    request_body = RecordWanted,
    responses(
        (status = 200, description = "The recording", body = TraceShape),
        (status = 422, description = "The question makes no sense", body = ErrorShape),
        (status = 429, description = "Too many are waiting", body = ErrorShape)
    )
)]
pub(crate) async fn record(
    State(app): State<Arc<App>>,
    Json(wanted): Json<RecordWanted>,
) -> Result<Answer<TraceShape>, Refusal> {
    let (question, keep) = wanted.understand(&app, app.config.limits.trace_mb)?;
    let place = app.pool.enter(question.needs).await?;
    let shared = Arc::clone(&app);
    let recorded = app.pool.run(place, Stop::new(), app.config.limits.think_time, move |stop| {
        write_down(&shared, &question, keep, stop, &mut |_| {})
    });
    let kept = recorded.await??;
    Ok(Answer(TraceShape::new(&kept)?))
}

impl RecordWanted {
    /// Understands what is to be recorded, and how much of it is to be kept: so many megabytes if it does not say.
    pub(crate) fn understand(
        &self,
        app: &App,
        usual: u32,
    ) -> Result<(question::SearchQuestion, Keep), Refusal> {
        let mut question = self.search.understand(app, Limits::depth(USUAL_DEPTH))?;
        let most = app.config.limits.trace_mb;
        let memory = self.memory.unwrap_or(usual.min(most));
        if memory > most {
            return Err(Refusal::too_much(format!("memory {memory} is more than {most}")));
        }
        question.needs.megabytes = question.needs.megabytes.saturating_add(memory);
        let keep = Keep { plies: self.plies, memory: Some((memory as usize) << 20), ..Keep::default() };
        Ok((question, keep))
    }
}

/// Asks a machine, writes down what it says and keeps that; `listener` hears how it goes.
pub(crate) fn write_down(
    app: &App,
    question: &question::SearchQuestion,
    keep: Keep,
    stop: &Stop,
    listener: &mut dyn FnMut(&Info),
) -> Result<Arc<KeptTrace>, Refusal> {
    let mut engine = question.engine()?;
    let asked = Question {
        game: &question.game,
        limits: question.limits,
        only: &question.only,
        options: &question.settings,
        stop,
    };
    let (recording, _) = window::record_and_tell(engine.as_mut(), &asked, keep, listener)?;
    app.traces.put(recording)
}

/// Opens a recording that was made elsewhere.
#[utoipa::path(
    post,
    path = "/api/window/open",
    tag = "doors",
    request_body(content = Vec<u8>, content_type = "application/octet-stream"),
    responses(
        (status = 200, description = "The recording", body = TraceShape),
        (status = 422, description = "It is none", body = ErrorShape)
    )
)]
pub(crate) async fn open(
    State(app): State<Arc<App>>,
    request: Request,
) -> Result<Answer<TraceShape>, Refusal> {
    let most = (app.config.limits.trace_mb as usize) << 20;
    let bytes = body::read(request.into_body(), most, &app).await?;
    let _place = app.desk.acquire().await.map_err(|_| Refusal::closing())?;
    let shared = Arc::clone(&app);
    let kept = tokio::task::spawn_blocking(move || {
        let recording =
            Recording::read(&bytes[..]).map_err(|error| Refusal::senseless("bad_trace", error))?;
        shared.traces.put(recording)
    });
    let kept = kept.await.map_err(|_| Refusal::failure("the file could not be read"))??;
    Ok(Answer(TraceShape::new(&kept)?))
}

/// A recording as a file, which `kempelen window` reads too.
#[utoipa::path(
    get,
    path = "/api/window/{id}/trace",
    tag = "doors",
    params(("id" = u64, Path, description = "The recording")),
    responses(
        (status = 200, description = "The file", body = Vec<u8>, content_type = "application/octet-stream"),
        (status = 404, description = "No such recording", body = ErrorShape)
    )
)]
pub(crate) async fn trace(
    State(app): State<Arc<App>>,
    Path(id): Path<u64>,
) -> Result<impl IntoResponse, Refusal> {
    let kept = app.traces.get(id)?;
    Ok(([(CONTENT_TYPE, "application/octet-stream")], file_of(kept.recording())?))
}

/// A recording as it is written to files.
pub(crate) fn file_of(recording: &Recording) -> Result<Vec<u8>, Refusal> {
    let mut bytes = Vec::new();
    recording.write(&mut bytes).map_err(Refusal::failure)?;
    Ok(bytes)
}
