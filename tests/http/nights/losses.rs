//! Changes that the service lost and the phones of a night still have.

use serde_json::{Value, json};

use crate::support::game::id;
use crate::support::league::{League, Night};
use crate::support::watcher::Watcher;

#[test]
fn the_coordinator_sees_which_phones_have_more_until_the_game_has_come_so_far_again() {
    let league = League::open();
    let players = league.players(4);
    let night = league.night(&players);
    night.draw().ok(201);
    let phone = night.join(&players[0]);
    let game = night.tables()[0].game.clone();
    let peg = |number: u32| {
        let path = format!("/api/v1/games/{game}/pegs/{}", id(number));
        league.request("PUT", &path, &phone, Some(&json!({"side": 1, "points": 2}))).ok(201)
    };
    peg(1);
    let mut coordinator = Watcher::open_with(&league, &night.path("/live"), &league.token);
    assert_eq!(lost(&coordinator.next().unwrap().1), Value::Null);
    let open = |token: &str, seen: u32| {
        let path = format!("/api/v1/games/{game}/live?seen={seen}");
        Watcher::open_with(&league, &path, token).next().unwrap()
    };
    // The game is at version 2.
    open(&phone, 2);
    drop(Watcher::open(&league, &format!("/api/v1/games/{game}/live?seen=900"), None).next().unwrap());
    open(&"x".repeat(43), 900);
    let other = League::open();
    open(&other.token, 900);
    assert_eq!(lost(&night.view()), Value::Null, "a stranger says what they like");
    open(&phone, 4);
    coordinator.until(|night| lost(night) == 2);
    // A phone that knows less takes nothing away.
    open(&phone, 3);
    assert_eq!(lost(&night.view()), 2);
    let as_phone = |night: &Night| league.request("GET", &night.path(""), &phone, None).ok(200);
    assert_eq!(lost(&as_phone(&night)), Value::Null);
    assert_eq!(lost(&Watcher::open_with(&league, &night.path("/live"), &phone).next().unwrap().1), Value::Null);
    peg(2);
    assert_eq!(lost(&night.view()), 2);
    peg(3);
    coordinator.until(|night| lost(night) == Value::Null);
    assert_eq!(lost(&night.view()), Value::Null);
}

fn lost(night: &Value) -> Value {
    night["rounds"][0]["tables"][0]["lost_changes"].clone()
}
