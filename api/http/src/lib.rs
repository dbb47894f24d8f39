//! The interface over HTTP: the operations, requests and responses, the OpenAPI document, and the page.

pub mod access_log;
pub mod address;
pub mod assets;
pub mod body;
pub mod caching;
pub mod caller;
pub mod cors;
pub mod download;
mod handlers;
pub mod input_error;
pub mod middleware;
pub mod openapi;
pub mod paging;
pub mod params;
pub mod problem_response;
pub mod response_headers;
pub mod routes;
pub mod sse;

pub use handlers::health;
pub use handlers::site::SecurityContact;

use actix_web::HttpRequest;
use actix_web::web::Data;

/// Returns a service that every application has.
fn service<T: 'static>(request: &HttpRequest) -> &Data<T> {
    request.app_data().expect("the application is built with it")
}
