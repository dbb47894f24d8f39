//! The readiness of the service: it is ready if a test write succeeds.

use async_recursion::async_recursion as boxed;
use std::sync::Arc;
use std::time::{Duration, Instant};

use prometheus::IntGauge;
use tokio::sync::Mutex;
use tokio::time::timeout;

use super::integrity::Integrity;
use crate::problem::Problem;
use pegout_model::clock::Clock;
use pegout_store::{Store, StoreError};

/// The time between two tries. Requests in between get the last outcome, so that requests cannot overload the disk.
const INTERVAL: Duration = Duration::from_secs(5);
/// The longest time of a try, shorter than the timeouts of health checks.
const MAX_WAIT: Duration = Duration::from_secs(2);

/// The outcomes of the tries.
pub struct Readiness {
    store: Arc<dyn Store>,
    clock: Arc<dyn Clock>,
    integrity: Arc<Integrity>,
    ready: IntGauge,
    last: Mutex<Option<Try>>,
}

/// An error is a sentence about the failed part of the service. A success may have a sentence about damaged games and
/// nights.
type Outcome = Result<Option<String>, String>;

struct Try {
    at: Instant,
    outcome: Outcome,
}

impl Readiness {
    /// The readiness of a store in which damage is looked for. `ready` is its metric, 1 or 0.
    pub fn new(store: Arc<dyn Store>, clock: Arc<dyn Clock>, integrity: Arc<Integrity>, ready: IntGauge) -> Readiness {
        Readiness { store, clock, integrity, ready, last: Mutex::default() }
    }

    /// Tries to store something, unless the last try was a moment ago. Concurrent requests share one try. Returns a
    /// sentence about damaged games and nights. The service stays ready then, because all other games and nights work.
    #[boxed(?Send)]
    pub async fn check(self: Arc<Self>) -> Result<Option<String>, Problem> {
        // The try goes on after the client disconnects. Otherwise the next client would begin another try.
        let outcome = tokio::spawn(async move { self.latest().await }).await;
        outcome.map_err(|_| Problem::unavailable())?.map_err(|sentence| Problem::not_now(&sentence))
    }

    async fn latest(&self) -> Outcome {
        let mut last = self.last.lock().await;
        if let Some(Try { at, outcome }) = &*last
            && at.elapsed() < INTERVAL
        {
            return outcome.clone();
        }
        let outcome = self.attempt().await;
        let was_ready = last.as_ref().is_none_or(|last| last.outcome.is_ok());
        match &outcome {
            Ok(_) if !was_ready => log::info!("ready again"),
            Err(sentence) if was_ready => log::error!("not ready: {sentence}"),
            _ => {}
        }
        self.ready.set(outcome.is_ok().into());
        *last = Some(Try { at: Instant::now(), outcome: outcome.clone() });
        outcome
    }

    async fn attempt(&self) -> Outcome {
        match timeout(MAX_WAIT, self.store.probe_write(self.clock.now())).await {
            Ok(Ok(())) => self.integrity.of_database().map_or(Ok(self.integrity.of_parts()), Err),
            Ok(Err(StoreError::Failed(part, _))) => Err(part.to_string()),
            // The first line only: the other lines are for the operator, and the log has them.
            Ok(Err(StoreError::Unusable(sentence))) => Err(sentence.lines().next().unwrap_or_default().to_owned()),
            Ok(Err(error)) => Err(Problem::from(error).to_string()),
            Err(_) => Err(format!(
                "Nothing has been stored for {} seconds: the disk does not answer, or another program holds the database.",
                MAX_WAIT.as_secs()
            )),
        }
    }
}
