//! Who may ask at all, and what browsers are told to forbid.

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header::{self, HeaderName};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::app::App;
use crate::config::Config;
use crate::refusal::Refusal;

/// What a browser may do with our pages: nothing that is not ours.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; \
                      connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; \
                      frame-ancestors 'none'";

const HEADERS: [(HeaderName, &str); 7] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (HeaderName::from_static("permissions-policy"), "camera=(), microphone=(), geolocation=()"),
];

/// Turns strangers away and dresses every answer.
pub(crate) async fn guard(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let mut response = match admit(&app.config, &request) {
        Ok(()) => next.run(request).await,
        Err(refusal) => refusal.into_response(),
    };
    for (name, value) in HEADERS {
        response.headers_mut().entry(name).or_insert(HeaderValue::from_static(value));
    }
    response
}

fn admit(config: &Config, request: &Request) -> Result<(), Refusal> {
    let host = authority(request)?;
    if !is_known(config, &host) {
        let reason = format!(
            "this server does not answer to the name {:?}; start it with --allow-host to change that",
            crate::text::clip(host.host())
        );
        return Err(Refusal::new(StatusCode::MISDIRECTED_REQUEST, "host", reason));
    }
    let harmless = matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    let upgrade = request.headers().contains_key(header::UPGRADE);
    if (!harmless || upgrade) && !is_from_here(config, request.headers(), &host) {
        return Err(Refusal::new(
            StatusCode::FORBIDDEN,
            "origin",
            "pages of other sites may not ask this server",
        ));
    }
    Ok(())
}

/// Under which name the client asks.
fn authority(request: &Request) -> Result<Authority, Refusal> {
    if request.headers().get_all(header::HOST).iter().count() > 1 {
        // Whoever stands between could take the one for another than we do.
        return Err(Refusal::new(StatusCode::BAD_REQUEST, "host", "the request names more than one host"));
    }
    let header = request.headers().get(header::HOST).and_then(|host| host.to_str().ok());
    let named = request.uri().authority().cloned().or_else(|| header.and_then(|host| host.parse().ok()));
    named.ok_or_else(|| {
        Refusal::new(StatusCode::BAD_REQUEST, "host", "the request does not say which host it is for")
    })
}

/// Plain addresses cannot be made to point elsewhere; names can, so only known ones are served.
fn is_known(config: &Config, authority: &Authority) -> bool {
    let host = authority.host();
    let plain = host.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>().is_ok();
    plain
        || host.eq_ignore_ascii_case("localhost")
        || config.hosts.iter().any(|known| known.eq_ignore_ascii_case(host))
}

/// Whether a page that asks is one of ours. Programs that are no browsers name no origin.
fn is_from_here(config: &Config, headers: &HeaderMap, host: &Authority) -> bool {
    let Some(origin) = headers.get(header::ORIGIN) else { return true };
    let Ok(origin) = origin.to_str() else { return false };
    let same = origin
        .split_once("://")
        .and_then(|(_, authority)| authority.parse::<Authority>().ok())
        .is_some_and(|authority| authority.as_str().eq_ignore_ascii_case(host.as_str()));
    same || config.cors.iter().any(|known| known == origin)
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::body::Body;

    fn asks(config: &Config, method: &str, headers: &[(&str, &str)]) -> Result<(), &'static str> {
        let mut request = Request::builder().method(method).uri("/api/think");
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        admit(config, &request.body(Body::empty()).unwrap()).map_err(|refusal| refusal.shape.code)
    }

    #[test]
    fn only_known_names_are_served() {
        let mut config = Config::default();
        for host in ["localhost", "localhost:8770", "127.0.0.1:8770", "[::1]:8770", "192.168.1.5"] {
            assert_eq!(asks(&config, "GET", &[("host", host)]), Ok(()), "{host}");
        }
        for host in
            ["evil.example", "evil.example:8770", "localhost.evil.example", "127.0.0.1.evil.example", "1e"]
        {
            assert_eq!(asks(&config, "GET", &[("host", host)]), Err("host"), "{host}");
        }
        assert_eq!(asks(&config, "GET", &[]), Err("host"));
        assert_eq!(asks(&config, "GET", &[("host", "localhost"), ("host", "localhost")]), Err("host"));
        config.hosts.push("chess.home".to_owned());
        assert_eq!(asks(&config, "GET", &[("host", "Chess.Home:80")]), Ok(()));
    }

    #[test]
    fn pages_of_others_may_not_ask() {
        let mut config = Config::default();
        let host = ("host", "localhost:8770");
        assert_eq!(asks(&config, "POST", &[host]), Ok(()));
        assert_eq!(asks(&config, "POST", &[host, ("origin", "http://localhost:8770")]), Ok(()));
        for origin in ["https://evil.example", "null", "http://localhost:9999", "localhost:8770"] {
            assert_eq!(asks(&config, "POST", &[host, ("origin", origin)]), Err("origin"), "{origin}");
            assert_eq!(
                asks(&config, "GET", &[host, ("origin", origin), ("upgrade", "websocket")]),
                Err("origin"),
                "{origin}"
            );
        }
        config.cors.push("https://friend.example".to_owned());
        assert_eq!(asks(&config, "POST", &[host, ("origin", "https://friend.example")]), Ok(()));
    }
}
