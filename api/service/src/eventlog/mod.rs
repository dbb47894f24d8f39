//! The log of events, and the one way in which events are appended: [`EventLog::execute`]. Architecture invariant: nothing is
//! published or answered before it is durable. The lock only saves work. A decision is correct because the append
//! checks the versions that it read.

pub mod aggregate;
mod cache;
pub mod outdated;
mod reload;
pub mod repository;
pub mod snapshot;
mod transaction;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;
use std::pin::Pin;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use pegout_engine::game::{Game, GameId};
use pegout_league::ledger::Ledger;
use pegout_league::night::Night;
use prometheus::IntCounter;
use tokio::sync::{Notify, OwnedMutexGuard, Semaphore, broadcast, oneshot};
use tokio::task::spawn_local;

use crate::request_id;
use pegout_store::{Append, AppendError, LedgerId, PlainRow, Store, StoreError, StreamId};

use outdated::Keeper;
use reload::GamesWithLostChanges;
use repository::Repository;
pub use transaction::Transaction;

/// The time until an unused game or night leaves memory.
const MAX_IDLE: Duration = Duration::from_secs(600);
/// The most times that one decision is made.
pub const MAX_ATTEMPTS: usize = 5;
/// The changes kept for a slow listener. A slower listener learns only that it missed changes.
const CHANGES_KEPT: usize = 1024;

/// The log of all games and nights, and of the ledger.
pub struct EventLog {
    /// The games.
    pub games: Repository<Game>,
    /// The nights.
    pub nights: Repository<Night>,
    /// The ledger.
    pub ledger: Repository<Ledger>,
    /// Sends every change to feeds and caches.
    pub changes: broadcast::Sender<Change>,
    /// The keeper of data that is computed from many streams.
    pub keeper: Keeper,
    /// Wakes the delivery of messages to webhooks after a message was stored.
    pub webhook_events: Notify,
    /// The games with changes that a phone has and the service lost.
    pub lost_changes: GamesWithLostChanges,
    /// The metric of the versions that the database has lost.
    pub versions_lost: IntCounter,
    store: Arc<dyn Store>,
    /// True if other servers change the same database.
    is_shared: bool,
}

/// A change that was published.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// A game, a night or the ledger has new events.
    Stream(StreamId),
    /// A player was renamed or forgotten.
    Names,
    /// The settings of the league have changed.
    League,
}

/// A decision that was carried out.
#[derive(Debug)]
pub struct Committed<T> {
    /// The value that the decision returned.
    pub value: T,
    /// The streams with new events; none for a repeat.
    pub changed: BTreeSet<StreamId>,
}

impl EventLog {
    /// The log in this store.
    pub fn new(store: Arc<dyn Store>) -> EventLog {
        let changes = broadcast::Sender::new(CHANGES_KEPT);
        let processors = thread::available_parallelism().map_or(1, usize::from);
        let decoding = Arc::new(Semaphore::new((processors / 2).max(1)));
        let versions_lost =
            IntCounter::new("pegout_versions_lost_total", "Versions in memory that the database has lost")
                .expect("the name is one that Prometheus takes");
        EventLog {
            games: Repository::new(store.clone(), decoding.clone(), versions_lost.clone()),
            nights: Repository::new(store.clone(), decoding.clone(), versions_lost.clone()),
            ledger: Repository::new(store.clone(), decoding, versions_lost.clone()),
            changes,
            keeper: Keeper::default(),
            webhook_events: Notify::new(),
            lost_changes: GamesWithLostChanges::default(),
            versions_lost,
            is_shared: store.changes().is_some(),
            store,
        }
    }

    /// Makes a decision and carries it out, with a lock on the aggregate that the request names. If a stream that the
    /// decision read has changed before the append, the stream is reloaded and the decision is made again. The same
    /// holds for repeats and refusals, which have no events. Runs to completion even if the client disconnects.
    pub async fn execute<T, E>(
        self: &Arc<Self>,
        lock: impl Into<StreamId>,
        mut decide: impl AsyncFnMut(&mut Transaction) -> Result<T, E> + 'static,
    ) -> Result<Committed<T>, E>
    where
        T: 'static,
        E: From<StoreError> + 'static,
    {
        let (log, stream) = (self.clone(), lock.into());
        uncancellable(async move {
            let _lock = log.lock(stream).await?;
            for _ in 0..MAX_ATTEMPTS {
                let mut transaction = Transaction::new(log.clone(), stream);
                let decision = decide(&mut transaction).await;
                let stored = if decision.is_ok() && !transaction.is_empty() {
                    log.append(transaction.to_append()).await
                } else {
                    log.check(&transaction).await
                };
                match stored {
                    Ok(()) => return decision.map(|value| Committed { value, changed: log.publish(transaction) }),
                    Err(AppendError::Conflict(stale)) => {
                        log.reload_stale(stale.iter().map(|stale| stale.stream).collect()).await?
                    }
                    Err(AppendError::Store(error)) => return Err(error.into()),
                }
            }
            Err(StoreError::Busy.into())
        })
        .await
    }

    /// The lock on an aggregate; `None` before its first event. If two requests begin an aggregate, the versions refuse the second append.
    async fn lock(&self, stream: StreamId) -> Result<Option<OwnedMutexGuard<()>>, StoreError> {
        let lock = match stream {
            StreamId::Game(id) => self.games.entry(id).await?.map(|entry| entry.lock.clone()),
            StreamId::Night(id) => self.nights.entry(id).await?.map(|entry| entry.lock.clone()),
            StreamId::Ledger => self.ledger.entry(LedgerId).await?.map(|entry| entry.lock.clone()),
        };
        Ok(match lock {
            Some(lock) => Some(lock.lock_owned().await),
            None => None,
        })
    }

    async fn append(&self, append: Append) -> Result<(), AppendError> {
        let has_messages = append.rows.iter().any(|row| matches!(row, PlainRow::WebhookEvent(_)));
        self.store.append(append).await?;
        if has_messages {
            self.webhook_events.notify_one();
        }
        Ok(())
    }

    async fn check(&self, transaction: &Transaction) -> Result<(), AppendError> {
        let mut expected = transaction.expected();
        // Empty streams are not kept in memory, so their version was just read from the store.
        expected.retain(|_, version| *version > 0);
        if !expected.is_empty() {
            self.store.check(expected).await?;
        }
        if transaction.requires_merges() {
            let stored = self.store.merges().await?.into_iter().collect();
            let stale = transaction.stale_merges(&stored);
            if !stale.is_empty() {
                return Err(AppendError::Conflict(stale));
            }
        }
        Ok(())
    }

    fn publish(&self, transaction: Transaction) -> BTreeSet<StreamId> {
        let changed = transaction.changed();
        transaction.publish();
        changed.iter().for_each(|stream| self.announce(*stream));
        changed
    }

    /// Removes games permanently, and ends the live streams of their watchers. Returns false, and removes nothing,
    /// unless every game of `expected` is at its version. A concurrent command runs before the removal, or finds no
    /// game.
    pub async fn remove_games(&self, games: Vec<GameId>, expected: BTreeMap<GameId, u64>) -> Result<bool, StoreError> {
        let is_removed = self.store.remove_games(games.clone(), expected).await?;
        if is_removed {
            for id in games {
                self.games.forget(id).await;
            }
        }
        Ok(is_removed)
    }

    /// Returns true if a game with this id was removed.
    pub async fn is_removed(&self, id: GameId) -> Result<bool, StoreError> {
        self.store.is_removed(id).await
    }

    /// Removes unused games and nights from memory, as long as the service runs.
    pub async fn evict_idle_forever(self: Arc<Self>) {
        loop {
            tokio::time::sleep(MAX_IDLE / 10).await;
            self.games.evict_idle(MAX_IDLE);
            self.nights.evict_idle(MAX_IDLE);
            self.ledger.evict_idle(MAX_IDLE);
        }
    }
}

/// Runs the future to completion even if the client disconnects.
pub async fn uncancellable<T, E>(future: impl Future<Output = Result<T, E>> + 'static) -> Result<T, E>
where
    T: 'static,
    E: From<StoreError> + 'static,
{
    let (answer, mut answered) = oneshot::channel();
    // The answer is dropped if the client is gone.
    complete(Box::pin(async move { drop(answer.send(future.await)) })).await?;
    answered.try_recv().map_err(|error| broke_down(&error))?
}

/// Runs the future as a task. It is boxed: a task type for each request would take long to compile.
async fn complete(future: Pin<Box<dyn Future<Output = ()>>>) -> Result<(), StoreError> {
    spawn_local(request_id::inherited(future)).await.map_err(|error| broke_down(&error))
}

fn broke_down(error: &dyn Display) -> StoreError {
    StoreError::Unavailable(format!("a request broke down: {error}"))
}
