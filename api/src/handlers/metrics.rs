//! The metrics of the service, for Prometheus.

use actix_web::dev::Server;
use actix_web::web::{self, Data};
use actix_web::{App, HttpResponse, HttpServer};
use prometheus::TEXT_FORMAT;

use crate::services::monitoring::metrics::Metrics;
use crate::services::monitoring::readiness::Readiness;

/// Responds in Prometheus' text format.
pub async fn serve(metrics: Data<Metrics>, readiness: Data<Readiness>) -> HttpResponse {
    // Its outcome is one of the metrics.
    let _ = readiness.into_inner().check().await;
    HttpResponse::Ok().content_type(TEXT_FORMAT).body(metrics.text())
}

/// Binds the metrics' own address, which answers nothing else. The server does not answer before it is awaited.
pub fn bind(address: &str, metrics: &Data<Metrics>, readiness: &Data<Readiness>) -> Result<Server, String> {
    let (metrics, readiness) = (metrics.clone(), readiness.clone());
    let server = HttpServer::new(move || {
        App::new()
            .app_data(metrics.clone())
            .app_data(readiness.clone())
            .service(web::resource("/metrics").route(web::get().to(serve)))
    });
    // Prometheus comes a few times a minute.
    let bound = server.workers(1).disable_signals().shutdown_timeout(0).bind(address);
    let server = bound.map_err(|error| format!("Cannot tell the metrics at {address}: {error}."))?;
    for bound in server.addrs() {
        log::info!("the metrics are told at http://{bound}/metrics");
    }
    Ok(server.run())
}
