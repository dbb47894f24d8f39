//! What holds for every request and every answer.

use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::Method;
use actix_web::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use actix_web::middleware::Next;
use actix_web::{Error, ResponseError};

use crate::body::LIMIT;
use crate::problem::Problem;

const PAGE_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; \
                           manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Swagger UI sets styles on its elements and draws its icons from `data:`.
const DOCS_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; \
                           img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; \
                           frame-ancestors 'none'";

/// Refuses a body that is too large, answers HEAD as GET without the body, and sets the security headers.
pub async fn keep(
    mut request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<impl MessageBody>, Error> {
    let policy = if request.path().starts_with("/docs/") { DOCS_POLICY } else { PAGE_POLICY };
    let mut response = if announced_length(request.headers()) > LIMIT as u64 {
        request.into_response(Problem::too_large().error_response())
    } else {
        if request.method() == Method::HEAD {
            request.head_mut().method = Method::GET;
        }
        next.call(request).await?.map_into_boxed_body()
    };
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, policy),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::X_FRAME_OPTIONS, "DENY"),
        (header::REFERRER_POLICY, "no-referrer"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    ] {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    Ok(response)
}

fn announced_length(headers: &HeaderMap) -> u64 {
    headers.get(header::CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse().ok()).unwrap_or(0)
}
