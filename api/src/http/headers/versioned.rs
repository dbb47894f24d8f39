//! Bodies whose version stands in the headers too.

use actix_web::body::BoxBody;
use actix_web::http::header::{HeaderMap, HeaderName, HeaderValue};
use actix_web::{HttpRequest, HttpResponse, HttpResponseBuilder, Responder};
use serde::Serialize;

/// The header with the version of a game or a night, which `based_on` takes.
pub const VERSION: HeaderName = HeaderName::from_static("x-version");
/// The header with everything that the answer has seen, which the parameter `seen` of a later request takes.
pub const SEEN: HeaderName = HeaderName::from_static("x-seen");

/// A body with its version.
pub struct Versioned<T> {
    /// The body.
    pub body: T,
    /// The version of the game or the night.
    pub version: u64,
    /// The versions that the answer depends on, as the header tells them.
    pub seen: String,
}

impl<T> Versioned<T> {
    /// The same versions with another body.
    pub fn map<U>(self, change: impl FnOnce(T) -> U) -> Versioned<U> {
        let Versioned { body, version, seen } = self;
        Versioned { body: change(body), version, seen }
    }
}

impl<T: Serialize> Versioned<T> {
    /// Responds with the body and its version.
    pub fn response(self, mut builder: HttpResponseBuilder) -> HttpResponse {
        let mut response = builder.json(self.body);
        insert(response.headers_mut(), self.version, &self.seen);
        response
    }
}

impl<T: Serialize> Responder for Versioned<T> {
    type Body = BoxBody;

    fn respond_to(self, _: &HttpRequest) -> HttpResponse {
        self.response(HttpResponse::Ok())
    }
}

/// Inserts a version and what it depends on.
pub fn insert(headers: &mut HeaderMap, version: u64, seen: &str) {
    headers.insert(VERSION, HeaderValue::from(version));
    if let Ok(seen) = HeaderValue::from_str(seen) {
        headers.insert(SEEN, seen);
    }
}
