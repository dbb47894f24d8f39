//! The rules of every request and response.

use actix_web::body::{BodySize, BoxBody, MessageBody};
use actix_web::dev::{Payload, ServiceRequest, ServiceResponse};
use actix_web::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use actix_web::http::{Method, StatusCode};
use actix_web::middleware::Next;
use actix_web::rt::time::timeout;
use actix_web::web::Bytes;
use actix_web::{Error, HttpMessage, ResponseError};
use futures_util::TryStreamExt;
use serde::Deserialize;

use crate::body::Body;
use crate::body::memory::{self, BodyMemory, Reservation};
use crate::openapi::{AcceptedInput, Document, MAX_BODY};
use crate::problem_response::HttpProblem;
use crate::{caching, caller, problem_response, response_headers, service};
use pegout_model::contact::PublicUrl;
use pegout_service::problem::Problem;

/// Maps HEAD to GET, explains an empty 404, and adds the security headers.
pub async fn apply(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let head = request.method() == Method::HEAD;
    let path = request.path().to_owned();
    let mut response = next.call(request).await?.map_into_boxed_body();
    if head && response.response().body().size() == BodySize::Stream {
        // The body would not be sent, and a live stream would never end.
        response = response.map_body(|_, _| BoxBody::new(actix_web::body::None::new()));
    }
    if response.status() == StatusCode::NOT_FOUND && !response.headers().contains_key(header::CONTENT_TYPE) {
        let problem = Problem::not_found(response.request().path());
        response = response.into_response(HttpProblem::from(problem).error_response());
    }
    complete_paths(&mut response);
    remove_identity(response.headers_mut());
    caching::complete(response.headers_mut());
    response_headers::insert_security(response.headers_mut(), &path);
    Ok(response)
}

/// Buffers the body, rejects unknown methods, and rejects input that the operation does not accept.
pub async fn normalize(
    mut request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    if *request.method() == Method::OPTIONS {
        let options = problem_response::options(request.request());
        return Ok(request.into_response(options));
    }
    // The memory of the body is released after the response.
    let _reservation = match check(&mut request).await {
        Ok(reservation) => reservation,
        Err(problem) => return Ok(request.into_response(HttpProblem::from(problem).error_response())),
    };
    Ok(next.call(request).await?.map_into_boxed_body())
}

async fn check(request: &mut ServiceRequest) -> Result<Option<Reservation>, Problem> {
    match *request.method() {
        Method::HEAD => request.head_mut().method = Method::GET,
        Method::GET | Method::POST | Method::PUT | Method::PATCH | Method::DELETE => {}
        // An unknown method would become a label of the metrics.
        _ => return Err(problem_response::no_route(request.request())),
    }
    if refuses_identity(request) {
        request.headers_mut().remove(header::ACCEPT_ENCODING);
    }
    reject_unheeded_headers(request)?;
    let reservation = buffer_body(request).await?;
    reject_unexpected_input(request, reservation.is_some()).await?;
    Ok(reservation)
}

/// The unsupported headers that would make a request look safe, with advice for the client.
const UNHEEDED: [(HeaderName, &str, &str); 2] = [
    (
        header::IF_MATCH,
        "If-Match",
        "Pegout does not support If-Match. Leave it out. If the operation takes based_on, send based_on in the body: \
         then a change that you have not seen is not overwritten.",
    ),
    (
        HeaderName::from_static("idempotency-key"),
        "Idempotency-Key",
        "Pegout does not support Idempotency-Key. Leave it out. Make an id yourself and send it in the body or in the \
         path (for a display or a phone, make a token): then a repeat creates nothing.",
    ),
];

/// Refuses headers that no operation supports. The client would otherwise believe that the request is safe.
fn reject_unheeded_headers(request: &ServiceRequest) -> Result<(), Problem> {
    match UNHEEDED.iter().find(|(header, ..)| request.headers().contains_key(header)) {
        Some((_, name, detail)) if accepts(request).is_some() => Err(Problem::invalid(*name, *detail)),
        _ => Ok(()),
    }
}

/// The input of the operation that a request is for.
fn accepts(request: &ServiceRequest) -> Option<AcceptedInput> {
    let document = service::<Document>(request.request());
    request.match_pattern().and_then(|path| document.accepts(request.method(), path))
}

/// Returns true if the client refuses an uncompressed response. HTTP allows the service to send it anyway.
fn refuses_identity(request: &ServiceRequest) -> bool {
    let accepted = request.headers().get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok());
    accepted.unwrap_or_default().split(',').any(|part| {
        let (encoding, parameter) = part.split_once(';').unwrap_or((part, "q=1"));
        let (name, quality) = parameter.split_once('=').unwrap_or_default();
        let refused = name.trim().eq_ignore_ascii_case("q") && quality.trim().parse() == Ok(0.0);
        refused && ["identity", "*"].iter().any(|plain| encoding.trim().eq_ignore_ascii_case(plain))
    })
}

/// The body of an operation that takes none.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Empty {}

/// Rejects parameters and a body if the operation takes none.
async fn reject_unexpected_input(request: &mut ServiceRequest, has_body: bool) -> Result<(), Problem> {
    let document = service::<Document>(request.request());
    let has_query = !request.query_string().is_empty();
    // The lookup of the operation is slow, and a peg does not need it.
    if !has_query && (!has_body || document.always_accepts_body(request.method())) {
        return Ok(());
    }
    let Some(AcceptedInput { query, body, needs_token }) = accepts(request) else { return Ok(()) };
    let mut empty = Ok(());
    if has_query && !query {
        let parameter = form_urlencoded::parse(request.query_string().as_bytes()).next();
        empty = parameter.map_or(Ok(()), |(name, _)| Err(Problem::no_parameter(&name, body)));
    }
    if has_body && !body && empty.is_ok() {
        empty = request.extract::<Body<Empty>>().await.map(drop).map_err(HttpProblem::into_problem);
    }
    if empty.is_err() && needs_token {
        // A stranger gets problems of the token alone.
        caller::required(request.request()).await?;
    }
    empty
}

/// The headers that hold a path of the service, with the text before the path.
const PATHS: [(HeaderName, &str); 2] = [(header::LOCATION, ""), (header::LINK, "<")];

/// Adds the path that a proxy cuts off from requests to the paths in the headers.
fn complete_paths(response: &mut ServiceResponse<BoxBody>) {
    for (name, before) in PATHS {
        let Some(value) = response.headers().get(&name).and_then(|value| value.to_str().ok()) else { continue };
        let Some(rest) = value.strip_prefix(before).filter(|rest| rest.starts_with('/')) else { continue };
        let public = response.request().app_data::<PublicUrl>();
        let completed = public.and_then(|public| HeaderValue::from_str(&format!("{before}{}{rest}", public.path)).ok());
        if let Some(completed) = completed {
            response.headers_mut().insert(name, completed);
        }
    }
}

/// Removes the encoding `identity`. Handlers set it to prevent compression, and clients must not see it.
fn remove_identity(headers: &mut HeaderMap) {
    if headers.get(header::CONTENT_ENCODING).is_some_and(|encoding| encoding == "identity") {
        headers.remove(header::CONTENT_ENCODING);
    }
}

/// Buffers the whole body and returns its memory, if there is a body.
async fn buffer_body(request: &mut ServiceRequest) -> Result<Option<Reservation>, Problem> {
    let headers = request.headers();
    let announced = headers.get(header::CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse().ok());
    let limit = match announced {
        Some(0) => return Ok(None),
        None if !headers.contains_key(header::TRANSFER_ENCODING) => return Ok(None),
        // The lookup of the operation is slower than reading a peg.
        Some(length) if length <= MAX_BODY as u64 => MAX_BODY,
        _ => memory::max_body(request.request()),
    };
    if announced.is_some_and(|length| length > limit as u64) {
        return Err(Problem::too_large(limit));
    }
    let memory = service::<BodyMemory>(request.request()).clone();
    let receive = receive(request.take_payload(), &memory, limit);
    let (bytes, reservation) = timeout(memory.timeout, receive).await.map_err(|_| Problem::too_slow())??;
    let is_empty = bytes.is_empty();
    request.set_payload(Payload::from(bytes));
    Ok(Some(reservation).filter(|_| !is_empty))
}

async fn receive(mut payload: Payload, memory: &BodyMemory, limit: usize) -> Result<(Bytes, Reservation), Problem> {
    let mut body = memory.start();
    while let Some(chunk) = payload.try_next().await.map_err(|_| Problem::not_json("it was cut short"))? {
        body.add(&chunk, limit)?;
    }
    Ok(body.finish())
}
