//! Games in PGN, in and out.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::Json as Answer;
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use kempelen_rules::AnyPosition;
use kempelen_rules::pgn::{self, Outcome, PgnNode, Record, SalvagedGame};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::body::{self, Json};
use crate::app::App;
use crate::question::{PlaceAsked, Rules};
use crate::refusal::{ErrorShape, Refusal};

/// No more games of a file are answered with.
const MOST_GAMES: usize = 20_000;

/// The games of a file.
#[derive(Serialize, ToSchema)]
pub(crate) struct GamesShape {
    /// The games, in order.
    games: Vec<ReadGameShape>,
    /// How many games more the file has than are shown here.
    left: usize,
}

/// A game as far as it can be read. One broken game does not spoil the file.
#[derive(Serialize, ToSchema)]
pub(crate) struct ReadGameShape {
    /// The game; where it is broken, what came before.
    #[serde(flatten)]
    game: GameShape,
    /// What is wrong with it, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    /// The line of the file where it is broken, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
}

impl ReadGameShape {
    fn new(game: &SalvagedGame) -> Self {
        let error = game.error.as_ref();
        Self {
            game: GameShape::of(&game.record),
            error: error.map(ToString::to_string),
            line: error.map(|error| error.line),
        }
    }
}

/// A game with its variations.
#[derive(Serialize, Deserialize, ToSchema)]
pub(crate) struct GameShape {
    /// `White`, `Date` and so on.
    #[serde(default)]
    tags: BTreeMap<String, String>,
    /// Which game it is. If left out: what the FEN looks like, else chess.
    variant: Option<Rules>,
    /// Where it starts; the start of the game if left out.
    fen: Option<String>,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    #[serde(default = "open_result")]
    result: String,
    /// What is said before the first move.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    comments: Vec<String>,
    /// The moves, those of variations too. A move comes after the one it follows; of several that follow the same, the
    /// first is the main line.
    moves: Vec<RecordedMove>,
}

/// A move of a game on paper.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RecordedMove {
    /// The number of the move it follows, from 1 in the order of the list; 0 is the start.
    after: usize,
    /// As `Nf3`; `e2e4` is understood too.
    san: String,
    /// As `e2e4`.
    #[serde(default)]
    uci: String,
    /// Annotation glyphs: 1 for `!`, 2 for `?` and so on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    glyphs: Vec<u8>,
    /// What is said after it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    comments: Vec<String>,
    /// What is said before it, where it begins a variation.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    comments_before: Vec<String>,
}

fn open_result() -> String {
    Outcome::Open.text().to_owned()
}

impl GameShape {
    fn of(record: &Record) -> Self {
        let start = record.start();
        let rules = Rules::from(start.variant());
        let mut moves = Vec::new();
        let mut numbers = BTreeMap::from([(PgnNode::ROOT, 0)]);
        // A stack takes the place of recursion, since variations may be nested as deep as somebody likes.
        let mut open: Vec<PgnNode> = record.children(PgnNode::ROOT).iter().rev().copied().collect();
        while let Some(node) = open.pop() {
            let (Some(parent), Some(m)) = (record.parent(node), record.last_move(node)) else { continue };
            let before = record.position(parent);
            moves.push(RecordedMove {
                after: numbers.get(&parent).copied().unwrap_or_default(),
                san: before.san(m),
                uci: rules.write(&before, m),
                glyphs: record.glyphs(node).to_vec(),
                comments: record.comments(node).to_vec(),
                comments_before: record.comments_before(node).to_vec(),
            });
            numbers.insert(node, moves.len());
            open.extend(record.children(node).iter().rev());
        }
        Self {
            tags: record.tags().map(|(name, value)| (name.to_owned(), value.to_owned())).collect(),
            variant: Some(rules),
            fen: (start != AnyPosition::start(start.variant())).then(|| start.fen()),
            result: record.outcome.text().to_owned(),
            comments: record.comments(PgnNode::ROOT).to_vec(),
            moves,
        }
    }

    fn record(&self) -> Result<Record, Refusal> {
        let (_, game) = PlaceAsked::start(self.variant, self.fen.clone()).game()?;
        let mut record = Record::new(game.start());
        for (name, value) in &self.tags {
            record.set_tag(name, value);
        }
        for comment in &self.comments {
            record.add_comment(PgnNode::ROOT, comment);
        }
        let mut nodes = vec![PgnNode::ROOT];
        for (number, step) in self.moves.iter().enumerate() {
            let Some(&parent) = nodes.get(step.after) else {
                let reason = format!("move {} follows move {}, which comes later", number + 1, step.after);
                return Err(Refusal::senseless("bad_game", reason));
            };
            let m = record
                .position(parent)
                .read_move(&step.san)
                .map_err(|error| Refusal::of_move(number, &error))?;
            let node = record.add(parent, m).map_err(Refusal::failure)?;
            step.glyphs.iter().for_each(|&glyph| record.add_glyph(node, glyph));
            step.comments_before.iter().for_each(|text| record.add_comment_before(node, text));
            step.comments.iter().for_each(|text| record.add_comment(node, text));
            nodes.push(node);
        }
        record.outcome = Outcome::from_text(&self.result).ok_or_else(|| {
            Refusal::senseless("bad_game", format!("{:?} is no result", crate::text::clip(&self.result)))
        })?;
        Ok(record)
    }
}

/// Reads a PGN file.
#[utoipa::path(
    post,
    path = "/api/games/read",
    tag = "games",
    request_body(content = String, content_type = "application/x-chess-pgn"),
    responses(
        (status = 200, description = "The games", body = GamesShape),
        (status = 413, description = "The file is too long", body = ErrorShape)
    )
)]
pub(crate) async fn read(
    State(app): State<Arc<App>>,
    request: Request,
) -> Result<Answer<GamesShape>, Refusal> {
    let bytes = body::read(request.into_body(), app.config.limits.games, &app).await?;
    let _place = app.desk.acquire().await.map_err(|_| Refusal::closing())?;
    let games = tokio::task::spawn_blocking(move || {
        let mut games = pgn::read(&bytes[..]);
        let shown = std::iter::from_fn(|| games.next_salvaged()).take(MOST_GAMES);
        let shown: Vec<_> = shown.map(|game| ReadGameShape::new(&game)).collect();
        GamesShape { games: shown, left: games.count() }
    });
    let games = games.await.map_err(|_| Refusal::failure("the file could not be read"))?;
    let says_nothing = |read: &ReadGameShape| read.error.is_some() && read.game.moves.is_empty();
    if let [only] = &games.games[..]
        && says_nothing(only)
    {
        let error = only.error.clone().unwrap_or_default();
        return Err(Refusal::new(StatusCode::UNPROCESSABLE_ENTITY, "bad_game", error));
    }
    if games.games.is_empty() {
        return Err(Refusal::new(
            StatusCode::UNPROCESSABLE_ENTITY,
            "no_games",
            "there is no game in this text",
        ));
    }
    Ok(Answer(games))
}

/// Writes a game as PGN.
#[utoipa::path(
    post,
    path = "/api/games/write",
    tag = "games",
    request_body = GameShape,
    responses(
        (status = 200, description = "The game", body = String, content_type = "application/x-chess-pgn"),
        (status = 422, description = "No such game", body = ErrorShape)
    )
)]
pub(crate) async fn write(Json(game): Json<GameShape>) -> Result<impl IntoResponse, Refusal> {
    Ok(([(CONTENT_TYPE, "application/x-chess-pgn; charset=utf-8")], game.record()?.to_string()))
}
