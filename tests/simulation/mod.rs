//! Whole nights in process, each from a seed: clients, a network that loses and repeats requests, and servers that are
//! restarted. The invariants are checked after every request and at the end.
//!
//! `PEGOUT_SEED=17 cargo test -p pegout-service --lib simulation` plays one night alone, and `PEGOUT_SEEDS=200..400` the nights of
//! these seeds. A night that breaks an invariant is shortened: see `without.rs`.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod acknowledged;
mod changes;
mod controls;
mod deployment;
mod folds;
mod invariants;
mod messages;
mod network;
mod night;
mod request;
mod seeded;
mod stored_log;
mod table;
mod without;

use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::{env, thread};

use actix_web::rt::System;
use pegout_engine::game::TokenId;
use pegout_league::{Card, CommandId, FirstDealer, Format, HandOuts, NightId, PlayerId, Settings};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

use crate::eventlog_tests::faulty_store::Fault;
use crate::eventlog_tests::postgres;
use acknowledged::Acknowledged;
use deployment::Deployment;
use folds::Folds;
use network::{Client, Repeat};
use pegout_model::league::League;
use pegout_model::player::Player;
use without::Without;

/// The usual number of nights. PEGOUT_SEEDS sets a different one.
const SEEDS: u64 = 40;
/// The number of nights on PostgreSQL, where each takes longer.
const SEEDS_ON_POSTGRES: u64 = 12;
/// The most nights that are shortened.
const SHORTENED: usize = 3;
/// The players of the league: more than come to any night.
const PLAYERS: usize = 26;
/// The place of the coordinator among the clients.
const COORDINATOR: usize = 0;
/// The place of the scorer outside the league.
const SCORER: usize = 1;

/// A night that is simulated.
struct Simulation {
    rng: ChaCha8Rng,
    deployment: Deployment,
    settings: Settings,
    players: Vec<Player>,
    night: NightId,
    scorer: TokenId,
    /// The coordinator, the scorer, and the phones.
    clients: Vec<Client>,
    repeats: Vec<Repeat>,
    /// The ids of the draws of the 50/50.
    fifty_fifty_draws: Vec<CommandId>,
    acknowledged: Acknowledged,
    folds: Folds,
    without: Without,
}

impl Simulation {
    /// The night of a seed, with its league and players stored.
    async fn new(seed: u64, servers: usize, fault: Option<Fault>) -> Simulation {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let deployment = Deployment::new(seed, servers, fault);
        let settings = settings(&mut rng);
        let league = League { name: "Thursday League".to_owned(), settings: settings.clone(), ..League::default() };
        let before = deployment.store.league().await.unwrap();
        deployment.store.put_league(before, league, "2026-01-28".parse().unwrap()).await.unwrap().unwrap();
        messages::add_webhook(&*deployment.store, deployment.now()).await;
        let mut players = Vec::new();
        for number in 0..PLAYERS {
            let (id, name) = (PlayerId::from_bytes(rng.random()), format!("Ada {number} {}", invariants::SURNAME));
            let player = Player { id, name, active_member: number % 6 != 5, phone: None, email: None };
            deployment.store.add_player(player.clone()).await.unwrap();
            players.push(player);
        }
        let (night, scorer) = (NightId::from_bytes(rng.random()), TokenId::from_bytes([0; 16]));
        let holds_fees = settings.hand_outs == HandOuts::Ticked && settings.fee > 0;
        let acknowledged = Acknowledged { holds_fees, ..Acknowledged::default() };
        Simulation {
            rng,
            deployment,
            settings,
            players,
            night,
            scorer,
            clients: Vec::new(),
            repeats: Vec::new(),
            fifty_fifty_draws: Vec::new(),
            acknowledged,
            folds: Folds::default(),
            without: Without::default(),
        }
    }

    /// The bytes of a new id.
    fn id(&mut self) -> [u8; 16] {
        self.rng.random()
    }
}

fn settings(rng: &mut ChaCha8Rng) -> Settings {
    let fee = rng.random_range(0..=2000);
    Settings {
        format: [Format::DoublesMovement, Format::SinglesRotation, Format::FixedPairs][rng.random_range(0..3)],
        card: [Card::PointsShort, Card::GamePoints, Card::PointsScored][rng.random_range(0..3)],
        first_dealer: [FirstDealer::Drawn, FirstDealer::FirstSeat, FirstDealer::TableCuts][rng.random_range(0..3)],
        hand_outs: [HandOuts::Assumed, HandOuts::Ticked][rng.random_range(0..2)],
        games_per_night: rng.random_range(1..=4),
        fee,
        draw_part: rng.random_range(0..=fee),
        draw_percent: rng.random_range(0..=100),
        pot_percent: rng.random_range(0..=100),
        prize_shares: [vec![50, 30, 20], vec![100], vec![40, 30, 20, 10], vec![]][rng.random_range(0..4)].clone(),
        ..Settings::default()
    }
}

/// Plays the night of a seed, and returns the first violation.
fn play(seed: u64, servers: usize, fault: Option<Fault>, without: Without) -> Result<(), String> {
    let night = async {
        let servers = if without.other_servers { 1 } else { servers };
        let mut simulation = Simulation::new(seed, servers, fault).await;
        simulation.without = without;
        simulation.play().await?;
        simulation.check_all().await
    };
    let outcome = catch_unwind(AssertUnwindSafe(|| System::new().block_on(night)));
    outcome.unwrap_or_else(|_| Err("a panic".to_owned()))
}

/// The seed or the range of seeds that the environment names, or the first of all.
fn seeds() -> Range<u64> {
    let number = |number: &str| number.parse::<u64>().expect("a whole number");
    let usual = if postgres::cluster().is_some() { SEEDS_ON_POSTGRES } else { SEEDS };
    if let Ok(seed) = env::var("PEGOUT_SEED") {
        return number(&seed)..number(&seed) + 1;
    }
    let Ok(seeds) = env::var("PEGOUT_SEEDS") else { return 0..usual };
    seeds.split_once("..").map_or_else(|| 0..number(&seeds), |(first, end)| number(first)..number(end))
}

/// Every third night has two servers on one store.
const fn servers(seed: u64) -> usize {
    if seed % 3 == 2 { 2 } else { 1 }
}

#[test]
fn nights_of_lost_and_repeated_requests_keep_the_invariants() {
    let (seeds, without) = (seeds(), Without::of_the_environment());
    let next = AtomicU64::new(seeds.start);
    let work = || {
        let mine = std::iter::repeat_with(|| next.fetch_add(1, Ordering::Relaxed)).take_while(|seed| *seed < seeds.end);
        mine.filter(|seed| play(*seed, servers(*seed), None, without).is_err()).collect::<Vec<_>>()
    };
    let broken: Vec<u64> = thread::scope(|scope| {
        let threads = thread::available_parallelism().map_or(1, usize::from);
        let running: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        running.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
    });
    let lines = broken.iter().take(SHORTENED).map(|seed| {
        let (without, violation) = without::shortened(*seed, servers(*seed), None, without);
        let command = "cargo test -p pegout-service --lib simulation";
        format!("{violation}\n    PEGOUT_SEED={seed} PEGOUT_WITHOUT={without} {command}\n")
    });
    assert!(broken.is_empty(), "these nights break an invariant: {broken:?}\n{}", lines.collect::<String>());
}
