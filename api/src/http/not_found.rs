//! The answer where no operation is: a file of the page, or what is wrong with the path or the method.

use actix_web::http::Method;
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};

use crate::http::assets;
use crate::openapi::Document;
use crate::problem::Problem;

/// Answers with a file of the page, with 405 where the path answers other methods, else with 404.
pub async fn default_route(request: HttpRequest) -> Result<HttpResponse, Problem> {
    match assets::file(request.path()) {
        Some(file) if request.method() == Method::GET => Ok(assets::respond(&request, file)),
        _ => Err(no_route(&request)),
    }
}

/// Why the request cannot be answered: the path does not answer this method, or there is no such path.
pub fn no_route(request: &HttpRequest) -> Problem {
    let (method, path) = (request.method().as_str(), request.path());
    let document = request.app_data::<Data<Document>>();
    let page = assets::file(path).map(|_| "GET, HEAD".to_owned());
    match page.or_else(|| document?.methods(path)) {
        Some(allow) => Problem::method_not_allowed(method, path, allow),
        None => Problem::not_found(path),
    }
}
