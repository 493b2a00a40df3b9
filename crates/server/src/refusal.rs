use std::fmt;
use std::time::Duration;

use axum::Json;
use axum::http::header::RETRY_AFTER;
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use kempelen_engine::{EngineError, OptionError};
use kempelen_rules::fen::FenError;
use kempelen_rules::uci::MoveError;
use serde::Serialize;
use utoipa::ToSchema;

/// Why a request is not answered, for people and for programs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Refusal {
    pub(crate) status: StatusCode,
    pub(crate) shape: ErrorShape,
    retry_after: Option<Duration>,
}

/// What is said of a request that cannot be answered.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub(crate) struct ErrorShape {
    /// What is wrong, in words.
    pub(crate) error: String,
    /// What is wrong, in one word for programs.
    pub(crate) code: &'static str,
    /// How many moves could be played, where one of them is wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) ply: Option<usize>,
}

impl Refusal {
    pub(crate) fn new(status: StatusCode, code: &'static str, reason: impl fmt::Display) -> Self {
        Self { status, shape: ErrorShape { error: reason.to_string(), code, ply: None }, retry_after: None }
    }

    /// The request can be read but makes no sense.
    pub(crate) fn senseless(code: &'static str, reason: impl fmt::Display) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, code, reason)
    }

    /// A move cannot be played after so many others.
    pub(crate) fn of_move(ply: usize, error: &MoveError) -> Self {
        let mut refusal = Self::senseless(
            match error {
                MoveError::Unreadable(_) => "unreadable_move",
                MoveError::Illegal(_) => "illegal_move",
                MoveError::Ambiguous(_) => "ambiguous_move",
            },
            error,
        );
        refusal.shape.ply = Some(ply);
        refusal
    }

    /// More is asked for than is allowed.
    pub(crate) fn too_much(reason: impl fmt::Display) -> Self {
        Self::senseless("limit", reason)
    }

    /// Too many are waiting already.
    pub(crate) fn busy(retry_after: Duration) -> Self {
        Self {
            retry_after: Some(retry_after),
            ..Self::new(
                StatusCode::TOO_MANY_REQUESTS,
                "busy",
                "all machines are thinking and too many are waiting; try again later",
            )
        }
    }

    pub(crate) fn closing() -> Self {
        Self::new(StatusCode::SERVICE_UNAVAILABLE, "closing", "the server is closing")
    }

    /// Something of ours failed.
    pub(crate) fn failure(reason: impl fmt::Display) -> Self {
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "failure", reason)
    }
}

impl From<FenError> for Refusal {
    fn from(error: FenError) -> Self {
        Self::senseless("bad_fen", error)
    }
}

impl From<OptionError> for Refusal {
    fn from(error: OptionError) -> Self {
        Self::senseless("bad_option", error)
    }
}

impl From<EngineError> for Refusal {
    fn from(error: EngineError) -> Self {
        match error {
            EngineError::Variant { .. } => Self::senseless("variant", error),
            EngineError::Position(_) => Self::senseless("position", error),
            EngineError::Settings(_) => Self::new(StatusCode::BAD_REQUEST, "bad_option", error),
            EngineError::IllegalMove(_) | EngineError::Failed(_) => Self::failure(error),
        }
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let mut response = (self.status, Json(self.shape)).into_response();
        if let Some(wait) = self.retry_after {
            let seconds = wait.as_secs().max(1);
            response.headers_mut().insert(RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}
