//! The OpenAPI document.

use std::borrow::Cow;
use std::sync::OnceLock;

use actix_web::http::header::{CacheControl, CacheDirective};
use actix_web::{HttpRequest, HttpResponse};

use crate::http::assets::PreparedFile;
use crate::openapi;
use pegout_model::contact::PublicUrl;

/// The document as this process serves it. A process has a single address.
static DOCUMENT: OnceLock<PreparedFile> = OnceLock::new();

/// Responds with the document.
pub async fn serve(request: HttpRequest) -> HttpResponse {
    let document = DOCUMENT.get_or_init(|| {
        let data = match request.app_data::<PublicUrl>() {
            Some(public) => Cow::Owned(openapi::at(&public.address).into_bytes()),
            None => Cow::Borrowed(openapi::JSON.as_bytes()),
        };
        PreparedFile::compressed(data, "application/json")
    });
    document.respond(&request, CacheControl(vec![CacheDirective::NoCache]))
}
