//! The restore drill: 200 pegs a second, a backup at each interval, and each backup restored and served. It has everything
//! that was acknowledged before it began. `tests/crash/restore` does this for two minutes, with a backup every ten seconds.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::thread;
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::support::command::done;
use crate::support::service::{Service, unlimited};
use crate::support::table::{Change, Table};

const TABLES: u32 = 16;
const PEGS_A_SECOND: u32 = 200;
/// The pegs of one game, too few to end it.
const PEGS_OF_A_GAME: u32 = 200;

/// Pegs, each of a game.
type Pegs = BTreeSet<(Table, u32)>;

/// A backup, and what was acknowledged before it began.
struct Copy {
    name: String,
    before: Pegs,
}

#[test]
fn each_backup_under_load_restores_everything_that_was_acknowledged_before_it_began() {
    let seconds = |name: &str, without: f64| std::env::var(name).map_or(without, |seconds| seconds.parse().unwrap());
    let lasts = Duration::from_secs_f64(seconds("PEGOUT_DRILL_SECONDS", 4.0));
    let interval = Duration::from_secs_f64(seconds("PEGOUT_DRILL_INTERVAL", 1.0));
    let service = Service::start_unlimited();
    let (acknowledged, stop) = (Mutex::new(Pegs::new()), AtomicBool::new(false));
    let copies: Vec<Copy> = thread::scope(|scope| {
        for place in 0..TABLES {
            let (service, acknowledged, stop) = (&service, &acknowledged, &stop);
            scope.spawn(move || play(service, place, acknowledged, stop));
        }
        let copies = back_up(&service, &acknowledged, lasts, interval);
        stop.store(true, Relaxed);
        copies
    });
    let all = acknowledged.into_inner().unwrap();
    for copy in &copies {
        let there = restored(&service.directory, &copy.name);
        let lost: Vec<_> = copy.before.difference(&there).collect();
        assert!(lost.is_empty(), "{} lacks {} pegs: {:?} …", copy.name, lost.len(), &lost[..lost.len().min(5)]);
    }
    let (first, last) = (&copies[0], copies.last().unwrap());
    // The control: the first backup lacks what was acknowledged before the last one began.
    assert!(!last.before.is_subset(&restored(&service.directory, &first.name)), "the drill cannot fail");
    println!(
        "{} backups in {} s, {:.0} pegs a second: each restored, with everything that was acknowledged before it began",
        copies.len(),
        lasts.as_secs(),
        all.len() as f64 / lasts.as_secs_f64()
    );
}

/// Plays consecutive games until it is told to stop, at its part of the pegs of a second.
fn play(service: &Service, place: u32, acknowledged: &Mutex<Pegs>, stop: &AtomicBool) {
    let pause = Duration::from_secs(1) * TABLES / PEGS_A_SECOND;
    let mut due = Instant::now() + pause * place / TABLES;
    for table in (0..).map(|game| Table(place + game * TABLES)) {
        service.dispatch(table.begin()).ok(201);
        for peg in 0..PEGS_OF_A_GAME {
            if stop.load(Relaxed) {
                return;
            }
            thread::sleep(due.saturating_duration_since(Instant::now()));
            due += pause;
            service.dispatch(table.request(Change::Peg(peg))).ok(201);
            acknowledged.lock().unwrap().insert((table, peg));
        }
    }
}

/// Makes a backup whenever one is due.
fn back_up(service: &Service, acknowledged: &Mutex<Pegs>, lasts: Duration, interval: Duration) -> Vec<Copy> {
    let begin = Instant::now();
    let mut copies = Vec::new();
    for number in 1.. {
        let due = interval * number;
        if due > lasts {
            break;
        }
        thread::sleep(due.saturating_sub(begin.elapsed()));
        let before = acknowledged.lock().unwrap().clone();
        let name = format!("copy-{number}.db");
        done(&service.directory, &["backup", &name]);
        copies.push(Copy { name, before });
    }
    copies
}

/// The pegs that a service has which serves this backup.
fn restored(directory: &TempDir, backup: &str) -> Pegs {
    let elsewhere = Arc::new(tempfile::tempdir().unwrap());
    done(&elsewhere, &["restore", directory.path().join(backup).to_str().unwrap()]);
    assert!(done(&elsewhere, &["check"]).contains("is sound"), "{backup}");
    let service = Service::start_in(elsewhere, unlimited);
    let mut pegs = Pegs::new();
    for game in 0.. {
        let tables = (0..TABLES).map(|place| Table(place + game * TABLES));
        let begun: Vec<Table> = tables.filter(|table| service.get(&table.path()).status == 200).collect();
        if begun.is_empty() {
            break;
        }
        for table in begun {
            pegs.extend(table.log(&service).into_keys().map(|peg| (table, peg)));
        }
    }
    pegs
}
