//! The responses for paths and methods without an operation.

use actix_web::http::Method;
use actix_web::http::header::{ALLOW, Accept, Header};
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse, ResponseError};

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
        _ => page_or_problem(&request, no_route(&request)),
    }
}

/// Responds with a problem. A person at an address that does not exist gets a page in its place.
pub fn page_or_problem(request: &HttpRequest, problem: Problem) -> Result<HttpResponse, Problem> {
    if problem.status() == 404 && is_of_person(request) { Ok(assets::respond_missing(request)) } else { Err(problem) }
}

/// Returns true if somebody has opened the address in a browser. The paths of the interface are for programs alone.
fn is_of_person(request: &HttpRequest) -> bool {
    let prefers_page =
        || Accept::parse(request).is_ok_and(|accepted| accepted.preference().essence_str() == "text/html");
    request.method() == Method::GET && !request.path().starts_with("/api/") && prefers_page()
}

/// Responds to OPTIONS: with the methods of the path, or 404.
pub fn options(request: &HttpRequest) -> HttpResponse {
    match methods(request) {
        Some(allow) => HttpResponse::NoContent().insert_header((ALLOW, allow)).finish(),
        None => Problem::not_found(request.path()).error_response(),
    }
}

/// Returns the methods that the path of a request answers.
fn methods(request: &HttpRequest) -> Option<String> {
    let page = assets::file(request.path()).map(|_| "GET, HEAD, OPTIONS".to_owned());
    page.or_else(|| request.app_data::<Data<Document>>()?.methods(request.path()))
}

/// Returns the problem of a request that no operation answers: a wrong method, or a wrong path.
pub fn no_route(request: &HttpRequest) -> Problem {
    let (method, path) = (request.method().as_str(), request.path());
    match methods(request) {
        Some(allow) => Problem::method_not_allowed(method, path, allow),
        None => Problem::not_found(path),
    }
}
