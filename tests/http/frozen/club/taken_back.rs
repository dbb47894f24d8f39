//! A night at which a draw, a void, an excuse and the finish are taken back.

use serde_json::json;

use super::{Club, People};
use crate::support::game::id;

pub fn play(club: &mut Club, people: &People) {
    let night = club.league.schedule(&json!({"date": "2026-01-21", "games_per_night": 2}));
    for player in people.members.iter().take(6) {
        night.pay(player).ok(201);
    }
    night.request("POST", "/rounds", &json!({"number": 1, "id": id(520)})).ok(201);
    let taken_back = night.tables()[0].game.clone();
    night.pay(&people.members[6]).ok(201);
    let delete = |path: String| club.league.request("DELETE", &path, &club.league.token, None);
    delete(night.path(&format!("/rounds/1?id={}", id(520)))).ok(200);
    night.draw().ok(201);
    delete(night.path("/rounds/1")).ok(200);
    night.request("POST", "/rounds", &json!({"number": 1, "id": id(521)})).ok(201);
    let tables = night.tables();
    night.result(1, &[61, 40]).ok(201);
    night.result(2, &[61, 50, 45]).ok(201);
    let void = |table: usize, number: u32| {
        let body = json!({"reason": "The wrong four sat down.", "id": id(number)});
        club.league.as_coordinator("PUT", &format!("/api/v1/games/{}/void", tables[table].game), &body).ok(201);
    };
    void(0, 522);
    delete(format!("/api/v1/games/{}/void?id={}", tables[0].game, id(522))).ok(200);
    void(1, 523);
    let excuse = json!({"paid": true, "excused": [1], "reason": "There was no table for him."});
    night.enter(&people.members[7], &excuse).ok(201);
    night.enter(&people.members[6], &json!({"excused": [1], "reason": "He was late."})).ok(200);
    night.enter(&people.members[6], &json!({"excused": []})).ok(200);
    night.draw().ok(201);
    night.result(1, &[61, 45]).ok(201);
    for number in [Some(524), None] {
        let finish = json!({"void_open_games": true, "id": number.map(id)});
        night.request("POST", "/finish", &finish).ok(200);
        let query = number.map(|number| format!("?id={}", id(number))).unwrap_or_default();
        let reason = json!({"reason": "One table was still playing."});
        night.request("DELETE", &format!("/finish{query}"), &reason).ok(200);
    }
    let result = json!({"scores": [61, 30], "id": id(525)});
    club.league.as_coordinator("PUT", &format!("/api/v1/games/{}/result", night.tables()[1].game), &result).ok(201);
    night.finish().ok(200);
    night.request("POST", "/finish", &json!({"id": id(526)})).ok(200);
    let payout = json!({"amount": 500, "id": id(527)});
    night.request("PUT", &format!("/payouts/{}", people.members[0]), &payout).ok(201);
    let night = night.id.clone();
    club.add_id("reopened night", &night);
    club.add_id("game whose draw was taken back", &taken_back);
}
