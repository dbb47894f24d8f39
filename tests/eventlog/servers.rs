//! Two servers on one store, and the check of an invariant with them.

use std::ffi::OsString;
use std::net::{IpAddr, Ipv4Addr};
use std::panic::Location as Place;
use std::path::Path;
use std::sync::Arc;

use actix_web::rt::System;
use pegout_engine::Rules;
use pegout_engine::game::{Action, GameId, Occasion, Peg, PegFor, PegId, Setup, Side};
use rusqlite::Connection;
use serde_json::Value;
use tempfile::TempDir;

use super::faulty_store::{Fault, FaultyStore};
use super::gate::Gate;
use super::postgres;
use crate::auth::caller::Caller;
use crate::problem::Problem;
use crate::services::Services;
use crate::services::games::GameOutcome;
use pegout_model::clock::{Clock, ManualClock};
use pegout_model::grant::Grant;
use pegout_model::random::{Ids, SystemRandom};
use pegout_model::token::Token;
use pegout_store::{Location, Store, StoredEvent, StreamId};

/// The address of every request.
pub const ADDRESS: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);
/// The name of the database.
const DATABASE: &str = "pegout.db";
/// The time of every scenario, in milliseconds since 1970.
const START_MILLIS: i64 = 1_769_900_000_000;

/// Two servers on one store, each with its own cache and locks.
pub struct Servers {
    /// The first.
    pub a: Services,
    /// The second.
    pub b: Services,
    /// The store.
    pub store: Arc<dyn Store>,
    /// The gate at which a write of either server waits.
    pub gate: Arc<Gate>,
    /// The gate at which a read of the merges waits once it has them.
    pub merges_gate: Arc<Gate>,
    /// A caller with the coordinator's rights.
    pub coordinator: Caller,
    /// A caller who keeps the score of the games outside the league.
    pub scorer: Caller,
    /// The clock of both servers.
    pub clock: Arc<ManualClock>,
    ids: Ids,
    folder: Arc<TempDir>,
}

/// A new folder, in memory where the system has such a file system: no test depends on the disk.
pub fn folder() -> Arc<TempDir> {
    let memory = Path::new("/dev/shm");
    Arc::new(if memory.is_dir() { tempfile::tempdir_in(memory) } else { tempfile::tempdir() }.unwrap())
}

/// The store of a folder, with a fault or none.
pub fn open(folder: &Arc<TempDir>, fault: Option<Fault>) -> Arc<dyn Store> {
    match fault {
        Some(fault) => Arc::new(FaultyStore::new(store_of(folder), fault)),
        None => store_of(folder),
    }
}

/// The store of a folder: a file in it, or the database of PostgreSQL that belongs to it.
fn store_of(folder: &Arc<TempDir>) -> Arc<dyn Store> {
    postgres::provide(folder, Place::caller());
    let address = postgres::database_of(folder).map(OsString::from);
    let location = Location::try_from(address.unwrap_or_else(|| folder.path().join(DATABASE).into())).unwrap();
    location.open(None).unwrap()
}

/// Asserts that a scenario keeps its invariant, and breaks it on a store that compares no versions.
pub fn assert_invariant(scenario: impl AsyncFn(&Servers) -> Result<(), String>) {
    System::new().block_on(async {
        if let Err(violation) = scenario(&Servers::new(None)).await {
            panic!("{violation}");
        }
        let control = scenario(&Servers::new(Some(Fault::Unchecked))).await;
        assert!(control.is_err(), "the scenario keeps its invariant without versions too, so it tests nothing");
    });
}

/// Returns the violation unless the invariant is kept.
pub fn ensure(is_kept: bool, violation: impl Into<String>) -> Result<(), String> {
    if is_kept { Ok(()) } else { Err(violation.into()) }
}

/// The last part of a problem's type; `ok` if there is no problem.
pub fn slug<T>(result: &Result<T, Problem>) -> String {
    let Err(problem) = result else { return "ok".to_owned() };
    let problem = serde_json::to_value(problem).unwrap();
    problem["type"].as_str().unwrap().trim_start_matches("/problems/").to_owned()
}

impl Servers {
    /// Two servers on a new store, with a fault or none.
    pub fn new(fault: Option<Fault>) -> Servers {
        let folder = folder();
        let store = FaultyStore::new(store_of(&folder), fault.unwrap_or(Fault::Conflicts(0)));
        let (gate, merges_gate) = (store.gate.clone(), store.merges_gate.clone());
        let store: Arc<dyn Store> = Arc::new(store);
        let clock = Arc::new(ManualClock::default());
        clock.set(START_MILLIS);
        let services = || Services::new(store.clone(), clock.clone(), Arc::new(SystemRandom));
        let caller = |grant| Caller::new(Token::random(&SystemRandom), grant, ADDRESS);
        Servers {
            a: services(),
            b: services(),
            coordinator: caller(Grant::Coordinator { name: None, expires_at: clock.now() }),
            scorer: caller(Grant::Scorer),
            store,
            gate,
            merges_gate,
            ids: Ids::new(clock.clone(), Arc::new(SystemRandom)),
            clock,
            folder,
        }
    }

    /// A server with an empty cache.
    pub fn fresh(&self) -> Services {
        Services::new(self.store.clone(), self.clock.clone(), Arc::new(SystemRandom))
    }

    /// Another program's connection to the database, which is a file.
    pub fn database(&self) -> Connection {
        Connection::open(self.folder.path().join(DATABASE)).unwrap()
    }

    /// The bytes of a new id.
    pub fn id(&self) -> [u8; 16] {
        self.ids.next()
    }

    /// A peg with a new id.
    pub fn peg(&self, side: u8, points: u8) -> Action {
        let id = PegId::from_bytes(self.id());
        Action::Peg(Peg {
            id,
            side,
            player: None,
            points,
            earned_by: PegFor::Other,
            cards: None,
            starter: None,
            tapped_at: None,
            deal: None,
            device: None,
        })
    }

    /// The setup of a new game of the scorer's.
    pub fn setup(&self) -> Setup {
        let sides = ["North", "South"].map(|name| Side::from_player(name.to_owned())).to_vec();
        let setup = Setup::new(GameId::from_bytes(self.id()), sides, Rules::default(), 0);
        let occasion = Occasion::Table { scorer: Some(self.scorer.token.hash().id()), previous: None };
        Setup { occasion, ..setup }
    }

    /// A game of the scorer's in both caches, with these commands carried out.
    pub async fn game(&self, actions: impl IntoIterator<Item = Action>) -> GameId {
        let setup = self.setup();
        let game = setup.game;
        self.a.games.begin(setup, None, &self.scorer.token, ADDRESS).await.unwrap();
        for action in actions {
            self.send(&self.a, game, action).await.unwrap();
        }
        self.load(game).await;
        game
    }

    /// Loads a game into the caches of both servers.
    pub async fn load(&self, game: GameId) {
        self.a.games.game(game).await.unwrap();
        self.b.games.game(game).await.unwrap();
    }

    /// Carries out a command of the scorer's on one of the servers.
    pub async fn send(&self, server: &Services, game: GameId, action: Action) -> Result<GameOutcome, Problem> {
        server.games.command(game, self.scorer.clone(), None, action).await
    }

    /// The stored events of a stream.
    pub async fn events(&self, stream: impl Into<StreamId>) -> Vec<StoredEvent> {
        self.store.events(stream.into()).await.unwrap()
    }

    /// The number of stored events of one kind.
    pub async fn count(&self, stream: impl Into<StreamId>, kind: &str) -> usize {
        let kinds = self.events(stream).await.into_iter().map(|stored| serde_json::from_str(&stored.body).unwrap());
        kinds.filter(|event: &Value| event["kind"] == kind).count()
    }
}
