//! Further use of frozen databases: signing in, playing on, correcting.

use serde_json::{Value, json};

use super::{Frozen, clubs, frozen, serve_frozen};
use crate::support::game::id;
use crate::support::league::{LeagueTable, list, tables, text};
use crate::support::service::{Answer, PASSWORD, Service, unlimited};

/// Every frozen club, served.
fn served() -> impl Iterator<Item = (Service, Frozen)> {
    clubs().into_iter().map(|release| (serve_frozen(&release), frozen(&release)))
}

fn peg(service: &Service, game: &str, token: &str, number: u32) -> Answer {
    let path = format!("/api/v1/games/{game}/pegs/{}", id(number));
    service.request("PUT", &path, token, Some(&json!({"side": 0, "points": 1})))
}

/// The newest event of a game.
fn latest(service: &Service, game: &str) -> Value {
    service.get(&format!("/api/v1/games/{game}")).ok(200)["latest"].clone()
}

/// The tables of a night's newest round.
fn newest(service: &Service, night: &str) -> Vec<LeagueTable> {
    tables(&service.get(&format!("/api/v1/nights/{night}")).ok(200)).pop().unwrap()
}

#[test]
fn every_token_of_a_frozen_database_keeps_its_rights() {
    for (service, frozen) in served() {
        let game = frozen.id("game of the scorer");
        let callers = ["scorer", "coordinator", "coordinator with a name", "representative"];
        let names = [None, None, Some("Thérèse"), Some("Béa Roy")];
        for ((caller, name), number) in callers.into_iter().zip(names).zip(100..) {
            peg(&service, game, frozen.token(caller), number).ok(201);
            assert_eq!(latest(&service, game)["by"], json!(name), "{caller}");
            let private = service.request("GET", "/api/v1/players", frozen.token(caller), None);
            assert_eq!(private.status, if caller == "scorer" { 403 } else { 200 }, "{caller}");
        }
        let phones = ["phone of a player", "phone of a table"];
        let theirs = phones.map(|phone| frozen.id(&format!("game of the {phone}")));
        let others = newest(&service, frozen.id("night under way"));
        let other = &others.iter().find(|table| !theirs.contains(&table.game.as_str())).unwrap().game;
        for (phone, game) in phones.into_iter().zip(theirs) {
            peg(&service, game, frozen.token(phone), 110).ok(201);
            assert_eq!(latest(&service, game)["role"], "phone", "{phone}");
            peg(&service, other, frozen.token(phone), 111).problem(403, "forbidden");
        }
        let over = frozen.token("phone of a night that is over");
        peg(&service, frozen.id("corrected game"), over, 112).problem(409, "round-closed");
        for gone in ["phone of a player who was forgotten", "coordinator whose time is over"] {
            service.request("GET", "/api/v1/players", frozen.token(gone), None).problem(401, "unauthorized");
        }
        let again = peg(&service, game, frozen.token("scorer"), 100);
        assert_eq!(again.status, 200, "a peg that was sent twice: {}", again.text);
    }
}

#[test]
fn every_password_of_a_frozen_database_still_signs_in() {
    for (service, frozen) in served() {
        let sign_in = |name: Option<&str>, password: &str| {
            let session = service.post("/api/v1/session", &json!({"name": name, "password": password}));
            text(&session.ok(201)["token"])
        };
        let game = frozen.id("game of the scorer");
        let mut signed_in = vec![(None, sign_in(None, PASSWORD))];
        for (name, password) in &frozen.passwords {
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
fn a_match_of_a_frozen_database_can_be_continued() {
    for (service, frozen) in served() {
        let (game, token) = (frozen.id("game of the scorer of a match"), frozen.token("scorer of a match"));
        let mut last = game.to_owned();
        while let Some(next) = service.get(&format!("/api/v1/games/{last}")).ok(200)["rematch"].as_str() {
            next.clone_into(&mut last);
        }
        let won = json!({"scores": [121, 91]});
        service.request("PUT", &format!("/api/v1/games/{last}/result"), token, Some(&won)).ok(201);
        let next = format!("/api/v1/games/{}", id(200));
        service.request("PUT", &next, token, Some(&json!({"rematch_of": last}))).ok(201);
        let before = service.get(&next).ok(200)["match"].clone();
        let corrected = json!({"scores": [121, 30], "reason": "It was the other way round."});
        let path = format!("/api/v1/games/{game}/result");
        service.request("PUT", &path, frozen.token("coordinator"), Some(&corrected)).ok(200);
        assert_ne!(service.get(&next).ok(200)["match"], before, "the tally was carried on to the new game");
    }
}

#[test]
fn a_playing_night_of_a_frozen_database_can_be_finished() {
    for (mut service, frozen) in served() {
        let token = frozen.token("coordinator").to_owned();
        let night = format!("/api/v1/nights/{}", frozen.id("night under way"));
        let drawn = list(&service.get(&night).ok(200)["rounds"]).len();
        play_out(&service, frozen.id("night under way"), &token);
        service.request("POST", &format!("{night}/rounds"), &token, Some(&json!({}))).ok(201);
        assert_eq!(list(&service.get(&night).ok(200)["rounds"]).len(), drawn + 1);
        play_out(&service, frozen.id("night under way"), &token);
        let finished = service.request("POST", &format!("{night}/finish"), &token, Some(&json!({}))).ok(200);
        assert_eq!(finished["status"], "finished");
        service.stop();
        let service = service.restarted(unlimited);
        assert_eq!(service.request("GET", &night, &token, None).ok(200), finished);
    }
}

/// Enters a result at every table of the newest round that is still playing.
fn play_out(service: &Service, night: &str, token: &str) {
    for table in newest(service, night).iter().filter(|table| table.status == "playing") {
        let path = format!("/api/v1/games/{}", table.game);
        let target = service.get(&path).ok(200)["rules"]["target"].as_u64().unwrap();
        let scores: Vec<u64> = (0..table.sides.len() as u64).map(|side| target - 9 * side).collect();
        service.request("PUT", &format!("{path}/result"), token, Some(&json!({"scores": scores}))).ok(201);
    }
}

#[test]
fn a_finished_night_of_a_frozen_database_can_be_corrected() {
    for (service, frozen) in served() {
        let night = format!("/api/v1/nights/{}", frozen.id("finished night"));
        let look =
            |rest: &str| service.request("GET", &format!("{night}{rest}"), frozen.token("coordinator"), None).ok(200);
        let (rows, paid) = (look("/standings")["rows"].clone(), look("/money")["fees"].clone());
        let game = frozen.id("corrected game");
        let scores: Vec<Value> = list(&service.get(&format!("/api/v1/games/{game}")).ok(200)["sides"]);
        let scores: Vec<Value> = scores.iter().rev().map(|side| side["score"].clone()).collect();
        let body = json!({"scores": scores, "reason": "The sides were swapped."});
        service
            .request("PUT", &format!("/api/v1/games/{game}/result"), frozen.token("representative"), Some(&body))
            .ok(200);
        assert_ne!(look("/standings")["rows"], rows);
        assert_eq!(look("/money")["fees"], paid);
        assert_eq!(latest(&service, game)["reason"], "The sides were swapped.");
    }
}

#[test]
fn a_gathering_night_of_a_frozen_database_can_be_joined_and_drawn() {
    for (service, frozen) in served() {
        let token = frozen.token("coordinator");
        let night = format!("/api/v1/nights/{}", frozen.id("gathering night"));
        let gathering = service.request("GET", &night, token, None).ok(200);
        let player = &list(&gathering["entries"])[0]["player_id"];
        let join = json!({"code": gathering["join_code"], "player_id": player});
        let phone = text(&service.post("/api/v1/nights/join", &join).ok(201)["token"]);
        service.request("POST", &format!("{night}/rounds"), token, Some(&json!({"number": 1}))).ok(201);
        peg(&service, &newest(&service, frozen.id("gathering night"))[0].game, &phone, 100).ok(201);
    }
}

#[test]
fn a_finished_night_of_a_frozen_database_can_be_reopened_and_finished_with_the_same_standings_and_hand_outs() {
    for (service, frozen) in served() {
        let token = frozen.token("coordinator");
        let night = format!("/api/v1/nights/{}", frozen.id("finished night"));
        let rows = || {
            let rows = list(&service.get(&format!("{night}/standings")).ok(200)["rows"]);
            rows.into_iter().map(|row| [row["player_id"].clone(), row["place"].clone(), row["prize"].clone()])
        };
        let handed_out = || {
            let players = list(&service.request("GET", &format!("{night}/money"), token, None).ok(200)["players"]);
            players.into_iter().map(|player| player["handed_out"].clone()).collect::<Vec<Value>>()
        };
        let (before, handed): (Vec<[Value; 3]>, _) = (rows().collect(), handed_out());
        assert!(handed.iter().any(|amount| *amount != 0));
        let body = json!({"reason": "A result was missing."});
        let open = service.request("DELETE", &format!("{night}/finish"), token, Some(&body)).ok(200);
        assert_eq!(open["status"], "playing");
        let finish = json!({"void_open_games": true});
        service.request("POST", &format!("{night}/finish"), token, Some(&finish)).ok(200);
        assert_eq!(rows().collect::<Vec<_>>(), before);
        // The second finish hands a prize to the player who won it by a correction since the first finish.
        for (after, before) in handed_out().iter().zip(&handed).filter(|(_, before)| **before != 0) {
            assert_eq!(after, before);
        }
    }
}

#[test]
fn tokens_of_helpers_and_displays_of_a_frozen_database_keep_their_rights() {
    for (service, frozen) in served() {
        let night = format!("/api/v1/nights/{}", frozen.id("finished night"));
        let status = |caller: &str, path: &str| service.request("GET", path, frozen.token(caller), None).status;
        for (caller, statuses) in
            [("door", [200, 200, 403]), ("results", [200, 403, 403]), ("display", [200, 403, 403])]
        {
            let paths = ["/api/v1/nights", "/api/v1/players", &format!("{night}/money")];
            assert_eq!(paths.map(|path| status(caller, path)), statuses, "{caller}");
        }
        if frozen.tokens.contains_key("link") {
            assert_eq!(["link", "replaced link"].map(|caller| status(caller, "/api/v1/me")), [200, 401]);
        }
        let body = json!({"password": PASSWORD, "device_secret": frozen.token("device of the coordinator")});
        let session = service.post("/api/v1/session", &body).ok(201);
        assert_eq!(session["device_secret"], frozen.token("device of the coordinator"));
    }
}
