//! Entity tags, made of the content.

use actix_web::http::header::EntityTag;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use sha2::{Digest, Sha256};

use crate::openapi::cache_policy::Strength;

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

/// The tag of a response that a client has read. A proxy may have added its compression to the tag, or made the tag weak.
#[derive(Clone)]
pub struct ReadTag(String);

impl ReadTag {
    /// Returns true if a response with this body has the tag.
    pub fn is_of(&self, body: &impl Serialize) -> bool {
        let json = serde_json::to_vec(body).expect("a body has no map whose keys are not text");
        of_bytes(&json, Strength::Strong).tag() == self.0
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
