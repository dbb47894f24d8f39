//! The tags of answers by what they are made of, so that no answer is built for a client that has it already.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use actix_web::http::header::{ContentType, ETag, EntityTag, Header, IfNoneMatch};
use actix_web::{HttpRequest, HttpResponse};
use serde::Serialize;
use sha2::{Digest, Sha256};

use super::{has, tag};
use crate::openapi::cache_policy::Strength;

/// The most tags in memory: those of the nights of several leagues, for all who look at them.
const CAPACITY: usize = 4096;

/// The tags of answers that were built, by the hash of everything that each was made of.
#[derive(Default)]
pub struct KnownTags(Mutex<HashMap<[u8; 32], EntityTag>>);

impl KnownTags {
    /// Responds with the body that is made of these sources, or with 304, for which it is not built where its tag is known.
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
        let tag = tag::of_bytes(&body, Strength::Weak);
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

/// Responds with 304 to a client that has the answer with this tag.
pub fn not_modified(request: &HttpRequest, tag: EntityTag) -> Option<HttpResponse> {
    let is_held = IfNoneMatch::parse(request).is_ok_and(|held| has(&held, &tag));
    is_held.then(|| HttpResponse::NotModified().insert_header(ETag(tag)).finish())
}

fn json(value: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(value).expect("a body has no map whose keys are not text")
}
