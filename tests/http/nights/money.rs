//! Fees, prizes and the fifty-fifty draw.

use serde_json::{Value, json};

use crate::support::league::{League, text};

#[test]
fn twenty_players_divide_their_fees_as_the_house_rules_say() {
    let league = League::open();
    let night = league.night(&league.players(20));
    let money = night.money();
    let part = |name: &str| money[name].as_u64().unwrap();
    assert_eq!((part("fees"), part("fifty_fifty"), part("supplies"), part("pot")), (20_000, 2_000, 2_000, 12_800));
    assert_eq!(money["places"], json!([6400, 3800, 2600]));
    assert_eq!(part("activities"), 16_000, "nobody has won yet");
    (0..3).for_each(|_| drop(night.play_round()));
    night.draw().ok(201);
    // The winners of the last game are chosen so that the first three totals differ.
    let (tables, rows) = (night.tables(), night.rows());
    let total =
        |player: &String| rows.iter().find(|row| row["player_id"] == *player).unwrap()["total"].as_i64().unwrap();
    let first_three = |wins: u32| {
        let winners = tables.iter().enumerate().flat_map(|(table, there)| &there.sides[wins as usize >> table & 1]);
        let mut totals: Vec<i64> = winners.map(total).collect();
        totals.sort_unstable();
        totals.truncate(4);
        totals
    };
    let wins = (0..32).find(|wins| first_three(*wins).windows(2).all(|two| two[0] < two[1])).unwrap();
    for table in 0..tables.len() {
        let scores = if wins >> table & 1 == 0 { [121, 95] } else { [95, 121] };
        night.result(table + 1, &scores).ok(201);
    }
    night.finish().ok(200);
    let money = night.money();
    let prizes: Vec<Value> = money["prizes"].as_array().unwrap().iter().map(|prize| prize["amount"].clone()).collect();
    assert_eq!(prizes, [json!(6400), json!(3800), json!(2600)]);
    assert_eq!(money["activities"], 3200);
    let won: Vec<Value> = night.rows()[..4].iter().map(|row| row["prize"].clone()).collect();
    assert_eq!(won, [json!(6400), json!(3800), json!(2600), json!(0)]);
}

#[test]
fn the_fifty_fifty_is_drawn_once_among_those_who_paid() {
    let league = League::open();
    let players = league.players(6);
    let night = league.night(&players[..4]);
    players[4..].iter().for_each(|player| drop(night.enter(player, &json!({})).ok(201)));
    let draw = || night.request("POST", "/fifty-fifty", &json!({}));
    draw().problem(409, "night-not-playing");
    night.play_round();
    let drawn = draw().ok(201);
    assert_eq!(drawn["amount"], 400, "half of four times two dollars");
    let winner = text(&drawn["player_id"]);
    assert!(players[..4].contains(&winner), "the winner has not paid");
    assert_eq!(drawn["name"], night.row(&winner)["name"]);
    let problem = draw().problem(409, "already-drawn");
    assert_eq!((&problem["player_id"], &problem["amount"]), (&json!(winner), &json!(400)));
    assert_eq!(night.view()["fifty_fifty"], drawn);
    night.enter(&winner, &json!({"paid": false})).problem(409, "draw-stands");
    night.pay(&players[4]).ok(200);
    let money = night.money();
    assert_eq!((&money["fifty_fifty"], &money["supplies"]), (&json!(400), &json!(600)), "later fees are for supplies");
    night.request("DELETE", "/fifty-fifty", &json!({})).problem(422, "invalid");
    let voided = night.request("DELETE", "/fifty-fifty", &json!({"reason": "A ticket fell down"})).ok(200);
    assert_eq!(voided["fifty_fifty"], json!(null));
    night.request("DELETE", "/fifty-fifty", &json!({"reason": "Once more"})).ok(200);
    assert_eq!(draw().ok(201)["amount"], 500);
    let kinds = night.kinds();
    assert_eq!(kinds[kinds.len() - 4..], ["fifty_fifty_drawn", "entered", "fifty_fifty_voided", "fifty_fifty_drawn"]);
}

#[test]
fn an_unpaid_player_is_ranked_but_wins_no_prize_until_they_pay() {
    let league = League::open();
    let players = league.players(4);
    let night = league.schedule(&json!({"date": "2026-01-28"}));
    players.iter().for_each(|player| drop(night.enter(player, &json!({})).ok(201)));
    night.draw().ok(201);
    night.request("POST", "/fifty-fifty", &json!({})).problem(409, "nothing-to-draw");
    night.result(1, &[121, 100]).ok(201);
    night.finish().ok(200);
    let winner = text(&night.rows()[0]["player_id"]);
    assert_eq!((&night.rows()[0]["place"], &night.rows()[0]["prize"]), (&json!(1), &json!(0)));
    players.iter().for_each(|player| drop(night.pay(player).ok(200)));
    let row = night.row(&winner);
    assert_eq!((&row["prize"], &row["prize_at_finish"]), (&json!(1000), &json!(0)));
}

#[test]
fn a_night_keeps_the_settings_of_its_first_round() {
    let league = League::open();
    let night = league.night(&league.players(4));
    let set = |fee: u32| {
        let settings = json!({"name": "League", "fee": fee, "draw_part": 0, "games_per_night": 2});
        assert!([200, 201].contains(&league.as_coordinator("PUT", "/api/v1/league", &settings).status));
    };
    set(500);
    assert_eq!(night.money()["fees"], 2000);
    assert_eq!(night.view()["games_per_night"], 2);
    night.draw().ok(201);
    set(700);
    assert_eq!(night.money()["fees"], 2000);
    night.request("POST", "/fifty-fifty", &json!({})).problem(409, "nothing-to-draw");
}
