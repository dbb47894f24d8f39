//! Names, the first dealer and results of a game at a league night, from the phones that joined.

use serde_json::{Value, json};

use crate::support::game::id;
use crate::support::league::{League, LeagueTable, Night, text};
use crate::support::service::Answer;

/// A table of four with a phone for each side and one for the table.
struct Hall<'a> {
    night: Night<'a>,
    table: LeagueTable,
    sides: [String; 2],
    shared: String,
}

impl<'a> Hall<'a> {
    fn open(league: &'a League) -> Hall<'a> {
        let night = league.night(&league.players(4));
        night.draw().ok(201);
        let table = night.tables().remove(0);
        let sides = [0, 1].map(|side| night.join(&table.sides[side][0]));
        let join = json!({"code": night.code(), "table": 1});
        let shared = text(&league.post("/api/v1/nights/join", &join).ok(201)["token"]);
        Hall { night, table, sides, shared }
    }

    fn send(&self, method: &str, rest: &str, token: &str, body: &Value) -> Answer {
        let path = format!("/api/v1/games/{}{rest}", self.table.game);
        self.night.league.request(method, &path, token, Some(body))
    }

    fn confirm(&self, token: &str, number: u32, side: usize, agrees: bool) -> Answer {
        self.send("PUT", "/result/confirmation", token, &json!({"id": id(number), "side": side, "agrees": agrees}))
    }

    /// The table as the night shows it.
    fn shown(&self) -> Value {
        self.night.view()["rounds"][0]["tables"][0].clone()
    }
}

#[test]
fn a_joined_phone_enters_the_result_and_the_other_sides_confirms_it() {
    let league = League::open();
    let hall = Hall::open(&league);
    let [ours, theirs] = &hall.sides;
    assert_eq!(hall.shown()["result"], Value::Null);
    hall.send("PUT", "/result", ours, &json!({"winner": 0, "short_by": 31})).ok(201);
    hall.confirm(ours, 1, 0, true).problem(409, "own-result");
    let refused = hall.confirm(theirs, 1, 0, true).problem(403, "forbidden");
    assert!(refused["detail"].as_str().unwrap().contains("the side of its own player"), "{refused}");
    let confirmed = hall.confirm(theirs, 1, 1, true).ok(201);
    let names = hall.shown()["sides"].clone();
    let result =
        json!({"by": names[0]["players"][0]["name"], "role": "phone", "id": null, "confirmed": [1], "contested": []});
    assert_eq!((&confirmed["result"], &hall.shown()["result"]), (&result, &result));
    assert_eq!(confirmed["latest"]["by"], names[1]["players"][0]["name"]);
    hall.confirm(&hall.shared, 2, 0, false).ok(201);
    let contested = hall.confirm(theirs, 3, 1, false).ok(201)["result"]["contested"].clone();
    let by = |side: usize, by: &Value| json!({"side": side, "by": by, "scores": null});
    assert_eq!(contested, json!([by(0, &json!("Table 1")), by(1, &names[1]["players"][0]["name"])]));
    assert_eq!(hall.shown()["result"]["contested"], contested);
    assert_eq!(hall.shown()["status"], "finished");
}

#[test]
fn a_second_result_is_409_and_the_phone_contests_with_its_own() {
    let league = League::open();
    let hall = Hall::open(&league);
    let [ours, theirs] = &hall.sides;
    hall.send("PUT", "/result", &hall.shared, &json!({"scores": [121, 90]})).ok(201);
    let problem = hall.send("PUT", "/result", theirs, &json!({"scores": [90, 121]})).problem(409, "game-over");
    assert_eq!(problem["winner"], hall.send("GET", "", ours, &json!({})).ok(200)["sides"][0]["name"]);
    hall.send("PUT", "/result", ours, &json!({"scores": [121, 90]})).ok(200);
    hall.confirm(ours, 1, 0, true).ok(201);
    let contest = json!({"id": id(2), "side": 1, "agrees": false, "scores": [90, 121]});
    let contested = hall.send("PUT", "/result/confirmation", theirs, &contest).ok(201);
    assert_eq!(contested["result"]["confirmed"], json!([0]));
    assert_eq!(contested["result"]["contested"][0]["scores"], json!([90, 121]));
}

#[test]
fn after_the_round_is_closed_only_a_repeat_is_taken() {
    let league = League::open();
    let hall = Hall::open(&league);
    let [ours, theirs] = &hall.sides;
    hall.send("PUT", "/result", ours, &json!({"scores": [121, 90]})).ok(201);
    let dealt = json!({"id": id(9), "first_dealer": 1});
    hall.send("PATCH", "", theirs, &dealt).ok(200);
    hall.confirm(theirs, 1, 1, false).ok(201);
    hall.night.draw().ok(201);
    hall.confirm(theirs, 2, 1, true).problem(409, "round-closed");
    hall.confirm(theirs, 1, 1, false).ok(200);
    hall.send("PATCH", "", theirs, &json!({"id": id(8), "first_dealer": 0})).problem(409, "round-closed");
    hall.send("PATCH", "", theirs, &dealt).ok(200);
    let newest = hall.night.tables().remove(0).game;
    let path = format!("/api/v1/games/{newest}/result/confirmation");
    let confirmation = json!({"id": id(3), "side": 1, "agrees": true});
    league.as_coordinator("PUT", &path, &confirmation).problem(403, "forbidden");
}

#[test]
fn a_joined_phone_names_the_first_dealer_and_nobody_renames_the_sides() {
    let league = League::open();
    let hall = Hall::open(&league);
    let [ours, theirs] = &hall.sides;
    let dealt = hall.send("PATCH", "", ours, &json!({"id": id(1), "first_dealer": 3})).ok(200);
    assert_eq!((&dealt["dealer"], &dealt["crib"], &dealt["first_dealer_known"]), (&json!(3), &json!(1), &json!(true)));
    assert_eq!(dealt["latest"]["by"], hall.shown()["sides"][0]["players"][0]["name"]);
    let renamed = json!({"id": id(2), "sides": [{"name": "Zoé"}, {}]});
    for token in [theirs, &hall.shared, &league.token] {
        let problem = hall.send("PATCH", "", token, &renamed).problem(409, "league-names");
        assert!(problem["detail"].as_str().unwrap().contains("coordinator's page"), "{problem}");
    }
    let other = hall.night.join(&hall.table.sides[1][1]);
    hall.send("PATCH", "", &other, &json!({"id": id(1), "first_dealer": 3})).problem(409, "already-used");
    hall.send("PATCH", "", &league.token, &json!({"id": id(4), "first_dealer": 0})).ok(200);
}

#[test]
fn a_forgotten_players_result_and_confirmation_are_those_of_a_former_player() {
    let league = League::open();
    let hall = Hall::open(&league);
    let [ours, theirs] = &hall.sides;
    hall.send("PATCH", "", theirs, &json!({"id": id(9), "first_dealer": 1})).ok(200);
    hall.send("PUT", "/result", ours, &json!({"scores": [121, 90]})).ok(201);
    hall.confirm(theirs, 1, 1, false).ok(201);
    for side in &hall.table.sides {
        league.as_coordinator("DELETE", &format!("/api/v1/players/{}", side[0]), &json!({})).ok(200);
    }
    let former = json!("Former player");
    let shown = hall.send("GET", "", &league.token, &json!({})).ok(200);
    for result in [&shown["result"], &hall.shown()["result"]] {
        assert_eq!((&result["by"], &result["contested"][0]["by"]), (&former, &former), "{result}");
    }
    let history = hall.send("GET", "/history", &league.token, &json!({})).ok(200);
    for (kind, event) in ["first_dealer_set", "result_entered", "result_contested"].iter().zip(1..) {
        let event = &history["events"][event];
        assert_eq!((&event["kind"], &event["by"]), (&json!(kind), &former));
    }
    for side in &hall.table.sides {
        assert!(![&shown, &history].iter().any(|answer| answer.to_string().contains(&side[0])), "{shown} {history}");
    }
}
