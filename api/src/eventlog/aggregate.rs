//! Aggregates: states that are the fold of a stream of events.

use std::fmt::Display;
use std::hash::Hash;

use pegout_engine::game::{self, Game, GameId};
use pegout_league::NightId;
use pegout_league::night::{self, Night};
use serde::Serialize;
use serde::de::DeserializeOwned;

use pegout_model::player::Merges;
use pegout_store::StreamId;

/// A state that is the fold of a stream of events. Before its first event there is none.
pub trait Aggregate: Clone + Send + Sync + 'static {
    /// Its id.
    type Id: Copy + Display + Eq + Hash + Into<StreamId> + Send + Sync;
    /// Its events.
    type Event: Clone + DeserializeOwned + Serialize + Send + Sync;

    /// The kind of the first event, which distinguishes the log of a game from that of a night.
    const FIRST_KIND: &'static str;
    /// True where its events have ids of persons who may have been entered twice.
    const HAS_PERSONS: bool;

    /// The state after the first event; `None` where no stream begins with this event.
    fn begin(first: &Self::Event) -> Option<Self>;
    /// Applies an event that follows.
    fn apply(&mut self, event: &Self::Event);
    /// Replaces the ids of persons who were entered twice.
    fn resolve(event: &mut Self::Event, merges: &Merges);
    /// Returns true where it belongs to a league, whose free texts stand beside the log.
    fn is_of_league(&self) -> bool;
    /// The number of its events.
    fn version(&self) -> u64;
}

impl Aggregate for Game {
    type Id = GameId;
    type Event = game::Event;

    const FIRST_KIND: &'static str = "begun";
    const HAS_PERSONS: bool = false;

    fn begin(first: &game::Event) -> Option<Game> {
        Game::from_event(first)
    }

    fn apply(&mut self, event: &game::Event) {
        Game::apply(self, event);
    }

    // A game has ids in the places of names, which are resolved where names come in.
    fn resolve(_: &mut game::Event, _: &Merges) {}

    fn is_of_league(&self) -> bool {
        self.setup().night().is_some()
    }

    fn version(&self) -> u64 {
        Game::version(self)
    }
}

impl Aggregate for Night {
    type Id = NightId;
    type Event = night::Event;

    const FIRST_KIND: &'static str = "scheduled";
    const HAS_PERSONS: bool = true;

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
}
