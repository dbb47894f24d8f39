//! The health checks of the service.

use actix_web::get;
use actix_web::web::{Data, Json};
use serde::Serialize;
use utoipa::ToSchema;

use crate::clock::Clock;
use crate::openapi::responses::{PlainProblems, StoreProblems};
use crate::problem::Problem;
use crate::store::Store;

/// The health of the service.
#[derive(Serialize, ToSchema)]
pub struct Health {
    /// `ok`.
    #[schema(examples("ok"))]
    status: &'static str,
}

/// Checks that the service is alive
///
/// Returns 200 as long as the service runs.
#[utoipa::path(
    operation_id = "healthz",
    tag = "Service",
    responses((status = 200, description = "The service is alive.", body = Health), PlainProblems),
)]
#[get("/healthz")]
pub async fn healthz() -> Json<Health> {
    Json(Health { status: "ok" })
}

/// Checks that the service is ready
///
/// Returns 200 if the store can be written: it performs a test write.
#[utoipa::path(
    operation_id = "readyz",
    tag = "Service",
    responses((status = 200, description = "The service is ready.", body = Health), StoreProblems),
)]
#[get("/readyz")]
pub async fn readyz(store: Data<dyn Store>, clock: Data<dyn Clock>) -> Result<Json<Health>, Problem> {
    store.probe_write(clock.now()).await?;
    Ok(Json(Health { status: "ok" }))
}
