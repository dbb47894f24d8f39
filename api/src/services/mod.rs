//! The operations on games, nights and the league, without HTTP.

pub mod computing;
pub mod database;
pub mod display_service;
pub mod games;
pub mod league_service;
pub mod monitoring;
pub mod nights;
pub mod phone_service;
pub mod players;
pub mod publication;
pub mod webhooks;

use std::sync::Arc;

use tokio::sync::Semaphore;

use crate::auth::passwords::Passwords;
use crate::auth::rate_limit::FreeGames;
use crate::auth::sessions::{Comparisons, Sessions};
use crate::eventlog::EventLog;
use pegout_model::clock::Clock;
use pegout_model::random::{Ids, Random};
use pegout_store::Store;

use display_service::DisplayService;
use games::GameService;
use league_service::LeagueService;
use nights::NightService;
use nights::feed::NightFeeds;
use phone_service::PhoneService;
use players::player_names::PlayerNames;
use players::player_service::PlayerService;

/// All services on one store, and what they share.
pub struct Services {
    /// The log.
    pub log: Arc<EventLog>,
    /// The tokens.
    pub sessions: Arc<Sessions>,
    /// The comparisons of what is in memory with the store.
    pub comparisons: Arc<Comparisons>,
    /// The passwords.
    pub passwords: Arc<Passwords>,
    /// The games.
    pub games: GameService,
    /// The nights.
    pub nights: NightService,
    /// The phones.
    pub phones: PhoneService,
    /// The displays.
    pub displays: DisplayService,
    /// The players.
    pub players: PlayerService,
    /// The league.
    pub league: LeagueService,
}

impl Services {
    /// The services on this store, by this clock and with this randomness.
    pub fn new(store: Arc<dyn Store>, clock: Arc<dyn Clock>, random: Arc<dyn Random>) -> Services {
        let log = Arc::new(EventLog::new(store.clone()));
        let names = Arc::new(PlayerNames::new(store.clone()));
        let ids = Arc::new(Ids::new(clock.clone(), random.clone()));
        let comparisons = Arc::new(Comparisons::new(store.changes().is_some()));
        let sessions = Arc::new(Sessions::new(store.clone(), clock.clone(), random.clone(), comparisons.clone()));
        let passwords = Arc::new(Passwords::new(store.clone(), random.clone()));
        let games = GameService {
            log: log.clone(),
            names: names.clone(),
            clock: clock.clone(),
            random: random.clone(),
            ids: ids.clone(),
            free_games: Arc::new(FreeGames::unlimited(clock.clone())),
        };
        let nights = NightService {
            log: log.clone(),
            store: store.clone(),
            names: names.clone(),
            sessions: sessions.clone(),
            feeds: NightFeeds::new(log.clone(), store.clone(), names.clone()),
            clock: clock.clone(),
            random: random.clone(),
            summaries: Arc::default(),
            reading_many: Arc::new(Semaphore::new(1)),
            ids: ids.clone(),
        };
        let phones = PhoneService {
            log: log.clone(),
            store: store.clone(),
            names: names.clone(),
            sessions: sessions.clone(),
            random: random.clone(),
        };
        let displays =
            DisplayService { store: store.clone(), sessions: sessions.clone(), clock: clock.clone(), random };
        let players = PlayerService {
            log: log.clone(),
            store: store.clone(),
            names,
            nights: nights.clone(),
            sessions: sessions.clone(),
            ids: ids.clone(),
        };
        let league = LeagueService {
            log: log.clone(),
            store,
            nights: nights.clone(),
            sessions: sessions.clone(),
            passwords: passwords.clone(),
            ids,
            clock,
        };
        Services { log, sessions, comparisons, passwords, games, nights, phones, displays, players, league }
    }
}

/// The effect of a request on what it names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// It is there now and was not before.
    Created,
    /// It has taken the place of another.
    Replaced,
    /// It was there already.
    Unchanged,
}
