//! 200 pegs a second on a service, each remembered with the moment when it was acknowledged.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU32};
use std::thread::{self, Scope};
use std::time::{Duration, Instant};

use crate::support::database::wait_until;
use crate::support::service::Service;
use crate::support::table::{Change, Table};

/// The tables that play at one moment.
pub const TABLES: u32 = 16;
/// The pegs of all tables in a second.
pub const PEGS_A_SECOND: u32 = 200;
/// The pegs of one game, too few to end it.
const PEGS_OF_A_GAME: u32 = 200;

/// A peg of a game.
pub type Peg = (Table, u32);

/// When a peg was acknowledged, and how long it took.
pub type Acknowledged = (Instant, Duration);

/// The pegs that were acknowledged, and the sign for the clients to stop.
#[derive(Default)]
pub struct Load {
    acknowledged: Mutex<BTreeMap<Peg, Acknowledged>>,
    /// The first games that are played. The games of a place have numbers at the distance of [`TABLES`].
    first: u32,
    /// The number of games that each place has begun.
    begun: [AtomicU32; TABLES as usize],
    stopped: AtomicBool,
}

impl Load {
    /// A load that plays the games from this number on.
    pub fn of_games_from(first: u32) -> Load {
        Load { first, ..Load::default() }
    }

    /// The game that a place has begun last.
    pub fn playing(&self, place: u32) -> Option<Table> {
        let begun = self.begun[(place % TABLES) as usize].load(Relaxed);
        begun.checked_sub(1).map(|game| self.table(place % TABLES, game))
    }

    /// A game of a place, by its number from 0.
    fn table(&self, place: u32, game: u32) -> Table {
        Table(self.first + place + game * TABLES)
    }

    /// True once all shall stop.
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Relaxed)
    }

    /// The number of acknowledged pegs.
    pub fn count(&self) -> usize {
        self.acknowledged.lock().unwrap().len()
    }

    /// Waits until this number of pegs is acknowledged.
    pub fn wait_for(&self, pegs: usize) {
        wait_until("pegs are acknowledged", || self.count() >= pegs);
    }

    /// The acknowledged pegs.
    pub fn acknowledged(&self) -> BTreeMap<Peg, Acknowledged> {
        self.acknowledged.lock().unwrap().clone()
    }

    /// Begins to peg, until [`Load::stop`] or the end of the service.
    pub fn start<'scope>(&'scope self, scope: &'scope Scope<'scope, '_>, service: &'scope Service) {
        for place in 0..TABLES {
            scope.spawn(move || self.play(service, place));
        }
    }

    /// Stops all who peg.
    pub fn stop(&self) {
        self.stopped.store(true, Relaxed);
    }

    /// The pegs that were acknowledged until this moment.
    pub fn until(&self, moment: Instant) -> BTreeSet<Peg> {
        let acknowledged = self.acknowledged.lock().unwrap();
        acknowledged.iter().filter(|(_, (at, _))| *at <= moment).map(|(peg, _)| *peg).collect()
    }

    /// Plays consecutive games, at its part of the pegs of a second.
    fn play(&self, service: &Service, place: u32) {
        let pause = Duration::from_secs(1) * TABLES / PEGS_A_SECOND;
        let mut due = Instant::now() + pause * place / TABLES;
        for game in 0.. {
            let table = self.table(place, game);
            if service.try_dispatch(table.begin()).is_err() {
                return;
            }
            self.begun[place as usize].store(game + 1, Relaxed);
            for peg in 0..PEGS_OF_A_GAME {
                thread::sleep(due.saturating_duration_since(Instant::now()));
                due += pause;
                if self.is_stopped() {
                    return;
                }
                let sent = Instant::now();
                let Ok(answer) = service.try_dispatch(table.request(Change::Peg(peg))) else { return };
                if self.is_stopped() && answer.status == 503 {
                    return;
                }
                assert_eq!(answer.status, 201, "{}", answer.text);
                self.acknowledged.lock().unwrap().insert((table, peg), (Instant::now(), sent.elapsed()));
            }
        }
    }
}

/// All pegs that a service has.
pub fn stored(service: &Service) -> BTreeSet<Peg> {
    let mut pegs = BTreeSet::new();
    for game in 0.. {
        let tables = (0..TABLES).map(|place| Table(place + game * TABLES));
        let begun: Vec<Table> = tables.filter(|table| service.get(&table.path()).status == 200).collect();
        if begun.is_empty() {
            break;
        }
        for table in begun {
            pegs.extend(table.log(service).into_keys().map(|peg| (table, peg)));
        }
    }
    pegs
}
