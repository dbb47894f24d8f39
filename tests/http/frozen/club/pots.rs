//! Pots with every hand and every way to find a winner, stakes, claimed hands and a payment.

use serde_json::{Value, json};

use super::{Club, People};
use crate::support::game::id;

pub fn play(club: &mut Club, people: &People) {
    let (league, [ann, bob]) = (&club.league, [0, 1].map(|member| people.members[member].as_str()));
    let put = |number: u32, settings: Value| {
        league.as_coordinator("PUT", &format!("/api/v1/pots/{}", id(number)), &settings).ok(201);
    };
    let share = |hand: &str, percent: u8| json!({"hand": hand, "percent": percent});
    let jackpot = json!([share("29", 100), share("28", 50), share("24", 10)]);
    put(930, json!({"name": "28 and 29", "stake": 100, "pays": jackpot, "everyone": true}));
    let feats = json!([share("four_of_a_kind", 100), share("grand_slam", 100)]);
    put(931, json!({"name": "Four of a kind", "stake": 25, "pays": feats, "among": "cut"}));
    put(932, json!({"name": "High hand", "stake": 200, "pays": [share("high", 100)], "among": "last"}));
    put(933, json!({"name": "The worst hat", "stake": 25, "pays": [share("named", 100)], "active": false}));
    let jar = |number: u32| json!({"from": "outside", "to": "pot", "pot_id": id(number), "amount": 13_700});
    league.as_coordinator("PUT", &format!("/api/v1/ledger/{}", id(934)), &jar(930)).ok(201);
    let night = league.schedule(&json!({"date": "2026-03-18", "games_per_night": 1}));
    for player in [ann, bob] {
        night.enter(player, &json!({"paid": true, "pots": [id(930), id(932)]})).ok(201);
    }
    night.enter(bob, &json!({"pots": [id(930)]})).ok(200);
    let table = night.play_round().remove(0);
    let claim = |number: u32, player: &str, crib: bool| {
        let hand = json!({
            "player_id": player, "game_id": table.game, "cards": ["5H", "5D", "5S", "KC"], "starter": "5C", "crib": crib
        });
        night.request("PUT", &format!("/hands/{}", id(number)), &hand).ok(201);
    };
    claim(935, ann, false);
    claim(936, bob, true);
    let witness = json!({"agrees": true, "id": id(937)});
    night.request("PUT", &format!("/hands/{}/witness", id(935)), &witness).ok(201);
    let other = json!({"agrees": false, "id": id(938)});
    night.request("PUT", &format!("/hands/{}/witness", id(936)), &other).ok(201);
    night.request("DELETE", &format!("/hands/{}", id(936)), &json!({})).ok(200);
    night.finish().ok(200);
    night.request("PUT", &format!("/pots/{}/win", id(930)), &json!({"id": id(939)})).ok(201);
    club.add_id("night with pots", &night.id.clone());
}
