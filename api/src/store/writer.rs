//! The one thread that writes: it takes whatever waits, commits it in one transaction, and only then answers each.

use std::sync::Mutex;
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::thread::{self, JoinHandle};
use std::{iter, slice};

use rusqlite::{Connection, TransactionBehavior};
use tokio::sync::oneshot;

use super::StoreError;
use super::file::File;

/// How many may wait. Beyond it the service is overloaded, and says so instead of growing.
const WAITING: usize = 4096;
/// How many are stored in one transaction.
const TOGETHER: usize = 512;

type Outcome = Result<(), StoreError>;

type Work = Box<dyn Fn(&Connection) -> rusqlite::Result<()> + Send>;

enum Job {
    Write { work: Work, done: oneshot::Sender<Outcome> },
    Settle { done: oneshot::Sender<()> },
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

    /// Brings everything that was stored into the one file, unless somebody still reads what is beside it.
    pub async fn settle(&self) -> Outcome {
        let (done, settled) = oneshot::channel();
        self.send(Job::Settle { done })?;
        settled.await.map_err(|_| stopped())
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
    let mut stopped = false;
    while !stopped && let Ok(first) = waiting.recv() {
        let (mut works, mut dones, mut settled) = (Vec::new(), Vec::new(), Vec::new());
        for job in iter::once(first).chain(waiting.try_iter()).take(TOGETHER) {
            match job {
                Job::Write { work, done } => {
                    works.push(work);
                    dones.push(done);
                }
                Job::Settle { done } => settled.push(done),
                Job::Stop => stopped = true,
            }
        }
        for (done, outcome) in dones.into_iter().zip(store(&mut file, &works)) {
            // Nobody listens any more when the caller is gone.
            let _ = done.send(outcome);
        }
        if !settled.is_empty() {
            file.settle();
        }
        for done in settled {
            let _ = done.send(());
        }
    }
    file.settle();
}

/// All of it together, or where something clashes with what is there, each by itself.
fn store(file: &mut File, works: &[Work]) -> Vec<Outcome> {
    match commit(file, works) {
        Err(StoreError::Conflict(_)) if works.len() > 1 => {
            works.iter().flat_map(|work| store(file, slice::from_ref(work))).collect()
        }
        outcome => vec![outcome; works.len()],
    }
}

/// All of it in one transaction. After an error the file is opened anew, unless it was only a clash.
fn commit(file: &mut File, works: &[Work]) -> Outcome {
    let outcome = file.open().and_then(|connection| {
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        works.iter().try_for_each(|work| work(&transaction))?;
        Ok(transaction.commit()?)
    });
    if let Err(error) = &outcome {
        log::error!("cannot store: {error}");
        if !matches!(error, StoreError::Conflict(_)) {
            file.close();
        }
    }
    outcome
}
