//! The writers: each commits its waiting appends in one transaction, then answers. An append goes to the writer of its
//! first written stream, so the pegs of a game do not compete for locks. Two writers may still write one stream, for
//! example a peg and a draw: the database's locks order them.

use std::sync::mpsc::{Receiver as Ended, channel as end_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use futures_util::future::try_join_all;
use tokio::runtime::Handle;
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::mpsc::{Sender, channel};
use tokio::sync::oneshot;
use tokio::time::Instant;

use super::connections::Connections;
use super::notices::Notices;
use super::writer::{Job, Writer};
use crate::error::unavailable;
use crate::{Append, Stale, StoreError, StoreMetrics};

/// The number of writers, and of their connections.
pub const WRITERS: usize = 4;
/// The most appends that may wait for one of them. Beyond it the service is overloaded, and says so instead of growing.
const QUEUE_CAPACITY: usize = 1024;
/// The longest wait for running commits when the service stops.
const LAST_COMMIT: Duration = Duration::from_secs(10);

/// The handle to the writers.
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
            let writer = Writer::new(connections.clone(), notices.clone(), metrics.clone());
            let end = end.clone();
            runtime.spawn(async move {
                writer.run(waiting).await;
                drop(end);
            });
            queue
        };
        let queues = (0..WRITERS).map(start).collect();
        Writers { queues: Mutex::new(queues), ended: Mutex::new(ended), metrics: metrics.clone() }
    }

    /// Appends, and returns the stale streams when everything else is on the disk.
    pub async fn append(&self, append: Append) -> Result<Vec<Stale>, StoreError> {
        let writer = writer_of(&append);
        self.send(writer, append).await
    }

    /// Proves that each writer can commit.
    pub async fn probe(&self) -> Result<(), StoreError> {
        try_join_all((0..WRITERS).map(|writer| self.send(writer, Append::default()))).await.map(drop)
    }

    async fn send(&self, writer: usize, append: Append) -> Result<Vec<Stale>, StoreError> {
        let (caller, reply) = oneshot::channel();
        let queue = self.queues.lock().unwrap_or_else(PoisonError::into_inner).get(writer).cloned();
        self.metrics.queued_jobs.inc();
        let sent = queue.ok_or_else(stopped).and_then(|queue| {
            queue.try_send(Job { append, caller, since: Instant::now() }).map_err(|error| match error {
                TrySendError::Full(_) => unavailable("too much waits to be stored"),
                TrySendError::Closed(_) => stopped(),
            })
        });
        if sent.is_err() {
            self.metrics.queued_jobs.dec();
        }
        sent?;
        reply.await.map_err(|_| unavailable("a writer broke down"))?
    }

    /// Waits until all requested appends are stored.
    pub fn stop(&self) {
        self.queues.lock().unwrap_or_else(PoisonError::into_inner).clear();
        // Each writer holds an end: there is nothing to receive, and no end is left when all are done.
        let _ = self.ended.lock().unwrap_or_else(PoisonError::into_inner).recv_timeout(LAST_COMMIT);
    }
}

/// The index of the writer for an append, computed from the smallest id among its written streams.
fn writer_of(append: &Append) -> usize {
    let written = append.streams.iter().map(|new| new.stream);
    let first = written.min().or_else(|| append.expected.keys().next().copied());
    // Clients choose ids: every byte counts.
    first.map_or(0, |stream| stream.bytes().iter().fold(0, |sum, byte| sum ^ usize::from(*byte)) % WRITERS)
}

fn stopped() -> StoreError {
    unavailable("the service stops")
}
