//! The files of the phone page, the hall's board, the pages for other sites and Swagger UI, embedded in the binary.

use std::borrow::Cow;
use std::collections::HashMap;
use std::io::Read;
use std::sync::{Arc, LazyLock};

use actix_web::http::header::{
    self, AcceptEncoding, CacheControl, CacheDirective, ContentEncoding, ETag, Encoding, EntityTag, Header,
};
use actix_web::{HttpRequest, HttpResponse};
use flate2::Compression;
use flate2::read::GzEncoder;
use rust_embed::RustEmbed;
use sha2::{Digest, Sha256};

use super::caching;
use pegout_model::contact::PublicUrl;

#[derive(RustEmbed)]
#[folder = "$OUT_DIR/page"]
struct WebFiles;

/// The name of the document of the phone page.
const PAGE: &str = "index.html";
/// The name of the document of the pages for other sites, which is served at their addresses alone.
const EMBED: &str = "embed.html";
/// The name of the document for people at a mistyped address, which has no address of its own.
const MISSING: &str = "missing.html";

/// The end of the names of files that the build has compressed. They are sent in the place of the plain files.
const COMPRESSED: &str = ".gz";

/// All files by their names.
static FILES: LazyLock<HashMap<String, StaticFile>> = LazyLock::new(|| {
    let names = WebFiles::iter().filter(|name| !name.ends_with(COMPRESSED));
    names.filter_map(|name| Some((name.to_string(), prepare(&name)?))).collect()
});

/// The files of Swagger UI that `web/docs.html` needs, as its authors publish them. They are compressed at the first request.
static SWAGGER_UI: LazyLock<HashMap<&str, StaticFile>> = LazyLock::new(|| {
    let names = ["swagger-ui.css", "swagger-ui-bundle.js"];
    names.into_iter().filter_map(|name| Some((name, swagger_ui(name)?))).collect()
});

/// The document of the phone page. Its tag is made of the hash of all files, so that a browser can compare the whole page by
/// one request.
static WHOLE_PAGE: LazyLock<Option<StaticFile>> = LazyLock::new(|| {
    let mut hasher = Sha256::new();
    for path in WebFiles::iter() {
        hasher.update(path.as_bytes());
        hasher.update(WebFiles::get(&path).map(|file| file.metadata.sha256_hash()).unwrap_or_default());
    }
    Some(prepare(PAGE)?.with_tag(&hasher.finalize().into()))
});

fn prepare(name: &str) -> Option<StaticFile> {
    let file = WebFiles::get(name)?;
    let compressed = WebFiles::get(&format!("{name}{COMPRESSED}")).map(|file| file.data);
    Some(StaticFile::new(file.data, compressed, file.metadata.mimetype()))
}

fn swagger_ui(name: &str) -> Option<StaticFile> {
    let file = utoipa_swagger_ui::serve(name, Arc::new(utoipa_swagger_ui::Config::default())).ok()??;
    Some(StaticFile::compressed(Cow::Owned(file.bytes.into_owned()), &file.content_type))
}

/// The folder of scripts and style sheets. Within it, the name of each version's folder is the hash of its contents.
const PAGE_FOLDER: &str = "page";

/// The folders with the scripts of other versions. A page that was opened before an upgrade still asks for its views there.
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
pub fn file(path: &str) -> Option<&'static StaticFile> {
    let name = match path {
        "/" => return WHOLE_PAGE.as_ref(),
        // A short path, since it is typed with a television's remote control.
        "/tv" => "tv.html",
        "/docs/" => "docs.html",
        _ => path.strip_prefix('/')?,
    };
    let own = FILES.get(name).filter(|_| ![EMBED, MISSING].contains(&name));
    own.or_else(|| SWAGGER_UI.get(path.strip_prefix("/docs/")?))
}

/// Responds with the file at the path of the request, or with 304 if the browser has this version already.
pub fn respond(request: &HttpRequest, file: &'static StaticFile) -> HttpResponse {
    file.respond(request, cache_control(request.path()))
}

/// Responds with the page for other sites. It is asked for each time: a league may be public no more.
pub fn respond_embed(request: &HttpRequest) -> HttpResponse {
    let file = FILES.get(EMBED).expect("the build fails if a document of the page is missing");
    file.respond(request, CacheControl(vec![CacheDirective::NoCache]))
}

/// Responds with 404 and the page that leads home from a mistyped address.
///
/// The way up is relative, since a proxy may cut off a path without naming it. The way is wrong behind a proxy that also joins
/// slashes or decodes `%2F`. The link home is right anyway if the operator has named the address.
pub fn respond_missing(request: &HttpRequest) -> HttpResponse {
    let page = WebFiles::get(MISSING).expect("the build fails if a document of the page is missing");
    let up = match request.path().matches('/').count() {
        0 | 1 => "./".to_owned(),
        slashes => "../".repeat(slashes - 1),
    };
    let home = request.app_data::<PublicUrl>().map_or_else(|| up.clone(), |public| format!("{}/", public.address));
    let text = String::from_utf8_lossy(&page.data).replace("{home}", &home).replace("{up}", &up);
    HttpResponse::NotFound()
        .insert_header(CacheControl(vec![CacheDirective::NoStore]))
        .content_type("text/html; charset=utf-8")
        .body(text)
}

/// A file that is compressed once, by the best compression. The quick compression of other responses makes it a tenth larger.
pub struct StaticFile {
    data: Cow<'static, [u8]>,
    /// `None` if gzip does not make it smaller.
    compressed: Option<Cow<'static, [u8]>>,
    tag: EntityTag,
    media_type: String,
}

impl StaticFile {
    /// The file with this content, which is compressed now.
    pub fn compressed(data: Cow<'static, [u8]>, media_type: &str) -> StaticFile {
        let mut compressed = Vec::new();
        let result = GzEncoder::new(&*data, Compression::best()).read_to_end(&mut compressed);
        let is_smaller = result.is_ok() && compressed.len() < data.len();
        StaticFile::new(data, is_smaller.then_some(Cow::Owned(compressed)), media_type)
    }

    /// The file with this content, and its compressed form if it is smaller.
    pub fn new(data: Cow<'static, [u8]>, compressed: Option<Cow<'static, [u8]>>, media_type: &str) -> StaticFile {
        let text = if media_type.starts_with("text/") { "; charset=utf-8" } else { "" };
        let tag = tag(&Sha256::digest(&data).into());
        StaticFile { data, compressed, tag, media_type: format!("{media_type}{text}") }
    }

    /// The same file with a tag made of another hash.
    #[must_use]
    pub fn with_tag(self, hash: &[u8; 32]) -> StaticFile {
        StaticFile { tag: tag(hash), ..self }
    }

    /// Responds with the file, or with 304 if the browser has it already.
    pub fn respond(&'static self, request: &HttpRequest, cache_control: CacheControl) -> HttpResponse {
        let is_known = caching::is_known(request, &self.tag);
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
    EntityTag::new_weak(caching::hex(&hash[..16]))
}

fn accepts_gzip(request: &HttpRequest) -> bool {
    let supported = [Encoding::gzip(), Encoding::identity()];
    AcceptEncoding::parse(request).is_ok_and(|accepted| accepted.negotiate(supported.iter()) == Some(Encoding::gzip()))
}
