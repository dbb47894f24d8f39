//! Whether the service is alive, for whoever looks after it.

use actix_web::get;
use actix_web::web::{Data, Json};
use serde::Serialize;
use utoipa::ToSchema;

use crate::clock::Clock;
use crate::openapi::responses::{PlainProblems, StoreProblems};
use crate::problem::Problem;
use crate::store::Store;

/// How the service is.
#[derive(Serialize, ToSchema)]
pub struct Health {
    /// `ok`.
    #[schema(examples("ok"))]
    status: &'static str,
}

/// Ask whether it is alive
///
/// Answers as long as the service runs.
#[utoipa::path(
    operation_id = "healthz",
    tag = "Service",
    responses((status = 200, description = "It is alive.", body = Health), PlainProblems),
)]
#[get("/healthz")]
pub async fn healthz() -> Json<Health> {
    Json(Health { status: "ok" })
}

/// Ask whether it is ready
///
/// Answers when what players do can be stored: it stores something to try.
#[utoipa::path(
    operation_id = "readyz",
    tag = "Service",
    responses((status = 200, description = "It is ready.", body = Health), StoreProblems),
)]
#[get("/readyz")]
pub async fn readyz(store: Data<dyn Store>, clock: Data<dyn Clock>) -> Result<Json<Health>, Problem> {
    store.probe_write(clock.now()).await?;
    Ok(Json(Health { status: "ok" }))
}
