//! The phone page, from inside the binary, and the answer for every path there is not.

use actix_web::http::Method;
use actix_web::http::header::{self, CacheControl, CacheDirective, ETag, EntityTag, Header, IfNoneMatch};
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use rust_embed::{EmbeddedFile, RustEmbed};

use crate::openapi::Document;
use crate::problem::Problem;

#[derive(RustEmbed)]
#[folder = "../web"]
struct Page;

/// Answers with a file of the page; with 405 where the path answers other methods; else with 404.
pub async fn serve(request: HttpRequest, document: Data<Document>) -> Result<HttpResponse, Problem> {
    let path = request.path();
    let name = if path == "/" { "index.html" } else { path.trim_start_matches('/') };
    match (Page::get(name), document.methods(path)) {
        (Some(file), _) if request.method() == Method::GET => Ok(respond(&request, file)),
        (Some(_), _) => Err(Problem::method_not_allowed(request.method().as_str(), path, "GET, HEAD".to_owned())),
        (None, Some(allow)) => Err(Problem::method_not_allowed(request.method().as_str(), path, allow)),
        (None, None) => Err(Problem::not_found(path)),
    }
}

/// The file, or 304 when the browser has it already.
fn respond(request: &HttpRequest, file: EmbeddedFile) -> HttpResponse {
    let hash: String = file.metadata.sha256_hash()[..16].iter().map(|byte| format!("{byte:02x}")).collect();
    let tag = EntityTag::new_weak(hash);
    let known = match IfNoneMatch::parse(request) {
        Ok(IfNoneMatch::Any) => true,
        Ok(IfNoneMatch::Items(tags)) => tags.iter().any(|known| known.weak_eq(&tag)),
        Err(_) => false,
    };
    let mut response = if known { HttpResponse::NotModified() } else { HttpResponse::Ok() };
    response.insert_header(ETag(tag)).insert_header(CacheControl(vec![CacheDirective::NoCache]));
    if known {
        return response.finish();
    }
    let mut media_type = file.metadata.mimetype().to_owned();
    if media_type.starts_with("text/") {
        media_type += "; charset=utf-8";
    }
    response.insert_header((header::CONTENT_TYPE, media_type)).body(file.data.into_owned())
}
