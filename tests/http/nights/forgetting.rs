//! Players who are to get a pot, or may, are not forgotten before it is paid.

use serde_json::{Value, json};
use uuid::Uuid;

use super::pots::{night_with, pay, payment, peg_29, pot, pots};
use crate::support::league::{League, LeagueTable, Night, list, text};
use crate::support::service::Answer;

fn forget(league: &League, player: &str, query: &str) -> Answer {
    league.as_coordinator("DELETE", &format!("/api/v1/players/{player}{query}"), &json!({}))
}

/// Asserts that a player is not forgotten because of a pot, and returns the problem.
#[track_caller]
fn refused(league: &League, player: &str, detail: &str) -> Value {
    let problem = forget(league, player, "?credit=activities").problem(409, "has-money");
    assert_eq!(problem["detail"], detail);
    league.get(&format!("/api/v1/players/{player}")).ok(200);
    problem
}

/// Claims a hand of 28 with this king or queen for a player.
fn claim_28(night: &Night, table: &LeagueTable, player: &str, fourth: &str) {
    let cards = ["5H", "5D", "5S", fourth];
    let hand = json!({"player_id": player, "game_id": table.game, "cards": cards, "starter": "5C"});
    night.request("PUT", &format!("/hands/{}", Uuid::new_v4()), &hand).ok(201);
}

/// Plays a round in which these players hold a 28.
fn round_with_28(night: &Night, players: &[String]) {
    night.draw().ok(201);
    let table = night.tables().remove(0);
    for (player, fourth) in players.iter().zip(["KC", "QC"]) {
        claim_28(night, &table, player, fourth);
    }
    night.result(1, &[121, 90]).ok(201);
}

/// Finishes a night and hands out its prizes, which are another reason to keep a player.
fn finish(night: &Night) {
    night.finish().ok(200);
    for prize in list(&night.money()["prizes"]) {
        let path = format!("/payouts/{}", text(&prize["player_id"]));
        night.request("PUT", &path, &json!({"amount": prize["amount"]})).ok(201);
    }
}

fn half(league: &League, name: &str, among: &str) -> String {
    let id = Uuid::new_v4().to_string();
    let pays = json!([{"hand": "29", "percent": 100}, {"hand": "28", "percent": 50}]);
    let body = json!({"name": name, "stake": 100, "pays": pays, "among": among});
    league.as_coordinator("PUT", &format!("/api/v1/pots/{id}"), &body).ok(201);
    id
}

#[test]
fn the_leaders_of_a_pot_are_forgotten_after_its_payment() {
    let league = League::open();
    let players = league.players(2);
    let [ann, bob] = [&players[0], &players[1]];
    let one = half(&league, "28 and 29", "share");
    let night = night_with(&league, &players, &[&one]);
    round_with_28(&night, &players);
    finish(&night);
    let sentence = "The player wins $0.50 of the pot “28 and 29” of the night of 2026-01-28. Pay the pot first.";
    for player in [ann, bob] {
        let problem = refused(&league, player, sentence);
        assert_eq!((&problem["credit"], &problem["to_get"]), (&json!(0), &json!(50)));
        assert_eq!((&problem["pot_id"], &problem["night_id"]), (&json!(one), &json!(night.id)));
        assert_eq!((&problem["pot"], &problem["date"]), (&json!("28 and 29"), &json!("2026-01-28")));
    }
    let winners = json!([{"player_id": ann, "to": "cash"}, {"player_id": bob, "to": "credit"}]);
    pay(&night, &one, &json!({"id": Uuid::new_v4().to_string(), "winners": winners})).ok(201);
    forget(&league, ann, "").ok(200);
    let problem = forget(&league, bob, "").problem(409, "has-money");
    assert_eq!((&problem["credit"], &problem["to_get"], &problem["pot"]), (&json!(50), &json!(0), &Value::Null));
    forget(&league, bob, "?credit=activities").ok(200);
}

#[test]
fn players_who_cut_for_a_pot_are_not_forgotten_before_it_is_paid() {
    let league = League::open();
    let players = league.players(4);
    let one = half(&league, "Cut", "cut");
    let night = night_with(&league, &players, &[&one]);
    round_with_28(&night, &players[..2]);
    finish(&night);
    let sentence = "The player may win the pot “Cut” of the night of 2026-01-28. Pay the pot first.";
    assert_eq!(refused(&league, &players[0], sentence)["to_get"], 0, "nobody knows who wins");
    forget(&league, &players[2], "?credit=activities").ok(200);
    let winners = json!([{"player_id": players[1]}]);
    pay(&night, &one, &json!({"id": Uuid::new_v4().to_string(), "winners": winners})).ok(201);
    forget(&league, &players[0], "").ok(200);
}

#[test]
fn of_several_with_one_hand_the_last_alone_has_to_stay() {
    let league = League::open();
    let players = league.players(2);
    let one = half(&league, "Last", "last");
    let night = night_with(&league, &players, &[&one]);
    league.as_coordinator("PATCH", &night.path(""), &json!({"games_per_night": 2})).ok(200);
    round_with_28(&night, &players[..1]);
    round_with_28(&night, &players[1..]);
    finish(&night);
    let leaders = pots(&night)["pots"][0]["lead"]["leaders"].clone();
    assert_eq!((leaders[0]["player_id"].clone(), leaders[1].clone()), (json!(players[1]), Value::Null));
    forget(&league, &players[0], "").ok(200);
    let sentence = "The player wins $1 of the pot “Last” of the night of 2026-01-28. Pay the pot first.";
    refused(&league, &players[1], sentence);
}

#[test]
fn a_pot_that_pays_nobody_holds_nobody_back() {
    let league = League::open();
    let players = league.players(2);
    let [ann, bob] = [&players[0], &players[1]];
    let hat = pot(&league, "The worst hat", &json!([{"hand": "named", "percent": 100}]));
    let small = pot(&league, "A jar", &json!([{"hand": "28", "percent": 100}]));
    let night = night_with(&league, &players, &[&hat, &small]);
    round_with_28(&night, std::slice::from_ref(ann));
    finish(&night);
    forget(&league, bob, "").ok(200);
    // The money of the jar goes to the activities, and nothing is left to win.
    let empty = json!({"from": "pot", "to": "activities", "pot_id": small, "amount": 200});
    refused(&league, ann, "The player wins $2 of the pot “A jar” of the night of 2026-01-28. Pay the pot first.");
    league.as_coordinator("PUT", &format!("/api/v1/ledger/{}", Uuid::new_v4()), &empty).ok(201);
    forget(&league, ann, "").ok(200);
}

#[test]
fn a_merged_player_who_leads_a_pot_is_not_forgotten_by_either_id() {
    let league = League::open();
    let [ann, bob, other] = ["Ann", "Bob", "Anne"].map(|name| league.player(name));
    let one = half(&league, "28 and 29", "share");
    let night = night_with(&league, &[ann.clone(), bob.clone()], &[&one]);
    round_with_28(&night, std::slice::from_ref(&ann));
    finish(&night);
    league.as_coordinator("POST", &format!("/api/v1/players/{ann}/merge"), &json!({"into": other})).ok(200);
    let sentence = "The player wins $1 of the pot “28 and 29” of the night of 2026-01-28. Pay the pot first.";
    refused(&league, &other, sentence);
    forget(&league, &ann, "").problem(409, "has-money");
    forget(&league, &bob, "").ok(200);
    pay(&night, &one, &payment()).ok(201);
    forget(&league, &ann, "").ok(200);
}

#[test]
fn a_player_who_is_forgotten_during_a_night_leaves_the_stake_and_the_hand() {
    let league = League::open();
    let players = league.players(2);
    let one = half(&league, "28 and 29", "share");
    let night = night_with(&league, &players, &[&one]);
    night.draw().ok(201);
    let table = night.tables().remove(0);
    peg_29(&league, &table);
    let leader = &table.sides[0][0];
    forget(&league, leader, "").ok(200);
    night.result(1, &[121, 90]).ok(201);
    night.finish().ok(200);
    let shown = pots(&night)["pots"][0].clone();
    assert_eq!((&shown["players"], &shown["lead"]["leaders"][0]["name"]), (&json!(2), &json!("Former player")));
    pay(&night, &one, &payment()).ok(201);
}

/// Claims a 28 for the first player, with the stakes of all in a pot, and finishes the night.
fn led_night<'a>(league: &'a League, date: &str, players: &[String], pot: &str, leads: bool) -> Night<'a> {
    let night = league.schedule(&json!({"date": date, "games_per_night": 1}));
    for player in players {
        night.enter(player, &json!({"paid": true, "pots": [pot]})).ok(201);
    }
    round_with_28(&night, if leads { &players[..1] } else { &[] });
    finish(&night);
    night
}

#[test]
fn a_leader_of_two_unpaid_nights_is_to_get_what_the_pot_holds() {
    let league = League::open();
    let players = league.players(2);
    let one = pot(&league, "28", &json!([{"hand": "28", "percent": 100}]));
    let first = led_night(&league, "2026-01-28", &players, &one, true);
    let second = led_night(&league, "2026-02-04", &players, &one, true);
    let sentence = "The player wins $2 of the pot “28” of the night of 2026-01-28. Pay the pot first.";
    assert_eq!(refused(&league, &players[0], sentence)["to_get"], 400);
    pay(&first, &one, &payment()).ok(201);
    let sentence = "The player wins $2 of the pot “28” of the night of 2026-02-04. Pay the pot first.";
    assert_eq!(refused(&league, &players[0], sentence)["to_get"], 200);
    pay(&second, &one, &payment()).ok(201);
    forget(&league, &players[0], "").ok(200);
}

#[test]
fn a_lead_whose_money_a_later_night_has_won_takes_no_newer_stakes() {
    let league = League::open();
    let players = league.players(2);
    let one = pot(&league, "28", &json!([{"hand": "28", "percent": 100}]));
    let first = led_night(&league, "2026-01-28", &players, &one, true);
    let second = led_night(&league, "2026-02-04", &players, &one, true);
    let third = led_night(&league, "2026-02-11", &players, &one, false);
    let paid = pay(&second, &one, &payment()).ok(201);
    assert_eq!(paid["pots"][0]["paid"]["winners"][0]["amount"], 400);
    assert_eq!(pots(&first)["pots"][0]["balance"], 0);
    let problem = pay(&first, &one, &payment());
    assert_eq!(problem.status, 409, "{}", problem.text);
    assert_eq!(pots(&third)["pots"][0]["balance"], 200, "the stakes of the last night are there");
    forget(&league, &players[0], "").ok(200);
}

#[test]
fn a_reply_to_a_night_from_paper_holds_nobody_back() {
    let league = League::open();
    let ann = league.player("Ann");
    let season = json!({"name": "Winter", "starts": "2026-01-07", "ends": "2026-04-15"});
    let season = text(&league.as_coordinator("POST", "/api/v1/seasons", &season).ok(201)["id"]);
    let night = league.schedule(&json!({"date": "2026-01-14", "season_id": season}));
    night.request("PUT", &format!("/replies/{ann}"), &json!({"coming": false})).ok(201);
    let cards = json!({"csv": "date,player,game 1\n2026-01-14,Zoe,0\n"});
    league.as_coordinator("POST", &format!("/api/v1/seasons/{season}/imports"), &cards).ok(200);
    night.request("PUT", &format!("/replies/{ann}"), &json!({"coming": true})).problem(409, "night-finished");
    forget(&league, &ann, "").ok(200);
    league.get(&format!("/api/v1/players/{ann}")).problem(404, "not-found");
    assert_eq!(night.rows()[0]["name"], "Zoe");
}

#[test]
fn a_night_that_keeps_a_player_keeps_them_in_all_others() {
    let league = League::open();
    league.as_coordinator("PUT", "/api/v1/league", &json!({"name": "Thursdays", "hand_outs": "assumed"})).ok(201);
    let players = league.players(5);
    let ann = &players[4];
    let nights = ["2026-01-21", "2026-01-28", "2026-02-04"].map(|date| league.schedule(&json!({"date": date})));
    for night in [&nights[0], &nights[2]] {
        night.enter(ann, &json!({})).ok(201);
        night.request("PUT", &format!("/replies/{ann}"), &json!({"coming": true})).ok(201);
    }
    let playing = &nights[1];
    for player in &players[..4] {
        playing.enter(player, &json!({})).ok(201);
    }
    playing.play_round();
    // The only fee of the night wins the 50/50, and stays.
    playing.pay(ann).ok(201);
    playing.request("POST", "/fifty-fifty", &json!({})).ok(201);
    let before = nights.each_ref().map(|night| night.view());
    let problem = forget(&league, ann, "?credit=activities");
    assert_eq!(problem.status, 409, "{}", problem.text);
    assert_eq!(nights.each_ref().map(|night| night.view()), before, "nothing is half done");
}
