//! A decision in progress: the versions that it has read, and the events that it has staged.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use pegout_engine::game::{self, Game, GameId};
use pegout_engine::league::NightId;
use pegout_engine::league::night::{self, Night};

use super::EventLog;
use super::aggregate::Aggregate;
use super::cache::Entry;
use super::repository::{Found, Repository};
use super::webhook_events;
use crate::model::webhook_event::WebhookEvent;
use crate::store::{Append, Fact, NewEvents, PlainRow, StoreError, StreamId};

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
    /// The state when it was read.
    before: Option<Arc<A>>,
    /// The state with the events that a later read has applied.
    state: Option<Arc<A>>,
    applied: usize,
    events: Vec<A::Event>,
}

impl<A: Aggregate> Staged<A> {
    fn new(entry: Option<Arc<Entry<A>>>, version: u64, state: Option<Arc<A>>) -> Staged<A> {
        Staged { entry, version, before: state.clone(), state, applied: 0, events: Vec::new() }
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
    pub fn rely(&mut self, fact: Fact) {
        self.facts.push(fact);
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
        Found::Entry(entry) => {
            let state = entry.published.borrow().state.clone();
            Staged::new(Some(entry), state.version(), Some(state))
        }
        Found::Nothing { version } => Staged::new(None, version, None),
    };
    let state = found.state.clone();
    staged.insert(id, found);
    Ok(state)
}

fn stage<A: Aggregate>(all: &mut HashMap<A::Id, Staged<A>>, id: A::Id, events: Vec<A::Event>) {
    all.entry(id).or_insert_with(|| Staged::new(None, 0, None)).events.extend(events);
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
