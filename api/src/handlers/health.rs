//! Whether the service is alive, for whoever looks after it.

use actix_web::{get, web::Json};
use serde::Serialize;
use utoipa::ToSchema;

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
    responses((status = 200, description = "It is alive.", body = Health)),
)]
#[get("/healthz")]
pub async fn healthz() -> Json<Health> {
    Json(Health { status: "ok" })
}

/// Ask whether it is ready
///
/// Answers when the service can take requests.
#[utoipa::path(
    operation_id = "readyz",
    tag = "Service",
    responses((status = 200, description = "It is ready.", body = Health)),
)]
#[get("/readyz")]
pub async fn readyz() -> Json<Health> {
    Json(Health { status: "ok" })
}
