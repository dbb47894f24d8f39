//! The crash drill: the service is killed under load and restarted on the same file. Every phone then repeats all its
//! requests, acknowledged or not. `tests/crash/drill 100` does this a hundred times.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;
use std::thread;
use std::time::Duration;

use serde_json::Value;

use crate::support::service::{Service, unlimited};
use crate::support::table::{Change, Table};

const TABLES: u32 = 8;
const PHONES: u32 = 2;
/// The pegs of one game, too few to end it.
const PEGS_OF_A_GAME: u32 = 200;

/// The requested changes, each true if it was acknowledged.
type Requested = BTreeMap<(Table, Change), bool>;

#[test]
fn a_crash_loses_no_acknowledged_change_and_invents_none() {
    let rounds: u64 = std::env::var("PEGOUT_DRILL_ROUNDS").map_or(10, |rounds| rounds.parse().unwrap());
    let directory = Arc::new(tempfile::tempdir().unwrap());
    let (mut tables, mut acknowledged, mut open, mut found) = (0, 0, 0, 0);
    let mut before: Vec<(Table, Value)> = Vec::new();
    for round in 0..rounds {
        let mut service = Service::start_in(directory.clone(), unlimited);
        for (table, game) in before.drain(..) {
            assert_eq!(table.game(&service), game, "an untouched game has changed, round {round}");
        }
        let first = Table(tables);
        let requested = peg_until_killed(&mut service, first, 100 + 37 * (round % 17));
        tables = requested.keys().map(|(table, _)| table.0).max().unwrap_or(tables) + TABLES;

        let service = Service::start_in(directory.clone(), unlimited);
        let (was_open, was_found) = check(&service, &requested);
        resend(&service, &requested);
        acknowledged += requested.values().filter(|acknowledged| **acknowledged).count();
        (open, found) = (open + was_open, found + was_found);
        let mut played: Vec<Table> = requested.keys().map(|(table, _)| *table).collect();
        played.dedup();
        before.extend(played.into_iter().map(|table| (table, table.game(&service))));
    }
    println!(
        "{rounds} crashes: {acknowledged} changes acknowledged, all there once; {open} on their way, of which {found} \
         were stored; all {} sent again, and there once",
        acknowledged + open
    );
    assert!(acknowledged > 0 && open > 0, "the drill must kill while everybody pegs");
}

/// Sends changes from every phone and kills the service after this number of responses.
fn peg_until_killed(service: &mut Service, first: Table, answers: u64) -> Requested {
    let answered = AtomicU64::new(0);
    let requested = thread::scope(|scope| {
        let (running, answered) = (&*service, &answered);
        let phones: Vec<_> =
            (0..TABLES * PHONES).map(|phone| scope.spawn(move || play(running, first, phone, answered))).collect();
        while answered.load(Relaxed) < answers && !phones.iter().any(|phone| phone.is_finished()) {
            thread::sleep(Duration::from_millis(1));
        }
        running.signal("-KILL");
        phones.into_iter().flat_map(|phone| phone.join().unwrap()).collect()
    });
    service.child.wait().unwrap();
    requested
}

/// Plays one phone's share of the pegs of consecutive games, with every fifth peg taken back.
fn play(service: &Service, first: Table, phone: u32, answered: &AtomicU64) -> Requested {
    let (place, phone) = (phone / PHONES, phone % PHONES);
    let mut requested = Requested::new();
    for table in (0..).map(|game| Table(first.0 + place + game * TABLES)) {
        // Both phones begin the game with the same body.
        if service.try_dispatch(table.begin()).is_err() {
            return requested;
        }
        for peg in (phone..PEGS_OF_A_GAME).step_by(PHONES as usize) {
            let taken_back = (peg % 5 == 0).then_some(Change::TakeBack(peg));
            for change in [Change::Peg(peg)].into_iter().chain(taken_back) {
                match service.try_dispatch(table.request(change)) {
                    Ok(answer) => {
                        assert!(answer.status == 200 || answer.status == 201, "{}", answer.text);
                        answered.fetch_add(1, Relaxed);
                        requested.insert((table, change), true);
                    }
                    Err(_) => {
                        requested.insert((table, change), false);
                        return requested;
                    }
                }
            }
        }
    }
    requested
}

/// Asserts that the log has every acknowledged change once, and only requested changes. Returns the number of
/// unacknowledged changes, and how many of them are in the log.
fn check(service: &Service, requested: &Requested) -> (usize, usize) {
    let mut there = Vec::new();
    let mut tables: Vec<Table> = requested.keys().map(|(table, _)| *table).collect();
    tables.dedup();
    for table in tables {
        for (peg, stands) in table.log(service) {
            there.push((table, Change::Peg(peg)));
            there.extend((!stands).then_some((table, Change::TakeBack(peg))));
        }
        table.assert_equals_log(service);
    }
    there.sort();
    for change in &there {
        assert!(requested.contains_key(change), "{change:?} is in the log and was never requested");
    }
    let (mut open, mut found) = (0, 0);
    for (change, acknowledged) in requested {
        let is_there = there.binary_search(change).is_ok();
        assert!(is_there || !acknowledged, "{change:?} was acknowledged and is lost");
        open += usize::from(!acknowledged);
        found += usize::from(!acknowledged && is_there);
    }
    (open, found)
}

/// Repeats every request: stored changes stay, and missing ones are stored once.
fn resend(service: &Service, requested: &Requested) {
    thread::scope(|scope| {
        let mut tables: Vec<Table> = requested.keys().map(|(table, _)| *table).collect();
        tables.dedup();
        for table in tables {
            let requested = requested.range((table, Change::Peg(0))..=(table, Change::TakeBack(u32::MAX)));
            let requested = requested.map(|((_, change), _)| *change).collect();
            scope.spawn(move || resend_at(service, table, requested));
        }
    });
}

fn resend_at(service: &Service, table: Table, requested: Vec<Change>) {
    let before = table.log(service);
    let mut expected = BTreeMap::new();
    for change in requested {
        let (status, peg, stands) = match change {
            Change::Peg(peg) if !before.contains_key(&peg) => (201, peg, true),
            Change::Peg(peg) => (200, peg, true),
            Change::TakeBack(peg) => (200, peg, false),
        };
        service.dispatch(table.request(change)).ok(status);
        expected.insert(peg, stands);
    }
    assert_eq!(table.log(service), expected, "{table:?}");
    table.assert_equals_log(service);
}
