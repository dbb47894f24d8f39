//! Nights of fixed pairs, over HTTP.

use serde_json::{Value, json};

use crate::support::league::{League, Night, text};

fn path(pair: usize) -> String {
    format!("/pairs/0198c5a2-b333-7d3a-9b52-{pair:012}")
}

fn body(players: [&String; 2]) -> Value {
    json!({"players": players.map(|player| json!({"player_id": player}))})
}

/// A night of these players, two and two in pairs.
fn night<'a>(league: &'a League, players: &[String], games: u16) -> Night<'a> {
    let night = league.schedule(&json!({"date": "2026-01-28", "format": "fixed_pairs", "games_per_night": games}));
    players.iter().for_each(|player| drop(night.pay(player).ok(201)));
    for (pair, two) in players.chunks_exact(2).enumerate() {
        night.request("PUT", &path(pair), &body([&two[0], &two[1]])).ok(201);
    }
    night
}

fn play_round(night: &Night) {
    night.draw().ok(201);
    for table in 1..=night.tables().len() {
        night.result(table, &[121, 100]).ok(201);
    }
}

#[test]
fn partners_share_a_card_a_place_and_a_line_of_the_table() {
    let league = League::open();
    let players = league.players(6);
    let night = night(&league, &players, 2);
    let view = night.view();
    assert_eq!((&view["format"], &view["card"]), (&json!("fixed_pairs"), &json!("game_points")));
    let pairs = view["pairs"].as_array().unwrap();
    assert_eq!(pairs.len(), 3);
    assert_eq!(pairs[0]["players"][1]["player_id"], players[1].as_str());
    let preview = night.request("POST", "/rounds", &json!({"dry_run": true})).ok(200);
    assert_eq!((&preview["sizes"], preview["byes"].as_array().unwrap().len()), (&json!([4]), 2));
    while night.view()["rounds"].as_array().unwrap().len() < 3 {
        play_round(&night);
    }
    night.draw().problem(409, "no-more-rounds");
    let rows = night.rows();
    assert_eq!(rows.iter().map(|row| row["games"].as_u64().unwrap()).collect::<Vec<_>>(), [2; 6]);
    for two in rows.chunks(2) {
        assert_eq!((&two[0]["partner_id"], &two[1]["partner_id"]), (&two[1]["player_id"], &two[0]["player_id"]));
        assert_eq!((&two[0]["place"], &two[0]["lines"]), (&two[1]["place"], &two[1]["lines"]));
    }
    let csv = league.get(&night.path("/standings.csv")).text;
    assert!(csv.contains("Place,Player,Partner,Game 1"), "{csv}");
    let first = format!("{},{}", text(&rows[0]["name"]), text(&rows[1]["name"]));
    assert!(csv.contains(&first), "{csv}");
}

#[test]
fn a_substitute_comes_in_and_the_season_counts_the_card_for_the_absent_player() {
    let league = League::open();
    let season = json!({"name": "Winter", "starts": "2026-01-01", "ends": "2026-04-15", "card": "game_points"});
    let season = text(&league.as_coordinator("POST", "/api/v1/seasons", &season).ok(201)["id"]);
    let players = league.players(5);
    let scheduled = json!({"date": "2026-01-28", "season_id": season, "format": "fixed_pairs", "games_per_night": 2});
    let night = league.schedule(&scheduled);
    players.iter().for_each(|player| drop(night.pay(player).ok(201)));
    let put = |pair: usize, body: Value| night.request("PUT", &path(pair), &body);
    put(1, body([&players[0], &players[1]])).ok(201);
    put(2, body([&players[2], &players[3]])).ok(201);
    play_round(&night);
    let substitute = json!({"players": [
        {"player_id": players[0]},
        {"player_id": players[4], "stands_for": players[1]},
    ]});
    put(1, substitute.clone()).ok(200);
    night.draw().ok(201);
    let tables = night.tables();
    let game = tables[0].game.clone();
    night.result(1, &[121, 100]).ok(201);
    league.as_coordinator("DELETE", &format!("/api/v1/games/{game}/result"), &json!({})).ok(200);
    let refused = put(1, body([&players[0], &players[1]])).problem(409, "round-begun");
    assert_eq!(refused["tables"], json!([1]));
    night.request("DELETE", &path(1), &json!({})).problem(409, "round-begun");
    night.result(1, &[121, 100]).ok(201);
    put(1, substitute).ok(200);
    night.finish().ok(200);
    let row = night.row(&players[4]);
    assert_eq!((&row["games"], &row["stands_for"]["id"]), (&json!(2), &json!(players[1])));
    assert_eq!(night.row(&players[1])["games"], 0);
    let standings = league.get(&format!("/api/v1/seasons/{season}/standings")).ok(200);
    let ranked: Vec<String> = standings["rows"].as_array().unwrap().iter().map(|row| text(&row["player_id"])).collect();
    assert!(ranked.contains(&players[1]) && !ranked.contains(&players[4]), "{standings}");
    let history = league.as_coordinator("GET", &night.path("/history"), &json!({})).ok(200);
    assert!(history["players"].as_array().unwrap().iter().any(|player| player["id"] == players[1].as_str()));
    assert_eq!(night.view()["pairs"][0]["players"][1]["stands_for"]["id"], players[1].as_str());
}

#[test]
fn a_wrong_pair_is_answered_with_a_sentence_and_changes_nothing() {
    let league = League::open();
    let players = league.players(7);
    let night = night(&league, &players[..4], 2);
    let before = night.view();
    let put = |body: Value| night.request("PUT", &path(9), &body);
    let of = |players: Vec<&String>| json!({"players": players.into_iter().map(|player| json!({"player_id": player})).collect::<Vec<_>>()});
    let away = put(body([&players[5], &players[6]])).problem(422, "invalid");
    assert_eq!(away["players"].as_array().unwrap().len(), 2, "{away}");
    let in_another = put(body([&players[0], &players[5]])).problem(422, "invalid");
    assert_eq!(in_another["errors"][0]["pointer"], "/players");
    put(of(vec![&players[0]])).problem(422, "invalid");
    put(of(players.iter().collect())).problem(422, "invalid");
    put(json!({"players": [{"player_id": players[0]}, {"player_id": "Bob"}]})).problem(422, "invalid");
    let nobody = "0198c5ff-ffff-7fff-bfff-ffffffffffff";
    let stands_for = json!({"players": [{"player_id": players[0]}, {"player_id": players[1], "stands_for": nobody}]});
    night.request("PUT", &path(0), &stands_for).problem(422, "invalid");
    assert_eq!(night.view(), before);
    let movement = league.night(&players[..4]);
    movement.request("PUT", &path(0), &body([&players[0], &players[1]])).problem(422, "invalid");
    let alone = league.schedule(&json!({"date": "2026-01-28", "format": "fixed_pairs"}));
    players.iter().for_each(|player| drop(alone.pay(player).ok(201)));
    assert_eq!(alone.draw().problem(409, "too-few-players")["present"], 0);
}

#[test]
fn a_repeat_of_a_pair_has_no_effect_and_a_later_change_is_not_overwritten() {
    let league = League::open();
    let players = league.players(6);
    let night = night(&league, &players[..4], 2);
    players[4..].iter().for_each(|player| drop(night.pay(player).ok(201)));
    let put = |body: &Value| night.request("PUT", &path(0), body);
    let mut late = body([&players[0], &players[4]]);
    late["id"] = json!("0198c5a2-e777-7d3a-9b52-0c6f6f3f1a0b");
    let seen = put(&late).ok(200)["version"].clone();
    let change = body([&players[0], &players[5]]);
    put(&change).ok(200);
    put(&late).ok(200);
    assert_eq!(night.view()["pairs"][0]["players"][1]["player_id"], players[5].as_str());
    let helper = json!({"name": "Door", "password": "fifteen for six", "role": "door"});
    league.as_coordinator("POST", "/api/v1/representatives", &helper).ok(201);
    let signed_in = league.post("/api/v1/session", &json!({"name": "Door", "password": "fifteen for six"})).ok(201);
    let mut stale = body([&players[0], &players[1]]);
    stale["based_on"] = seen;
    let token = text(&signed_in["token"]);
    let refused = league.request("PUT", &night.path(&path(0)), &token, Some(&stale));
    assert_eq!(refused.problem(409, "changed-meanwhile")["current"]["players"][1]["player_id"], players[5].as_str());
}

#[test]
fn the_door_does_not_correct_a_finished_night() {
    let league = League::open();
    let players = league.players(5);
    let night = night(&league, &players[..4], 2);
    play_round(&night);
    let sides = night.view()["rounds"][0]["tables"][0]["sides"].clone();
    let pairs = night.view()["pairs"].clone();
    let ids = |all: &Value| all.as_array().unwrap().iter().map(|one| text(&one["id"])).collect::<Vec<_>>();
    let mut seated: Vec<String> = sides.as_array().unwrap().iter().map(|side| text(&side["pair_id"])).collect();
    seated.sort();
    assert_eq!(seated, ids(&pairs), "each side names its pair");
    night.finish().ok(200);
    let helper = json!({"name": "Door", "password": "fifteen for six", "role": "door"});
    league.as_coordinator("POST", "/api/v1/representatives", &helper).ok(201);
    let signed_in = league.post("/api/v1/session", &json!({"name": "Door", "password": "fifteen for six"})).ok(201);
    let door = text(&signed_in["token"]);
    let put = |body: &Value| league.request("PUT", &night.path(&path(0)), &door, Some(body));
    put(&body([&players[0], &players[1]])).ok(200);
    let substitute =
        json!({"players": [{"player_id": players[0]}, {"player_id": players[1], "stands_for": players[4]}]});
    put(&substitute).problem(409, "night-finished");
    assert_eq!(night.view()["pairs"], pairs);
    night.request("PUT", &path(0), &substitute).ok(200);
    put(&substitute).ok(200);
    assert_eq!(night.view()["pairs"][0]["players"][1]["stands_for"]["id"], players[4].as_str());
}

#[test]
fn a_forgotten_player_keeps_the_card_that_a_substitute_plays_for_them() {
    let league = League::open();
    let players = league.players(7);
    let night = night(&league, &players[..4], 2);
    players[5..].iter().for_each(|player| drop(night.pay(player).ok(201)));
    let put = |first: &Value| {
        let players = json!([first, {"player_id": players[1], "stands_for": players[4]}]);
        night.request("PUT", &path(0), &json!({"players": players, "id": "0198c5a2-e777-7d3a-9b52-0c6f6f3f1a0b"}))
    };
    put(&json!({"player_id": players[0]})).ok(200);
    play_round(&night);
    league.as_coordinator("DELETE", &format!("/api/v1/players/{}", players[4]), &json!({})).ok(200);
    put(&json!({"player_id": players[0]})).ok(200);
    let substitute = json!({"players": [
        {"player_id": players[5], "stands_for": players[0]},
        {"player_id": players[1], "stands_for": players[4]},
    ]});
    night.request("PUT", &path(0), &substitute).ok(200);
    assert_eq!(night.view()["pairs"][0]["players"][1]["stands_for"]["id"], players[4].as_str());
    let stranger =
        json!({"players": [{"player_id": players[5]}, {"player_id": players[1], "stands_for": path(8)[7..]}]});
    night.request("PUT", &path(0), &stranger).problem(422, "invalid");
    let into = json!({"into": players[2]});
    let refused = league.as_coordinator("POST", &format!("/api/v1/players/{}/merge", players[0]), &into);
    assert_eq!(refused.problem(422, "invalid")["night_id"], night.id.as_str());
}

#[test]
fn a_change_of_a_pair_under_its_other_id_is_not_overwritten() {
    let league = League::open();
    let players = league.players(5);
    let night = night(&league, &players[..4], 2);
    night.pay(&players[4]).ok(201);
    night.request("DELETE", &path(0), &json!({})).ok(200);
    let seen = night.request("PUT", &path(7), &body([&players[0], &players[1]])).ok(201)["version"].clone();
    night.request("DELETE", &path(7), &json!({})).ok(200);
    let helper = json!({"name": "Door", "password": "fifteen for six", "role": "door"});
    league.as_coordinator("POST", "/api/v1/representatives", &helper).ok(201);
    let signed_in = league.post("/api/v1/session", &json!({"name": "Door", "password": "fifteen for six"})).ok(201);
    let mut stale = body([&players[0], &players[4]]);
    stale["based_on"] = seen;
    let refused = league.request("PUT", &night.path(&path(0)), &text(&signed_in["token"]), Some(&stale));
    assert_eq!(refused.problem(409, "changed-meanwhile")["current"], Value::Null);
}
