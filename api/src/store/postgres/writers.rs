//! The writers: each commits everything that waits for it in one transaction, and only then answers. A stream always has the
//! same one, so that the pegs of a game are not in each other's way.

use std::sync::mpsc::{Receiver as Ended, Sender as End, channel as end_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::runtime::Handle;
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::mpsc::{Receiver, Sender, channel};
use tokio::sync::oneshot;

use super::batch;
use super::connections::Connections;
use super::failure::Failure;
use super::notices::Notices;
use crate::store::{Append, Stale, StoreError, StoreMetrics};

/// The number of writers, and of their connections.
pub const WRITERS: usize = 4;
/// The most appends that may wait for one of them. Beyond it the service is overloaded, and says so instead of growing.
const QUEUE_CAPACITY: usize = 1024;
/// The most appends of one transaction.
const MAX_BATCH: usize = 512;
/// The most times that a batch is tried that another server's transaction was in the way of.
const MAX_TRIES: usize = 3;
/// The longest wait for what is under way when the service stops.
const LAST_COMMIT: Duration = Duration::from_secs(10);

/// An append that waits, and whoever waits for it.
struct Job {
    append: Append,
    caller: oneshot::Sender<Result<Vec<Stale>, StoreError>>,
}

/// The writers, seen from the others.
pub struct Writers {
    queues: Mutex<Vec<Sender<Job>>>,
    ended: Mutex<Ended<()>>,
    metrics: StoreMetrics,
}

impl Writers {
    /// Starts the writers on this runtime.
    pub fn start(
        connections: &Arc<Connections>,
        notices: &Notices,
        metrics: &StoreMetrics,
        runtime: &Handle,
    ) -> Writers {
        let (end, ended) = end_channel();
        let start = |_| {
            let (queue, waiting) = channel(QUEUE_CAPACITY);
            let writer = Writer {
                connections: connections.clone(),
                notices: notices.clone(),
                metrics: metrics.clone(),
                _end: end.clone(),
            };
            runtime.spawn(writer.run(waiting));
            queue
        };
        let queues = (0..WRITERS).map(start).collect();
        Writers { queues: Mutex::new(queues), ended: Mutex::new(ended), metrics: metrics.clone() }
    }

    /// Appends, and returns the stale streams when everything else is on the disk.
    pub async fn append(&self, append: Append) -> Result<Vec<Stale>, StoreError> {
        let (caller, reply) = oneshot::channel();
        let writer = writer_of(&append);
        let queue = self.queues.lock().unwrap_or_else(PoisonError::into_inner).get(writer).cloned();
        self.metrics.queued_jobs.inc();
        let sent = queue.ok_or_else(stopped).and_then(|queue| {
            queue.try_send(Job { append, caller }).map_err(|error| match error {
                TrySendError::Full(_) => StoreError::Unavailable("too much waits to be stored".to_owned()),
                TrySendError::Closed(_) => stopped(),
            })
        });
        if sent.is_err() {
            self.metrics.queued_jobs.dec();
        }
        sent?;
        reply.await.map_err(|_| stopped())?
    }

    /// Waits until everything that was asked for is stored.
    pub fn stop(&self) {
        self.queues.lock().unwrap_or_else(PoisonError::into_inner).clear();
        // Each writer holds an end: there is nothing to receive, and no end is left when all are done.
        let _ = self.ended.lock().unwrap_or_else(PoisonError::into_inner).recv_timeout(LAST_COMMIT);
    }
}

/// The place of the writer of an append: that of the first stream which it writes, in the order of their ids.
fn writer_of(append: &Append) -> usize {
    let written = append.streams.iter().map(|new| new.stream);
    let first = written.min().or_else(|| append.expected.keys().next().copied());
    // Clients choose ids: every byte counts.
    first.map_or(0, |stream| stream.bytes().iter().fold(0, |sum, byte| sum ^ usize::from(*byte)) % WRITERS)
}

fn stopped() -> StoreError {
    StoreError::Unavailable("the service stops".to_owned())
}

struct Writer {
    connections: Arc<Connections>,
    notices: Notices,
    metrics: StoreMetrics,
    _end: End<()>,
}

impl Writer {
    async fn run(self, mut waiting: Receiver<Job>) {
        while let Some(first) = waiting.recv().await {
            let mut jobs = vec![first];
            while jobs.len() < MAX_BATCH
                && let Ok(job) = waiting.try_recv()
            {
                jobs.push(job);
            }
            self.metrics.queued_jobs.sub(jobs.len() as i64);
            self.commit(jobs).await;
        }
    }

    async fn commit(&self, jobs: Vec<Job>) {
        let appends: Vec<&Append> = jobs.iter().map(|job| &job.append).collect();
        let outcome = match self.try_commit(&appends).await {
            // One of them is to blame: the others are not to suffer.
            Err(Tried::OneRow(_)) if jobs.len() > 1 => {
                for append in jobs {
                    Box::pin(self.commit(vec![append])).await;
                }
                return;
            }
            Ok(stale) => Ok(stale),
            Err(Tried::OneRow(error) | Tried::Failed(error)) => Err(error),
        };
        match outcome {
            Ok(all) => {
                for (Job { append, caller }, stale) in jobs.into_iter().zip(all) {
                    if stale.is_empty() {
                        self.notices.appended(&append);
                    }
                    // Nobody listens any more when the caller is gone.
                    let _ = caller.send(Ok(stale));
                }
            }
            Err(error) => {
                log::error!("cannot store: {error}");
                self.metrics.commit_failures.inc();
                for job in jobs {
                    let _ = job.caller.send(Err(error.clone()));
                }
            }
        }
    }

    async fn try_commit(&self, appends: &[&Append]) -> Result<Vec<Vec<Stale>>, Tried> {
        self.metrics.commit_jobs.observe(appends.len() as f64);
        let client = self.connections.get().await.map_err(Tried::Failed)?;
        let committed = self.connections.answered(client, async |client| {
            let mut tries = 1;
            loop {
                match batch::commit(client, appends).await {
                    Err(failure) if failure.is_deadlock() && tries < MAX_TRIES => tries += 1,
                    outcome => return outcome,
                }
            }
        });
        committed.await.map_err(|failure: Failure| {
            if failure.is_of_one_row() { Tried::OneRow(failure.into()) } else { Tried::Failed(failure.into()) }
        })
    }
}

/// The reason for which a batch was not committed.
enum Tried {
    /// One row or one stream of it is to blame.
    OneRow(StoreError),
    /// Another reason, which holds for all of them.
    Failed(StoreError),
}
