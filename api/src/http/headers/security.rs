//! The headers that tell browsers what a response may do.

use actix_web::http::header::{self, HeaderMap, HeaderName, HeaderValue};

/// The content security policy of the phone page, which draws the end of a game as a picture: an image from `blob:`.
const PAGE_CSP: &str = "default-src 'self'; img-src 'self' blob:; object-src 'none'; base-uri 'none'; \
                        form-action 'none'; frame-ancestors 'none'";

/// The content security policy of Swagger UI, which sets styles on its elements and draws its icons from `data:`.
const DOCS_CSP: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; \
                        img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; \
                        frame-ancestors 'none'";

/// The content security policy of the pages that other sites embed: they run their own script, read, and send nothing.
const EMBED_CSP: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; \
                         base-uri 'none'; form-action 'none'; frame-ancestors *";

/// The folders of the pages that other sites embed.
const EMBEDDED: [&str; 2] = ["/embed/night/", "/embed/standings/"];

/// The service worker. Its policy comes with its own script, as a page's does.
const WORKER: &str = "/sw.js";

/// Inserts the security headers of the response at this path.
pub fn insert(headers: &mut HeaderMap, path: &str) {
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    if is_subresource(headers) && path != WORKER {
        return;
    }
    let is_embedded = EMBEDDED.iter().any(|folder| path.starts_with(folder));
    let policy = match path {
        _ if is_embedded => EMBED_CSP,
        _ if path.starts_with("/docs/") => DOCS_CSP,
        _ => PAGE_CSP,
    };
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, policy),
        (header::REFERRER_POLICY, "no-referrer"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    if !is_embedded {
        headers.insert(header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY"));
    }
}

/// Returns true for scripts and style sheets. The headers of the page that loads them hold for them too.
fn is_subresource(headers: &HeaderMap) -> bool {
    let media_type = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    media_type.starts_with("text/javascript") || media_type.starts_with("text/css")
}
