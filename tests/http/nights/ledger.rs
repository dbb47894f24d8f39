//! The ledger: money that is paid ahead, used, handed back and moved between funds, and what should be in the box.

use std::collections::BTreeMap;
use std::thread;

use serde_json::{Value, json};
use uuid::Uuid;

use crate::support::league::{League, Night, list, text};
use crate::support::service::Answer;

pub fn post(league: &League, id: &str, body: &Value) -> Answer {
    league.as_coordinator("PUT", &format!("/api/v1/ledger/{id}"), body)
}

/// Receives money from a player, and returns the id of the posting.
pub fn receive(league: &League, player: &str, amount: u64) -> String {
    let id = Uuid::new_v4().to_string();
    let body = json!({"from": "outside", "to": "credit", "player_id": player, "amount": amount});
    post(league, &id, &body).ok(201);
    id
}

pub fn take_back(league: &League, id: &str) -> Answer {
    league.as_coordinator("DELETE", &format!("/api/v1/ledger/{id}"), &json!({}))
}

pub fn balances(league: &League) -> [i64; 6] {
    let ledger = league.get("/api/v1/ledger").ok(200);
    ["box", "credits", "to_hand_out", "supplies", "activities", "prize_fund"].map(|part| ledger[part].as_i64().unwrap())
}

pub fn credit(league: &League, player: &str) -> i64 {
    league.get(&format!("/api/v1/players/{player}/statement")).ok(200)["credit"].as_i64().unwrap()
}

pub fn pay_by_credit(night: &Night, player: &str) -> Answer {
    night.enter(player, &json!({"paid": true, "with": "credit"}))
}

#[test]
fn a_month_paid_ahead_pays_the_fees_until_it_is_used_up() {
    let league = League::open();
    let ann = league.player("Ann");
    let id = receive(&league, &ann, 2_500);
    let nights: Vec<Night> =
        (1..=3).map(|week| league.schedule(&json!({"date": format!("2026-01-0{week}")}))).collect();
    let entry = |night: &Night| night.view()["entries"][0].clone();
    for night in &nights[..2] {
        pay_by_credit(night, &ann).ok(201);
        assert_eq!(entry(night)["paid"], true);
        pay_by_credit(night, &ann).ok(200);
    }
    assert_eq!(credit(&league, &ann), 500, "a repeat uses nothing");
    let problem = pay_by_credit(&nights[2], &ann).problem(409, "not-enough-credit");
    assert_eq!(
        (&problem["credit"], &problem["amount"], &problem["player_id"]),
        (&json!(500), &json!(1000), &json!(ann))
    );
    assert_eq!(nights[2].view()["entries"], json!([]), "nothing is half done");
    let problem = take_back(&league, &id).problem(409, "already-spent");
    assert_eq!(problem["left"], 500);
    take_back(&league, &text(&problem["by"])).problem(409, "of-a-night");
    nights[0].enter(&ann, &json!({"paid": false})).ok(200);
    nights[1].withdraw(&ann).ok(200);
    assert_eq!((credit(&league, &ann), nights[1].money()["open"].clone()), (2_500, json!([])));
    take_back(&league, &id).ok(200);
    take_back(&league, &id).ok(200);
    let late = json!({"from": "outside", "to": "credit", "player_id": ann, "amount": 2_500});
    post(&league, &id, &late).ok(200);
    assert_eq!(credit(&league, &ann), 0, "a late repeat brings nothing back");
    assert_eq!(balances(&league), [0; 6]);
}

#[test]
fn a_statement_has_the_credit_after_each_posting() {
    let league = League::open();
    let [ann, bob] = ["Ann", "Bob"].map(|name| league.player(name));
    receive(&league, &ann, 4_000);
    receive(&league, &bob, 100);
    let night = league.night(&league.players(3));
    pay_by_credit(&night, &ann).ok(201);
    let back = json!({"from": "credit", "to": "outside", "player_id": ann, "amount": 3_000, "night_id": night.id});
    post(&league, &Uuid::new_v4().to_string(), &back).ok(201);
    let statement = league.get(&format!("/api/v1/players/{ann}/statement")).ok(200);
    let lines: Vec<_> = list(&statement["lines"]);
    let of = |line: &Value| (text(&line["from"]), text(&line["to"]), line["balance"].as_i64().unwrap());
    let expected = [("outside", "credit", 4_000), ("credit", "fee", 3_000), ("credit", "outside", 0)];
    assert_eq!(
        lines.iter().map(of).collect::<Vec<_>>(),
        expected.map(|(from, to, left)| (from.into(), to.into(), left))
    );
    assert_eq!((&lines[1]["date"], &lines[1]["night_id"]), (&json!("2026-01-28"), &json!(night.id)));
    let of_night = league.get(&format!("/api/v1/ledger?night_id={}", night.id)).ok(200);
    assert_eq!(list(&of_night["entries"]).len(), 2);
    let newest = league.get(&format!("/api/v1/ledger?player_id={ann}&limit=1")).ok(200);
    assert_eq!(newest["entries"], json!([league.get("/api/v1/ledger").ok(200)["entries"][3]]));
    league.get("/api/v1/players/0198c5ff-ffff-7fff-bfff-ffffffffffff/statement").problem(404, "not-found");
}

#[test]
fn wrong_postings_change_nothing() {
    let league = League::open();
    let ann = league.player("Ann");
    let id = Uuid::new_v4().to_string();
    let ahead = json!({"from": "outside", "to": "credit", "player_id": ann, "amount": 1_000});
    let with = |name: &str, value: Value| {
        let mut body = ahead.clone();
        body[name] = value;
        body
    };
    for (name, value) in [
        ("amount", json!(0)),
        ("amount", json!(-5)),
        ("amount", json!(100_001)),
        ("to", json!("outside")),
        ("to", json!("fee")),
        ("from", json!("prize")),
        ("player_id", Value::Null),
        ("reason", json!("")),
    ] {
        let problem = post(&league, &id, &with(name, value.clone())).problem(422, "invalid");
        assert_eq!(list(&problem["errors"]).len(), 1, "{name} {value}: {problem}");
    }
    let unknown = "0198c5ff-ffff-7fff-bfff-ffffffffffff";
    post(&league, &id, &with("player_id", json!(unknown))).problem(404, "not-found");
    post(&league, &id, &with("night_id", json!(unknown))).problem(404, "not-found");
    take_back(&league, &id).problem(404, "not-found");
    let spend = json!({"from": "activities", "to": "outside", "amount": 100});
    let problem = post(&league, &id, &spend).problem(409, "already-spent");
    assert_eq!((&problem["account"], &problem["left"]), (&json!("activities"), &json!(0)));
    assert_eq!(balances(&league), [0; 6]);
    post(&league, &id, &ahead).ok(201);
    post(&league, &id, &ahead).ok(200);
    post(&league, &id, &with("amount", json!(2_000))).problem(409, "already-used");
    // The ledger has an id that no game and no night may take.
    let own = "ffffffff-ffff-ffff-ffff-ffffffffffff";
    let sides = json!([{"name": "Us", "players": ["Us"]}, {"name": "Them", "players": ["Them"]}]);
    let game = json!({"sides": sides, "scorer_token": "Tm90IGEgc2VjcmV0LCBvbmx5IGFuIGV4YW1wbGUgISE"});
    league.put(&format!("/api/v1/games/{own}"), &game).problem(409, "already-used");
    league
        .as_coordinator("POST", "/api/v1/nights", &json!({"id": own, "date": "2026-01-28"}))
        .problem(409, "already-used");
    assert_eq!(credit(&league, &ann), 1_000);
}

#[test]
fn helpers_at_the_door_receive_money_and_see_no_prizes() {
    let league = League::open();
    let ann = league.player("Ann");
    let helper = json!({"name": "Dora", "password": "a door of oak", "role": "door"});
    league.as_coordinator("POST", "/api/v1/representatives", &helper).ok(201);
    let signed_in = league.post("/api/v1/session", &json!({"name": "Dora", "password": "a door of oak"})).ok(201);
    let door = text(&signed_in["token"]);
    let put = |body: &Value| {
        let id = Uuid::new_v4();
        (league.request("PUT", &format!("/api/v1/ledger/{id}"), &door, Some(body)), id)
    };
    let (answer, id) = put(&json!({"from": "outside", "to": "credit", "player_id": ann, "amount": 4_000}));
    assert_eq!(answer.ok(201)["by"], "Dora");
    let accounts = league.request("GET", "/api/v1/ledger/players", &door, None).ok(200);
    assert_eq!((&accounts["players"][0]["credit"], &accounts["players"][0]["to_get"]), (&json!(4_000), &Value::Null));
    put(&json!({"from": "credit", "to": "outside", "player_id": ann, "amount": 1_000})).0.problem(403, "forbidden");
    put(&json!({"from": "outside", "to": "activities", "amount": 1_000})).0.problem(403, "forbidden");
    for path in ["/api/v1/ledger", "/api/v1/ledger.csv", &format!("/api/v1/players/{ann}/statement")] {
        league.request("GET", path, &door, None).problem(403, "forbidden");
        league.service.get(path).problem(401, "unauthorized");
    }
    let path = format!("/api/v1/ledger/{id}");
    league.request("DELETE", &path, &door, Some(&json!({}))).ok(200);
    assert_eq!(credit(&league, &ann), 0);
}

#[test]
fn one_credit_pays_one_of_six_fees_at_one_moment() {
    let league = League::open();
    let ann = league.player("Ann");
    receive(&league, &ann, 2_999);
    let nights: Vec<Night> =
        (1..=6).map(|week| league.schedule(&json!({"date": format!("2026-01-0{week}")}))).collect();
    let answers: Vec<Answer> = thread::scope(|scope| {
        let asked: Vec<_> = nights.iter().map(|night| scope.spawn(|| pay_by_credit(night, &ann))).collect();
        asked.into_iter().map(|answer| answer.join().unwrap()).collect()
    });
    let paid = answers.iter().filter(|answer| answer.status == 201).count();
    let refused = answers.into_iter().filter(|answer| answer.status != 201);
    refused.for_each(|answer| drop(answer.problem(409, "not-enough-credit")));
    assert_eq!((paid, credit(&league, &ann)), (2, 999));
    let entered = nights.iter().filter(|night| !list(&night.view()["entries"]).is_empty()).count();
    assert_eq!(entered, 2);
}

#[test]
fn a_prize_goes_to_the_credit_of_its_winner_and_back() {
    let league = League::open();
    let night = league.night(&league.players(4));
    league.as_coordinator("PATCH", &night.path(""), &json!({"games_per_night": 1})).ok(200);
    night.play_round();
    night.finish().ok(200);
    let prize = night.money()["prizes"][0].clone();
    let (winner, amount) = (text(&prize["player_id"]), prize["amount"].as_i64().unwrap());
    let before = balances(&league);
    let path = format!("/payouts/{winner}");
    night.request("PUT", &path, &json!({"amount": amount, "to": "credit"})).ok(201);
    night.request("PUT", &path, &json!({"amount": amount, "to": "credit"})).ok(200);
    assert_eq!(credit(&league, &winner), amount);
    let [in_box, credits, to_hand_out, ..] = balances(&league);
    assert_eq!((in_box, credits, to_hand_out), (before[0], amount, before[2] - amount), "the cash stays in the box");
    night.request("PUT", &path, &json!({"amount": 0})).ok(201);
    assert_eq!(balances(&league), before);
    night.request("PUT", &path, &json!({"amount": amount, "to": "credit"})).ok(201);
    let back = json!({"from": "credit", "to": "outside", "player_id": winner, "amount": amount});
    post(&league, &Uuid::new_v4().to_string(), &back).ok(201);
    night.request("PUT", &path, &json!({"amount": 0})).problem(409, "already-spent");
    night.request("PUT", &path, &json!({"amount": amount, "to": "credit", "paid": true})).problem(422, "invalid");
}

#[test]
fn fees_of_a_cancelled_night_go_to_the_credits_or_are_handed_back() {
    let league = League::open();
    let players = league.players(3);
    receive(&league, &players[0], 1_000);
    let cancel = |night: &Night, body: &Value| night.request("PUT", "/cancellation", body).ok(201);
    for (fees, left) in
        [(json!("credit"), [3_000, 3_000, 0]), (json!("cash"), [1_000, 1_000, 0]), (Value::Null, [3_000, 1_000, 2_000])]
    {
        let night = league.schedule(&json!({"date": "2026-01-28"}));
        pay_by_credit(&night, &players[0]).ok(201);
        players[1..].iter().for_each(|player| drop(night.pay(player).ok(201)));
        let mut body = json!({"reason": "No light"});
        if !fees.is_null() {
            body["fees"] = fees.clone();
        }
        cancel(&night, &body);
        assert_eq!(balances(&league)[..3], left, "{fees}");
        let open: Vec<Value> = list(&night.money()["open"]).iter().map(|item| item["what"].clone()).collect();
        assert_eq!(open, if fees.is_null() { vec![json!("fee_back"); 2] } else { Vec::new() });
        for player in &players[1..] {
            night.enter(player, &json!({"paid": false})).ok(200);
            let credit = credit(&league, player);
            if credit > 0 {
                let back = json!({"from": "credit", "to": "outside", "player_id": player, "amount": credit});
                post(&league, &Uuid::new_v4().to_string(), &back).ok(201);
            }
        }
        assert_eq!(balances(&league)[..3], [1_000, 1_000, 0]);
    }
}

#[test]
fn a_player_with_money_is_not_forgotten_unless_it_goes_to_the_activities() {
    let league = League::open();
    let [ann, bob] = ["Ann", "Bob"].map(|name| league.player(name));
    receive(&league, &ann, 4_000);
    let night = league.schedule(&json!({"date": "2026-01-28"}));
    pay_by_credit(&night, &ann).ok(201);
    let forget = |player: &str, query: &str| {
        league.as_coordinator("DELETE", &format!("/api/v1/players/{player}{query}"), &json!({}))
    };
    let problem = forget(&ann, "").problem(409, "has-money");
    assert_eq!((&problem["credit"], &problem["to_get"]), (&json!(4_000), &json!(0)), "with the fee of a night to come");
    assert_eq!(list(&night.view()["entries"]).len(), 1, "nothing has changed");
    forget(&ann, "?credit=activities").ok(200);
    forget(&ann, "").ok(200);
    assert_eq!(balances(&league), [4_000, 0, 0, 0, 4_000, 0]);
    let entries = list(&league.get("/api/v1/ledger").ok(200)["entries"]);
    assert!(entries.iter().all(|entry| entry["name"] == "Former player"), "{entries:?}");
    let played = league.night(&[bob.clone(), league.player("Cy")]);
    league.as_coordinator("PATCH", &played.path(""), &json!({"games_per_night": 1})).ok(200);
    played.play_round();
    played.finish().ok(200);
    let winner = text(&played.money()["prizes"][0]["player_id"]);
    let problem = forget(&winner, "?credit=activities").problem(409, "has-money");
    assert!(problem["to_get"].as_u64().unwrap() > 0);
}

#[test]
fn the_credits_of_a_person_who_was_entered_twice_are_one() {
    let league = League::open();
    let [ann, anne] = ["Ann", "Anne"].map(|name| league.player(name));
    receive(&league, &ann, 600);
    receive(&league, &anne, 400);
    let merge =
        |method: &str, body: &Value| league.as_coordinator(method, &format!("/api/v1/players/{anne}/merge"), body);
    merge("POST", &json!({"into": ann})).ok(200);
    assert_eq!(credit(&league, &anne), 1_000);
    let night = league.schedule(&json!({"date": "2026-01-28"}));
    pay_by_credit(&night, &anne).ok(201);
    let problem = merge("DELETE", &json!({})).problem(409, "already-spent");
    assert!(text(&problem["detail"]).contains("more credit than they had"));
    night.enter(&ann, &json!({"paid": false})).ok(200);
    merge("DELETE", &json!({})).ok(200);
    assert_eq!((credit(&league, &ann), credit(&league, &anne)), (600, 400));
}

#[test]
fn the_box_and_every_balance_are_counted_from_the_table_alone() {
    let league = League::open();
    let players = league.players(8);
    players.iter().take(3).for_each(|player| drop(receive(&league, player, 2_500)));
    for date in ["2026-01-21", "2026-01-28"] {
        let night = league.schedule(&json!({"date": date, "games_per_night": 1}));
        players[..3].iter().for_each(|player| drop(pay_by_credit(&night, player).ok(201)));
        players[3..7].iter().for_each(|player| drop(night.pay(player).ok(201)));
        night.enter(&players[7], &json!({})).ok(201);
        night.play_round();
        night.request("POST", "/fifty-fifty", &json!({})).ok(201);
        night.finish().ok(200);
        for prize in list(&night.money()["prizes"]) {
            let path = format!("/payouts/{}", text(&prize["player_id"]));
            night.request("PUT", &path, &json!({"amount": prize["amount"], "to": "credit"})).ok(201);
        }
    }
    let spend = json!({"from": "activities", "to": "outside", "amount": 150, "reason": "=Cake"});
    post(&league, &Uuid::new_v4().to_string(), &spend).ok(201);
    post(&league, &Uuid::new_v4().to_string(), &json!({"from": "activities", "to": "prize_fund", "amount": 100}))
        .ok(201);
    let table = league.get("/api/v1/ledger.csv").text;
    let mut reader = csv::Reader::from_reader(table.trim_start_matches('\u{feff}').as_bytes());
    let (mut sums, mut last) = (BTreeMap::<(String, String), i64>::new(), BTreeMap::new());
    let cents = |text: &str| text.replace('.', "").parse::<i64>().unwrap();
    for row in reader.records().map(Result::unwrap) {
        let owner = if &row[4] == "Credit" { row[3].to_owned() } else { String::new() };
        let account = (row[4].to_owned(), owner);
        *sums.entry(account.clone()).or_default() += cents(&row[5]);
        last.insert(account, cents(&row[6]));
    }
    assert_eq!(sums, last, "the balance after the last row");
    let of = |name: &str| sums.iter().filter(|((account, _), _)| account == name).map(|(_, sum)| sum).sum::<i64>();
    let counted = ["Box", "Credit", "To hand out", "Supplies", "Activities", "Prize fund"].map(of);
    assert_eq!(counted, balances(&league));
    assert_eq!(counted[0], counted[1..].iter().sum::<i64>());
    let accounts = league.get("/api/v1/ledger/players").ok(200);
    for account in list(&accounts["players"]) {
        let key = ("Credit".to_owned(), text(&account["name"]));
        assert_eq!(sums.get(&key).copied().unwrap_or_default(), account["credit"].as_i64().unwrap());
    }
    let owes =
        list(&accounts["players"]).into_iter().find(|account| account["player_id"] == json!(players[7])).unwrap();
    let dates: Vec<Value> = list(&owes["owes"]).iter().map(|debt| debt["date"].clone()).collect();
    assert_eq!(dates, ["2026-01-21", "2026-01-28"]);
    let before = balances(&league);
    let league = league.start_again();
    assert_eq!(balances(&league), before);
}
