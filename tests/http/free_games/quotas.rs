//! The games without a night that one address may begin a day.

use serde_json::{Value, json};
use ureq::http::Request;

use crate::support::game::{Game, id, token, two_sides};
use crate::support::service::{Answer, Service};

const DAY: u64 = 24 * 3600;

fn bounded(games: &'static str, events: &'static str) -> Service {
    Service::start_with(|command| command.args(["--behind-proxy", "--free-games", games, "--free-events", events]))
}

/// Sends a request as the proxy does for a client with this address.
fn from(service: &Service, address: &str, method: &str, path: &str, token: Option<&str>, body: &Value) -> Answer {
    let request = Request::builder().method(method).uri(format!("{}{path}", service.url));
    let request = request.header("X-Forwarded-For", address).header("Content-Type", "application/json");
    let request = match token {
        Some(token) => request.header("Authorization", format!("Bearer {token}")),
        None => request,
    };
    service.run(request.body(body.to_string().into_bytes()).unwrap())
}

fn begin(service: &Service, address: &str, number: u32) -> Answer {
    let mut body = two_sides();
    body["scorer_token"] = json!(token(number));
    from(service, address, "PUT", &format!("/api/v1/games/{}", id(number)), None, &body)
}

/// Asserts that no game may be begun until the day of the address is over.
#[track_caller]
fn refused(answer: Answer) {
    let wait: u64 = answer.header("retry-after").parse().unwrap();
    assert!((DAY - 60..=DAY).contains(&wait), "{wait}");
    let problem = answer.problem(429, "too-many-requests");
    let sentence = problem["detail"].as_str().unwrap();
    assert!(sentence.contains("games that were begun go on") && sentence.contains("hours"), "{sentence}");
}

#[test]
fn an_address_that_has_begun_its_games_of_the_day_begins_no_more_and_goes_on_with_them() {
    let service = bounded("2", "0");
    for number in 1..=2 {
        begin(&service, "192.0.2.1", number).ok(201);
    }
    refused(begin(&service, "192.0.2.1", 3));
    refused(from(&service, "192.0.2.1", "POST", "/api/v1/games", None, &two_sides()));
    service.get(&format!("/api/v1/games/{}", id(3))).problem(404, "not-found");
    begin(&service, "192.0.2.1", 2).ok(200);
    let game = Game { service: &service, id: id(1), token: token(1) };
    let peg = json!({"side": 0, "points": 8});
    let path = game.path(&format!("/pegs/{}", id(901)));
    from(&service, "192.0.2.1", "PUT", &path, Some(&game.token), &peg).ok(201);
    begin(&service, "192.0.2.2", 3).ok(201);
}

#[test]
fn all_addresses_of_one_ipv6_network_count_as_one() {
    let service = bounded("1", "0");
    begin(&service, "2001:db8:1:1::1", 1).ok(201);
    refused(begin(&service, "2001:db8:1:1:ffff::2", 2));
    begin(&service, "2001:db8:1:2::1", 2).ok(201);
}

#[test]
fn a_rematch_is_a_game_like_any_other() {
    let service = bounded("2", "0");
    begin(&service, "192.0.2.1", 1).ok(201);
    let game = Game { service: &service, id: id(1), token: token(1) };
    game.win(0);
    let rematch = |address: &str, number: u32, of: u32| {
        let path = format!("/api/v1/games/{}", id(number));
        from(&service, address, "PUT", &path, Some(&token(1)), &json!({"rematch_of": id(of)}))
    };
    rematch("192.0.2.1", 2, 1).ok(201);
    rematch("192.0.2.1", 2, 1).ok(200);
    Game { service: &service, id: id(2), token: token(1) }.win(0);
    refused(rematch("192.0.2.1", 3, 2));
    rematch("192.0.2.9", 3, 2).ok(201);
}

#[test]
fn an_address_that_has_caused_its_events_of_the_day_begins_no_more_and_pegs_on() {
    let service = bounded("0", "4");
    begin(&service, "192.0.2.1", 1).ok(201);
    let game = Game { service: &service, id: id(1), token: token(1) };
    let peg = |number: u32, status: u16| {
        let path = game.path(&format!("/pegs/{}", id(number)));
        let peg = json!({"side": 0, "points": 1});
        from(&service, "192.0.2.1", "PUT", &path, Some(&game.token), &peg).ok(status);
    };
    peg(901, 201);
    peg(902, 201);
    (0..5).for_each(|_| peg(902, 200));
    begin(&service, "192.0.2.1", 2).ok(201);
    refused(begin(&service, "192.0.2.1", 3));
    peg(903, 201);
    assert_eq!(game.scores(), [3, 0]);
}

#[test]
fn games_that_are_refused_for_another_reason_do_not_count() {
    let service = bounded("1", "0");
    for _ in 0..3 {
        let nobody = json!({"sides": [], "scorer_token": token(1)});
        from(&service, "192.0.2.1", "PUT", &format!("/api/v1/games/{}", id(1)), None, &nobody).problem(422, "invalid");
    }
    begin(&service, "192.0.2.1", 1).ok(201);
    refused(begin(&service, "192.0.2.1", 2));
}

#[test]
fn without_bounds_and_after_a_restart_games_begin_again() {
    let service = bounded("1", "0");
    begin(&service, "192.0.2.1", 1).ok(201);
    refused(begin(&service, "192.0.2.1", 2));
    let service = service.start_again(|command| command.args(["--behind-proxy", "--free-games", "1"]));
    begin(&service, "192.0.2.1", 2).ok(201);
    let service = service.start_again(|command| command.args(["--behind-proxy", "--free-games", "0"]));
    (3..10).for_each(|number| drop(begin(&service, "192.0.2.1", number).ok(201)));
}

#[test]
fn a_game_without_a_night_takes_a_thousand_changes() {
    let service = Service::start_unlimited();
    let game = Game::two_sided(&service);
    for number in 1..500 {
        game.peg(number, &json!({"side": 0, "points": 1})).ok(201);
        game.take_back(number).ok(200);
    }
    game.peg(500, &json!({"side": 0, "points": 1})).ok(201);
    let problem = game.peg(501, &json!({"side": 0, "points": 1})).problem(409, "game-too-long");
    assert!(problem["detail"].as_str().unwrap().contains("Begin a new game"), "{problem}");
    assert_eq!(game.scores(), [1, 0]);
}
