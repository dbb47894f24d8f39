//! Where the fees go.

use serde_json::{Value, json};

use super::{League, text};

#[test]
fn twenty_players_divide_their_fees_as_the_house_rules_say() {
    let league = League::open();
    let evening = league.evening(&league.players(20));
    let money = evening.money();
    let part = |name: &str| money[name].as_u64().unwrap();
    assert_eq!((part("fees"), part("fifty_fifty"), part("supplies"), part("pot")), (20_000, 2_000, 2_000, 12_800));
    assert_eq!(money["places"], json!([6400, 3800, 2600]));
    assert_eq!(part("activities"), 16_000, "nobody has won yet");
    (0..3).for_each(|_| drop(evening.play_round()));
    evening.draw().ok(201);
    // Totals without a tie among the first three: who wins the last game is chosen so.
    let (tables, rows) = (evening.tables(), evening.rows());
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
        evening.result(table + 1, &scores).ok(201);
    }
    evening.finish().ok(200);
    let money = evening.money();
    let prizes: Vec<Value> = money["prizes"].as_array().unwrap().iter().map(|prize| prize["amount"].clone()).collect();
    assert_eq!(prizes, [json!(6400), json!(3800), json!(2600)]);
    assert_eq!(money["activities"], 3200);
    let won: Vec<Value> = evening.rows()[..4].iter().map(|row| row["prize"].clone()).collect();
    assert_eq!(won, [json!(6400), json!(3800), json!(2600), json!(0)]);
}

#[test]
fn the_fifty_fifty_is_drawn_once_among_those_who_paid() {
    let league = League::open();
    let players = league.players(6);
    let evening = league.evening(&players[..4]);
    players[4..].iter().for_each(|player| drop(evening.enter(player, &json!({})).ok(201)));
    let draw = || evening.ask("POST", "/fifty-fifty", &json!({}));
    draw().problem(409, "night-not-playing");
    evening.play_round();
    let drawn = draw().ok(201);
    assert_eq!(drawn["amount"], 400, "half of four times two dollars");
    let winner = text(&drawn["player_id"]);
    assert!(players[..4].contains(&winner), "the winner has not paid");
    assert_eq!(drawn["name"], evening.row(&winner)["name"]);
    let problem = draw().problem(409, "already-drawn");
    assert_eq!((&problem["player_id"], &problem["amount"]), (&json!(winner), &json!(400)));
    assert_eq!(evening.look()["fifty_fifty"], drawn);
    evening.enter(&winner, &json!({"paid": false})).problem(409, "draw-stands");
    evening.pay(&players[4]).ok(200);
    let money = evening.money();
    assert_eq!((&money["fifty_fifty"], &money["supplies"]), (&json!(400), &json!(600)), "later fees are for supplies");
    evening.ask("DELETE", "/fifty-fifty", &json!({})).problem(422, "invalid");
    let voided = evening.ask("DELETE", "/fifty-fifty", &json!({"reason": "A ticket fell down"})).ok(200);
    assert_eq!(voided["fifty_fifty"], json!(null));
    evening.ask("DELETE", "/fifty-fifty", &json!({"reason": "Once more"})).ok(200);
    assert_eq!(draw().ok(201)["amount"], 500);
    let kinds = evening.kinds();
    assert_eq!(kinds[kinds.len() - 4..], ["fifty_fifty_drawn", "entered", "fifty_fifty_voided", "fifty_fifty_drawn"]);
}

#[test]
fn who_has_not_paid_plays_and_is_ranked_and_wins_a_prize_only_when_they_pay() {
    let league = League::open();
    let players = league.players(4);
    let evening = league.schedule(&json!({"date": "2026-01-28"}));
    players.iter().for_each(|player| drop(evening.enter(player, &json!({})).ok(201)));
    evening.draw().ok(201);
    evening.ask("POST", "/fifty-fifty", &json!({})).problem(409, "nothing-to-draw");
    evening.result(1, &[121, 100]).ok(201);
    evening.finish().ok(200);
    let winner = text(&evening.rows()[0]["player_id"]);
    assert_eq!((&evening.rows()[0]["place"], &evening.rows()[0]["prize"]), (&json!(1), &json!(0)));
    players.iter().for_each(|player| drop(evening.pay(player).ok(200)));
    let row = evening.row(&winner);
    assert_eq!((&row["prize"], &row["prize_at_finish"]), (&json!(1000), &json!(0)));
}

#[test]
fn a_night_goes_by_the_settings_of_its_first_round() {
    let league = League::open();
    let evening = league.evening(&league.players(4));
    let set = |fee: u32| {
        let settings = json!({"name": "League", "fee": fee, "draw_part": 0, "games_per_night": 2});
        assert!([200, 201].contains(&league.coordinate("PUT", "/api/v1/league", &settings).status));
    };
    set(500);
    assert_eq!(evening.money()["fees"], 2000);
    assert_eq!(evening.look()["games_per_night"], 2);
    evening.draw().ok(201);
    set(700);
    assert_eq!(evening.money()["fees"], 2000);
    evening.ask("POST", "/fifty-fifty", &json!({})).problem(409, "nothing-to-draw");
}
