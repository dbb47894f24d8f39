//! The headers that several responses have: security policies, the version of the body, and the body that a client prefers.

use std::future::{Ready, ready};

use actix_web::body::BoxBody;
use actix_web::dev::Payload;
use actix_web::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use actix_web::{Error, FromRequest, HttpRequest, HttpResponse, HttpResponseBuilder, Responder};
use serde::Serialize;

/// The content security policy of the phone page. It compiles the engine, and draws the end of a game as a picture: an image
/// from `blob:`.
const PAGE_CSP: &str = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' blob:; \
                        object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The content security policy of the other documents.
const DOCUMENT_CSP: &str =
    "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The content security policy of Swagger UI, which sets styles on its elements and draws its icons from `data:`.
const DOCS_CSP: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; \
                        img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; \
                        frame-ancestors 'none'";

/// The content security policy of the pages that other sites embed: they run their own script, read, and send nothing.
const EMBED_CSP: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; \
                         base-uri 'none'; form-action 'none'; frame-ancestors *";

/// The folders of the pages that other sites embed.
const EMBEDDED: [&str; 2] = ["/embed/night/", "/embed/standings/"];

/// The service worker. Its policy comes with its own script, as a page's does.
const WORKER: &str = "/sw.js";

/// Inserts the security headers of the response at this path.
pub fn insert_security(headers: &mut HeaderMap, path: &str) {
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    if is_subresource(headers) && path != WORKER {
        return;
    }
    let is_embedded = EMBEDDED.iter().any(|folder| path.starts_with(folder));
    let policy = match path {
        _ if is_embedded => EMBED_CSP,
        _ if path.starts_with("/docs/") => DOCS_CSP,
        "/" => PAGE_CSP,
        _ => DOCUMENT_CSP,
    };
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, policy),
        (header::REFERRER_POLICY, "no-referrer"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    if !is_embedded {
        headers.insert(header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY"));
    }
}

/// Returns true for scripts and style sheets. A browser applies the headers of the page that loads them.
fn is_subresource(headers: &HeaderMap) -> bool {
    let media_type = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    media_type.starts_with("text/javascript") || media_type.starts_with("text/css")
}

/// The header with the version of a game or a night, which `based_on` takes.
const VERSION: HeaderName = HeaderName::from_static("x-version");
/// The header with the state that the response shows. The parameter `seen` of a later request takes it.
const SEEN: HeaderName = HeaderName::from_static("x-seen");

/// A body with its version.
pub struct Versioned<T> {
    /// The body.
    pub body: T,
    /// The version of the game or the night.
    pub version: u64,
    /// The versions that the response depends on, as the header has them.
    pub seen: String,
}

impl<T> Versioned<T> {
    /// Changes the body, and keeps the versions.
    pub fn map<U>(self, change: impl FnOnce(T) -> U) -> Versioned<U> {
        let Versioned { body, version, seen } = self;
        Versioned { body: change(body), version, seen }
    }
}

impl<T: Serialize> Versioned<T> {
    /// Responds with the body and its version.
    pub fn response(self, mut builder: HttpResponseBuilder) -> HttpResponse {
        let mut response = builder.json(self.body);
        insert_version(response.headers_mut(), self.version, &self.seen);
        response
    }
}

impl<T: Serialize> Responder for Versioned<T> {
    type Body = BoxBody;

    fn respond_to(self, _: &HttpRequest) -> HttpResponse {
        self.response(HttpResponse::Ok())
    }
}

/// Inserts a version, and the versions that the response depends on.
pub fn insert_version(headers: &mut HeaderMap, version: u64, seen: &str) {
    headers.insert(VERSION, HeaderValue::from(version));
    if let Ok(seen) = HeaderValue::from_str(seen) {
        headers.insert(SEEN, seen);
    }
}

/// The header with the preferences of a client (RFC 7240).
const PREFER: HeaderName = HeaderName::from_static("prefer");
/// The header of a response that follows the preference.
pub const APPLIED: (HeaderName, HeaderValue) =
    (HeaderName::from_static("preference-applied"), HeaderValue::from_static("return=minimal"));

/// The body that the client wants in the response to a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PreferredBody {
    /// The changed game.
    Representation,
    /// No body.
    Minimal,
}

impl FromRequest for PreferredBody {
    type Error = Error;
    type Future = Ready<Result<PreferredBody, Error>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let headers = request.headers().get_all(PREFER).filter_map(|value| value.to_str().ok());
        let mut preferences = headers.flat_map(|value| value.split(',')).filter_map(|part| part.split(';').next());
        // If a preference is repeated, its first value counts.
        let found = preferences.find_map(|preference| {
            let (name, value) = preference.split_once('=')?;
            name.trim().eq_ignore_ascii_case("return").then(|| value.trim().trim_matches('"').to_ascii_lowercase())
        });
        let is_minimal = found.is_some_and(|value| value == "minimal");
        ready(Ok(if is_minimal { PreferredBody::Minimal } else { PreferredBody::Representation }))
    }
}
