//! Aggregates: games, nights and the ledger, the states that streams of events are folded into.

use std::fmt::Display;
use std::hash::Hash;
use std::sync::Arc;

use pegout_engine::game::{self, Game, GameId};
use pegout_league::NightId;
use pegout_league::ledger::{self, Ledger};
use pegout_league::night::{self, Night};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use tokio::task::spawn_blocking;

use super::snapshot::Snapshot;
use pegout_model::player::Merges;
use pegout_model::webhook_event::{Subject, WebhookEvent};
use pegout_store::{LedgerId, StoreError, StoredEvent, StreamId};

/// A state that a stream of events is folded into. Before the first event there is no state.
pub trait Aggregate: Clone + Send + Sync + 'static {
    /// Its id.
    type Id: Copy + Display + Eq + Hash + Into<StreamId> + Send + Sync;
    /// Its events.
    type Event: Clone + DeserializeOwned + Serialize + Send + Sync;

    /// The kind of the first event, which distinguishes the logs of games, nights and the ledger.
    const FIRST_KINDS: &'static [&'static str];
    /// True if its events have ids of players who may have been entered twice.
    const HAS_PLAYERS: bool;

    /// Reads a stored event.
    fn read(json: &str) -> serde_json::Result<Self::Event> {
        serde_json::from_str(json)
    }
    /// The state after the first event; `None` if no stream begins with this event.
    fn begin(first: &Self::Event) -> Option<Self>;
    /// Applies an event that follows.
    fn apply(&mut self, event: &Self::Event);
    /// Replaces the ids of players who were entered twice.
    fn resolve(event: &mut Self::Event, merges: &Merges);
    /// Returns true if it belongs to a league, whose free texts are stored outside the log.
    fn is_of_league(&self) -> bool;
    /// The number of its events.
    fn version(&self) -> u64;
    /// The messages to webhooks about `events`, which follow version `after`. `before` is the state at that version.
    fn webhook_events(id: Self::Id, before: Option<&Self>, after: u64, events: &[Self::Event]) -> Vec<WebhookEvent>;
}

impl Aggregate for Game {
    type Id = GameId;
    type Event = game::Event;

    const FIRST_KINDS: &'static [&'static str] = &["begun"];
    const HAS_PLAYERS: bool = false;

    fn read(json: &str) -> serde_json::Result<game::Event> {
        game::Event::from_json(json)
    }

    fn begin(first: &game::Event) -> Option<Game> {
        Game::from_event(first)
    }

    fn apply(&mut self, event: &game::Event) {
        Game::apply(self, event);
    }

    // A league game has player ids in place of names. They are resolved when names replace them.
    fn resolve(_: &mut game::Event, _: &Merges) {}

    fn is_of_league(&self) -> bool {
        self.setup().night().is_some()
    }

    fn version(&self) -> u64 {
        Game::version(self)
    }

    /// A message that a game of a night was won, or was won with other scores than before. Games without a night have
    /// no messages.
    fn webhook_events(id: GameId, before: Option<&Game>, _: u64, events: &[game::Event]) -> Vec<WebhookEvent> {
        let won = || {
            let before = before?;
            let night = before.setup().night()?;
            if !events.iter().any(|event| may_finish(before, event)) {
                return None;
            }
            let mut after = before.clone();
            events.iter().for_each(|event| after.apply(event));
            let is_finished = |game: &Game| game.status() == game::Status::Finished;
            if !is_finished(&after) || (is_finished(before) && before.scores() == after.scores()) {
                return None;
            }
            let stream = StreamId::Game(id).bytes();
            Some(WebhookEvent::new(stream, after.version(), night, events.last()?.metadata.at, Subject::Game(id)))
        };
        won().into_iter().collect()
    }
}

/// Returns false for an event that cannot win the game, or change a won game. Nearly all pegs are such events, and cost
/// no copy of the game.
fn may_finish(before: &Game, event: &game::Event) -> bool {
    match &event.kind {
        game::EventKind::Pegged(peg) => {
            let score = before.scores().get(usize::from(peg.side)).copied().unwrap_or_default();
            score.saturating_add(peg.points) >= before.setup().rules.target
        }
        game::EventKind::PegAmended(_)
        | game::EventKind::PegTakenBack { .. }
        | game::EventKind::ResultEntered { .. }
        | game::EventKind::ResultTakenBack
        | game::EventKind::VoidTakenBack => true,
        _ => false,
    }
}

impl Aggregate for Night {
    type Id = NightId;
    type Event = night::Event;

    const FIRST_KINDS: &'static [&'static str] = &["scheduled"];
    const HAS_PLAYERS: bool = true;

    fn begin(first: &night::Event) -> Option<Night> {
        Night::from_event(first)
    }

    fn apply(&mut self, event: &night::Event) {
        Night::apply(self, event);
    }

    fn resolve(event: &mut night::Event, merges: &Merges) {
        event.kind.map_players(&|player| merges.person(player));
    }

    fn is_of_league(&self) -> bool {
        true
    }

    fn version(&self) -> u64 {
        Night::version(self)
    }

    fn webhook_events(id: NightId, _: Option<&Night>, after: u64, events: &[night::Event]) -> Vec<WebhookEvent> {
        // Nobody waits for the results of a night on paper.
        if events.iter().any(|event| matches!(event.kind, night::EventKind::Imported(_))) {
            return Vec::new();
        }
        let message = |(version, event): (u64, &night::Event)| {
            let subject = match &event.kind {
                night::EventKind::RoundDrawn(round) => Subject::Round(round.number),
                night::EventKind::Finished(_) => Subject::Finish,
                night::EventKind::Cancelled { .. } => Subject::Cancellation,
                _ => return None,
            };
            Some(WebhookEvent::new(StreamId::Night(id).bytes(), version, id, event.metadata.at, subject))
        };
        (after + 1..).zip(events).filter_map(message).collect()
    }
}

impl Aggregate for Ledger {
    type Id = LedgerId;
    type Event = ledger::Event;

    const FIRST_KINDS: &'static [&'static str] = &["posted", "pot_set"];
    const HAS_PLAYERS: bool = true;

    fn begin(first: &ledger::Event) -> Option<Ledger> {
        let mut begun = Ledger::default();
        begun.apply(first);
        Some(begun)
    }

    fn apply(&mut self, event: &ledger::Event) {
        Ledger::apply(self, event);
    }

    fn resolve(event: &mut ledger::Event, merges: &Merges) {
        event.kind.map_players(&|player| merges.person(player));
    }

    fn is_of_league(&self) -> bool {
        true
    }

    fn version(&self) -> u64 {
        Ledger::version(self)
    }

    // Nothing is sent about money.
    fn webhook_events(_: LedgerId, _: Option<&Ledger>, _: u64, _: &[ledger::Event]) -> Vec<WebhookEvent> {
        Vec::new()
    }
}

/// Decodes many streams on a thread that answers no requests. `permit` is dropped at the end, even if the client
/// disconnects.
pub(super) async fn decode_many<I: Copy + Send + 'static, T: Send + 'static>(
    ids: Vec<I>,
    stored: Vec<Vec<StoredEvent>>,
    permit: impl Send + 'static,
    decode: impl Fn(I, &[StoredEvent]) -> T + Send + 'static,
) -> Result<Vec<T>, StoreError> {
    let work = move || {
        let _permit = permit;
        ids.into_iter().zip(stored).map(|(id, stored)| decode(id, &stored)).collect()
    };
    spawn_blocking(work).await.map_err(|error| StoreError::Unavailable(error.to_string()))
}

/// The snapshot of stored events; `None` if they belong to another aggregate, or there are no events.
pub(super) fn fold_snapshot<A: Aggregate>(
    id: A::Id,
    stored: &[StoredEvent],
    merges: &Arc<Merges>,
) -> Result<Option<Snapshot<A>>, StoreError> {
    Ok(fold::<A>(id, stored, merges)?.map(|state| Snapshot::new(Arc::new(state), merges.clone())))
}

/// Folds stored events; `None` if they belong to another aggregate, or there are no events.
pub fn fold<A: Aggregate>(id: A::Id, stored: &[StoredEvent], merges: &Merges) -> Result<Option<A>, StoreError> {
    if is_other_kind::<A>(stored) {
        return Ok(None);
    }
    let mut state: Option<A> = None;
    for (version, stored) in (1..).zip(stored) {
        if stored.version != version {
            return Err(StoreError::Unavailable(format!("event {version} of {id} is missing")));
        }
        let event = decode::<A>(id, stored, merges)?;
        match &mut state {
            Some(state) => state.apply(&event),
            None => state = A::begin(&event),
        }
    }
    Ok(state)
}

/// Returns true if the first event belongs to another aggregate.
pub(super) fn is_other_kind<A: Aggregate>(events: &[StoredEvent]) -> bool {
    #[derive(Deserialize)]
    struct First<'a> {
        kind: &'a str,
    }
    let first = events.first().and_then(|stored| serde_json::from_str::<First>(&stored.body).ok());
    first.is_some_and(|first| !A::FIRST_KINDS.contains(&first.kind))
}

/// Decodes a stored event, with the merged players.
pub(super) fn decode<A: Aggregate>(id: A::Id, stored: &StoredEvent, merges: &Merges) -> Result<A::Event, StoreError> {
    let mut event = A::read(&stored.body).map_err(|error| {
        StoreError::Unavailable(format!("event {} of {id} cannot be read: {error}", stored.version))
    })?;
    A::resolve(&mut event, merges);
    Ok(event)
}
