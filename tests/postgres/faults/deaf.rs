//! A server that gets no notices: its listening connection is dead without being closed, and so is every new
//! connection. The comparison in each second still finds the changes in time.

use std::time::{Duration, Instant};

use serde_json::json;

use crate::faults::proxy::Proxy;
use crate::refreshes::revoked_after;
use crate::servers::{LAG, metric};
use crate::support::database::wait_until;
use crate::support::game::Game;
use crate::support::league::League;
use crate::support::watcher::Watcher;

/// Waits until it is so, at most for four seconds. Returns how long it took.
#[track_caller]
fn in_time(what: &str, is_so: impl Fn() -> bool) -> Duration {
    let since = Instant::now();
    wait_until(what, is_so);
    let took = since.elapsed();
    assert!(took < LAG * 4, "{what} after {took:?}");
    took
}

#[test]
fn a_server_whose_listening_connection_is_dead_hears_of_streams_tokens_and_names_in_time() {
    let (proxy, deaf, first) = Proxy::between();
    let league = League::new(first);
    let players = league.players(4);
    let night = league.night(&players);
    night.draw().ok(201);
    let game = Game::two_sided(&league.service);
    let mut watcher = Watcher::open(&deaf, &game.path("/live"), None);
    watcher.next().unwrap();
    let mut hall = Watcher::open(&deaf, &night.path("/live"), None);
    hall.next().unwrap();
    let reads_players = |token: &str| deaf.request("GET", "/api/v1/players", token, None).status;
    let token = league.service.coordinator();
    assert_eq!(reads_players(&token), 200);
    proxy.deafen();
    let mut pegs = Vec::new();
    for number in 1..=3 {
        let since = Instant::now();
        let version = game.peg(number, &json!({"side": 0, "points": 1})).ok(201)["version"].clone();
        watcher.until(|view| view["version"] == version);
        pegs.push(since.elapsed());
    }
    assert!(pegs.iter().all(|took| *took < LAG * 4), "{pegs:?}");
    let since = Instant::now();
    night.result(1, &[121, 80]).ok(201);
    hall.until(|night| night["rounds"][0]["tables"][0]["sides"][0]["score"] == 121);
    let result = since.elapsed();
    assert!(result < LAG * 4, "the hall heard of the result after {result:?}");
    league.service.request("DELETE", "/api/v1/session", &token, None).ok(200);
    let revoked = in_time("the session is refused", || reads_players(&token) == 401);
    league.as_coordinator("PATCH", &format!("/api/v1/players/{}", players[0]), &json!({"name": "Zoë"})).ok(200);
    let renamed = in_time("the new name is shown", || deaf.get(&night.path("")).text.contains("Zoë"));
    let [median, longest] = revoked_after(&league, &deaf, 10);
    assert!(proxy.swallowed() > 0, "the notices have come");
    assert!(metric(&deaf, "pegout_comparison_age_seconds") <= 4.0);
    println!(
        "without notices: pegs after {pegs:?}, a result {result:?}, a revoked token {revoked:?}, a name {renamed:?}; 10 links and \
         sessions were refused after {median:?} (median), {longest:?} at most"
    );
}

#[test]
fn a_server_that_hears_no_notices_names_whom_the_other_has_just_added() {
    let (proxy, deaf, first) = Proxy::between();
    let league = League::new(first);
    let night = league.night(&league.players(2));
    deaf.get(&night.path("")).ok(200);
    proxy.deafen();
    for number in 0..8 {
        let name = format!("Late {number}");
        let path = night.path(&format!("/entries/{}", league.player(&name)));
        let entered = deaf.request("PUT", &path, &league.token, Some(&json!({"guest": true}))).ok(201);
        let names: Vec<&str> =
            entered["entries"].as_array().unwrap().iter().filter_map(|entry| entry["name"].as_str()).collect();
        assert!(names.contains(&&*name), "{name} is not among {names:?}");
    }
}

#[test]
fn a_server_that_hears_no_notices_tells_whom_the_newest_peg_has_thrown() {
    let (proxy, deaf, first) = Proxy::between();
    let body = json!({"sides": [{"name": "Us"}, {"name": "Them"}], "preset": "crash", "crash_directions": [1, -1]});
    proxy.deafen();
    for _ in 0..8 {
        let game = Game::begin(&first, &body);
        let peg = |number, side, points| game.peg(number, &json!({"side": side, "points": points})).ok(201);
        for (number, side) in [(1, 0), (2, 0), (3, 1), (4, 1)] {
            peg(number, side, 29);
        }
        deaf.get(&game.path("")).ok(200);
        peg(5, 1, 5);
        let history = deaf.get(&game.path("/history")).ok(200);
        let newest = history["events"].as_array().unwrap().last().unwrap();
        assert_eq!(newest["crashes"].as_array().map(Vec::len), Some(1), "{newest}");
    }
}
