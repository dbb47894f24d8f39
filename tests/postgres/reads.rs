//! A phone that moves between the servers: it is never shown less than it has seen.

use std::time::{Duration, Instant};

use serde_json::json;

use crate::servers::Servers;
use crate::support::game::{Game, id};
use crate::support::league::League;
use crate::support::watcher::Watcher;

#[test]
fn a_phone_that_moves_to_the_other_server_is_shown_nothing_older_than_it_has_seen() {
    let [first, other] = Servers::start().into_both();
    let game = Game::two_sided(&first);
    let mut behind = 0;
    for number in 1..=60 {
        let answer = game.peg(number, &json!({"side": number % 2, "points": 1}));
        let seen = answer.header("x-seen").to_owned();
        let version = answer.ok(201)["version"].as_u64().unwrap();
        let told = |rest: &str| other.get(&game.path(rest)).ok(200)["version"].as_u64().unwrap();
        behind += u32::from(told("") < version);
        assert!(told(&format!("?seen={seen}")) >= version, "a read goes back behind version {version}");
        let (_, view) = Watcher::open(&other, &game.path(&format!("/live?seen={seen}")), None).next().unwrap();
        assert!(view["version"].as_u64().unwrap() >= version, "a stream goes back behind version {version}");
    }
    assert!(behind > 0, "the other server was never behind, so that this shows nothing");
    println!("{behind} of 60 reads that named no version were behind");
}

#[test]
fn a_night_is_not_older_at_the_other_server_than_it_was_seen() {
    let [first, other] = Servers::start().into_both();
    let league = League::new(first);
    let players = league.players(8);
    let night = league.night(&players);
    night.draw().ok(201);
    let table = night.tables().remove(0);
    other.get(&night.path("")).ok(200);
    for number in 1..=30 {
        let path = format!("/api/v1/games/{}/pegs/{}", table.game, id(number));
        league.as_coordinator("PUT", &path, &json!({"side": 0, "points": 2})).ok(201);
        let seen = league.service.get(&night.path("")).header("x-seen").to_owned();
        let told = other.get(&night.path(&format!("?seen={seen}"))).ok(200);
        assert_eq!(told["rounds"][0]["tables"][0]["sides"][0]["score"], 2 * number);
    }
}

#[test]
fn a_watcher_at_the_other_server_hears_of_each_change_within_a_moment() {
    let [first, other] = Servers::start().into_both();
    let game = Game::two_sided(&first);
    let mut watcher = Watcher::open(&other, &game.path("/live"), None);
    watcher.next().unwrap();
    let mut took = Vec::new();
    for number in 1..=51 {
        let version = game.peg(number, &json!({"side": 0, "points": 1})).ok(201)["version"].clone();
        let since = Instant::now();
        watcher.until(|view| view["version"] == version);
        took.push(since.elapsed());
    }
    took.sort();
    // The bench of the delay is tests/load/stores; without notices it would be half a second.
    assert!(took[25] < Duration::from_millis(300), "{took:?}");
}
