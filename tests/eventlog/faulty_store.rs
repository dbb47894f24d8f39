//! A store with a fault. The methods without a fault are those of the store behind it.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use async_trait::async_trait;
use pegout_engine::Time;
use pegout_league::PlayerId;
use tokio::sync::{Mutex, broadcast};

use super::gate::Gate;
use pegout_model::league::Season;
use pegout_model::player::Merge;
use pegout_model::token::TokenHash;
use pegout_store::db::{Backend, HasBackend};
use pegout_store::{
    Append, AppendError, ChangeNotice, DamageReport, MergeCondition, MergeStore, NewSession, NightVersions,
    PlayerStore, SeasonStore, Stale, Store, StoreError, StoredEvent, StreamId, TokenStore,
};

/// A store with a fault.
pub struct FaultyStore {
    /// The gate at which a write waits.
    pub gate: Arc<Gate>,
    /// The gate at which a read of the merges waits once it has them.
    pub merges_gate: Arc<Gate>,
    store: Arc<dyn Store>,
    fault: Fault,
    comparisons: AtomicUsize,
    streams_read: AtomicUsize,
    /// The lock for one append at a time.
    lock: Mutex<()>,
}

/// A fault of a store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Appends after the newest version, ignores the expected versions and the conditions, and finds no version stale.
    Unchecked,
    /// Reports a conflict at each of the first comparisons, up to this number.
    Conflicts(usize),
}

impl FaultyStore {
    /// This store with a fault.
    pub fn new(store: Arc<dyn Store>, fault: Fault) -> FaultyStore {
        FaultyStore {
            gate: Arc::default(),
            merges_gate: Arc::default(),
            store,
            fault,
            comparisons: AtomicUsize::default(),
            streams_read: AtomicUsize::default(),
            lock: Mutex::default(),
        }
    }

    /// The number of appends and checks so far.
    pub fn comparisons(&self) -> usize {
        self.comparisons.load(Ordering::Relaxed)
    }

    /// The number of streams that were read so far.
    pub fn streams_read(&self) -> usize {
        self.streams_read.load(Ordering::Relaxed)
    }

    /// Counts an append or a check, and returns true if it must be a conflict.
    fn is_conflict(&self) -> bool {
        let before = self.comparisons.fetch_add(1, Ordering::Relaxed);
        matches!(self.fault, Fault::Conflicts(most) if before < most)
    }

    async fn append_unchecked(&self, mut append: Append) -> Result<(), AppendError> {
        let _lock = self.lock.lock().await;
        append.expected.clear();
        append.conditions.clear();
        for new in &mut append.streams {
            new.after = self.store.events(new.stream).await?.len() as u64;
        }
        self.store.append(append).await
    }
}

fn conflict(expected: &BTreeMap<StreamId, u64>) -> AppendError {
    AppendError::Conflict(expected.iter().map(|(&stream, &found)| Stale { stream, found }).collect())
}

#[async_trait]
impl Store for FaultyStore {
    async fn append(&self, append: Append) -> Result<(), AppendError> {
        self.gate.pass().await;
        match self.fault {
            _ if self.is_conflict() => Err(conflict(&append.expected)),
            Fault::Unchecked => self.append_unchecked(append).await,
            Fault::Conflicts(_) => self.store.append(append).await,
        }
    }

    async fn check(&self, expected: BTreeMap<StreamId, u64>) -> Result<(), AppendError> {
        match self.fault {
            _ if self.is_conflict() => Err(conflict(&expected)),
            Fault::Unchecked => Ok(()),
            Fault::Conflicts(_) => self.store.check(expected).await,
        }
    }

    fn changes(&self) -> Option<broadcast::Receiver<ChangeNotice>> {
        self.store.changes()
    }

    async fn events_of(&self, streams: Vec<StreamId>) -> Result<Vec<Vec<StoredEvent>>, StoreError> {
        self.streams_read.fetch_add(streams.len(), Ordering::Relaxed);
        self.store.events_of(streams).await
    }

    async fn inspect(&self, thorough: bool) -> Result<DamageReport, StoreError> {
        self.store.inspect(thorough).await
    }

    async fn probe_write(&self, at: Time) -> Result<(), StoreError> {
        self.store.probe_write(at).await
    }

    fn close(&self) {
        self.store.close();
    }
}

#[async_trait]
impl TokenStore for FaultyStore {
    async fn begin_session(&self, mut session: NewSession) -> Result<Option<Vec<TokenHash>>, StoreError> {
        self.gate.pass().await;
        if self.fault == Fault::Unchecked {
            session.password = self.store.password_hash().await?.unwrap_or_default();
        }
        self.store.begin_session(session).await
    }
}

#[async_trait]
impl MergeStore for FaultyStore {
    async fn merges(&self) -> Result<Vec<Merge>, StoreError> {
        let merges = self.store.merges().await;
        self.merges_gate.pass().await;
        merges
    }

    async fn put_merge(&self, merge: Merge, mut condition: MergeCondition) -> Result<bool, StoreError> {
        self.gate.pass().await;
        if self.fault == Fault::Unchecked {
            condition.merges = self.store.merges().await?.into_iter().collect();
            condition.nights = self.store.night_versions(None).await?.into_iter().collect();
        }
        self.store.put_merge(merge, condition).await
    }
}

#[async_trait]
impl PlayerStore for FaultyStore {
    async fn delete_player(&self, id: PlayerId) -> Result<(), StoreError> {
        self.gate.pass().await;
        self.store.delete_player(id).await
    }
}

#[async_trait]
impl SeasonStore for FaultyStore {
    async fn replace_season(&self, old: Season, new: Season, mut nights: NightVersions) -> Result<bool, StoreError> {
        self.gate.pass().await;
        if self.fault == Fault::Unchecked {
            nights = self.store.night_versions(Some(old.id)).await?.into_iter().collect();
        }
        self.store.replace_season(old, new, nights).await
    }
}

impl HasBackend for FaultyStore {
    fn backend(&self) -> &dyn Backend {
        self.store.backend()
    }
}
