//! `pegout export` and `pegout import`.

use std::fs;
use std::io::Read;
use std::os::unix::fs::PermissionsExt;
use std::sync::Arc;

use rusqlite::Connection;
use serde_json::Value;
use tempfile::TempDir;
use zip::ZipArchive;

use crate::support::command::{done, refused};
use crate::support::league::{League, list, text};
use crate::support::service::{Service, unlimited};

fn exported() -> TempDir {
    let directory = tempfile::tempdir().unwrap();
    done(&directory, &["demo"]);
    done(&directory, &["export", "club.zip"]);
    directory
}

fn member(directory: &TempDir, name: &str) -> String {
    let mut zip = ZipArchive::new(fs::File::open(directory.path().join("club.zip")).unwrap()).unwrap();
    let mut text = String::new();
    zip.by_name(name).unwrap().read_to_string(&mut text).unwrap();
    text
}

/// Everything that a coordinator of the club sees: the season, the nights, their standings, money and history, and the people.
fn seen(directory: TempDir) -> Vec<Value> {
    let league = League::new(Service::start_in(Arc::new(directory), unlimited));
    let get = |path: &str| league.request("GET", path, &league.token, None).ok(200);
    let mut seen = vec![get("/api/v1/league"), get("/api/v1/players"), get("/api/v1/seasons")];
    for night in list(&get("/api/v1/nights")["nights"]) {
        let path = format!("/api/v1/nights/{}", text(&night["id"]));
        let mut state = get(&path);
        for key in ["join_code", "join_secret"] {
            state.as_object_mut().unwrap().remove(key);
        }
        seen.extend([
            state,
            get(&format!("{path}/standings")),
            get(&format!("{path}/money")),
            get(&format!("{path}/history")),
        ]);
    }
    seen
}

#[test]
fn what_was_exported_is_read_without_pegout_and_has_no_secret() {
    let directory = exported();
    let mode = fs::metadata(directory.path().join("club.zip")).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    assert!(refused(&directory, &["export", "club.zip"]).contains("is there already"));
    let standings = member(&directory, "standings.csv");
    let lines: Vec<&str> = standings.lines().collect();
    assert!(lines[0].contains("date,place,player,games,total,prize,night"), "{}", lines[0]);
    assert!(lines.iter().any(|line| line.contains(",1,")), "nobody has won a night");
    let events = member(&directory, "event.jsonl");
    let first: Value = serde_json::from_str(events.lines().next().unwrap()).unwrap();
    assert!(first["stream"].is_string() && first["version"] == 1 && first["body"].is_object(), "{first}");
    let database = Connection::open(directory.path().join("pegout.db")).unwrap();
    let secrets: Vec<String> =
        ["SELECT hash FROM password", "SELECT hash FROM representative", "SELECT join_code FROM night"]
            .iter()
            .flat_map(|query| {
                let mut select = database.prepare(query).unwrap();
                let rows: Vec<String> = select.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect();
                rows
            })
            .collect();
    assert!(secrets.len() > 8, "{}", secrets.len());
    let mut zip = ZipArchive::new(fs::File::open(directory.path().join("club.zip")).unwrap()).unwrap();
    for place in 0..zip.len() {
        let mut text = String::new();
        zip.by_index(place).unwrap().read_to_string(&mut text).unwrap();
        for secret in &secrets {
            assert!(!text.contains(secret.as_str()), "{secret} is in file {place}");
        }
    }
}

#[test]
fn what_was_imported_is_the_same_club() {
    let directory = exported();
    let elsewhere = tempfile::tempdir().unwrap();
    let archive = directory.path().join("club.zip");
    let said = done(&elsewhere, &["import", archive.to_str().unwrap()]);
    assert!(said.contains("8 nights") && said.contains("pegout password"), "{said}");
    assert!(refused(&elsewhere, &["import", archive.to_str().unwrap()]).contains("is there already"));
    let nights = "SELECT count(DISTINCT join_code) FROM night WHERE length(join_code) = 6";
    let database = Connection::open(elsewhere.path().join("pegout.db")).unwrap();
    assert_eq!(database.query_row(nights, [], |row| row.get::<_, u32>(0)).unwrap(), 8);
    drop(database);
    let (before, after) = (seen(directory), seen(elsewhere));
    assert_eq!(before.len(), after.len());
    for (before, after) in before.iter().zip(&after) {
        assert_eq!(before, after);
    }
}

#[test]
fn a_file_that_is_no_export_makes_no_database() {
    let directory = exported();
    fs::write(directory.path().join("text.zip"), "no archive").unwrap();
    assert!(refused(&directory, &["import", "text.zip", "--database", "new.db"]).contains("text.zip cannot be read"));
    // An archive that was cut, and one in which a game has lost an event.
    let whole = fs::read(directory.path().join("club.zip")).unwrap();
    fs::write(directory.path().join("cut.zip"), &whole[..whole.len() / 2]).unwrap();
    assert!(refused(&directory, &["import", "cut.zip", "--database", "new.db"]).contains("cut.zip cannot be read"));
    let events = member(&directory, "event.jsonl");
    let lines: Vec<&str> = events.lines().collect();
    let has = |line: &str, version: u32| line.contains(&format!("\"version\":{version},"));
    let second = lines.windows(2).position(|lines| has(lines[0], 2) && has(lines[1], 3)).unwrap();
    let gap = [&lines[..second], &lines[second + 1..]].concat();
    let mut zip = ZipArchive::new(fs::File::open(directory.path().join("club.zip")).unwrap()).unwrap();
    let mut faulty = zip::ZipWriter::new(fs::File::create(directory.path().join("faulty.zip")).unwrap());
    for place in 0..zip.len() {
        let mut text = String::new();
        let mut file = zip.by_index(place).unwrap();
        file.read_to_string(&mut text).unwrap();
        faulty.start_file(file.name().unwrap(), zip::write::SimpleFileOptions::default()).unwrap();
        let text = if file.name().unwrap() == "event.jsonl" { gap.join("\n") } else { text };
        std::io::Write::write_all(&mut faulty, text.as_bytes()).unwrap();
    }
    faulty.finish().unwrap();
    let sentence = refused(&directory, &["import", "faulty.zip", "--database", "new.db"]);
    assert!(sentence.contains("is damaged in the database"), "{sentence}");
    assert!(!directory.path().join("new.db").exists());
}
