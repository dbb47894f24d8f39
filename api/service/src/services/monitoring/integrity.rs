//! The check for damage of the database: after the start, an hour later, and once a day.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use prometheus::{Gauge, IntGauge};

use pegout_model::clock::Clock;
use pegout_store::{DamageReport, FailureCause, Store, StoreError};

/// The pause after the start, so that waiting clients are answered first.
pub const FIRST: Duration = Duration::from_secs(5);
/// The time until the first thorough check. It is short, because a club may run the service for an evening only.
const THOROUGH: Duration = Duration::from_secs(60 * 60);
const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// The damage that was found.
pub struct Integrity {
    store: Arc<dyn Store>,
    clock: Arc<dyn Clock>,
    damaged: IntGauge,
    last_check: Gauge,
    known: Mutex<Known>,
}

/// The known damage.
#[derive(Default)]
struct Known {
    /// The damage that the last look has found.
    findings: DamageReport,
    /// The damage that the last backup has found, as a sentence.
    backup: Option<String>,
}

impl Integrity {
    /// The damage of a store. `damaged` is its metric, 1 or 0. `last_check` is the metric of the last look.
    pub fn new(store: Arc<dyn Store>, clock: Arc<dyn Clock>, damaged: IntGauge, last_check: Gauge) -> Integrity {
        Integrity { store, clock, damaged, last_check, known: Mutex::default() }
    }

    /// A sentence about damage that affects everybody, if there is any.
    pub fn of_database(&self) -> Option<String> {
        Some(format!("The database is damaged. {}", summary(&self.known().findings.database)?))
    }

    /// A sentence about damaged games and nights, or about a damaged backup, if there is any. Everything else goes on.
    pub fn of_parts(&self) -> Option<String> {
        let known = self.known();
        summary(&known.findings.streams).or_else(|| known.backup.clone())
    }

    /// Sets the damage that the last backup has found, as a sentence.
    pub fn set_backup(&self, finding: Option<String>) {
        self.update(|known| known.backup = finding);
    }

    fn update(&self, change: impl FnOnce(&mut Known)) {
        let mut known = self.known();
        change(&mut known);
        self.damaged.set((known.findings != DamageReport::default() || known.backup.is_some()).into());
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Checks quickly after the start, thoroughly an hour later, and then once a day, forever.
    pub async fn look_forever(self: Arc<Self>) {
        tokio::time::sleep(FIRST).await;
        self.look(false).await;
        tokio::time::sleep(THOROUGH).await;
        loop {
            self.look(true).await;
            tokio::time::sleep(DAY).await;
        }
    }

    /// Looks for damage. A `thorough` look also reads each game and night.
    pub async fn look(&self, thorough: bool) {
        let found = match self.store.inspect(thorough).await {
            Ok(findings) => findings,
            Err(StoreError::Failed(cause @ FailureCause::Corrupt, _)) => {
                DamageReport { database: vec![cause.to_string()], streams: Vec::new() }
            }
            Err(error) => return log::warn!("damage is not looked for: {error}"),
        };
        for finding in found.database.iter().chain(&found.streams) {
            log::error!("damage: {finding}");
        }
        self.last_check.set(self.clock.now().millis() as f64 / 1000.0);
        self.update(|known| known.findings = found);
    }
}

/// The first finding, and the number of further findings.
fn summary(findings: &[String]) -> Option<String> {
    let more = match findings.len() {
        0 | 1 => String::new(),
        count => format!(" The log has {} more.", count - 1),
    };
    Some(format!("{}{more}", findings.first()?))
}
