//! What is kept as a log, and held in memory as what its log has made: a game, or a night.

use std::fmt::Display;
use std::hash::Hash;
use std::sync::Arc;

use pegout_engine::game::{self, Game, GameId};
use pegout_engine::league::night::{self, Night};
use pegout_engine::league::{GameResult, NightId};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::eventlog::snapshot::Told;
use crate::problem::Problem;
use crate::services::player_names::Names;
use crate::store::StreamId;

/// The fold of a stream of events.
pub trait Aggregate: Clone + Default + Send + 'static {
    /// What names one.
    type Id: Copy + Display + Eq + Hash;
    /// What can have happened to it.
    type Event: DeserializeOwned + Serialize;
    /// What others go by who do not wait for its turn.
    type Seen: Clone;

    /// What its first event is, by which the log of a game is told from that of a night.
    const FIRST: &'static str;

    /// The stream that its events are stored in.
    fn stream(id: Self::Id) -> StreamId;
    /// Takes in what has happened.
    fn apply(&mut self, event: &Self::Event);
    /// How many events have made it.
    fn version(&self) -> u64;
    /// What others are to go by.
    fn seen(&self, names: &Names) -> Self::Seen;
    /// Whether anything has happened yet to what is seen so.
    fn begun(seen: &Self::Seen) -> bool;
    /// That there is none.
    fn missing() -> Problem;
    /// That the id is in use for something else.
    fn taken(id: Self::Id) -> Problem;
}

/// What others go by than those who have a game's turn.
#[derive(Clone, Default)]
pub struct GameSeen {
    /// What is told of it.
    pub told: Told,
    /// What its night goes by, where it is played at one.
    pub league: Option<LeagueGame>,
}

/// A game of a night.
#[derive(Clone)]
pub struct LeagueGame {
    /// The night.
    pub night: NightId,
    /// What it has come to.
    pub played: Arc<GameResult>,
}

impl AsRef<Told> for GameSeen {
    fn as_ref(&self) -> &Told {
        &self.told
    }
}

impl Aggregate for Game {
    type Id = GameId;
    type Event = game::Event;
    type Seen = GameSeen;

    const FIRST: &'static str = "begun";

    fn stream(id: GameId) -> StreamId {
        id.bytes()
    }

    fn apply(&mut self, event: &game::Event) {
        Game::apply(self, event);
    }

    fn version(&self) -> u64 {
        Game::version(self)
    }

    fn seen(&self, names: &Names) -> GameSeen {
        let (Some(mut view), Some(setup)) = (self.view(), self.setup()) else { return GameSeen::default() };
        let league = setup.night.map(|night| LeagueGame { night, played: Arc::new(GameResult::of(self)) });
        let told = if league.is_some() {
            names.put_into(&mut view);
            Told::by_content(&view)
        } else {
            Told::of(self.version(), &view)
        };
        GameSeen { told, league }
    }

    fn begun(seen: &GameSeen) -> bool {
        seen.told.id() > 0
    }

    fn missing() -> Problem {
        game::Refusal::NoSuchGame.into()
    }

    fn taken(game: GameId) -> Problem {
        game::Refusal::GameIdTaken { game }.into()
    }
}

impl Aggregate for Night {
    type Id = NightId;
    type Event = night::Event;
    type Seen = Arc<Night>;

    const FIRST: &'static str = "scheduled";

    fn stream(id: NightId) -> StreamId {
        id.bytes()
    }

    fn apply(&mut self, event: &night::Event) {
        Night::apply(self, event);
    }

    fn version(&self) -> u64 {
        Night::version(self)
    }

    fn seen(&self, _: &Names) -> Arc<Night> {
        Arc::new(self.clone())
    }

    fn begun(seen: &Arc<Night>) -> bool {
        seen.version() > 0
    }

    fn missing() -> Problem {
        night::Refusal::NoSuchNight.into()
    }

    fn taken(night: NightId) -> Problem {
        night::Refusal::NightIdTaken { night }.into()
    }
}
