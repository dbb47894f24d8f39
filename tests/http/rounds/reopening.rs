//! The finish of a night, taken back.

use serde_json::{Value, json};

use crate::support::game::id;
use crate::support::league::{League, Night};
use crate::support::service::Answer;

fn finish(night: &Night, number: u32) -> Answer {
    night.request("POST", "/finish", &json!({"void_open_games": true, "id": id(number)}))
}

/// Takes a finish back. If an id is given, takes back only the finish with this id.
fn reopen(night: &Night, finish: Option<u32>) -> Answer {
    let query = finish.map(|finish| format!("?id={}", id(finish))).unwrap_or_default();
    night.request("DELETE", &format!("/finish{query}"), &json!({"reason": "One round was still to come"}))
}

/// The rounds of a night without the versions of their games, which count every change.
fn rounds(night: &Value) -> Value {
    let mut rounds = night["rounds"].clone();
    for round in rounds.as_array_mut().unwrap() {
        for table in round["tables"].as_array_mut().unwrap() {
            table.as_object_mut().unwrap().remove("version");
        }
    }
    rounds
}

#[test]
fn a_reopened_night_has_the_games_back_that_the_finish_called_off_and_no_others() {
    let league = League::open();
    let players = league.players(12);
    let night = league.night(&players);
    let phone = night.join(&players[0]);
    night.draw().ok(201);
    let tables = night.tables();
    night.result(1, &[121, 90]).ok(201);
    let void = format!("/api/v1/games/{}/void", tables[1].game);
    league.as_coordinator("PUT", &void, &json!({"reason": "Ann went home"})).ok(201);
    let before = (night.view(), night.rows(), night.money());
    let finished = finish(&night, 1).ok(200);
    let statuses = |night: &Value| {
        let tables = night["rounds"][0]["tables"].as_array().unwrap().clone();
        tables.into_iter().map(|table| table["status"].clone()).collect::<Vec<_>>()
    };
    assert_eq!(statuses(&finished), ["finished", "void", "void"]);
    let open = reopen(&night, Some(1)).ok(200);
    assert_eq!((&open["status"], &open["finish"]), (&json!("playing"), &json!(null)));
    assert_eq!(statuses(&open), ["finished", "void", "playing"]);
    assert_eq!((rounds(&open), night.rows(), night.money()), (rounds(&before.0), before.1, before.2));
    let game = &tables.iter().find(|table| table.players().any(|player| *player == players[0])).unwrap().game;
    let peg = format!("/api/v1/games/{game}/pegs/{}", id(5));
    let answer = league.request("PUT", &peg, &phone, Some(&json!({"side": 0, "points": 2})));
    assert_ne!(answer.status, 401, "the phone keeps its rights");
    let expiring = "SELECT count(*) FROM token WHERE night IS NOT NULL AND expires_at IS NOT NULL";
    assert_eq!(league.sql().number(expiring), 0);
}

#[test]
fn a_finish_and_its_end_take_effect_once_however_often_they_are_sent() {
    let league = League::open();
    let night = league.night(&league.players(4));
    reopen(&night, None).ok(200);
    night.play_round();
    reopen(&night, Some(1)).ok(200);
    finish(&night, 1).ok(200);
    assert_eq!(reopen(&night, Some(9)).ok(200)["status"], "finished", "another finish");
    for _ in 0..2 {
        assert_eq!(reopen(&night, Some(1)).ok(200)["status"], "playing");
        assert_eq!(finish(&night, 1).ok(200)["status"], "playing", "a repeat of the finish");
    }
    assert_eq!(finish(&night, 2).ok(200)["finish"], json!({"id": id(2)}));
    assert_eq!(reopen(&night, Some(1)).ok(200)["status"], "finished", "a later finish stays");
    let kinds = night.kinds();
    assert_eq!(kinds[kinds.len() - 3..], ["finished", "reopened", "finished"]);
    assert_eq!(reopen(&night, None).ok(200)["status"], "playing", "without an id any finish is taken back");
}

#[test]
fn after_a_reopened_finish_a_round_is_drawn_and_prizes_are_those_of_the_next_finish() {
    let league = League::open();
    let night = league.night(&league.players(8));
    let first = night.play_round();
    finish(&night, 1).ok(200);
    night.correct(&first[0].game, &[90, 121], Some("Read the wrong way round")).ok(200);
    assert!(night.rows().iter().any(|row| !row["prize_at_finish"].is_null()));
    reopen(&night, Some(1)).ok(200);
    assert!(night.rows().iter().all(|row| row["prize_at_finish"].is_null()));
    night.play_round();
    finish(&night, 2).ok(200);
    assert!(night.rows().iter().all(|row| row["prize_at_finish"].is_null() && row["complete"] == true));
}

#[test]
fn a_finish_is_taken_back_by_the_coordinator_with_a_reason() {
    let league = League::open();
    let players = league.players(4);
    let night = league.night(&players);
    let phone = night.join(&players[0]);
    night.play_round();
    finish(&night, 1).ok(200);
    let body = json!({"reason": "Too early"});
    league.request("DELETE", &night.path("/finish"), &phone, Some(&body)).problem(403, "forbidden");
    for wrong in [json!({}), json!({"reason": ""}), json!({"reason": "x", "why": 1})] {
        night.request("DELETE", "/finish", &wrong).problem(422, "invalid");
    }
    assert_eq!(night.view()["status"], "finished");
    let unknown = Night { league: &league, id: id(404) };
    reopen(&unknown, None).problem(404, "not-found");
}
