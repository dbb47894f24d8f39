//! CORS for the operations without state, which scripts of any site may call.

use std::rc::Rc;

use actix_cors::Cors;
use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{Service, ServiceRequest, ServiceResponse, Transform, forward_ready};
use actix_web::http::{Method, StatusCode, header};
use actix_web::{Error, ResponseError};
use futures_util::FutureExt;
use futures_util::future::LocalBoxFuture;

use crate::http::not_found;

/// The paths of these operations, apart from the explanation of one problem.
const PATHS: [&str; 9] = [
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

/// The response headers that a script may read, besides the safelisted ones.
const EXPOSED: [&str; 7] = ["ETag", "Location", "Link", "Retry-After", "X-Request-Id", "X-Version", "RateLimit"];
/// The seconds for which a browser may cache a preflight response. Browsers cut it to this or less.
const PREFLIGHT_MAX_AGE: usize = 7200;

/// The middleware that adds CORS to the operations without state, and to no others.
pub struct StatelessCors;

/// The service with CORS for open paths, and without it for the rest.
pub struct CorsService<O, S> {
    open: O,
    closed: Rc<S>,
}

impl<S, B> Transform<S, ServiceRequest> for StatelessCors
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
        let closed = Rc::new(service);
        let open = cors().new_transform(closed.clone());
        Box::pin(open.map(|open| open.map(|open| CorsService { open, closed })))
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

    forward_ready!(closed);

    fn call(&self, request: ServiceRequest) -> Self::Future {
        if !is_open(request.path()) {
            let response = self.closed.call(request);
            return Box::pin(async { Ok(response.await?.map_into_boxed_body()) });
        }
        let is_preflight = request.method() == Method::OPTIONS;
        let response = self.open.call(request);
        Box::pin(async move {
            let response = response.await?.map_into_boxed_body();
            if !is_preflight || response.status() != StatusCode::BAD_REQUEST {
                return Ok(response);
            }
            // A rejected preflight is answered like any other OPTIONS request.
            let refused = not_found::no_route(response.request()).error_response();
            Ok(response.into_response(refused))
        })
    }
}

fn is_open(path: &str) -> bool {
    PATHS.contains(&path) || path.starts_with(EXPLANATIONS)
}

fn cors() -> Cors {
    Cors::default()
        .allow_any_origin()
        .send_wildcard()
        .allowed_methods([Method::GET, Method::HEAD, Method::POST])
        .allowed_header(header::CONTENT_TYPE)
        .expose_headers(EXPOSED)
        .max_age(PREFLIGHT_MAX_AGE)
}
