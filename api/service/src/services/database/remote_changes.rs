//! Changes that other servers make in the same database. This server reloads them, so that all servers give the same
//! responses.

use std::collections::{BTreeMap, BTreeSet};
use std::mem::take;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::Notify;
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;
use tokio::time::{MissedTickBehavior, interval, sleep};
use tokio::{join, select};

use crate::auth::sessions::Comparisons;
use crate::auth::sessions::Sessions;
use crate::eventlog::outdated::Outdated;
use crate::eventlog::{Change, EventLog};
use crate::services::players::player_service::PlayerService;
use pegout_store::{CachedRows, ChangeNotice, Revisions, Store, StoreError, StreamId};

/// The time between two comparisons of the memory with the database.
const INTERVAL: Duration = Duration::from_secs(1);

/// Keeps the memory of this server up to date. Only this code compares the memory with the database, once a second. A
/// notification of a change is only a hint.
pub struct RemoteChanges {
    /// The database.
    pub store: Arc<dyn Store>,
    /// The games and nights.
    pub log: Arc<EventLog>,
    /// The rights of tokens.
    pub sessions: Arc<Sessions>,
    /// The moment of the last comparison.
    pub comparisons: Arc<Comparisons>,
    /// The names of players.
    pub players: PlayerService,
}

/// The changes that must be reloaded.
#[derive(Default)]
struct Found {
    streams: CoalescingQueue<StreamId>,
    rows: CoalescingQueue<CachedRows>,
}

impl RemoteChanges {
    /// Reloads changes after each notification, and compares versions each second, forever.
    pub async fn follow_forever(self: Arc<Self>, changes: Receiver<ChangeNotice>) {
        // Three tasks, so that a slow reload delays neither the comparison nor the other reloads.
        let found = Found::default();
        join!(self.find(changes, &found), self.take_streams(&found.streams), self.take_rows(&found.rows));
    }

    /// Finds changes, by hints and by comparison.
    async fn find(&self, mut changes: Receiver<ChangeNotice>, found: &Found) {
        let mut tick = interval(INTERVAL);
        tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let (mut known, mut is_failing) = (Revisions::new(), false);
        loop {
            let hint = select! {
                hint = changes.recv() => match hint {
                    Ok(ChangeNotice::Missed) | Err(RecvError::Lagged(_)) => {
                        // The comparison finds only changes of streams in memory. Figures are made of other streams too.
                        self.log.keeper.tell(Outdated::Everything);
                        ChangeNotice::Missed
                    }
                    Ok(hint) => hint,
                    Err(RecvError::Closed) => return,
                },
                _ = tick.tick() => ChangeNotice::Missed,
            };
            if let ChangeNotice::Stream(stream, version) = hint {
                if self.log.is_stale(stream, version) {
                    found.streams.add([stream]);
                }
                continue;
            }
            let cached = if hint == ChangeNotice::Rows { BTreeMap::new() } else { self.log.cached_versions() };
            let compared = self.compare(cached, &mut known, found).await;
            if let Err(error) = &compared
                && !is_failing
            {
                log::warn!("what is in memory cannot be compared with the database: {error}");
            }
            is_failing = compared.is_err();
        }
    }

    /// Compares these streams in memory, and all rows, with the database.
    async fn compare(
        &self,
        cached: BTreeMap<StreamId, u64>,
        known: &mut Revisions,
        found: &Found,
    ) -> Result<(), StoreError> {
        let began = Instant::now();
        let compared = self.store.compare(cached).await?;
        let is_new = |(subject, version): &(&CachedRows, &i64)| known.get(subject) != Some(version);
        let changed: BTreeSet<CachedRows> =
            compared.revisions.iter().filter(is_new).map(|(subject, _)| *subject).collect();
        let has_changed = |subject| changed.contains(&subject) || changed.contains(&CachedRows::Unknown);
        if has_changed(CachedRows::Tokens) {
            self.sessions.invalidate_where(|_| true);
        }
        if has_changed(CachedRows::League) {
            // Sending fails while no night is watched.
            let _ = self.log.changes.send(Change::League);
        }
        found.rows.add([CachedRows::Names, CachedRows::Merges].into_iter().filter(|subject| has_changed(*subject)));
        found.streams.add(compared.stale.iter().map(|stale| stale.stream));
        *known = compared.revisions;
        self.comparisons.note(began);
        Ok(())
    }

    /// Reloads streams. The next comparison finds a stream again if it cannot be read now.
    async fn take_streams(&self, found: &CoalescingQueue<StreamId>) {
        loop {
            if let Err(error) = self.log.reload_stale(found.next().await.into_iter().collect()).await {
                log::warn!("what another server has stored cannot be taken over: {error}");
            }
        }
    }

    /// Reloads names and merges, and repeats a failed reload. If a night is damaged, its cached copy keeps the old
    /// players, and a new read of it fails. All other nights are reloaded.
    async fn take_rows(&self, found: &CoalescingQueue<CachedRows>) {
        let mut is_failing = false;
        loop {
            let was_failing = take(&mut is_failing);
            // Names come first in the order of the set: the names are short, and need no stream.
            for subject in found.next().await {
                let reloaded = match subject {
                    CachedRows::Names => self.players.rename().await,
                    _ => self.players.reload_merges().await,
                };
                let Err(problem) = reloaded else { continue };
                if !was_failing {
                    log::warn!("what another server has changed cannot be taken over: {problem}");
                }
                if !problem.is_damage() {
                    found.add([subject]);
                }
                is_failing = true;
            }
            if is_failing {
                sleep(INTERVAL).await;
            }
        }
    }
}

/// Work that waits. Each piece of work waits once, even if it was added several times.
struct CoalescingQueue<T> {
    waiting: Mutex<BTreeSet<T>>,
    added: Notify,
}

impl<T> Default for CoalescingQueue<T> {
    fn default() -> CoalescingQueue<T> {
        CoalescingQueue { waiting: Mutex::default(), added: Notify::new() }
    }
}

impl<T: Ord> CoalescingQueue<T> {
    /// Adds work.
    fn add(&self, work: impl IntoIterator<Item = T>) {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner).extend(work);
        self.added.notify_one();
    }

    /// Waits for work, and takes all of it.
    async fn next(&self) -> BTreeSet<T> {
        loop {
            let waiting = take(&mut *self.waiting.lock().unwrap_or_else(PoisonError::into_inner));
            if !waiting.is_empty() {
                return waiting;
            }
            self.added.notified().await;
        }
    }
}
