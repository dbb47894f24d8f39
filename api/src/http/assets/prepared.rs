//! Files that are compressed once, and that a browser has already where it knows their tag.

use std::borrow::Cow;
use std::io::{self, Read};

use actix_web::http::header::{
    self, AcceptEncoding, CacheControl, ContentEncoding, ETag, Encoding, EntityTag, Header, IfNoneMatch,
};
use actix_web::{HttpRequest, HttpResponse};
use flate2::Compression;
use flate2::read::GzEncoder;
use sha2::{Digest, Sha256};

/// A file, compressed once: the compression of other responses is quick and a tenth larger.
pub struct PreparedFile {
    data: Cow<'static, [u8]>,
    /// `None` where gzip makes it no smaller.
    compressed: Option<Cow<'static, [u8]>>,
    tag: EntityTag,
    media_type: String,
}

impl PreparedFile {
    /// The file with this content, which is compressed now.
    pub fn compressed(data: Cow<'static, [u8]>, media_type: &str) -> PreparedFile {
        let compressed = compress(&data).ok().filter(|compressed| compressed.len() < data.len());
        PreparedFile::new(data, compressed.map(Cow::Owned), media_type)
    }

    /// The file with this content, and its compressed form where that is smaller.
    pub fn new(data: Cow<'static, [u8]>, compressed: Option<Cow<'static, [u8]>>, media_type: &str) -> PreparedFile {
        let text = if media_type.starts_with("text/") { "; charset=utf-8" } else { "" };
        let tag = tag(&Sha256::digest(&data).into());
        PreparedFile { data, compressed, tag, media_type: format!("{media_type}{text}") }
    }

    /// The same file with a tag made of another hash.
    #[must_use]
    pub fn with_tag(self, hash: &[u8; 32]) -> PreparedFile {
        PreparedFile { tag: tag(hash), ..self }
    }

    /// Responds with the file, or with 304 when the browser has it already.
    pub fn respond(&'static self, request: &HttpRequest, cache_control: CacheControl) -> HttpResponse {
        let is_known = match IfNoneMatch::parse(request) {
            Ok(IfNoneMatch::Any) => true,
            Ok(IfNoneMatch::Items(tags)) => tags.iter().any(|cached| cached.weak_eq(&self.tag)),
            Err(_) => false,
        };
        let mut response = if is_known { HttpResponse::NotModified() } else { HttpResponse::Ok() };
        response.insert_header(ETag(self.tag.clone())).insert_header(cache_control);
        if self.compressed.is_some() {
            response.insert_header((header::VARY, "Accept-Encoding"));
        }
        if is_known {
            return response.finish();
        }
        response.insert_header((header::CONTENT_TYPE, self.media_type.as_str()));
        match &self.compressed {
            Some(compressed) if accepts_gzip(request) => {
                response.insert_header(ContentEncoding::Gzip).body(&**compressed)
            }
            _ => response.body(&*self.data),
        }
    }
}

fn tag(hash: &[u8; 32]) -> EntityTag {
    EntityTag::new_weak(hash[..16].iter().map(|byte| format!("{byte:02x}")).collect())
}

fn compress(data: &[u8]) -> io::Result<Vec<u8>> {
    let mut compressed = Vec::new();
    GzEncoder::new(data, Compression::best()).read_to_end(&mut compressed)?;
    Ok(compressed)
}

fn accepts_gzip(request: &HttpRequest) -> bool {
    let supported = [Encoding::gzip(), Encoding::identity()];
    AcceptEncoding::parse(request).is_ok_and(|accepted| accepted.negotiate(supported.iter()) == Some(Encoding::gzip()))
}
