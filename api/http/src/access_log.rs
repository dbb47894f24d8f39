//! The access log.

use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Instant;

use actix_web::Error;
use actix_web::body::{BodySize, BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{HeaderMap, HeaderName, HeaderValue};
use actix_web::middleware::Next;
use actix_web::web::Bytes;
use log::Level;
use uuid::Uuid;

use crate::address::client_ip;
use crate::service;
use pegout_model::random::Ids;
use pegout_model::token::Token;
use pegout_service::request_id;

/// The header with the id of a request, in the request and in its response.
const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// The longest word of a path in the log. An id fits, a token does not.
const MAX_LOGGED_WORD: usize = 36;

/// The settings of the access log.
pub struct AccessLog {
    /// The source of ids for requests that bring none.
    pub ids: Ids,
    /// True if a proxy names the address of the client.
    pub behind_proxy: bool,
    /// True if requests of the same operation have the same path in the log.
    pub path_patterns: bool,
}

/// Logs each request when its response has been sent, and adds the id to the response.
pub async fn record(
    request: ServiceRequest,
    next: Next<BoxBody>,
) -> Result<ServiceResponse<impl MessageBody + 'static>, Error> {
    let settings = service::<AccessLog>(request.request()).clone();
    let id = settings.request_id(request.headers());
    let entry = log::log_enabled!(Level::Info).then(|| Entry::new(&settings, &request, &id));
    let mut response = request_id::scope(id.clone(), next.call(request)).await?;
    response.headers_mut().insert(REQUEST_ID, HeaderValue::from_str(&id).expect("it has letters of ASCII alone"));
    let pattern = if settings.path_patterns { response.request().match_pattern() } else { None };
    let status = response.status().as_u16();
    let entry = entry.map(|entry| Entry { path: pattern.unwrap_or(entry.path), status, ..entry });
    Ok(response.map_body(|_, body| LoggedBody { body, sent: Sent { entry, bytes: 0 } }))
}

impl AccessLog {
    /// Returns the id that the request brings, if it is one, else a new one.
    fn request_id(&self, headers: &HeaderMap) -> Box<str> {
        let given = headers.get(REQUEST_ID).and_then(|id| id.to_str().ok()).filter(|id| request_id::is_one(id));
        given.map_or_else(|| Uuid::from_bytes(self.ids.next()).to_string().into(), Into::into)
    }
}

/// Returns the id of a request for the log. A client may send anything as an id, its token too.
pub fn logged_id(id: &str) -> &str {
    if Token::parse(id).is_some() { "…" } else { id }
}

/// A line of the access log.
struct Entry {
    started: Instant,
    client: String,
    method: String,
    path: String,
    status: u16,
    request_id: String,
}

impl Entry {
    fn new(settings: &AccessLog, request: &ServiceRequest, id: &str) -> Entry {
        let short = |word: &str| if word.len() > MAX_LOGGED_WORD { "…".to_owned() } else { word.to_owned() };
        let path: Vec<String> = request.path().split('/').map(short).collect();
        Entry {
            started: Instant::now(),
            client: client_ip(request.request(), settings.behind_proxy).to_string(),
            method: short(request.method().as_str()),
            path: path.join("/"),
            status: 0,
            request_id: logged_id(id).to_owned(),
        }
    }

    fn log(&self, bytes: usize) {
        let Entry { started, client, method, path, status, request_id } = self;
        let duration = started.elapsed().as_secs_f64();
        log::info!(
            client = client.as_str(),
            method = method.as_str(),
            path = path.as_str(),
            status = *status,
            bytes = bytes as u64,
            duration = duration,
            request_id = request_id.as_str();
            "{client} \"{method} {path}\" {status} {bytes} {duration:.6}s {request_id}"
        );
    }
}

/// A body that is logged at its end: a live stream's when its watcher has left.
struct LoggedBody {
    body: BoxBody,
    sent: Sent,
}

/// The line of a response, and the bytes of its body that were sent so far.
struct Sent {
    entry: Option<Entry>,
    bytes: usize,
}

impl MessageBody for LoggedBody {
    type Error = <BoxBody as MessageBody>::Error;

    fn size(&self) -> BodySize {
        self.body.size()
    }

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Result<Bytes, Self::Error>>> {
        let polled = Pin::new(&mut self.body).poll_next(context);
        if let Poll::Ready(Some(Ok(chunk))) = &polled {
            self.sent.bytes += chunk.len();
        }
        polled
    }
}

impl Drop for Sent {
    fn drop(&mut self) {
        if let Some(entry) = &self.entry {
            entry.log(self.bytes);
        }
    }
}
