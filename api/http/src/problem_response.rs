//! Problems as HTTP responses, and the responses for paths and methods without an operation.

use std::fmt::{self, Display, Formatter};

use actix_web::body::BoxBody;
use actix_web::http::header::{self, Accept, Header, HeaderName, HeaderValue};
use actix_web::http::{Method, StatusCode};
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse, Responder, ResponseError};

use crate::assets;
use crate::openapi::Document;
use pegout_service::problem::{Hint, Problem, RateLimit, RatePolicy};
use pegout_service::request_id;

/// The header with the limit that a refused request exceeds (draft-ietf-httpapi-ratelimit-headers).
const RATE_LIMIT_POLICY: HeaderName = HeaderName::from_static("ratelimit-policy");
/// The header with the rest of that limit.
const RATE_LIMIT: HeaderName = HeaderName::from_static("ratelimit");

/// A problem as a response.
#[derive(Debug)]
pub struct HttpProblem(Problem);

impl HttpProblem {
    /// Returns the problem.
    pub fn into_problem(self) -> Problem {
        self.0
    }
}

impl<E: Into<Problem>> From<E> for HttpProblem {
    fn from(problem: E) -> HttpProblem {
        HttpProblem(problem.into())
    }
}

impl Display for HttpProblem {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        self.0.fmt(formatter)
    }
}

impl ResponseError for HttpProblem {
    fn status_code(&self) -> StatusCode {
        StatusCode::from_u16(self.0.status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
    }

    fn error_response(&self) -> HttpResponse<BoxBody> {
        let mut builder = HttpResponse::build(self.status_code());
        let mut response = match request_id::current() {
            Some(id) => builder.json(self.0.clone().of_request(id)),
            None => builder.json(&self.0),
        };
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/problem+json"));
        for (name, value) in hint_headers(self.0.hint()) {
            headers.insert(name, value);
        }
        response
    }
}

impl Responder for HttpProblem {
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

/// Responds with a file of the page, or with the reload script for a script of another version. Otherwise responds with 405 if
/// the path has other methods, else with 404.
pub async fn default_route(request: HttpRequest) -> Result<HttpResponse, HttpProblem> {
    match assets::file(request.path()) {
        Some(file) if request.method() == Method::GET => Ok(assets::respond(&request, file)),
        None if request.method() == Method::GET && assets::is_reload_script(request.path()) => {
            Ok(assets::respond_reload())
        }
        _ => page_or_problem(&request, no_route(&request)),
    }
}

/// Returns a problem. A person at an address that does not exist gets a page in its place.
pub fn page_or_problem(request: &HttpRequest, problem: Problem) -> Result<HttpResponse, HttpProblem> {
    if problem.status() == 404 && is_of_person(request) {
        Ok(assets::respond_missing(request))
    } else {
        Err(problem.into())
    }
}

/// Returns true if somebody has opened the address in a browser. The paths of the interface are for programs alone.
fn is_of_person(request: &HttpRequest) -> bool {
    request.method() == Method::GET
        && !request.path().starts_with("/api/")
        && Accept::parse(request).is_ok_and(|accepted| accepted.preference().essence_str() == "text/html")
}

/// Responds to OPTIONS: with the methods of the path, or 404.
pub fn options(request: &HttpRequest) -> HttpResponse {
    match methods(request) {
        Some(allow) => HttpResponse::NoContent().insert_header((header::ALLOW, allow)).finish(),
        None => HttpProblem::from(Problem::not_found(request.path())).error_response(),
    }
}

/// Returns the methods that the path of a request answers.
fn methods(request: &HttpRequest) -> Option<String> {
    let page = assets::file(request.path()).map(|_| "GET, HEAD, OPTIONS".to_owned());
    page.or_else(|| request.app_data::<Data<Document>>()?.methods(request.path()))
}

/// Returns the problem of a request that no operation answers: a wrong method, or a wrong path.
pub fn no_route(request: &HttpRequest) -> Problem {
    let (method, path) = (request.method().as_str(), request.path());
    match methods(request) {
        Some(allow) => Problem::method_not_allowed(method, path, allow),
        None => Problem::not_found(path),
    }
}
