//! The writing thread: it commits all waiting jobs in one transaction, then answers each job.

use std::sync::Mutex;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::thread::{self, JoinHandle};

use rusqlite::{Connection, ErrorCode, Transaction, TransactionBehavior};
use tokio::sync::oneshot;

use super::Work;
use super::failure::failed;
use super::file::checkpoint::{self, Checkpoint};
use super::file::{DatabaseFile, Opened};
use super::identity::{self, Position};
use crate::db::DbError;
use crate::error::unavailable;
use crate::{FailureCause, StoreError, StoreMetrics};

/// The most jobs that may wait. Beyond it the service is overloaded, and says so instead of growing.
const QUEUE_CAPACITY: usize = 4096;
/// The most jobs of one transaction.
const MAX_BATCH: usize = 512;

/// Work for the writing connection, and the caller who waits for it.
struct Job {
    work: Option<Work>,
    /// The mark does not count a trial.
    is_trial: bool,
    outcome: Result<(), StoreError>,
    caller: oneshot::Sender<Result<(), StoreError>>,
}

impl Job {
    /// Does the work within the transaction of the batch.
    fn run(&mut self, connection: &Connection) -> Result<(), DbError> {
        if let Some(work) = self.work.take() {
            self.outcome = isolated(connection, work)?.map_err(StoreError::from);
        }
        Ok(())
    }

    /// Answers the caller once the batch is committed, or has failed.
    fn reply(self, batch: Result<(), StoreError>) {
        // The caller may be gone.
        let _ = self.caller.send(batch.and(self.outcome));
    }
}

/// Does work that may break a constraint, or read a value that Pegout has not written. Such work is undone, and the
/// rest of the batch goes on. Any other error fails the whole batch.
fn isolated(connection: &Connection, work: Work) -> Result<Result<(), DbError>, DbError> {
    let execute = |sql| connection.prepare_cached(sql)?.execute([]).map(drop);
    execute("SAVEPOINT job")?;
    let result = match work(connection) {
        Err(error) if is_of_the_job(&error) => {
            execute("ROLLBACK TO job")?;
            Err(error)
        }
        other => Ok(other?),
    };
    execute("RELEASE job")?;
    Ok(result)
}

fn is_of_the_job(error: &DbError) -> bool {
    match error {
        DbError::Sqlite(error) => error.sqlite_error_code() == Some(ErrorCode::ConstraintViolation),
        DbError::Unreadable(_) => true,
        DbError::Postgres(_) => false,
    }
}

enum Message {
    Write(Job),
    Checkpoint { attempted: oneshot::Sender<()> },
    Stop,
}

/// The handle to the writing thread.
pub struct Writer {
    queue: SyncSender<Message>,
    metrics: StoreMetrics,
    thread: Mutex<Option<JoinHandle<()>>>,
}

impl Writer {
    /// Starts the thread.
    pub fn start(file: DatabaseFile, metrics: StoreMetrics) -> Writer {
        let (queue, waiting) = sync_channel(QUEUE_CAPACITY);
        let counted = metrics.clone();
        let thread = thread::spawn(move || run(file, &waiting, &counted));
        Writer { queue, metrics, thread: Mutex::new(Some(thread)) }
    }

    /// Does the work in a transaction, and returns when that is on the disk.
    pub async fn write(&self, work: Work) -> Result<(), StoreError> {
        self.queue(work, false).await
    }

    /// Does the work of a trial, which the mark does not count.
    pub async fn try_to_write(&self, work: Work) -> Result<(), StoreError> {
        self.queue(work, true).await
    }

    async fn queue(&self, work: Work, is_trial: bool) -> Result<(), StoreError> {
        let (caller, reply) = oneshot::channel();
        self.send(Message::Write(Job { work: Some(work), is_trial, outcome: Err(stopped()), caller }))?;
        reply.await.map_err(|_| stopped())?
    }

    fn send(&self, message: Message) -> Result<(), StoreError> {
        self.metrics.queued_jobs.inc();
        self.queue.try_send(message).map_err(|error| {
            self.metrics.queued_jobs.dec();
            match error {
                TrySendError::Full(_) => unavailable("too much waits to be stored"),
                TrySendError::Disconnected(_) => stopped(),
            }
        })
    }

    /// Requests a checkpoint of the write-ahead log, and waits for the first attempt. If a reader blocks it, the writer
    /// repeats the attempt.
    pub async fn checkpoint(&self) -> Result<(), StoreError> {
        let (attempted, attempt) = oneshot::channel();
        self.send(Message::Checkpoint { attempted })?;
        attempt.await.map_err(|_| stopped())
    }

    /// Waits until every job is done.
    pub fn stop(&self) {
        let thread = self.thread.lock().ok().and_then(|mut thread| thread.take());
        if let (Ok(()), Some(thread)) = (self.queue.send(Message::Stop), thread)
            && thread.join().is_err()
        {
            log::error!("the writer broke down");
        }
    }
}

fn stopped() -> StoreError {
    unavailable("the service stops")
}

fn run(mut file: DatabaseFile, waiting: &Receiver<Message>, metrics: &StoreMetrics) {
    // A service that was killed may have left the name of a forgotten player in the write-ahead log.
    let mut checkpoint = Checkpoint::default();
    checkpoint.request();
    let mut stopped = false;
    while !stopped {
        let next = if checkpoint.is_requested() && file.opened().is_some() {
            waiting.recv_timeout(checkpoint::INTERVAL)
        } else {
            waiting.recv().map_err(|_| RecvTimeoutError::Disconnected)
        };
        let first = match next {
            Ok(message) => Some(message),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => break,
        };
        let (mut jobs, mut checkpoints) = (Vec::new(), Vec::new());
        for message in first.into_iter().chain(waiting.try_iter()).take(MAX_BATCH) {
            match message {
                Message::Write(job) => jobs.push(job),
                Message::Checkpoint { attempted } => checkpoints.push(attempted),
                Message::Stop => stopped = true,
            }
        }
        metrics.queued_jobs.sub((jobs.len() + checkpoints.len()) as i64);
        let outcome = if jobs.is_empty() { Ok(()) } else { commit_batch(&mut file, &mut jobs, metrics) };
        // Events in a write-ahead log that is gone from its folder are safe once they are in the file.
        let file_replaced = matches!(outcome, Err(StoreError::WalFileReplaced(_)));
        for job in jobs {
            job.reply(outcome.clone());
        }
        if file_replaced || !checkpoints.is_empty() {
            checkpoint.request();
        }
        checkpoint.attempt(&file);
        for attempted in checkpoints {
            let _ = attempted.send(());
        }
    }
    if file.end() {
        checkpoint.attempt_last(&file);
    }
}

/// Does all jobs in one transaction. After an error the file is opened again, unless an operator must put it back
/// first.
fn commit_batch(file: &mut DatabaseFile, jobs: &mut [Job], metrics: &StoreMetrics) -> Result<(), StoreError> {
    metrics.commit_jobs.observe(jobs.len() as f64);
    let outcome = file.open().and_then(|opened| commit(opened, jobs)).map(|reached| {
        if let Some(Reached { position, streams }) = reached {
            file.note(position, &streams);
        }
    });
    if let Err(error) = &outcome {
        // The start prints the sentence about a file that it cannot serve.
        if !matches!(error, StoreError::Unusable(_)) {
            log::error!("cannot store: {error}");
        }
        metrics.commit_failures.inc();
        if matches!(error, StoreError::Failed(FailureCause::DiskFull | FailureCause::DiskError, _)) {
            metrics.sync_failures.inc();
        }
        let is_displaced =
            matches!(error, StoreError::FileReplaced(_) | StoreError::WalFileReplaced(_) | StoreError::Overwritten(_));
        if !is_displaced {
            file.close();
        }
    }
    outcome
}

/// The position after a commit.
struct Reached {
    position: Position,
    /// The streams of its events, each with its newest version.
    streams: Vec<([u8; 16], u64)>,
}

/// Commits all jobs. Returns how far the database has come, if anything was changed.
fn commit(opened: &mut Opened, jobs: &mut [Job]) -> Result<Option<Reached>, StoreError> {
    let Opened { connection, position: last, database, writes, wal_files } = opened;
    let mut check = || writes.as_mut().map_or_else(|| database.check().map(drop), |writes| writes.check(database));
    // Before a page of another program's is read, and before the commit.
    check()?;
    let disk = |error: rusqlite::Error| failed(&error);
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(disk)?;
    let mut has_changed = false;
    for job in jobs {
        let before = transaction.total_changes();
        job.run(&transaction)?;
        has_changed |= !job.is_trial && transaction.total_changes() > before;
    }
    let reached = if has_changed {
        let position = identity::advanced(&transaction, last).map_err(disk)?;
        Some(Reached { position, streams: identity::streams_after(&transaction, last.newest).map_err(disk)? })
    } else {
        None
    };
    check()?;
    wal_files.iter().try_for_each(|file| file.check().map(drop)).map_err(StoreError::WalFileReplaced)?;
    Transaction::commit(transaction).map_err(disk)?;
    Ok(reached)
}
