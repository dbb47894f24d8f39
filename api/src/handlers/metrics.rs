//! The metrics of the service, for Prometheus.

use actix_web::HttpResponse;
use actix_web::web::Data;
use prometheus::core::Collector;
use prometheus::proto::MetricFamily;
use prometheus::{IntGauge, Registry, TEXT_FORMAT, TextEncoder};

use crate::eventlog::EventLog;

/// Responds in Prometheus' text format.
pub async fn serve(registry: Data<Registry>, log: Data<EventLog>) -> HttpResponse {
    let mut all = registry.gather();
    all.extend(gauge("pegout_games_in_memory", "How many games are in memory", log.games.count_in_memory()));
    all.extend(gauge("pegout_nights_in_memory", "How many nights are in memory", log.nights.count_in_memory()));
    let text = TextEncoder::new()
        .encode_to_string(&all)
        .expect("only a family without metrics cannot be written, and gathering leaves those out");
    HttpResponse::Ok().content_type(TEXT_FORMAT).body(text)
}

fn gauge(name: &str, help: &str, value: usize) -> Vec<MetricFamily> {
    let gauge = IntGauge::new(name, help).expect("the name is one that Prometheus takes");
    gauge.set(value as i64);
    gauge.collect()
}
