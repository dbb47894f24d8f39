//! A frozen database is not only told: everybody goes on with it.

use serde_json::{Value, json};

use super::{Told, thawed, told, versions};
use crate::game::id;
use crate::nights::{Table, list, tables, text};
use crate::service::{Answer, PASSWORD, Service};

/// Every frozen database, served.
fn clubs() -> impl Iterator<Item = (Service, Told)> {
    versions().into_iter().map(|version| (thawed(version), told(version)))
}

fn peg(service: &Service, game: &str, token: &str, number: u32) -> Answer {
    let path = format!("/api/v1/games/{game}/pegs/{}", id(number));
    service.ask("PUT", &path, token, Some(&json!({"side": 0, "points": 1})))
}

/// The newest event of a game.
fn latest(service: &Service, game: &str) -> Value {
    service.get(&format!("/api/v1/games/{game}")).ok(200)["latest"].clone()
}

/// The tables of a night's newest round.
fn newest(service: &Service, night: &str) -> Vec<Table> {
    tables(&service.get(&format!("/api/v1/nights/{night}")).ok(200)).pop().unwrap()
}

#[test]
fn every_token_of_a_frozen_database_opens_what_it_opened() {
    for (service, told) in clubs() {
        let game = told.place("game of the scorer");
        let callers = ["scorer", "coordinator", "coordinator with a name", "representative"];
        let names = [None, None, Some("Thérèse"), Some("Béa Roy")];
        for ((caller, name), number) in callers.into_iter().zip(names).zip(100..) {
            peg(&service, game, told.token(caller), number).ok(201);
            assert_eq!(latest(&service, game)["by"], json!(name), "{caller}");
            let private = service.ask("GET", "/api/v1/players", told.token(caller), None);
            assert_eq!(private.status, if caller == "scorer" { 403 } else { 200 }, "{caller}");
        }
        let phones = ["phone of a player", "phone of a table"];
        let theirs = phones.map(|phone| told.place(&format!("game of the {phone}")));
        let others = newest(&service, told.place("night under way"));
        let other = &others.iter().find(|table| !theirs.contains(&table.game.as_str())).unwrap().game;
        for (phone, game) in phones.into_iter().zip(theirs) {
            peg(&service, game, told.token(phone), 110).ok(201);
            assert_eq!(latest(&service, game)["role"], "phone", "{phone}");
            peg(&service, other, told.token(phone), 111).problem(403, "forbidden");
        }
        let over = told.token("phone of a night that is over");
        peg(&service, told.place("corrected game"), over, 112).problem(409, "round-closed");
        for gone in ["phone of a player who was forgotten", "coordinator whose time is over"] {
            service.ask("GET", "/api/v1/players", told.token(gone), None).problem(401, "unauthorized");
        }
        let again = peg(&service, game, told.token("scorer"), 100);
        assert_eq!(again.status, 200, "a peg that was sent twice: {}", again.text);
    }
}

#[test]
fn whoever_signed_in_to_a_frozen_database_still_does() {
    for (service, told) in clubs() {
        let sign_in = |name: Option<&str>, password: &str| {
            let session = service.post("/api/v1/session", &json!({"name": name, "password": password}));
            text(&session.ok(201)["token"])
        };
        let game = told.place("game of the scorer");
        let mut signed_in = vec![(None, sign_in(None, PASSWORD))];
        for (name, password) in &told.passwords {
            signed_in.push((Some(name.as_str()), sign_in(Some(&name.to_lowercase()), password.as_str().unwrap())));
        }
        assert!(signed_in.len() > 2);
        for ((name, token), number) in signed_in.iter().zip(100..) {
            peg(&service, game, token, number).ok(201);
            assert_eq!(latest(&service, game)["by"], json!(name));
        }
    }
}

#[test]
fn a_match_of_a_frozen_database_goes_on() {
    for (service, told) in clubs() {
        let (game, token) = (told.place("game of the scorer of a match"), told.token("scorer of a match"));
        let mut last = game.to_owned();
        while let Some(next) = service.get(&format!("/api/v1/games/{last}")).ok(200)["rematch"].as_str() {
            next.clone_into(&mut last);
        }
        let won = json!({"scores": [121, 91]});
        service.ask("PUT", &format!("/api/v1/games/{last}/result"), token, Some(&won)).ok(201);
        let next = format!("/api/v1/games/{}", id(200));
        service.ask("PUT", &next, token, Some(&json!({"rematch_of": last}))).ok(201);
        let before = service.get(&next).ok(200)["match"].clone();
        let corrected = json!({"scores": [121, 30], "reason": "It was the other way round."});
        let path = format!("/api/v1/games/{game}/result");
        service.ask("PUT", &path, told.token("coordinator"), Some(&corrected)).ok(200);
        assert_ne!(service.get(&next).ok(200)["match"], before, "the tally was carried on to the new game");
    }
}

#[test]
fn a_night_under_way_in_a_frozen_database_is_played_to_its_end() {
    for (mut service, told) in clubs() {
        let token = told.token("coordinator").to_owned();
        let night = format!("/api/v1/nights/{}", told.place("night under way"));
        let drawn = list(&service.get(&night).ok(200)["rounds"]).len();
        play_out(&service, told.place("night under way"), &token);
        service.ask("POST", &format!("{night}/rounds"), &token, Some(&json!({}))).ok(201);
        assert_eq!(list(&service.get(&night).ok(200)["rounds"]).len(), drawn + 1);
        play_out(&service, told.place("night under way"), &token);
        let finished = service.ask("POST", &format!("{night}/finish"), &token, Some(&json!({}))).ok(200);
        assert_eq!(finished["status"], "finished");
        service.stop();
        let service = service.revived(crate::hall::unlimited);
        assert_eq!(service.ask("GET", &night, &token, None).ok(200), finished);
    }
}

/// Enters a result at every table of the newest round that is still playing.
fn play_out(service: &Service, night: &str, token: &str) {
    for table in newest(service, night).iter().filter(|table| table.status == "playing") {
        let path = format!("/api/v1/games/{}", table.game);
        let target = service.get(&path).ok(200)["rules"]["target"].as_u64().unwrap();
        let scores: Vec<u64> = (0..table.sides.len() as u64).map(|side| target - 9 * side).collect();
        service.ask("PUT", &format!("{path}/result"), token, Some(&json!({"scores": scores}))).ok(201);
    }
}

#[test]
fn a_finished_night_of_a_frozen_database_takes_another_correction() {
    for (service, told) in clubs() {
        let night = format!("/api/v1/nights/{}", told.place("finished night"));
        let look = |rest: &str| service.ask("GET", &format!("{night}{rest}"), told.token("coordinator"), None).ok(200);
        let (rows, paid) = (look("/standings")["rows"].clone(), look("/money")["fees"].clone());
        let game = told.place("corrected game");
        let scores: Vec<Value> = list(&service.get(&format!("/api/v1/games/{game}")).ok(200)["sides"]);
        let scores: Vec<Value> = scores.iter().rev().map(|side| side["score"].clone()).collect();
        let body = json!({"scores": scores, "reason": "The sides were swapped."});
        service.ask("PUT", &format!("/api/v1/games/{game}/result"), told.token("representative"), Some(&body)).ok(200);
        assert_ne!(look("/standings")["rows"], rows);
        assert_eq!(look("/money")["fees"], paid);
        assert_eq!(latest(&service, game)["reason"], "The sides were swapped.");
    }
}

#[test]
fn a_phone_joins_a_gathering_night_of_a_frozen_database_whose_first_round_is_then_drawn() {
    for (service, told) in clubs() {
        let token = told.token("coordinator");
        let night = format!("/api/v1/nights/{}", told.place("gathering night"));
        let gathering = service.ask("GET", &night, token, None).ok(200);
        let player = &list(&gathering["entries"])[0]["player_id"];
        let join = json!({"code": gathering["join_code"], "player_id": player});
        let phone = text(&service.post("/api/v1/nights/join", &join).ok(201)["token"]);
        service.ask("POST", &format!("{night}/rounds"), token, Some(&json!({"number": 1}))).ok(201);
        peg(&service, &newest(&service, told.place("gathering night"))[0].game, &phone, 100).ok(201);
    }
}
