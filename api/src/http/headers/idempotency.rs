//! The `Idempotency-Key` header: an id for what a request creates, for clients that cannot put one into the body.

use std::collections::HashMap;
use std::future::{Ready, ready};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use actix_web::dev::Payload;
use actix_web::http::header::{self, HeaderName};
use actix_web::{FromRequest, HttpRequest};
use sha2::{Digest, Sha256};
use utoipa::IntoParams;
use uuid::Builder;

use crate::problem::Problem;

/// The name of the header.
pub const NAME: HeaderName = HeaderName::from_static("idempotency-key");
/// The longest key.
const MAX_LENGTH: usize = 255;
/// The time for which the body of a request is compared with those of its repeats.
const KEPT: Duration = Duration::from_secs(24 * 3600);
/// The most keys in memory.
const MAX_KEYS: usize = 10_000;

/// The key of a request. The id of what it creates is made of the key, the token and the operation: whoever repeats the
/// request names the same thing again, however much later, at whichever server.
#[derive(IntoParams)]
#[into_params(parameter_in = Header)]
pub struct IdempotencyKey {
    /// A key that the client makes for one request, such as a UUID, instead of an `id` in the body. The request can be repeated
    /// safely with it. For a day, and until that server is started again, a repeat with another body is
    /// 422, and 409 while the first one is under way.
    #[param(rename = "Idempotency-Key", value_type = Option<String>, nullable = false, min_length = 1, max_length = 255, pattern = "^[!-~]+$")]
    seed: Option<[u8; 32]>,
}

impl IdempotencyKey {
    /// Returns the id that the key stands for.
    pub fn id<T>(&self, from_bytes: impl FnOnce([u8; 16]) -> T) -> Option<T> {
        let seed = self.seed?;
        let mut bytes = [0; 16];
        bytes.copy_from_slice(&seed[..16]);
        Some(from_bytes(Builder::from_custom_bytes(bytes).into_uuid().into_bytes()))
    }

    /// Returns 32 bytes that nobody can make without the token of the request.
    pub const fn secret(&self) -> Option<[u8; 32]> {
        self.seed
    }
}

impl FromRequest for IdempotencyKey {
    type Error = Problem;
    type Future = Ready<Result<IdempotencyKey, Problem>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(seed(request).map(|seed| IdempotencyKey { seed }))
    }
}

/// Returns the hash of the key, the token and the path, if there is a key.
fn seed(request: &HttpRequest) -> Result<Option<[u8; 32]>, Problem> {
    let Some(key) = request.headers().get(NAME) else { return Ok(None) };
    let text = key.to_str().unwrap_or_default().trim();
    // The draft of the header has the key in quotes, most clients send it without.
    let text = text.strip_prefix('"').and_then(|text| text.strip_suffix('"')).unwrap_or(text);
    if !(1..=MAX_LENGTH).contains(&text.len()) || !text.bytes().all(|letter| letter.is_ascii_graphic()) {
        let detail = format!("A key has 1 to {MAX_LENGTH} letters of ASCII, without blanks: a UUID is a good one.");
        return Err(Problem::invalid("Idempotency-Key", detail));
    }
    let token = request.headers().get(header::AUTHORIZATION).map_or(&[][..], |token| token.as_bytes());
    let mut hasher = Sha256::new();
    for part in [b"Idempotency-Key", token, request.path().as_bytes(), text.as_bytes()] {
        hasher.update((part.len() as u64).to_be_bytes());
        hasher.update(part);
    }
    Ok(Some(hasher.finalize().into()))
}

/// The requests with keys of the last day.
#[derive(Default)]
pub struct RecentKeys(Mutex<HashMap<[u8; 32], Recent>>);

struct Recent {
    body: [u8; 32],
    is_under_way: bool,
    at: Instant,
}

/// A request with a key that is under way.
pub struct UnderWay {
    all: Arc<RecentKeys>,
    key: [u8; 32],
    is_done: bool,
}

impl RecentKeys {
    /// Notes a request with its body; refuses one whose key came with another body, or is under way.
    pub fn begin(self: &Arc<RecentKeys>, request: &HttpRequest, body: &[u8]) -> Result<Option<UnderWay>, Problem> {
        let Some(key) = seed(request)? else { return Ok(None) };
        let body: [u8; 32] = Sha256::digest(body).into();
        let mut keys = self.keys();
        keys.retain(|_, recent| recent.at.elapsed() < KEPT);
        match keys.get(&key) {
            Some(recent) if recent.body != body => {
                return Err(Problem::invalid(
                    "Idempotency-Key",
                    "This key came with another body before: use a new one.",
                ));
            }
            Some(recent) if recent.is_under_way => return Err(Problem::key_under_way()),
            _ => {}
        }
        if keys.len() >= MAX_KEYS
            && let Some(oldest) = keys.iter().min_by_key(|(_, recent)| recent.at).map(|(key, _)| *key)
        {
            keys.remove(&oldest);
        }
        keys.insert(key, Recent { body, is_under_way: true, at: Instant::now() });
        Ok(Some(UnderWay { all: self.clone(), key, is_done: false }))
    }

    fn keys(&self) -> MutexGuard<'_, HashMap<[u8; 32], Recent>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl UnderWay {
    /// Notes that the request was carried out. One that was refused may come again with another body.
    pub fn finish(mut self) {
        self.is_done = true;
    }
}

impl Drop for UnderWay {
    fn drop(&mut self) {
        let mut keys = self.all.keys();
        if !self.is_done {
            keys.remove(&self.key);
        } else if let Some(recent) = keys.get_mut(&self.key) {
            recent.is_under_way = false;
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use actix_web::test::TestRequest;

    use super::*;

    fn request(key: &str) -> HttpRequest {
        TestRequest::post().uri("/api/v1/players").insert_header((NAME, key)).to_http_request()
    }

    fn status(begun: Result<Option<UnderWay>, Problem>) -> u16 {
        begun.map_or_else(|problem| problem.status(), |under_way| if under_way.is_some() { 200 } else { 204 })
    }

    #[test]
    fn a_key_is_held_while_its_request_is_under_way_and_free_when_it_was_dropped() {
        let keys = Arc::new(RecentKeys::default());
        let first = keys.begin(&request("key"), b"Ann").unwrap();
        assert_eq!(status(keys.begin(&request("key"), b"Ann")), 409);
        assert_eq!(status(keys.begin(&request("key"), b"Bob")), 422);
        assert_eq!(status(keys.begin(&request("another"), b"Bob")), 200);
        drop(first);
        assert_eq!(status(keys.begin(&request("key"), b"Bob")), 200, "what was not carried out holds no body");
    }

    #[test]
    fn a_key_whose_request_was_carried_out_takes_its_repeats_alone() {
        let keys = Arc::new(RecentKeys::default());
        keys.begin(&request("key"), b"Ann").unwrap().unwrap().finish();
        let repeat = keys.begin(&request("key"), b"Ann");
        assert_eq!(status(keys.begin(&request("key"), b"Ann")), 409, "a repeat is under way too");
        repeat.unwrap().unwrap().finish();
        assert_eq!(status(keys.begin(&request("key"), b"Bob")), 422);
        assert_eq!(status(keys.begin(&request("key"), b"Ann")), 200);
    }

    #[test]
    fn a_request_without_a_key_is_not_noted() {
        let keys = Arc::new(RecentKeys::default());
        assert_eq!(status(keys.begin(&TestRequest::post().to_http_request(), b"Ann")), 204);
    }
}
