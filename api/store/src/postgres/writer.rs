//! A writer: commits all waiting appends as one batch. If one append makes the batch fail, the writer commits each
//! append on its own.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;

use futures_util::FutureExt;
use tokio::sync::mpsc::Receiver;
use tokio::sync::oneshot;
use tokio::time::Instant;

use super::batch;
use super::connections::Connections;
use super::failure::Failure;
use super::notices::Notices;
use crate::error::unavailable;
use crate::{Append, Stale, StoreError, StoreMetrics, StreamId};

/// The most appends of one transaction.
const MAX_BATCH: usize = 512;
/// The most attempts of a batch after deadlocks with other servers.
const MAX_TRIES: usize = 3;
/// The longest wait of an append for its turn.
const MAX_WAIT: Duration = Duration::from_secs(10);

/// An append in the queue, and its caller.
pub struct Job {
    /// The append.
    pub append: Append,
    /// The caller who waits for it.
    pub caller: oneshot::Sender<Result<Vec<Stale>, StoreError>>,
    /// The moment when it was queued.
    pub since: Instant,
}

impl Job {
    fn needs(&self, is_held: impl Fn(StreamId) -> bool) -> bool {
        let Append { expected, streams, .. } = &self.append;
        expected.keys().copied().chain(streams.iter().map(|new| new.stream)).any(is_held)
    }
}

/// A writer with a connection of its own.
pub struct Writer {
    connections: Arc<Connections>,
    notices: Notices,
    metrics: StoreMetrics,
}

/// The reason for which a batch was not committed.
enum BatchFailure {
    /// Another transaction holds the lock of a stream of the batch.
    Locked(StoreError),
    /// One row of the batch caused the error.
    OneRow(StoreError),
    /// The error concerns all jobs of the batch.
    Failed(StoreError),
}

impl Writer {
    /// Creates a writer that borrows a connection for each batch and notifies the other servers of its writes.
    pub const fn new(connections: Arc<Connections>, notices: Notices, metrics: StoreMetrics) -> Writer {
        Writer { connections, notices, metrics }
    }

    /// Commits waiting appends until the queue is closed.
    pub async fn run(self, mut waiting: Receiver<Job>) {
        while let Some(first) = waiting.recv().await {
            let mut jobs = vec![first];
            while jobs.len() < MAX_BATCH
                && let Ok(job) = waiting.try_recv()
            {
                jobs.push(job);
            }
            self.metrics.queued_jobs.sub(jobs.len() as i64);
            if AssertUnwindSafe(self.commit(jobs)).catch_unwind().await.is_err() {
                log::error!("a writer broke down, and goes on with what waits behind");
            }
        }
    }

    async fn commit(&self, jobs: Vec<Job>) {
        let (jobs, late): (Vec<Job>, Vec<Job>) = jobs.into_iter().partition(|job| job.since.elapsed() < MAX_WAIT);
        self.refuse(late, &unavailable("what waits for the database has waited too long"));
        if jobs.is_empty() {
            return;
        }
        let appends: Vec<&Append> = jobs.iter().map(|job| &job.append).collect();
        match self.try_commit(&appends).await {
            Ok(all) => {
                for (Job { append, caller, .. }, stale) in jobs.into_iter().zip(all) {
                    if stale.is_empty() {
                        self.notices.appended(&append);
                    }
                    // The caller may be gone.
                    let _ = caller.send(Ok(stale));
                }
            }
            Err(BatchFailure::Locked(error)) if jobs.len() > 1 => self.commit_unlocked(jobs, &error).await,
            Err(BatchFailure::OneRow(_)) if jobs.len() > 1 => self.commit_apart(jobs).await,
            Err(BatchFailure::Locked(error) | BatchFailure::OneRow(error) | BatchFailure::Failed(error)) => {
                self.refuse(jobs, &error)
            }
        }
    }

    /// Refuses the jobs that need a lock held by another server, instead of waiting for the lock once a job. Commits
    /// the other jobs.
    async fn commit_unlocked(&self, jobs: Vec<Job>, error: &StoreError) {
        let appends: Vec<&Append> = jobs.iter().map(|job| &job.append).collect();
        let locked = match self.connections.get().await {
            Ok(client) => {
                let found = async |client: &mut _| batch::locked(client, &appends).await;
                self.connections.run(client, found).await.unwrap_or_default()
            }
            Err(_) => return self.refuse(jobs, error),
        };
        let (refused, others): (Vec<Job>, Vec<Job>) =
            jobs.into_iter().partition(|job| job.needs(|stream| locked.contains(&stream.bytes())));
        if refused.is_empty() {
            return self.commit_apart(others).await;
        }
        self.refuse(refused, error);
        Box::pin(self.commit(others)).await;
    }

    /// Commits each job on its own: only the job that made the batch fail is refused.
    async fn commit_apart(&self, jobs: Vec<Job>) {
        for job in jobs {
            Box::pin(self.commit(vec![job])).await;
        }
    }

    fn refuse(&self, jobs: Vec<Job>, error: &StoreError) {
        if jobs.is_empty() {
            return;
        }
        log::error!("cannot store: {error}");
        self.metrics.commit_failures.inc();
        for job in jobs {
            let _ = job.caller.send(Err(error.clone()));
        }
    }

    async fn try_commit(&self, appends: &[&Append]) -> Result<Vec<Vec<Stale>>, BatchFailure> {
        self.metrics.commit_jobs.observe(appends.len() as f64);
        let client = self.connections.get().await.map_err(BatchFailure::Failed)?;
        let committed = self.connections.run(client, async |client| {
            let mut tries = 1;
            loop {
                match batch::commit(client, appends).await {
                    Err(failure) if failure.is_deadlock() && tries < MAX_TRIES => tries += 1,
                    outcome => return outcome,
                }
            }
        });
        committed.await.map_err(|failure: Failure| {
            let (is_of_a_lock, is_of_one_row) = (failure.is_of_a_lock(), failure.is_of_one_row());
            match failure.into() {
                error if is_of_a_lock => BatchFailure::Locked(error),
                error if is_of_one_row => BatchFailure::OneRow(error),
                error => BatchFailure::Failed(error),
            }
        })
    }
}
