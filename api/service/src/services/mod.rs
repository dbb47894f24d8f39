//! The operations on games, nights and the league, without HTTP.

pub mod calendars_and_embeds;
pub mod database;
pub mod display_service;
pub mod figures;
pub mod games;
pub mod league_service;
pub mod ledger_service;
pub mod monitoring;
pub mod nights;
pub mod phone_service;
pub mod players;
pub mod pots;
pub mod season_imports;
pub mod webhooks;
pub mod worker_threads;

use std::sync::Arc;

use pegout_league::night::Night;
use pegout_league::{Ledger, NightId};
use tokio::sync::Semaphore;
use uuid::{Builder, Uuid};

use crate::auth::passwords::Passwords;
use crate::auth::rate_limit::FreeGames;
use crate::auth::sessions::{Comparisons, Sessions};
use crate::eventlog::{Change, EventLog, Transaction};
use crate::outgoing::Receivers;
use crate::problem::Problem;
use pegout_model::clock::Clock;
use pegout_model::grant::Grant;
use pegout_model::player::Merges;
use pegout_model::random::Ids;
use pegout_model::random::Random;
use pegout_store::{LedgerId, Store, StoreError, StreamId};

use display_service::DisplayService;
use figures::FigureService;
use games::GameService;
use league_service::LeagueService;
use ledger_service::LedgerService;
use nights::NightService;
use nights::feed::NightFeeds;
use phone_service::PhoneService;
use players::player_names::PlayerNames;
use players::player_service::PlayerService;
use pots::PotService;
use season_imports::ImportService;
use webhooks::WebhookService;

/// All services on one store.
pub struct Services {
    /// The log.
    pub log: Arc<EventLog>,
    /// The tokens.
    pub sessions: Arc<Sessions>,
    /// The comparisons of memory with the store.
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
    /// The figures of players and of the league.
    pub figures: FigureService,
    /// The ledger.
    pub ledger: LedgerService,
    /// The pots.
    pub pots: PotService,
    /// The imports of seasons.
    pub imports: ImportService,
}

impl Services {
    /// The services on this store, with this clock and this source of randomness.
    pub fn new(store: Arc<dyn Store>, clock: Arc<dyn Clock>, random: Arc<dyn Random>) -> Services {
        let log = Arc::new(EventLog::new(store.clone()));
        let comparisons = Arc::new(Comparisons::new(store.changes().is_some()));
        let sessions = Arc::new(Sessions::new(store.clone(), clock.clone(), random.clone(), comparisons.clone()));
        let passwords = Arc::new(Passwords::new(store.clone(), random.clone()));
        let core = Arc::new(Core {
            log: log.clone(),
            names: Arc::new(PlayerNames::new(store.clone())),
            sessions: sessions.clone(),
            passwords: passwords.clone(),
            ids: Ids::new(clock.clone(), random.clone()),
            store,
            clock,
            random,
        });
        let free_games = Arc::new(FreeGames::unlimited(core.clock.clone()));
        let nights = NightService {
            core: core.clone(),
            feeds: NightFeeds::new(core.clone()),
            summaries: Arc::default(),
            reading_many: Arc::new(Semaphore::new(1)),
        };
        let ledger = LedgerService { core: core.clone(), nights: nights.clone() };
        let pots = PotService { core: core.clone(), nights: nights.clone() };
        let players =
            PlayerService { core: core.clone(), nights: nights.clone(), ledger: ledger.clone(), pots: pots.clone() };
        let league = LeagueService { core: core.clone(), nights: nights.clone() };
        Services {
            log,
            sessions,
            comparisons,
            passwords,
            games: GameService { core: core.clone(), free_games },
            phones: PhoneService { core: core.clone() },
            displays: DisplayService { core: core.clone() },
            pots,
            imports: ImportService { core: core.clone(), nights: nights.clone(), turn: Arc::default() },
            figures: FigureService::new(core, league.clone(), players.clone()),
            league,
            players,
            ledger,
            nights,
        }
    }

    /// The webhooks, whose messages are sent to `receivers`.
    pub fn webhooks(&self, receivers: Arc<dyn Receivers>) -> WebhookService {
        WebhookService { core: self.nights.core.clone(), receivers }
    }
}

/// The parts that the services share.
struct Core {
    log: Arc<EventLog>,
    store: Arc<dyn Store>,
    names: Arc<PlayerNames>,
    sessions: Arc<Sessions>,
    passwords: Arc<Passwords>,
    clock: Arc<dyn Clock>,
    random: Arc<dyn Random>,
    ids: Ids,
}

impl Core {
    async fn night(&self, id: NightId) -> Result<Arc<Night>, Problem> {
        Ok(self.log.nights.snapshot(id).await?.ok_or_else(Problem::no_such_night)?.state)
    }

    /// The ledger as the database has it; empty before its first event.
    async fn ledger(&self) -> Result<Arc<Ledger>, Problem> {
        if self.log.is_shared() {
            self.log.refresh([StreamId::Ledger]).await?;
        }
        Ok(self.log.ledger.snapshot(LedgerId).await?.map(|snapshot| snapshot.state).unwrap_or_default())
    }

    async fn merges(&self) -> Result<Merges, StoreError> {
        Ok(self.store.merges().await?.into_iter().collect())
    }

    /// Has the rights of a night's phones read from the store again after the transaction is stored.
    fn invalidate_phones_when_stored(&self, transaction: &mut Transaction, night: NightId) {
        let sessions = self.sessions.clone();
        let is_of_night = move |grant: &Grant| grant.phone().is_some_and(|phone| phone.night == night);
        transaction.on_commit(move || sessions.invalidate_where(is_of_night));
    }

    /// Notifies the feeds of a change.
    fn announce(&self, change: Change) {
        // Sending fails while no night is watched.
        let _ = self.log.changes.send(change);
    }
}

/// The effect of a request on the thing that it names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// The thing did not exist before.
    Created,
    /// The thing replaced an earlier value.
    Replaced,
    /// The thing existed before and did not change.
    Unchanged,
}

impl Effect {
    /// Returns `Created` for a new thing, else `Unchanged`.
    const fn of(is_new: bool) -> Effect {
        if is_new { Effect::Created } else { Effect::Unchanged }
    }
}

/// Creates a UUID from the first 16 bytes of a hash.
fn uuid_of(hash: &[u8]) -> Uuid {
    let mut bytes = [0; 16];
    bytes.copy_from_slice(&hash[..16]);
    Builder::from_custom_bytes(bytes).into_uuid()
}
