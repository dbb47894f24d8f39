//! Seats that are changed after the draw, before and after the games.

use serde_json::{Value, json};

use crate::support::game::id;
use crate::support::league::{League, LeagueTable, Night, text};
use crate::support::service::Answer;

fn put(night: &Night, round: usize, body: &Value) -> Answer {
    night.request("PUT", &format!("/rounds/{round}/seats"), body)
}

fn named(number: usize, sides: &Value) -> Value {
    json!({"number": number, "sides": sides})
}

/// Two tables of four after an exchange of one player each.
fn crossed(tables: &[LeagueTable]) -> Value {
    let mut sides = [0, 1].map(|table: usize| tables[table].sides.clone());
    let [one, other] = [0, 1].map(|table| sides[table][0][1].clone());
    sides[0][0][1] = other;
    sides[1][0][1] = one;
    json!([named(1, &json!(sides[0])), named(2, &json!(sides[1]))])
}

#[test]
fn tables_that_have_not_begun_are_reseated_and_a_joined_phone_follows_its_player() {
    let league = League::open();
    let night = league.night(&league.players(12));
    night.draw().ok(201);
    night.result(3, &[121, 90]).ok(201);
    let before = night.tables();
    let moved = before[0].sides[0][1].clone();
    let phone = night.join(&moved);
    let body = json!({"tables": crossed(&before), "id": id(1)});
    let view = night.view();
    let mut dry = body.clone();
    dry["dry_run"] = json!(true);
    let preview = put(&night, 1, &dry).ok(200);
    assert_eq!(night.view(), view, "a dry run changes nothing");
    assert_eq!(preview["tables"][0]["begun"], false);
    assert_eq!(preview["tables"][1]["after"][0][1], night.row(&moved)["name"]);
    assert_eq!((&preview["enters"], &preview["waits"], &preview["loses_line"]), (&json!([]), &json!([]), &json!([])));
    let changed = put(&night, 1, &body).ok(200);
    let after = night.tables();
    assert_eq!((&after[1].sides[0][1], &after[1].game), (&moved, &before[1].game));
    assert_eq!(put(&night, 1, &body).ok(200), changed, "a repeat");
    let peg = |table: &LeagueTable| format!("/api/v1/games/{}/pegs/{}", table.game, id(7));
    let body = json!({"side": 0, "points": 2});
    league.request("PUT", &peg(&after[0]), &phone, Some(&body)).problem(403, "forbidden");
    league.request("PUT", &peg(&after[1]), &phone, Some(&body)).ok(201);
    // Seats that are changed back and then repeated stay changed back.
    let back = json!([named(1, &json!(before[0].sides)), named(2, &json!(before[1].sides))]);
    put(&night, 1, &json!({"tables": back})).problem(422, "invalid");
    put(&night, 1, &json!({"tables": back, "reason": "They sat down as before."})).ok(200);
    put(&night, 1, &json!({"tables": crossed(&before), "id": id(1)})).ok(200);
    assert_eq!(night.tables()[0].sides, before[0].sides);
    let kinds = night.kinds();
    assert_eq!(kinds.iter().filter(|kind| *kind == "reseated").count(), 2);
}

#[test]
fn repeats_are_200_after_a_player_got_another_seat() {
    let league = League::open();
    let night = league.night(&league.players(8));
    night.draw().ok(201);
    let before = night.tables();
    let phone = night.join(&before[0].sides[0][1]);
    let peg = |number: u32, points: u8| {
        let path = format!("/api/v1/games/{}/pegs/{}", before[0].game, id(number));
        league.request("PUT", &path, &phone, Some(&json!({"side": 0, "points": points})))
    };
    let take_back = |token: &str, number: u32| {
        let path = format!("/api/v1/games/{}/pegs/{}", before[0].game, id(number));
        league.request("DELETE", &path, token, None)
    };
    let other = night.join(&before[1].sides[1][0]);
    let pegged = peg(7, 2).ok(201);
    peg(9, 1).ok(201);
    take_back(&phone, 9).ok(200);
    let result = |token: &str| {
        let path = format!("/api/v1/games/{}/result", before[0].game);
        league.request("PUT", &path, token, Some(&json!({"scores": [121, 90], "id": id(11)})))
    };
    result(&phone).ok(201);
    let body = json!({"tables": crossed(&before), "reason": "They sat down otherwise."});
    put(&night, 1, &body).ok(200);
    assert_eq!(peg(7, 2).ok(200)["pegs"][0]["id"], pegged["pegs"][0]["id"]);
    peg(7, 3).problem(409, "already-used");
    peg(8, 2).problem(403, "forbidden");
    take_back(&phone, 9).ok(200);
    take_back(&other, 9).problem(403, "forbidden");
    take_back(&phone, 7).problem(403, "forbidden");
    result(&phone).ok(200);
    result(&other).problem(403, "forbidden");
    let path = format!("/api/v1/games/{}/pegs/{}", before[0].game, id(7));
    league.request("PUT", &path, &other, Some(&json!({"side": 0, "points": 2}))).problem(403, "forbidden");
}

#[test]
fn a_player_without_a_seat_waits_and_the_table_plays_on_with_three() {
    let league = League::open();
    let night = league.night(&league.players(8));
    night.draw().ok(201);
    let table = night.tables()[1].clone();
    let all: Vec<String> = table.players().cloned().collect();
    let three = json!([[all[0]], [all[1]], [all[2]]]);
    let problem = put(&night, 1, &json!({"tables": [named(2, &three)]})).problem(422, "invalid");
    assert_eq!(problem["players"][0]["id"], json!(all[3]));
    let name = text(&problem["players"][0]["name"]);
    assert_eq!(problem["detail"], format!("{name} would sit at no table. Seat them, or name them in “out”."));
    let view = put(&night, 1, &json!({"tables": [named(2, &three)], "out": [all[3]]})).ok(200);
    assert_eq!(view["late"]["waiting"], json!([{"id": all[3], "name": name}]));
    assert_eq!((&view["late"]["offer"]["kind"], &view["late"]["offer"]["table"]), (&json!("join"), &json!(2)));
    let game = league.get(&format!("/api/v1/games/{}", table.game)).ok(200);
    assert_eq!(game["sides"].as_array().unwrap().len(), 3);
    let players: Vec<Value> =
        view["late"]["offer"]["players"].as_array().unwrap().iter().map(|player| player["id"].clone()).collect();
    let body = json!({"tables": [{"number": 2, "players": players}]});
    assert_eq!(put(&night, 1, &body).ok(200)["late"], json!({"waiting": [], "offer": null}));
    assert_eq!(night.tables()[1].sides.iter().map(Vec::len).collect::<Vec<_>>(), [2, 2]);
    let history = league.get(&night.path("/history")).ok(200);
    let event = history["events"].as_array().unwrap().last().unwrap().clone();
    assert_eq!((event["kind"].as_str(), event["seed"].as_str().unwrap().len()), (Some("reseated"), 64));
    night.result(2, &[121, 90]).ok(201);
}

#[test]
fn who_really_sat_at_a_finished_table_gets_its_line_also_after_the_finish() {
    let league = League::open();
    let players = league.players(9);
    let night = league.night(&players[..8]);
    let first = night.play_round();
    night.play_round();
    let [replaced, other] = [first[0].sides[0][0].clone(), players[8].clone()];
    let line = night.row(&replaced)["lines"][0].clone();
    let mut sides = first[0].sides.clone();
    sides[0][0] = other.clone();
    let mut body = json!({"tables": [named(1, &json!(sides))]});
    let problem = put(&night, 1, &body).problem(422, "invalid");
    assert_eq!((&problem["errors"][0]["pointer"], &problem["tables"]), (&json!("/reason"), &json!([1])));
    body["reason"] = json!("Another of the same name sat there.");
    night.finish().ok(200);
    body["dry_run"] = json!(true);
    let preview = put(&night, 1, &body).ok(200);
    assert_eq!((&preview["enters"], &preview["gains_line"]), (&json!(["Player 09"]), &json!(["Player 09"])));
    assert_eq!(preview["loses_line"], json!([night.row(&replaced)["name"]]));
    assert!(!night.rows().iter().any(|row| row["player_id"] == other));
    body["dry_run"] = json!(false);
    body["id"] = json!(id(1));
    let seated = night.tables();
    put(&night, 1, &body).ok(200);
    assert_eq!((&night.row(&other)["lines"][0], &night.row(&replaced)["lines"][0]), (&line, &json!(null)));
    assert_eq!(night.tables(), seated, "the round drawn since stays");
    let entry = night.view()["entries"].as_array().unwrap().last().unwrap().clone();
    assert_eq!((&entry["player_id"], &entry["paid"], &entry["guest"]), (&json!(other), &json!(false), &json!(false)));
    assert_eq!(night.money()["fees"], 8_000);
    night.pay(&other).ok(200);
    assert_eq!(night.money()["fees"], 9_000);
    let money = night.money();
    let part = |name: &str| money[name].as_u64().unwrap();
    let sum: u64 = money["prizes"].as_array().unwrap().iter().map(|prize| prize["amount"].as_u64().unwrap()).sum();
    assert_eq!(part("fifty_fifty") + part("supplies") + sum + part("activities"), part("fees"));
    let view = night.view();
    put(&night, 1, &body).ok(200);
    assert_eq!(night.view(), view, "a repeat");
}

#[test]
fn seats_that_make_no_sense_are_refused_and_nothing_changes() {
    let league = League::open();
    let players = league.players(9);
    let night = league.night(&players[..8]);
    night.draw().ok(201);
    night.result(2, &[121, 90]).ok(201);
    let view = night.view();
    let tables = night.tables();
    let own = json!(tables[0].sides);
    let with = |player: &str| {
        let mut sides = tables[0].sides.clone();
        sides[0][0] = player.to_owned();
        json!({"tables": [named(1, &json!(sides))]})
    };
    let invalid = |body: Value, pointer: &str| {
        let problem = put(&night, 1, &body).problem(422, "invalid");
        assert_eq!(problem["errors"][0]["pointer"], pointer, "{body}: {problem}");
        problem
    };
    let problem = invalid(with(&tables[1].sides[0][0]), "/tables");
    assert!(problem["detail"].as_str().unwrap().contains("would sit twice"), "{problem}");
    let problem = invalid(with(&players[8]), "/tables");
    assert_eq!(problem["detail"], "Player 09 is not here tonight. Check them in first.");
    invalid(with(&id(404)), "/tables");
    invalid(json!({"tables": []}), "/tables");
    invalid(json!({"tables": [named(3, &own)]}), "/tables");
    invalid(json!({"tables": [named(1, &own), named(1, &own)]}), "/tables");
    invalid(json!({"tables": [named(1, &json!([["x"]]))]}), "/tables/0/sides/0/0");
    invalid(json!({"tables": [named(1, &json!([[players[0]]]))]}), "/tables/0/sides");
    invalid(json!({"tables": [{"number": 1}]}), "/tables/0");
    invalid(json!({"tables": [{"number": 1, "players": [players[0]]}]}), "/players");
    invalid(json!({"tables": [named(1, &own)], "out": [tables[0].sides[0][0]]}), "/out");
    let three = json!([[tables[1].sides[0][0]], [tables[1].sides[0][1]], [tables[1].sides[1][0]]]);
    let body = json!({"tables": [named(2, &three)], "reason": "One sat out."});
    assert_eq!(invalid(body, "/tables")["table"], 2);
    put(&night, 2, &json!({"tables": [named(1, &own)]})).problem(404, "not-found");
    put(&night, 70_000, &json!({"tables": [named(1, &own)]})).problem(404, "not-found");
    assert_eq!(night.view(), view);
    let phone = night.join(&players[0]);
    let path = night.path("/rounds/1/seats");
    league.request("PUT", &path, &phone, Some(&json!({"tables": [named(1, &own)]}))).problem(403, "forbidden");
}

#[test]
fn seats_are_not_drawn_at_a_table_that_has_begun() {
    let league = League::open();
    let players = league.players(9);
    let night = league.night(&players[..8]);
    night.draw().ok(201);
    night.result(1, &[121, 90]).ok(201);
    let before = night.tables();
    let mut four: Vec<String> = before[0].players().cloned().collect();
    four[3].clone_from(&players[8]);
    let body = json!({"tables": [{"number": 1, "players": four}], "reason": "She sat in for him."});
    assert_eq!(put(&night, 1, &body).problem(422, "invalid")["table"], 1);
    assert_eq!(night.tables()[0].sides, before[0].sides);
    // A table that stays as it is needs no reason.
    let sides = &before[1].sides;
    let crossed = json!([[sides[0][0], sides[1][0]], [sides[0][1], sides[1][1]]]);
    put(&night, 1, &json!({"tables": [named(1, &json!(before[0].sides)), named(2, &crossed)]})).ok(200);
    assert_eq!(json!(night.tables()[1].sides), crossed);
}

#[test]
fn a_player_who_left_is_not_offered_a_seat_and_goes_with_the_fee_once_another_has_theirs() {
    let league = League::open();
    let players = league.players(8);
    let night = league.night(&players[..7]);
    night.draw().ok(201);
    night.result(1, &[121, 90]).ok(201);
    let three: Vec<String> = night.tables()[1].players().cloned().collect();
    night.withdraw(&three[2]).ok(200);
    night.pay(&players[7]).ok(201);
    let offer = night.view()["late"]["offer"].clone();
    let offered: Vec<&str> =
        offer["players"].as_array().unwrap().iter().map(|player| player["id"].as_str().unwrap()).collect();
    assert_eq!((&offer["kind"], &offer["table"]), (&json!("join"), &json!(2)));
    assert_eq!(offered, [&three[0], &three[1], &players[7]]);
    let view = put(&night, 1, &json!({"tables": [{"number": 2, "players": offered}]})).ok(200);
    let is_entered =
        |view: &Value| view["entries"].as_array().unwrap().iter().any(|entry| entry["player_id"] == json!(three[2]));
    assert!(is_entered(&view));
    night.withdraw(&three[2]).ok(200);
    assert!(!is_entered(&night.view()));
}
