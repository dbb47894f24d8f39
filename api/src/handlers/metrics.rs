//! The metrics of the service, for Prometheus.

use actix_web::HttpResponse;
use actix_web::web::Data;
use prometheus::TEXT_FORMAT;

use crate::services::monitoring::metrics::Metrics;
use crate::services::monitoring::readiness::Readiness;

/// Responds in Prometheus' text format.
pub async fn serve(metrics: Data<Metrics>, readiness: Data<Readiness>) -> HttpResponse {
    // Its outcome is one of the metrics.
    let _ = readiness.into_inner().check().await;
    HttpResponse::Ok().content_type(TEXT_FORMAT).body(metrics.text())
}
