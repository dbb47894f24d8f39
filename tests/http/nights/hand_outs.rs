//! Hand-outs: ticked by a person, or assumed as in older leagues.

use serde_json::{Value, json};

use crate::support::game::id;
use crate::support::league::{League, Night, list, text};
use crate::support::service::Answer;

fn pay_out(night: &Night, player: &str, body: &Value) -> Answer {
    night.request("PUT", &format!("/payouts/{player}"), body)
}

fn reopen(night: &Night) {
    night.request("DELETE", "/finish", &json!({"reason": "Bob has paid after all"})).ok(200);
}

/// The sum of the hand-outs.
fn handed_out(money: &Value) -> u64 {
    list(&money["players"]).iter().map(|player| player["handed_out"].as_u64().unwrap()).sum()
}

fn league(hand_outs: &str) -> League {
    let league = League::open();
    let settings = json!({"name": "Thursdays", "games_per_night": 2, "hand_outs": hand_outs});
    league.as_coordinator("PUT", "/api/v1/league", &settings).ok(201);
    league
}

/// A night of 20 with one first, one second and one third, and somebody else who has not paid. Returns the night, the three
/// and that one.
fn night_of_20(league: &League) -> (Night<'_>, [String; 3], String) {
    let night = league.night(&league.players(20));
    night.play_round();
    night.play_round();
    let rounds = crate::support::league::tables(&night.view());
    let games: Vec<String> = rounds.iter().flatten().map(|table| table.game.clone()).collect();
    for number in 0_u32.. {
        let rows = night.rows();
        if rows[..4].iter().map(|row| row["place"].as_u64().unwrap()).eq([1, 2, 3, 4]) {
            let player = |row: usize| text(&rows[row]["player_id"]);
            night.enter(&player(19), &json!({"paid": false})).ok(200);
            return (night, [0, 1, 2].map(player), player(19));
        }
        // Other scores, until nobody ties for a prize.
        let game = number as usize % games.len();
        let lost = 30 + (number * 37 % 91) as u8;
        let scores = if number % 3 == 0 { [lost, 121] } else { [121, lost] };
        night.correct(&games[game], &scores, Some("The board was read wrong.")).ok(200);
    }
    unreachable!()
}

/// The open items as kind, player and cents, the players of one amount in the order of their ids.
fn open(money: &Value) -> Vec<(String, String, u64)> {
    let item = |item: &Value| (text(&item["what"]), text(&item["player_id"]), item["amount"].as_u64().unwrap());
    let mut open: Vec<_> = list(&money["open"]).iter().map(item).collect();
    open.sort_by_key(|(what, player, cents)| (what != "prize", std::cmp::Reverse(*cents), player.clone()));
    open
}

/// The open prizes of these players, in cents.
fn prizes(of: &[(&String, u64)]) -> Vec<(String, String, u64)> {
    let mut prizes: Vec<_> = of.iter().map(|(player, cents)| ("prize".to_owned(), (*player).clone(), *cents)).collect();
    prizes.sort_by_key(|(_, player, cents)| (std::cmp::Reverse(*cents), player.clone()));
    prizes
}

#[test]
fn after_a_late_fee_between_two_finishes_it_is_said_who_gets_the_difference() {
    for hand_outs in ["ticked", "assumed"] {
        let league = league(hand_outs);
        let (night, [first, second, third], late) = night_of_20(&league);
        night.finish().ok(200);
        let owes = ("fee".to_owned(), late.clone(), 1_000);
        if hand_outs == "ticked" {
            let won = prizes(&[(&first, 6_100), (&second, 3_600), (&third, 2_400)]);
            assert_eq!((handed_out(&night.money()), open(&night.money())), (0, [won, vec![owes.clone()]].concat()));
            for (player, amount) in [(&first, 6_100), (&second, 3_600), (&third, 2_400)] {
                pay_out(&night, player, &json!({"amount": amount})).ok(201);
            }
        }
        assert_eq!((handed_out(&night.money()), open(&night.money())), (12_100, vec![owes]), "{hand_outs}");
        night.pay(&late).ok(200);
        for _ in 0..2 {
            reopen(&night);
            night.finish().ok(200);
            let left = prizes(&[(&first, 300), (&second, 200), (&third, 200)]);
            assert_eq!((handed_out(&night.money()), open(&night.money())), (12_100, left), "{hand_outs}");
        }
        for (player, amount) in [(&first, 6_400), (&second, 3_800), (&third, 2_600)] {
            pay_out(&night, player, &json!({"amount": amount})).ok(201);
        }
        assert_eq!((handed_out(&night.money()), &night.money()["open"]), (12_800, &json!([])));
        let league = league.start_again();
        let money = league.get(&format!("/api/v1/nights/{}/money", night_id(&league))).ok(200);
        assert_eq!((handed_out(&money), &money["open"]), (12_800, &json!([])), "after a restart");
    }
}

/// The id of the only night.
fn night_id(league: &League) -> String {
    text(&list(&league.get("/api/v1/nights").ok(200)["nights"])[0]["id"])
}

/// The amount of the last row of a table below this title.
fn total(csv: &str, title: &str) -> String {
    let cells = |line: Option<&str>| line.unwrap().split(',').map(str::to_owned).collect::<Vec<_>>();
    let column = cells(csv.lines().next()).iter().position(|one| one == title).unwrap();
    cells(csv.lines().last())[column].clone()
}

#[test]
fn what_is_owed_to_people_and_what_they_owe_stand_beside_each_other_in_the_table() {
    let league = league("ticked");
    let (night, [first, ..], late) = night_of_20(&league);
    night.finish().ok(200);
    let sums = || {
        let csv = league.get(&night.path("/money.csv")).text;
        ["To settle", "To hand out", "To collect"].map(|title| total(&csv, title))
    };
    assert_eq!(sums(), ["111.00", "121.00", "10.00"]);
    pay_out(&night, &first, &json!({"amount": 6_400})).ok(201);
    assert_eq!(sums(), ["47.00", "60.00", "13.00"]);
    night.pay(&late).ok(200);
    assert_eq!(sums(), ["64.00", "64.00", "0.00"]);
}

#[test]
fn the_fifty_fifty_has_a_hand_out_of_its_own() {
    let league = league("ticked");
    let players = league.players(4);
    let night = league.night(&players);
    night.draw().ok(201);
    night.request("POST", "/fifty-fifty", &json!({})).ok(201);
    let winner = text(&night.view()["fifty_fifty"]["player_id"]);
    let sums = |money: &Value| {
        let players = list(&money["players"]);
        let row = players.iter().find(|row| row["player_id"] == json!(winner)).unwrap();
        ["handed_out", "fifty_fifty_due", "fifty_fifty_handed"].map(|field| row[field].as_u64().unwrap())
    };
    let item = |what: &str, amount: u64| json!([{"what": what, "player_id": winner, "amount": amount}]);
    assert_eq!((sums(&night.money()), night.money()["open"].clone()), ([0, 400, 0], item("fifty_fifty", 400)));
    let body = json!({"amount": 400, "what": "fifty_fifty", "id": id(1)});
    assert_eq!(sums(&pay_out(&night, &winner, &body).ok(201)), [0, 400, 400]);
    pay_out(&night, &winner, &json!({"amount": 300, "what": "fifty_fifty", "id": id(2)})).ok(201);
    assert_eq!(sums(&pay_out(&night, &winner, &body).ok(200)), [0, 400, 300], "a repeat");
    assert_eq!(night.money()["open"], item("fifty_fifty", 100));
    night.request("DELETE", "/fifty-fifty", &json!({"reason": "A ticket fell down"})).ok(200);
    assert_eq!((sums(&night.money()), night.money()["open"].clone()), ([0, 0, 300], item("to_return", 300)));
    let wrong = json!({"amount": 1, "what": "pot"});
    assert_eq!(pay_out(&night, &winner, &wrong).problem(422, "invalid")["errors"][0]["pointer"], "/what");
    let csv = league.get(&night.path("/money.csv")).text;
    assert_eq!(
        ["50/50 handed out", "To hand out", "To collect"].map(|title| total(&csv, title)),
        ["3.00", "0.00", "3.00"]
    );
}

#[test]
fn the_fee_of_a_withdrawn_player_is_open_until_it_was_given_back() {
    let league = league("ticked");
    let players = league.players(5);
    let night = league.night(&players);
    let fee = json!([{"what": "fee_back", "player_id": players[4], "amount": 1_000}]);
    night.withdraw(&players[4]).ok(200);
    assert_eq!(night.money()["open"], fee, "before the first round");
    night.play_round();
    night.finish().ok(200);
    for player in &players[..4] {
        let rows = list(&night.money()["players"]).clone();
        let row = rows.iter().find(|row| row["player_id"] == json!(player)).unwrap();
        pay_out(&night, player, &json!({"amount": row["prize_now"], "paid": true}));
    }
    assert_eq!(night.money()["open"], fee);
    let to_hand_out = || total(&league.get(&night.path("/money.csv")).text, "To hand out");
    assert_eq!(to_hand_out(), "10.00");
    let given_back = json!({"amount": 0, "paid": false, "id": id(1)});
    let money = pay_out(&night, &players[4], &given_back).ok(201);
    assert_eq!(
        (&money["open"], &money["fees"], &night.view()["withdrawn"][0]["paid"]),
        (&json!([]), &json!(4_000), &json!(false))
    );
    assert_eq!(to_hand_out(), "0.00");
    let undone = json!({"amount": 0, "paid": true, "id": id(2)});
    assert_eq!(pay_out(&night, &players[4], &undone).ok(201)["open"], fee);
    assert_eq!(pay_out(&night, &players[4], &given_back).ok(200)["open"], fee, "a repeat");
    pay_out(&night, &players[4], &json!({"amount": 100, "paid": false})).problem(404, "not-found");
    let path = night.path("/money");
    assert_eq!(league.start_again().get(&path).ok(200)["open"], fee, "after a restart");
}

#[test]
fn a_draw_that_counts_as_handed_out_is_to_be_collected_once_it_is_void() {
    let league = league("assumed");
    let night = league.night(&league.players(4));
    night.draw().ok(201);
    night.request("POST", "/fifty-fifty", &json!({})).ok(201);
    let winner = text(&night.view()["fifty_fifty"]["player_id"]);
    assert_eq!(night.money()["open"], json!([]));
    night.request("DELETE", "/fifty-fifty", &json!({"reason": "A ticket fell down"})).ok(200);
    let to_return = json!([{"what": "to_return", "player_id": winner, "amount": 400}]);
    assert_eq!(night.money()["open"], to_return);
    assert_eq!(total(&league.get(&night.path("/money.csv")).text, "To collect"), "4.00");
}

#[test]
fn a_hand_out_and_the_fee_that_it_is_balanced_with_are_noted_both_or_neither() {
    let league = league("ticked");
    let players = league.players(4);
    let night = league.night(&players);
    night.draw().ok(201);
    let sums = |money: &Value, player: &str| {
        let rows = list(&money["players"]);
        let row = rows.iter().find(|row| row["player_id"] == json!(player)).unwrap();
        ["fee_paid", "fee_due", "handed_out"].map(|field| row[field].as_u64().unwrap())
    };
    night.enter(&players[0], &json!({"paid": false})).ok(200);
    let both = json!({"amount": 600, "paid": true, "id": id(1)});
    assert_eq!(sums(&pay_out(&night, &players[0], &both).ok(201), &players[0]), [1_000, 0, 600]);
    let back = json!({"amount": 0, "paid": false, "id": id(2)});
    assert_eq!(sums(&pay_out(&night, &players[0], &back).ok(201), &players[0]), [0, 1_000, 0]);
    assert_eq!(sums(&pay_out(&night, &players[0], &both).ok(200), &players[0]), [0, 1_000, 0], "a repeat");
    night.request("POST", "/fifty-fifty", &json!({})).ok(201);
    let winner = text(&night.view()["fifty_fifty"]["player_id"]);
    pay_out(&night, &winner, &json!({"amount": 500, "paid": false})).problem(409, "draw-stands");
    assert_eq!(sums(&night.money(), &winner), [1_000, 0, 0]);
    pay_out(&night, &id(404), &json!({"amount": 0, "paid": true})).problem(404, "not-found");
}

#[test]
fn a_night_keeps_the_way_of_its_first_draw_and_settings_that_leave_it_out_keep_it() {
    let league = League::open();
    let path = "/api/v1/league";
    assert_eq!(league.get(path).ok(200)["hand_outs"], "ticked");
    let players = league.players(4);
    let night = league.night(&players);
    night.play_round();
    let put = |body: Value, status| league.as_coordinator("PUT", path, &body).ok(status);
    assert_eq!(put(json!({"name": "Thursdays"}), 201)["hand_outs"], "ticked");
    assert_eq!(put(json!({"name": "Thursdays", "hand_outs": "assumed"}), 200)["hand_outs"], "assumed");
    assert_eq!(put(json!({"name": "Fridays"}), 200)["hand_outs"], "assumed");
    night.finish().ok(200);
    assert_eq!(handed_out(&night.money()), 0, "ticked, as when it began");
    let later = league.night(&players);
    later.play_round();
    later.finish().ok(200);
    assert_eq!((handed_out(&later.money()) > 0, &later.money()["open"]), (true, &json!([])));
    let wrong = json!({"name": "Fridays", "hand_outs": "guessed"});
    let problem = league.as_coordinator("PUT", path, &wrong).problem(422, "invalid");
    assert_eq!(problem["errors"][0]["pointer"], "/hand_outs");
}
