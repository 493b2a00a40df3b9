use axum::Json as Answer;
use kempelen_rules::with_game;
use kempelen_zero::Encoded;
use kempelen_zero::encode::DEFAULT_STEPS;
use serde::Deserialize;
use utoipa::ToSchema;

use super::body::Json;
use crate::question::PlaceAsked;
use crate::refusal::{ErrorShape, Refusal};

/// A game to be encoded.
#[derive(Deserialize, ToSchema)]
pub(crate) struct EncodeWanted {
    /// The position, and how it came about.
    #[serde(flatten)]
    place: PlaceAsked,
    /// How many positions of the past the planes show; 8 if left out.
    history_steps: Option<usize>,
}

/// What a network sees of a position: the planes, and the index of every legal move.
#[utoipa::path(
    post,
    path = "/api/encode",
    tag = "games",
    request_body = EncodeWanted,
    responses(
        (status = 200, description = "The fields of `kempelen encode`: `runs` are the cells that are not zero, as \
            [first index, length, value]; `policy` has the index of every legal move", body = Object),
        (status = 422, description = "No such position, or too long a history", body = ErrorShape)
    )
)]
pub(crate) async fn encode(Json(wanted): Json<EncodeWanted>) -> Result<Answer<Encoded>, Refusal> {
    let (_, game) = wanted.place.game()?;
    let steps = wanted.history_steps.unwrap_or(DEFAULT_STEPS);
    let encoded = with_game!(&game, game => Encoded::of(game, steps));
    encoded.map(Answer).map_err(|error| Refusal::senseless("bad_history", error))
}
