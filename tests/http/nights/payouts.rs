//! The prizes that were handed out, the amounts left to settle, and the treasurer's tables.

use serde_json::{Value, json};

use crate::support::game::id;
use crate::support::league::{League, Night};
use crate::support::service::Answer;

fn pay_out(night: &Night, player: &str, body: &Value) -> Answer {
    night.request("PUT", &format!("/payouts/{player}"), body)
}

/// The money between the league and a player: fee due, prize, handed out, to settle.
fn settled(money: &Value, player: &str) -> [i64; 4] {
    let players = money["players"].as_array().unwrap();
    let row = players.iter().find(|row| row["player_id"] == player).unwrap();
    ["fee_due", "prize_now", "handed_out", "to_settle"].map(|field| row[field].as_i64().unwrap())
}

/// The rows of a CSV without its titles.
fn rows(table: &str) -> Vec<Vec<String>> {
    let mut reader = csv::Reader::from_reader(table.trim_start_matches('\u{feff}').as_bytes());
    reader.records().map(|row| row.unwrap().iter().map(str::to_owned).collect()).collect()
}

fn download(league: &League, path: &str) -> Vec<Vec<String>> {
    let answer = league.request("GET", path, &league.token, None);
    assert_eq!((answer.status, answer.header("content-type")), (200, "text/csv; charset=utf-8"), "{}", answer.text);
    rows(&answer.text)
}

#[test]
fn a_correction_after_the_finish_shows_who_is_to_get_or_to_give_how_much() {
    let league = League::open();
    league.as_coordinator("PUT", "/api/v1/league", &json!({"name": "Thursdays", "hand_outs": "assumed"})).ok(201);
    let players = league.players(2);
    let night = league.night(&players);
    pay_out(&night, &players[0], &json!({"amount": 100})).problem(409, "night-not-playing");
    night.play_round();
    let tables = night.tables();
    let [winner, loser] = [0, 1].map(|side| tables[0].sides[side][0].clone());
    assert_eq!(settled(&night.money(), &winner), [0, 600, 0, 600], "nothing is handed out before the finish");
    night.finish().ok(200);
    assert_eq!([&winner, &loser].map(|player| settled(&night.money(), player)), [[0, 600, 600, 0], [0, 400, 400, 0]]);
    night.correct(&tables[0].game, &[90, 121], Some("The board was read wrong.")).ok(200);
    let money = night.money();
    assert_eq!([&winner, &loser].map(|player| settled(&money, player)), [[0, 400, 600, -200], [0, 600, 400, 200]]);
    let body = json!({"amount": 600, "id": id(1)});
    assert_eq!(settled(&pay_out(&night, &loser, &body).ok(201), &loser), [0, 600, 600, 0]);
    pay_out(&night, &loser, &json!({"amount": 500, "id": id(2)})).ok(201);
    assert_eq!(settled(&pay_out(&night, &loser, &body).ok(200), &loser), [0, 600, 500, 100], "a repeat");
    night.enter(&winner, &json!({"paid": false})).ok(200);
    assert_eq!(settled(&night.money(), &winner)[0], 1000);
    for (wrong, pointer) in
        [(json!({"amount": -1}), "/amount"), (json!({}), "/amount"), (json!({"amount": "5"}), "/amount")]
    {
        assert_eq!(pay_out(&night, &loser, &wrong).problem(422, "invalid")["errors"][0]["pointer"], pointer);
    }
    pay_out(&night, &id(404), &body).ok(200);
    pay_out(&night, &id(404), &json!({"amount": 1})).problem(404, "not-found");
    assert_eq!(night.kinds().iter().filter(|kind| *kind == "paid_out").count(), 2);
}

#[test]
fn the_treasurers_table_adds_up_for_a_night_and_for_a_season() {
    let league = League::open();
    let season = json!({"name": "Winter", "starts": "2026-01-01", "ends": "2026-04-15"});
    let season = league.as_coordinator("POST", "/api/v1/seasons", &season).ok(201)["id"].as_str().unwrap().to_owned();
    let players = league.players(4);
    for date in ["2026-01-14", "2026-01-07"] {
        let night = league.schedule(&json!({"date": date, "season_id": season}));
        players[..3].iter().for_each(|player| drop(night.pay(player).ok(201)));
        night.enter(&players[3], &json!({})).ok(201);
        night.play_round();
        night.request("POST", "/fifty-fifty", &json!({})).ok(201);
        night.finish().ok(200);
        let table = download(&league, &night.path("/money.csv"));
        assert_eq!(table.len(), 5);
        let unpaid = table.iter().find(|row| row[1] == "Player 04").unwrap();
        assert_eq!(unpaid[..4], [date, "Player 04", "0.00", "10.00"]);
        let cents = |text: &str| text.replace('.', "").parse::<i64>().unwrap();
        let total = &table[4];
        for column in 2..8 {
            let sum: i64 = table[..4].iter().map(|row| cents(&row[column])).sum();
            assert_eq!(cents(&total[column]), sum, "{table:?}");
        }
        let uses: i64 = [4, 5, 9, 10].iter().map(|column| cents(&total[*column])).sum();
        assert_eq!((cents(&total[2]), uses), (3000, 3000));
    }
    league.schedule(&json!({"date": "2026-01-21", "season_id": season}));
    let table = download(&league, &format!("/api/v1/seasons/{season}/money.csv"));
    assert_eq!(table.len(), 11);
    assert_eq!([&table[0][0], &table[5][0]], ["2026-01-07", "2026-01-14"]);
    assert_eq!(table[10][..3], ["", "All nights", "60.00"]);
    for path in [format!("/api/v1/seasons/{season}/money.csv"), format!("/api/v1/seasons/{}/money.csv", id(404))] {
        league.service.get(&path).problem(401, "unauthorized");
    }
}
