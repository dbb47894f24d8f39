//! The pages and files for other programs than the phone page: what other sites embed, the document, Swagger UI, and the files
//! that robots and reporters look for.

pub mod document;
pub mod embed;
pub mod files;

use actix_web::HttpRequest;
use actix_web::web::Redirect;

/// Redirects the hall's board with a slash at its end to the address without it. The redirect is relative: the service may be
/// below a path of a proxy.
pub async fn television(request: HttpRequest) -> Redirect {
    Redirect::to(request.uri().to_string().replacen("/tv/", "../tv", 1))
}
