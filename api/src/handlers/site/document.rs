//! The OpenAPI document.

use std::borrow::Cow;
use std::sync::LazyLock;

use actix_web::http::header::{CacheControl, CacheDirective};
use actix_web::{HttpRequest, HttpResponse};

use crate::http::assets::prepared::PreparedFile;
use crate::openapi;

static DOCUMENT: LazyLock<PreparedFile> =
    LazyLock::new(|| PreparedFile::compressed(Cow::Borrowed(openapi::JSON.as_bytes()), "application/json"));

/// Responds with the document.
pub async fn serve(request: HttpRequest) -> HttpResponse {
    DOCUMENT.respond(&request, CacheControl(vec![CacheDirective::NoCache]))
}
