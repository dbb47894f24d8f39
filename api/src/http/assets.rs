//! The files of the phone page and the hall's board, embedded in the binary.

use std::sync::LazyLock;

use actix_web::http::header::{
    self, AcceptEncoding, CacheControl, CacheDirective, ContentEncoding, ETag, Encoding, EntityTag, Header, IfNoneMatch,
};
use actix_web::{HttpRequest, HttpResponse};
use rust_embed::{EmbeddedFile, RustEmbed};
use sha2::{Digest, Sha256};

#[derive(RustEmbed)]
#[folder = "$OUT_DIR/page"]
struct WebFiles;

/// The hash of all files. The tag of `/` is made of it, so that a browser can compare the whole page by one request.
static PAGE_HASH: LazyLock<[u8; 32]> = LazyLock::new(|| {
    let mut hasher = Sha256::new();
    for path in WebFiles::iter() {
        hasher.update(path.as_bytes());
        hasher.update(WebFiles::get(&path).map(|file| file.metadata.sha256_hash()).unwrap_or_default());
    }
    hasher.finalize().into()
});

/// The end of the names of files that the build has compressed. They are served in the place of the others alone.
const COMPRESSED: &str = ".gz";

fn accepts_gzip(request: &HttpRequest) -> bool {
    let supported = [Encoding::gzip(), Encoding::identity()];
    AcceptEncoding::parse(request).is_ok_and(|accepted| accepted.negotiate(supported.iter()) == Some(Encoding::gzip()))
}

/// The folder of scripts and style sheets. Within it, the name of each version's folder is the hash of what is in it.
const PAGE_FOLDER: &str = "page";

/// The folders that scripts of other versions stand in. A page that was opened before an upgrade still asks for its views
/// there.
const SCRIPT_FOLDERS: [&str; 7] = [PAGE_FOLDER, "app", "hall", "office", "parts", "table", "views"];

/// A year in seconds.
const LONGEST: u32 = 365 * 24 * 3600;

fn first_folder(path: &str) -> &str {
    path.trim_start_matches('/').split('/').next().unwrap_or_default()
}

/// Returns true for the path of a script that this version does not have but another one may, and for `/reload.js` itself.
pub fn is_reload_script(path: &str) -> bool {
    path == "/reload.js" || path.ends_with(".js") && SCRIPT_FOLDERS.contains(&first_folder(path))
}

/// Returns how long a browser may use the file at this path without asking.
fn cache_control(path: &str) -> CacheControl {
    CacheControl(if first_folder(path) == PAGE_FOLDER {
        let immutable = CacheDirective::Extension("immutable".to_owned(), None);
        vec![CacheDirective::Public, CacheDirective::MaxAge(LONGEST), immutable]
    } else {
        vec![CacheDirective::NoCache]
    })
}

/// Responds with a script that reloads the page, so that a page from before an upgrade becomes the new one.
pub fn respond_reload() -> HttpResponse {
    HttpResponse::Ok()
        .insert_header(CacheControl(vec![CacheDirective::NoStore]))
        .insert_header((header::CONTENT_TYPE, "text/javascript; charset=utf-8"))
        .body(include_str!("reload.js"))
}

/// Returns the file at this path.
pub fn file(path: &str) -> Option<EmbeddedFile> {
    WebFiles::get(name(path)?).filter(|_| !path.ends_with(COMPRESSED))
}

/// Returns the name of the file at this path.
fn name(path: &str) -> Option<&str> {
    Some(match path {
        "/" => "index.html",
        // A short path, since it is typed with a television's remote control.
        "/tv" => "tv.html",
        _ => path.strip_prefix('/')?,
    })
}

/// Responds with the file, or with 304 when the browser has this version already.
pub fn respond(request: &HttpRequest, file: EmbeddedFile) -> HttpResponse {
    let hash = if request.path() == "/" { *PAGE_HASH } else { file.metadata.sha256_hash() };
    let tag = EntityTag::new_weak(hash[..16].iter().map(|byte| format!("{byte:02x}")).collect());
    let is_known = match IfNoneMatch::parse(request) {
        Ok(IfNoneMatch::Any) => true,
        Ok(IfNoneMatch::Items(tags)) => tags.iter().any(|cached| cached.weak_eq(&tag)),
        Err(_) => false,
    };
    let mut response = if is_known { HttpResponse::NotModified() } else { HttpResponse::Ok() };
    response.insert_header(ETag(tag)).insert_header(cache_control(request.path()));
    if is_known {
        return response.finish();
    }
    let mut media_type = file.metadata.mimetype().to_owned();
    if media_type.starts_with("text/") {
        media_type += "; charset=utf-8";
    }
    response.insert_header((header::CONTENT_TYPE, media_type));
    let compressed = name(request.path()).and_then(|name| WebFiles::get(&format!("{name}{COMPRESSED}")));
    match compressed {
        Some(compressed) if accepts_gzip(request) => response
            .insert_header(ContentEncoding::Gzip)
            .insert_header((header::VARY, "accept-encoding"))
            .body(compressed.data.into_owned()),
        _ => response.body(file.data.into_owned()),
    }
}
