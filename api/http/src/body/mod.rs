//! The body of a request, parsed from JSON.

pub mod memory;
mod values;

use std::future::Future;
use std::io::Read;
use std::marker::PhantomData;
use std::pin::Pin;

use actix_web::dev::Payload;
use actix_web::http::header::{self, HeaderMap, HeaderName};
use actix_web::web::{Bytes, Data};
use actix_web::{FromRequest, HttpRequest};
use flate2::read::{MultiGzDecoder, ZlibDecoder};
use futures_util::TryStreamExt;
use serde::de::{DeserializeOwned, Deserializer, IgnoredAny};
use serde_json::Value;

use crate::body::memory::BodyMemory;
use crate::body::values::{ObjectOnly, normalize_integers, refuse_nul};
use crate::caller::after_admission;
use crate::input_error::{self, InputError};
use crate::problem_response::HttpProblem;
use crate::service;
use pegout_service::problem::Problem;

pub use values::{Integer, Object, Patch, not_null};

/// The body of a request, parsed from JSON. An empty body is parsed as `{}`.
pub struct Body<T>(pub T);

impl<T: DeserializeOwned + 'static> FromRequest for Body<T> {
    type Error = HttpProblem;
    type Future = Pin<Box<dyn Future<Output = Result<Body<T>, HttpProblem>>>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let (request, received) = (request.clone(), UnparsedBody::from_request(request, payload));
        Box::pin(async move {
            match received.await?.parse() {
                Ok(parsed) => Ok(Body(parsed)),
                Err(problem) => Err(after_admission(&request, problem).await.into()),
            }
        })
    }
}

/// The body of a request, received but not yet parsed. Parsing a long body takes a long time.
pub struct UnparsedBody<T> {
    bytes: Bytes,
    /// The compression, and the most bytes without it.
    compression: Option<(Compression, usize)>,
    memory: Data<BodyMemory>,
    parsed: PhantomData<fn() -> T>,
}

impl<T: 'static> FromRequest for UnparsedBody<T> {
    type Error = HttpProblem;
    type Future = Pin<Box<dyn Future<Output = Result<UnparsedBody<T>, HttpProblem>>>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let (request, mut payload) = (request.clone(), payload.take());
        Box::pin(async move {
            // The middleware has buffered the body, so it comes as one chunk.
            let bytes = payload.try_next().await.map_err(|_| Problem::not_json("it was cut short"))?;
            let Some(bytes) = bytes.filter(|bytes| !bytes.is_empty()) else {
                return Ok(UnparsedBody::new(&request, Bytes::from_static(b"{}"), None));
            };
            match check_headers(request.headers()) {
                Ok(compression) => {
                    let compression = compression.map(|compression| (compression, memory::max_body(&request)));
                    Ok(UnparsedBody::new(&request, bytes, compression))
                }
                Err(problem) => Err(after_admission(&request, problem).await.into()),
            }
        })
    }
}

impl<T> UnparsedBody<T> {
    fn new(request: &HttpRequest, bytes: Bytes, compression: Option<(Compression, usize)>) -> UnparsedBody<T> {
        UnparsedBody { bytes, compression, memory: service::<BodyMemory>(request).clone(), parsed: PhantomData }
    }
}

impl<T: DeserializeOwned> UnparsedBody<T> {
    /// Parses the body.
    pub fn parse(&self) -> Result<T, Problem> {
        match self.compression {
            None => from_bytes(&self.bytes),
            Some((Compression::Gzip, limit)) => self.decompressed(MultiGzDecoder::new(&*self.bytes), "gzip", limit),
            Some((Compression::Deflate, limit)) => self.decompressed(ZlibDecoder::new(&*self.bytes), "deflate", limit),
        }
    }

    fn decompressed(&self, body: impl Read, name: &str, limit: usize) -> Result<T, Problem> {
        let reason = format!("it is not compressed with {name}, as its Content-Encoding says, or was cut short");
        let (bytes, _reservation) = self.memory.decompress(body, limit, Problem::not_json(reason))?;
        from_bytes(&bytes)
    }
}

/// The type of a body.
const JSON: &str = "application/json";

/// The compression of a body.
enum Compression {
    Gzip,
    Deflate,
}

/// Checks that the body is sent as `application/json`, or a type built on it. Returns the compression, if any.
fn check_headers(headers: &HeaderMap) -> Result<Option<Compression>, Problem> {
    let is_plain = headers.get(header::CONTENT_TYPE).is_some_and(|value| value == JSON);
    if is_plain && !headers.contains_key(header::CONTENT_ENCODING) {
        return Ok(None);
    }
    let value = |name: HeaderName| {
        headers.get(name).map(|value| String::from_utf8_lossy(value.as_bytes()).trim().to_ascii_lowercase())
    };
    let content_type = value(header::CONTENT_TYPE).unwrap_or_default();
    let essence = content_type.split(';').next().unwrap_or_default().trim();
    if essence != JSON && !(essence.starts_with("application/") && essence.ends_with("+json")) {
        return Err(Problem::unsupported_media_type("Content-Type", JSON, &content_type));
    }
    match value(header::CONTENT_ENCODING).as_deref() {
        None | Some("identity") => Ok(None),
        Some("gzip") => Ok(Some(Compression::Gzip)),
        Some("deflate") => Ok(Some(Compression::Deflate)),
        Some(other) => Err(Problem::unsupported_media_type("Content-Encoding", "gzip or deflate, if any", other)),
    }
}

/// Parses the body. Only a body with an error is parsed again, to find its place.
fn from_bytes<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Problem> {
    // Some editors and spreadsheets write a byte order mark before a text.
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let mut json = serde_json::Deserializer::from_slice(bytes);
    if let Ok(read) = T::deserialize(ObjectOnly(&mut json))
        && json.end().is_ok()
    {
        return refuse_nul(bytes).map(|()| read);
    }
    let text = std::str::from_utf8(bytes).map_err(|error| Problem::not_json(input_error::not_utf8(bytes, &error)))?;
    serde_json::from_str::<IgnoredAny>(text).map_err(|error| Problem::not_json(input_error::not_json(text, &error)))?;
    deserialize_tracked(&mut serde_json::Deserializer::from_str(text), |error: serde_json::Error| {
        let place = format!(" at line {} column {}", error.line(), error.column());
        let message = error.to_string();
        message.strip_suffix(&place).map_or_else(|| message.clone(), str::to_owned)
    })
}

/// Converts a value whose whole numbers may be written as 22.0.
pub fn from_value<T: DeserializeOwned>(mut value: Value) -> Result<T, Problem> {
    normalize_integers(&mut value);
    deserialize_tracked(value, |error: serde_json::Error| error.to_string())
}

fn deserialize_tracked<'de, T: DeserializeOwned, D: Deserializer<'de>>(
    deserializer: D,
    message: impl FnOnce(D::Error) -> String,
) -> Result<T, Problem> {
    let mut track = serde_path_to_error::Track::new();
    let deserializer = serde_path_to_error::Deserializer::new(deserializer, &mut track);
    T::deserialize(ObjectOnly(deserializer))
        .map_err(|error| InputError::new(&track.path(), &message(error)).body_problem())
}
