//! CORS: scripts of any origin may call the operations without state, and read a public league. Scripts of the origins that the
//! operator lists may do everything.

use std::rc::Rc;
use std::str::FromStr;
use std::sync::atomic::{AtomicBool, Ordering};

use actix_cors::Cors;
use actix_web::Error;
use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{Service, ServiceRequest, ServiceResponse, Transform, forward_ready};
use actix_web::http::header::{self, HeaderName, HeaderValue};
use actix_web::http::{Method, StatusCode, Uri};
use actix_web::web::Data;
use futures_util::future::{LocalBoxFuture, try_join};
use url::Url;

use crate::problem_response;

/// The paths of the operations without state, apart from the explanation of one problem.
const STATELESS: [&str; 9] = [
    "/api/v1/score/hand",
    "/api/v1/score/crib",
    "/api/v1/score/batch",
    "/api/v1/play",
    "/api/v1/discard",
    "/api/v1/rules",
    "/api/v1/rules/fields",
    "/problems",
    "/openapi.json",
];
/// The prefix of the path of an explanation.
const EXPLANATIONS: &str = "/problems/";

/// The patterns of the paths that everybody may read in a public league.
const PUBLIC_READS: [&str; 16] = [
    "/api/v1/league",
    "/api/v1/games/{id}",
    "/api/v1/games/{id}/history",
    "/api/v1/games/{id}/live",
    "/api/v1/games/{id}/summary",
    "/api/v1/nights",
    "/api/v1/nights/{id}",
    "/api/v1/nights/{id}.ics",
    "/api/v1/nights/{id}/live",
    "/api/v1/nights/{id}/standings",
    "/api/v1/nights/{id}/standings.csv",
    "/api/v1/seasons",
    "/api/v1/seasons/{id}",
    "/api/v1/seasons/{id}.ics",
    "/api/v1/seasons/{id}/standings",
    "/api/v1/seasons/{id}/standings.csv",
];

/// The response headers that a script may read, besides the safelisted headers.
const EXPOSED: [&str; 8] =
    ["ETag", "Location", "Link", "Retry-After", "X-Request-Id", "X-Version", "X-Seen", "RateLimit"];
/// The request headers that a script of a listed origin may send.
const ALLOWED: [HeaderName; 6] = [
    header::AUTHORIZATION,
    header::CONTENT_TYPE,
    header::IF_NONE_MATCH,
    HeaderName::from_static("last-event-id"),
    HeaderName::from_static("prefer"),
    HeaderName::from_static("x-request-id"),
];
/// The seconds for which a browser may cache a preflight response.
const PREFLIGHT_MAX_AGE: usize = 600;

/// The league, which may become public or private while the service runs.
pub struct PublicLeague {
    ask: Box<dyn Fn() -> LocalBoxFuture<'static, Option<bool>> + Send + Sync>,
    last: AtomicBool,
}

impl PublicLeague {
    /// Creates the league. `ask` returns true if the league is public, and `None` if the store cannot be read.
    pub fn new(ask: impl Fn() -> LocalBoxFuture<'static, Option<bool>> + Send + Sync + 'static) -> PublicLeague {
        PublicLeague { ask: Box::new(ask), last: AtomicBool::new(false) }
    }

    /// Returns true if the league is public. If the store cannot be read, the last result holds.
    async fn is_public(&self) -> bool {
        if let Some(is_public) = (self.ask)().await {
            self.last.store(is_public, Ordering::Relaxed);
        }
        self.last.load(Ordering::Relaxed)
    }
}

/// The origin of a website, as its browser names it: scheme, host, and the port unless it is the usual port.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AllowedOrigin(pub String);

impl FromStr for AllowedOrigin {
    type Err = String;

    fn from_str(text: &str) -> Result<AllowedOrigin, String> {
        let url = Url::parse(text).ok().filter(|url| ["https", "http"].contains(&url.scheme()) && !text.contains('*'));
        // This is the text that a browser sends: in lower case, without the usual port.
        if url.is_some_and(|url| url.origin().ascii_serialization() == text) && text.parse::<Uri>().is_ok() {
            Ok(AllowedOrigin(text.to_owned()))
        } else {
            Err("write an origin like https://scores.example.org, without a path and without the usual port".to_owned())
        }
    }
}

/// The middleware that adds CORS.
pub struct CrossOrigin {
    /// The origins whose scripts may do everything.
    pub origins: Rc<[AllowedOrigin]>,
}

/// The services behind the middleware, each around the same application.
pub struct CorsService<O, S> {
    open: O,
    listed: O,
    plain: Rc<S>,
    origins: Rc<[AllowedOrigin]>,
}

impl<S, B> Transform<S, ServiceRequest> for CrossOrigin
where
    S: Service<ServiceRequest, Response = ServiceResponse<B>, Error = Error> + 'static,
    B: MessageBody + 'static,
{
    type Response = ServiceResponse<BoxBody>;
    type Error = Error;
    type InitError = ();
    type Transform = CorsService<<Cors as Transform<Rc<S>, ServiceRequest>>::Transform, S>;
    type Future = LocalBoxFuture<'static, Result<Self::Transform, ()>>;

    fn new_transform(&self, service: S) -> Self::Future {
        let (plain, origins) = (Rc::new(service), self.origins.clone());
        let (open, listed) =
            (for_any().new_transform(plain.clone()), for_listed(&origins).new_transform(plain.clone()));
        Box::pin(async move {
            let (open, listed) = try_join(open, listed).await?;
            Ok(CorsService { open, listed, plain, origins })
        })
    }
}

impl<O, S, A, B> Service<ServiceRequest> for CorsService<O, S>
where
    O: Service<ServiceRequest, Response = ServiceResponse<A>, Error = Error>,
    O::Future: 'static,
    A: MessageBody + 'static,
    S: Service<ServiceRequest, Response = ServiceResponse<B>, Error = Error>,
    S::Future: 'static,
    B: MessageBody + 'static,
{
    type Response = ServiceResponse<BoxBody>;
    type Error = Error;
    type Future = LocalBoxFuture<'static, Result<ServiceResponse<BoxBody>, Error>>;

    forward_ready!(plain);

    fn call(&self, request: ServiceRequest) -> Self::Future {
        let origin = request.headers().get(header::ORIGIN);
        let is_listed = origin.is_some_and(|origin| self.origins.iter().any(|allowed| origin == allowed.0.as_str()));
        let is_stateless = is_stateless(request.path());
        if is_listed || is_stateless && origin.is_some() {
            let is_preflight = request.method() == Method::OPTIONS;
            let response = if is_listed { self.listed.call(request) } else { self.open.call(request) };
            return Box::pin(async move {
                let response = response.await?.map_into_boxed_body();
                let is_refused = is_preflight && response.status() == StatusCode::BAD_REQUEST;
                if !is_refused {
                    return Ok(response);
                }
                // A rejected preflight gets the response of any other OPTIONS request.
                let options = problem_response::options(response.request());
                Ok(response.into_response(options))
            });
        }
        let is_read = matches!(*request.method(), Method::GET | Method::HEAD);
        let is_anonymous = !request.headers().contains_key(header::AUTHORIZATION);
        let (has_origin, has_listed) = (origin.is_some(), !self.origins.is_empty());
        let response = self.plain.call(request);
        Box::pin(async move {
            let mut response = response.await?.map_into_boxed_body();
            let is_public_read = is_read && is_public_read(&response);
            if is_stateless || is_public_read || has_listed {
                // A cache keeps the response for scripts apart from the response for other requests.
                response.headers_mut().append(header::VARY, HeaderValue::from_static("Origin"));
            }
            if has_origin && is_anonymous && is_public_read && is_league_public(&response).await {
                let headers = response.headers_mut();
                headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
                let exposed = HeaderValue::from_str(&EXPOSED.join(", ")).expect("it has names of headers alone");
                headers.insert(header::ACCESS_CONTROL_EXPOSE_HEADERS, exposed);
            }
            Ok(response)
        })
    }
}

/// Returns true for the path of an operation that stores nothing and reveals nothing about people.
fn is_stateless(path: &str) -> bool {
    STATELESS.contains(&path) || path.starts_with(EXPLANATIONS)
}

/// Returns true for a response, also an error, that scripts of any origin may read if the league is public.
fn is_public_read(response: &ServiceResponse<BoxBody>) -> bool {
    response.request().match_pattern().is_some_and(|pattern| PUBLIC_READS.contains(&pattern.as_str()))
}

async fn is_league_public(response: &ServiceResponse<BoxBody>) -> bool {
    match response.request().app_data::<Data<PublicLeague>>() {
        Some(league) => league.is_public().await,
        None => false,
    }
}

/// The policy of the operations without state.
fn for_any() -> Cors {
    Cors::default()
        .allow_any_origin()
        .send_wildcard()
        .allowed_methods([Method::GET, Method::HEAD, Method::POST])
        .allowed_headers([header::CONTENT_TYPE, header::IF_NONE_MATCH, HeaderName::from_static("x-request-id")])
        .expose_headers(EXPOSED)
        .max_age(PREFLIGHT_MAX_AGE)
}

/// The policy of the listed origins.
fn for_listed(origins: &[AllowedOrigin]) -> Cors {
    let methods = [Method::GET, Method::HEAD, Method::POST, Method::PUT, Method::PATCH, Method::DELETE];
    let cors = Cors::default().allowed_methods(methods).allowed_headers(ALLOWED);
    let cors = cors.expose_headers(EXPOSED).max_age(PREFLIGHT_MAX_AGE);
    origins.iter().fold(cors, |cors, AllowedOrigin(origin)| cors.allowed_origin(origin))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use super::AllowedOrigin;

    #[test]
    fn only_exact_origins_are_taken() {
        for good in ["https://scores.example.org", "http://10.0.0.7:3000", "http://[::1]:3000"] {
            assert_eq!(good.parse(), Ok(AllowedOrigin(good.to_owned())));
        }
        for bad in [
            "*",
            "null",
            "",
            "scores.example.org",
            "https://",
            "https://*.example.org",
            "https://scores.example.org/",
            "https://scores.example.org/path",
            "https://Scores.example.org",
            "ftp://scores.example.org",
            "https://scores.example.org:443",
            "https://ann@scores.example.org",
            "https://{host}",
        ] {
            assert!(bad.parse::<AllowedOrigin>().is_err(), "{bad}");
        }
    }
}
