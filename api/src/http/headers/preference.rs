//! The `Prefer` header of a request (RFC 7240).

use std::future::{Ready, ready};

use actix_web::dev::Payload;
use actix_web::http::header::{HeaderName, HeaderValue};
use actix_web::{Error, FromRequest, HttpRequest};

/// The header in which a client says what it prefers.
const PREFER: HeaderName = HeaderName::from_static("prefer");
/// The header in which the answer says that it follows the preference.
pub const APPLIED: (HeaderName, HeaderValue) =
    (HeaderName::from_static("preference-applied"), HeaderValue::from_static("return=minimal"));

/// The body that the client wants for the answer to a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Return {
    /// The whole thing.
    Representation,
    /// Nothing.
    Minimal,
}

impl FromRequest for Return {
    type Error = Error;
    type Future = Ready<Result<Return, Error>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let headers = request.headers().get_all(PREFER).filter_map(|value| value.to_str().ok());
        let mut preferences = headers.flat_map(|value| value.split(',')).filter_map(|part| part.split(';').next());
        // Of a preference that comes twice the first counts.
        let found = preferences.find_map(|preference| {
            let (name, value) = preference.split_once('=')?;
            name.trim().eq_ignore_ascii_case("return").then(|| value.trim().trim_matches('"').to_ascii_lowercase())
        });
        let is_minimal = found.is_some_and(|value| value == "minimal");
        ready(Ok(if is_minimal { Return::Minimal } else { Return::Representation }))
    }
}
