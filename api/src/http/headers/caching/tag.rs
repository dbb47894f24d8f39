//! Entity tags, made of the content.

use actix_web::http::header::EntityTag;
use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::model::precondition::Precondition;
use crate::openapi::cache_policy::Strength;
use crate::problem::Problem;

/// The compressions of answers. A strong tag of a compressed answer ends with the name of its own.
pub const COMPRESSIONS: [&str; 2] = ["gzip", "deflate"];

/// Returns the tag of these bytes.
pub fn of_bytes(bytes: &[u8], strength: Strength) -> EntityTag {
    let hash: String = Sha256::digest(bytes)[..8].iter().map(|byte| format!("{byte:02x}")).collect();
    match strength {
        Strength::Weak => EntityTag::new_weak(hash),
        Strength::Strong => EntityTag::new_strong(hash),
    }
}

/// Returns the weak tag of bytes whose hash begins like this.
pub fn weak(digest: u64) -> EntityTag {
    EntityTag::new_weak(format!("{digest:016x}"))
}

/// Refuses a change from `before` to `after` as [`check`] does. One that changes nothing is a repeat, which no precondition
/// keeps from its answer.
pub fn check_change<T: Serialize + PartialEq>(
    precondition: &Precondition,
    before: &T,
    after: &T,
) -> Result<(), Problem> {
    if before == after { Ok(()) } else { check(precondition, before) }
}

/// Refuses a change unless the answer with this body has the tag that the precondition names.
pub fn check(precondition: &Precondition, body: &impl Serialize) -> Result<(), Problem> {
    let json = serde_json::to_vec(body).expect("a body has no map whose keys are not text");
    let tag = of_bytes(&json, Strength::Strong);
    if precondition.allows(tag.tag()) { Ok(()) } else { Err(Problem::changed_since()) }
}
