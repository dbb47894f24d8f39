//! The last backup that the service made by itself, as metrics and coordinators see it.

use std::sync::{Arc, Mutex, PoisonError};

use jiff::civil::DateTime;
use jiff::tz::TimeZone;
use pegout_engine::Time;
use prometheus::{Gauge, IntGauge};

/// The last backup, and the outcome of the last try.
#[derive(Clone)]
pub struct LastBackup {
    /// The metric of its moment, in seconds since 1970; NaN before the first.
    newest: Gauge,
    /// The metric that is 1 while the last try failed.
    failed: IntGauge,
    /// The sentence that says why.
    reason: Arc<Mutex<Option<String>>>,
}

impl LastBackup {
    /// The state of a service before its first try. These metrics show it.
    pub fn new(newest: Gauge, failed: IntGauge) -> LastBackup {
        LastBackup { newest, failed, reason: Arc::default() }
    }

    /// Sets the moment of a backup, in UTC.
    pub fn set(&self, made: DateTime) {
        if let Ok(made) = made.to_zoned(TimeZone::UTC) {
            self.newest.set(made.timestamp().as_second() as f64);
        }
    }

    /// Sets the outcome of a try: `None`, or the reason of the failure as a sentence.
    pub fn set_reason(&self, reason: Option<String>) {
        self.failed.set(reason.is_some().into());
        *self.reason.lock().unwrap_or_else(PoisonError::into_inner) = reason;
    }

    /// The moment of the last backup; `None` before the first.
    pub fn moment(&self) -> Option<Time> {
        let seconds = self.newest.get();
        if seconds.is_nan() { None } else { Time::from_millis((seconds * 1000.0) as i64) }
    }

    /// The sentence that says why the last try failed; `None` if it did not.
    pub fn reason(&self) -> Option<String> {
        self.reason.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}
