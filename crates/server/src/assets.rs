//! The page, built into the program.

use axum::body::Body;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri};
use axum::response::{Html, IntoResponse, Response};
use rust_embed::RustEmbed;

#[derive(RustEmbed)]
#[folder = "../../web/dist/site"]
#[allow_missing = true]
struct Site;

/// The parts of the page that have an address of their own. All are one document.
const ROOMS: [&str; 10] =
    ["", "play", "analyse", "doors", "ladder", "tournaments", "library", "settings", "lesson", "kim"];

const NOT_BUILT: &str = include_str!("not_built.html");
const NOT_FOUND: &str = include_str!("not_found.html");

/// A file of the page.
pub(crate) fn file(uri: &Uri, headers: &HeaderMap) -> Response {
    let path = uri.path().trim_matches('/');
    let room = ROOMS.contains(&path);
    let name = if room { "index.html" } else { path };
    match Site::get(name) {
        Some(file) => send(name, &file, headers),
        None if room => Html(NOT_BUILT).into_response(),
        None => (StatusCode::NOT_FOUND, Html(NOT_FOUND)).into_response(),
    }
}

fn send(name: &str, file: &rust_embed::EmbeddedFile, headers: &HeaderMap) -> Response {
    let hash = file.metadata.sha256_hash();
    let tag = format!(
        "\"{:016x}\"",
        u64::from_be_bytes([hash[0], hash[1], hash[2], hash[3], hash[4], hash[5], hash[6], hash[7]])
    );
    // Names under assets/ carry a hash of their content and never mean anything else.
    let cache = if name.starts_with("assets/") { "public, max-age=31536000, immutable" } else { "no-cache" };
    let known = headers.get(IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes());
    let mut response = if known {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        Body::from(file.data.clone()).into_response()
    };
    let set = response.headers_mut();
    set.insert(CACHE_CONTROL, HeaderValue::from_static(cache));
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        set.insert(ETAG, tag);
    }
    if let Ok(kind) = HeaderValue::from_str(file.metadata.mimetype()) {
        set.insert(CONTENT_TYPE, kind);
    }
    response
}
