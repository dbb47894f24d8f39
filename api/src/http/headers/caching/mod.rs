//! The rules of what clients may keep of the answers, and the comparison of what they have by its tag.

pub mod known;
pub mod tag;

use actix_web::Error;
use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{self, ETag, EntityTag, Header, HeaderMap, HeaderValue, IfNoneMatch, TryIntoHeaderValue};
use actix_web::http::{Method, StatusCode};
use actix_web::middleware::Next;
use actix_web::web::Bytes;

use crate::openapi::cache_policy::{Policy, Strength};

/// The request headers on which an answer depends that may be kept.
const VARY: HeaderValue = HeaderValue::from_static("Authorization, Accept-Encoding");

/// Tells of each answer what may be kept of it, and answers 304 where the client has it already.
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
    Ok(if known.flatten().is_some_and(|known| has(&known, &tag)) { not_modified(response) } else { response })
}

fn insert(headers: &mut HeaderMap, cache_control: HeaderValue) {
    headers.insert(header::CACHE_CONTROL, cache_control);
    headers.insert(header::VARY, VARY);
}

/// Returns the response, and the tag of its body. A body that comes in parts has the tag of none.
fn with_tag(response: ServiceResponse<BoxBody>, strength: Strength) -> (ServiceResponse<BoxBody>, EntityTag) {
    let mut tag = tag::of_bytes(&[], strength);
    let response = response.map_body(|_, body| match body.try_into_bytes() {
        Ok(bytes) => {
            tag = tag::of_bytes(&bytes, strength);
            BoxBody::new(bytes)
        }
        Err(body) => body,
    });
    (response, tag)
}

fn has(known: &IfNoneMatch, tag: &EntityTag) -> bool {
    match known {
        IfNoneMatch::Any => true,
        IfNoneMatch::Items(tags) => tags.iter().any(|known| without_compression(known) == tag.tag()),
    }
}

/// Returns the content of a tag, as it is where the answer is not compressed.
fn without_compression(tag: &EntityTag) -> &str {
    let plain = |name: &&str| tag.tag().strip_suffix(name)?.strip_suffix('-');
    tag::COMPRESSIONS.iter().find_map(plain).unwrap_or_else(|| tag.tag())
}

fn not_modified(response: ServiceResponse<BoxBody>) -> ServiceResponse<BoxBody> {
    let (request, mut response) = response.into_parts();
    *response.status_mut() = StatusCode::NOT_MODIFIED;
    response.headers_mut().remove(header::CONTENT_TYPE);
    ServiceResponse::new(request, response.set_body(BoxBody::new(Bytes::new())))
}

/// Adds what the answer says of itself when it is on its way: nothing is kept unless it says so, and a strong tag names the
/// compression.
pub fn complete(headers: &mut HeaderMap) {
    if !headers.contains_key(header::CACHE_CONTROL) {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    let compression = headers.get(header::CONTENT_ENCODING).and_then(|encoding| encoding.to_str().ok());
    let compression = compression.filter(|name| tag::COMPRESSIONS.contains(name));
    let strong = headers.get(header::ETAG).and_then(|tag| tag.to_str().ok()?.strip_suffix('"')?.strip_prefix('"'));
    let renamed = strong.zip(compression).map(|(tag, name)| format!("\"{tag}-{name}\""));
    if let Some(tag) = renamed.and_then(|tag| HeaderValue::from_str(&tag).ok()) {
        headers.insert(header::ETAG, tag);
    }
}
