//! Nights over a restart.

use serde_json::{Value, json};

use super::{League, tables};

#[test]
fn a_night_goes_on_after_a_restart_between_rounds() {
    let league = League::open();
    let players = league.players(23);
    let evening = league.evening(&players);
    let phone = evening.join(&players[0]);
    evening.play_round();
    evening.ask("POST", "/fifty-fifty", &json!({})).ok(201);
    let id = evening.id.clone();
    let look = |league: &League| -> Vec<Value> {
        let night = format!("/api/v1/nights/{id}");
        let ask = |rest: &str| league.ask("GET", &format!("{night}{rest}"), &league.token, None).ok(200);
        ["", "/standings", "/money", "/history", "/phones"].map(ask).into()
    };
    let before = look(&league);
    let league = league.start_again();
    assert_eq!(look(&league), before);
    let evening = super::Evening { league: &league, id: id.clone() };
    evening.draw().ok(201);
    let rounds = tables(&evening.look());
    assert_eq!(rounds.len(), 2);
    let table = rounds[1].iter().find(|table| table.players().any(|player| *player == players[0])).unwrap();
    let peg = format!("/api/v1/games/{}/pegs/{}", table.game, crate::game::id(1));
    league.ask("PUT", &peg, &phone, Some(&json!({"side": 0, "points": 2}))).ok(201);
    let closed = rounds[0].iter().find(|table| table.players().any(|player| *player == players[0])).unwrap();
    let peg = format!("/api/v1/games/{}/pegs/{}", closed.game, crate::game::id(2));
    league.ask("PUT", &peg, &phone, Some(&json!({"side": 0, "points": 2}))).problem(409, "round-closed");
}
