//! Problems as HTTP responses.

use actix_web::body::BoxBody;
use actix_web::http::StatusCode;
use actix_web::http::header::{self, HeaderName, HeaderValue};
use actix_web::{HttpRequest, HttpResponse, Responder, ResponseError};

use crate::problem::{Hint, Problem};

impl ResponseError for Problem {
    fn status_code(&self) -> StatusCode {
        StatusCode::from_u16(self.status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
    }

    fn error_response(&self) -> HttpResponse<BoxBody> {
        let mut response = HttpResponse::build(self.status_code()).json(self);
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/problem+json"));
        if let Some((name, value)) = hint_header(self.hint()) {
            headers.insert(name, value);
        }
        response
    }
}

impl Responder for Problem {
    type Body = BoxBody;

    fn respond_to(self, _: &HttpRequest) -> HttpResponse<BoxBody> {
        self.error_response()
    }
}

/// The header that carries the hint.
fn hint_header(hint: &Hint) -> Option<(HeaderName, HeaderValue)> {
    match hint {
        Hint::None => None,
        Hint::Allow(methods) => Some((header::ALLOW, HeaderValue::from_str(methods).ok()?)),
        Hint::RetryAfter(seconds) => Some((header::RETRY_AFTER, HeaderValue::from(*seconds))),
        Hint::SignIn => Some((header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"))),
    }
}
