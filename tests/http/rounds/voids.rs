//! Games that are called off and brought back, and the cards of their players.

use serde_json::{Value, json};

use crate::support::game::id;
use crate::support::league::{League, Night, list};
use crate::support::service::Answer;

fn void(night: &Night, game: &str, number: u32) -> Answer {
    let body = json!({"reason": "The wrong four sat down", "id": id(number)});
    night.league.as_coordinator("PUT", &format!("/api/v1/games/{game}/void"), &body)
}

fn bring_back(night: &Night, game: &str, number: u32) -> Answer {
    let path = format!("/api/v1/games/{game}/void?id={}", id(number));
    night.league.request("DELETE", &path, &night.league.token, None)
}

#[test]
fn a_finished_game_of_an_earlier_round_is_called_off_and_brought_back_once() {
    let league = League::open();
    let night = league.night(&league.players(8));
    let first = night.play_round();
    night.draw().ok(201);
    let (game, player) = (&first[0].game, &first[0].sides[0][0]);
    let before = night.row(player);
    let view = void(&night, game, 1).ok(201);
    assert_eq!((&view["status"], &view["winner"], &view["result"]), (&json!("void"), &json!(null), &json!(null)));
    assert_eq!(view["void"], json!({"id": id(1), "reason": "The wrong four sat down"}));
    assert_eq!(night.view()["rounds"][0]["tables"][0]["void"], view["void"]);
    void(&night, game, 1).ok(200);
    let row = night.row(player);
    assert_eq!((&row["lines"][0], &row["excused"], &row["games"]), (&json!(null), &json!([1]), &json!(0)));
    bring_back(&night, game, 2).ok(200);
    assert_eq!(night.row(player), row, "another void");
    assert_eq!(bring_back(&night, game, 1).ok(200)["status"], "finished");
    assert_eq!(night.row(player), before);
    assert_eq!(bring_back(&night, game, 1).ok(200)["status"], "finished");
    assert_eq!(void(&night, game, 1).ok(200)["status"], "finished", "also after it was taken back");
}

#[test]
fn a_game_of_a_finished_night_is_neither_called_off_nor_brought_back() {
    let league = League::open();
    let night = league.night(&league.players(8));
    night.draw().ok(201);
    let tables = night.tables();
    void(&night, &tables[0].game, 1).ok(201);
    night.result(2, &[121, 90]).ok(201);
    night.finish().ok(200);
    void(&night, &tables[1].game, 2).problem(409, "night-finished");
    bring_back(&night, &tables[0].game, 1).problem(409, "night-finished");
    void(&night, &tables[0].game, 1).ok(200);
    bring_back(&night, &tables[0].game, 9).ok(200);
}

#[test]
fn phones_call_no_game_of_a_night_off() {
    let league = League::open();
    let players = league.players(4);
    let night = league.night(&players);
    let phone = night.join(&players[0]);
    night.draw().ok(201);
    let path = format!("/api/v1/games/{}/void", night.tables()[0].game);
    league.request("PUT", &path, &phone, Some(&json!({"reason": "Snow"}))).problem(403, "forbidden");
    league.request("DELETE", &path, &phone, None).problem(403, "forbidden");
    league.as_coordinator("PUT", &path, &json!({})).problem(422, "invalid");
    league.as_coordinator("PUT", &path, &json!({"reason": ""})).problem(422, "invalid");
    assert_eq!(night.tables()[0].status, "playing");
}

#[test]
fn nobody_who_was_there_all_night_loses_the_place_by_an_early_finish() {
    let league = League::open();
    let night = league.night(&league.players(8));
    night.play_round();
    night.draw().ok(201);
    night.result(1, &[121, 50]).ok(201);
    night.request("POST", "/finish", &json!({"void_open_games": true})).ok(200);
    let rows = night.rows();
    assert!(rows.iter().all(|row| row["complete"] == true && !row["place"].is_null()), "{rows:?}");
    let excused: Vec<&Value> = rows.iter().filter(|row| row["excused"] == json!([2])).collect();
    assert_eq!(excused.len(), 4);
    assert!(excused.iter().all(|row| row["games"] == 1 && row["lines"][1].is_null()));
    let csv = league.get(&night.path("/standings.csv"));
    assert_eq!(csv.status, 200);
}

#[test]
fn the_coordinator_excuses_a_round_with_a_reason_and_a_repeat_changes_nothing() {
    let league = League::open();
    let players = league.players(9);
    let night = league.night(&players[..8]);
    let early = json!({"excused": [1], "reason": "There was no table for her"});
    night.enter(&players[0], &early).problem(422, "invalid");
    night.play_round();
    night.enter(&players[8], &json!({"excused": [1]})).problem(422, "invalid");
    night.enter(&players[8], &json!({"reason": "Alone"})).problem(422, "invalid");
    night.enter(&players[8], &json!({"paid": true, "excused": [2], "reason": "Too early"})).problem(422, "invalid");
    assert!(list(&night.view()["entries"]).iter().all(|entry| entry["player_id"] != players[8]));
    night.enter(&players[8], &json!({"paid": true, "excused": [1], "reason": "No table"})).ok(201);
    let version = night.view()["version"].clone();
    night.enter(&players[8], &json!({"paid": true, "excused": [1], "reason": "No table"})).ok(200);
    assert_eq!(night.view()["version"], version);
    night.play_round();
    night.finish().ok(200);
    let row = night.row(&players[8]);
    assert_eq!((&row["complete"], &row["excused"], &row["games"]), (&json!(true), &json!([1]), &json!(1)));
    night.enter(&players[8], &json!({"excused": []})).ok(200);
    let row = night.row(&players[8]);
    assert_eq!((&row["complete"], &row["place"], &row["excused"]), (&json!(false), &json!(null), &json!([])));
    let kinds = night.kinds();
    assert_eq!(kinds.iter().filter(|kind| *kind == "excused").count(), 2);
}

#[test]
fn a_new_league_excuses_rounds_and_a_request_without_the_rule_keeps_it() {
    let league = League::open();
    let rule = || league.get("/api/v1/league").ok(200)["full_card"].clone();
    assert_eq!(rule(), "excused");
    let put = |body: Value| league.as_coordinator("PUT", "/api/v1/league", &body);
    put(json!({"name": "Thursday League"})).ok(201);
    assert_eq!(rule(), "excused");
    assert_eq!(put(json!({"name": "Thursday League", "full_card": "every_round"})).ok(200)["full_card"], "every_round");
    put(json!({"name": "Friday League"})).ok(200);
    assert_eq!(rule(), "every_round");
    put(json!({"name": "Friday League", "full_card": "none"})).problem(422, "invalid");
    let night = league.night(&league.players(8));
    assert_eq!(night.view()["full_card"], "every_round");
    night.play_round();
    night.draw().ok(201);
    night.result(1, &[121, 50]).ok(201);
    night.request("POST", "/finish", &json!({"void_open_games": true})).ok(200);
    assert_eq!(night.rows().iter().filter(|row| row["place"].is_null()).count(), 4);
    assert!(night.rows().iter().all(|row| row["excused"] == json!([])));
}

#[test]
fn the_standings_without_a_game_are_those_that_calling_it_off_makes() {
    let league = League::open();
    let night = league.night(&league.players(8));
    let first = night.play_round();
    night.draw().ok(201);
    night.result(1, &[121, 90]).ok(201);
    let imagined = |games: &[&str]| {
        let path = night.path(&format!("/standings?without={}", games.join(",")));
        list(&league.get(&path).ok(200)["rows"])
    };
    let before = night.rows();
    assert_eq!(imagined(&[&id(9)]), before, "a game of another night");
    let game = first[0].game.as_str();
    let without = imagined(&[game]);
    assert_ne!(without, before);
    assert_eq!(night.rows(), before, "nothing is called off");
    let open = night.tables()[1].game.clone();
    let finished = imagined(&[game, &open]);
    void(&night, game, 1).ok(201);
    assert_eq!(night.rows(), without);
    night.request("POST", "/finish", &json!({"void_open_games": true})).ok(200);
    let standings = night.rows();
    for (imagined, row) in finished.iter().zip(&standings) {
        assert_eq!(
            (&imagined["place"], &imagined["name"], &imagined["prize"]),
            (&row["place"], &row["name"], &row["prize"])
        );
    }
    league.get(&night.path("/standings?without=one")).problem(422, "invalid");
}

#[test]
fn the_standings_with_another_result_are_those_that_the_correction_makes() {
    let league = League::open();
    let night = league.night(&league.players(8));
    let first = night.play_round();
    let game = first[0].game.as_str();
    let before = night.rows();
    let imagined = |query: &str| league.get(&night.path(&format!("/standings?{query}")));
    let rows = |query: &str| list(&imagined(query).ok(200)["rows"]);
    assert_eq!(rows(&format!("with={}:121,109", id(9))), before, "a game of another night");
    let turned = rows(&format!("with={game}:58,121"));
    assert_ne!(turned, before);
    assert_eq!(night.rows(), before, "nothing is corrected");
    let body = json!({"scores": [58, 121], "reason": "The sides were mixed up."});
    league.as_coordinator("PUT", &format!("/api/v1/games/{game}/result"), &body).ok(200);
    assert_eq!(night.rows(), turned);
    for wrong in [
        format!("with={game}"),
        "with=121,109".to_owned(),
        "with=".to_owned(),
        format!("with={game}:121,121"),
        format!("with={game}:121,400"),
        format!("with={game}:121"),
        format!("with={game}:121,109,"),
    ] {
        let problem = imagined(&wrong).problem(422, "invalid");
        assert_eq!(problem["errors"][0]["pointer"], "with", "{wrong}");
    }
}
