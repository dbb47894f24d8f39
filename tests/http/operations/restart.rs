//! Stop and restart.

use std::fs;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use serde_json::json;

use crate::support::database::{served_before, wait_until};
use crate::support::game::{Game, id, token, two_sides};
use crate::support::postgres::on_file;
use crate::support::service::{PASSWORD, Service, patient, unlimited};
use crate::support::table::{Change, Table};

#[test]
fn games_tokens_and_sessions_survive_a_restart() {
    let service = Service::start_with(|command| command.env("PEGOUT_PASSWORD", PASSWORD));
    let coordinator = service.coordinator();
    let mut body = two_sides();
    body["scorer_token"] = json!(token(1));
    let path = format!("/api/v1/games/{}", id(1));
    service.put(&path, &body).ok(201);
    let game = Game { service: &service, id: id(1), token: token(1) };
    let peg = json!({"side": 0, "points": 8, "for": "hand", "cards": ["8S", "7H", "7D", "AC"], "by": "Ann", "at": "2026-01-31T19:05:00Z"});
    game.peg(1, &peg).ok(201);
    game.peg(2, &json!({"side": 1, "points": 2})).ok(201);
    game.take_back(2).ok(200);
    game.deal(2, 2).ok(201);
    let won = game.win(1);
    game.rematch(3).deal(2, 4).ok(201);
    let look = |service: &Service| {
        [id(1), id(3)].map(|id| ["", "/history"].map(|rest| service.get(&format!("/api/v1/games/{id}{rest}")).text))
    };
    let before = look(&service);
    let service = service.start_again(|command| command.env("PEGOUT_PASSWORD", PASSWORD));
    assert_eq!(look(&service), before);
    let game = Game { service: &service, id: id(1), token: token(1) };
    assert_eq!(service.put(&path, &body).ok(200)["game"]["rematch"], id(3));
    game.peg(1, &peg).ok(200);
    game.peg(2, &json!({"side": 1, "points": 2})).ok(200);
    game.deal(2, 2).ok(200);
    game.peg(2, &json!({"side": 1, "points": 3})).problem(409, "already-used");
    assert_eq!(game.take_back(905).ok(200)["status"], "playing");
    assert_eq!(won["status"], "finished");
    let correction = json!({"scores": [121, 3]});
    service.request("PUT", &game.path("/result"), &coordinator, Some(&correction)).ok(201);
}

#[test]
fn after_a_stop_the_database_is_one_file() {
    let _file = on_file();
    let directory = served_before();
    let beside = fs::metadata(directory.path().join("pegout.db-wal")).map_or(0, |file| file.len());
    assert_eq!(beside, 0, "the write-ahead log is not empty");
    let copy = Arc::new(tempfile::tempdir().unwrap());
    fs::copy(directory.path().join("pegout.db"), copy.path().join("pegout.db")).unwrap();
    let service = Service::start_in(copy, unlimited);
    assert_eq!(Table(1).game(&service)["version"], 1);
}

#[test]
fn a_stop_under_load_waits_for_no_phone_and_keeps_every_acknowledged_peg() {
    let mut service = Service::start_with(|command| patient(unlimited(command)));
    let tables: Vec<Table> = (0..16).map(Table).collect();
    for table in &tables {
        service.dispatch(table.begin()).ok(201);
    }
    let is_signalled = AtomicBool::new(false);
    let acknowledged: Vec<u32> = thread::scope(|scope| {
        let phones = tables.iter().map(|table| scope.spawn(|| peg_until_refused(&service, *table, &is_signalled)));
        let phones: Vec<_> = phones.collect();
        wait_until("everybody pegs", || tables.iter().all(|table| table.game(&service)["version"].as_u64() > Some(5)));
        service.signal("-TERM");
        is_signalled.store(true, Ordering::SeqCst);
        phones.into_iter().map(|phone| phone.join().unwrap()).collect()
    });
    assert!(service.ended().success());
    let service = service.restarted(unlimited);
    for (table, count) in tables.into_iter().zip(acknowledged) {
        let pegs: Vec<u32> = table.log(&service).into_keys().collect();
        // An unacknowledged peg may be stored or not.
        let there = [count, count + 1].map(|count| (0..count).collect());
        assert!(there.contains(&pegs), "{count} pegs of {table:?} were acknowledged, and there are {pegs:?}");
        table.assert_equals_log(&service);
    }
}

/// Pegs until there is no response, half of the pegs at the earliest when the service was told to stop. Returns the number of
/// acknowledged pegs.
fn peg_until_refused(service: &Service, table: Table, is_signalled: &AtomicBool) -> u32 {
    for peg in 0..200 {
        while peg == 100 && !is_signalled.load(Ordering::SeqCst) {
            thread::yield_now();
        }
        match service.try_dispatch(table.request(Change::Peg(peg))) {
            Ok(answer) if answer.status == 201 => {}
            Ok(answer) => {
                answer.problem(503, "unavailable");
                return peg;
            }
            Err(_) => return peg,
        }
    }
    panic!("the stop came too late for {table:?}")
}
