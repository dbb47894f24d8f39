//! The health checks of the service, and its metrics for Prometheus.

use actix_web::dev::Server;
use actix_web::web::{self, Data, Json};
use actix_web::{App, HttpResponse, HttpServer, get};
use prometheus::TEXT_FORMAT;
use serde::Serialize;
use utoipa::ToSchema;

use crate::problem_response::HttpProblem;
use pegout_service::services::monitoring::metrics::Metrics;
use pegout_service::services::monitoring::readiness::Readiness;

/// The health of the service.
#[derive(Serialize, ToSchema)]
pub struct Health {
    /// `ok`.
    #[schema(examples("ok"))]
    status: &'static str,
    /// A sentence about damaged games and nights in the database; left out if there are none. The undamaged games and
    /// nights work. Only `/readyz` has it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, nullable = false)]
    damage: Option<String>,
}

/// Returns the health of the service
///
/// Returns 200 as long as the service runs.
#[utoipa::path(
    tag = "Service",
    responses((status = 200, description = "The service is alive.", body = Health)),
)]
#[get("/healthz")]
pub async fn healthz() -> Json<Health> {
    Json(Health { status: "ok", damage: None })
}

/// Returns the readiness of the service
///
/// Returns 200 if events can be stored, and otherwise a sentence about the part of the database that has failed. A
/// write is tried at most once in 5 seconds; in between the last outcome is returned. If single games or nights are
/// damaged, the service is ready for the rest, and `damage` names the first.
#[utoipa::path(
    tag = "Service",
    responses((status = 200, description = "The service is ready.", body = Health)),
)]
#[get("/readyz")]
pub async fn readyz(readiness: Data<Readiness>) -> Result<Json<Health>, HttpProblem> {
    let damage = readiness.into_inner().check().await?;
    Ok(Json(Health { status: "ok", damage }))
}

/// Responds in Prometheus' text format.
pub async fn serve_metrics(metrics: Data<Metrics>, readiness: Data<Readiness>) -> HttpResponse {
    // Its outcome is one of the metrics.
    let _ = readiness.into_inner().check().await;
    HttpResponse::Ok().content_type(TEXT_FORMAT).body(metrics.text())
}

/// Binds the metrics' own address, which answers nothing else. The server does not answer before it is awaited.
pub fn bind_metrics(address: &str, metrics: &Data<Metrics>, readiness: &Data<Readiness>) -> Result<Server, String> {
    let (metrics, readiness) = (metrics.clone(), readiness.clone());
    let server = HttpServer::new(move || {
        App::new()
            .app_data(metrics.clone())
            .app_data(readiness.clone())
            .service(web::resource("/metrics").route(web::get().to(serve_metrics)))
    });
    // Prometheus comes a few times a minute.
    let bound = server.workers(1).disable_signals().shutdown_timeout(0).bind(address);
    let server = bound.map_err(|error| format!("Cannot tell the metrics at {address}: {error}."))?;
    for bound in server.addrs() {
        log::info!("the metrics are told at http://{bound}/metrics");
    }
    Ok(server.run())
}
