//! The responses for paths and methods without an operation.

use actix_web::http::Method;
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};

use crate::http::assets;
use crate::openapi::Document;
use crate::problem::Problem;

/// Responds with a file of the page or in the place of one of an earlier release, with 405 where the path has other methods, else with 404.
pub async fn default_route(request: HttpRequest) -> Result<HttpResponse, Problem> {
    match assets::file(request.path()) {
        Some(file) if request.method() == Method::GET => Ok(assets::respond(&request, file)),
        None if request.method() == Method::GET && assets::is_reload_script(request.path()) => {
            Ok(assets::respond_reload())
        }
        _ => Err(no_route(&request)),
    }
}

/// Returns the problem of a request that no operation answers: a wrong method, or a wrong path.
pub fn no_route(request: &HttpRequest) -> Problem {
    let (method, path) = (request.method().as_str(), request.path());
    let document = request.app_data::<Data<Document>>();
    let page = assets::file(path).map(|_| "GET, HEAD".to_owned());
    match page.or_else(|| document?.methods(path)) {
        Some(allow) => Problem::method_not_allowed(method, path, allow),
        None => Problem::not_found(path),
    }
}
