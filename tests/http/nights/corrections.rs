//! Results that were entered wrong.

use serde_json::{Value, json};

use super::League;

#[test]
fn the_coordinator_corrects_after_the_next_draw_and_nobody_is_reseated() {
    let league = League::open();
    let evening = league.evening(&league.players(8));
    let first = evening.play_round();
    evening.draw().ok(201);
    let seated = evening.tables();
    let loser = &first[0].sides[1][0];
    assert_eq!(evening.row(loser)["lines"][0], 2);
    evening.correct(&first[0].game, &[100, 121], None).problem(422, "invalid");
    evening.correct(&first[0].game, &[100, 121], Some("The sides were mixed up")).ok(200);
    assert_eq!(evening.row(loser)["lines"][0], 0);
    assert_eq!(evening.tables(), seated);
    let history = league.get(&format!("/api/v1/games/{}/history", first[0].game)).ok(200);
    let scores: Vec<&Value> = history["events"].as_array().unwrap().iter().map(|event| &event["scores"]).collect();
    assert_eq!(scores[1..], [&json!([121, 119]), &json!([100, 121])], "what it was before stays on record");
    assert_eq!(history["events"][2]["reason"], "The sides were mixed up");
}

#[test]
fn a_game_of_a_round_that_is_over_is_not_reopened_for_a_correction_takes_a_reason() {
    let league = League::open();
    let evening = league.evening(&league.players(8));
    let first = evening.play_round();
    evening.draw().ok(201);
    let result = format!("/api/v1/games/{}/result", first[0].game);
    let problem = league.coordinate("DELETE", &result, &json!({})).problem(409, "round-closed");
    assert!(problem["detail"].as_str().unwrap().contains("with a reason"), "{problem}");
    let rows = evening.rows();
    assert!(rows.iter().all(|row| !row["lines"][0].is_null()), "{rows:?}");
    let now = evening.tables().remove(0).game;
    evening.result(1, &[121, 90]).ok(201);
    league.coordinate("DELETE", &format!("/api/v1/games/{now}/result"), &json!({})).ok(200);
}

#[test]
fn what_a_game_of_a_round_that_is_over_came_to_is_not_taken_back_without_a_reason() {
    let league = League::open();
    let evening = league.evening(&league.players(4));
    evening.draw().ok(201);
    let game = format!("/api/v1/games/{}", evening.tables()[0].game);
    let peg = |number: u8| format!("{game}/pegs/00000000-0000-4000-8000-0000000000{number:02}");
    for (number, (side, points)) in [(1, 29), (0, 29), (0, 29), (0, 29), (0, 29), (0, 5)].into_iter().enumerate() {
        let body = json!({"side": side, "points": points, "for": "other"});
        league.coordinate("PUT", &peg(number as u8), &body).ok(201);
    }
    evening.finish().ok(200);
    let rows = evening.rows();
    league.coordinate("DELETE", &peg(0), &json!({})).problem(409, "round-closed");
    evening.correct(&game[14..], &[100, 121], Some("The sides were mixed up")).ok(201);
    let corrected = evening.rows();
    assert_ne!(corrected, rows);
    league.coordinate("DELETE", &format!("{game}/result"), &json!({})).problem(409, "round-closed");
    assert_eq!(evening.rows(), corrected);
}

#[test]
fn a_result_over_a_game_that_was_called_off_can_be_taken_back() {
    let league = League::open();
    let evening = league.evening(&league.players(4));
    evening.draw().ok(201);
    let game = evening.tables()[0].game.clone();
    evening.ask("POST", "/finish", &json!({"void_open_games": true})).ok(200);
    evening.correct(&game, &[121, 100], Some("They had played on")).ok(201);
    let after = league.coordinate("DELETE", &format!("/api/v1/games/{game}/result"), &json!({})).ok(200);
    assert_eq!(after["status"], "void");
}

#[test]
fn a_prize_that_differs_after_the_finish_is_shown_with_both_amounts() {
    let league = League::open();
    let evening = league.evening(&league.players(5));
    let tables = evening.play_round();
    evening.finish().ok(200);
    let (two, winner, loser) = (&tables[1], tables[1].sides[0][0].clone(), tables[1].sides[1][0].clone());
    let before = evening.row(&winner);
    assert_eq!((&before["place"], &before["prize_at_finish"]), (&json!(1), &json!(null)));
    evening.correct(&two.game, &[90, 121], Some("Written down the wrong way around")).ok(200);
    let (fallen, risen) = (evening.row(&winner), evening.row(&loser));
    assert_eq!(fallen["prize_at_finish"], before["prize"]);
    assert!(risen["prize"].as_u64() > risen["prize_at_finish"].as_u64(), "{risen}");
    let money = evening.money();
    let prizes = money["prizes"].as_array().unwrap();
    let prize = prizes.iter().find(|prize| prize["player_id"] == winner).unwrap();
    assert_eq!((&prize["amount"], &prize["at_finish"]), (&fallen["prize"], &before["prize"]));
    let sum: u64 = prizes.iter().map(|prize| prize["amount"].as_u64().unwrap()).sum();
    let part = |name: &str| money[name].as_u64().unwrap();
    assert_eq!(part("fifty_fifty") + part("supplies") + sum + part("activities"), part("fees"));
}
