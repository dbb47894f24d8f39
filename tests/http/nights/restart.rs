//! Restarts during a night.

use serde_json::{Value, json};

use crate::support::game::id;
use crate::support::league::{League, Night, tables};

#[test]
fn a_night_continues_after_a_restart_between_rounds() {
    let league = League::open();
    let players = league.players(23);
    let night = league.night(&players);
    let phone = night.join(&players[0]);
    night.play_round();
    night.request("POST", "/fifty-fifty", &json!({})).ok(201);
    let night_id = night.id.clone();
    let look = |league: &League| -> Vec<Value> {
        let night = format!("/api/v1/nights/{night_id}");
        let ask = |rest: &str| league.request("GET", &format!("{night}{rest}"), &league.token, None).ok(200);
        ["", "/standings", "/money", "/history", "/phones"].map(ask).into()
    };
    let before = look(&league);
    let league = league.start_again();
    assert_eq!(look(&league), before);
    let night = Night { league: &league, id: night_id.clone() };
    night.draw().ok(201);
    let rounds = tables(&night.view());
    assert_eq!(rounds.len(), 2);
    let table = rounds[1].iter().find(|table| table.players().any(|player| *player == players[0])).unwrap();
    let peg = format!("/api/v1/games/{}/pegs/{}", table.game, id(1));
    league.request("PUT", &peg, &phone, Some(&json!({"side": 0, "points": 2}))).ok(201);
    let closed = rounds[0].iter().find(|table| table.players().any(|player| *player == players[0])).unwrap();
    let peg = format!("/api/v1/games/{}/pegs/{}", closed.game, id(2));
    league.request("PUT", &peg, &phone, Some(&json!({"side": 0, "points": 2}))).problem(409, "round-closed");
}
