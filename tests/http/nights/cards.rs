//! What stands on the cards, and who is before whom.

use serde_json::json;

use super::League;

#[test]
fn skunks_are_less_than_nothing_and_a_three_puts_both_losses_down() {
    let league = League::open();
    let evening = league.evening(&league.players(11));
    evening.draw().ok(201);
    let tables = evening.tables();
    evening.result(1, &[121, 90]).ok(201);
    evening.result(2, &[60, 121]).ok(201);
    evening.result(3, &[103, 121, 117]).ok(201);
    let line = |table: usize, side: usize| evening.row(&tables[table - 1].sides[side][0])["lines"][0].clone();
    assert_eq!([line(1, 0), line(1, 1)], [json!(-1), json!(31)]);
    assert_eq!([line(2, 0), line(2, 1)], [json!(61), json!(-2)]);
    assert_eq!([line(3, 0), line(3, 1), line(3, 2)], [json!(18), json!(0), json!(4)]);
}

#[test]
fn who_ties_shares_the_place_and_the_places_that_are_spanned() {
    let league = League::open();
    let evening = league.evening(&league.players(8));
    evening.draw().ok(201);
    evening.result(1, &[121, 100]).ok(201);
    evening.result(2, &[121, 110]).ok(201);
    let places: Vec<u64> = evening.rows().iter().map(|row| row["place"].as_u64().unwrap()).collect();
    assert_eq!(places, [1, 1, 1, 1, 5, 5, 7, 7]);
    // The pot is $51.20: four share 100%, $12.80 each, to the nearest dollar.
    let prizes: Vec<u64> = evening.rows().iter().map(|row| row["prize"].as_u64().unwrap()).collect();
    assert_eq!(prizes, [1300, 1300, 1300, 1300, 0, 0, 0, 0]);
    let money = evening.money();
    assert_eq!((&money["fees"], &money["pot"], &money["activities"]), (&json!(8000), &json!(5120), &json!(1200)));
}

#[test]
fn a_game_that_is_not_over_is_nothing_and_no_win() {
    let league = League::open();
    let players = league.players(4);
    let evening = league.evening(&players);
    assert_eq!(evening.row(&players[0])["lines"], json!([null, null, null, null]));
    evening.draw().ok(201);
    let game = evening.tables()[0].game.clone();
    let phone = evening.join(&players[0]);
    let peg = format!("/api/v1/games/{game}/pegs/{}", crate::game::id(1));
    league.ask("PUT", &peg, &phone, Some(&json!({"side": 0, "points": 12}))).ok(201);
    let row = evening.row(&players[0]);
    assert_eq!((&row["lines"], &row["total"]), (&json!([null, null, null, null]), &json!(null)));
    assert_eq!(evening.look()["rounds"][0]["tables"][0]["sides"][0]["score"], 12, "the night tells the score");
}
