//! A ledger with every kind of posting: paid ahead, used, handed back, prizes and fees that go to a credit, and funds.

use serde_json::{Value, json};

use super::{Club, People};
use crate::support::game::id;
use crate::support::league::{list, text};

pub fn play(club: &mut Club, people: &People) {
    let (league, [ann, bob, cy]) = (&club.league, [0, 1, 2].map(|member| people.members[member].as_str()));
    let night = league.schedule(&json!({"date": "2026-03-04", "games_per_night": 1}));
    let post = |number: u32, body: Value| {
        league.as_coordinator("PUT", &format!("/api/v1/ledger/{}", id(number)), &body).ok(201);
    };
    let ahead = |player: &str| json!({"from": "outside", "to": "credit", "player_id": player, "amount": 4000});
    post(900, ahead(ann));
    post(901, ahead(bob));
    let back = json!({"from": "credit", "to": "outside", "player_id": bob, "amount": 500, "night_id": night.id});
    post(902, back);
    for (number, fund) in [(903, "supplies"), (904, "activities"), (905, "prize_fund")] {
        post(number, json!({"from": "outside", "to": fund, "amount": 1000, "reason": "What was in the jar"}));
        post(number + 10, json!({"from": fund, "to": "outside", "amount": 100, "reason": "Cards and pegs"}));
    }
    for (number, reason) in [(901, None), (905, Some("It was counted twice"))] {
        let taken_back =
            league.as_coordinator("DELETE", &format!("/api/v1/ledger/{}", id(number)), &json!({"reason": reason}));
        // A part of the money is spent.
        taken_back.problem(409, "already-spent");
    }
    post(920, json!({"from": "outside", "to": "supplies", "amount": 700}));
    post(921, json!({"from": "outside", "to": "supplies", "amount": 800}));
    for (number, body) in [(920, json!({"reason": "It was counted twice"})), (921, json!({}))] {
        league.as_coordinator("DELETE", &format!("/api/v1/ledger/{}", id(number)), &body).ok(200);
    }
    night.enter(ann, &json!({"paid": true, "with": "credit"})).ok(201);
    [bob, cy].into_iter().for_each(|player| drop(night.pay(player).ok(201)));
    night.play_round();
    night.request("POST", "/fifty-fifty", &json!({})).ok(201);
    night.finish().ok(200);
    let money = night.money();
    let winner = text(&night.view()["fifty_fifty"]["player_id"]);
    let amount = &money["fifty_fifty"];
    let to_credit = json!({"amount": amount, "what": "fifty_fifty", "to": "credit"});
    night.request("PUT", &format!("/payouts/{winner}"), &to_credit).ok(201);
    for prize in list(&money["prizes"]).iter().take(1) {
        let path = format!("/payouts/{}", text(&prize["player_id"]));
        night.request("PUT", &path, &json!({"amount": prize["amount"], "to": "credit"})).ok(201);
    }
    let cancelled = league.schedule(&json!({"date": "2026-03-11"}));
    cancelled.pay(cy).ok(201);
    cancelled.request("PUT", "/cancellation", &json!({"reason": "Snow", "fees": "credit"})).ok(201);
    club.add_id("night with credit", &night.id.clone());
}
