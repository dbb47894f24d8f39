//! The crash drill: the service is killed while everybody pegs, started again on the same file, and everybody sends
//! what was not acknowledged, and also what was. `tests/crash/drill 100` does it a hundred times.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;
use std::thread;
use std::time::Duration;

use serde_json::Value;

use crate::hall::{Ask, Table, unlimited};
use crate::service::Service;

const TABLES: u32 = 8;
const PHONES: u32 = 2;
/// So many pegs end no game, even if all stand.
const PEGS_OF_A_GAME: u32 = 200;

/// What became of what was asked: whether it was acknowledged.
type Asked = BTreeMap<(Table, Ask), bool>;

#[test]
fn a_crash_loses_nothing_that_was_acknowledged_and_makes_nothing_up() {
    let rounds: u64 = std::env::var("PEGOUT_DRILL_ROUNDS").map_or(10, |rounds| rounds.parse().unwrap());
    let directory = Arc::new(tempfile::tempdir().unwrap());
    let (mut tables, mut acknowledged, mut open, mut found) = (0, 0, 0, 0);
    let mut before: Vec<(Table, Value)> = Vec::new();
    for round in 0..rounds {
        let mut service = Service::start_in(directory.clone(), unlimited);
        for (table, game) in before.drain(..) {
            assert_eq!(table.game(&service), game, "what nobody touched since is as it was, round {round}");
        }
        let first = Table(tables);
        let asked = peg_until_killed(&mut service, first, 100 + 37 * (round % 17));
        tables = asked.keys().map(|(table, _)| table.0).max().unwrap_or(tables) + TABLES;

        let service = Service::start_in(directory.clone(), unlimited);
        let (was_open, was_found) = check(&service, &asked);
        resend(&service, &asked);
        acknowledged += asked.values().filter(|acknowledged| **acknowledged).count();
        (open, found) = (open + was_open, found + was_found);
        let mut played: Vec<Table> = asked.keys().map(|(table, _)| *table).collect();
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

/// Every phone asks one thing after the other until nobody answers, which is so after so many answers.
fn peg_until_killed(service: &mut Service, first: Table, answers: u64) -> Asked {
    let answered = AtomicU64::new(0);
    let asked = thread::scope(|scope| {
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
    asked
}

/// A phone's evening: its share of the pegs of one game after the other at its place, every fifth taken back.
fn play(service: &Service, first: Table, phone: u32, answered: &AtomicU64) -> Asked {
    let (place, phone) = (phone / PHONES, phone % PHONES);
    let mut asked = Asked::new();
    for table in (0..).map(|game| Table(first.0 + place + game * TABLES)) {
        // Both phones begin the game, with the same content.
        if service.try_to_tell(table.begin()).is_err() {
            return asked;
        }
        for peg in (phone..PEGS_OF_A_GAME).step_by(PHONES as usize) {
            let taken_back = (peg % 5 == 0).then_some(Ask::TakeBack(peg));
            for ask in [Ask::Peg(peg)].into_iter().chain(taken_back) {
                match service.try_to_tell(table.ask(ask)) {
                    Ok(answer) => {
                        assert!(answer.status == 200 || answer.status == 201, "{}", answer.text);
                        answered.fetch_add(1, Relaxed);
                        asked.insert((table, ask), true);
                    }
                    Err(_) => {
                        asked.insert((table, ask), false);
                        return asked;
                    }
                }
            }
        }
    }
    asked
}

/// Everything that was acknowledged is in the log once, and nothing that was not asked for. Says how much was on its
/// way, and how much of that is in the log.
fn check(service: &Service, asked: &Asked) -> (usize, usize) {
    let mut there = Vec::new();
    let mut tables: Vec<Table> = asked.keys().map(|(table, _)| *table).collect();
    tables.dedup();
    for table in tables {
        for (peg, stands) in table.log(service) {
            there.push((table, Ask::Peg(peg)));
            there.extend((!stands).then_some((table, Ask::TakeBack(peg))));
        }
        table.is_its_log(service);
    }
    there.sort();
    for what in &there {
        assert!(asked.contains_key(what), "{what:?} is in the log and was never asked for");
    }
    let (mut open, mut found) = (0, 0);
    for (what, acknowledged) in asked {
        let is_there = there.binary_search(what).is_ok();
        assert!(is_there || !acknowledged, "{what:?} was acknowledged and is lost");
        open += usize::from(!acknowledged);
        found += usize::from(!acknowledged && is_there);
    }
    (open, found)
}

/// Everybody sends everything again: what is there stays as it is, what is not comes to be there once.
fn resend(service: &Service, asked: &Asked) {
    thread::scope(|scope| {
        let mut tables: Vec<Table> = asked.keys().map(|(table, _)| *table).collect();
        tables.dedup();
        for table in tables {
            let asked = asked.range((table, Ask::Peg(0))..=(table, Ask::TakeBack(u32::MAX)));
            let asked = asked.map(|((_, ask), _)| *ask).collect();
            scope.spawn(move || resend_at(service, table, asked));
        }
    });
}

fn resend_at(service: &Service, table: Table, asked: Vec<Ask>) {
    let before = table.log(service);
    let mut expected = BTreeMap::new();
    for ask in asked {
        let (status, peg, stands) = match ask {
            Ask::Peg(peg) if !before.contains_key(&peg) => (201, peg, true),
            Ask::Peg(peg) => (200, peg, true),
            Ask::TakeBack(peg) => (200, peg, false),
        };
        service.tell(table.ask(ask)).ok(status);
        expected.insert(peg, stands);
    }
    assert_eq!(table.log(service), expected, "{table:?}");
    table.is_its_log(service);
}
