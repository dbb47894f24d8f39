//! The health checks of the service.

use actix_web::get;
use actix_web::web::{Data, Json};
use serde::Serialize;
use utoipa::ToSchema;

use crate::openapi::responses::{PlainProblems, StoreProblems};
use crate::problem::Problem;
use crate::services::monitoring::readiness::Readiness;

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
/// Returns 200 if events can be stored, and otherwise a sentence about the part of the database that is ill. It is tried by
/// a write, once in 5 seconds at most; in between the last outcome is repeated.
#[utoipa::path(
    operation_id = "readyz",
    tag = "Service",
    responses((status = 200, description = "The service is ready.", body = Health), StoreProblems),
)]
#[get("/readyz")]
pub async fn readyz(readiness: Data<Readiness>) -> Result<Json<Health>, Problem> {
    readiness.into_inner().check().await?;
    Ok(Json(Health { status: "ok" }))
}
