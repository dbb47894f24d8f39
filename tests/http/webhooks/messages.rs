//! The messages: their events, their signatures, and everything that is not in them.

use std::fs;
use std::thread;

use serde_json::{Value, json};

use super::hooks::{assert_sent, deliveries, hook, league, reaching};
use crate::support::command::done;
use crate::support::database::wait_until;
use crate::support::game::{Game, id};
use crate::support::league::{League, text};
use crate::support::receiver::Receiver;
use crate::support::service::Service;

/// The schema of the messages of a type, with the schemas that it refers to.
fn validator(kind: &str) -> jsonschema::Validator {
    let document: Value = serde_json::from_str(include_str!("../../../openapi/openapi.json")).unwrap();
    let mut schema = document["webhooks"][kind]["post"]["requestBody"]["content"]["application/json"]["schema"].clone();
    assert!(schema.is_object(), "{kind} is not in the document");
    schema["components"] = document["components"].clone();
    jsonschema::validator_for(&schema).unwrap()
}

#[test]
fn a_night_is_told_from_the_draw_to_the_finish_in_signed_messages() {
    let (league, receiver) = (league(), Receiver::open());
    let hook = hook(&league, &receiver);
    let night = league.night(&league.players(8));
    night.play_round();
    night.finish().ok(200);
    let messages = receiver.wait_for(4);
    let kinds: Vec<String> = messages.iter().map(|message| message.kind()).collect();
    assert_eq!(kinds, ["round.drawn", "game.finished", "game.finished", "night.finished"]);
    for message in &messages {
        assert_eq!(message.line, "POST /pegout HTTP/1.1");
        assert_eq!(message.headers["content-type"], "application/json");
        assert!(message.is_signed_with(&hook.secret), "{message:?}");
        assert!(!message.is_signed_with("whsec_Tm90IGEgc2VjcmV0LCBvbmx5IGFuIGV4YW1wbGUgISE="));
        let errors: Vec<String> =
            validator(&message.kind()).iter_errors(&message.json()).map(|e| e.to_string()).collect();
        assert_eq!(errors, [""; 0], "{}", message.body);
        let body = message.json();
        assert_eq!(body["data"]["night_id"], json!(night.id));
        for path in body["data"]["links"].as_object().unwrap().values() {
            league.get(&text(path)).ok(200);
        }
    }
    assert_eq!(messages[0].json()["data"]["round"], 1);
    let listed = deliveries(&league, &hook.id);
    assert_eq!(listed.len(), 4);
    for (delivery, message) in listed.iter().rev().zip(&messages) {
        assert_eq!((&delivery["id"], &delivery["type"]), (&json!(message.id()), &message.json()["type"]));
    }
    wait_until("all are noted", || deliveries(&league, &hook.id).iter().all(|one| one["status"] == "delivered"));
    for delivery in deliveries(&league, &hook.id) {
        assert_eq!((&delivery["attempts"], &delivery["http_status"]), (&json!(1), &json!(204)));
        assert_eq!((&delivery["failure"], &delivery["next_attempt_at"]), (&Value::Null, &Value::Null));
    }
}

#[test]
fn a_cancelled_night_is_told_and_a_game_without_a_night_is_not() {
    let (league, receiver) = (league(), Receiver::open());
    let hook = hook(&league, &receiver);
    let game = Game::two_sided(&league);
    let result = json!({"scores": [121, 90]});
    league.request("PUT", &game.path("/result"), &game.token, Some(&result)).ok(201);
    let night = league.schedule(&json!({"date": "2026-01-28"}));
    night.request("PUT", "/cancellation", &json!({"reason": "Snow"})).ok(201);
    let messages = receiver.wait_for(1);
    assert_eq!(messages[0].kind(), "night.cancelled");
    assert_sent(&league, &hook, &receiver, 1);
}

#[test]
fn a_game_that_is_pegged_out_is_told_once_and_a_corrected_result_again() {
    let (league, receiver) = (league(), Receiver::open());
    let hook = hook(&league, &receiver);
    let night = league.night(&league.players(4));
    night.draw().ok(201);
    let game = night.tables().remove(0).game;
    let peg = |number: u32, points: u32| {
        let path = format!("/api/v1/games/{game}/pegs/{}", id(number));
        league.as_coordinator("PUT", &path, &json!({"side": 0, "points": points, "for": "other"}))
    };
    for number in 0..5 {
        peg(100 + number, 24).ok(201);
    }
    receiver.wait_for(1);
    assert_sent(&league, &hook, &receiver, 1);
    // The last peg comes from eight phones at once.
    thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| assert!(peg(110, 1).status < 300));
        }
    });
    let messages = receiver.wait_for(2);
    assert_eq!(
        (messages[1].kind(), &messages[1].json()["data"]["game_id"]),
        ("game.finished".to_owned(), &json!(game))
    );
    assert_sent(&league, &hook, &receiver, 2);
    // The same scores change nothing, other scores do.
    night.correct(&game, &[121, 60], Some("The other side had pegged on paper")).ok(201);
    night.correct(&game, &[121, 60], Some("The other side had pegged on paper")).ok(200);
    assert_ne!(receiver.wait_for(3)[2].id(), messages[1].id());
    // The pegs count again, and have ended it too.
    league.request("DELETE", &format!("/api/v1/games/{game}/result"), &league.token, None).ok(200);
    receiver.wait_for(4);
    // A game that is open again sends no message, but its next end does.
    league.request("DELETE", &format!("/api/v1/games/{game}/pegs/{}", id(110)), &league.token, None).ok(200);
    assert_sent(&league, &hook, &receiver, 4);
    peg(111, 1).ok(201);
    receiver.wait_for(5);
    // An amendment that opens the game sends no message, and an amendment that wins it sends one.
    let amend = |number: u32, peg: u32, values: Value| {
        let mut body = values;
        body["id"] = json!(id(number));
        league.as_coordinator("PATCH", &format!("/api/v1/games/{game}/pegs/{}", id(peg)), &body).ok(200);
    };
    amend(121, 100, json!({"points": 23}));
    assert_sent(&league, &hook, &receiver, 5);
    amend(122, 100, json!({"points": 24}));
    receiver.wait_for(6);
}

#[test]
fn a_draw_and_a_finish_that_come_from_everybody_at_once_are_told_once() {
    let (league, receiver) = (league(), Receiver::open());
    let hook = hook(&league, &receiver);
    let night = league.night(&league.players(4));
    let at_once = |path: &str, body: Value| {
        thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| assert!(night.request("POST", path, &body).status < 300));
            }
        });
    };
    at_once("/rounds", json!({"number": 1, "id": id(1)}));
    night.correct(&night.tables()[0].game, &[121, 90], None).ok(201);
    at_once("/finish", json!({"id": id(2)}));
    let kinds: Vec<String> = receiver.wait_for(3).iter().map(|message| message.kind()).collect();
    assert_eq!(kinds, ["round.drawn", "game.finished", "night.finished"]);
    assert_sent(&league, &hook, &receiver, 3);
}

#[test]
fn no_name_and_no_secret_is_in_a_message_the_log_the_export_or_an_answer() {
    let directory = tempfile::tempdir().unwrap();
    let log = fs::File::create(directory.path().join("log")).unwrap();
    let service = Service::start_in(directory.into(), |command| reaching(command).env("RUST_LOG", "trace").stderr(log));
    let mut league = League::new(service);
    let receiver = Receiver::open();
    let added = super::hooks::add(&league, &json!({"url": format!("{}?key=Sesame", receiver.url())})).ok(201);
    let secret = text(&added["secret"]);
    let names = ["Ann Archer", "Bob Baker", "Cy Cutter", "Di Dealer"];
    let night = league.night(&names.map(|name| league.player(name)));
    night.draw().ok(201);
    night.correct(&night.tables()[0].game, &[121, 90], Some("Di Dealer had miscounted")).ok(201);
    night.finish().ok(200);
    for message in receiver.wait_for(3) {
        for name in names.iter().flat_map(|name| name.split(' ')) {
            assert!(!message.body.contains(name), "{}", message.body);
        }
    }
    let path = format!("/api/v1/webhooks/{}", text(&added["id"]));
    let answers = [
        league.get("/api/v1/webhooks"),
        league.get(&format!("{path}/deliveries")),
        league.as_coordinator("PATCH", &path, &json!({"active": false})),
    ];
    for answer in answers {
        assert!(!answer.text.contains("whsec_") && !answer.text.contains(&secret[6..]), "{}", answer.text);
    }
    league.service.stop();
    let directory = &league.service.directory;
    let log = fs::read_to_string(directory.path().join("log")).unwrap();
    assert!(log.len() > 1000, "{log}");
    assert!(!log.contains(&secret[6..]), "the secret is in the log");
    done(directory, &["export", "club.zip"]);
    let mut zip = zip::ZipArchive::new(fs::File::open(directory.path().join("club.zip")).unwrap()).unwrap();
    for place in 0..zip.len() {
        let mut file = zip.by_index(place).unwrap();
        let mut text = String::new();
        std::io::Read::read_to_string(&mut file, &mut text).unwrap();
        for word in [&secret[6..], "Sesame", "whsec_"] {
            assert!(!text.contains(word), "{word} is in file {place}");
        }
    }
}
