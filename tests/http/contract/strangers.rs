//! The answers that a stranger gets, field by field: `tests/http/data/strangers`.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use serde_json::{Value, json};

use crate::contract::openapi::keeps;
use crate::support::calendar::Calendar;
use crate::support::game::{Game, id};
use crate::support::league::{League, Night, list, text};
use crate::support::watcher::Watcher;

fn file(name: &str) -> PathBuf {
    format!("{}/../tests/http/data/strangers/{name}.txt", env!("CARGO_MANIFEST_DIR")).into()
}

/// A league with all data that an answer could show: a finished night with prizes and a 50/50, in a season.
fn league(is_public: bool) -> (League, BTreeMap<&'static str, String>) {
    let league = League::open();
    league.as_coordinator("PUT", "/api/v1/league", &json!({"name": "Thursdays", "public": is_public})).ok(201);
    let season = json!({"name": "Winter", "starts": "2026-01-01", "ends": "2026-12-31"});
    let season = text(&league.as_coordinator("POST", "/api/v1/seasons", &season).ok(201)["id"]);
    let players = league.players(4);
    let night = league.schedule(&json!({"date": "2026-01-28", "season_id": season}));
    for player in &players {
        night.pay(player).ok(201);
    }
    let pot = stakes(&league, &night, &players);
    night.play_round();
    let holder = hold_a_28(&night);
    night.request("POST", "/fifty-fifty", &json!({})).ok(201);
    night.finish().ok(200);
    night.request("PUT", &format!("/pots/{pot}/win"), &json!({"id": id(91)})).ok(201);
    let game = night.tables()[0].game.clone();
    night.correct(&game, &[100, 121], Some("The board says so.")).ok(200);
    let ids = BTreeMap::from([("nights", night.id.clone()), ("seasons", season), ("games", game)]);
    (league, BTreeMap::from_iter(ids.into_iter().chain([("players", holder)])))
}

/// Makes a pot in which these players stake. Returns its id.
fn stakes(league: &League, night: &Night, players: &[String]) -> String {
    let pot = id(90);
    let body = json!({"name": "28", "stake": 100, "pays": [{"hand": "28", "percent": 50}]});
    league.as_coordinator("PUT", &format!("/api/v1/pots/{pot}"), &body).ok(201);
    players.iter().for_each(|player| drop(night.enter(player, &json!({"pots": [pot]})).ok(200)));
    pot
}

/// Enters a hand of 28 for the first player at the first table. Returns the player.
fn hold_a_28(night: &Night) -> String {
    let table = night.tables().remove(0);
    let (player, cards) = (&table.sides[0][0], ["5H", "5D", "5S", "KC"]);
    let hand = json!({"player_id": player, "game_id": table.game, "cards": cards, "starter": "5C"});
    night.request("PUT", &format!("/hands/{}", id(92)), &hand).ok(201);
    player.clone()
}

/// Adds a finished night of fixed pairs with a substitute. Returns its id.
fn night_of_pairs(league: &League) -> String {
    let night = league.schedule(&json!({"date": "2026-02-04", "format": "fixed_pairs"}));
    let players = league.players(5);
    players[..4].iter().for_each(|player| drop(night.pay(player).ok(201)));
    for (pair, two) in (0..).zip(players[..4].chunks_exact(2)) {
        let stands_for = (pair == 0).then_some(&players[4]);
        let first = json!({"player_id": two[0], "stands_for": stands_for});
        night
            .request("PUT", &format!("/pairs/{}", id(pair)), &json!({"players": [first, {"player_id": two[1]}]}))
            .ok(201);
    }
    night.play_round();
    night.finish().ok(200);
    night.id
}

/// Adds the fields of an answer to `all`: false if a field is null everywhere, else true.
fn fields(value: &Value, place: &str, all: &mut BTreeMap<String, bool>) {
    match value {
        Value::Object(object) => {
            object.iter().for_each(|(name, field)| fields(field, &format!("{place}.{name}"), all));
        }
        Value::Array(items) => items.iter().for_each(|item| fields(item, &format!("{place}[]"), all)),
        value => *all.entry(place.to_owned()).or_default() |= !value.is_null(),
    }
}

/// The columns of a CSV, as fields.
fn columns(table: &str) -> Value {
    let mut reader = csv::Reader::from_reader(table.trim_start_matches('\u{feff}').as_bytes());
    let titles = reader.headers().unwrap().clone();
    let cell = |cell: &str| if cell.is_empty() { Value::Null } else { json!(cell) };
    let row = |row: csv::StringRecord| titles.iter().map(str::to_owned).zip(row.iter().map(cell)).collect::<Value>();
    reader.records().map(|record| row(record.unwrap())).collect()
}

/// The lines about every operation that reads. `pairs` is another night.
fn told(league: &League, ids: &BTreeMap<&str, String>, pairs: &str) -> String {
    let document = league.service.get("/openapi.json").json();
    let mut lines = String::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        let Some(operation) = item.get("get") else { continue };
        let tag = operation["tags"][0].as_str().unwrap();
        if !keeps(tag) && !path.ends_with("/backups") {
            continue;
        }
        let filled = ids
            .iter()
            .fold(path.clone(), |path, (kind, id)| path.replace(&format!("/{kind}/{{id}}"), &format!("/{kind}/{id}")));
        let mut all = BTreeMap::new();
        let status = tell(league, &filled, &mut all);
        writeln!(lines, "GET {path}: {status}").unwrap();
        if path.starts_with("/api/v1/nights/{id}") {
            assert_eq!(tell(league, &path.replace("{id}", pairs), &mut all), status, "{path}");
        }
        for (field, is_told) in all {
            writeln!(lines, "  {}: {}", field.trim_start_matches('.'), if is_told { "value" } else { "null" }).unwrap();
        }
    }
    lines
}

/// Adds the fields of an answer to `all`. Returns its status.
fn tell(league: &League, path: &str, all: &mut BTreeMap<String, bool>) -> u16 {
    let answer = (!path.ends_with("/live")).then(|| league.service.get(path));
    let status = answer.as_ref().map_or(200, |answer| answer.status);
    if status != 200 {
        return status;
    }
    let value = match answer {
        None => Watcher::open(league, path, None).next().unwrap().1,
        Some(answer) if answer.media_type() == "text/csv" => columns(&answer.text),
        Some(answer) if answer.media_type() == "text/calendar" => Calendar::parse(&answer.text).json(),
        Some(answer) => answer.json(),
    };
    fields(&value, "", all);
    status
}

#[test]
fn a_stranger_sees_what_is_listed_and_nothing_more() {
    for (name, is_public) in [("private", false), ("public", true)] {
        let (league, ids) = league(is_public);
        let told = told(&league, &ids, &night_of_pairs(&league));
        let listed = fs::read_to_string(file(name)).unwrap_or_default();
        let difference: Vec<String> = difference(&listed, &told);
        assert!(difference.is_empty(), "public: {is_public}:\n{}", difference.join("\n"));
        assert!(told == listed, "the lines of {name}.txt stand in another order:\n{told}");
    }
}

/// The lines that only one of the two has, with the operation that they are about.
fn difference(listed: &str, told: &str) -> Vec<String> {
    let lines = |text: &str| {
        let mut operation = String::new();
        let mut all = Vec::new();
        for line in text.lines() {
            if line.starts_with("GET") {
                line.clone_into(&mut operation);
            }
            all.push(format!("{operation} {}", line.trim()));
        }
        all
    };
    let (listed, told) = (lines(listed), lines(told));
    let more = told.iter().filter(|line| !listed.contains(line)).map(|line| format!("+ {line}"));
    more.chain(listed.iter().filter(|line| !told.contains(line)).map(|line| format!("- {line}"))).collect()
}

#[test]
#[ignore = "a command: it lists anew what a stranger sees, to be read before it is committed"]
fn list_what_a_stranger_sees() {
    for (name, is_public) in [("private", false), ("public", true)] {
        let (league, ids) = league(is_public);
        fs::create_dir_all(file(name).parent().unwrap()).unwrap();
        fs::write(file(name), told(&league, &ids, &night_of_pairs(&league))).unwrap();
    }
}

#[test]
fn a_joined_phone_sees_lists_and_its_own_fee_and_prize() {
    let (league, ids) = league(false);
    let players = league.get("/api/v1/players").ok(200);
    let second = list(&players["players"]).iter().map(|player| text(&player["id"])).find(|id| *id != ids["players"]);
    let second = second.unwrap();
    let night = league.schedule(&json!({"date": "2026-02-04"}));
    night.pay(&second).ok(201);
    night.pay(&ids["players"]).ok(201);
    let phone = night.join(&second);
    let read = |path: &str| league.request("GET", path, &phone, None).ok(200);
    assert_eq!(list(&read("/api/v1/nights")["nights"]).len(), 2);
    assert_eq!(list(&read("/api/v1/seasons")["seasons"]).len(), 1);
    let finished = format!("/api/v1/nights/{}", ids["nights"]);
    for entry in list(&read(&finished)["entries"]) {
        assert_eq!(entry["paid"].is_null(), entry["player_id"] != second.as_str(), "{entry}");
    }
    for row in list(&read(&format!("{finished}/standings"))["rows"]) {
        assert_eq!(row["prize"].is_null(), row["player_id"] != second.as_str(), "{row}");
    }
    for row in list(&read(&format!("/api/v1/seasons/{}/standings", ids["seasons"]))["rows"]) {
        assert_eq!(row["money_won"].is_null(), row["player_id"] != second.as_str(), "{row}");
    }
    let scorer = Game::two_sided(&league).token;
    for path in ["/api/v1/nights", "/api/v1/seasons"] {
        league.request("GET", path, &scorer, None).problem(403, "forbidden");
        league.service.get(path).problem(401, "unauthorized");
    }
}

#[test]
fn a_display_sees_lists_the_join_code_and_the_prizes_of_a_public_league() {
    let (league, ids) = league(false);
    let added = league.as_coordinator("POST", "/api/v1/displays", &json!({"name": "The hall"})).ok(201);
    let (display, token) = (text(&added["id"]), text(&added["token"]));
    let read = |path: &str| league.request("GET", path, &token, None).ok(200);
    assert_eq!(list(&read("/api/v1/nights")["nights"]).len(), 1);
    let path = format!("/api/v1/nights/{}", ids["nights"]);
    let night = read(&path);
    assert!(night["join_code"].is_string() && night["fifty_fifty"]["amount"].is_u64(), "{night}");
    assert!(list(&night["entries"]).iter().all(|entry| entry["paid"].is_null()), "{night}");
    assert!(list(&read(&format!("{path}/standings"))["rows"]).iter().all(|row| row["prize"].is_u64()));
    let listed = league.get("/api/v1/displays").ok(200);
    assert_eq!([&listed["displays"][0]["id"], &listed["displays"][0]["name"]], [display.as_str(), "The hall"]);
    assert!(!listed.to_string().contains(&token));
    league.as_coordinator("DELETE", &format!("/api/v1/displays/{display}"), &json!({})).ok(200);
    league.as_coordinator("DELETE", &format!("/api/v1/displays/{display}"), &json!({})).ok(200);
    league.request("GET", "/api/v1/nights", &token, None).problem(401, "unauthorized");
    league.as_coordinator("DELETE", &format!("/api/v1/displays/{}", id(9)), &json!({})).ok(200);
}

#[test]
fn a_stream_follows_the_switch_of_the_league_and_ends_with_its_token() {
    let (league, ids) = league(false);
    let live = format!("/api/v1/nights/{}/live", ids["nights"]);
    let mut stranger = Watcher::open(&league, &live, None);
    assert_eq!(stranger.next().unwrap().1["fifty_fifty"]["amount"], Value::Null);
    let body = json!({"name": "Door", "password": "fifteen for six", "role": "door"});
    let door = text(&league.as_coordinator("POST", "/api/v1/representatives", &body).ok(201)["id"]);
    let token = text(&league.post("/api/v1/session", &body_of(&body)).ok(201)["token"]);
    let mut helper = Watcher::open_with(&league, &live, &token);
    let (_, night) = helper.next().unwrap();
    assert_eq!([&night["entries"][0]["paid"], &night["fifty_fifty"]["amount"]], [&json!(true), &Value::Null]);
    league.as_coordinator("PUT", "/api/v1/league", &json!({"name": "Thursdays", "public": true})).ok(200);
    stranger.until(|night| night["fifty_fifty"]["amount"].is_u64());
    league.as_coordinator("PUT", "/api/v1/league", &json!({"name": "Thursdays"})).ok(200);
    assert_eq!(league.get("/api/v1/league").ok(200)["public"], true, "what is left out stays");
    league.as_coordinator("PUT", "/api/v1/league", &json!({"name": "Thursdays", "public": false})).ok(200);
    let events = stranger.until(|night| night["fifty_fifty"]["amount"].is_null());
    assert!(events.iter().all(|(_, night)| night["entries"][0]["paid"].is_null()));
    league.as_coordinator("DELETE", &format!("/api/v1/representatives/{door}"), &json!({})).ok(200);
    while helper.next().is_some() {}
}

/// The sign-in of a representative whom this body added.
fn body_of(added: &Value) -> Value {
    json!({"name": added["name"], "password": added["password"]})
}
