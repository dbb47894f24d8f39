//! Scorecards and places, and the cards of paper that are handed in.

use serde_json::{Value, json};

use crate::support::game::id;
use crate::support::league::{League, Night, list, text};
use crate::support::service::Answer;

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

fn hand_in(night: &Night, player: &str, body: &Value) -> Answer {
    night.request("PUT", &format!("/cards/{player}"), body)
}

/// The players whose cards are open items of the night.
fn missing(night: &Night) -> Vec<String> {
    let items = list(&night.money()["open"]).into_iter().filter(|item| item["what"] == "card");
    items.map(|item| text(&item["player_id"])).collect()
}

#[test]
fn cards_are_handed_in_and_the_others_are_open_items() {
    let league = League::open();
    let players = league.players(4);
    let night = league.night(&players);
    hand_in(&night, &players[0], &json!({"returned": true})).problem(404, "not-found");
    night.play_round();
    assert_eq!(missing(&night), [""; 0]);
    let tick = json!({"returned": true, "id": id(1)});
    let made = hand_in(&night, &players[1], &tick);
    assert_eq!(made.header("location"), night.path(&format!("/cards/{}", players[1])));
    let rows = list(&made.ok(201)["rows"]);
    let has_card = |row: &&Value| row["card_returned"] == true;
    assert_eq!(rows.iter().filter(has_card).map(|row| text(&row["player_id"])).collect::<Vec<_>>(), [&*players[1]]);
    assert_eq!(rows, night.rows());
    assert_eq!(missing(&night), [&*players[0], &players[2], &players[3]]);
    let open = list(&night.money()["open"]).last().unwrap().clone();
    assert_eq!(open, json!({"what": "card", "player_id": players[3]}), "a card has no amount");
    hand_in(&night, &players[1], &tick).ok(200);
    let seen = night.view()["version"].clone();
    hand_in(&night, &players[1], &json!({"returned": false})).ok(201);
    hand_in(&night, &players[1], &tick).ok(200);
    assert_eq!((missing(&night), &night.row(&players[1])["card_returned"]), (Vec::new(), &json!(false)));
    let body = json!({"name": "results", "password": "fifteen for six", "role": "results"});
    league.as_coordinator("POST", "/api/v1/representatives", &body).ok(201);
    let session = json!({"name": "results", "password": "fifteen for six"});
    let results = text(&league.post("/api/v1/session", &session).ok(201)["token"]);
    let path = night.path(&format!("/cards/{}", players[1]));
    let late = json!({"returned": true, "based_on": seen});
    let problem = league.request("PUT", &path, &results, Some(&late)).problem(409, "changed-meanwhile");
    assert_eq!(problem["current"], json!({"player_id": players[1], "returned": false}));
    let again = json!({"returned": true, "based_on": night.view()["version"]});
    league.request("PUT", &path, &results, Some(&again)).ok(201);
    night.request("POST", "/finish", &json!({})).ok(200);
    hand_in(&night, &players[0], &json!({"returned": true})).ok(201);
    assert_eq!(night.kinds().into_iter().filter(|kind| kind == "card_returned").count(), 4);
}

#[test]
fn the_card_of_a_forgotten_or_merged_player_can_still_be_handed_in() {
    let league = League::open();
    let players = league.players(4);
    let night = league.night(&players);
    night.play_round();
    let other = league.player("Entered twice");
    hand_in(&night, &players[0], &json!({"returned": true})).ok(201);
    let merge = format!("/api/v1/players/{}/merge", players[0]);
    league.as_coordinator("POST", &merge, &json!({"into": other})).ok(200);
    assert_eq!(night.row(&other)["card_returned"], true);
    hand_in(&night, &players[0], &json!({"returned": true})).ok(200);
    hand_in(&night, &other, &json!({"returned": true})).ok(200);
    night.finish().ok(200);
    for prize in list(&night.money()["prizes"]) {
        let path = format!("/payouts/{}", text(&prize["player_id"]));
        night.request("PUT", &path, &json!({"amount": prize["amount"]})).ok(201);
    }
    let forgotten = format!("/api/v1/players/{}", players[1]);
    league.as_coordinator("DELETE", &forgotten, &json!({})).ok(200);
    assert!(missing(&night).contains(&players[1]));
    hand_in(&night, &players[1], &json!({"returned": true})).ok(201);
    assert_eq!(missing(&night), [&*players[2], &players[3]]);
}
