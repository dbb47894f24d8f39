//! `pegout demo`.

use std::process::{Command, Output};
use std::sync::Arc;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::support::game::Game;
use crate::support::league::{League, list, text};
use crate::support::service::{Service, pegout, unlimited};

fn demo(directory: &TempDir) -> Output {
    pegout(directory).arg("demo").output().unwrap()
}

/// Asserts that the demo is refused, and returns the message.
#[track_caller]
fn refused(directory: &TempDir) -> String {
    let output = demo(directory);
    let sentence = String::from_utf8(output.stderr).unwrap();
    assert!(!output.status.success() && output.stdout.is_empty(), "{sentence}");
    sentence.trim_end().to_owned()
}

fn start(directory: &Arc<TempDir>, change: impl FnOnce(&mut Command) -> &mut Command) -> Service {
    Service::start_in(directory.clone(), change)
}

/// A directory with the database of a demo, and its output.
fn demo_directory() -> (Arc<TempDir>, String) {
    let directory = Arc::new(tempfile::tempdir().unwrap());
    let output = demo(&directory);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    (directory, String::from_utf8(output.stdout).unwrap())
}

fn rows(league: &League, path: &str) -> Vec<Value> {
    list(&league.get(path).ok(200)["rows"])
}

#[test]
fn the_demo_has_a_season_with_nights_and_one_of_them_in_play() {
    let (directory, said) = demo_directory();
    assert!(said.contains("pegout.db") && said.contains("/tv") && said.contains("password"), "{said}");
    let league = League::new(start(&directory, unlimited));
    assert_eq!(league.get("/api/v1/league").ok(200)["name"], "Cribbage Saint-Roch");
    let players = league.request("GET", "/api/v1/players", &league.token, None).ok(200);
    assert_eq!(list(&players["players"]).len(), 27);

    let nights = list(&league.get("/api/v1/nights").ok(200)["nights"]);
    let with = |status: &str| nights.iter().filter(|night| night["status"] == status).collect::<Vec<_>>();
    let counts = ["finished", "cancelled", "playing", "scheduled"].map(|status| with(status).len());
    assert_eq!(counts, [5, 1, 1, 1]);
    let (mut tie, mut skunk, mut corrected, mut left) = (false, false, false, false);
    for summary in with("finished") {
        let path = format!("/api/v1/nights/{}", text(&summary["id"]));
        let night = league.get(&path).ok(200);
        assert!(night["fifty_fifty"]["amount"].as_u64() > Some(0), "{night}");
        left |= list(&night["entries"]).iter().any(|entry| entry["left"] == true);
        let standings = rows(&league, &format!("{path}/standings"));
        tie |= standings.windows(2).any(|pair| pair[1]["place"] == pair[0]["place"] && pair[1]["prize"] != 0);
        skunk |= standings.iter().any(|row| list(&row["lines"]).contains(&json!(-1)));
        corrected |= standings.iter().any(|row| !row["prize_at_finish"].is_null());
        sums(&league, &path);
        let events = list(&league.get(&format!("{path}/history")).ok(200)["events"]);
        let times: Vec<String> = events.iter().map(|event| text(&event["at"])).collect();
        assert!(times.is_sorted(), "{times:?}");
        let lasted = |hours: i64| times[0].parse::<pegout_engine::Time>().unwrap().millis() + hours * 3_600_000;
        let end = times.last().unwrap().parse::<pegout_engine::Time>().unwrap().millis();
        assert!(lasted(1) < end && end < lasted(4), "an evening from {} to {}", times[0], times.last().unwrap());
    }
    assert_eq!((tie, skunk, corrected, left), (true, true, true, true));

    let season = &list(&league.get("/api/v1/seasons").ok(200)["seasons"])[0];
    let ranked = rows(&league, &format!("/api/v1/seasons/{}/standings", text(&season["id"])));
    assert_eq!((ranked.len(), ranked[0]["place"].as_u64()), (26, Some(1)));
    assert!(ranked.windows(2).all(|pair| pair[0]["average"].as_f64() <= pair[1]["average"].as_f64()));
}

/// Asserts that the fees of a night are divided to the cent.
fn sums(league: &League, night: &str) {
    let money = league.request("GET", &format!("{night}/money"), &league.token, None).ok(200);
    let cents = |name: &str| money[name].as_u64().unwrap();
    let prizes: u64 = list(&money["prizes"]).iter().map(|prize| prize["amount"].as_u64().unwrap()).sum();
    assert!(cents("fees") > 0);
    assert_eq!(cents("fees"), cents("fifty_fifty") + cents("supplies") + prizes + cents("activities"));
}

#[test]
fn the_demos_night_in_play_is_todays_and_can_be_continued() {
    let (directory, _) = demo_directory();
    let league = League::new(start(&directory, unlimited));
    let nights = list(&league.get("/api/v1/nights").ok(200)["nights"]);
    let id = text(&nights.iter().find(|night| night["status"] == "playing").unwrap()["id"]);
    let night = league.get(&format!("/api/v1/nights/{id}")).ok(200);
    let now = jiff::Zoned::now();
    let days = [now.clone(), now.checked_sub(jiff::Span::new().days(1)).unwrap()].map(|day| day.date().to_string());
    assert!(days.contains(&text(&night["date"])), "{} is not today", night["date"]);
    let paid = list(&night["entries"]).iter().filter(|entry| entry["paid"] == true).count();
    assert!(paid > 15 && paid < list(&night["entries"]).len(), "nobody owes anything");
    sums(&league, &format!("/api/v1/nights/{id}"));
    let rounds = list(&night["rounds"]);
    assert_eq!(rounds.len(), 2);
    let called_off = list(&rounds[0]["tables"]).iter().filter(|table| table["status"] == "void").count();
    assert_eq!(called_off, 1, "no game was called off");
    let tables = list(&rounds[1]["tables"]);
    let contested = tables.iter().filter(|table| table["result"]["contested"][0]["side"] == 1).count();
    assert_eq!(contested, 1, "no result is contested");
    let untouched = |table: &&Value| {
        let game = league.get(&format!("/api/v1/games/{}", text(&table["game_id"]))).ok(200);
        list(&game["pegs"]).is_empty() && game["result"].is_null()
    };
    assert_eq!(tables.iter().filter(untouched).count(), 1, "no table can be reseated");
    let late = (list(&night["late"]["waiting"]).len(), &night["late"]["offer"]["kind"]);
    assert_eq!(late, (2, &json!("table")), "nobody is late");
    let games: Vec<Value> = list(&rounds[1]["tables"])
        .iter()
        .map(|table| league.get(&format!("/api/v1/games/{}", text(&table["game_id"]))).ok(200))
        .collect();
    let playing: Vec<&Value> = games.iter().filter(|game| game["status"] == "playing").collect();
    assert!((2..games.len()).contains(&playing.len()), "some tables are done and some are not");
    assert!(games.iter().any(|game| game["deal"].as_u64() > Some(3)), "nobody has dealt");
    assert!(
        games.iter().any(|game| list(&game["pegs"]).iter().any(|peg| peg["cards"].is_array())),
        "no hand was counted"
    );
    let last = pegout_engine::Time::from_millis(now.timestamp().as_millisecond() + 120_000).unwrap().to_string();
    for game in &games {
        let events = list(&league.get(&format!("/api/v1/games/{}/history", text(&game["id"]))).ok(200)["events"]);
        assert!(events.iter().all(|event| text(&event["at"]) < last), "a peg is from the future");
    }
    for game in playing {
        let scores: Vec<u8> = list(&game["sides"]).iter().enumerate().map(|(side, _)| 121 - 20 * side as u8).collect();
        let path = format!("/api/v1/games/{}/result", text(&game["id"]));
        league.as_coordinator("PUT", &path, &json!({"scores": scores})).ok(201);
    }
    league.as_coordinator("POST", &format!("/api/v1/nights/{id}/rounds"), &json!({"number": 3})).ok(201);
}

#[test]
fn the_demos_helpers_sign_in_and_its_twin_can_be_merged() {
    let (directory, said) = demo_directory();
    let password = said.split("with the password ").nth(1).and_then(|rest| rest.split('.').next()).unwrap();
    let league = League::new(start(&directory, unlimited));
    for (name, role) in [("Porte", "door"), ("Résultats", "results")] {
        let body = json!({"name": name, "password": password});
        let token = text(&league.service.post("/api/v1/session", &body).ok(201)["token"]);
        let sessions = league.request("GET", "/api/v1/sessions", &token, None).ok(200)["sessions"].clone();
        assert_eq!(list(&sessions).iter().find(|session| session["current"] == true).unwrap()["role"], role);
    }
    let players = league.request("GET", "/api/v1/players", &league.token, None).ok(200)["players"].clone();
    let id = |name: &str| text(&list(&players).iter().find(|player| player["name"] == name).unwrap()["id"]);
    let path = format!("/api/v1/players/{}/merge", id("Edith Trembley"));
    let stays = league.as_coordinator("POST", &path, &json!({"into": id("Édith Tremblay")})).ok(200);
    assert_eq!(stays["name"], "Édith Tremblay");
}

#[test]
fn the_demo_is_the_same_every_time() {
    let standings = || {
        let (directory, _) = demo_directory();
        let league = League::new(start(&directory, unlimited));
        let season = text(&list(&league.get("/api/v1/seasons").ok(200)["seasons"])[0]["id"]);
        rows(&league, &format!("/api/v1/seasons/{season}/standings"))
    };
    assert_eq!(standings(), standings());
}

#[test]
fn the_demo_refuses_a_database_that_is_not_empty() {
    let (directory, _) = demo_directory();
    let sentence = refused(&directory);
    assert!(sentence.contains("pegout.db") && sentence.contains("--database") && sentence.ends_with('.'), "{sentence}");

    let directory = Arc::new(tempfile::tempdir().unwrap());
    let mut service = start(&directory, unlimited);
    let game = Game::two_sided(&service).path("");
    service.stop();
    assert_eq!(refused(&directory), sentence);
    let service = start(&directory, unlimited);
    service.get(&game).ok(200);
    let token = service.coordinator();
    assert_eq!(service.request("GET", "/api/v1/players", &token, None).ok(200)["players"], json!([]));
}

#[test]
fn the_demo_keeps_the_password_of_an_empty_database() {
    let directory = Arc::new(tempfile::tempdir().unwrap());
    start(&directory, unlimited).stop();
    assert!(demo(&directory).status.success());
    start(&directory, |command| command).coordinator();
}

#[test]
fn the_demo_refuses_a_database_in_use() {
    let service = Service::start();
    assert!(refused(&service.directory).contains("Stop it first."));
}

#[test]
fn the_demo_reports_an_interrupted_earlier_run() {
    let directory = Arc::new(tempfile::tempdir().unwrap());
    let league = League::new(start(&directory, unlimited));
    // The name of the league until the demo is complete.
    league.as_coordinator("PUT", "/api/v1/league", &json!({"name": "Demonstration, interrupted"})).ok(201);
    drop(league);
    let sentence = refused(&directory);
    assert!(sentence.contains("interrupted") && sentence.contains("Delete it"), "{sentence}");
}
