//! Two servers on one database. A test can replace each server at any moment.

use std::collections::BTreeMap;
use std::env;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::process::Command;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, RwLock};
use std::thread;
use std::time::{Duration, Instant};

use postgres::Client;
use tempfile::TempDir;
use ureq::http::Request;

use crate::support::postgres::{cluster, connect, database_of};
use crate::support::service::{Answer, Service, unlimited};
use crate::support::table::{Change, Table};

/// The pegs of one game, too few to end it.
pub const PEGS: u32 = 100;
/// The tables that play at the same time.
pub const TABLES: u32 = 8;
/// The phones at a table, which peg in turn.
pub const PHONES: u32 = 2;
/// The time in which one server knows of what another has changed.
pub const LAG: Duration = Duration::from_secs(1);

/// The options of each server at its start.
pub type Options = fn(&mut Command) -> &mut Command;

/// Two servers on one database.
pub struct Servers {
    directory: Arc<TempDir>,
    options: Options,
    /// The longest time for the repeats of a request.
    pub patience: Duration,
    running: [RwLock<Arc<Service>>; 2],
}

/// A number below the bound, by chance.
pub fn chance(bound: u64) -> u64 {
    RandomState::new().build_hasher().finish() % bound
}

/// A number from the environment.
pub fn number(name: &str, without: u32) -> u32 {
    env::var(name).map_or(without, |number| number.parse().unwrap())
}

impl Servers {
    pub fn start() -> Servers {
        Servers::start_with(unlimited)
    }

    pub fn start_with(options: Options) -> Servers {
        assert!(cluster().is_some(), "PEGOUT_TEST_POSTGRES names no cluster: tests/postgres/drill starts one");
        Servers::start_in(Arc::new(tempfile::tempdir().unwrap()), options)
    }

    /// Two servers on the database of this directory.
    pub fn start_in(directory: Arc<TempDir>, options: Options) -> Servers {
        let start = || RwLock::new(Arc::new(Service::start_in(directory.clone(), options)));
        let running = [start(), start()];
        assert!(database_of(&directory).is_some(), "these servers keep a file");
        Servers { directory, options, patience: Duration::from_secs(60), running }
    }

    pub fn server(&self, place: usize) -> Arc<Service> {
        self.running[place].read().unwrap().clone()
    }

    pub fn both(&self) -> [Arc<Service>; 2] {
        [self.server(0), self.server(1)]
    }

    /// Both, which are no longer replaced.
    pub fn into_both(self) -> [Service; 2] {
        self.running.map(|server| Arc::into_inner(server.into_inner().unwrap()).expect("nobody else asks it"))
    }

    /// One of them, by chance.
    pub fn any(&self) -> Arc<Service> {
        self.server(chance(2) as usize)
    }

    /// Stops a server by this signal and starts a new server in its place.
    pub fn replace(&self, place: usize, signal: &str) {
        self.server(place).signal(signal);
        *self.running[place].write().unwrap() = Arc::new(Service::start_in(self.directory.clone(), self.options));
    }

    /// A connection to their database.
    pub fn sql(&self) -> Client {
        connect(&database_of(&self.directory).unwrap())
    }

    /// Sends a request to a server by chance, and again to another one for as long as there is no answer or 503.
    pub fn insist(&self, request: &Request<Vec<u8>>) -> Insisted {
        let (since, mut tries) = (Instant::now(), 0);
        loop {
            tries += 1;
            let is_over = since.elapsed() > self.patience;
            match self.any().try_dispatch(request.clone()) {
                Ok(answer) if answer.status != 503 || is_over => return Insisted { answer, tries },
                _ => assert!(!is_over, "nobody answers {}", request.uri()),
            }
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// Plays one phone's share of a game, with every fifth peg taken back, up to the first fault.
    pub fn play(&self, table: Table, phone: u32, answered: impl Fn(&Insisted)) -> Result<(), String> {
        let send = |request: Request<Vec<u8>>| {
            let insisted = self.insist(&request);
            answered(&insisted);
            let Answer { status, text, .. } = &insisted.answer;
            let is_taken = matches!(status, 200 | 201);
            is_taken.then_some(()).ok_or_else(|| format!("{} {} is {status} {text}", request.method(), request.uri()))
        };
        // Both phones begin the game with the same body.
        send(table.begin())?;
        for peg in (phone..PEGS).step_by(PHONES as usize) {
            send(table.request(Change::Peg(peg)))?;
            if is_taken_back(peg) {
                send(table.request(Change::TakeBack(peg)))?;
            }
        }
        Ok(())
    }

    /// Plays games at several tables until it is over, each to its end. Returns them.
    pub fn play_until(&self, is_over: &AtomicBool) -> Vec<Table> {
        let played = self.try_play_until(is_over).into_iter();
        played.map(|(table, refused)| refused.map_or(table, |fault| panic!("{fault}"))).collect()
    }

    /// Does the same up to the first fault of each game, which it returns with the game.
    pub fn try_play_until(&self, is_over: &AtomicBool) -> Vec<(Table, Option<String>)> {
        let play = |place: u32| {
            let mut games = Vec::new();
            while !is_over.load(Relaxed) || games.is_empty() {
                let table = Table(place + games.len() as u32 * TABLES);
                let refused = thread::scope(|scope| {
                    let phones = (0..PHONES).map(|phone| scope.spawn(move || self.play(table, phone, |_| ())));
                    let phones: Vec<_> = phones.collect();
                    phones.into_iter().filter_map(|phone| phone.join().unwrap().err()).next()
                });
                games.push((table, refused));
            }
            games
        };
        thread::scope(|scope| {
            let tables: Vec<_> = (0..TABLES).map(|place| scope.spawn(move || play(place))).collect();
            tables.into_iter().flat_map(|table| table.join().unwrap()).collect()
        })
    }

    /// The differences between a game that both phones have played to their end and the game as each server shows it.
    pub fn faults(&self, table: Table) -> Vec<String> {
        let paths = ["/history", ""].map(|rest| format!("{}{rest}", table.path()));
        let tell = || {
            self.both().map(|server| {
                let answers = paths.each_ref().map(|path| server.get(path));
                answers.map(|answer| format!("{} {}", answer.status, answer.text))
            })
        };
        let (since, mut told) = (Instant::now(), tell());
        // The last change may have come through the other server a moment ago.
        while told[0] != told[1] && since.elapsed() < LAG * 3 {
            thread::sleep(Duration::from_millis(20));
            told = tell();
        }
        let mut faults = Vec::new();
        if told[0] != told[1] {
            faults.push(format!("the servers tell {table:?} differently"));
        }
        for server in self.both() {
            match log(&server, table) {
                Ok(log) if log == expected() => table.assert_equals_log(&server),
                Ok(log) => faults.push(format!("{table:?} has {} pegs of {PEGS}, or not as they stand", log.len())),
                Err(fault) => faults.push(format!("{table:?}: {fault}")),
            }
        }
        faults
    }
}

/// An answer, and how often it was asked for.
pub struct Insisted {
    pub answer: Answer,
    pub tries: u32,
}

/// The value of a metric without labels at the server's `/metrics`.
pub fn metric(server: &Service, name: &str) -> f64 {
    let text = server.get("/metrics").text;
    let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    line.unwrap_or_else(|| panic!("no {name} in {text}")).parse().unwrap()
}

/// Waits until `is_so`, at most three times [`LAG`], since a busy machine may be slower.
#[track_caller]
pub fn within_lag(what: &str, is_so: impl Fn() -> bool) {
    let since = Instant::now();
    while !is_so() {
        assert!(since.elapsed() < LAG * 3, "it is not so in time: {what}");
        thread::sleep(Duration::from_millis(10));
    }
}

fn is_taken_back(peg: u32) -> bool {
    peg.is_multiple_of(5)
}

/// All pegs of a game, each true unless it is taken back.
fn expected() -> BTreeMap<u32, bool> {
    (0..PEGS).map(|peg| (peg, !is_taken_back(peg))).collect()
}

/// The pegs of a log, or what is wrong with it.
fn log(server: &Service, table: Table) -> Result<BTreeMap<u32, bool>, String> {
    let answer = server.get(&format!("{}/history", table.path()));
    if answer.status != 200 {
        return Err(format!("the history is {} {}", answer.status, answer.text));
    }
    let mut pegs = BTreeMap::new();
    for (version, event) in (1..).zip(answer.json()["events"].as_array().unwrap()) {
        if event["version"] != version {
            return Err(format!("version {version} is {}", event["version"]));
        }
        let number = |field: &str| u32::from_str_radix(&event[field].as_str().unwrap()[..8], 16).unwrap();
        let is_right = match event["kind"].as_str().unwrap() {
            "begun" => version == 1,
            "pegged" => pegs.insert(number("id"), true).is_none(),
            "peg_taken_back" => pegs.insert(number("peg"), false) == Some(true),
            _ => false,
        };
        if !is_right {
            return Err(format!("{event} stands there once too often"));
        }
    }
    Ok(pegs)
}
