//! What holds for every request and every answer.

use std::time::Duration;

use actix_web::body::{BodySize, BoxBody, MessageBody};
use actix_web::dev::{Payload, ServiceRequest, ServiceResponse};
use actix_web::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use actix_web::http::{Method, StatusCode};
use actix_web::middleware::Next;
use actix_web::rt::time::timeout;
use actix_web::web::{Bytes, Data};
use actix_web::{Error, HttpMessage, ResponseError};
use futures_util::TryStreamExt;
use serde::Deserialize;

use crate::http::body::Body;
use crate::http::body::buffers::{self, Bodies, Share};
use crate::http::not_found;
use crate::http::query::Query;
use crate::openapi::{Document, MAX_BODY, Takes};
use crate::problem::Problem;

/// How long a body may take to arrive.
const PATIENCE: Duration = Duration::from_secs(30);

/// As long as an id; a token is longer.
const LONGEST_LOGGED: usize = 36;

const PAGE_POLICY: &str =
    "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// A worker goes by what its own script says, as a page does.
const WORKER: &str = "/sw.js";

/// Swagger UI sets styles on its elements and draws its icons from `data:`.
const DOCS_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; \
                           img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; \
                           frame-ancestors 'none'";

/// Answers HEAD as GET without the body, explains what is not there, and sets the security headers.
pub async fn keep(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let head = request.method() == Method::HEAD;
    let policy = if request.path().starts_with("/docs/") { DOCS_POLICY } else { PAGE_POLICY };
    let works = request.path() == WORKER;
    let mut response = next.call(request).await?.map_into_boxed_body();
    if head && response.response().body().size() == BodySize::Stream {
        // Nobody would read it, and a live one would never end.
        response = response.map_body(|_, _| BoxBody::new(actix_web::body::None::new()));
    }
    if response.status() == StatusCode::NOT_FOUND && !response.headers().contains_key(header::CONTENT_TYPE) {
        let problem = Problem::not_found(response.request().path());
        response = response.into_response(problem.error_response());
    }
    let headers = response.headers_mut();
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    if is_loaded(headers) && !works {
        return Ok(response);
    }
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, policy),
        (header::X_FRAME_OPTIONS, "DENY"),
        (header::REFERRER_POLICY, "no-referrer"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    Ok(response)
}

/// Takes a request only whole, of a known method and without what nobody looks at.
pub async fn admit(
    mut request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    // The memory for the body is given back when the answer is there.
    let _share = match check(&mut request).await {
        Ok(share) => share,
        Err(problem) => return Ok(request.into_response(problem.error_response())),
    };
    Ok(next.call(request).await?.map_into_boxed_body())
}

/// Whether it is a script or a style sheet, for which what the page that loads it says holds: fifty files of the page
/// are a tenth lighter.
fn is_loaded(headers: &HeaderMap) -> bool {
    let media_type = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    media_type.starts_with("text/javascript") || media_type.starts_with("text/css")
}

/// What the log says of a request: nothing that follows a question mark, and no word that could be a token.
pub fn logged(request: &ServiceRequest) -> String {
    let short = |word: &'_ str| if word.len() > LONGEST_LOGGED { "…".to_owned() } else { word.to_owned() };
    let path: Vec<String> = request.path().split('/').map(short).collect();
    format!("{} {}", short(request.method().as_str()), path.join("/"))
}

async fn check(request: &mut ServiceRequest) -> Result<Option<Share>, Problem> {
    match *request.method() {
        Method::HEAD => request.head_mut().method = Method::GET,
        Method::GET | Method::POST | Method::PUT | Method::PATCH | Method::DELETE | Method::OPTIONS => {}
        // Whoever invents methods must not invent labels of the metrics.
        _ => return Err(not_found::refuse(request.request())),
    }
    if refuses_plain_answers(request) {
        request.headers_mut().remove(header::ACCEPT_ENCODING);
    }
    let share = take_body(request).await?;
    refuse_strays(request, share.is_some()).await?;
    Ok(share)
}

/// Whether an answer that is not compressed would be refused; HTTP lets the service send it all the same.
fn refuses_plain_answers(request: &ServiceRequest) -> bool {
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
struct Nothing {}

/// Refuses parameters and a body that no handler looks at, because the operation takes none.
async fn refuse_strays(request: &mut ServiceRequest, has_body: bool) -> Result<(), Problem> {
    let document = request.app_data::<Data<Document>>().expect("the application is built with it");
    let has_query = !request.query_string().is_empty();
    // To find the operation takes longer than all the rest here, and a peg needs none of it.
    if !has_query && (!has_body || document.always_takes_a_body(request.method())) {
        return Ok(());
    }
    let takes = request.match_pattern().and_then(|path| document.takes(request.method(), path));
    let Some(Takes { query, body }) = takes else { return Ok(()) };
    if has_query && !query {
        request.extract::<Query<Nothing>>().await?;
    }
    if has_body && !body {
        request.extract::<Body<Nothing>>().await?;
    }
    Ok(())
}

/// Waits for the body, whoever is going to read it, if anybody is. Returns the memory that it takes, if there is one.
async fn take_body(request: &mut ServiceRequest) -> Result<Option<Share>, Problem> {
    let headers = request.headers();
    let announced = headers.get(header::CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse().ok());
    let limit = match announced {
        Some(0) => return Ok(None),
        None if !headers.contains_key(header::TRANSFER_ENCODING) => return Ok(None),
        // To find the operation takes longer than to read a peg.
        Some(length) if length <= MAX_BODY as u64 => MAX_BODY,
        _ => buffers::limit(request.request()),
    };
    if announced.is_some_and(|length| length > limit as u64) {
        return Err(Problem::too_large(limit));
    }
    let receive = receive(request.take_payload(), request.app_data(), limit);
    let (bytes, share) = timeout(PATIENCE, receive).await.map_err(|_| Problem::too_slow())??;
    let is_empty = bytes.is_empty();
    request.set_payload(Payload::from(bytes));
    Ok(Some(share).filter(|_| !is_empty))
}

async fn receive(mut payload: Payload, bodies: Option<&Data<Bodies>>, limit: usize) -> Result<(Bytes, Share), Problem> {
    let mut body = bodies.expect("the application is built with it").begin();
    while let Some(chunk) = payload.try_next().await.map_err(|_| Problem::not_json("it was cut short"))? {
        body.add(&chunk, limit)?;
    }
    Ok(body.whole())
}
