//! A night on which players come late, change the seats of the draw, and leave before the second round.

use serde_json::json;

use super::{Club, People};
use crate::support::game::id;

pub fn play(club: &mut Club, people: &People) {
    let night = club.league.schedule(&json!({"date": "2026-01-14", "ends_at": "22:30", "games_per_night": 2}));
    club.league.as_coordinator("PATCH", &night.path(""), &json!({"ends_at": "22:45"})).ok(200);
    club.league.as_coordinator("PATCH", &night.path(""), &json!({"ends_at": null})).ok(200);
    let [first, late] = [&people.members[..6], &people.members[6..8]];
    first.iter().for_each(|player| drop(night.pay(player).ok(201)));
    night.draw().ok(201);
    let four: Vec<String> = night.tables()[0].players().cloned().collect();
    let seats = |body| night.request("PUT", "/rounds/1/seats", &body).ok(200);
    let three = json!([[four[0]], [four[1]], [four[2]]]);
    seats(json!({"tables": [{"number": 1, "sides": three}], "out": [four[3]], "id": id(530)}));
    seats(json!({"tables": [{"number": 1, "players": four}]}));
    late.iter().for_each(|player| drop(night.pay(player).ok(201)));
    night.request("POST", "/rounds/1/tables", &json!({"players": late, "id": id(531)})).ok(201);
    night.result(1, &[61, 40]).ok(201);
    night.result(2, &[61, 58]).ok(201);
    night.result(3, &[30, 61]).ok(201);
    let sides = night.tables()[1].sides.clone();
    let right = json!([{"number": 2, "sides": [sides[1], sides[0]]}]);
    seats(json!({"tables": right, "reason": "The names were the wrong way round."}));
    night.withdraw(&first[0]).ok(200);
    night.draw().ok(201);
    let night = night.id.clone();
    club.add_id("reseated night", &night);
}
