//! Damage of the database, which is looked for after the start, an hour later and once a day.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use prometheus::{Gauge, IntGauge};

use crate::clock::Clock;
use crate::store::{Part, Store, StoreError};

/// The time after the start in which those who wait are answered first.
const FIRST: Duration = Duration::from_secs(5);
/// The time after which all is looked through: an evening's service may not run for a day.
const THOROUGH: Duration = Duration::from_secs(60 * 60);
const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// The damage that was found.
pub struct Integrity {
    store: Arc<dyn Store>,
    clock: Arc<dyn Clock>,
    damaged: IntGauge,
    last_check: Gauge,
    findings: Mutex<Vec<String>>,
}

impl Integrity {
    /// The damage of a store. `damaged` is its metric, 1 or 0, and `last_check` that of the moment of the last look.
    pub fn new(store: Arc<dyn Store>, clock: Arc<dyn Clock>, damaged: IntGauge, last_check: Gauge) -> Integrity {
        Integrity { store, clock, damaged, last_check, findings: Mutex::default() }
    }

    /// A sentence about the damage, if there is any.
    pub fn finding(&self) -> Option<String> {
        let findings = self.findings.lock().unwrap_or_else(PoisonError::into_inner);
        let more = match findings.len() {
            0 | 1 => String::new(),
            count => format!(" The log has {} more.", count - 1),
        };
        Some(format!("The database is damaged. {}{more}", findings.first()?))
    }

    /// Looks quickly soon after the start, thoroughly an hour later, and so once a day, for ever.
    pub async fn look_forever(self: Arc<Self>) {
        tokio::time::sleep(FIRST).await;
        self.look(false).await;
        tokio::time::sleep(THOROUGH).await;
        loop {
            self.look(true).await;
            tokio::time::sleep(DAY).await;
        }
    }

    async fn look(&self, thorough: bool) {
        let findings = match self.store.inspect(thorough).await {
            Ok(findings) => findings,
            Err(StoreError::Failed(part @ Part::Content, _)) => vec![part.to_string()],
            Err(error) => return log::warn!("damage is not looked for: {error}"),
        };
        for finding in &findings {
            log::error!("damage: {finding}");
        }
        self.damaged.set((!findings.is_empty()).into());
        self.last_check.set(self.clock.now().millis() as f64 / 1000.0);
        *self.findings.lock().unwrap_or_else(PoisonError::into_inner) = findings;
    }
}
