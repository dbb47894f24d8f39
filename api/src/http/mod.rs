//! The parts of HTTP that handlers share.

pub mod access_log;
pub mod address;
pub mod assets;
pub mod body;
pub mod caching;
pub mod caller;
pub mod cors;
pub mod download;
pub mod input_error;
pub mod middleware;
pub mod paging;
pub mod params;
pub mod problem_response;
pub mod response_headers;
pub mod sse;

use actix_web::HttpRequest;
use actix_web::web::Data;

/// Returns a service that every application has.
fn service<T: 'static>(request: &HttpRequest) -> &Data<T> {
    request.app_data().expect("the application is built with it")
}
