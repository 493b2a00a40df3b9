//! The tournament room: begin, look, end.

use std::sync::Arc;
use std::time::Duration;

use axum::Json as Answer;
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::body::{Json, Path};
use crate::app::App;
use crate::levels;
use crate::question::Rules;
use crate::refusal::{ErrorShape, Refusal};
use crate::tournament::{Contestant, ContestantSource, HouseGame, HouseTournament};

/// A machine without a time of its own thinks no longer than this.
const MOST_TIME: Duration = Duration::from_secs(10);
/// How long a guest thinks.
const GUEST_TIME: Duration = Duration::from_secs(1);
const MOST_PLAYERS: usize = 12;
const MOST_PAIRS: usize = 50;

/// A tournament to be played.
#[derive(Deserialize, ToSchema)]
pub(crate) struct TournamentWanted {
    /// The game; chess if left out.
    variant: Option<Rules>,
    /// Who takes part, from two to twelve.
    players: Vec<ContestantWanted>,
    /// How many pairs of games each two play; one if left out.
    pairs: Option<usize>,
}

/// Somebody who is to take part: a machine of the cabinet at a level, or a guest.
#[derive(Deserialize, ToSchema)]
pub(crate) struct ContestantWanted {
    /// The id of a machine.
    engine: Option<String>,
    /// The number of its level in `/api/engines`; its usual one if left out.
    level: Option<usize>,
    /// The name of a guest.
    guest: Option<String>,
}

impl ContestantWanted {
    fn find(&self, app: &App, rules: Rules) -> Result<Contestant, Refusal> {
        if let Some(name) = &self.guest {
            let found = app.config.guests.iter().find(|(known, _)| known == name);
            let (name, command) = found.ok_or_else(|| {
                Refusal::senseless(
                    "unknown_guest",
                    format!("there is no guest {:?}", crate::text::clip(name)),
                )
            })?;
            let source = ContestantSource::Guest(command.clone());
            return Ok(Contestant { name: name.clone(), source, settings: Vec::new(), time: GUEST_TIME });
        }
        let entry = *app.machine(self.engine.as_deref())?;
        if !entry.about.plays(rules.variant()) {
            let reason = format!("{} does not play {}", entry.about.name, rules.variant());
            return Err(Refusal::senseless("variant", reason));
        }
        let levels = levels::of(&entry.about, &(entry.make)().options());
        let level = match self.level {
            None => levels.iter().find(|level| level.is_usual()).or(levels.first()),
            Some(number) => levels.get(number),
        };
        let level = level.ok_or_else(|| {
            Refusal::senseless("bad_level", format!("{} has no such level", entry.about.name))
        })?;
        Ok(Contestant {
            name: format!("{} ({})", entry.about.name, level.name()),
            source: ContestantSource::Cabinet(entry),
            settings: level.settings(),
            time: level.time().unwrap_or(MOST_TIME),
        })
    }
}

/// A tournament, as far as it is.
#[derive(Serialize, ToSchema)]
pub(crate) struct TournamentShape {
    /// Its number.
    id: u64,
    /// The game.
    variant: Rules,
    /// Who takes part.
    players: Vec<ContestantShape>,
    /// How many games there will be.
    planned: usize,
    /// The games that were begun, in order.
    games: Vec<HouseGameShape>,
    /// Whether nothing more is played.
    over: bool,
    /// Why it broke off, if it did.
    trouble: Option<String>,
}

/// Somebody who takes part.
#[derive(Serialize, ToSchema)]
pub(crate) struct ContestantShape {
    /// The name, with the level.
    name: String,
    /// The id of the machine; none for a guest.
    engine: Option<&'static str>,
}

/// A game of a tournament.
#[derive(Serialize, ToSchema)]
pub(crate) struct HouseGameShape {
    /// The number of the contestant who has White, from 0.
    white: usize,
    /// The number of the one who has Black.
    black: usize,
    /// The moves, as `e2e4`.
    moves: Vec<String>,
    /// `1-0`, `0-1`, `1/2-1/2`, or `*`.
    result: &'static str,
    /// How it ended.
    reason: String,
    /// For each move whether its search is kept.
    recorded: Vec<bool>,
}

impl HouseGameShape {
    fn new(game: &HouseGame) -> Self {
        Self {
            white: game.white,
            black: game.black,
            moves: game.moves.clone(),
            result: game.result,
            reason: game.reason.clone(),
            recorded: game.searches.iter().map(Option::is_some).collect(),
        }
    }
}

impl TournamentShape {
    fn new(tournament: &HouseTournament) -> Self {
        let progress = tournament.progress();
        let shape = |contestant: &Contestant| ContestantShape {
            name: contestant.name.clone(),
            engine: match &contestant.source {
                ContestantSource::Cabinet(entry) => Some(entry.about.id),
                ContestantSource::Guest(_) => None,
            },
        };
        Self {
            id: tournament.id,
            variant: tournament.rules,
            players: tournament.contestants.iter().map(shape).collect(),
            planned: tournament.planned(),
            games: progress.games.iter().map(HouseGameShape::new).collect(),
            over: progress.over,
            trouble: progress.trouble.clone(),
        }
    }
}

/// All tournaments, and who may take part besides the cabinet.
#[derive(Serialize, ToSchema)]
pub(crate) struct TournamentsShape {
    /// The tournaments, the oldest first.
    tournaments: Vec<TournamentShape>,
    /// The guests that the owner of the server has named.
    guests: Vec<String>,
}

/// The tournaments that there are.
#[utoipa::path(
    get,
    path = "/api/tournaments",
    tag = "tournaments",
    responses((status = 200, description = "All of them", body = TournamentsShape))
)]
pub(crate) async fn list(State(app): State<Arc<App>>) -> Answer<TournamentsShape> {
    Answer(TournamentsShape {
        tournaments: app.tournaments.all().iter().map(|known| TournamentShape::new(known)).collect(),
        guests: app.config.guests.iter().map(|(name, _)| name.clone()).collect(),
    })
}

/// Begins a tournament. It is played here to its end, whether somebody looks or not.
#[utoipa::path(
    post,
    path = "/api/tournaments",
    tag = "tournaments",
    request_body = TournamentWanted,
    responses(
        (status = 200, description = "The tournament", body = TournamentShape),
        (status = 422, description = "No such tournament can be played", body = ErrorShape)
    )
)]
pub(crate) async fn begin(
    State(app): State<Arc<App>>,
    Json(wanted): Json<TournamentWanted>,
) -> Result<Answer<TournamentShape>, Refusal> {
    let rules = wanted.variant.unwrap_or_else(|| kempelen_rules::VariantId::Chess.into());
    let pairs = wanted.pairs.unwrap_or(1);
    if !(2..=MOST_PLAYERS).contains(&wanted.players.len()) {
        return Err(Refusal::senseless("players", format!("a tournament has 2 to {MOST_PLAYERS} players")));
    }
    if !(1..=MOST_PAIRS).contains(&pairs) {
        return Err(Refusal::senseless("pairs", format!("pairs are 1 to {MOST_PAIRS}, not {pairs}")));
    }
    let players = wanted.players.iter().map(|player| player.find(&app, rules));
    let tournament = app.tournaments.begin(&app, rules, players.collect::<Result<_, _>>()?, pairs)?;
    Ok(Answer(TournamentShape::new(&tournament)))
}

/// A tournament as far as it is.
#[utoipa::path(
    get,
    path = "/api/tournaments/{id}",
    tag = "tournaments",
    params(("id" = u64, Path, description = "The tournament")),
    responses(
        (status = 200, description = "The tournament", body = TournamentShape),
        (status = 404, description = "No such tournament", body = ErrorShape)
    )
)]
pub(crate) async fn look(
    State(app): State<Arc<App>>,
    Path(id): Path<u64>,
) -> Result<Answer<TournamentShape>, Refusal> {
    Ok(Answer(TournamentShape::new(app.tournaments.find(id)?.as_ref())))
}

/// Ends a tournament with the games that are done.
#[utoipa::path(
    post,
    path = "/api/tournaments/{id}/end",
    tag = "tournaments",
    params(("id" = u64, Path, description = "The tournament")),
    responses(
        (status = 200, description = "The tournament", body = TournamentShape),
        (status = 404, description = "No such tournament", body = ErrorShape)
    )
)]
pub(crate) async fn end(
    State(app): State<Arc<App>>,
    Path(id): Path<u64>,
) -> Result<Answer<TournamentShape>, Refusal> {
    let tournament = app.tournaments.find(id)?;
    tournament.end();
    Ok(Answer(TournamentShape::new(&tournament)))
}

/// The search behind a move of a tournament, as a file that `/api/window/open` reads.
#[utoipa::path(
    get,
    path = "/api/tournaments/{id}/{game}/{ply}/trace",
    tag = "tournaments",
    params(
        ("id" = u64, Path, description = "The tournament"),
        ("game" = usize, Path, description = "The game, from 0"),
        ("ply" = usize, Path, description = "The half-move, from 0")
    ),
    responses(
        (status = 200, description = "The file", body = Vec<u8>, content_type = "application/octet-stream"),
        (status = 404, description = "No such move, or its search is not kept", body = ErrorShape)
    )
)]
pub(crate) async fn search(
    State(app): State<Arc<App>>,
    Path((id, game, ply)): Path<(u64, usize, usize)>,
) -> Result<impl IntoResponse, Refusal> {
    let tournament = app.tournaments.find(id)?;
    let found =
        tournament.progress().games.get(game).and_then(|game| game.searches.get(ply).cloned()).flatten();
    let file = found.ok_or_else(|| {
        Refusal::new(StatusCode::NOT_FOUND, "unknown_trace", "the search behind this move is not kept")
    })?;
    Ok(([(CONTENT_TYPE, "application/octet-stream")], file.as_ref().clone()))
}
