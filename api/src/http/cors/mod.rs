//! CORS: scripts of any origin may call the operations without state, and read a public league; those of the origins that the
//! operator lists may do everything.

mod allowed_origin;
mod paths;

use std::rc::Rc;
use std::sync::atomic::{AtomicBool, Ordering};

use actix_cors::Cors;
use actix_web::Error;
use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{Service, ServiceRequest, ServiceResponse, Transform, forward_ready};
use actix_web::http::header::{self, HeaderName, HeaderValue};
use actix_web::http::{Method, StatusCode};
use actix_web::web::Data;
use futures_util::future::{LocalBoxFuture, try_join};

use crate::http::not_found;

pub use allowed_origin::AllowedOrigin;

/// The response headers that a script may read, besides the safelisted ones.
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

/// The question if the league is public at this moment.
pub struct PublicLeague {
    ask: Box<dyn Fn() -> LocalBoxFuture<'static, Option<bool>> + Send + Sync>,
    last: AtomicBool,
}

impl PublicLeague {
    /// The league of which `ask` tells if it is public; `None` while nothing can be looked up.
    pub fn new(ask: impl Fn() -> LocalBoxFuture<'static, Option<bool>> + Send + Sync + 'static) -> PublicLeague {
        PublicLeague { ask: Box::new(ask), last: AtomicBool::new(false) }
    }

    /// Returns true where the league is public, or was when that could last be looked up.
    async fn is_public(&self) -> bool {
        if let Some(is_public) = (self.ask)().await {
            self.last.store(is_public, Ordering::Relaxed);
        }
        self.last.load(Ordering::Relaxed)
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
        let is_stateless = paths::is_stateless(request.path());
        if is_listed || is_stateless && origin.is_some() {
            let is_preflight = request.method() == Method::OPTIONS;
            let response = if is_listed { self.listed.call(request) } else { self.open.call(request) };
            return Box::pin(async move {
                let response = response.await?.map_into_boxed_body();
                let is_refused = is_preflight && response.status() == StatusCode::BAD_REQUEST;
                // A rejected preflight is answered like any other OPTIONS request.
                if !is_refused {
                    return Ok(response);
                }
                let options = not_found::options(response.request());
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
                // A cache that was filled by a request of no script must not answer one.
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

/// Returns true for an answer, also an error, that scripts of any origin may read where the league is public.
fn is_public_read(response: &ServiceResponse<BoxBody>) -> bool {
    response.request().match_pattern().is_some_and(|pattern| paths::is_public_read(&pattern))
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
