//! The one thread that writes: it takes whatever waits, commits it in one transaction, and only then answers each.

use std::slice;
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::thread::{self, JoinHandle};

use rusqlite::{Connection, TransactionBehavior};
use tokio::sync::oneshot;

use super::StoreError;
use super::checkpoint::{self, Checkpoint};
use super::file::{File, Opened};
use super::placement::Placement;

/// How many may wait. Beyond it the service is overloaded, and says so instead of growing.
const WAITING: usize = 4096;
/// How many are stored in one transaction.
const TOGETHER: usize = 512;

type Outcome = Result<(), StoreError>;

type Work = Box<dyn Fn(&Connection) -> rusqlite::Result<()> + Send>;

enum Job {
    Write { work: Work, done: oneshot::Sender<Outcome> },
    Checkpoint { done: oneshot::Sender<()> },
    Stop,
}

pub struct Writer {
    jobs: SyncSender<Job>,
    thread: Mutex<Option<JoinHandle<()>>>,
}

impl Writer {
    pub fn start(file: File) -> Writer {
        let (jobs, waiting) = sync_channel(WAITING);
        Writer { jobs, thread: Mutex::new(Some(thread::spawn(move || run(file, &waiting)))) }
    }

    /// Does the work, and answers when it is on the disk. Work that clashes with what is there is done twice.
    pub async fn write<F>(&self, work: F) -> Outcome
    where
        F: Fn(&Connection) -> rusqlite::Result<()> + Send + 'static,
    {
        let (done, stored) = oneshot::channel();
        self.send(Job::Write { work: Box::new(work), done })?;
        stored.await.map_err(|_| stopped())?
    }

    fn send(&self, job: Job) -> Outcome {
        self.jobs.try_send(job).map_err(|error| match error {
            TrySendError::Full(_) => StoreError::Unavailable("too much waits to be stored".to_owned()),
            TrySendError::Disconnected(_) => stopped(),
        })
    }

    /// Asks for the write-ahead log to be emptied into the file, and waits for the first attempt. Where somebody reads the
    /// log at that moment, others follow by themselves.
    pub async fn checkpoint(&self) -> Outcome {
        let (done, attempted) = oneshot::channel();
        self.send(Job::Checkpoint { done })?;
        attempted.await.map_err(|_| stopped())
    }

    /// Waits until everything that was asked for is done.
    pub fn stop(&self) {
        let thread = self.thread.lock().ok().and_then(|mut thread| thread.take());
        if let (Ok(()), Some(thread)) = (self.jobs.send(Job::Stop), thread)
            && thread.join().is_err()
        {
            log::error!("the writer broke down");
        }
    }
}

fn stopped() -> StoreError {
    StoreError::Unavailable("the service stops".to_owned())
}

fn run(mut file: File, waiting: &Receiver<Job>) {
    // A service that was killed may have left the name of a forgotten player in the write-ahead log.
    let mut checkpoint = Checkpoint::default();
    checkpoint.ask();
    let mut stopped = false;
    while !stopped {
        let next = if checkpoint.is_wanted() && file.opened().is_some() {
            waiting.recv_timeout(checkpoint::INTERVAL)
        } else {
            waiting.recv().map_err(|_| RecvTimeoutError::Disconnected)
        };
        let first = match next {
            Ok(job) => Some(job),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => break,
        };
        let (mut works, mut dones, mut asked) = (Vec::new(), Vec::new(), Vec::new());
        for job in first.into_iter().chain(waiting.try_iter()).take(TOGETHER) {
            match job {
                Job::Write { work, done } => {
                    works.push(work);
                    dones.push(done);
                }
                Job::Checkpoint { done } => asked.push(done),
                Job::Stop => stopped = true,
            }
        }
        let outcomes = store(&mut file, &works);
        // Events in a write-ahead log that is gone from its folder are safe once they are in the file.
        let displaced = matches!(outcomes.first(), Some(Err(StoreError::CompanionDisplaced(_))));
        for (done, outcome) in dones.into_iter().zip(outcomes) {
            // Nobody listens any more when the caller is gone.
            let _ = done.send(outcome);
        }
        if displaced || !asked.is_empty() {
            checkpoint.ask();
        }
        checkpoint.attempt(&file);
        for done in asked {
            let _ = done.send(());
        }
    }
    checkpoint.attempt_last(&file);
}

/// All of it together, or where something clashes with what is there, each by itself.
fn store(file: &mut File, works: &[Work]) -> Vec<Outcome> {
    if works.is_empty() {
        return Vec::new();
    }
    match commit(file, works) {
        Err(StoreError::Conflict(_)) if works.len() > 1 => {
            works.iter().flat_map(|work| store(file, slice::from_ref(work))).collect()
        }
        outcome => vec![outcome; works.len()],
    }
}

/// All of it in one transaction. After an error the file is opened anew, unless it was only a clash, or the file is to
/// be put back.
fn commit(file: &mut File, works: &[Work]) -> Outcome {
    let outcome = file.open().and_then(|Opened { connection, database, companions }| {
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        works.iter().try_for_each(|work| work(&transaction))?;
        database.check().map_err(StoreError::Displaced)?;
        companions.iter().try_for_each(Placement::check).map_err(StoreError::CompanionDisplaced)?;
        Ok(transaction.commit()?)
    });
    if let Err(error) = &outcome {
        log::error!("cannot store: {error}");
        use StoreError::{CompanionDisplaced, Conflict, Displaced};
        if !matches!(error, Conflict(_) | Displaced(_) | CompanionDisplaced(_)) {
            file.close();
        }
    }
    outcome
}
