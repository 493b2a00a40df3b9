//! Searches that are watched or recorded, over a WebSocket.
//!
//! A client takes *seats*: in each sits one machine, which keeps what it has learned from one question to the next, as
//! long as the question is for the same machine with the same settings. A new question in a seat ends the search
//! that goes on there. Other seats go on; whoever leaves ends all of its own.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::extract::State;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade, close_code};
use axum::response::Response;
use futures_util::{SinkExt, StreamExt};
use kempelen_engine::{Ask, Engine, Info, Limits, Stop};
use kempelen_trace::Keep;
use kempelen_window::{Question, record_and_tell};
use serde::{Deserialize, Serialize};
use tokio::sync::{Notify, OwnedSemaphorePermit, mpsc};
use utoipa::ToSchema;

use super::window::{self, RecordWanted, TraceShape, file_of};
use crate::app::{App, closed};
use crate::question::{SearchAsked, SearchQuestion};
use crate::refusal::{ErrorShape, Refusal};
use crate::shapes::{Analysis, AnalysisGatherer, ThoughtShape};

/// News of one search come no closer together; what happens in between is summed up.
const PACE: Duration = Duration::from_millis(60);
/// How often a silent client is asked whether it is still there.
const PING: Duration = Duration::from_secs(20);
/// A client that has said nothing for so long is gone.
const SILENCE: Duration = Duration::from_secs(65);
/// A client that takes no message for so long is gone.
const STUCK: Duration = Duration::from_secs(10);
/// The memory for the recording of a move, if nobody says: enough for a picture, little enough to keep whole games.
const MOVE_MEGABYTES: u32 = 1;
/// The longest name of a seat.
const LONGEST_SEAT: usize = 32;

/// What a client sends.
#[derive(Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "lowercase")]
pub(crate) enum Wish {
    /// Search, until the limits are reached or a `stop`.
    Search {
        /// A number that the news about it will carry.
        #[serde(default)]
        id: u32,
        /// Which seat the machine sits in.
        #[serde(default)]
        seat: String,
        /// The question.
        #[serde(flatten)]
        search: Box<SearchAsked>,
    },
    /// Search, and keep a recording of it.
    Record {
        /// A number that the news about it will carry.
        #[serde(default)]
        id: u32,
        /// Which seat the machine sits in.
        #[serde(default)]
        seat: String,
        /// The question, and how much is to be kept.
        #[serde(flatten)]
        wanted: Box<RecordWanted>,
    },
    /// Search for a move of a game: as `Search`, with the machine that sits there and all it remembers, and written down
    /// while it thinks. The recording comes as a binary message just before `done`: the number of the search in four
    /// bytes, the first the greatest, then the file of the recording. Nothing of it stays here.
    Play {
        /// A number that the news about it will carry.
        #[serde(default)]
        id: u32,
        /// Which seat the machine sits in.
        #[serde(default)]
        seat: String,
        /// The question, and how much is to be kept: a megabyte if it does not say.
        #[serde(flatten)]
        wanted: Box<RecordWanted>,
    },
    /// End the search in a seat with what it has.
    Stop {
        /// The seat.
        #[serde(default)]
        seat: String,
    },
}

/// What a client hears.
#[derive(Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "lowercase")]
pub(crate) enum LiveNews {
    /// All machines are busy; the search begins when one is free.
    Queued {
        /// The search.
        id: u32,
    },
    /// What the search knows so far.
    Info {
        /// The search.
        id: u32,
        /// What it knows.
        #[serde(flatten)]
        analysis: Analysis,
    },
    /// The search has ended.
    Done {
        /// The search.
        id: u32,
        /// The answer.
        #[serde(flatten)]
        thought: Box<ThoughtShape>,
        /// The file of its recording, which goes ahead as a message of its own.
        #[serde(skip)]
        recording: Option<Vec<u8>>,
    },
    /// The search has ended, and its recording can be asked about.
    Recorded {
        /// The search.
        id: u32,
        /// The recording.
        trace: Box<TraceShape>,
    },
    /// There is no answer.
    Error {
        /// The search, if it is about one.
        #[serde(skip_serializing_if = "Option::is_none")]
        id: Option<u32>,
        /// Why.
        #[serde(flatten)]
        error: ErrorShape,
    },
}

/// Searches that are watched, over a WebSocket: send `Wish`, hear `LiveNews`.
#[utoipa::path(
    get,
    path = "/api/analyse",
    tag = "machines",
    responses((status = 101, description = "A WebSocket. Each message is a JSON object: `Wish` to us, `LiveNews` back."))
)]
pub(crate) async fn analyse(
    State(app): State<Arc<App>>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, Refusal> {
    let upgrade = upgrade.map_err(|error| Refusal::new(error.status(), "no_websocket", error.body_text()))?;
    let most = app.config.limits.body;
    Ok(upgrade.max_message_size(most).max_frame_size(most).on_upgrade(move |socket| async move {
        LiveVisit::new(app).run(socket).await;
    }))
}

/// One client.
struct LiveVisit {
    app: Arc<App>,
    seats: HashMap<String, EngineSeat>,
    news: mpsc::Sender<LiveNews>,
    heard: mpsc::Receiver<LiveNews>,
}

/// Where a machine sits.
#[derive(Default)]
struct EngineSeat {
    /// The machine, when it is not thinking.
    kept: Arc<tokio::sync::Mutex<Option<KeptEngine>>>,
    /// How to end the search that goes on.
    stop: Stop,
    task: Option<tokio::task::JoinHandle<()>>,
}

impl EngineSeat {
    /// Ends the search that goes on, or waits to. The machine comes back to its chair when it has really ended.
    fn rise(&mut self) {
        self.stop.stop();
        if let Some(task) = self.task.take() {
            task.abort();
        }
    }
}

impl Drop for EngineSeat {
    fn drop(&mut self) {
        self.rise();
    }
}

/// A machine that remembers.
struct KeptEngine {
    id: &'static str,
    settings: Vec<(String, String)>,
    engine: Box<dyn Engine>,
    /// Room on the shelf.
    room: OwnedSemaphorePermit,
}

impl KeptEngine {
    /// Whether the question is for this machine, set as it is.
    fn is_for(&self, question: &SearchQuestion) -> bool {
        self.id == question.entry.about.id && self.settings == question.settings
    }
}

impl LiveVisit {
    fn new(app: Arc<App>) -> Self {
        let (news, heard) = mpsc::channel(32);
        Self { app, seats: HashMap::new(), news, heard }
    }

    async fn run(mut self, socket: WebSocket) {
        let (mut out, mut wishes) = socket.split();
        let mut closing = self.app.closing.clone();
        let mut ping = tokio::time::interval(PING);
        let mut last = Instant::now();
        let goodbye = loop {
            let message = tokio::select! {
                wish = wishes.next() => {
                    last = Instant::now();
                    match wish {
                        Some(Ok(Message::Text(text))) => match self.take(&text) {
                            Ok(()) => continue,
                            Err(error) => *error,
                        },
                        Some(Ok(Message::Binary(_))) => {
                            problem(None, Refusal::senseless("bad_request", "messages have to be text"))
                        }
                        Some(Ok(Message::Ping(_) | Message::Pong(_))) => continue,
                        Some(Ok(Message::Close(_))) | None => return,
                        // Too long, or no WebSocket any more.
                        Some(Err(error)) => break CloseFrame { code: close_code::POLICY, reason: error.to_string().into() },
                    }
                }
                Some(news) = self.heard.recv() => news,
                _ = ping.tick() => {
                    if last.elapsed() > SILENCE || send(&mut out, Message::Ping(Vec::new().into())).await.is_err() {
                        return;
                    }
                    continue;
                }
                () = closed(&mut closing) => {
                    break CloseFrame { code: close_code::AWAY, reason: "the server is closing".into() };
                }
            };
            if let LiveNews::Done { id, recording: Some(file), .. } = &message {
                let bytes = [&id.to_be_bytes(), file.as_slice()].concat();
                if send(&mut out, Message::Binary(bytes.into())).await.is_err() {
                    return;
                }
            }
            let text = serde_json::to_string(&message).unwrap_or_default();
            if send(&mut out, Message::Text(text.into())).await.is_err() {
                return;
            }
        };
        let _ = send(&mut out, Message::Close(Some(goodbye))).await;
    }

    /// Does what a client wishes, or says why not.
    fn take(&mut self, text: &str) -> Result<(), Box<LiveNews>> {
        let wish: Wish = serde_json::from_str(text)
            .map_err(|error| Refusal::senseless("bad_request", format!("this cannot be read: {error}")))
            .map_err(|refusal| Box::new(problem(None, refusal)))?;
        match wish {
            Wish::Stop { seat } => {
                if let Some(seat) = self.seats.get(&seat) {
                    seat.stop.stop();
                }
                Ok(())
            }
            Wish::Search { id, seat, search } => search
                .understand(&self.app, Limits { infinite: true, time: None, ..Limits::default() })
                .and_then(|question| self.begin(id, seat, question, SearchPurpose::Watch))
                .map_err(|refusal| Box::new(problem(Some(id), refusal))),
            Wish::Record { id, seat, wanted } => wanted
                .understand(&self.app, self.app.config.limits.trace_mb)
                .and_then(|(question, keep)| self.begin(id, seat, question, SearchPurpose::Record(keep)))
                .map_err(|refusal| Box::new(problem(Some(id), refusal))),
            Wish::Play { id, seat, wanted } => wanted
                .understand(&self.app, MOVE_MEGABYTES)
                .and_then(|(question, keep)| self.begin(id, seat, question, SearchPurpose::Play(keep)))
                .map_err(|refusal| Box::new(problem(Some(id), refusal))),
        }
    }

    /// Begins a search in a seat.
    fn begin(
        &mut self,
        id: u32,
        name: String,
        question: SearchQuestion,
        purpose: SearchPurpose,
    ) -> Result<(), Refusal> {
        let limits = &self.app.config.limits;
        if !self.seats.contains_key(&name) && self.seats.len() >= limits.searches {
            return Err(Refusal::too_much(format!("a connection has {} seats at most", limits.searches)));
        }
        if name.len() > LONGEST_SEAT {
            return Err(Refusal::too_much(format!("the name of a seat has {LONGEST_SEAT} bytes at most")));
        }
        let seat = self.seats.entry(name).or_default();
        seat.rise();
        seat.stop = Stop::new();
        let watch = WatchedSearch {
            app: Arc::clone(&self.app),
            id,
            question,
            most: match purpose {
                SearchPurpose::Watch => limits.analysis_time,
                SearchPurpose::Record(_) | SearchPurpose::Play(_) => limits.think_time,
            },
            purpose,
            kept: Arc::clone(&seat.kept),
            stop: seat.stop.clone(),
            news: self.news.clone(),
        };
        seat.task = Some(tokio::spawn(watch.run()));
        Ok(())
    }
}

fn problem(id: Option<u32>, refusal: Refusal) -> LiveNews {
    LiveNews::Error { id, error: refusal.shape }
}

async fn send(
    out: &mut futures_util::stream::SplitSink<WebSocket, Message>,
    message: Message,
) -> Result<(), ()> {
    match tokio::time::timeout(STUCK, out.send(message)).await {
        Ok(Ok(())) => Ok(()),
        _ => Err(()),
    }
}

/// What a search is for, and how much of it is written down.
enum SearchPurpose {
    /// To be followed.
    Watch,
    /// To be kept here and asked about; by a machine that has just sat down.
    Record(Keep),
    /// To be a move of a game.
    Play(Keep),
}

/// One search that is watched.
struct WatchedSearch {
    app: Arc<App>,
    id: u32,
    question: SearchQuestion,
    purpose: SearchPurpose,
    kept: Arc<tokio::sync::Mutex<Option<KeptEngine>>>,
    stop: Stop,
    news: mpsc::Sender<LiveNews>,
    most: Duration,
}

/// What the search has said last, and whether it was heard.
#[derive(Default)]
struct LatestAnalysis {
    latest: Mutex<Option<Analysis>>,
    written: Notify,
}

impl LatestAnalysis {
    fn write(&self, analysis: &Analysis) {
        *self.latest.lock().unwrap_or_else(PoisonError::into_inner) = Some(analysis.clone());
        self.written.notify_one();
    }

    fn read(&self) -> Option<Analysis> {
        self.latest.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

impl WatchedSearch {
    async fn run(self) {
        let (id, news) = (self.id, self.news.clone());
        let last = self.search().await.unwrap_or_else(|refusal| problem(Some(id), refusal));
        let _ = news.send(last).await;
    }

    /// Searches, tells how it goes, and says at last what came of it.
    async fn search(self) -> Result<LiveNews, Refusal> {
        let Self { app, id, question, purpose, kept, stop, news, most } = self;
        // The one before in this seat has been stopped and will soon get up.
        let mut chair = kept.lock_owned().await;
        let mut needs = question.needs;
        match chair.as_ref() {
            // Its memory is on the shelf, where there was room for it.
            Some(kept) if kept.is_for(&question) => {
                needs.megabytes = needs.megabytes.saturating_sub(question.machine_mb);
            }
            // Whoever gets up leaves the memory to others.
            _ => *chair = None,
        }
        let place = if let Some(place) = app.pool.try_enter(needs) {
            place
        } else {
            let _ = news.send(LiveNews::Queued { id }).await;
            app.pool.enter(needs).await?
        };
        let board = Arc::new(LatestAnalysis::default());
        let tell = Arc::clone(&board);
        let shared = Arc::clone(&app);
        let search = app.pool.run(place, stop, most, move |stop| match purpose {
            SearchPurpose::Watch => {
                let (thought, recording) = think(question, None, &mut chair, &shared, stop, &tell)?;
                Ok(LiveNews::Done { id, thought: Box::new(thought), recording })
            }
            SearchPurpose::Play(keep) => {
                let (thought, recording) = think(question, Some(keep), &mut chair, &shared, stop, &tell)?;
                Ok(LiveNews::Done { id, thought: Box::new(thought), recording })
            }
            SearchPurpose::Record(keep) => {
                let mut gatherer = AnalysisGatherer::new(&question);
                let mut listener = |info: &Info| {
                    gatherer.hear(info);
                    tell.write(gatherer.analysis());
                };
                let kept = window::write_down(&shared, &question, keep, stop, &mut listener)?;
                Ok(LiveNews::Recorded { id, trace: Box::new(TraceShape::new(&kept)?) })
            }
        });
        let mut search = std::pin::pin!(search);
        loop {
            tokio::select! {
                found = &mut search => return found?,
                () = board.written.notified() => {
                    if let Some(analysis) = board.read() {
                        let _ = news.send(LiveNews::Info { id, analysis }).await;
                    }
                    tokio::select! {
                        found = &mut search => return found?,
                        () = tokio::time::sleep(PACE) => {}
                    }
                }
            }
        }
    }
}

/// Asks the machine in the chair if it is the right one, else a new one, which takes the chair if there is room for it.
/// Gives the file of the recording too, if something is to be kept.
fn think(
    question: SearchQuestion,
    keep: Option<Keep>,
    chair: &mut Option<KeptEngine>,
    app: &App,
    stop: &Stop,
    board: &LatestAnalysis,
) -> Result<(ThoughtShape, Option<Vec<u8>>), Refusal> {
    let id = question.entry.about.id;
    let (mut engine, room) = match chair.take() {
        Some(kept) if kept.is_for(&question) => (kept.engine, Some(kept.room)),
        _ => (question.engine()?, Arc::clone(&app.shelf).try_acquire_many_owned(question.machine_mb).ok()),
    };
    let mut gatherer = AnalysisGatherer::new(&question);
    let mut tell = |info: &Info| {
        gatherer.hear(info);
        board.write(gatherer.analysis());
    };
    let (game, limits, only) = (&question.game, question.limits, &question.only);
    let answer = match keep {
        None => engine.think(Ask { game, limits, only, stop, tell: &mut tell }).map(|report| (report, None)),
        Some(keep) => {
            let asked = Question { game, limits, only, options: &question.settings, stop };
            record_and_tell(engine.as_mut(), &asked, keep, &mut tell)
                .map(|(recording, report)| (report, Some(recording)))
        }
    };
    if let Some(room) = room {
        *chair = Some(KeptEngine { id, settings: question.settings, engine, room });
    }
    let (report, recording) = answer?;
    let file = recording.map(|recording| file_of(&recording)).transpose()?;
    Ok((gatherer.finish(id, &report), file))
}
