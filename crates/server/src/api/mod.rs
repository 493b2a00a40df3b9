//! What can be asked, a file each.

mod analyse;
mod body;
mod encode;
mod engines;
mod eval;
mod games;
mod kim;
mod lesson;
mod state;
mod think;
mod tournaments;
mod window;

use std::sync::Arc;

use axum::Router;
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderValue, Method, StatusCode, Uri};
use axum::middleware;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::cors::{AllowOrigin, CorsLayer};
use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(crate) use window::file_of;

use crate::app::App;
use crate::refusal::Refusal;
use crate::{assets, guard};

/// What the description of the interface begins with.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "Kempelen",
        description = "A cabinet of chess machines with the doors open: chess, Chess960 and makruk.\n\n\
            Requests and answers are JSON. A request that cannot be answered gets `error`, what is wrong in words, and \
            `code`, the same in one word. Scores are White's. When too many searches wait, the answer is 429 with \
            `Retry-After`.",
        license(name = "GPL-3.0-or-later")
    ),
    components(schemas(analyse::Wish, analyse::LiveNews))
)]
struct Description;

/// Everything that is served.
pub(crate) fn router(app: Arc<App>) -> Router {
    let (api, description) = OpenApiRouter::with_openapi(Description::openapi())
        .routes(routes!(engines::engines))
        .routes(routes!(state::state))
        .routes(routes!(think::think))
        .routes(routes!(analyse::analyse))
        .routes(routes!(eval::eval))
        .routes(routes!(encode::encode))
        .routes(routes!(games::read))
        .routes(routes!(games::write))
        .routes(routes!(kim::kim))
        .routes(routes!(lesson::classic))
        .routes(routes!(lesson::own))
        .routes(routes!(window::record))
        .routes(routes!(window::open))
        .routes(routes!(window::trace))
        .routes(routes!(window::node::node))
        .routes(routes!(window::words::why))
        .routes(routes!(window::words::why_not))
        .routes(routes!(window::words::read))
        .routes(routes!(window::words::svg))
        .routes(routes!(window::words::json))
        .routes(routes!(window::words::diff))
        .routes(routes!(tournaments::list, tournaments::begin))
        .routes(routes!(tournaments::look))
        .routes(routes!(tournaments::end))
        .routes(routes!(tournaments::search))
        .split_for_parts();
    let text = description.to_json().unwrap_or_default();
    let describe = move || async move { ([(CONTENT_TYPE, "application/json")], text) };
    let guard = middleware::from_fn_with_state(Arc::clone(&app), guard::guard);
    api.route("/api/openapi.json", get(describe))
        .fallback(elsewhere)
        .method_not_allowed_fallback(wrong_method)
        .layer(cors(&app.config.cors))
        .layer(CatchPanicLayer::custom(|_| {
            Refusal::failure("the server failed on this request").into_response()
        }))
        .layer(CompressionLayer::new())
        .layer(guard)
        .with_state(app)
}

/// Pages of other origins may ask only where somebody said so.
fn cors(origins: &[String]) -> CorsLayer {
    if origins.is_empty() {
        return CorsLayer::new();
    }
    let origins = origins.iter().filter_map(|origin| HeaderValue::from_str(origin).ok());
    CorsLayer::new()
        .allow_origin(AllowOrigin::list(origins))
        .allow_methods([Method::GET, Method::POST])
        .allow_headers([CONTENT_TYPE])
}

async fn elsewhere(uri: Uri, method: Method, headers: axum::http::HeaderMap) -> Response {
    if uri.path() == "/api" || uri.path().starts_with("/api/") {
        let reason = format!("there is no {:?}; see /api/openapi.json", crate::text::clip(uri.path()));
        return Refusal::new(StatusCode::NOT_FOUND, "unknown_path", reason).into_response();
    }
    match method {
        Method::GET | Method::HEAD => assets::file(&uri, &headers),
        _ => wrong_method(uri, method).await.into_response(),
    }
}

async fn wrong_method(uri: Uri, method: Method) -> Refusal {
    let reason = format!("{:?} cannot be asked by {method}", crate::text::clip(uri.path()));
    Refusal::new(StatusCode::METHOD_NOT_ALLOWED, "method", reason)
}
