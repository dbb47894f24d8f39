//! Entries, payments and withdrawals.

use serde_json::json;

use crate::support::game::id;
use crate::support::league::{League, Night};

fn entry(night: &Night, player: &str) -> serde_json::Value {
    let view = night.view();
    let entries = view["entries"].as_array().unwrap().clone();
    let mut entry = entries.into_iter().find(|entry| entry["player_id"] == player).unwrap_or_default();
    if let Some(entry) = entry.as_object_mut() {
        assert!(entry.remove("changed").unwrap()["at"].is_string());
    }
    entry
}

#[test]
fn a_repeated_entry_keeps_omitted_fields() {
    let league = League::open();
    let (member, guest) = (league.player("Ann"), league.player("Gus"));
    league.as_coordinator("PATCH", &format!("/api/v1/players/{guest}"), &json!({"active_member": false})).ok(200);
    let night = league.schedule(&json!({"date": "2026-01-28"}));
    night.enter(&member, &json!({})).ok(201);
    let noted = |paid, guest, left| json!({"player_id": member, "name": "Ann", "paid": paid, "guest": guest, "left": left, "pots": [], "excused": [], "missed": []});
    assert_eq!(entry(&night, &member), noted(false, false, false));
    night.enter(&member, &json!({"paid": true})).ok(200);
    night.enter(&member, &json!({"guest": true})).ok(200);
    assert_eq!(entry(&night, &member), noted(true, true, false));
    night.enter(&member, &json!({"guest": false})).ok(200);
    night.enter(&member, &json!({})).ok(200);
    assert_eq!(entry(&night, &member), noted(true, false, false));
    let problem = night.enter(&guest, &json!({"paid": true})).problem(409, "not-a-member");
    assert!(problem["detail"].as_str().unwrap().contains("guest"), "{problem}");
    night.enter(&guest, &json!({"paid": true, "guest": true})).ok(201);
    night.enter(&id(5), &json!({})).problem(404, "not-found");
    night.enter(&member, &json!({"paid": "yes"})).problem(422, "invalid");
    night.withdraw(&member).ok(200);
    night.withdraw(&member).ok(200);
    assert_eq!(entry(&night, &member), json!(null), "a withdrawn player without games is off the list");
}

#[test]
fn a_withdrawn_entry_is_shown_to_all_who_see_fees_until_the_player_is_checked_in_again() {
    let league = League::open();
    let players = league.players(3);
    let night = league.schedule(&json!({"date": "2026-01-28"}));
    players.iter().for_each(|player| drop(night.pay(player).ok(201)));
    night.withdraw(&players[0]).ok(200);
    let noted = json!([{"player_id": players[0], "paid": true, "guest": false}]);
    assert_eq!(night.view()["withdrawn"], noted);
    assert_eq!(league.service.get(&night.path("")).ok(200)["withdrawn"], json!(null), "to a stranger nobody");
    night.enter(&players[0], &json!({"guest": true})).ok(201);
    // The fee is still in the box, so it pays again.
    assert_eq!((&night.view()["withdrawn"], &entry(&night, &players[0])["paid"]), (&json!(null), &json!(true)));
    night.withdraw(&players[0]).ok(200);
    assert_eq!(night.view()["withdrawn"], json!([{"player_id": players[0], "paid": true, "guest": true}]));
}

#[test]
fn whoever_comes_late_misses_the_rounds_before_until_they_are_excused() {
    let league = League::open();
    let players = league.players(6);
    let night = league.night(&players[..4]);
    let missed = |player: usize| entry(&night, &players[player])["missed"].clone();
    night.play_round();
    night.pay(&players[4]).ok(201);
    assert_eq!((missed(0), missed(4)), (json!([]), json!([1])));
    night.play_round();
    assert_eq!((missed(0), missed(4)), (json!([]), json!([1])));
    night.pay(&players[5]).ok(201);
    assert_eq!(missed(5), json!([1, 2]));
    night.enter(&players[5], &json!({"excused": [1], "reason": "came late"})).ok(200);
    assert_eq!(missed(5), json!([2]));
}

#[test]
fn an_empty_entry_brings_a_withdrawn_player_back() {
    let league = League::open();
    let players = league.players(5);
    let night = league.schedule(&json!({"date": "2026-01-28"}));
    players.iter().for_each(|player| drop(night.enter(player, &json!({})).ok(201)));
    night.play_round();
    night.withdraw(&players[0]).ok(200);
    night.pay(&players[0]).ok(200);
    assert_eq!(entry(&night, &players[0])["left"], true, "a fee that is paid late brings nobody back");
    night.enter(&players[0], &json!({})).ok(200);
    let back = entry(&night, &players[0]);
    assert_eq!((&back["left"], &back["paid"]), (&json!(false), &json!(true)));
}

#[test]
fn a_forgotten_player_cannot_return() {
    let league = League::open();
    let players = league.players(5);
    let night = league.night(&players);
    night.play_round();
    night.withdraw(&players[0]).ok(200);
    for player in &players[..2] {
        league.as_coordinator("DELETE", &format!("/api/v1/players/{player}"), &json!({})).ok(200);
    }
    night.enter(&players[0], &json!({})).problem(404, "not-found");
    night.enter(&players[0], &json!({"paid": false})).ok(200);
    let join = json!({"code": night.code(), "player_id": players[1]});
    league.post("/api/v1/nights/join", &join).problem(422, "invalid");
}

#[test]
fn a_forgotten_player_is_not_seated_and_finished_nights_do_not_change() {
    let league = League::open();
    let players = league.players(5);
    let past = league.night(&players);
    past.play_round();
    past.finish().ok(200);
    for prize in past.money()["prizes"].as_array().unwrap() {
        let path = format!("/payouts/{}", prize["player_id"].as_str().unwrap());
        past.request("PUT", &path, &json!({"amount": prize["amount"]})).ok(201);
    }
    let (before, night, coming) = (past.rows(), league.night(&players), league.night(&players));
    night.play_round();
    // Nobody with money here is forgotten.
    coming.enter(&players[0], &json!({"paid": false})).ok(200);
    league.as_coordinator("DELETE", &format!("/api/v1/players/{}", players[0]), &json!({})).ok(200);
    let left: Vec<String> = night.view()["entries"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|entry| entry["left"] == true)
        .map(|entry| entry["name"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(left, ["Former player"]);
    assert_eq!(coming.view()["entries"].as_array().unwrap().len(), 4);
    night.draw().ok(201);
    let seated: Vec<String> = night.tables().into_iter().flat_map(|table| table.sides.concat()).collect();
    assert_eq!((seated.len(), seated.contains(&players[0])), (4, false));
    let lines = |rows: &[serde_json::Value]| rows.iter().map(|row| row["lines"].clone()).collect::<Vec<_>>();
    assert_eq!(lines(&past.rows()), lines(&before));
}

#[test]
fn after_the_finish_no_withdrawal_takes_a_fee_away() {
    let league = League::open();
    let players = league.players(5);
    let night = league.night(&players[..4]);
    night.play_round();
    night.pay(&players[4]).ok(201);
    night.finish().ok(200);
    let money = night.money();
    for player in [&players[0], &players[4]] {
        night.withdraw(player).problem(409, "night-finished");
    }
    assert_eq!(night.money(), money);
}

#[test]
fn a_shortened_night_has_full_cards_of_its_rounds() {
    let league = League::open();
    let settings = json!({"name": "Thursday League", "full_card": "every_round"});
    league.as_coordinator("PUT", "/api/v1/league", &settings).ok(201);
    let players = league.players(8);
    let night = league.night(&players);
    night.play_round();
    night.draw().ok(201);
    night.result(1, &[121, 50]).ok(201);
    assert_eq!(night.finish().problem(409, "still-playing")["tables"], json!([2]));
    let finished = night.request("POST", "/finish", &json!({"void_open_games": true})).ok(200);
    assert_eq!(finished["rounds"][1]["tables"][1]["status"], "void");
    let rows = night.rows();
    assert!(rows.iter().all(|row| row["lines"].as_array().unwrap().len() == 2), "{rows:?}");
    let placed: Vec<bool> = rows.iter().map(|row| !row["place"].is_null()).collect();
    assert_eq!(placed, [[true; 4], [false; 4]].concat(), "the game that was called off is missing on four cards");
    let game = format!("/api/v1/games/{}", night.tables()[1].game);
    let history = league.get(&format!("{game}/history")).ok(200);
    assert_eq!(history["events"][1]["kind"], "voided");
}

#[test]
fn a_night_of_two_rounds_ranks_everybody_who_played_both() {
    let league = League::open();
    let night = league.night(&league.players(9));
    night.play_round();
    night.play_round();
    night.finish().ok(200);
    assert!(night.rows().iter().all(|row| row["complete"] == true && !row["place"].is_null()));
    let money = night.money();
    assert!(!money["prizes"].as_array().unwrap().is_empty());
}
