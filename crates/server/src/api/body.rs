use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::extract::{self, FromRequest, FromRequestParts, Request};
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::http::request::Parts;
use serde::de::DeserializeOwned;

use crate::app::App;
use crate::refusal::Refusal;

/// A JSON body of bounded length, sent in bounded time.
pub(crate) struct Json<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRequest<Arc<App>> for Json<T> {
    type Rejection = Refusal;

    async fn from_request(request: Request, app: &Arc<App>) -> Result<Self, Refusal> {
        // Other kinds of content can be sent by pages of other sites without a browser asking first.
        let kind =
            request.headers().get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
        if kind.split(';').next().is_none_or(|kind| !kind.trim().eq_ignore_ascii_case("application/json")) {
            return Err(Refusal::new(
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                "content_type",
                "the body has to be sent as application/json",
            ));
        }
        let bytes = read(request.into_body(), app.config.limits.body, app).await?;
        serde_json::from_slice(&bytes).map(Self).map_err(|error| {
            let code = if error.is_data() { "bad_request" } else { "bad_json" };
            Refusal::new(StatusCode::BAD_REQUEST, code, format!("the body cannot be read: {error}"))
        })
    }
}

/// What stands in the path of a request.
pub(crate) struct Path<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned + Send> FromRequestParts<S> for Path<T> {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Refusal> {
        let found = extract::Path::from_request_parts(parts, state).await;
        found.map(|extract::Path(found)| Self(found)).map_err(|error| {
            Refusal::new(
                error.status(),
                "bad_path",
                format!("the path cannot be read: {}", error.body_text()),
            )
        })
    }
}

/// What stands after the path of a request.
pub(crate) struct Query<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for Query<T> {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Refusal> {
        let found = extract::Query::from_request_parts(parts, state).await;
        found.map(|extract::Query(found)| Self(found)).map_err(|error| {
            Refusal::new(
                error.status(),
                "bad_query",
                format!("the query cannot be read: {}", error.body_text()),
            )
        })
    }
}

/// Reads a body of at most so many bytes.
pub(crate) async fn read(body: Body, most: usize, app: &App) -> Result<Bytes, Refusal> {
    let bytes = tokio::time::timeout(app.config.limits.body_time, axum::body::to_bytes(body, most)).await;
    match bytes {
        Err(_) => Err(Refusal::new(StatusCode::REQUEST_TIMEOUT, "slow", "the body did not arrive in time")),
        Ok(Ok(bytes)) => Ok(bytes),
        Ok(Err(error)) => {
            let long = std::error::Error::source(&error)
                .is_some_and(|source| source.to_string().contains("length limit"));
            Err(if long {
                let reason = format!("the body is longer than {most} bytes");
                Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, "too_long", reason)
            } else {
                Refusal::new(StatusCode::BAD_REQUEST, "broken_off", "the body broke off")
            })
        }
    }
}
