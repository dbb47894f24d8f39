//! The metrics of deliveries to webhooks.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use pegout_engine::Time;
use prometheus::{Error, IntCounter, IntCounterVec, Opts};

use crate::services::monitoring::metrics::Metrics;
use pegout_model::clock::Clock;

/// The metrics of deliveries to webhooks.
pub struct DeliveryMetrics {
    /// Messages that receivers have taken.
    pub delivered: IntCounter,
    /// Attempts that failed, and are followed by another.
    pub failed: IntCounter,
    /// Messages that are not tried any more.
    pub given_up: IntCounter,
    attempts: IntCounterVec,
    /// The moment of the oldest event that waits, in milliseconds since 1970; 0: none.
    oldest: Arc<AtomicI64>,
}

impl DeliveryMetrics {
    /// The metrics, all zero.
    pub fn new() -> Result<DeliveryMetrics, Error> {
        let options = Opts::new("pegout_webhook_deliveries_total", "Attempts to deliver a message to a webhook");
        let attempts = IntCounterVec::new(options, &["outcome"])?;
        let outcome = |name: &str| attempts.with_label_values(&[name]);
        Ok(DeliveryMetrics {
            delivered: outcome("delivered"),
            failed: outcome("failed"),
            given_up: outcome("given_up"),
            attempts,
            oldest: Arc::default(),
        })
    }

    /// Shows them among the others.
    pub fn register(&self, metrics: &Metrics, clock: Arc<dyn Clock>) -> Result<(), Error> {
        metrics.add(vec![Box::new(self.attempts.clone())])?;
        let oldest = self.oldest.clone();
        let help = "Age of the oldest event that waits to be delivered to a webhook; 0 while none waits";
        metrics.measure("pegout_webhook_oldest_waiting_seconds", help, move || {
            let oldest = oldest.load(Ordering::Relaxed);
            let age = if oldest == 0 { 0 } else { clock.now().millis() - oldest };
            Some(age.max(0).unsigned_abs() / 1000)
        })
    }

    /// Sets the moment of the oldest event that waits.
    pub fn set_oldest(&self, oldest: Option<Time>) {
        self.oldest.store(oldest.map_or(0, Time::millis), Ordering::Relaxed);
    }
}
