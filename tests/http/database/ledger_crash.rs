//! A fee and a stake that a credit pays are an event of their night, and events of the ledger. A service that is killed at any
//! call stores all of them or none.

use std::sync::Arc;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::support::calls::{Calls, Fate};
use crate::support::command::{done, refused, run};
use crate::support::database::{Files, files, folder_with};
use crate::support::game::id;
use crate::support::league::League;
use crate::support::service::{Service, unlimited};

/// A league with a pot and a night, and a member who has four fees ahead.
struct Ahead {
    token: String,
    player: String,
    before: Files,
}

impl Ahead {
    fn new() -> Ahead {
        let mut league = League::open();
        let player = league.player("Ann");
        let body = json!({"from": "outside", "to": "credit", "player_id": player, "amount": 4_000});
        league.as_coordinator("PUT", &format!("/api/v1/ledger/{}", id(1)), &body).ok(201);
        let pot = json!({"name": "29", "stake": 100, "pays": [{"hand": "29", "percent": 100}]});
        league.as_coordinator("PUT", &format!("/api/v1/pots/{}", id(3)), &pot).ok(201);
        league.schedule(&json!({"id": id(2), "date": "2026-01-28"}));
        league.service.stop();
        Ahead { before: files(league.service.directory.path()), player, token: league.token }
    }

    /// Pays the fee and a stake by the credit, and returns true if the answer says so.
    fn pay(&self, service: &Service) -> bool {
        let path = format!("/api/v1/nights/{}/entries/{}", id(2), self.player);
        let body = json!({"paid": true, "pots": [id(3)], "with": "credit"}).to_string().into_bytes();
        let request = ureq::http::Request::put(format!("{}{path}", service.url))
            .header("Authorization", format!("Bearer {}", self.token))
            .header("Content-Type", "application/json");
        service.try_run(request.body(body).unwrap()).is_ok_and(|answer| answer.status == 201)
    }

    /// True if the fee is paid, the money in the pot, and the credit.
    fn state(&self, service: &Service) -> (bool, i64, i64) {
        let get = |path: &str| service.request("GET", path, &self.token, None).ok(200);
        let night: Value = get(&format!("/api/v1/nights/{}", id(2)));
        let statement = get(&format!("/api/v1/players/{}/statement", self.player));
        let balance = get("/api/v1/pots")["pots"][0]["balance"].as_i64().unwrap();
        (night["entries"][0]["paid"] == true, balance, statement["credit"].as_i64().unwrap())
    }

    /// Starts a service that is killed at a call, pays, and returns the answer with the state at the next start.
    fn killed_at(&self, calls: &Calls, call: usize) -> (bool, (bool, i64, i64), Arc<TempDir>) {
        let directory = folder_with(&self.before);
        let started = Service::try_start_in(&directory, |command| {
            calls.at(call, Fate::Killed, calls.counted(unlimited(command)))
        });
        let answered = started.is_ok_and(|mut service| {
            let answered = self.pay(&service);
            // The service may be dead already.
            let _ = service.child.kill();
            service.child.wait().unwrap();
            answered
        });
        let state = self.state(&Service::start_in(directory.clone(), unlimited));
        (answered, state, directory)
    }
}

#[test]
fn a_service_that_is_killed_at_any_call_keeps_a_fee_a_stake_and_their_credit_together() {
    let (ahead, calls) = (Ahead::new(), Calls::new());
    let count = |pays: bool| {
        let directory = folder_with(&ahead.before);
        let mut service = Service::start_in(directory, |command| calls.counted(unlimited(command)));
        assert!(!pays || ahead.pay(&service));
        service.stop();
        calls.number()
    };
    let (idle, paying) = (count(false), count(true));
    println!("{idle} calls without the payment, {paying} with it");
    let mut states = Vec::new();
    for call in 1..=paying {
        let (answered, state, directory) = ahead.killed_at(&calls, call);
        assert!([(false, 0, 4_000), (true, 100, 2_900)].contains(&state), "call {call}: {state:?}");
        assert!(!answered || state.0, "call {call}: the answer said that it was paid");
        done(&directory, &["check"]);
        states.push(state.0);
    }
    assert!(paying > idle && states.contains(&false) && states.contains(&true), "{states:?}");
}

/// Cuts these streams after this number of events, and returns the findings of a check.
fn found_after_cut(streams: &str, version: u32) -> String {
    let ahead = Ahead::new();
    let directory = folder_with(&ahead.before);
    let mut service = Service::start_in(directory.clone(), unlimited);
    assert!(ahead.pay(&service));
    service.stop();
    done(&directory, &["check"]);
    let database = rusqlite::Connection::open(directory.path().join("pegout.db")).unwrap();
    database.execute(&format!("DELETE FROM event WHERE version > {version} AND stream IN ({streams})"), []).unwrap();
    let checksum = format!("SELECT checksum FROM event WHERE stream = stream.id AND version = {version}");
    let head = format!("UPDATE stream SET version = {version}, checksum = ({checksum}) WHERE id IN ({streams})");
    database.execute(&head, []).unwrap();
    drop(database);
    // The mark may know of the missing events.
    let lost = run(&directory, &["check"]);
    let lost = String::from_utf8_lossy(&lost.stderr);
    assert!(!lost.contains("lacks") || lost.contains("  the ledger: changes 3 to 4"), "{lost}");
    run(&directory, &["accept-loss"]);
    refused(&directory, &["check"])
}

#[test]
fn control_a_night_without_the_fee_that_a_credit_has_paid_is_found() {
    let found = found_after_cut("SELECT id FROM night", 1);
    assert!(found.contains("The ledger does not agree with the fees, prizes and stakes of the night"), "{found}");
}

#[test]
fn control_a_ledger_without_the_stake_of_an_entry_is_found() {
    // The money paid ahead and the pot stay.
    let found = found_after_cut("X'ffffffffffffffffffffffffffffffff'", 2);
    assert!(found.contains("The ledger does not agree with the fees, prizes and stakes of the night"), "{found}");
}
