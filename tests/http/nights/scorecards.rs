//! Scorecards and places.

use serde_json::json;

use crate::support::game::id;
use crate::support::league::League;

#[test]
fn skunks_count_negative_and_a_table_of_three_has_two_losses() {
    let league = League::open();
    let night = league.night(&league.players(11));
    night.draw().ok(201);
    let tables = night.tables();
    night.result(1, &[121, 90]).ok(201);
    night.result(2, &[60, 121]).ok(201);
    night.result(3, &[103, 121, 117]).ok(201);
    let line = |table: usize, side: usize| night.row(&tables[table - 1].sides[side][0])["lines"][0].clone();
    assert_eq!([line(1, 0), line(1, 1)], [json!(-1), json!(31)]);
    assert_eq!([line(2, 0), line(2, 1)], [json!(61), json!(-2)]);
    assert_eq!([line(3, 0), line(3, 1), line(3, 2)], [json!(18), json!(0), json!(4)]);
}

#[test]
fn tied_players_share_their_place() {
    let league = League::open();
    let night = league.night(&league.players(8));
    night.draw().ok(201);
    night.result(1, &[121, 100]).ok(201);
    night.result(2, &[121, 110]).ok(201);
    let places: Vec<u64> = night.rows().iter().map(|row| row["place"].as_u64().unwrap()).collect();
    assert_eq!(places, [1, 1, 1, 1, 5, 5, 7, 7]);
    // The pot is $51.20: four share 100%, $12.80 each, to the nearest dollar.
    let prizes: Vec<u64> = night.rows().iter().map(|row| row["prize"].as_u64().unwrap()).collect();
    assert_eq!(prizes, [1300, 1300, 1300, 1300, 0, 0, 0, 0]);
    let money = night.money();
    assert_eq!((&money["fees"], &money["pot"], &money["activities"]), (&json!(8000), &json!(5120), &json!(1200)));
}

#[test]
fn an_open_game_counts_nothing() {
    let league = League::open();
    let players = league.players(4);
    let night = league.night(&players);
    assert_eq!(night.row(&players[0])["lines"], json!([null, null, null, null]));
    night.draw().ok(201);
    let game = night.tables()[0].game.clone();
    let phone = night.join(&players[0]);
    let peg = format!("/api/v1/games/{game}/pegs/{}", id(1));
    league.request("PUT", &peg, &phone, Some(&json!({"side": 0, "points": 12}))).ok(201);
    let row = night.row(&players[0]);
    assert_eq!((&row["lines"], &row["total"]), (&json!([null, null, null, null]), &json!(null)));
    assert_eq!(night.view()["rounds"][0]["tables"][0]["sides"][0]["score"], 12, "the night shows the score");
}
