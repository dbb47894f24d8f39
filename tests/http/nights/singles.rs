//! Nights of singles and their cards, over HTTP.

use serde_json::{Value, json};

use crate::support::league::{League, Night, text};

/// Draws and plays rounds until the night refuses one. The first side of each table wins by 21 points.
fn play_all(night: &Night) -> Value {
    loop {
        let drawn = night.draw();
        if drawn.status == 409 {
            return drawn.problem(409, "no-more-rounds");
        }
        drawn.ok(201);
        for table in 1..=night.tables().len() {
            night.result(table, &[121, 100]).ok(201);
        }
    }
}

#[test]
fn a_night_of_singles_gives_everybody_all_games() {
    let league = League::open();
    let players = league.players(5);
    let night = league.schedule(&json!({"date": "2026-01-28", "format": "singles_rotation", "games_per_night": 3}));
    let view = night.view();
    assert_eq!((&view["format"], &view["card"]), (&json!("singles_rotation"), &json!("game_points")));
    players.iter().for_each(|player| drop(night.pay(player).ok(201)));
    let preview = night.request("POST", "/rounds", &json!({"dry_run": true})).ok(200);
    assert_eq!(
        (&preview["sizes"], &preview["rounds_to_come"], &preview["helper"]),
        (&json!([2, 2]), &json!(4), &Value::Null)
    );
    let bye = text(&preview["byes"][0]);
    night.draw().ok(201);
    assert_eq!(night.view()["rounds"][0]["byes"][0]["name"], bye, "the draw equals its preview");
    for table in 1..=2 {
        night.result(table, &[121, 100]).ok(201);
    }
    assert_eq!(night.view()["to_make_up"], 0, "turns are left");
    let refusal = play_all(&night);
    assert_eq!(refusal["games_per_night"], 3);
    let rounds = night.view()["rounds"].as_array().unwrap().clone();
    assert_eq!(
        rounds.iter().map(|round| text(&round["way"])).collect::<Vec<_>>(),
        ["drawn", "moved", "moved", "drawn"],
        "pages of earlier releases know no other way"
    );
    assert_eq!(rounds.iter().map(|round| &round["extra"]).collect::<Vec<_>>(), [false, false, false, true]);
    let rows = night.rows();
    assert_eq!(rows.iter().map(|row| row["games"].as_u64().unwrap()).collect::<Vec<_>>(), [3; 5]);
    let points: u64 = rows.iter().map(|row| row["points"].as_u64().unwrap()).sum();
    let helped = rows.iter().find(|row| !row["helped"].as_array().unwrap().is_empty()).unwrap();
    let wins: u64 = rows.iter().map(|row| row["wins"].as_u64().unwrap()).sum();
    assert_eq!(points, 2 * wins, "nobody is skunked by 21 points");
    assert_eq!(helped["helped"], json!([4]), "fifteen cards' games take eight tables, so one of them helps");
    for row in &rows {
        let lines: i64 = row["card_lines"].as_array().unwrap().iter().filter_map(Value::as_i64).sum();
        assert_eq!((row["spread"].as_i64(), &row["scored"]), (Some(lines), &Value::Null));
    }
    let csv = league.get(&night.path("/standings.csv")).text;
    assert!(csv.contains("Game 4,Total,Points,Wins,Spread,Prize,Excused"), "{csv}");
}

#[test]
fn the_format_and_the_card_are_fixed_with_the_first_round() {
    let league = League::open();
    let players = league.players(4);
    let night = league.night(&players);
    let change = |body: Value| night.request("PATCH", "", &body);
    change(json!({"format": "triples"})).problem(422, "invalid");
    change(json!({"card": "points"})).problem(422, "invalid");
    let changed = change(json!({"format": "singles_rotation"})).ok(200);
    assert_eq!(changed["card"], "game_points", "a format brings its usual card");
    let changed = change(json!({"format": "singles_rotation", "card": "points_scored"})).ok(200);
    assert_eq!(changed["card"], "points_scored");
    night.draw().ok(201);
    let before = night.view();
    change(json!({"format": "doubles_movement"})).problem(409, "format-fixed");
    change(json!({"card": "points_short"})).problem(409, "format-fixed");
    change(json!({"format": "singles_rotation", "card": "points_scored"})).ok(200);
    assert_eq!(night.view(), before, "nothing has changed");
    let four = json!({"tables": [{"number": 1, "players": players}], "reason": "a mistake"});
    night.request("PUT", "/rounds/1/seats", &four).problem(422, "invalid");
    night.request("DELETE", "/rounds/1", &json!({})).ok(200);
    change(json!({"format": "doubles_movement"})).ok(200);
    night.draw().ok(201);
    assert_eq!(night.tables().len(), 1);
}

#[test]
fn a_night_goes_by_the_format_of_the_league_unless_it_has_its_own() {
    let league = League::open();
    let put = |body: Value| league.as_coordinator("PUT", "/api/v1/league", &body);
    put(json!({"name": "Legion", "format": "rotation"})).problem(422, "invalid");
    let set = put(json!({"name": "Legion", "format": "singles_rotation", "games_per_night": 9})).ok(201);
    assert_eq!((&set["format"], &set["card"]), (&json!("singles_rotation"), &json!("game_points")));
    let kept = put(json!({"name": "Legion", "games_per_night": 9})).ok(200);
    assert_eq!((&kept["format"], &kept["card"]), (&json!("singles_rotation"), &json!("game_points")), "they stay");
    let night = league.night(&league.players(4));
    assert_eq!(night.view()["format"], "singles_rotation");
    let own = league.schedule(&json!({"date": "2026-01-28", "format": "doubles_movement"}));
    assert_eq!((&own.view()["format"], &own.view()["card"]), (&json!("doubles_movement"), &json!("points_short")));
}

#[test]
fn a_season_adds_up_the_cards_that_count() {
    let league = League::open();
    let season = |body: Value| {
        let mut whole = json!({"name": "Winter", "starts": "2026-01-01", "ends": "2026-04-15"});
        whole.as_object_mut().unwrap().extend(body.as_object().unwrap().clone());
        league.as_coordinator("POST", "/api/v1/seasons", &whole)
    };
    season(json!({"counts": "sum"})).problem(422, "invalid");
    season(json!({"card": "points_scored", "counts": "sum", "from_points": 12})).problem(422, "invalid");
    let sum = season(json!({"card": "game_points", "counts": "sum", "from_points": 4})).ok(201);
    let id = text(&sum["id"]);
    let players = league.players(4);
    for format in ["singles_rotation", "doubles_movement"] {
        let night =
            league.schedule(&json!({"date": "2026-01-28", "season_id": id, "format": format, "games_per_night": 3}));
        players.iter().for_each(|player| drop(night.pay(player).ok(201)));
        play_all(&night);
        night.finish().ok(200);
        if format == "doubles_movement" {
            continue;
        }
        let standings = league.get(&format!("/api/v1/seasons/{id}/standings")).ok(200);
        assert_eq!((&standings["card"], &standings["counts"]), (&json!("game_points"), &json!("sum")));
        for row in night.rows() {
            let in_season =
                standings["rows"].as_array().unwrap().iter().find(|other| other["player_id"] == row["player_id"]);
            let points = row["points"].as_u64().unwrap();
            assert_eq!(in_season.unwrap()["points"], if points < 4 { 0 } else { points }, "{row}");
        }
    }
    let after = league.get(&format!("/api/v1/seasons/{id}/standings")).ok(200);
    assert!(
        after["rows"].as_array().unwrap().iter().all(|row| row["nights"] == 1),
        "pairs count points short: {after}"
    );
    let path = format!("/api/v1/seasons/{id}");
    league.as_coordinator("PATCH", &path, &json!({"average": "per_game"})).ok(200);
    let csv = league.get(&format!("{path}/standings.csv")).text;
    assert!(csv.contains("Double skunks,Points,Spread,Average,Average of the best,"), "a sum is of cards: {csv}");
    league.as_coordinator("PATCH", &path, &json!({"card": "points_short"})).problem(422, "invalid");
    let averaged = league.as_coordinator("PATCH", &path, &json!({"counts": "average"})).ok(200);
    assert_eq!(averaged["from_points"], Value::Null, "only a sum leaves cards out");
    let csv = league.get(&format!("{path}/standings.csv")).text;
    assert!(csv.contains("Spread,Average per game,Average per game of the best,"), "{csv}");
}

#[test]
fn the_card_of_a_season_changes_only_before_a_finished_night_has_counted() {
    let league = League::open();
    let body = json!({"name": "Winter", "starts": "2026-01-01", "ends": "2026-04-15"});
    let season = league.as_coordinator("POST", "/api/v1/seasons", &body).ok(201);
    let path = format!("/api/v1/seasons/{}", text(&season["id"]));
    let change = |body: Value| league.as_coordinator("PATCH", &path, &body);
    let body =
        json!({"date": "2026-01-28", "season_id": season["id"], "format": "singles_rotation", "games_per_night": 1});
    let night = league.schedule(&body);
    league.players(2).iter().for_each(|player| drop(night.pay(player).ok(201)));
    play_all(&night);
    change(json!({"card": "game_points"})).ok(200);
    change(json!({"card": "points_short"})).ok(200);
    night.finish().ok(200);
    // The night has not counted, and counts from now on.
    change(json!({"card": "game_points"})).ok(200);
    let problem = change(json!({"card": "points_scored"})).problem(409, "season-has-nights");
    assert_eq!(problem["dates"], json!(["2026-01-28"]));
    assert!(text(&problem["detail"]).contains("add another season"), "{problem}");
    change(json!({"card": "game_points", "counts": "sum"})).ok(200);
}
