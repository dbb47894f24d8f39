//! How much was asked and how long it took, for Prometheus.

use actix_web::HttpResponse;
use actix_web::web::Data;
use prometheus::{Registry, TEXT_FORMAT, TextEncoder};

/// Answers in Prometheus' text format.
pub async fn serve(registry: Data<Registry>) -> HttpResponse {
    let text = TextEncoder::new()
        .encode_to_string(&registry.gather())
        .expect("only a family without metrics cannot be written, and gathering leaves those out");
    HttpResponse::Ok().content_type(TEXT_FORMAT).body(text)
}
