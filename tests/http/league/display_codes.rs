//! Televisions that show a code and are let in by it.

use serde_json::{Value, json};

use crate::support::league::{League, list, text};
use crate::support::service::{Answer, PASSWORD, Service};

const DISPLAYS: &str = "/api/v1/displays";
const CODES: &str = "/api/v1/displays/codes";

fn token(number: usize) -> String {
    format!("{number:042}A")
}

/// The code that the television of this number shows.
fn shown(league: &League, number: usize) -> Value {
    league.post(CODES, &json!({"token": token(number)})).ok(200)
}

fn code(league: &League, number: usize) -> String {
    text(&shown(league, number)["code"])
}

fn let_in(league: &League, name: &str, code: &str) -> Answer {
    league.as_coordinator("POST", DISPLAYS, &json!({"name": name, "code": code}))
}

fn reads(league: &League, number: usize) -> u16 {
    league.request("GET", "/api/v1/nights", &token(number), None).status
}

#[test]
fn a_television_is_let_in_by_its_code_and_only_reads_what_displays_read() {
    let league = League::open();
    let night = league.night(&league.players(4));
    let first = shown(&league, 1);
    assert_eq!(shown(&league, 1), first, "a repeat gets the same code");
    let letters = text(&first["code"]);
    let link = format!("{}/#/displays?code={letters}", league.url);
    assert_eq!(first["link"], link.replace("localhost", "127.0.0.1"));
    assert_ne!(code(&league, 2), letters);
    assert_eq!(reads(&league, 1), 401, "a code alone opens nothing");

    let typed = format!(" {}-{} ", letters[..3].to_lowercase(), &letters[3..]);
    let answer = let_in(&league, "The hall", &typed);
    let location = answer.header("location").to_owned();
    let display = answer.ok(201);
    assert_eq!(display, json!({"id": display["id"], "name": "The hall"}), "the television alone has the token");
    assert_eq!(location, format!("{DISPLAYS}/{}", text(&display["id"])));
    assert_eq!(list(&league.get(DISPLAYS).ok(200)["displays"])[0]["id"], display["id"]);

    assert_eq!(reads(&league, 1), 200);
    let seen = league.request("GET", &night.path(""), &token(1), None).ok(200);
    assert_eq!(seen["join_code"], night.code());
    for (method, path, body) in [
        ("GET", "/api/v1/players", None),
        ("GET", DISPLAYS, None),
        ("POST", DISPLAYS, Some(json!({"name": "Another"}))),
        ("POST", &night.path("/rounds"), Some(json!({"round": 1}))),
    ] {
        league.request(method, path, &token(1), body.as_ref()).problem(403, "forbidden");
    }
    assert_eq!(reads(&league, 2), 401, "the other television still waits");
}

#[test]
fn a_code_is_used_once_and_a_repeat_of_the_request_adds_nothing() {
    let league = League::open();
    let letters = code(&league, 1);
    let statuses: Vec<u16> = std::thread::scope(|scope| {
        let all: Vec<_> = (0..8).map(|_| scope.spawn(|| let_in(&league, "The hall", &letters).status)).collect();
        all.into_iter().map(|one| one.join().unwrap()).collect()
    });
    assert_eq!(statuses.iter().filter(|status| **status == 201).count(), 1, "{statuses:?}");
    assert_eq!(statuses.iter().filter(|status| **status == 200).count(), 7, "{statuses:?}");
    let problem = let_in(&league, "The bar", &letters).problem(404, "not-found");
    assert_eq!(problem["errors"][0]["pointer"], "/code");
    let problem = league.post(CODES, &json!({"token": token(1)})).problem(409, "already-used");
    assert!(text(&problem["detail"]).contains("needs no code"), "{problem}");
    assert_eq!(list(&league.get(DISPLAYS).ok(200)["displays"]).len(), 1);
}

#[test]
fn a_display_that_was_removed_comes_back_by_a_new_token_and_a_new_code_only() {
    let league = League::open();
    let letters = code(&league, 1);
    let id = text(&let_in(&league, "The hall", &letters).ok(201)["id"]);
    league.as_coordinator("DELETE", &format!("{DISPLAYS}/{id}"), &json!({})).ok(200);
    assert_eq!(reads(&league, 1), 401);
    let_in(&league, "The hall", &letters).problem(404, "not-found");
    league.post(CODES, &json!({"token": token(1)})).problem(410, "display-removed");
    let_in(&league, "The hall", &code(&league, 2)).ok(201);
    assert_eq!([reads(&league, 1), reads(&league, 2)], [401, 200]);
}

#[test]
fn an_expired_code_lets_nobody_in_and_is_deleted() {
    let league = League::open();
    let expired = [code(&league, 1), code(&league, 2)];
    league.sql().change("UPDATE display_code SET expires_at = expires_at - 300000");
    for letters in &expired {
        let problem = let_in(&league, "The hall", letters).problem(404, "not-found");
        assert!(text(&problem["detail"]).starts_with("No television shows the code"), "{problem}");
    }
    let newer = code(&league, 1);
    assert_ne!(newer, expired[0]);
    assert_eq!(league.sql().number("SELECT count(*) FROM display_code"), 1);
    let league = league.start_again();
    let_in(&league, "The hall", &newer).ok(201);
    assert_eq!(reads(&league, 1), 200, "a code outlives a restart");
}

#[test]
fn wrong_codes_of_televisions_count_with_the_wrong_join_codes() {
    let service = Service::start_with(|command| command.args(["--wrong-codes", "7"]).env("PEGOUT_PASSWORD", PASSWORD));
    let league = League::new(service);
    let letters = code(&league, 1);
    for wrong in ["AAAAAA", "aaaaaa", "K7", "", "ÄÖÜ"] {
        let_in(&league, "The hall", wrong).problem(404, "not-found");
    }
    let join = || league.post("/api/v1/nights/join", &json!({"code": "AAAAAA"}));
    (0..2).for_each(|_| drop(join().problem(404, "not-found")));
    join().problem(429, "too-many-requests");
    let refused = let_in(&league, "The hall", "AAAAAA");
    assert!(refused.header("retry-after").parse::<u32>().unwrap() >= 1);
    refused.problem(429, "too-many-requests");
    let_in(&league, "The hall", &letters).ok(201);
}

#[test]
fn a_display_has_a_token_or_a_code() {
    let league = League::open();
    let letters = code(&league, 1);
    let body = json!({"name": "The hall", "code": letters, "token": token(2)});
    let problem = league.as_coordinator("POST", DISPLAYS, &body).problem(422, "invalid");
    assert_eq!(problem["errors"][0]["pointer"], "/code");
    for body in [json!({}), json!({"token": "short"})] {
        assert_eq!(league.post(CODES, &body).problem(422, "invalid")["errors"][0]["pointer"], "/token");
    }
    let problem = league.post(CODES, &json!({"token": league.token})).problem(409, "already-used");
    assert_eq!(problem["errors"][0]["pointer"], "/token");
}

#[test]
fn a_flood_of_codes_is_bounded_for_each_address_and_for_all_of_them() {
    let service = Service::start_with(|command| command.arg("--behind-proxy").env("PEGOUT_PASSWORD", PASSWORD));
    let league = League::new(service);
    let ask = |address: usize, number: usize| {
        let from = format!("192.0.2.{address}");
        league.ask("POST", CODES, &[("X-Forwarded-For", &from)], Some(&json!({"token": token(number)})))
    };
    let first = ask(0, 0).ok(200);
    (1..20).for_each(|number| drop(ask(0, number).ok(200)));
    let refused = ask(0, 20);
    assert!(refused.header("retry-after").parse::<u32>().unwrap() >= 1);
    refused.problem(429, "too-many-requests");
    assert_eq!(ask(0, 0).ok(200), first, "a repeat is no new code");
    (0..180).for_each(|number| drop(ask(1 + number / 18, 100 + number).ok(200)));
    // All codes are taken. The next one takes the place of the oldest of the address with the most.
    let last = ask(200, 400).ok(200);
    assert_eq!(league.sql().number("SELECT count(*) FROM display_code"), 200);
    let_in(&league, "The hall", &text(&first["code"])).problem(404, "not-found");
    let_in(&league, "The hall", &text(&last["code"])).ok(201);
}

#[test]
fn an_address_never_loses_a_code_for_one_of_its_own() {
    let service = Service::start_with(|command| command.arg("--behind-proxy").env("PEGOUT_PASSWORD", PASSWORD));
    let league = League::new(service);
    let ask = |address: usize, number: usize| {
        let from = format!("192.0.2.{address}");
        league.ask("POST", CODES, &[("X-Forwarded-For", &from)], Some(&json!({"token": token(number)})))
    };
    (0..200).for_each(|number| drop(ask(number / 10, number).ok(200)));
    let refused = ask(0, 200);
    assert_eq!(refused.header("ratelimit-policy"), "\"display-codes\";q=200;w=300", "a code lives five minutes");
    refused.problem(429, "too-many-requests");
    ask(20, 200).ok(200);
}
