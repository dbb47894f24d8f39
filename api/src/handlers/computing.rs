//! The threads that compute for the sender of a request.

use std::future::{Ready, ready};
use std::net::IpAddr;

use actix_web::dev::Payload;
use actix_web::web::Data;
use actix_web::{FromRequest, HttpRequest};

use crate::auth::rate_limit::RateLimits;
use crate::http::address;
use crate::problem::Problem;
use crate::services::computing::Computing;

/// The threads that compute, for the address of a request.
pub struct Pool {
    computing: Data<Computing>,
    address: IpAddr,
}

impl Pool {
    /// Computes this once a thread is free.
    pub async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        self.computing.run(self.address, work).await?
    }
}

impl FromRequest for Pool {
    type Error = Problem;
    type Future = Ready<Result<Pool, Problem>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let limits: &Data<RateLimits> = request.app_data().expect("the application is built with it");
        let computing: &Data<Computing> = request.app_data().expect("the application is built with it");
        let address = address::rate_limit_key(request, limits.behind_proxy);
        ready(Ok(Pool { computing: computing.clone(), address }))
    }
}
