//! The seats that deal first at a league's tables.

use serde_json::{Value, json};

use crate::support::game::id;
use crate::support::league::{League, Night};

fn put(league: &League, first_dealer: &Value) -> Value {
    let body = json!({"name": "Club", "first_dealer": first_dealer});
    let answer = league.as_coordinator("PUT", "/api/v1/league", &body);
    assert!([200, 201].contains(&answer.status), "{}", answer.text);
    answer.json()
}

/// The dealers of the first deal in the games of the newest round, and whether they are known.
fn dealers(night: &Night) -> Vec<(Value, Value)> {
    let games =
        night.tables().into_iter().map(|table| night.league.get(&format!("/api/v1/games/{}", table.game)).ok(200));
    games.map(|game| (game["dealer"].clone(), game["first_dealer_known"].clone())).collect()
}

#[test]
fn a_new_league_draws_the_first_dealers_and_a_request_without_the_way_keeps_it() {
    let league = League::open();
    assert_eq!(league.get("/api/v1/league").ok(200)["first_dealer"], "drawn");
    for way in ["table_cuts", "first_seat", "drawn"] {
        assert_eq!(put(&league, &json!(way))["first_dealer"], way);
        let plain = league.as_coordinator("PUT", "/api/v1/league", &json!({"name": "Club"})).ok(200);
        assert_eq!(plain["first_dealer"], way);
        assert_eq!(league.get("/api/v1/league").ok(200), plain);
    }
    let wrong = json!({"name": "Club", "first_dealer": "youngest"});
    league.as_coordinator("PUT", "/api/v1/league", &wrong).problem(422, "invalid");
}

#[test]
fn the_round_tells_the_drawn_seats_and_its_games_begin_with_them_also_after_a_restart() {
    let league = League::open();
    let night = league.night(&league.players(11));
    night.play_round();
    night.draw().ok(201);
    let view = night.view();
    assert_eq!(view["first_dealer"], "drawn");
    for round in view["rounds"].as_array().unwrap() {
        let tables = round["tables"].as_array().unwrap();
        for (table, seat) in tables.iter().zip(round["first_dealers"].as_array().unwrap()) {
            let game = league.get(&format!("/api/v1/games/{}", table["game_id"].as_str().unwrap())).ok(200);
            assert_eq!((&game["dealer"], &game["first_dealer_known"]), (seat, &json!(true)));
        }
    }
    // The night goes by the way that it took with its first round.
    put(&league, &json!("table_cuts"));
    assert_eq!(night.view(), view);
    let (id, before) = (night.id.clone(), dealers(&night));
    let league = league.start_again();
    let night = Night { league: &league, id };
    assert_eq!((night.view(), dealers(&night)), (view, before));
}

#[test]
fn a_table_that_cuts_pegs_before_it_says_who_deals() {
    let league = League::open();
    put(&league, &json!("table_cuts"));
    let night = league.night(&league.players(4));
    night.draw().ok(201);
    let view = night.view();
    assert_eq!((&view["first_dealer"], &view["rounds"][0]["first_dealers"]), (&json!("table_cuts"), &json!([])));
    assert_eq!(dealers(&night), [(json!(0), json!(false))]);
    let table = &night.tables()[0];
    let phone = night.join(&table.sides[1][0]);
    let game = format!("/api/v1/games/{}", table.game);
    let peg = json!({"side": 0, "points": 2});
    let pegged = league.request("PUT", &format!("{game}/pegs/{}", id(1)), &phone, Some(&peg)).ok(201);
    assert_eq!(pegged["first_dealer_known"], false);
    let named = league.request("PATCH", &game, &phone, Some(&json!({"id": id(2), "first_dealer": 3}))).ok(200);
    assert_eq!((&named["dealer"], &named["first_dealer_known"]), (&json!(3), &json!(true)));
}
