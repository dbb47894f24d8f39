//! Free texts, which are stored outside the log. The service deletes a text with the player whom it names.

use std::fs;

use serde_json::{Value, json};

use crate::support::command::done;
use crate::support::league::{League, text};
use crate::support::postgres::{database_of, on_file};

const SECRET: &str = "a double run of three";

/// A league with a representative.
fn club() -> League {
    let league = League::open();
    let zoe = json!({"name": "Zoé Marchand", "password": SECRET});
    league.as_coordinator("POST", "/api/v1/representatives", &zoe).ok(201);
    league
}

fn sign_in(league: &League, body: &Value) -> String {
    text(&league.post("/api/v1/session", body).ok(201)["token"])
}

/// The paths of a night that was cancelled for a while, and of a game with a result corrected by Zoé Marchand.
fn night_with_texts(league: &League, players: &[String]) -> (String, String) {
    let zoe = sign_in(league, &json!({"name": "Zoé Marchand", "password": SECRET}));
    let night = league.night(players);
    night.request("PUT", "/cancellation", &json!({"reason": "Snow, says Quentin"})).ok(201);
    night.request("DELETE", "/cancellation", &json!({})).ok(200);
    night.draw().ok(201);
    night.result(1, &[121, 80]).ok(201);
    let game = format!("/api/v1/games/{}", night.tables()[0].game);
    let corrected = json!({"scores": [121, 90], "reason": "Quentin had miscounted"});
    league.request("PUT", &format!("{game}/result"), &zoe, Some(&corrected)).ok(200);
    (night.path(""), game)
}

fn bodies(league: &League) -> String {
    league.sql().texts("SELECT body FROM event").concat()
}

fn events(league: &League, path: &str) -> Vec<Value> {
    league.get(&format!("{path}/history")).ok(200)["events"].as_array().unwrap().clone()
}

/// The newest event that has this field.
fn last(events: &[Value], field: &str) -> Value {
    events.iter().rfind(|event| event.get(field).is_some()).unwrap()[field].clone()
}

/// Returns true if the file of the database, or its write-ahead log, has these bytes.
fn is_on_disk(league: &League, text: &str) -> bool {
    let files = fs::read_dir(league.directory.path()).unwrap().map(|entry| fs::read(entry.unwrap().path()).unwrap());
    files.into_iter().any(|file| file.windows(text.len()).any(|bytes| bytes == text.as_bytes()))
}

#[test]
fn the_log_of_a_league_has_no_reason_and_no_name_and_the_histories_have_them() {
    let league = club();
    let (night, game) = night_with_texts(&league, &league.players(4));
    let bodies = bodies(&league);
    for written in ["Snow", "Quentin", "Zoé", "Marchand"] {
        assert!(!bodies.contains(written), "the log has {written}");
    }
    assert_eq!(last(&events(&league, &game), "reason"), "Quentin had miscounted");
    assert_eq!(last(&events(&league, &game), "by"), "Zoé Marchand");
    assert_eq!(last(&events(&league, &night), "reason"), "Snow, says Quentin");
    // A table without a league keeps its names in its log, and they go with the game.
    let free = json!({"sides": [{"name": "Quentin"}, {"name": "Bob"}]});
    league.post("/api/v1/games", &free).ok(201);
    assert!(self::bodies(&league).contains("Quentin"));
}

#[test]
fn texts_that_name_a_player_are_found_by_a_word_of_the_name_and_removed_for_good() {
    let league = club();
    let quentin = league.player("Quentin de Marais");
    let mut players = league.players(3);
    players.push(quentin.clone());
    let (night, game) = night_with_texts(&league, &players);
    let path = format!("/api/v1/players/{quentin}");
    let found = league.get(&format!("{path}/texts")).ok(200);
    let both = ["Quentin had miscounted", "Snow, says Quentin"];
    assert_eq!(found["texts"], json!(both.map(|text| json!({"text": text, "events": 1}))));
    let remove =
        |texts: Value| league.as_coordinator("POST", &format!("{path}/texts/removal"), &json!({"texts": texts}));
    let problem = remove(json!([both[0], "Snow, says Bob"])).problem(422, "invalid");
    assert_eq!(problem["errors"][0]["pointer"], "/texts/1");
    assert_eq!(last(&events(&league, &game), "reason"), both[0], "the refusal has removed one");
    remove(json!([])).problem(422, "invalid");
    assert_eq!(remove(json!(both)).ok(200), json!({"events": 2}));
    assert_eq!(remove(json!(both)).ok(200), json!({"events": 0}));
    let look = |league: &League| {
        assert_eq!(last(&events(league, &game), "reason"), "");
        assert_eq!(last(&events(league, &game), "by"), "Zoé Marchand");
        assert_eq!(last(&events(league, &night), "reason"), "");
    };
    look(&league);
    // `tests/postgres/forgetting.rs` looks into the files of PostgreSQL.
    if database_of(&league.directory).is_none() {
        assert!(!is_on_disk(&league, "miscounted") && is_on_disk(&league, "Marchand"));
    }
    let league = league.start_again();
    look(&league);
    done(&league.directory, &["check"]);
    league.as_coordinator("DELETE", &path, &json!({})).ok(200);
    league.get(&format!("{path}/texts")).problem(404, "not-found");
}

#[test]
fn a_text_that_is_not_the_one_of_its_event_is_damage_and_no_other_word_is_shown() {
    for fault in
        ["UPDATE event_text SET text = 'Quentin had cheated' WHERE text LIKE '%miscounted'", "DELETE FROM event_text"]
    {
        let mut league = club();
        let (_, game) = night_with_texts(&league, &league.players(4));
        league.service.stop();
        // The rows' own checksums fit: only the hash in the event shows the damage.
        assert!(league.sql().change(fault) > 0);
        let league = league.restarted();
        let problem = league.get(&format!("{game}/history")).problem(503, "damaged");
        assert!(problem["detail"].as_str().unwrap().contains(game.rsplit('/').next().unwrap()), "{problem}");
    }
}

#[test]
fn a_text_that_was_removed_after_a_backup_is_removed_in_it_when_it_is_restored() {
    let _file = on_file();
    let restored = |with_list: bool| {
        let league = club();
        let quentin = league.player("Quentin");
        night_with_texts(&league, &league.players(4));
        done(&league.directory, &["backup", "copy.db"]);
        let removal = format!("/api/v1/players/{quentin}/texts/removal");
        league.as_coordinator("POST", &removal, &json!({"texts": ["Quentin had miscounted"]})).ok(200);
        let elsewhere = tempfile::tempdir().unwrap();
        fs::copy(league.directory.path().join("copy.db"), elsewhere.path().join("copy.db")).unwrap();
        let list = league.directory.path().join("pegout.db.forgotten");
        if with_list {
            fs::copy(list, elsewhere.path().join("copy.db.forgotten")).unwrap();
        }
        done(&elsewhere, &["restore", "copy.db"]);
        done(&elsewhere, &["check"]);
        let file = fs::read(elsewhere.path().join("pegout.db")).unwrap();
        file.windows(10).any(|bytes| bytes == b"miscounted")
    };
    assert!(!restored(true));
    // The control: without the list the text is there again.
    assert!(restored(false));
}
