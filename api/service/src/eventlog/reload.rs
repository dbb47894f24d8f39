//! Reloading of streams in memory, after appends of other servers and after changes of merges or texts. Also versions
//! that the database has lost.

use std::collections::BTreeMap;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use pegout_engine::game::GameId;
use tokio::time::timeout;

use super::aggregate::{Aggregate, decode_many, fold_snapshot};
use super::cache::Entry;
use super::outdated::Outdated;
use super::repository::{READ_AT_ONCE, Repository};
use super::snapshot::Snapshot;
use super::{Change, EventLog};
use pegout_store::{AppendError, LedgerId, StoreError, StoredEvent, StreamId};

/// The longest wait for a refresh, before a read with a minimum version.
const REFRESH_TIMEOUT: Duration = Duration::from_secs(1);
/// The most games with lost changes.
const MAX_WITH_LOST_CHANGES: usize = 1024;

/// Returns true if a loaded version replaces the version in memory.
type ReplacePolicy = fn(loaded: u64, cached: u64) -> bool;

const IS_NEWER: ReplacePolicy = |loaded, cached| loaded > cached;
const IS_SAME_OR_NEWER: ReplacePolicy = |loaded, cached| loaded >= cached;

/// A stream in memory that is loaded again.
struct ReloadedStream<A: Aggregate> {
    id: A::Id,
    entry: Arc<Entry<A>>,
    /// The version in memory before the load.
    published: u64,
}

impl EventLog {
    /// Notes that a stream has this version. Returns true if memory has an older version, which must be loaded again.
    pub fn is_stale(&self, stream: StreamId, version: u64) -> bool {
        self.keeper.tell(Outdated::Before(stream, version));
        let cached = self.cached_version(stream);
        if cached.is_none() {
            // A watched night may show a game that is not in memory.
            self.send(stream);
        }
        cached.is_some_and(|cached| cached < version)
    }

    /// The versions of everything in memory.
    pub fn cached_versions(&self) -> BTreeMap<StreamId, u64> {
        let games = self.games.cached_versions().into_iter().map(|(id, version)| (id.into(), version));
        let nights = self.nights.cached_versions().into_iter().map(|(id, version)| (id.into(), version));
        let ledger = self.ledger.cached_versions().into_iter().map(|(id, version)| (id.into(), version));
        games.chain(nights).chain(ledger).collect()
    }

    /// Reloads the given streams that are in memory, and announces each. After an error the rest is still loaded; the
    /// last error is returned.
    pub async fn reload_stale(&self, streams: Vec<StreamId>) -> Result<(), StoreError> {
        let (mut games, mut nights, mut ledger) = (Vec::new(), Vec::new(), Vec::new());
        for stream in streams {
            match stream {
                StreamId::Game(id) => games.push(id),
                StreamId::Night(id) => nights.push(id),
                StreamId::Ledger => ledger.push(LedgerId),
            }
        }
        // Games first: a reader who sees the night finds its games.
        let of_games = self.games.reload_many(games, &|id| self.announce(id.into())).await;
        let of_nights = self.nights.reload_many(nights, &|id| self.announce(id.into())).await;
        self.ledger.reload_many(ledger, &|id| self.announce(id.into())).await.and(of_nights).and(of_games)
    }

    /// Reloads everything in memory that names players, because merges have changed. After an error the rest is still
    /// reloaded.
    pub async fn reload_players(&self) -> Result<(), StoreError> {
        self.keeper.tell(Outdated::Everything);
        let nights = self.nights.reload_all().await;
        self.ledger.reload_all().await.and(nights)
    }

    /// Reloads everything in memory, because merges or texts have changed. After an error the rest is still reloaded.
    pub async fn reload_all(&self) -> Result<(), StoreError> {
        let games = self.games.reload_all().await;
        self.reload_players().await.and(games)
    }

    /// Reloads the streams whose stored version is newer than the version in memory. Fails if a database of several
    /// servers does not answer within a second.
    pub async fn refresh(&self, streams: impl IntoIterator<Item = StreamId>) -> Result<(), StoreError> {
        let cached = |stream: StreamId| Some((stream, self.cached_version(stream)?));
        let cached: BTreeMap<StreamId, u64> = streams.into_iter().filter_map(cached).collect();
        if cached.is_empty() {
            return Ok(());
        }
        let refreshed = async {
            match self.store.check(cached).await {
                Ok(()) => Ok(()),
                Err(AppendError::Conflict(stale)) => {
                    self.reload_stale(stale.iter().map(|stale| stale.stream).collect()).await
                }
                Err(AppendError::Store(error)) => Err(error),
            }
        };
        if !self.is_shared {
            return refreshed.await;
        }
        let unanswered = |_| Err(StoreError::Unavailable("the database does not answer within a second".to_owned()));
        timeout(REFRESH_TIMEOUT, refreshed).await.unwrap_or_else(unanswered)
    }

    /// Returns true if other servers change the same database.
    pub const fn is_shared(&self) -> bool {
        self.is_shared
    }

    /// The version of a stream in memory; `None` if it is not there. The stream does not count as used.
    pub fn cached_version(&self, stream: StreamId) -> Option<u64> {
        match stream {
            StreamId::Game(id) => self.games.cached_version(id),
            StreamId::Night(id) => self.nights.cached_version(id),
            StreamId::Ledger => self.ledger.cached_version(LedgerId),
        }
    }

    /// Announces new events of a stream to feeds and caches.
    pub fn announce(&self, stream: StreamId) {
        self.keeper.tell(Outdated::Stream(stream));
        self.send(stream);
    }

    fn send(&self, stream: StreamId) {
        // Sending fails if no night is watched.
        let _ = self.changes.send(Change::Stream(stream));
    }
}

impl<A: Aggregate> Repository<A> {
    /// Reloads the given streams that are in memory, in batches, and publishes each newer state. A shorter stream
    /// replaces the published state only if the store lost events that were published before this call: the file was
    /// replaced. Subscribers stay on the same entry. Calls `on_reload` for each stream that was read. After an error the
    /// rest is still loaded; the last error is returned.
    pub async fn reload_many(&self, ids: Vec<A::Id>, on_reload: &dyn Fn(A::Id)) -> Result<(), StoreError> {
        self.reload_with(ids, IS_NEWER, on_reload).await
    }

    /// Reloads and publishes all states in memory, because the merges of players or the texts have changed. Errors are
    /// returned as by [`Repository::reload_many`].
    pub async fn reload_all(&self) -> Result<(), StoreError> {
        // Counted before the states in memory are listed: a load that is under way then sees the new number, and
        // repeats.
        self.merges_generation.fetch_add(1, Ordering::SeqCst);
        let cached = self.cached_versions().into_iter().map(|(id, _)| id).collect();
        self.reload_with(cached, IS_SAME_OR_NEWER, &|_| ()).await
    }

    /// Reloads these streams if merges or texts have changed since `generation` was read.
    pub(super) async fn reload_if_merges_changed(&self, generation: u64, ids: Vec<A::Id>) -> Result<(), StoreError> {
        if self.merges_generation.load(Ordering::SeqCst) == generation {
            return Ok(());
        }
        self.reload_with(ids, IS_SAME_OR_NEWER, &|_| ()).await
    }

    async fn reload_with(
        &self,
        ids: Vec<A::Id>,
        replaces: ReplacePolicy,
        on_reload: &dyn Fn(A::Id),
    ) -> Result<(), StoreError> {
        let mut outcome = Ok(());
        for ids in ids.chunks(READ_AT_ONCE) {
            let mut generation = self.merges_generation.load(Ordering::SeqCst);
            let mut reloaded = self.reload_batch(ids, replaces, on_reload).await;
            // The batch may have been read before the change.
            while reloaded.is_ok() && self.merges_generation.load(Ordering::SeqCst) != generation {
                generation = self.merges_generation.load(Ordering::SeqCst);
                reloaded = self.reload_batch(ids, IS_SAME_OR_NEWER, on_reload).await;
            }
            match reloaded {
                // Only some streams of the batch are damaged.
                Err(StoreError::Damaged(_)) if ids.len() > 1 => {
                    for id in ids {
                        outcome = self.reload_batch(&[*id], replaces, on_reload).await.and(outcome);
                    }
                }
                reloaded => outcome = reloaded.and(outcome),
            }
        }
        outcome
    }

    async fn reload_batch(
        &self,
        ids: &[A::Id],
        replaces: ReplacePolicy,
        on_reload: &dyn Fn(A::Id),
    ) -> Result<(), StoreError> {
        let cached = |id: &A::Id| {
            let entry = self.cache.peek(*id)?;
            let published = entry.published.borrow().state.version();
            Some(ReloadedStream { id: *id, entry, published })
        };
        let cached: Vec<ReloadedStream<A>> = ids.iter().filter_map(cached).collect();
        if cached.is_empty() {
            return Ok(());
        }
        let ids: Vec<A::Id> = cached.iter().map(|cached| cached.id).collect();
        let stored = self.events_of(&ids).await?;
        let merges = self.merges().await?;
        let decode = move |id, stored: &[StoredEvent]| fold_snapshot::<A>(id, stored, &merges);
        let states = match (&*ids, &*stored) {
            ([id], [stored]) => vec![decode(*id, stored)],
            _ => decode_many(ids, stored, (), decode).await?,
        };
        let mut outcome = Ok(());
        for (cached, state) in cached.into_iter().zip(states) {
            let id = cached.id;
            match self.publish_reloaded(cached, state, replaces).await {
                Ok(()) => on_reload(id),
                Err(error) => outcome = Err(error),
            }
        }
        outcome
    }

    /// Publishes a reloaded state, unless a newer state is published. The state is removed if its stream is gone.
    async fn publish_reloaded(
        &self,
        ReloadedStream { id, entry, published }: ReloadedStream<A>,
        state: Result<Option<Snapshot<A>>, StoreError>,
        replaces: ReplacePolicy,
    ) -> Result<(), StoreError> {
        let Some(loaded) = state? else {
            // Another server may have removed the game.
            let is_removed = match id.into() {
                StreamId::Game(id) => self.store.is_removed(id).await?,
                StreamId::Night(_) | StreamId::Ledger => false,
            };
            if !is_removed {
                self.report_loss(id, 0, published);
            }
            self.cache.remove(id);
            return Ok(());
        };
        let version = loaded.state.version();
        if version < published {
            let cached = entry.published.send_replace(loaded).state.version();
            self.report_loss(id, version, cached);
            return Ok(());
        }
        entry.published.send_if_modified(|snapshot| {
            let cached = snapshot.state.version();
            let is_newer = replaces(version, cached) || version == cached && loaded.merges != snapshot.merges;
            if is_newer {
                *snapshot = loaded;
            }
            is_newer
        });
        Ok(())
    }

    /// Logs and counts the versions that the database lost. Memory has the version of the database now, so each loss is
    /// reported once.
    fn report_loss(&self, id: A::Id, found: u64, cached: u64) {
        if found < cached {
            let first = found + 1;
            let name = match id.into() {
                StreamId::Game(id) => format!("game {id}"),
                StreamId::Night(id) => format!("night {id}"),
                StreamId::Ledger => "the ledger".to_owned(),
            };
            log::error!(
                "the database has lost changes {first} to {cached} of {name}, which were stored before. \
                 Pegout goes on with the database as it is. See if an older copy took its place"
            );
            self.versions_lost.inc_by(cached - found);
        }
    }
}

/// The games with changes that a phone has and the service lost, by a restored backup or an accepted loss. They are in the
/// memory of this server only. After a restart, and on other servers, a game is noted again when its phone opens a
/// stream.
#[derive(Default)]
pub struct GamesWithLostChanges(Mutex<BTreeMap<GameId, Seen>>);

#[derive(Clone, Copy)]
struct Seen {
    /// The newest version that a phone has seen.
    version: u64,
    /// The number of changes that the service lacked then.
    lost: u64,
}

impl GamesWithLostChanges {
    /// Notes that a phone has seen version `seen` of a game that is at `version`. Returns true if that is new.
    pub fn note(&self, game: GameId, seen: u64, version: u64) -> bool {
        let mut games = self.games();
        let is_known = games.get(&game).is_some_and(|known| known.version >= seen);
        let has_room = games.len() < MAX_WITH_LOST_CHANGES || games.contains_key(&game);
        let is_new = seen > version && !is_known && has_room;
        if is_new {
            games.insert(game, Seen { version: seen, lost: seen - version });
        }
        is_new
    }

    /// The number of changes of a game that a phone has and the service lost. A game at the phone's version is removed.
    pub fn of_game(&self, game: GameId, version: u64) -> Option<u64> {
        let mut games = self.games();
        let lost = games.get(&game).filter(|seen| seen.version > version).map(|seen| seen.lost);
        if lost.is_none() {
            games.remove(&game);
        }
        lost
    }

    fn games(&self) -> MutexGuard<'_, BTreeMap<GameId, Seen>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
