//! Problems as HTTP responses.

use actix_web::body::BoxBody;
use actix_web::http::StatusCode;
use actix_web::http::header::{self, HeaderName, HeaderValue};
use actix_web::{HttpRequest, HttpResponse, Responder, ResponseError};

use crate::problem::{Hint, Problem, RateLimit, RatePolicy};
use crate::request_id;

/// The header with the limit that a refused request exceeds (draft-ietf-httpapi-ratelimit-headers).
const RATE_LIMIT_POLICY: HeaderName = HeaderName::from_static("ratelimit-policy");
/// The header with what is left of that limit.
const RATE_LIMIT: HeaderName = HeaderName::from_static("ratelimit");

impl ResponseError for Problem {
    fn status_code(&self) -> StatusCode {
        StatusCode::from_u16(self.status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
    }

    fn error_response(&self) -> HttpResponse<BoxBody> {
        let mut builder = HttpResponse::build(self.status_code());
        let mut response = match request_id::current() {
            Some(id) => builder.json(self.clone().of_request(id)),
            None => builder.json(self),
        };
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/problem+json"));
        for (name, value) in hint_headers(self.hint()) {
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

/// The headers that carry the hint.
fn hint_headers(hint: &Hint) -> Vec<(HeaderName, HeaderValue)> {
    match hint {
        Hint::None => Vec::new(),
        Hint::Allow(methods) => {
            HeaderValue::from_str(methods).map(|methods| (header::ALLOW, methods)).into_iter().collect()
        }
        Hint::RetryAfter(seconds) => vec![(header::RETRY_AFTER, HeaderValue::from(*seconds))],
        Hint::RateLimit(limit) => {
            let RateLimit { policy: RatePolicy { name, quota, window }, reset } = **limit;
            let policy = HeaderValue::from_str(&format!("\"{name}\";q={quota};w={}", window.as_secs()));
            let state = HeaderValue::from_str(&format!("\"{name}\";r=0;t={reset}"));
            let limits = policy.ok().map(|policy| (RATE_LIMIT_POLICY, policy));
            let limits = limits.into_iter().chain(state.ok().map(|state| (RATE_LIMIT, state)));
            limits.chain([(header::RETRY_AFTER, HeaderValue::from(reset))]).collect()
        }
        Hint::SignIn => vec![(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"))],
    }
}
