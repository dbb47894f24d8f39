//! Drawing rounds.

use std::collections::BTreeSet;

use serde_json::json;

use crate::support::game::id;
use crate::support::league::{League, LeagueTable, tables, text};

#[test]
fn concurrent_draws_make_one_round() {
    let league = League::open();
    let night = league.night(&league.players(8));
    let answers: Vec<u16> = std::thread::scope(|scope| {
        let press = || night.request("POST", "/rounds", &json!({"number": 1})).status;
        let pressing: Vec<_> = (0..8).map(|_| scope.spawn(press)).collect();
        pressing.into_iter().map(|press| press.join().unwrap()).collect()
    });
    assert_eq!(answers.iter().filter(|status| **status == 201).count(), 1, "{answers:?}");
    assert!(answers.iter().all(|status| [200, 201].contains(status)), "{answers:?}");
    assert_eq!(tables(&night.view()).len(), 1);
    let problem = night.request("POST", "/rounds", &json!({"number": 3})).problem(409, "not-the-next-round");
    assert_eq!(problem["next"], 2);
    assert_eq!(night.kinds().iter().filter(|kind| *kind == "round_drawn").count(), 1);
}

#[test]
fn a_draw_is_refused_while_games_are_open_and_names_their_tables() {
    let league = League::open();
    let night = league.night(&league.players(11));
    night.draw().ok(201);
    night.result(2, &[121, 100]).ok(201);
    let problem = night.draw().problem(409, "still-playing");
    assert_eq!(problem["tables"], json!([1, 3]));
    assert_eq!(problem["detail"], "Tables 1 and 3 are still playing.");
    night.result(1, &[121, 100]).ok(201);
    night.result(3, &[121, 100, 90]).ok(201);
    night.draw().ok(201);
    let problem = night.finish().problem(409, "still-playing");
    assert_eq!(problem["open"][0], json!({"round": 2, "table": 1}));
}

#[test]
fn the_coordinator_may_add_rounds() {
    let league = League::open();
    let night = league.night(&league.players(4));
    (0..4).for_each(|_| drop(night.play_round()));
    assert_eq!(night.draw().problem(409, "no-more-rounds")["games_per_night"], 4);
    let problem = night.request("PATCH", "", &json!({"games_per_night": 3})).problem(409, "rounds-drawn");
    assert_eq!(problem["drawn"], 4);
    night.request("PATCH", "", &json!({"games_per_night": 5})).ok(200);
    night.play_round();
    assert_eq!(night.rows()[0]["lines"].as_array().unwrap().len(), 5);
    night.finish().ok(200);
    night.request("PATCH", "", &json!({"games_per_night": 6})).problem(409, "night-finished");
}

#[test]
fn a_tie_at_a_table_of_three_is_broken_by_a_recorded_draw() {
    let league = League::open();
    let night = league.night(&league.players(7));
    night.draw().ok(201);
    let three = night.tables()[1].clone();
    night.result(1, &[121, 100]).ok(201);
    night.result(2, &[97, 121, 97]).ok(201);
    night.draw().ok(201);
    let history = league.get(&night.path("/history")).ok(200);
    let drawn = history["events"].as_array().unwrap().last().unwrap().clone();
    assert_eq!(
        (drawn["kind"].as_str(), drawn["way"].as_str(), drawn["by"].as_str()),
        (Some("round_drawn"), Some("moved"), None)
    );
    assert_eq!(drawn["seed"].as_str().unwrap().len(), 64);
    let tied: BTreeSet<&str> =
        drawn["lots"][0]["tied"].as_array().unwrap().iter().map(|player| player.as_str().unwrap()).collect();
    assert_eq!(tied, [three.sides[0][0].as_str(), &three.sides[2][0]].into());
    let stayed: Vec<String> =
        three.players().filter(|player| night.tables()[1].players().any(|other| other == *player)).cloned().collect();
    assert_eq!(stayed.len(), 1);
    assert!(tied.contains(stayed[0].as_str()), "the best player stayed");
}

#[test]
fn late_players_take_vacated_seats_or_sit_at_the_last_tables() {
    let league = League::open();
    let players = league.players(11);
    let night = league.night(&players[..8]);
    let first = night.play_round();
    let winner = first[0].sides[0][0].clone();
    night.withdraw(&winner).ok(200);
    night.pay(&players[8]).ok(201);
    assert_eq!(night.draw().ok(201)["rounds"][1]["way"], "moved");
    let second = night.tables();
    assert!(second[1].players().any(|player| *player == players[8]), "the newcomer goes on in the winner's place");
    assert!(!second.iter().flat_map(LeagueTable::players).any(|player| *player == winner));
    for table in 1..=2 {
        night.result(table, &[121, 95]).ok(201);
    }
    night.pay(&players[9]).ok(201);
    night.pay(&players[10]).ok(201);
    let third = night.draw().ok(201);
    assert_eq!((&third["rounds"][2]["way"], &third["rounds"][2]["touched"]), (&json!("moved"), &json!([3])));
    let sizes: Vec<usize> = night.tables().iter().map(|table| table.players().count()).collect();
    assert_eq!(sizes, [4, 4, 2]);
    let row = night.row(&winner);
    assert_eq!(
        (&row["lines"], &row["complete"], &row["place"]),
        (&json!([0, null, null, null]), &json!(false), &json!(null))
    );
    let late = night.row(&players[8]);
    assert_eq!(late["lines"][0], json!(null), "a game that was not played is no 0");
    assert_eq!(night.money()["fees"], 11_000, "a withdrawn player has paid");
    let left =
        night.view()["entries"].as_array().unwrap().iter().find(|entry| entry["player_id"] == winner).unwrap()["left"]
            .clone();
    assert_eq!(left, true);
}

#[test]
fn league_games_belong_to_their_night_and_have_no_rematch() {
    let league = League::open();
    let night = league.night(&league.players(4));
    let table = night.play_round().remove(0);
    let game = league.get(&format!("/api/v1/games/{}", table.game)).ok(200);
    assert_eq!(game["status"], "finished");
    let body = json!({"rematch_of": table.game});
    let path = format!("/api/v1/games/{}", id(1));
    league.as_coordinator("PUT", &path, &body).problem(409, "no-rematch");
    let history = league.get(&format!("/api/v1/games/{}/history", table.game)).ok(200);
    assert_eq!(history["events"][0]["night"], night.id);
    assert_eq!(text(&history["events"][0]["role"]), "coordinator");
}

#[test]
fn a_night_can_be_read_while_its_rounds_are_drawn() {
    let league = League::open();
    let night = league.night(&league.players(80));
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| (0..150).for_each(|_| drop(league.get(&night.path("")).ok(200))));
        }
        (0..4).for_each(|_| drop(night.play_round()));
    });
}
