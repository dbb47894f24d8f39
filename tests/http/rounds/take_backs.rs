//! The draw of a round, taken back and drawn again.

use serde_json::{Value, json};

use crate::support::game::id;
use crate::support::league::{League, Night, list};
use crate::support::service::Answer;

fn draw(night: &Night, number: u32, id_number: u32) -> Answer {
    night.request("POST", "/rounds", &json!({"number": number, "id": id(id_number)}))
}

/// Takes a round back, the draw with this id alone if one is given.
fn take_back(night: &Night, number: u32, draw: Option<u32>) -> Answer {
    let query = draw.map(|draw| format!("?id={}", id(draw))).unwrap_or_default();
    let path = night.path(&format!("/rounds/{number}{query}"));
    night.league.request("DELETE", &path, &night.league.token, None)
}

fn peg(night: &Night, game: &str, token: &str, number: u32) -> Answer {
    let path = format!("/api/v1/games/{game}/pegs/{}", id(number));
    night.league.request("PUT", &path, token, Some(&json!({"side": 0, "points": 2})))
}

#[test]
fn a_round_that_is_taken_back_is_drawn_anew_with_who_came_late() {
    let league = League::open();
    let players = league.players(8);
    let night = league.night(&players[..7]);
    draw(&night, 1, 1).ok(201);
    let old = night.tables();
    night.pay(&players[7]).ok(201);
    let open = take_back(&night, 1, Some(1)).ok(200);
    assert_eq!((&open["status"], &open["rounds"]), (&json!("open"), &json!([])));
    for table in &old {
        let game = league.get(&format!("/api/v1/games/{}", table.game)).ok(200);
        assert_eq!((&game["status"], &game["void"]["reason"]), (&json!("void"), &json!("The draw was taken back.")));
    }
    let anew = draw(&night, 1, 2).ok(201);
    assert_eq!((&anew["status"], list(&anew["rounds"][0]["tables"]).len()), (&json!("playing"), 2));
    let new = night.tables();
    assert!(new.iter().flat_map(|table| table.players()).any(|player| *player == players[7]));
    assert!(new.iter().all(|table| old.iter().all(|other| other.game != table.game)));
}

#[test]
fn a_draw_and_its_take_back_take_effect_once_however_often_they_are_sent() {
    let league = League::open();
    let night = league.night(&league.players(8));
    take_back(&night, 1, None).ok(200);
    take_back(&night, 7, Some(1)).ok(200);
    draw(&night, 1, 1).ok(201);
    take_back(&night, 1, Some(9)).ok(200);
    assert_eq!(night.view()["status"], "playing", "another draw");
    take_back(&night, 1, Some(1)).ok(200);
    take_back(&night, 1, Some(1)).ok(200);
    assert_eq!(draw(&night, 1, 1).ok(200)["rounds"], json!([]), "a draw that was taken back is not made again");
    let second = draw(&night, 1, 2).ok(201);
    assert_eq!(take_back(&night, 1, Some(1)).ok(200)["rounds"], second["rounds"], "a later draw stays");
    assert_eq!(draw(&night, 1, 1).ok(200)["rounds"], second["rounds"]);
    assert_eq!(draw(&night, 1, 2).ok(200)["rounds"], second["rounds"]);
    let kinds = ["settings_taken", "round_drawn", "round_taken_back", "settings_taken", "round_drawn"];
    assert_eq!(night.kinds()[9..], kinds);
    let history = league.get(&night.path("/history")).ok(200);
    assert_eq!(list(&history["events"])[11]["id"], id(1));
}

#[test]
fn nobody_changes_a_game_whose_draw_was_taken_back_and_joined_phones_follow_their_player() {
    let league = League::open();
    let players = league.players(8);
    let night = league.night(&players);
    let phone = night.join(&players[0]);
    let table = json!({"code": night.code(), "table": 1});
    let table = league.post("/api/v1/nights/join", &table).ok(201)["token"].as_str().unwrap().to_owned();
    draw(&night, 1, 1).ok(201);
    let sits = |player: &String| {
        let tables = night.tables();
        tables.into_iter().find(|table| table.players().any(|other| other == player)).unwrap().game
    };
    let (old, of_table) = (sits(&players[0]), night.tables()[0].game.clone());
    take_back(&night, 1, None).ok(200);
    let path = |rest: &str| format!("/api/v1/games/{old}{rest}");
    for token in [&phone, &league.token] {
        let ask = |method: &str, rest: &str, body: Value| {
            let problem = league.request(method, &path(rest), token, Some(&body)).problem(409, "round-taken-back");
            assert_eq!(problem["round"], 1);
        };
        ask("PUT", &format!("/pegs/{}", id(1)), json!({"side": 0, "points": 2}));
        ask("PUT", "/deals/2", json!({"id": id(2)}));
        ask("PUT", "/result", json!({"scores": [121, 90], "reason": "It was played."}));
        ask("PUT", "/void", json!({"reason": "Snow", "id": id(3)}));
        ask("DELETE", "/void", json!({}));
        ask("PATCH", "", json!({"id": id(4), "first_dealer": 1}));
    }
    peg(&night, &of_table, &table, 1).problem(409, "round-taken-back");
    draw(&night, 1, 2).ok(201);
    peg(&night, &sits(&players[0]), &phone, 5).ok(201);
    peg(&night, &night.tables()[0].game, &table, 6).ok(201);
    peg(&night, &old, &phone, 7).problem(409, "round-taken-back");
}

#[test]
fn a_round_in_which_anything_was_ever_accepted_is_not_taken_back() {
    let league = League::open();
    let night = league.night(&league.players(8));
    draw(&night, 1, 1).ok(201);
    let game = night.tables()[1].game.clone();
    peg(&night, &game, &league.token, 1).ok(201);
    let undo = format!("/api/v1/games/{game}/pegs/{}", id(1));
    league.request("DELETE", &undo, &league.token, None).ok(200);
    let view = night.view();
    let problem = take_back(&night, 1, Some(1)).problem(409, "round-begun");
    assert_eq!(problem["tables"], json!([2]));
    assert_eq!(problem["detail"], "Table 2 has begun, so this draw is not taken back any more.");
    assert_eq!(night.view(), view);
}

#[test]
fn only_the_newest_round_is_taken_back_and_only_while_the_night_is_under_way() {
    let league = League::open();
    let night = league.night(&league.players(8));
    night.play_round();
    draw(&night, 2, 2).ok(201);
    let problem = take_back(&night, 1, None).problem(409, "round-closed");
    assert_eq!(problem["detail"], "Round 1 cannot be taken back: the newest is round 2.");
    let after = take_back(&night, 2, Some(2)).ok(200);
    assert_eq!((&after["status"], list(&after["rounds"]).len()), (&json!("playing"), 1));
    draw(&night, 2, 3).ok(201);
    night.request("POST", "/finish", &json!({"void_open_games": true})).ok(200);
    take_back(&night, 2, None).problem(409, "night-finished");
    take_back(&night, 2, Some(2)).ok(200);
}

#[test]
fn the_first_round_is_taken_back_only_without_a_drawn_fifty_fifty_and_settings_are_taken_anew() {
    let league = League::open();
    let night = league.night(&league.players(8));
    draw(&night, 1, 1).ok(201);
    night.request("POST", "/fifty-fifty", &json!({})).ok(201);
    let problem = take_back(&night, 1, None).problem(409, "already-drawn");
    assert!(problem["detail"].as_str().unwrap().contains("Void that draw"), "{problem}");
    night.request("DELETE", "/fifty-fifty", &json!({"reason": "The round is drawn anew."})).ok(200);
    take_back(&night, 1, None).ok(200);
    let settings = json!({"name": "Thursday League", "games_per_night": 2, "fee": 500});
    league.as_coordinator("PUT", "/api/v1/league", &settings).ok(201);
    assert_eq!(draw(&night, 1, 2).ok(201)["games_per_night"], 2);
    assert_eq!(night.money()["fees"], 4000);
}

#[test]
fn a_take_back_needs_the_coordinator_a_night_and_a_number() {
    let league = League::open();
    let players = league.players(4);
    let night = league.night(&players);
    let phone = night.join(&players[0]);
    league.request("DELETE", &night.path("/rounds/1"), &phone, None).problem(403, "forbidden");
    take_back(&night, 0, None).problem(422, "invalid");
    league.request("DELETE", &night.path("/rounds/1?id=again"), &league.token, None).problem(422, "invalid");
    let unknown = format!("/api/v1/nights/{}/rounds/1", id(404));
    league.request("DELETE", &unknown, &league.token, None).problem(404, "not-found");
}
