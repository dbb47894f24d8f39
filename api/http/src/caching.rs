//! Caches of clients: the rules of the responses that a cache may keep, and the entity tags that a client compares.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{
    self, ContentType, ETag, EntityTag, Header, HeaderMap, HeaderValue, IfNoneMatch, TryIntoHeaderValue,
};
use actix_web::http::{Method, StatusCode};
use actix_web::middleware::Next;
use actix_web::web::Bytes;
use actix_web::{Error, HttpMessage, HttpRequest, HttpResponse};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use sha2::{Digest, Sha256};

use crate::openapi::{Policy, Strength};

/// The request headers that change a cacheable response.
const VARY: HeaderValue = HeaderValue::from_static("Authorization, Accept-Encoding");

/// The compressions of responses. The strong tag of a compressed response ends with the name of its compression.
const COMPRESSIONS: [&str; 2] = ["gzip", "deflate"];

/// The most tags in memory: enough for the nights of several leagues and all their readers.
const CAPACITY: usize = 4096;

/// Adds the caching headers to the response. Responds with 304 if the client has this response already.
pub async fn apply(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let is_get = request.method() == Method::GET;
    let has_token = request.headers().contains_key(header::AUTHORIZATION);
    let known = request.headers().contains_key(header::IF_NONE_MATCH).then(|| IfNoneMatch::parse(&request).ok());
    let mut response = next.call(request).await?.map_into_boxed_body();
    let is_known_or_whole = matches!(response.status(), StatusCode::OK | StatusCode::NOT_MODIFIED);
    if !is_get || !is_known_or_whole || response.headers().contains_key(header::CACHE_CONTROL) {
        return Ok(response);
    }
    let policy = response.request().match_pattern().map_or(Policy::NotKept, |pattern| Policy::of(&pattern));
    let strength = match policy {
        Policy::Constant => {
            insert(response.headers_mut(), HeaderValue::from_static("public, max-age=3600"));
            return Ok(response);
        }
        Policy::NotKept => return Ok(response),
        Policy::Tagged => Strength::Strong,
        Policy::Compared(strength) => {
            let control = if has_token { "private, no-cache" } else { "no-cache" };
            insert(response.headers_mut(), HeaderValue::from_static(control));
            strength
        }
    };
    let given = response.headers().get(header::ETAG).and_then(|tag| tag.to_str().ok()?.parse().ok());
    let (mut response, tag) = match given {
        Some(tag) => (response, tag),
        None => with_tag(response, strength),
    };
    if let Ok(value) = ETag(tag.clone()).try_into_value() {
        response.headers_mut().insert(header::ETAG, value);
    }
    if known.flatten().is_none_or(|known| !has(&known, &tag)) {
        return Ok(response);
    }
    let (request, mut response) = response.into_parts();
    *response.status_mut() = StatusCode::NOT_MODIFIED;
    response.headers_mut().remove(header::CONTENT_TYPE);
    Ok(ServiceResponse::new(request, response.set_body(BoxBody::new(Bytes::new()))))
}

fn insert(headers: &mut HeaderMap, cache_control: HeaderValue) {
    headers.insert(header::CACHE_CONTROL, cache_control);
    headers.insert(header::VARY, VARY);
}

/// Returns the response, and the tag of its body. A body that comes in parts has the tag of an empty body.
fn with_tag(response: ServiceResponse<BoxBody>, strength: Strength) -> (ServiceResponse<BoxBody>, EntityTag) {
    let mut tag = tag_of(&[], strength);
    let response = response.map_body(|_, body| match body.try_into_bytes() {
        Ok(bytes) => {
            tag = tag_of(&bytes, strength);
            BoxBody::new(bytes)
        }
        Err(body) => body,
    });
    (response, tag)
}

/// Completes the response headers: `no-store` if Cache-Control is missing, and the compression's name in a strong ETag.
pub fn complete(headers: &mut HeaderMap) {
    if !headers.contains_key(header::CACHE_CONTROL) {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    let compression = headers.get(header::CONTENT_ENCODING).and_then(|encoding| encoding.to_str().ok());
    let compression = compression.filter(|name| COMPRESSIONS.contains(name));
    let strong = headers.get(header::ETAG).and_then(|tag| tag.to_str().ok()?.strip_suffix('"')?.strip_prefix('"'));
    let renamed = strong.zip(compression).map(|(tag, name)| format!("\"{tag}-{name}\""));
    if let Some(tag) = renamed.and_then(|tag| HeaderValue::from_str(&tag).ok()) {
        headers.insert(header::ETAG, tag);
    }
}

/// The tags of responses that were built. The key is the hash of the sources of a response.
#[derive(Default)]
pub struct EtagCache(Mutex<HashMap<[u8; 32], EntityTag>>);

impl EtagCache {
    /// Responds with the body made from `sources`, or with 304. The body is not built for a 304 if the tag is known.
    /// The same sources must always make the same body at this path.
    pub fn respond<T: Serialize>(
        &self,
        request: &HttpRequest,
        sources: &impl Serialize,
        body: impl FnOnce() -> T,
    ) -> HttpResponse {
        let key: [u8; 32] = Sha256::digest(json(&(request.path(), sources))).into();
        let known = self.tags().get(&key).cloned();
        if let Some(not_modified) = known.and_then(|tag| not_modified(request, tag)) {
            return not_modified;
        }
        let body = json(&body());
        let tag = tag_of(&body, Strength::Weak);
        let mut tags = self.tags();
        if tags.len() >= CAPACITY {
            tags.clear();
        }
        tags.insert(key, tag.clone());
        drop(tags);
        HttpResponse::Ok().insert_header(ETag(tag)).content_type(ContentType::json()).body(body)
    }

    fn tags(&self) -> MutexGuard<'_, HashMap<[u8; 32], EntityTag>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn json(value: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(value).expect("a body has no map whose keys are not text")
}

/// Responds with 304 if the client has the response with this tag.
pub fn not_modified(request: &HttpRequest, tag: EntityTag) -> Option<HttpResponse> {
    is_known(request, &tag).then(|| HttpResponse::NotModified().insert_header(ETag(tag)).finish())
}

/// Returns true if the client has the response with this tag.
pub fn is_known(request: &impl HttpMessage, tag: &EntityTag) -> bool {
    IfNoneMatch::parse(request).is_ok_and(|known| has(&known, tag))
}

fn has(known: &IfNoneMatch, tag: &EntityTag) -> bool {
    match known {
        IfNoneMatch::Any => true,
        IfNoneMatch::Items(tags) => tags.iter().any(|known| without_compression(known) == tag.tag()),
    }
}

/// Returns the content of a tag without the name of a compression.
fn without_compression(tag: &EntityTag) -> &str {
    let plain = |name: &&str| tag.tag().strip_suffix(name)?.strip_suffix('-');
    COMPRESSIONS.iter().find_map(plain).unwrap_or_else(|| tag.tag())
}

/// Returns the tag of these bytes.
fn tag_of(bytes: &[u8], strength: Strength) -> EntityTag {
    let hash = hex(&Sha256::digest(bytes)[..8]);
    match strength {
        Strength::Weak => EntityTag::new_weak(hash),
        Strength::Strong => EntityTag::new_strong(hash),
    }
}

/// Returns the weak tag of bytes whose hash begins like this.
pub fn weak_tag(digest: u64) -> EntityTag {
    EntityTag::new_weak(format!("{digest:016x}"))
}

/// Writes bytes in hexadecimal.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The tag of a response that a client has read. A proxy may have added its compression to the tag, or made the tag weak.
#[derive(Clone)]
pub struct ReadTag(String);

impl ReadTag {
    /// Returns true if a response with this body has the tag.
    pub fn is_of(&self, body: &impl Serialize) -> bool {
        tag_of(&json(body), Strength::Strong).tag() == self.0
    }
}

impl<'de> Deserialize<'de> for ReadTag {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<ReadTag, D::Error> {
        let tag = String::deserialize(deserializer)?.parse::<EntityTag>().ok();
        let hash = tag.as_ref().map(|tag| tag.tag().split('-').next().unwrap_or_default());
        let hash = hash.filter(|hash| hash.len() == 16 && hash.bytes().all(|digit| digit.is_ascii_hexdigit()));
        let wrong = || D::Error::custom("Send the ETag of a response, with its quotes.");
        hash.map(|hash| ReadTag(hash.to_owned())).ok_or_else(wrong)
    }
}
