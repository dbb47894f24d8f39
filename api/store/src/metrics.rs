//! The metrics of a store.

use prometheus::core::Collector;
use prometheus::{Histogram, HistogramOpts, IntCounter, IntGauge};

use super::{AppendError, Stale, StoreError};

/// The bounds of a duration on the disk, in seconds: from a fast drive to a delay that people notice.
const SECONDS: [f64; 12] = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0];
/// The bounds of the number of jobs in a commit.
const JOBS: [f64; 10] = [1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0, 512.0];

/// The metrics of stored events and commits. Clones share their counts.
#[derive(Clone)]
pub struct StoreMetrics {
    /// The events that are on the disk since the start.
    pub events_appended: IntCounter,
    /// The appends that were decided again because another append came first.
    pub append_conflicts: IntCounter,
    /// The time of an append, from the question to the disk.
    pub append_seconds: Histogram,
    /// The jobs of a commit.
    pub commit_jobs: Histogram,
    /// All failed commits, with the failed syncs.
    pub commit_failures: IntCounter,
    /// The commits that failed because the disk could not write or sync.
    pub sync_failures: IntCounter,
    /// The jobs that wait for the writer.
    pub queued_jobs: IntGauge,
    /// 1 while the mark of the database cannot be written.
    pub mark_failed: IntGauge,
}

/// The metrics of a store that has just been opened.
impl Default for StoreMetrics {
    fn default() -> StoreMetrics {
        StoreMetrics {
            events_appended: counter("pegout_events_appended_total", "Events that are on the disk since the start"),
            append_conflicts: counter(
                "pegout_append_conflicts_total",
                "Appends that were decided anew since another one came first",
            ),
            append_seconds: histogram(
                "pegout_append_duration_seconds",
                "Time of an append, from the question to the disk",
                &SECONDS,
            ),
            commit_jobs: histogram("pegout_commit_jobs", "Jobs that a commit stores at once", &JOBS),
            commit_failures: counter("pegout_commit_failures_total", "Commits that failed, so that nothing was stored"),
            sync_failures: counter(
                "pegout_sync_failures_total",
                "Commits that failed because the disk did not take, or did not sync, what was written",
            ),
            queued_jobs: IntGauge::new("pegout_writer_queued_jobs", "Jobs that wait for the writer").expect(VALID),
            mark_failed: IntGauge::new(
                "pegout_mark_failed",
                "1 while the mark of the database cannot be written, or else 0",
            )
            .expect(VALID),
        }
    }
}

impl StoreMetrics {
    /// Counts and times an append of `events` events. Returns a conflict if any stream is stale.
    pub async fn observe_append(
        &self,
        events: usize,
        append: impl Future<Output = Result<Vec<Stale>, StoreError>>,
    ) -> Result<(), AppendError> {
        let timer = self.append_seconds.start_timer();
        let stale = append.await?;
        timer.observe_duration();
        if stale.is_empty() {
            self.events_appended.inc_by(events as u64);
        } else {
            self.append_conflicts.inc();
        }
        AppendError::of(stale)
    }

    /// All of them, to be registered.
    pub fn collectors(&self) -> Vec<Box<dyn Collector>> {
        vec![
            Box::new(self.events_appended.clone()),
            Box::new(self.append_conflicts.clone()),
            Box::new(self.append_seconds.clone()),
            Box::new(self.commit_jobs.clone()),
            Box::new(self.commit_failures.clone()),
            Box::new(self.sync_failures.clone()),
            Box::new(self.queued_jobs.clone()),
            Box::new(self.mark_failed.clone()),
        ]
    }
}

const VALID: &str = "the name is one that Prometheus takes";

fn counter(name: &str, help: &str) -> IntCounter {
    IntCounter::new(name, help).expect(VALID)
}

fn histogram(name: &str, help: &str, bounds: &[f64]) -> Histogram {
    Histogram::with_opts(HistogramOpts::new(name, help).buckets(bounds.to_vec())).expect(VALID)
}
