//! A decision in progress: the versions that it has read, and the events that it has staged.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use pegout_engine::game::{self, Game, GameId};
use pegout_league::NightId;
use pegout_league::ledger::{self, Ledger};
use pegout_league::night::{self, Night};

use tokio::sync::OwnedMutexGuard;

use super::EventLog;
use super::aggregate::Aggregate;
use super::cache::Entry;
use super::repository::{Lookup, Repository};
use super::snapshot::Snapshot;
use pegout_model::player::Merges;
use pegout_model::webhook_event::WebhookEvent;
use pegout_store::{
    Append, AppendCondition, ConditionKind, LedgerId, NewEvents, PlainRow, Stale, StoreError, StreamId,
};

/// A decision in progress. The append succeeds only if every version that the decision read is still the newest. Staged
/// events are seen by later reads.
pub struct Transaction {
    log: Arc<EventLog>,
    games: HashMap<GameId, Staged<Game>>,
    nights: HashMap<NightId, Staged<Night>>,
    ledger: HashMap<LedgerId, Staged<Ledger>>,
    conditions: Vec<AppendCondition>,
    rows: Vec<PlainRow>,
    on_commit: Vec<Box<dyn FnOnce()>>,
    /// The stream whose lock the decision holds from the beginning.
    locked: StreamId,
    /// The lock on the ledger, which comes after the lock on a night.
    ledger_lock: Option<OwnedMutexGuard<()>>,
}

/// A stream that was read, with its new events.
struct Staged<A: Aggregate> {
    id: A::Id,
    /// The entry in memory, which is not evicted during the decision; `None` if the stream had no events of this kind.
    entry: Option<Arc<Entry<A>>>,
    /// The newest version when it was read.
    version: u64,
    /// The merges of players that it was folded with.
    merges: Arc<Merges>,
    /// The state when it was read.
    before: Option<Arc<A>>,
    /// The state with the events that a later read has applied.
    state: Option<Arc<A>>,
    applied: usize,
    events: Vec<A::Event>,
}

/// A staged game or night, or the staged ledger.
trait StagedStream {
    /// The stream.
    fn stream(&self) -> StreamId;
    /// The newest version when the stream was read.
    fn version(&self) -> u64;
    /// The number of new events.
    fn count(&self) -> usize;
    /// The new events as they are stored; `None` if there are none.
    fn new_events(&self) -> Option<NewEvents>;
    /// The messages to webhooks about the new events.
    fn webhook_events(&self) -> Vec<WebhookEvent>;
}

impl<A: Aggregate> Staged<A> {
    /// A stream that has no events of this kind.
    fn none(id: A::Id, version: u64) -> Staged<A> {
        let merges = Arc::default();
        Staged { id, entry: None, version, merges, before: None, state: None, applied: 0, events: Vec::new() }
    }

    fn new(id: A::Id, entry: Arc<Entry<A>>) -> Staged<A> {
        let Snapshot { state, merges, .. } = entry.published.borrow().clone();
        let (before, state, none) = (Some(state.clone()), Some(state.clone()), Staged::none(id, state.version()));
        Staged { entry: Some(entry), merges, before, state, ..none }
    }

    /// The state with all staged events.
    fn state(&mut self) -> Option<Arc<A>> {
        for event in &self.events[self.applied..] {
            match &mut self.state {
                Some(state) => Arc::make_mut(state).apply(event),
                None => self.state = A::begin(event).map(Arc::new),
            }
        }
        self.applied = self.events.len();
        self.state.clone()
    }
}

impl<A: Aggregate> StagedStream for Staged<A> {
    fn stream(&self) -> StreamId {
        self.id.into()
    }

    fn version(&self) -> u64 {
        self.version
    }

    fn count(&self) -> usize {
        self.events.len()
    }

    fn new_events(&self) -> Option<NewEvents> {
        let first = self.events.first()?;
        let body = |event| serde_json::to_string(event).expect("an event has no map whose keys are not text");
        let bodies = self.events.iter().map(body).collect();
        let is_of_league = match &self.state {
            Some(state) => state.is_of_league(),
            None => A::begin(first).is_some_and(|begun| begun.is_of_league()),
        };
        Some(NewEvents { stream: self.stream(), after: self.version, bodies, is_of_league })
    }

    fn webhook_events(&self) -> Vec<WebhookEvent> {
        A::webhook_events(self.id, self.before.as_deref(), self.version, &self.events)
    }
}

impl Transaction {
    pub(super) fn new(log: Arc<EventLog>, locked: StreamId) -> Transaction {
        Transaction {
            log,
            games: HashMap::new(),
            nights: HashMap::new(),
            ledger: HashMap::new(),
            conditions: Vec::new(),
            rows: Vec::new(),
            on_commit: Vec::new(),
            locked,
            ledger_lock: None,
        }
    }

    /// A game; `None` if there is no game with this id.
    pub async fn game(&mut self, id: GameId) -> Result<Option<Arc<Game>>, StoreError> {
        read(&self.log.games, &mut self.games, id).await
    }

    /// A night; `None` if there is no night with this id.
    pub async fn night(&mut self, id: NightId) -> Result<Option<Arc<Night>>, StoreError> {
        read(&self.log.nights, &mut self.nights, id).await
    }

    /// The ledger; empty before its first event.
    pub async fn ledger(&mut self) -> Result<Arc<Ledger>, StoreError> {
        if self.locked != StreamId::Ledger && self.ledger_lock.is_none() {
            self.ledger_lock = self.log.lock(StreamId::Ledger).await?;
        }
        Ok(read(&self.log.ledger, &mut self.ledger, LedgerId).await?.unwrap_or_default())
    }

    /// Returns true if the stream, which was read before, has no events of any kind.
    pub fn is_empty_stream(&self, stream: impl Into<StreamId>) -> bool {
        let stream = stream.into();
        self.streams().any(|staged| staged.stream() == stream && staged.version() == 0)
    }

    /// Stages events of a game, which was read before.
    pub fn append_game(&mut self, id: GameId, events: Vec<game::Event>) {
        stage(&mut self.games, id, events);
    }

    /// Stages events of a night, which was read before.
    pub fn append_night(&mut self, id: NightId, events: Vec<night::Event>) {
        stage(&mut self.nights, id, events);
    }

    /// Stages events of the ledger, which was read before.
    pub fn append_ledger(&mut self, events: Vec<ledger::Event>) {
        stage(&mut self.ledger, LedgerId, events);
    }

    /// Depends on a condition outside the log: the append succeeds only if the condition holds.
    pub fn require(&mut self, stream: impl Into<StreamId>, kind: ConditionKind) {
        let condition = AppendCondition { stream: stream.into(), kind };
        if !self.conditions.contains(&condition) {
            self.conditions.push(condition);
        }
    }

    /// Returns the merges of players that a night, which was read before, was folded with. The decision depends on
    /// them: if the merges change, it is made again.
    pub fn merges_of(&mut self, night: NightId) -> Arc<Merges> {
        let merges = self.nights.get(&night).map(|staged| staged.merges.clone()).unwrap_or_default();
        self.require(night, ConditionKind::Merges(merges.clone()));
        merges
    }

    /// Returns the merges of players that the ledger, which was read before, was folded with. The decision depends on them.
    pub async fn merges_of_ledger(&mut self) -> Result<Arc<Merges>, StoreError> {
        let folded = self.ledger.get(&LedgerId).filter(|staged| staged.version > 0).map(|staged| staged.merges.clone());
        let merges = match folded {
            Some(merges) => merges,
            None => self.log.ledger.merges().await?,
        };
        self.require(LedgerId, ConditionKind::Merges(merges.clone()));
        Ok(merges)
    }

    /// The streams whose decision depends on other merges of players than `stored`.
    pub(super) fn stale_merges(&self, stored: &Merges) -> Vec<Stale> {
        let is_other = |condition: &&AppendCondition| match &condition.kind {
            ConditionKind::Merges(merges) => **merges != *stored,
            _ => false,
        };
        let stale = |condition: &AppendCondition| {
            let found = self.streams().find(|staged| staged.stream() == condition.stream);
            Stale { stream: condition.stream, found: found.map(StagedStream::version).unwrap_or_default() }
        };
        self.conditions.iter().filter(is_other).map(stale).collect()
    }

    /// Returns true if the decision depends on merges of players.
    pub(super) fn requires_merges(&self) -> bool {
        self.conditions.iter().any(|condition| matches!(condition.kind, ConditionKind::Merges(_)))
    }

    /// Stages a row that belongs to the events.
    pub fn insert(&mut self, row: PlainRow) {
        self.rows.push(row);
    }

    /// Registers a callback to run after the events are stored. If storing fails, the callback is dropped.
    pub fn on_commit(&mut self, work: impl FnOnce() + 'static) {
        self.on_commit.push(Box::new(work));
    }

    /// The number of staged events.
    pub fn count_events(&self) -> usize {
        self.streams().map(StagedStream::count).sum()
    }

    /// Returns true if there is nothing to store.
    pub(super) fn is_empty(&self) -> bool {
        self.rows.is_empty() && self.count_events() == 0
    }

    /// All streams that were read, games before nights, and the ledger last.
    fn streams(&self) -> impl Iterator<Item = &dyn StagedStream> {
        let games = self.games.values().map(|staged| staged as &dyn StagedStream);
        let nights = self.nights.values().map(|staged| staged as &dyn StagedStream);
        games.chain(nights).chain(self.ledger.values().map(|staged| staged as &dyn StagedStream))
    }

    /// The streams that have staged events.
    pub(super) fn changed(&self) -> BTreeSet<StreamId> {
        self.streams().filter(|staged| staged.count() > 0).map(StagedStream::stream).collect()
    }

    /// The versions that were read.
    pub(super) fn expected(&self) -> BTreeMap<StreamId, u64> {
        self.streams().map(|staged| (staged.stream(), staged.version())).collect()
    }

    /// All events and rows to store. Messages about games come before messages about their nights.
    pub(super) fn to_append(&self) -> Append {
        let messages = self.streams().flat_map(StagedStream::webhook_events).map(PlainRow::WebhookEvent);
        Append {
            expected: self.expected(),
            conditions: self.conditions.clone(),
            streams: self.streams().filter_map(StagedStream::new_events).collect(),
            rows: self.rows.iter().cloned().chain(messages).collect(),
        }
    }

    /// Publishes the states with the stored events. The games come first: a reader who sees the night finds its games.
    pub(super) fn publish(self) {
        self.on_commit.into_iter().for_each(|work| work());
        publish(&self.log.games, self.games);
        publish(&self.log.nights, self.nights);
        publish(&self.log.ledger, self.ledger);
    }
}

async fn read<A: Aggregate>(
    repository: &Repository<A>,
    staged: &mut HashMap<A::Id, Staged<A>>,
    id: A::Id,
) -> Result<Option<Arc<A>>, StoreError> {
    if let Some(staged) = staged.get_mut(&id) {
        return Ok(staged.state());
    }
    let found = match repository.look_up(id).await? {
        Lookup::Found(entry) => Staged::new(id, entry),
        Lookup::Absent { version } => Staged::none(id, version),
    };
    let state = found.state.clone();
    staged.insert(id, found);
    Ok(state)
}

fn stage<A: Aggregate>(all: &mut HashMap<A::Id, Staged<A>>, id: A::Id, events: Vec<A::Event>) {
    all.entry(id).or_insert_with(|| Staged::none(id, 0)).events.extend(events);
}

fn publish<A: Aggregate>(repository: &Repository<A>, staged: HashMap<A::Id, Staged<A>>) {
    for (id, Staged { entry, version, before, state, events, .. }) in staged {
        // A state that nobody else holds is changed in place.
        drop((before, state));
        if !events.is_empty() {
            repository.publish(id, entry, version, &events);
        }
    }
}
