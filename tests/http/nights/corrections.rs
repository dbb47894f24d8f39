//! Corrections of results.

use serde_json::{Value, json};

use crate::support::game::id;
use crate::support::league::League;

#[test]
fn a_correction_after_the_next_draw_reseats_nobody() {
    let league = League::open();
    let night = league.night(&league.players(8));
    let first = night.play_round();
    night.draw().ok(201);
    let seated = night.tables();
    let loser = &first[0].sides[1][0];
    assert_eq!(night.row(loser)["lines"][0], 2);
    night.correct(&first[0].game, &[100, 121], None).problem(422, "invalid");
    night.correct(&first[0].game, &[100, 121], Some("The sides were mixed up")).ok(200);
    assert_eq!(night.row(loser)["lines"][0], 0);
    assert_eq!(night.tables(), seated);
    let history = league.get(&format!("/api/v1/games/{}/history", first[0].game)).ok(200);
    let scores: Vec<&Value> = history["events"].as_array().unwrap().iter().map(|event| &event["scores"]).collect();
    assert_eq!(scores[1..], [&json!([121, 119]), &json!([100, 121])], "the earlier result stays in the history");
    assert_eq!(history["events"][2]["reason"], "The sides were mixed up");
}

#[test]
fn a_game_of_a_closed_round_is_not_reopened_and_a_correction_needs_a_reason() {
    let league = League::open();
    let night = league.night(&league.players(8));
    let first = night.play_round();
    night.draw().ok(201);
    let result = format!("/api/v1/games/{}/result", first[0].game);
    let problem = league.as_coordinator("DELETE", &result, &json!({})).problem(409, "round-closed");
    assert!(problem["detail"].as_str().unwrap().contains("with a reason"), "{problem}");
    let rows = night.rows();
    assert!(rows.iter().all(|row| !row["lines"][0].is_null()), "{rows:?}");
    let now = night.tables().remove(0).game;
    night.result(1, &[121, 90]).ok(201);
    league.as_coordinator("DELETE", &format!("/api/v1/games/{now}/result"), &json!({})).ok(200);
}

#[test]
fn a_result_of_a_closed_round_is_replaced_and_not_taken_back() {
    let league = League::open();
    let night = league.night(&league.players(4));
    night.draw().ok(201);
    let game = format!("/api/v1/games/{}", night.tables()[0].game);
    let peg = |number: u8| format!("{game}/pegs/00000000-0000-4000-8000-0000000000{number:02}");
    for (number, (side, points)) in [(1, 29), (0, 29), (0, 29), (0, 29), (0, 29), (0, 5)].into_iter().enumerate() {
        let body = json!({"side": side, "points": points, "for": "other"});
        league.as_coordinator("PUT", &peg(number as u8), &body).ok(201);
    }
    night.finish().ok(200);
    let rows = night.rows();
    league.as_coordinator("DELETE", &peg(0), &json!({})).problem(409, "round-closed");
    night.correct(&game[14..], &[100, 121], Some("The sides were mixed up")).ok(201);
    let corrected = night.rows();
    assert_ne!(corrected, rows);
    league.as_coordinator("DELETE", &format!("{game}/result"), &json!({})).problem(409, "round-closed");
    assert_eq!(night.rows(), corrected);
}

#[test]
fn a_result_entered_over_a_void_game_can_be_taken_back() {
    let league = League::open();
    let night = league.night(&league.players(4));
    night.draw().ok(201);
    let game = night.tables()[0].game.clone();
    night.request("POST", "/finish", &json!({"void_open_games": true})).ok(200);
    night.correct(&game, &[121, 100], Some("They had played on")).ok(201);
    let after = league.as_coordinator("DELETE", &format!("/api/v1/games/{game}/result"), &json!({})).ok(200);
    assert_eq!(after["status"], "void");
}

#[test]
fn a_prize_changed_after_the_finish_is_shown_with_both_amounts() {
    let league = League::open();
    let night = league.night(&league.players(5));
    let tables = night.play_round();
    night.finish().ok(200);
    let (two, winner, loser) = (&tables[1], tables[1].sides[0][0].clone(), tables[1].sides[1][0].clone());
    let before = night.row(&winner);
    assert_eq!((&before["place"], &before["prize_at_finish"]), (&json!(1), &json!(null)));
    night.correct(&two.game, &[90, 121], Some("Written down the wrong way around")).ok(200);
    let (fallen, risen) = (night.row(&winner), night.row(&loser));
    assert_eq!(fallen["prize_at_finish"], before["prize"]);
    assert!(risen["prize"].as_u64() > risen["prize_at_finish"].as_u64(), "{risen}");
    let money = night.money();
    let prizes = money["prizes"].as_array().unwrap();
    let prize = prizes.iter().find(|prize| prize["player_id"] == winner).unwrap();
    assert_eq!((&prize["amount"], &prize["at_finish"]), (&fallen["prize"], &before["prize"]));
    let sum: u64 = prizes.iter().map(|prize| prize["amount"].as_u64().unwrap()).sum();
    let part = |name: &str| money[name].as_u64().unwrap();
    assert_eq!(part("fifty_fifty") + part("supplies") + sum + part("activities"), part("fees"));
}

#[test]
fn a_result_is_taken_back_by_its_id_and_a_later_one_stays() {
    let league = League::open();
    let night = league.night(&league.players(4));
    night.draw().ok(201);
    let game = night.tables()[0].game.clone();
    let path = format!("/api/v1/games/{game}/result");
    let enter = |scores: [u8; 2], number: u32| {
        let body = json!({"scores": scores, "reason": "As the board shows", "id": id(number)});
        league.as_coordinator("PUT", &path, &body)
    };
    let take_back = |number: u32| league.request("DELETE", &format!("{path}?id={}", id(number)), &league.token, None);
    assert_eq!(enter([121, 90], 1).ok(201)["result"]["id"], json!(id(1)));
    enter([121, 95], 2).ok(200);
    assert_eq!(take_back(1).ok(200)["sides"][1]["score"], 95, "another result stands");
    assert_eq!(take_back(2).ok(200)["result"], json!(null));
    assert_eq!(night.view()["rounds"][0]["tables"][0]["result"], json!(null));
}
