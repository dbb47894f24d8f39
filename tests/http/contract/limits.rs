//! Rate limits.

use serde_json::json;
use ureq::http::Request;

use crate::support::database::wait_until;
use crate::support::game::{Game, id, token, two_sides};
use crate::support::service::{Answer, PASSWORD, Service};

fn few_writes() -> Service {
    Service::start_with(|command| {
        command.args(["--writes", "1", "--writes-at-once", "5"]).env("PEGOUT_PASSWORD", PASSWORD)
    })
}

#[track_caller]
fn refused(answer: Answer) {
    let wait: u64 = answer.header("retry-after").parse().unwrap();
    assert!(wait >= 1, "{wait}");
    answer.problem(429, "too-many-requests");
}

/// Sends numbered requests until a few are refused. Returns the numbers of the accepted requests, and the refusals.
fn until_refused(send: impl Fn(u32) -> Answer) -> (Vec<u32>, Vec<(u32, Answer)>) {
    let (mut accepted, mut refused) = (Vec::new(), Vec::new());
    for number in 1.. {
        match send(number) {
            answer if answer.status == 201 => accepted.push(number),
            answer => refused.push((number, answer)),
        }
        if refused.len() == 5 {
            break;
        }
    }
    (accepted, refused)
}

#[test]
fn too_many_changes_with_one_token_are_429_and_not_stored() {
    let service = few_writes();
    let (game, other) = (Game::two_sided(&service), Game::two_sided(&service));
    let (accepted, late) = until_refused(|number| game.peg(number, &json!({"side": 0, "points": 1})));
    assert!(accepted.len() >= 5, "{accepted:?} were accepted");
    late.into_iter().for_each(|(_, answer)| refused(answer));
    for _ in 0..20 {
        game.view();
        game.history();
    }
    // A read with a token does not count as a change.
    let token = service.coordinator();
    for _ in 0..20 {
        service.request("GET", "/api/v1/players", &token, None).ok(200);
    }
    assert_eq!(game.scores(), [accepted.len() as u64, 0]);
    other.peg(1, &json!({"side": 0, "points": 1})).ok(201);
    wait_until("it may peg again", || game.peg(900, &json!({"side": 0, "points": 1})).status == 201);
}

#[test]
fn too_many_games_from_one_address_are_429_and_not_stored() {
    let service = few_writes();
    let mut body = two_sides();
    body["scorer_token"] = json!(token(1));
    let put = |number: u32| service.put(&format!("/api/v1/games/{}", id(number)), &body);
    let (begun, late) = until_refused(put);
    assert!(begun.len() >= 5, "{begun:?} were begun");
    for (number, answer) in late {
        refused(answer);
        service.get(&format!("/api/v1/games/{}", id(number))).problem(404, "not-found");
    }
    // Each second lets one more begin.
    let late = (0..50).map(|_| service.post("/api/v1/games", &two_sides())).find(|answer| answer.status != 201);
    refused(late.expect("some are refused"));
    for _ in 0..20 {
        service.get("/api/v1/score/hand?cards=5H,5D,5S,JC").ok(200);
    }
    let game = Game { service: &service, id: id(1), token: token(1) };
    game.peg(1, &json!({"side": 0, "points": 1})).ok(201);
}

/// The status for a wrong password from this forwarded address.
fn wrong_password(service: &Service, forwarded: &str) -> u16 {
    let request = Request::post(format!("{}/api/v1/session", service.url));
    let request = request.header("Content-Type", "application/json").header("X-Forwarded-For", forwarded);
    service.run(request.body(br#"{"password": "wrong"}"#.to_vec()).unwrap()).status
}

#[test]
fn behind_a_proxy_the_forwarded_address_counts() {
    let service = Service::start_with(|command| {
        command.args(["--behind-proxy", "--wrong-tries", "1"]).env("PEGOUT_PASSWORD", "fifteen two")
    });
    let attempt = |forwarded: &str| wrong_password(&service, forwarded);
    assert_eq!(attempt("192.0.2.1"), 401);
    assert_eq!(attempt("192.0.2.1"), 429);
    assert_eq!(attempt("198.51.100.9, 192.0.2.1"), 429, "a client must not choose its address");
    assert_eq!(attempt("192.0.2.1, 192.0.2.2"), 401);
    let direct = Service::start_with(|command| command.args(["--wrong-tries", "1"]));
    let attempt = |forwarded: &str| wrong_password(&direct, forwarded);
    assert_eq!((attempt("192.0.2.1"), attempt("192.0.2.2")), (401, 429), "nobody asked to believe the header");
}

#[test]
fn every_notation_of_an_address_counts_as_the_same_address() {
    let service = Service::start_with(|command| {
        command.args(["--behind-proxy", "--wrong-tries", "1"]).env("PEGOUT_PASSWORD", "fifteen two")
    });
    for (host, same) in [
        ("203.0.113.1", ["::ffff:203.0.113.1", "203.0.113.1:4001", "[::ffff:203.0.113.1]:4002"]),
        ("::ffff:203.0.113.2", ["203.0.113.2", "203.0.113.2:4001", "198.51.100.9, 203.0.113.2:4002"]),
        ("203.0.113.3:4001", ["203.0.113.3:4002", "203.0.113.3", "::ffff:203.0.113.3"]),
        ("[2001:db8:1::1]:443", ["2001:db8:1::1", "[2001:db8:1::1]:444", "2001:db8:1::2"]),
        ("2001:db8:2::1", ["[2001:db8:2::2]:443", "2001:db8:2:0:3::", "2001:db8:2::1"]),
    ] {
        assert_eq!(wrong_password(&service, host), 401, "{host} was taken for another");
        for same in same {
            assert_eq!(wrong_password(&service, same), 429, "{same} is not {host}");
        }
    }
}
