//! What holds for every request and every answer.

use std::time::Duration;

use actix_web::body::{BodySize, BoxBody, MessageBody};
use actix_web::dev::{Payload, ServiceRequest, ServiceResponse};
use actix_web::http::header;
use actix_web::http::{Method, StatusCode};
use actix_web::middleware::Next;
use actix_web::rt::time::timeout;
use actix_web::web::{Bytes, Data};
use actix_web::{Error, HttpMessage, ResponseError};
use futures_util::TryStreamExt;
use serde::Deserialize;

use crate::http::body::Body;
use crate::http::body::memory::{self, BodyMemory, Reservation};
use crate::http::not_found;
use crate::http::params::Query;
use crate::http::security_headers;
use crate::openapi::{Accepts, Document, MAX_BODY};
use crate::problem::Problem;

/// How long a body may take to arrive.
const BODY_TIMEOUT: Duration = Duration::from_secs(30);

/// As long as an id; a token is longer.
const MAX_LOGGED_WORD: usize = 36;

/// Answers HEAD as GET without the body, explains what is not there, and sets the security headers.
pub async fn apply(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let head = request.method() == Method::HEAD;
    let path = request.path().to_owned();
    let mut response = next.call(request).await?.map_into_boxed_body();
    if head && response.response().body().size() == BodySize::Stream {
        // Nobody would read it, and a live one would never end.
        response = response.map_body(|_, _| BoxBody::new(actix_web::body::None::new()));
    }
    if response.status() == StatusCode::NOT_FOUND && !response.headers().contains_key(header::CONTENT_TYPE) {
        let problem = Problem::not_found(response.request().path());
        response = response.into_response(problem.error_response());
    }
    security_headers::insert(response.headers_mut(), &path);
    Ok(response)
}

/// Accepts a request only whole, of a known method and without what nobody looks at.
pub async fn normalize(
    mut request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    // The memory for the body is given back when the answer is there.
    let _reservation = match check(&mut request).await {
        Ok(reservation) => reservation,
        Err(problem) => return Ok(request.into_response(problem.error_response())),
    };
    Ok(next.call(request).await?.map_into_boxed_body())
}

/// What the log says of a request: nothing that follows a question mark, and no word that could be a token.
pub fn access_line(request: &ServiceRequest) -> String {
    let short = |word: &'_ str| if word.len() > MAX_LOGGED_WORD { "…".to_owned() } else { word.to_owned() };
    let path: Vec<String> = request.path().split('/').map(short).collect();
    format!("{} {}", short(request.method().as_str()), path.join("/"))
}

async fn check(request: &mut ServiceRequest) -> Result<Option<Reservation>, Problem> {
    match *request.method() {
        Method::HEAD => request.head_mut().method = Method::GET,
        Method::GET | Method::POST | Method::PUT | Method::PATCH | Method::DELETE | Method::OPTIONS => {}
        // Whoever invents methods must not invent labels of the metrics.
        _ => return Err(not_found::no_route(request.request())),
    }
    if refuses_identity(request) {
        request.headers_mut().remove(header::ACCEPT_ENCODING);
    }
    let reservation = buffer_body(request).await?;
    reject_unexpected_input(request, reservation.is_some()).await?;
    Ok(reservation)
}

/// Whether an answer that is not compressed would be refused; HTTP lets the service send it all the same.
fn refuses_identity(request: &ServiceRequest) -> bool {
    let accepted = request.headers().get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok());
    accepted.unwrap_or_default().split(',').any(|part| {
        let (encoding, parameter) = part.split_once(';').unwrap_or((part, "q=1"));
        let (name, quality) = parameter.split_once('=').unwrap_or_default();
        let refused = name.trim().eq_ignore_ascii_case("q") && quality.trim().parse() == Ok(0.0);
        refused && ["identity", "*"].iter().any(|plain| encoding.trim().eq_ignore_ascii_case(plain))
    })
}

/// Parameters or a body of an operation that takes none.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Empty {}

/// Refuses parameters and a body that no handler looks at, because the operation takes none.
async fn reject_unexpected_input(request: &mut ServiceRequest, has_body: bool) -> Result<(), Problem> {
    let document = request.app_data::<Data<Document>>().expect("the application is built with it");
    let has_query = !request.query_string().is_empty();
    // To find the operation takes longer than all the rest here, and a peg needs none of it.
    if !has_query && (!has_body || document.always_accepts_body(request.method())) {
        return Ok(());
    }
    let accepts = request.match_pattern().and_then(|path| document.accepts(request.method(), path));
    let Some(Accepts { query, body }) = accepts else { return Ok(()) };
    if has_query && !query {
        request.extract::<Query<Empty>>().await?;
    }
    if has_body && !body {
        request.extract::<Body<Empty>>().await?;
    }
    Ok(())
}

/// Waits for the body, whoever is going to read it, if anybody is. Returns the memory that it takes, if there is one.
async fn buffer_body(request: &mut ServiceRequest) -> Result<Option<Reservation>, Problem> {
    let headers = request.headers();
    let announced = headers.get(header::CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse().ok());
    let limit = match announced {
        Some(0) => return Ok(None),
        None if !headers.contains_key(header::TRANSFER_ENCODING) => return Ok(None),
        // To find the operation takes longer than to read a peg.
        Some(length) if length <= MAX_BODY as u64 => MAX_BODY,
        _ => memory::max_body(request.request()),
    };
    if announced.is_some_and(|length| length > limit as u64) {
        return Err(Problem::too_large(limit));
    }
    let receive = receive(request.take_payload(), request.app_data(), limit);
    let (bytes, reservation) = timeout(BODY_TIMEOUT, receive).await.map_err(|_| Problem::too_slow())??;
    let is_empty = bytes.is_empty();
    request.set_payload(Payload::from(bytes));
    Ok(Some(reservation).filter(|_| !is_empty))
}

async fn receive(
    mut payload: Payload,
    memory: Option<&Data<BodyMemory>>,
    limit: usize,
) -> Result<(Bytes, Reservation), Problem> {
    let mut body = memory.expect("the application is built with it").start();
    while let Some(chunk) = payload.try_next().await.map_err(|_| Problem::not_json("it was cut short"))? {
        body.add(&chunk, limit)?;
    }
    Ok(body.finish())
}
