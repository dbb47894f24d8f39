//! Money of the ledger that meets other changes: merged and forgotten players, corrected prizes, cancelled nights, and players who
//! leave and come back.

use std::thread;

use serde_json::{Value, json};
use uuid::Uuid;

use super::ledger::{balances, credit, pay_by_credit, post, receive, take_back};
use crate::support::league::{League, Night, list, text};
use crate::support::service::Answer;

fn posting(from: &str, to: &str, amount: u64) -> Value {
    json!({"from": from, "to": to, "amount": amount})
}

fn merge(league: &League, from: &str, into: &str) -> Answer {
    league.as_coordinator("POST", &format!("/api/v1/players/{from}/merge"), &json!({"into": into}))
}

fn unmerge(league: &League, from: &str) -> Answer {
    league.as_coordinator("DELETE", &format!("/api/v1/players/{from}/merge"), &json!({}))
}

fn forget(league: &League, player: &str, query: &str) -> Answer {
    league.as_coordinator("DELETE", &format!("/api/v1/players/{player}{query}"), &json!({}))
}

/// A finished night of two, and its winner.
fn finished(league: &League) -> (Night<'_>, String) {
    let night = league.night(&league.players(2));
    night.request("PATCH", "", &json!({"games_per_night": 1})).ok(200);
    night.play_round();
    night.finish().ok(200);
    let winner = text(&night.money()["prizes"][0]["player_id"]);
    (night, winner)
}

#[test]
fn a_fund_is_spent_once_at_one_moment() {
    let league = League::open();
    post(&league, &Uuid::new_v4().to_string(), &posting("outside", "prize_fund", 10_000)).ok(201);
    let spend = || post(&league, &Uuid::new_v4().to_string(), &posting("prize_fund", "outside", 10_000));
    let answers: Vec<Answer> = thread::scope(|scope| {
        let asked: Vec<_> = (0..8).map(|_| scope.spawn(spend)).collect();
        asked.into_iter().map(|answer| answer.join().unwrap()).collect()
    });
    let (spent, refused): (Vec<Answer>, Vec<Answer>) = answers.into_iter().partition(|answer| answer.status == 201);
    assert_eq!(spent.len(), 1);
    for answer in refused {
        let problem = answer.problem(409, "already-spent");
        assert_eq!(problem["detail"], "There is $0 in this fund. That does not cover $100.");
    }
    assert_eq!(balances(&league), [0; 6]);
}

#[test]
fn a_prize_that_grows_or_shrinks_moves_what_was_said() {
    let league = League::open();
    let (night, winner) = finished(&league);
    let hand_out = |body: Value| night.request("PUT", &format!("/payouts/{winner}"), &body).ok(201);
    let state = |wanted: i64| {
        let [in_box, credits, ..] = balances(&league);
        assert_eq!((credit(&league, &winner), credits), (wanted, wanted));
        in_box
    };
    let all = balances(&league)[0];
    hand_out(json!({"amount": 1_000, "to": "credit"}));
    assert_eq!(state(1_000), all);
    hand_out(json!({"amount": 1_500, "to": "credit"}));
    assert_eq!(state(1_500), all, "what is added goes to the credit, too");
    hand_out(json!({"amount": 700, "to": "credit"}));
    assert_eq!(state(700), all, "what is less comes back from the credit");
    hand_out(json!({"amount": 900}));
    assert_eq!(state(700), all - 200, "$2 in cash");
    hand_out(json!({"amount": 800}));
    assert_eq!(state(700), all - 100, "cash comes back first");
    let back = json!({"from": "credit", "to": "outside", "player_id": winner, "amount": 600});
    post(&league, &Uuid::new_v4().to_string(), &back).ok(201);
    hand_out(json!({"amount": 600}));
    assert_eq!(state(0), all - 600, "the rest of the credit has not been spent");
    night.request("PUT", &format!("/payouts/{winner}"), &json!({"amount": 0})).problem(409, "already-spent");
}

#[test]
fn a_merge_that_would_count_a_credit_twice_or_not_at_all_is_refused() {
    let league = League::open();
    let [ann, anne] = ["Ann", "Anne"].map(|name| league.player(name));
    receive(&league, &ann, 1_000);
    let night = league.schedule(&json!({"date": "2026-01-28"}));
    pay_by_credit(&night, &ann).ok(201);
    night.enter(&anne, &json!({})).ok(201);
    let problem = merge(&league, &ann, &anne).problem(409, "of-a-night");
    assert_eq!(problem["night_id"], json!(night.id));
    night.enter(&ann, &json!({"paid": false})).ok(200);
    merge(&league, &ann, &anne).ok(200);
    pay_by_credit(&night, &ann).ok(200);
    // Taken back, the merge would leave a fee that nobody has paid.
    unmerge(&league, &ann).problem(409, "already-spent");
    night.enter(&ann, &json!({"paid": false})).ok(200);
    unmerge(&league, &ann).ok(200);
    assert_eq!((credit(&league, &ann), credit(&league, &anne)), (1_000, 0));
    // The money of these two does not stop a merge of two other people.
    let [bob, bobby] = ["Bob", "Bobby"].map(|name| league.player(name));
    merge(&league, &bob, &bobby).ok(200);
    unmerge(&league, &bob).ok(200);
}

#[test]
fn a_fee_of_somebody_who_was_withdrawn_pays_again_or_goes_back() {
    let league = League::open();
    let ann = league.player("Ann");
    let night = league.schedule(&json!({"date": "2026-01-28"}));
    night.pay(&ann).ok(201);
    night.withdraw(&ann).ok(200);
    assert_eq!(balances(&league)[..3], [1_000, 0, 1_000], "the fee is to be given back");
    night.enter(&ann, &json!({})).ok(201);
    assert_eq!(night.view()["entries"][0]["paid"], true, "it pays for the night again");
    assert_eq!(balances(&league)[0], 1_000);
    night.enter(&ann, &json!({"paid": false, "with": "credit"})).ok(200);
    assert_eq!(balances(&league)[..3], [1_000, 1_000, 0]);
    night.enter(&ann, &json!({"with": "credit"})).problem(422, "invalid");
}

#[test]
fn where_hand_outs_are_assumed_a_fee_that_went_back_is_not_given_to_a_credit() {
    let league = League::open();
    let ann = league.player("Ann");
    league.as_coordinator("PUT", "/api/v1/league", &json!({"name": "Club", "hand_outs": "assumed"})).ok(201);
    receive(&league, &ann, 1_000);
    let night = league.schedule(&json!({"date": "2026-01-28"}));
    night.pay(&ann).ok(201);
    night.withdraw(&ann).ok(200);
    assert_eq!(balances(&league)[..2], [1_000, 1_000], "the fee is in her hand");
    pay_by_credit(&night, &ann).ok(201);
    assert_eq!(balances(&league)[..2], [1_000, 0]);
    night.enter(&ann, &json!({"paid": false})).ok(200);
    night.pay(&ann).ok(200);
    night.request("PUT", "/cancellation", &json!({"reason": "Snow"})).ok(201);
    night.enter(&ann, &json!({"paid": false, "with": "credit"})).ok(200);
    assert_eq!(balances(&league)[..2], [1_000, 1_000], "nothing comes out of nothing");
    league
        .as_coordinator("PUT", "/api/v1/league", &json!({"name": "Club", "hand_outs": "ticked", "fee": 1200}))
        .ok(200);
    assert_eq!(balances(&league)[..3], [1_000, 1_000, 0], "an old night keeps its way");
}

#[test]
fn fees_that_stayed_open_at_a_cancellation_go_to_the_credits_later() {
    let league = League::open();
    let players = league.players(3);
    let night = league.schedule(&json!({"date": "2026-01-28"}));
    players.iter().for_each(|player| drop(night.pay(player).ok(201)));
    night.withdraw(&players[2]).ok(200);
    let cancel = |status: u16, body: Value| night.request("PUT", "/cancellation", &body).ok(status);
    cancel(201, json!({"reason": "Snow"}));
    league.as_coordinator("PUT", "/api/v1/league", &json!({"name": "Club", "fee": 1_500})).ok(201);
    assert_eq!(balances(&league)[..3], [3_000, 0, 3_000], "the fee that they paid");
    cancel(200, json!({"reason": "Snow", "fees": "credit"}));
    assert_eq!(balances(&league)[..3], [3_000, 3_000, 0]);
    cancel(200, json!({"reason": "Snow", "fees": "credit"}));
    assert_eq!(balances(&league)[..3], [3_000, 3_000, 0]);
    let at = json!({"from": "outside", "to": "credit", "player_id": players[0], "amount": 100, "night_id": night.id});
    post(&league, &Uuid::new_v4().to_string(), &at).problem(409, "night-cancelled");
}

#[test]
fn nobody_is_forgotten_with_cash_here_and_the_credit_of_a_former_player_can_leave() {
    let league = League::open();
    let ann = league.player("Ann");
    let night = league.schedule(&json!({"date": "2026-01-28"}));
    night.pay(&ann).ok(201);
    let problem = forget(&league, &ann, "?credit=activities").problem(409, "has-money");
    assert_eq!(problem["to_get"], 1_000);
    night.withdraw(&ann).ok(200);
    night.request("PUT", &format!("/payouts/{ann}"), &json!({"amount": 0, "paid": false})).ok(201);
    let received = receive(&league, &ann, 2_000);
    forget(&league, &ann, "?credit=activities").ok(200);
    let given = list(&league.get("/api/v1/ledger").ok(200)["entries"]).pop().unwrap();
    assert_eq!((&given["to"], &given["amount"]), (&json!("activities"), &json!(2_000)));
    // By mistake: the money is on the credit of a former player again, and leaves it.
    take_back(&league, &text(&given["id"])).ok(200);
    let accounts = league.get("/api/v1/ledger/players").ok(200);
    assert_eq!(
        (&accounts["players"][0]["name"], &accounts["players"][0]["credit"]),
        (&json!("Former player"), &json!(2_000))
    );
    let back = json!({"from": "credit", "to": "outside", "player_id": ann, "amount": 500});
    post(&league, &Uuid::new_v4().to_string(), &back).ok(201);
    forget(&league, &ann, "?credit=activities").ok(200);
    assert_eq!(balances(&league)[..5], [1_500, 0, 0, 0, 1_500]);
    let ahead = json!({"from": "outside", "to": "credit", "player_id": ann, "amount": 2_000});
    post(&league, &received, &ahead).ok(200);
    post(&league, &Uuid::new_v4().to_string(), &ahead).problem(404, "not-found");
}

#[test]
fn helpers_at_the_door_take_back_only_what_they_have_received() {
    let league = League::open();
    let ann = league.player("Ann");
    let helper = json!({"name": "Dora", "password": "a door of oak", "role": "door"});
    league.as_coordinator("POST", "/api/v1/representatives", &helper).ok(201);
    let signed_in = league.post("/api/v1/session", &json!({"name": "Dora", "password": "a door of oak"})).ok(201);
    let received = receive(&league, &ann, 2_000);
    let path = format!("/api/v1/ledger/{received}");
    league.request("DELETE", &path, &text(&signed_in["token"]), Some(&json!({}))).problem(403, "forbidden");
    assert_eq!(credit(&league, &ann), 2_000);
}
