//! Pots over HTTP: stakes at the check-in, hands of pegs and of claims, payments, and the view of strangers.

use std::thread;

use serde_json::{Value, json};
use uuid::Uuid;

use super::ledger::{credit, post, receive};
use crate::support::league::{League, LeagueTable, Night, list, text};
use crate::support::service::Answer;

/// A pot of the league, with a stake of a dollar.
pub fn pot(league: &League, name: &str, pays: &Value) -> String {
    let id = Uuid::new_v4().to_string();
    let body = json!({"name": name, "stake": 100, "pays": pays});
    league.as_coordinator("PUT", &format!("/api/v1/pots/{id}"), &body).ok(201);
    id
}

fn jackpot(league: &League) -> String {
    pot(league, "28 and 29", &json!([{"hand": "29", "percent": 100}, {"hand": "28", "percent": 50}]))
}

/// The pots of a night as the holder of this token sees them.
fn pots_as(night: &Night, token: &str) -> Value {
    night.league.request("GET", &night.path("/pots"), token, None).ok(200)
}

pub fn pots(night: &Night) -> Value {
    pots_as(night, &night.league.token)
}

pub fn pay(night: &Night, pot: &str, body: &Value) -> Answer {
    night.request("PUT", &format!("/pots/{pot}/win"), body)
}

pub fn payment() -> Value {
    json!({"id": Uuid::new_v4().to_string()})
}

/// A night of these players, who stake in the pots.
pub fn night_with<'a>(league: &'a League, players: &[String], pots: &[&String]) -> Night<'a> {
    let night = league.schedule(&json!({"date": "2026-01-28", "games_per_night": 1}));
    for player in players {
        night.enter(player, &json!({"paid": true, "pots": pots})).ok(201);
    }
    night
}

/// Pegs a hand of 29 for the first side of a table, and returns the id of the peg.
pub fn peg_29(league: &League, table: &LeagueTable) -> String {
    let peg = Uuid::new_v4().to_string();
    let cards = json!({"side": 0, "points": 29, "for": "hand", "cards": ["5H", "5D", "5S", "JC"], "starter": "5C"});
    league.as_coordinator("PUT", &format!("/api/v1/games/{}/pegs/{peg}", table.game), &cards).ok(201);
    peg
}

#[test]
fn a_check_in_stakes_in_cash_and_by_credit() {
    let league = League::open();
    let [ann, bob] = ["Ann", "Bob"].map(|name| league.player(name));
    let (one, other) = (jackpot(&league), pot(&league, "High hand", &json!([{"hand": "high", "percent": 100}])));
    receive(&league, &ann, 1_250);
    let night = league.schedule(&json!({"date": "2026-01-28"}));
    let both = json!({"paid": true, "with": "credit", "pots": [one, other]});
    night.enter(&ann, &json!({"paid": true, "with": "credit", "pots": [one, other, one]})).ok(201);
    assert_eq!(credit(&league, &ann), 50, "the fee and two stakes");
    night.enter(&ann, &both).ok(200);
    assert_eq!(credit(&league, &ann), 50, "a repeat stakes nothing");
    assert_eq!(list(&night.view()["entries"][0]["pots"]).len(), 2);
    night.enter(&bob, &both).problem(409, "not-enough-credit");
    assert_eq!(night.view()["entries"][1], Value::Null, "nothing is half done");
    night.enter(&bob, &json!({"pots": [one]})).ok(201);
    night.enter(&bob, &json!({"pots": ["0198c5ff-ffff-7fff-bfff-ffffffffffff"]})).problem(404, "not-found");
    night.enter(&ann, &json!({"pots": [one]})).ok(200);
    assert_eq!(credit(&league, &ann), 150, "a stake goes back where it came from");
    let shown = pots(&night);
    assert_eq!((&shown["pots"][0]["players"], &shown["pots"][0]["balance"]), (&json!(2), &json!(200)));
    assert_eq!((&shown["pots"][1]["players"], &shown["pots"][1]["balance"]), (&json!(0), &json!(0)));
    let ledger = league.get("/api/v1/ledger").ok(200);
    assert_eq!((&ledger["pots"], &ledger["box"]), (&json!(200), &json!(1_350)));
}

#[test]
fn six_check_ins_at_one_moment_lose_no_stake_and_count_none_twice() {
    let league = League::open();
    let players = league.players(6);
    let one = jackpot(&league);
    let night = league.schedule(&json!({"date": "2026-01-28"}));
    thread::scope(|scope| {
        for player in players.iter().chain(&players) {
            let body = json!({"paid": true, "pots": [one], "id": player});
            let night = &night;
            scope.spawn(move || assert!([200, 201].contains(&night.enter(player, &body).status)));
        }
    });
    let shown = pots(&night);
    assert_eq!((&shown["pots"][0]["players"], &shown["pots"][0]["balance"]), (&json!(6), &json!(600)));
    assert_eq!(list(&league.get("/api/v1/ledger").ok(200)["entries"]).len(), 6);
}

#[test]
fn a_pegged_29_is_paid_after_the_last_game_and_to_be_returned_if_it_is_gone() {
    let league = League::open();
    let players = league.players(2);
    let one = jackpot(&league);
    let jar = json!({"from": "outside", "to": "pot", "pot_id": one, "amount": 13_700});
    post(&league, &Uuid::new_v4().to_string(), &jar).ok(201);
    let night = night_with(&league, &players, &[&one]);
    night.draw().ok(201);
    let table = night.tables().remove(0);
    let peg = peg_29(&league, &table);
    let lead = pots(&night)["pots"][0]["lead"].clone();
    assert_eq!((&lead["hand"], &lead["each"]), (&json!("29"), &json!(13_900)));
    assert_eq!(lead["leaders"][0]["player_id"], json!(table.sides[0][0]));
    let problem = pay(&night, &one, &payment()).problem(409, "still-playing");
    assert_eq!(problem["tables"], json!([1]));
    night.result(1, &[121, 90]).ok(201);
    let problem = pay(&night, &one, &payment()).problem(409, "still-playing");
    assert_eq!(problem["tables"], json!([]), "the night is not finished");
    night.finish().ok(200);
    let body = payment();
    let paid = pay(&night, &one, &body).ok(201)["pots"][0].clone();
    assert_eq!((&paid["brought_on"], &paid["staked"], &paid["balance"]), (&json!(13_700), &json!(200), &json!(0)));
    let winner = &paid["paid"]["winners"][0];
    assert_eq!((&winner["amount"], &winner["stands"], &winner["hand_id"]), (&json!(13_900), &json!(true), &json!(peg)));
    pay(&night, &one, &body).ok(200);
    pay(&night, &one, &payment()).problem(409, "pot-paid");
    night.enter(&players[0], &json!({"pots": []})).problem(409, "pot-paid");
    // The result is taken back before the peg.
    night.request("DELETE", "/finish", &json!({"reason": "a wrong peg"})).ok(200);
    let game = format!("/api/v1/games/{}", table.game);
    league.as_coordinator("DELETE", &format!("{game}/result"), &json!({})).ok(200);
    league.as_coordinator("DELETE", &format!("{game}/pegs/{peg}"), &json!({})).ok(200);
    let gone = pots(&night)["pots"][0].clone();
    assert_eq!((&gone["paid"]["winners"][0]["stands"], &gone["lead"]), (&json!(false), &Value::Null));
    let back = night.request("DELETE", &format!("/pots/{one}/win"), &json!({"reason": "It was a 24"})).ok(200);
    assert_eq!((&back["pots"][0]["paid"], &back["pots"][0]["balance"]), (&Value::Null, &json!(13_900)));
    pay(&night, &one, &body).ok(200);
    assert_eq!(pots(&night)["pots"][0]["paid"], Value::Null, "a late repeat pays nothing");
}

#[test]
fn a_claimed_hand_needs_the_phone_of_the_other_side() {
    let league = League::open();
    let players = league.players(4);
    let one = jackpot(&league);
    let night = night_with(&league, &players, &[&one]);
    night.draw().ok(201);
    let table = night.tables().remove(0);
    let [own, partner, other] = [&table.sides[0][0], &table.sides[0][1], &table.sides[1][0]];
    let [phone, of_partner, of_other] = [own, partner, other].map(|player| night.join(player));
    let hand = night.path(&format!("/hands/{}", Uuid::new_v4()));
    let ask = |method: &str, path: &str, token: &str, body: &Value| league.request(method, path, token, Some(body));
    let body = json!({
        "player_id": own, "game_id": table.game, "cards": ["5H", "5D", "5S", "KC"], "starter": "5C", "points": 28
    });
    let mut wrong = body.clone();
    wrong["points"] = json!(29);
    assert_eq!(ask("PUT", &hand, &phone, &wrong).problem(422, "not-that-hand")["counted"], 28);
    ask("PUT", &hand, &phone, &body).ok(201);
    ask("PUT", &hand, &phone, &body).ok(200);
    let shown = pots(&night);
    assert_eq!((&shown["hands"][0]["proof"], &shown["pots"][0]["lead"]), (&json!("waiting"), &Value::Null));
    let witness = |token: &str, agrees: bool| {
        ask("PUT", &format!("{hand}/witness"), token, &json!({"agrees": agrees, "id": Uuid::new_v4().to_string()}))
    };
    witness(&phone, true).problem(409, "own-result");
    witness(&of_partner, true).problem(409, "own-result");
    witness(&of_other, false).ok(201);
    assert_eq!(pots(&night)["hands"][0]["proof"], "contested");
    let led = witness(&of_other, true).ok(201);
    assert_eq!((&led["hands"][0]["proof"], &led["pots"][0]["lead"]["each"]), (&json!("witnessed"), &json!(200)));
    ask("DELETE", &hand, &of_other, &json!({})).problem(403, "forbidden");
    ask("DELETE", &hand, &phone, &json!({})).ok(200);
    assert_eq!(pots(&night)["hands"], json!([]));
    // Nobody claims for another table or another night.
    let elsewhere = night_with(&league, &league.players(2), &[]);
    let path = elsewhere.path(&format!("/hands/{}", Uuid::new_v4()));
    ask("PUT", &path, &league.token, &body).problem(422, "invalid");
    ask("PUT", &path, &phone, &body).problem(422, "invalid");
    assert_eq!(
        night.kinds()[night.kinds().len() - 4..],
        ["hand_claimed", "hand_witnessed", "hand_witnessed", "hand_taken_back"]
    );
}

#[test]
fn nobody_wins_with_a_hand_of_which_no_player_is_known() {
    let league = League::open();
    let players = league.players(4);
    let one = jackpot(&league);
    let night = night_with(&league, &players, &[&one]);
    night.draw().ok(201);
    let table = night.tables().remove(0);
    let peg = peg_29(&league, &table);
    let shown = pots(&night);
    assert_eq!((&shown["pots"][0]["lead"], &shown["hands"][0]["player_id"]), (&Value::Null, &Value::Null));
    let names: Vec<String> = list(&shown["hands"][0]["players"]).iter().map(|player| text(&player["id"])).collect();
    assert_eq!(names, table.sides[0]);
    let path = format!("/api/v1/games/{}/pegs/{peg}", table.game);
    league.as_coordinator("PATCH", &path, &json!({"id": Uuid::new_v4().to_string(), "player": 1})).ok(200);
    assert_eq!(pots(&night)["pots"][0]["lead"]["leaders"][0]["player_id"], json!(table.sides[0][1]));
}

#[test]
fn after_the_finish_the_coordinator_alone_changes_stakes_and_hands() {
    let league = League::open();
    let players = league.players(2);
    let one = jackpot(&league);
    let night = night_with(&league, &players[..1], &[&one]);
    night.pay(&players[1]).ok(201);
    let table = night.play_round().remove(0);
    let phone = night.join(&table.sides[1][0]);
    let helper = |role: &str| {
        let body = json!({"name": role, "password": "fifteen for six", "role": role});
        league.as_coordinator("POST", "/api/v1/representatives", &body).ok(201);
        let session = json!({"name": role, "password": "fifteen for six"});
        text(&league.post("/api/v1/session", &session).ok(201)["token"])
    };
    let [door, results] = ["door", "results"].map(helper);
    night.finish().ok(200);
    let stake = night.path(&format!("/entries/{}", players[1]));
    let pots_of = json!({"pots": [one]});
    league.request("PUT", &stake, &door, Some(&pots_of)).problem(403, "forbidden");
    league.request("PUT", &stake, &league.token, Some(&pots_of)).ok(200);
    let cards = ["5H", "5D", "5S", "JC"];
    let hand = json!({"player_id": table.sides[1][0], "game_id": table.game, "cards": cards, "starter": "5C"});
    let path = night.path(&format!("/hands/{}", Uuid::new_v4()));
    for token in [&phone, &results] {
        league.request("PUT", &path, token, Some(&hand)).problem(403, "forbidden");
    }
    league.request("PUT", &path, &league.token, Some(&hand)).ok(201);
    let contest = json!({"agrees": false, "id": Uuid::new_v4().to_string()});
    league.request("PUT", &format!("{path}/witness"), &phone, Some(&contest)).problem(409, "own-result");
}

#[test]
fn a_night_that_is_not_finished_keeps_its_stakes() {
    let league = League::open();
    let players = league.players(2);
    let one = jackpot(&league);
    let early = league.schedule(&json!({"date": "2026-01-21"}));
    early.enter(&players[0], &json!({"pots": [one]})).ok(201);
    let night = night_with(&league, &players, &[&one]);
    night.draw().ok(201);
    peg_29(&league, &night.tables()[0]);
    night.result(1, &[121, 90]).ok(201);
    night.finish().ok(200);
    let paid = pay(&night, &one, &payment()).ok(201);
    assert_eq!(paid["pots"][0]["paid"]["winners"][0]["amount"], 200, "the stake of the night to come stays");
    early.request("PUT", "/cancellation", &json!({"reason": "Snow"})).ok(201);
    assert_eq!(credit(&league, &players[0]), 100);
    // A jar that is brought in at a later night is not in an earlier one.
    let later = league.schedule(&json!({"date": "2026-02-04"}));
    let jar = json!({"from": "outside", "to": "pot", "pot_id": one, "amount": 5_000, "night_id": later.id});
    post(&league, &Uuid::new_v4().to_string(), &jar).ok(201);
    assert_eq!((&pots(&night)["pots"][0]["balance"], &pots(&later)["pots"][0]["balance"]), (&json!(0), &json!(5_000)));
}

#[test]
fn payments_with_wrong_winners_are_refused() {
    let league = League::open();
    let players = league.players(2);
    let one = pot(&league, "The worst hat", &json!([{"hand": "named", "percent": 1}]));
    let night = night_with(&league, &players, &[&one]);
    night.play_round();
    night.finish().ok(200);
    let with = |winners: Value| pay(&night, &one, &json!({"id": Uuid::new_v4().to_string(), "winners": winners}));
    let ann = json!({"player_id": players[0]});
    for wrong in [json!([]), json!([ann, ann])] {
        assert_eq!(with(wrong).problem(422, "invalid")["errors"][0]["pointer"], "/winners");
    }
    assert_eq!(pay(&night, &one, &payment()).problem(422, "invalid")["errors"][0]["pointer"], "/winners");
    assert_eq!(league.service.get(&night.path("/pots")).ok(200)["pots"][0]["lead"]["leaders"], json!([]));
    assert_eq!(pots(&night)["pots"][0]["lead"]["leaders"][0]["player_id"], json!(players[0]));
    let small = pot(&league, "A small jar", &json!([{"hand": "named", "percent": 1}]));
    night.enter(&players[0], &json!({"pots": [one, small]})).ok(200);
    let two = json!([{"player_id": players[0]}]);
    assert_eq!(
        pay(&night, &small, &json!({"id": Uuid::new_v4().to_string(), "winners": two})).ok(201)["pots"][1]["balance"],
        99
    );
}

#[test]
fn a_merge_that_is_taken_back_leaves_no_win_without_a_stake() {
    let league = League::open();
    let [ann, bob, other] = ["Ann", "Bob", "Anne"].map(|name| league.player(name));
    let one = jackpot(&league);
    let night = night_with(&league, &[ann.clone(), bob], &[&one]);
    night.draw().ok(201);
    let table = night.tables().remove(0);
    let cards = ["5H", "5D", "5S", "JC"];
    let hand = json!({"player_id": ann, "game_id": table.game, "cards": cards, "starter": "5C"});
    night.request("PUT", &format!("/hands/{}", Uuid::new_v4()), &hand).ok(201);
    night.result(1, &[121, 90]).ok(201);
    night.finish().ok(200);
    let merge = format!("/api/v1/players/{ann}/merge");
    league.as_coordinator("POST", &merge, &json!({"into": other})).ok(200);
    pay(&night, &one, &payment()).ok(201);
    league.as_coordinator("DELETE", &merge, &json!({})).problem(409, "of-a-night");
}

#[test]
fn a_slam_wins_after_the_finish() {
    let league = League::open();
    let players = league.players(2);
    let one = pot(&league, "Slam", &json!([{"hand": "29", "percent": 100}, {"hand": "grand_slam", "percent": 100}]));
    let night = night_with(&league, &players, &[&one]);
    let winner = night.play_round()[0].sides[0][0].clone();
    assert_eq!(pots(&night)["pots"][0]["lead"], Value::Null, "a card may still lose a game");
    night.finish().ok(200);
    let paid = pay(&night, &one, &payment()).ok(201);
    let won = &paid["pots"][0]["paid"]["winners"][0];
    assert_eq!((&won["player_id"], &won["hand_id"], &won["amount"]), (&json!(winner), &Value::Null, &json!(200)));
    assert_eq!(won["stands"], true);
}

#[test]
fn strangers_see_who_leads_and_no_amount() {
    let league = League::open();
    let players = league.players(2);
    let one = jackpot(&league);
    let night = night_with(&league, &players, &[&one]);
    night.draw().ok(201);
    peg_29(&league, &night.tables()[0]);
    let stranger = league.service.get(&night.path("/pots")).ok(200);
    let shown = &stranger["pots"][0];
    let hidden = [&shown["balance"], &shown["staked"], &shown["brought_on"], &shown["lead"]["each"]];
    assert!(hidden.iter().all(|amount| amount.is_null()), "{shown}");
    assert_eq!(stranger["hands"][0]["points"], 29);
    assert_eq!(league.service.get(&night.path("")).ok(200)["entries"][0]["pots"], Value::Null);
    let phone = night.join(&players[0]);
    assert_eq!(pots_as(&night, &phone)["pots"][0]["balance"], 200);
    let settings = json!({"name": "No", "stake": 100, "pays": [{"hand": "29", "percent": 100}]});
    league.request("PUT", &format!("/api/v1/pots/{one}"), &phone, Some(&settings)).problem(403, "forbidden");
    league.request("PUT", &night.path(&format!("/pots/{one}/win")), &phone, Some(&payment())).problem(403, "forbidden");
}

#[test]
fn a_forgotten_player_leaves_no_stake_in_a_pot_to_come() {
    let league = League::open();
    let ann = league.player("Ann");
    let one = jackpot(&league);
    let night = league.schedule(&json!({"date": "2026-01-28"}));
    night.enter(&ann, &json!({"pots": [one]})).ok(201);
    let forget = |rest: &str| league.as_coordinator("DELETE", &format!("/api/v1/players/{ann}{rest}"), &json!({}));
    assert_eq!(forget("").problem(409, "has-money")["credit"], 100);
    forget("?credit=activities").ok(200);
    let ledger = league.get("/api/v1/ledger").ok(200);
    assert_eq!((&ledger["pots"], &ledger["activities"], &ledger["box"]), (&json!(0), &json!(100), &json!(100)));
}

#[test]
fn the_table_of_the_ledger_has_an_account_for_each_pot() {
    let league = League::open();
    let players = league.players(2);
    let one = jackpot(&league);
    let night = night_with(&league, &players, &[&one]);
    night.draw().ok(201);
    peg_29(&league, &night.tables()[0]);
    night.result(1, &[121, 90]).ok(201);
    night.finish().ok(200);
    pay(
        &night,
        &one,
        &json!({"id": Uuid::new_v4().to_string(), "winners": [{"player_id": night.tables()[0].sides[0][0], "to": "credit"}]}),
    )
    .ok(201);
    let table = league.get("/api/v1/ledger.csv").text;
    let of_pot: Vec<&str> = table.lines().filter(|line| line.contains("Pot 28 and 29")).collect();
    assert_eq!(of_pot.len(), 3, "{table}");
    assert!(of_pot[2].contains("Pot won") && of_pot[2].contains("-2.00,0.00"), "{table}");
    let credited = table.lines().find(|line| line.contains("Pot won") && line.contains(",Credit,")).unwrap();
    assert!(credited.contains("2.00,2.00"), "{credited}");
}
