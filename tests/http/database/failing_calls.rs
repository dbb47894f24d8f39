//! Each call that changes a file fails, once or until the end of the service. Every change that was saved is there at the next start.
//! PEGOUT_FAIL_EVERY=1 tries each call in every way. PEGOUT_FAIL_EVERY=41 PEGOUT_FAIL_FROM=3 tries the fourth part of 41.

use std::env;
use std::io::{self, Read};
use std::sync::Arc;

use serde_json::{Value, json};
use tempfile::TempDir;
use ureq::http::Request;

use crate::support::calls::{Calls, Fate};
use crate::support::command::done;
use crate::support::database::{Files, files, folder_with};
use crate::support::game::id;
use crate::support::league::{League, tables};
use crate::support::service::{Service, unlimited};
use crate::support::table::{Change, Table};

/// The distance of the tries without PEGOUT_FAIL_EVERY. It has no factor in common with the number of ways.
const EVERY: usize = 149;
/// The ways of a call to fail: on a broken disk and on a full disk.
const WAYS: [Fate; 4] = [Fate::Fails(5), Fate::Fails(28), Fate::FailsFromHere(5), Fate::FailsFromHere(28)];
/// The most requests that may be refused because one call has failed once. A phone sends this number while all calls fail.
const MOST_REFUSED: usize = 2;
const TABLE: Table = Table(1);
const PEGS: u32 = 13;
const NIGHT: &str = "/api/v1/nights";

/// A phone that changes something on a service whose calls fail.
struct Phone<'service> {
    service: &'service Service,
    /// True if all later calls fail, too.
    is_lasting: bool,
    saved: Vec<Request<Vec<u8>>>,
    refused: Vec<Request<Vec<u8>>>,
    /// The views before the stop, by the request for each.
    views: Vec<(Request<Vec<u8>>, Value)>,
}

impl Phone<'_> {
    /// Sends a change. Returns the body of the answer if the change was saved. After a single failure the phone sends it again. After
    /// lasting failures the phone gives up soon, since SQLite tries for ten seconds to read a log whose index it cannot make.
    fn change(&mut self, request: Request<Vec<u8>>) -> Option<Value> {
        if self.refused.len() >= MOST_REFUSED {
            return None;
        }
        let tries = if self.is_lasting { 1 } else { 1 + MOST_REFUSED };
        for _ in 0..tries {
            let answer = self.service.dispatch(request.clone());
            if matches!(answer.status, 200 | 201) {
                self.saved.push(request);
                return Some(answer.json());
            }
            answer.problem(503, "unavailable");
        }
        assert!(self.is_lasting, "{} {} is still refused after one failure", request.method(), request.uri());
        self.refused.push(request);
        None
    }

    /// Reads a view, which may be refused.
    fn read(&mut self, request: Request<Vec<u8>>) -> Option<Value> {
        let answer = self.service.dispatch(request.clone());
        if answer.status == 503 {
            assert!(self.is_lasting, "{} is refused after one failure", request.uri());
            return None;
        }
        let view = answer.ok(200);
        self.views.push((request, view.clone()));
        Some(view)
    }
}

/// A run of the service: its files before, and what a phone does.
struct Scenario<'scenario> {
    before: Files,
    play: &'scenario dyn Fn(&mut Phone),
}

/// The outcome of a run whose calls failed.
struct Outcome {
    /// True if the call was reached.
    is_reached: bool,
    /// The number of refused changes that are missing.
    missing: usize,
}

/// Starts a service in a folder. Returns the refusal of a service that does not start.
fn start(directory: &Arc<TempDir>, calls: &Calls, failing: Option<(usize, Fate)>) -> Result<Service, String> {
    let (mut output, errors) = io::pipe().unwrap();
    let started = Service::try_start_in(directory, |command| {
        // A line of the log would be a call if the output of the tests is a file.
        let command = calls.counted(unlimited(command).env("RUST_LOG", "off").stderr(errors));
        match failing {
            Some((call, fate)) => calls.at(call, fate, command),
            None => command,
        }
    });
    started.map_err(|status| {
        let mut sentence = String::new();
        output.read_to_string(&mut sentence).unwrap();
        assert_eq!(status.code(), Some(1), "{sentence}");
        assert!(sentence.trim_end().ends_with('.') && !sentence.contains("panicked"), "{sentence}");
        sentence
    })
}

impl Scenario<'_> {
    /// The number of calls of a run without failures.
    fn calls(&self, calls: &Calls) -> usize {
        let mut service = start(&folder_with(&self.before), calls, None).unwrap();
        let mut phone = phone(&service, false);
        (self.play)(&mut phone);
        assert!(phone.refused.is_empty());
        service.stop();
        calls.number()
    }

    fn run(&self, calls: &Calls, call: usize, fate: Fate) -> Outcome {
        let directory = folder_with(&self.before);
        let is_lasting = matches!(fate, Fate::FailsFromHere(_));
        let (mut saved, mut refused, mut views) = (Vec::new(), Vec::new(), Vec::new());
        // A refused start has saved nothing.
        if let Ok(mut service) = start(&directory, calls, Some((call, fate))) {
            let mut phone = phone(&service, is_lasting);
            (self.play)(&mut phone);
            (saved, refused, views) = (phone.saved, phone.refused, phone.views);
            assert!([200, 503].contains(&service.get("/readyz").status));
            service.stop();
        }
        let is_reached = calls.number() >= call;
        if !saved.is_empty() {
            done(&directory, &["check"]);
        }
        let service = Service::start_in(directory.clone(), unlimited);
        if refused.is_empty() {
            for (request, view) in views {
                assert_eq!(service.dispatch(request).ok(200), view, "call {call}, {fate:?}");
            }
        }
        assert_eq!(missing(&service, &saved), 0, "call {call}, {fate:?}");
        let missing = missing(&service, &refused);
        done(&directory, &["check"]);
        Outcome { is_reached, missing }
    }

    fn assert_that_nothing_saved_is_lost(&self) {
        let calls = Calls::new();
        let all = self.calls(&calls);
        let number = |name, usual| env::var(name).map_or(usual, |number| number.parse().unwrap());
        let (from, every): (usize, usize) = (number("PEGOUT_FAIL_FROM", 0), number("PEGOUT_FAIL_EVERY", EVERY));
        let (mut reached, mut missed, mut tries) = (0, 0, 0);
        for attempt in (from..all * WAYS.len()).step_by(every) {
            let Outcome { is_reached, missing } =
                self.run(&calls, 1 + attempt / WAYS.len(), WAYS[attempt % WAYS.len()]);
            tries += 1;
            reached += usize::from(is_reached);
            missed += missing;
        }
        println!("{tries} tries with {all} calls, {reached} of them reached; {missed} refused changes were missing");
        assert!(tries > 4 && reached * 10 > tries * 9, "{reached} of {tries}");
        // The control: a refused change that counts as saved is missed.
        assert!(missed > 0, "the comparison finds nothing");
    }
}

fn phone(service: &Service, is_lasting: bool) -> Phone<'_> {
    Phone { service, is_lasting, saved: Vec::new(), refused: Vec::new(), views: Vec::new() }
}

/// Sends changes again. Returns the number of changes that the service did not have.
#[track_caller]
fn missing(service: &Service, changes: &[Request<Vec<u8>>]) -> usize {
    let is_missing = |change: &&Request<Vec<u8>>| {
        let answer = service.dispatch((*change).clone());
        assert!(matches!(answer.status, 200 | 201), "{} {}: {}", change.method(), change.uri(), answer.text);
        answer.status == 201
    };
    changes.iter().filter(is_missing).count()
}

/// A request with a token. `dispatch` adds the host.
fn request(method: &str, path: &str, token: &str, body: &Value) -> Request<Vec<u8>> {
    let request = Request::builder().method(method).uri(path).header("Authorization", format!("Bearer {token}"));
    request.header("Content-Type", "application/json").body(body.to_string().into_bytes()).unwrap()
}

fn get(path: &str, token: &str) -> Request<Vec<u8>> {
    Request::get(path).header("Authorization", format!("Bearer {token}")).body(Vec::new()).unwrap()
}

#[test]
fn a_game_whose_service_fails_at_any_call_keeps_every_peg_that_was_saved() {
    let play = |phone: &mut Phone| {
        if phone.change(TABLE.begin()).is_none() {
            return;
        }
        let mut last = None;
        for peg in 0..PEGS {
            last = phone.change(TABLE.request(Change::Peg(peg)));
        }
        if last.is_some() {
            phone.change(TABLE.request(Change::TakeBack(PEGS - 1)));
        }
        phone.read(get(&TABLE.path(), &TABLE.token()));
        phone.read(get(&format!("{}/history", TABLE.path()), &TABLE.token()));
    };
    Scenario { before: Files::new(), play: &play }.assert_that_nothing_saved_is_lost();
}

#[test]
fn a_night_whose_service_fails_at_any_call_keeps_every_entry_draw_and_result_that_was_saved() {
    let mut league = League::open();
    let players = league.players(5);
    league.service.stop();
    let (token, before) = (&league.token, files(league.service.directory.path()));
    let night = format!("{NIGHT}/{}", id(1));
    let play = |phone: &mut Phone| {
        let post = |path: &str, body: &Value| request("POST", path, token, body);
        let put = |path: &str, body: &Value| request("PUT", path, token, body);
        if phone.change(post(NIGHT, &json!({"id": id(1), "date": "2026-01-28"}))).is_none() {
            return;
        }
        for player in &players {
            phone.change(put(&format!("{night}/entries/{player}"), &json!({"paid": true})));
        }
        if !phone.refused.is_empty() {
            return;
        }
        let draw = post(&format!("{night}/rounds"), &json!({"id": id(2), "number": 1}));
        let Some(drawn) = phone.change(draw) else { return };
        for (number, table) in (10..).zip(tables(&drawn).remove(0)) {
            let game = format!("/api/v1/games/{}", table.game);
            phone.change(put(&format!("{game}/pegs/{}", id(number)), &json!({"side": 0, "points": 2})));
            let scores: Vec<u32> = (0..table.sides.len() as u32).map(|side| 121 - side * number).collect();
            phone.change(put(&format!("{game}/result"), &json!({"scores": scores})));
            phone.read(get(&game, token));
        }
        phone.change(post(&format!("{night}/fifty-fifty"), &json!({"id": id(3)})));
        phone.read(get(&night, token));
    };
    Scenario { before, play: &play }.assert_that_nothing_saved_is_lost();
}
