//! Parts of several resources: the threads that compute, and the responses after creating and deleting.

use std::future::{Ready, ready};
use std::net::IpAddr;

use actix_web::dev::Payload;
use actix_web::http::header::LOCATION;
use actix_web::web::Data;
use actix_web::{FromRequest, HttpRequest, HttpResponse};
use serde::Serialize;
use utoipa::ToSchema;

use crate::address;
use crate::problem_response::HttpProblem;
use pegout_service::auth::rate_limit::RateLimits;
use pegout_service::problem::Problem;
use pegout_service::services::Effect;
use pegout_service::services::worker_threads::WorkerThreads;

/// The threads that compute, for the address of a request.
pub struct Pool {
    threads: Data<WorkerThreads>,
    address: IpAddr,
}

impl Pool {
    /// Computes this once a thread is free.
    pub async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        self.threads.run(self.address, work).await?
    }
}

impl FromRequest for Pool {
    type Error = HttpProblem;
    type Future = Ready<Result<Pool, HttpProblem>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let limits: &Data<RateLimits> = request.app_data().expect("the application is built with it");
        let threads: &Data<WorkerThreads> = request.app_data().expect("the application is built with it");
        let address = address::rate_limit_key(request, limits.behind_proxy);
        ready(Ok(Pool { threads: threads.clone(), address }))
    }
}

/// Responds with a resource at this path: 201 if the request created it, 200 if it existed before.
pub fn created(effect: Effect, path: String, resource: impl Serialize) -> HttpResponse {
    if effect == Effect::Unchanged {
        return HttpResponse::Ok().json(resource);
    }
    HttpResponse::Created().insert_header((LOCATION, path)).json(resource)
}

/// An empty response.
#[derive(Serialize, ToSchema)]
pub struct Done {}
