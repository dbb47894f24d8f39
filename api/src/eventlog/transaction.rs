//! A decision in progress: the versions that it has read, and the events that it has staged.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use pegout_engine::game::{self, Game, GameId};
use pegout_league::NightId;
use pegout_league::night::{self, Night};

use super::EventLog;
use super::aggregate::Aggregate;
use super::cache::Entry;
use super::repository::{Found, Repository};
use super::snapshot::Snapshot;
use super::webhook_events;
use pegout_model::player::Merges;
use pegout_model::webhook_event::WebhookEvent;
use pegout_store::{Append, Fact, FactKind, NewEvents, PlainRow, Stale, StoreError, StreamId};

/// A decision in progress. Every version that it reads is expected at the append, which succeeds only if all of them are
/// still the newest. Staged events are seen by later reads.
pub struct Transaction {
    log: Arc<EventLog>,
    games: HashMap<GameId, Staged<Game>>,
    nights: HashMap<NightId, Staged<Night>>,
    facts: Vec<Fact>,
    rows: Vec<PlainRow>,
    when_stored: Vec<Box<dyn FnOnce()>>,
}

/// A stream that was read, and the events that are to follow.
struct Staged<A: Aggregate> {
    /// The entry in memory, which is not evicted meanwhile; `None` where the stream had no events of this kind.
    entry: Option<Arc<Entry<A>>>,
    /// The newest version when it was read.
    version: u64,
    /// The merges of players that it was folded with.
    persons: Arc<Merges>,
    /// The state when it was read.
    before: Option<Arc<A>>,
    /// The state with the events that a later read has applied.
    state: Option<Arc<A>>,
    applied: usize,
    events: Vec<A::Event>,
}

impl<A: Aggregate> Staged<A> {
    /// A stream that has no events of this kind.
    fn none(version: u64) -> Staged<A> {
        Staged {
            entry: None,
            version,
            persons: Arc::default(),
            before: None,
            state: None,
            applied: 0,
            events: Vec::new(),
        }
    }

    fn new(entry: Arc<Entry<A>>) -> Staged<A> {
        let Snapshot { state, persons, .. } = entry.published.borrow().clone();
        let version = state.version();
        let (before, state) = (Some(state.clone()), Some(state));
        Staged { entry: Some(entry), version, persons, before, state, applied: 0, events: Vec::new() }
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

impl Transaction {
    pub(super) fn new(log: Arc<EventLog>) -> Transaction {
        Transaction {
            log,
            games: HashMap::new(),
            nights: HashMap::new(),
            facts: Vec::new(),
            rows: Vec::new(),
            when_stored: Vec::new(),
        }
    }

    /// A game; `None` where there is none.
    pub async fn game(&mut self, id: GameId) -> Result<Option<Arc<Game>>, StoreError> {
        read(&self.log.games, &mut self.games, id).await
    }

    /// A night; `None` where there is none.
    pub async fn night(&mut self, id: NightId) -> Result<Option<Arc<Night>>, StoreError> {
        read(&self.log.nights, &mut self.nights, id).await
    }

    /// Returns true where the stream, which was read before, has no events of any kind.
    pub fn is_free(&self, stream: impl Into<StreamId>) -> bool {
        self.expected().get(&stream.into()) == Some(&0)
    }

    /// Stages events of a game, which was read before.
    pub fn append_game(&mut self, id: GameId, events: Vec<game::Event>) {
        stage(&mut self.games, id, events);
    }

    /// Stages events of a night, which was read before.
    pub fn append_night(&mut self, id: NightId, events: Vec<night::Event>) {
        stage(&mut self.nights, id, events);
    }

    /// Relies on a fact beside the log: the append succeeds only where it holds.
    pub fn rely(&mut self, night: NightId, kind: FactKind) {
        let fact = Fact { night, kind };
        if !self.facts.contains(&fact) {
            self.facts.push(fact);
        }
    }

    /// The merges of players that a night, which was read before, was folded with. They are relied on: while a merge is stored, no
    /// decision is that sees two persons in one.
    pub fn persons(&mut self, night: NightId) -> Arc<Merges> {
        let persons = self.nights.get(&night).map(|staged| staged.persons.clone()).unwrap_or_default();
        self.rely(night, FactKind::Persons(persons.clone()));
        persons
    }

    /// The nights whose decision relies on other merges of players than these.
    pub(super) fn relies_on_other_persons(&self, stored: &Merges) -> Vec<Stale> {
        let is_other = |fact: &&Fact| matches!(&fact.kind, FactKind::Persons(persons) if **persons != *stored);
        let stale = |fact: &Fact| {
            let version = self.nights.get(&fact.night).map(|staged| staged.version).unwrap_or_default();
            Stale { stream: fact.night.into(), found: version }
        };
        self.facts.iter().filter(is_other).map(stale).collect()
    }

    /// Returns true where the decision relies on which players count as one person.
    pub(super) fn relies_on_persons(&self) -> bool {
        self.facts.iter().any(|fact| matches!(fact.kind, FactKind::Persons(_)))
    }

    /// Stages a row that belongs to the events.
    pub fn add(&mut self, row: PlainRow) {
        self.rows.push(row);
    }

    /// Stages what is done when the events are stored, and is dropped where they are not.
    pub fn when_stored(&mut self, work: impl FnOnce() + 'static) {
        self.when_stored.push(Box::new(work));
    }

    /// The number of staged events.
    pub fn count_events(&self) -> usize {
        let games = self.games.values().map(|staged| staged.events.len());
        games.chain(self.nights.values().map(|staged| staged.events.len())).sum()
    }

    /// Returns true where nothing is to be stored.
    pub(super) fn is_empty(&self) -> bool {
        self.rows.is_empty() && self.changed().is_empty()
    }

    /// The streams that have staged events.
    pub(super) fn changed(&self) -> BTreeSet<StreamId> {
        let games = self.games.iter().filter(|(_, staged)| !staged.events.is_empty()).map(|(id, _)| (*id).into());
        let nights = self.nights.iter().filter(|(_, staged)| !staged.events.is_empty()).map(|(id, _)| (*id).into());
        games.chain(nights).collect()
    }

    /// The versions that were read.
    pub(super) fn expected(&self) -> BTreeMap<StreamId, u64> {
        let games = self.games.iter().map(|(id, staged)| ((*id).into(), staged.version));
        games.chain(self.nights.iter().map(|(id, staged)| ((*id).into(), staged.version))).collect()
    }

    /// Everything that is to be stored.
    pub(super) fn to_append(&self) -> Append {
        let games = self.games.iter().filter_map(|(id, staged)| new_events((*id).into(), staged));
        let nights = self.nights.iter().filter_map(|(id, staged)| new_events((*id).into(), staged));
        let streams = games.chain(nights).collect();
        let messages = self.webhook_events().into_iter().map(PlainRow::WebhookEvent);
        let rows = self.rows.iter().cloned().chain(messages).collect();
        Append { expected: self.expected(), facts: self.facts.clone(), streams, rows }
    }

    /// The events of which webhooks hear: those of games before those of their nights.
    fn webhook_events(&self) -> Vec<WebhookEvent> {
        let of_game = |staged: &Staged<Game>| webhook_events::of_game(staged.before.as_deref()?, &staged.events);
        let games = self.games.values().filter_map(of_game);
        let of_night =
            |(id, staged): (&NightId, &Staged<Night>)| webhook_events::of_night(*id, staged.version, &staged.events);
        games.chain(self.nights.iter().flat_map(of_night)).collect()
    }

    /// Publishes the states with the stored events. The games come first: a reader who sees the night finds its games.
    pub(super) fn publish(self) {
        self.when_stored.into_iter().for_each(|work| work());
        publish(&self.log.games, self.games);
        publish(&self.log.nights, self.nights);
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
    let found = match repository.find(id).await? {
        Found::Entry(entry) => Staged::new(entry),
        Found::Nothing { version } => Staged::none(version),
    };
    let state = found.state.clone();
    staged.insert(id, found);
    Ok(state)
}

fn stage<A: Aggregate>(all: &mut HashMap<A::Id, Staged<A>>, id: A::Id, events: Vec<A::Event>) {
    all.entry(id).or_insert_with(|| Staged::none(0)).events.extend(events);
}

fn new_events<A: Aggregate>(stream: StreamId, staged: &Staged<A>) -> Option<NewEvents> {
    let body = |event| serde_json::to_string(event).expect("an event has no map whose keys are not text");
    let bodies: Vec<String> = staged.events.iter().map(body).collect();
    let first = staged.events.first()?;
    let is_of_league = staged
        .state
        .as_ref()
        .map_or_else(|| A::begin(first).is_some_and(|begun| begun.is_of_league()), |state| state.is_of_league());
    Some(NewEvents { stream, after: staged.version, bodies, is_of_league })
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
