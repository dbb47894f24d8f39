//! The other servers on the same database: what they change is taken over, so that this one answers and tells the same.

use std::collections::{BTreeMap, BTreeSet};
use std::mem::take;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::Notify;
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;
use tokio::time::{MissedTickBehavior, interval, sleep};
use tokio::{join, select};

use crate::auth::comparisons::Comparisons;
use crate::auth::sessions::Sessions;
use crate::eventlog::{Change, EventLog};
use crate::problem::Problem;
use crate::services::players::player_service::PlayerService;
use pegout_store::{Revisions, Store, StoreChange, StoreError, StreamId, Subject};

/// The time between two comparisons of all that is in memory.
const INTERVAL: Duration = Duration::from_secs(1);

/// The state in memory of a server that others may change. This is the one place that compares it with the database each second;
/// being told is a hint alone.
pub struct Following {
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

/// The changes that are to be taken over.
#[derive(Default)]
struct Found {
    streams: Pending<StreamId>,
    rows: Pending<Subject>,
}

impl Following {
    /// Takes changes over as they are told, and compares versions each second, for ever.
    pub async fn follow_forever(self: Arc<Self>, changes: Receiver<StoreChange>) {
        // A change that takes long to take over keeps neither the comparison waiting nor the rest.
        let found = Found::default();
        join!(self.find(changes, &found), self.take_streams(&found.streams), self.take_rows(&found.rows));
    }

    /// Finds changes, by hints and by comparison.
    async fn find(&self, mut changes: Receiver<StoreChange>, found: &Found) {
        let mut tick = interval(INTERVAL);
        tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let (mut known, mut is_failing) = (Revisions::new(), false);
        loop {
            let hint = select! {
                hint = changes.recv() => match hint {
                    Ok(hint) => hint,
                    Err(RecvError::Lagged(_)) => StoreChange::Missed,
                    Err(RecvError::Closed) => return,
                },
                _ = tick.tick() => StoreChange::Missed,
            };
            if let StoreChange::Stream(stream, version) = hint {
                if self.log.is_behind(stream, version) {
                    found.streams.add([stream]);
                }
                continue;
            }
            let held = if hint == StoreChange::Rows { BTreeMap::new() } else { self.log.held() };
            let compared = self.compare(held, &mut known, found).await;
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
        held: BTreeMap<StreamId, u64>,
        known: &mut Revisions,
        found: &Found,
    ) -> Result<(), StoreError> {
        let began = Instant::now();
        let compared = self.store.compare(held).await?;
        let is_new = |(subject, version): &(&Subject, &i64)| known.get(subject) != Some(version);
        let changed: BTreeSet<Subject> =
            compared.revisions.iter().filter(is_new).map(|(subject, _)| *subject).collect();
        let has_changed = |subject| changed.contains(&subject) || changed.contains(&Subject::Unknown);
        if has_changed(Subject::Tokens) {
            self.sessions.invalidate_where(|_| true);
        }
        if has_changed(Subject::League) {
            // Nobody listens while no night is watched.
            let _ = self.log.changes.send(Change::League);
        }
        found.rows.add([Subject::Names, Subject::Persons].into_iter().filter(|subject| has_changed(*subject)));
        found.streams.add(compared.stale.iter().map(|stale| stale.stream));
        *known = compared.revisions;
        self.comparisons.note(began);
        Ok(())
    }

    /// Takes streams over. One that cannot be read is found by the next comparison again.
    async fn take_streams(&self, found: &Pending<StreamId>) {
        loop {
            if let Err(error) = self.log.take_over(found.next().await.into_iter().collect()).await {
                log::warn!("what another server has stored cannot be taken over: {error}");
            }
        }
    }

    /// Takes names and persons over, and tries again what fails. A night that is damaged keeps its persons: all others have
    /// been loaded, and it is refused to whoever asks for it anew.
    async fn take_rows(&self, found: &Pending<Subject>) {
        let mut is_failing = false;
        loop {
            let subjects = found.next().await;
            let failed = self.take(&subjects).await;
            for (subject, problem) in &failed {
                if !is_failing {
                    log::warn!("what another server has changed cannot be taken over: {problem}");
                }
                if !problem.is_damage() {
                    found.add([*subject]);
                }
            }
            is_failing = !failed.is_empty();
            if is_failing {
                sleep(INTERVAL).await;
            }
        }
    }

    /// Returns what cannot be taken over now.
    async fn take(&self, subjects: &BTreeSet<Subject>) -> Vec<(Subject, Problem)> {
        let mut failed = Vec::new();
        // Names first: they are short, and need no stream.
        for subject in [Subject::Names, Subject::Persons].into_iter().filter(|subject| subjects.contains(subject)) {
            let taken = match subject {
                Subject::Names => self.players.rename().await,
                _ => self.players.reload_persons().await,
            };
            failed.extend(taken.err().map(|problem| (subject, problem)));
        }
        failed
    }
}

/// Work that waits.
struct Pending<T> {
    waiting: Mutex<BTreeSet<T>>,
    added: Notify,
}

impl<T> Default for Pending<T> {
    fn default() -> Pending<T> {
        Pending { waiting: Mutex::default(), added: Notify::new() }
    }
}

impl<T: Ord> Pending<T> {
    /// Adds work.
    fn add(&self, work: impl IntoIterator<Item = T>) {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner).extend(work);
        self.added.notify_one();
    }

    /// All work that waits, as soon as there is any.
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
