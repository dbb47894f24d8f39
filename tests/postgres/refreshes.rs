//! Tokens, passwords and names that the other server has changed: they hold there within a second.

use std::io::Write;
use std::process::Stdio;
use std::time::{Duration, Instant};

use serde_json::json;

use crate::servers::{Servers, number, within_lag};
use crate::support::database::LONGEST;
use crate::support::game::{self, id};
use crate::support::league::{League, text};
use crate::support::service::{PASSWORD, Service, pegout};
use crate::support::watcher::Watcher;

/// A league at the first server, and the second one.
fn hall() -> (League, Service) {
    let [first, other] = Servers::start().into_both();
    (League::new(first), other)
}

/// The status of a request of the players, which takes a representative's token.
fn reads_players(server: &Service, token: &str) -> u16 {
    server.request("GET", "/api/v1/players", token, None).status
}

#[test]
fn a_phone_that_is_sent_away_at_one_server_is_refused_by_the_other() {
    let (league, other) = hall();
    let players = league.players(4);
    let night = league.night(&players);
    night.draw().ok(201);
    let table = night.tables().remove(0);
    let phones = [night.join(&table.sides[0][0]), night.join(&table.sides[1][0])];
    let peg = |phone: &str, number: u32| {
        let path = format!("/api/v1/games/{}/pegs/{}", table.game, id(number));
        other.request("PUT", &path, phone, Some(&json!({"side": 0, "points": 1}))).status
    };
    // Both are in the memory of the other server.
    assert_eq!([peg(&phones[0], 1), peg(&phones[1], 2)], [201, 201]);
    let joined = league.get(&night.path("/phones")).ok(200)["phones"].as_array().unwrap().clone();
    let first = joined.iter().find(|phone| phone["player_id"] == *table.sides[0][0]).unwrap();
    night.request("DELETE", &format!("/phones/{}", text(&first["id"])), &json!({})).ok(200);
    within_lag("the phone that was sent away is refused", || peg(&phones[0], 1) == 401);
    assert_eq!(peg(&phones[1], 2), 200, "another phone was sent away");
    night.request("DELETE", "/phones", &json!({})).ok(200);
    within_lag("all phones are refused", || peg(&phones[1], 2) == 401);
}

#[test]
fn a_representative_who_is_removed_at_one_server_is_refused_by_the_other() {
    let (league, other) = hall();
    let secret = "fifteen for two";
    let body = json!({"name": "Bea", "password": secret, "role": "representative"});
    let bea = text(&league.as_coordinator("POST", "/api/v1/representatives", &body).ok(201)["id"]);
    let sign_in = || other.post("/api/v1/session", &json!({"name": "Bea", "password": secret}));
    let token = text(&sign_in().ok(201)["token"]);
    assert_eq!(reads_players(&other, &token), 200);
    league.as_coordinator("DELETE", &format!("/api/v1/representatives/{bea}"), &json!({})).ok(200);
    within_lag("the representative is refused", || reads_players(&other, &token) == 401);
    sign_in().problem(401, "wrong-password");
}

#[test]
fn a_personal_link_that_is_replaced_or_removed_at_one_server_is_refused_by_the_other() {
    let (league, other) = hall();
    let path = format!("/api/v1/players/{}/link", league.player("Ann"));
    let tokens = ["VGhlIGZpcnN0IGxpbmsgb2YgdGhpcyBwbGF5ZXIuLi4", "VGhlIHNlY29uZCBsaW5rIG9mIHRoaXMgcGxheWVyLi4"];
    let opens = |token: &str| other.request("GET", "/api/v1/me", token, None).status;
    for (number, token) in tokens.into_iter().enumerate() {
        league.as_coordinator("PUT", &path, &json!({"token": token})).ok(201);
        assert_eq!(opens(token), 200);
        if number > 0 {
            within_lag("the replaced link is refused", || opens(tokens[0]) == 401);
        }
    }
    league.as_coordinator("DELETE", &path, &json!({})).ok(200);
    within_lag("the removed link is refused", || opens(tokens[1]) == 401);
}

/// How long a revoked link, and an ended session, still open something at the other server: the middle one and the longest.
pub fn revoked_after(league: &League, other: &Service, count: u32) -> [Duration; 2] {
    let link = format!("/api/v1/players/{}/link", league.player("Bob"));
    let mut took: Vec<Duration> = (0..count)
        .map(|number| {
            let is_link = number % 2 == 0;
            let token = if is_link { game::token(number) } else { league.coordinator() };
            if is_link {
                league.as_coordinator("PUT", &link, &json!({"token": token})).ok(201);
            }
            let (ended, read) = if is_link { (&*link, "/api/v1/me") } else { ("/api/v1/session", "/api/v1/players") };
            let reads = || other.request("GET", read, &token, None).status;
            assert_eq!(reads(), 200);
            let revoker = if is_link { &league.token } else { &token };
            league.request("DELETE", ended, revoker, None).ok(200);
            let since = Instant::now();
            while reads() != 401 {
                assert!(since.elapsed() < LONGEST, "it is never refused");
            }
            since.elapsed()
        })
        .collect();
    took.sort();
    [took[took.len() / 2], took[took.len() - 1]]
}

#[test]
fn what_was_revoked_before_a_change_that_the_other_server_shows_is_refused_there() {
    let (league, other) = hall();
    let player = league.player("Ann");
    let night = league.night(std::slice::from_ref(&player));
    let link = format!("/api/v1/players/{player}/link");
    let opens = |token: &str| other.request("GET", "/api/v1/me", token, None).status;
    let mut watcher = Watcher::open(&other, &night.path("/live"), None);
    for number in 0..20 {
        let (token, name) = (game::token(1000 + number), format!("Ann {number:02}"));
        league.as_coordinator("PUT", &link, &json!({"token": token})).ok(201);
        assert_eq!(opens(&token), 200);
        league.as_coordinator("DELETE", &link, &json!({})).ok(200);
        league.as_coordinator("PATCH", &format!("/api/v1/players/{player}"), &json!({"name": name})).ok(200);
        watcher.until(|night| night.to_string().contains(&name));
        assert_eq!(opens(&token), 401, "the server has taken {name}, and not that the link is revoked");
    }
    let count = number("PEGOUT_REVOCATIONS", 60);
    let [median, longest] = revoked_after(&league, &other, count);
    println!(
        "{count} links and sessions were refused at the other server after {median:?} (median), {longest:?} at most"
    );
}

#[test]
fn a_session_that_is_ended_at_one_server_is_refused_by_the_other() {
    let (league, other) = hall();
    assert_eq!(reads_players(&other, &league.token), 200);
    league.as_coordinator("DELETE", "/api/v1/session", &json!({})).ok(200);
    within_lag("the session is refused", || reads_players(&other, &league.token) == 401);
}

#[test]
fn a_new_password_holds_at_every_server_and_ends_the_sessions_of_the_old_one() {
    let servers = Servers::start();
    let [first, other] = servers.both();
    let token = first.coordinator();
    assert_eq!([reads_players(&first, &token), reads_players(&other, &token)], [200, 200]);
    let mut command = pegout(&first.directory);
    let mut setting = command.arg("password").stdin(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
    setting.stdin.take().unwrap().write_all(b"fifteen-four-and-a-run\n").unwrap();
    assert!(setting.wait().unwrap().success());
    for server in [&first, &other] {
        within_lag("the session of the old password is refused", || reads_players(server, &token) == 401);
        server.post("/api/v1/session", &json!({"password": PASSWORD})).problem(401, "wrong-password");
        server.post("/api/v1/session", &json!({"password": "fifteen-four-and-a-run"})).ok(201);
    }
}

#[test]
fn a_player_who_is_renamed_at_one_server_has_the_new_name_at_the_other() {
    let (league, other) = hall();
    let players = league.players(4);
    let night = league.night(&players);
    night.draw().ok(201);
    let mut watcher = Watcher::open(&other, &night.path("/live"), None);
    watcher.next().unwrap();
    let shown = |name: &str| {
        let night = other.get(&night.path("")).text;
        let list = other.request("GET", "/api/v1/players", &league.token, None).text;
        night.contains(name) && list.contains(name)
    };
    assert!(shown("Player 01"));
    league.as_coordinator("PATCH", &format!("/api/v1/players/{}", players[0]), &json!({"name": "Zoë"})).ok(200);
    within_lag("the new name is shown", || shown("Zoë"));
    assert!(!shown("Player 01"), "the old name is still there");
    watcher.until(|night| night.to_string().contains("Zoë"));
    league.as_coordinator("DELETE", &format!("/api/v1/players/{}", players[1]), &json!({})).ok(200);
    within_lag("the forgotten player is shown without a name", || !shown("Player 02"));
}

#[test]
fn the_settings_of_the_league_are_those_of_every_server() {
    let (league, other) = hall();
    let night = league.night(&league.players(4));
    let mut settings = league.get("/api/v1/league").ok(200);
    assert_eq!(other.get("/api/v1/nights").status, 401);
    settings["name"] = json!("The Hall of Pegs");
    settings["public"] = json!(true);
    league.as_coordinator("PUT", "/api/v1/league", &settings).ok(201);
    within_lag("the new name is told", || other.get("/api/v1/league").text.contains("The Hall of Pegs"));
    within_lag("strangers may read", || other.get("/api/v1/nights").status == 200);
    let code = night.code();
    night.request("POST", "/join-code", &json!({"id": id(1)})).ok(201);
    let join = json!({"code": code, "table": 1});
    assert_eq!(other.post("/api/v1/nights/join", &join).status, 404, "the old code still opens");
}

#[test]
fn a_server_stops_to_serve_once_a_newer_one_has_changed_the_schema() {
    let servers = Servers::start();
    let server = servers.server(0);
    assert_eq!(server.get("/readyz").status, 200);
    let game = crate::support::game::Game::two_sided(&server);
    servers.sql().execute("UPDATE pegout_schema SET version = version + 1", &[]).unwrap();
    within_lag("the server gives its database up", || server.get("/api/v1/league").status == 503);
    assert_eq!(game.peg(1, &json!({"side": 0, "points": 1})).status, 503);
    assert_eq!(server.get("/api/v1/score/hand?cards=5H,5D,5S,JC").status, 200, "hands are counted all the same");
}
