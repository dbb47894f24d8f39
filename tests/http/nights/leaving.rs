//! Coming, paying, leaving, and nights that end early.

use serde_json::json;

use super::{Evening, League};

fn entry(evening: &Evening, player: &str) -> serde_json::Value {
    let night = evening.look();
    let entries = night["entries"].as_array().unwrap().clone();
    entries.into_iter().find(|entry| entry["player_id"] == player).unwrap_or_default()
}

#[test]
fn what_is_left_out_of_a_repeated_entry_stays_as_it_was() {
    let league = League::open();
    let (member, guest) = (league.player("Ann"), league.player("Gus"));
    league.coordinate("PATCH", &format!("/api/v1/players/{guest}"), &json!({"active_member": false})).ok(200);
    let evening = league.schedule(&json!({"date": "2026-01-28"}));
    evening.enter(&member, &json!({})).ok(201);
    let noted =
        |paid, guest, left| json!({"player_id": member, "name": "Ann", "paid": paid, "guest": guest, "left": left});
    assert_eq!(entry(&evening, &member), noted(false, false, false));
    evening.enter(&member, &json!({"paid": true})).ok(200);
    evening.enter(&member, &json!({"guest": true})).ok(200);
    assert_eq!(entry(&evening, &member), noted(true, true, false));
    evening.enter(&member, &json!({"guest": false})).ok(200);
    evening.enter(&member, &json!({})).ok(200);
    assert_eq!(entry(&evening, &member), noted(true, false, false));
    let problem = evening.enter(&guest, &json!({"paid": true})).problem(409, "not-a-member");
    assert!(problem["detail"].as_str().unwrap().contains("guest"), "{problem}");
    evening.enter(&guest, &json!({"paid": true, "guest": true})).ok(201);
    evening.enter(&crate::game::id(5), &json!({})).problem(404, "not-found");
    evening.enter(&member, &json!({"paid": "yes"})).problem(422, "invalid");
    evening.withdraw(&member).ok(200);
    evening.withdraw(&member).ok(200);
    assert_eq!(entry(&evening, &member), json!(null), "who has not played is off the list");
}

#[test]
fn who_has_left_comes_back_by_an_entry_that_notes_nothing() {
    let league = League::open();
    let players = league.players(5);
    let evening = league.schedule(&json!({"date": "2026-01-28"}));
    players.iter().for_each(|player| drop(evening.enter(player, &json!({})).ok(201)));
    evening.play_round();
    evening.withdraw(&players[0]).ok(200);
    evening.pay(&players[0]).ok(200);
    assert_eq!(entry(&evening, &players[0])["left"], true, "a fee that is paid late brings nobody back");
    evening.enter(&players[0], &json!({})).ok(200);
    let back = entry(&evening, &players[0]);
    assert_eq!((&back["left"], &back["paid"]), (&json!(false), &json!(true)));
}

#[test]
fn who_was_forgotten_plays_no_more() {
    let league = League::open();
    let players = league.players(5);
    let evening = league.evening(&players);
    evening.play_round();
    evening.withdraw(&players[0]).ok(200);
    for player in &players[..2] {
        league.coordinate("DELETE", &format!("/api/v1/players/{player}"), &json!({})).ok(200);
    }
    evening.enter(&players[0], &json!({})).problem(404, "not-found");
    evening.enter(&players[0], &json!({"paid": false})).ok(200);
    let join = json!({"code": evening.code(), "player_id": players[1]});
    league.post("/api/v1/nights/join", &join).problem(422, "invalid");
}

#[test]
fn who_is_forgotten_while_they_are_here_is_seated_no_more_and_a_night_that_is_over_stays_as_it_was() {
    let league = League::open();
    let players = league.players(5);
    let past = league.evening(&players);
    past.play_round();
    past.finish().ok(200);
    let (before, evening, coming) = (past.rows(), league.evening(&players), league.evening(&players));
    evening.play_round();
    league.coordinate("DELETE", &format!("/api/v1/players/{}", players[0]), &json!({})).ok(200);
    let left: Vec<String> = evening.look()["entries"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|entry| entry["left"] == true)
        .map(|entry| entry["name"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(left, ["Former player"]);
    assert_eq!(coming.look()["entries"].as_array().unwrap().len(), 4);
    evening.draw().ok(201);
    let seated: Vec<String> = evening.tables().into_iter().flat_map(|table| table.sides.concat()).collect();
    assert_eq!((seated.len(), seated.contains(&players[0])), (4, false));
    let lines = |rows: &[serde_json::Value]| rows.iter().map(|row| row["lines"].clone()).collect::<Vec<_>>();
    assert_eq!(lines(&past.rows()), lines(&before));
}

#[test]
fn after_the_finish_nobody_takes_a_fee_away_by_leaving() {
    let league = League::open();
    let players = league.players(5);
    let evening = league.evening(&players[..4]);
    evening.play_round();
    evening.pay(&players[4]).ok(201);
    evening.finish().ok(200);
    let money = evening.money();
    for player in [&players[0], &players[4]] {
        evening.withdraw(player).problem(409, "night-finished");
    }
    assert_eq!(evening.money(), money);
}

#[test]
fn a_night_that_is_cut_short_has_full_cards_of_the_rounds_it_held() {
    let league = League::open();
    let players = league.players(8);
    let evening = league.evening(&players);
    evening.play_round();
    evening.draw().ok(201);
    evening.result(1, &[121, 50]).ok(201);
    assert_eq!(evening.finish().problem(409, "still-playing")["tables"], json!([2]));
    let finished = evening.ask("POST", "/finish", &json!({"void_open_games": true})).ok(200);
    assert_eq!(finished["rounds"][1]["tables"][1]["status"], "void");
    let rows = evening.rows();
    assert!(rows.iter().all(|row| row["lines"].as_array().unwrap().len() == 2), "{rows:?}");
    let placed: Vec<bool> = rows.iter().map(|row| !row["place"].is_null()).collect();
    assert_eq!(placed, [[true; 4], [false; 4]].concat(), "the game that was called off is missing on four cards");
    let game = format!("/api/v1/games/{}", evening.tables()[1].game);
    let history = league.get(&format!("{game}/history")).ok(200);
    assert_eq!(history["events"][1]["kind"], "voided");
}

#[test]
fn a_night_finished_after_two_rounds_ranks_everybody_who_played_both() {
    let league = League::open();
    let evening = league.evening(&league.players(9));
    evening.play_round();
    evening.play_round();
    evening.finish().ok(200);
    assert!(evening.rows().iter().all(|row| row["complete"] == true && !row["place"].is_null()));
    let money = evening.money();
    assert!(!money["prizes"].as_array().unwrap().is_empty());
}
