//! `pegout export` and `pegout import`.

use std::fs;
use std::io::Read;
use std::os::unix::fs::PermissionsExt;
use std::sync::Arc;

use rusqlite::Connection;
use serde_json::Value;
use tempfile::TempDir;
use zip::ZipArchive;

use crate::support::calls::{Calls, Fate};
use crate::support::command::{done, refused};
use crate::support::league::{League, list, text};
use crate::support::service::{Service, pegout, unlimited};

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
    assert!(lines[0].contains("date,place,player,games,total,wins,points,spread,scored,prize,night"), "{}", lines[0]);
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
    let whole = fs::read(directory.path().join("club.zip")).unwrap();
    fs::write(directory.path().join("cut.zip"), &whole[..whole.len() / 2]).unwrap();
    assert!(refused(&directory, &["import", "cut.zip", "--database", "new.db"]).contains("cut.zip cannot be read"));
    assert!(!directory.path().join("new.db").exists());
}

/// Writes a changed copy of the archive. `change` gets the name and the text of each file, and can leave a file out.
fn rewritten(directory: &TempDir, name: &str, change: impl Fn(&str, String) -> Option<String>) {
    let mut zip = ZipArchive::new(fs::File::open(directory.path().join("club.zip")).unwrap()).unwrap();
    let mut written = zip::ZipWriter::new(fs::File::create(directory.path().join(name)).unwrap());
    for place in 0..zip.len() {
        let mut text = String::new();
        let mut file = zip.by_index(place).unwrap();
        file.read_to_string(&mut text).unwrap();
        let file = file.name().unwrap().into_owned();
        if let Some(text) = change(&file, text) {
            written.start_file(file, zip::write::SimpleFileOptions::default()).unwrap();
            std::io::Write::write_all(&mut written, text.as_bytes()).unwrap();
        }
    }
    written.finish().unwrap();
}

/// Changes the lines of one file.
fn edited(directory: &TempDir, of: &str, edit: impl Fn(&mut Vec<String>)) {
    rewritten(directory, "edited.zip", |name, text| {
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        if name == of {
            edit(&mut lines);
        }
        Some(if name.ends_with(".jsonl") {
            lines.iter().map(|line| format!("{line}\n")).collect()
        } else {
            text.clone()
        })
    });
}

fn line_of(directory: &TempDir, file: &str, needle: &str) -> usize {
    member(directory, file).lines().position(|line| line.contains(needle)).unwrap()
}

/// A change of the lines of a file.
type Edit<'a> = &'a dyn Fn(&mut Vec<String>);

#[test]
fn lines_that_were_changed_after_the_export_are_named_and_refused_unless_that_is_meant() {
    let directory = exported();
    let import = ["import", "edited.zip", "--database", "new.db"];
    let peg = line_of(&directory, "event.jsonl", "\"points\":8");
    let changed_peg =
        member(&directory, "event.jsonl").lines().nth(peg).unwrap().replace("\"points\":8", "\"points\":9");
    let changed_name =
        member(&directory, "player.jsonl").lines().next().unwrap().replace("\"name\":\"", "\"name\":\"X");
    let faults: [(&str, &str, Edit); 4] = [
        ("event.jsonl", &format!("event.jsonl was changed from line {}", peg + 1), &|lines| {
            lines[peg] = changed_peg.clone()
        }),
        ("player.jsonl", "player.jsonl was changed from line 1", &|lines| lines[0] = changed_name.clone()),
        ("event.jsonl", "event.jsonl was changed from line 3", &|lines| lines.swap(2, 3)),
        ("season.jsonl", "lines instead of", &|lines| drop(lines.pop())),
    ];
    for (file, sentence, edit) in faults {
        edited(&directory, file, edit);
        let said = refused(&directory, &import);
        assert!(said.contains("is not as Pegout wrote it") && said.contains(sentence), "{said}");
        assert!(said.contains("--edited") && !directory.path().join("new.db").exists(), "{said}");
    }
    edited(&directory, "player.jsonl", |lines| lines[0] = changed_name.clone());
    let said = done(&directory, &[&import[..], &["--edited"]].concat());
    assert!(said.contains("It was changed after the export: player.jsonl was changed from line 1"), "{said}");
}

#[test]
fn an_export_from_before_there_were_cards_is_still_read() {
    let directory = exported();
    edited(&directory, "season.jsonl", |lines| {
        for line in lines {
            let mut season: serde_json::Map<String, Value> = serde_json::from_str(line).unwrap();
            season.retain(|name, _| !["card", "counts", "from_points"].contains(&name.as_str()));
            *line = Value::from(season).to_string();
        }
    });
    done(&directory, &["import", "edited.zip", "--database", "new.db", "--edited"]);
    let database = Connection::open(directory.path().join("new.db")).unwrap();
    let read = "SELECT DISTINCT card, counts, from_points IS NULL FROM season";
    let found = database.query_row(read, [], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)));
    assert_eq!(found, Ok(("points_short".to_owned(), "average".to_owned(), true)));
}

#[test]
fn logs_that_are_not_those_of_the_export_are_refused_also_when_its_checksums_were_made_anew() {
    let directory = exported();
    let manifest: Value = serde_json::from_str(&member(&directory, "manifest.json")).unwrap();
    let head = "\"version\":";
    rewritten(&directory, "edited.zip", |name, text| match name {
        "stream.jsonl" => Some(text.replacen(head, &format!("{head}1"), 1)),
        // The lines fit their checksums again. The events do not fit theirs.
        "manifest.json" => {
            let mut manifest = manifest.clone();
            let changed = member(&directory, "stream.jsonl").replacen(head, &format!("{head}1"), 1);
            manifest["files"]["stream.jsonl"] = sums(&changed);
            Some(manifest.to_string())
        }
        _ => Some(text),
    });
    let said = refused(&directory, &["import", "edited.zip", "--database", "new.db"]);
    assert!(said.contains("are not those of stream.jsonl"), "{said}");
    assert!(!directory.path().join("new.db").exists());
}

fn sums(text: &str) -> Value {
    let hex = |bytes: &[u8]| bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>();
    let sum = |text: &str| <sha2::Sha256 as sha2::Digest>::digest(text.as_bytes()).to_vec();
    let lines: Vec<String> = text.lines().map(|line| hex(&sum(line)[..4])).collect();
    serde_json::json!({ "sha256": hex(&sum(text)), "lines": lines })
}

#[test]
fn an_export_of_an_older_pegout_is_imported_without_a_check_of_its_lines() {
    let directory = exported();
    rewritten(&directory, "older.zip", |name, text| {
        (!["manifest.json", "stream.jsonl"].contains(&name)).then_some(text)
    });
    let said = done(&directory, &["import", "older.zip", "--database", "new.db"]);
    assert!(said.contains("8 nights") && said.contains("This export has no checksums"), "{said}");
    // A game with a missing event is still refused.
    let events = member(&directory, "event.jsonl");
    let lines: Vec<&str> = events.lines().collect();
    let has = |line: &str, version: u32| line.contains(&format!("\"version\":{version},"));
    let second = lines.windows(2).position(|lines| has(lines[0], 2) && has(lines[1], 3)).unwrap();
    rewritten(&directory, "older.zip", |name, text| {
        let lines = text.lines().enumerate().filter(|(at, _)| name != "event.jsonl" || *at != second);
        let text = lines.map(|(_, line)| format!("{line}\n")).collect::<String>();
        (!["manifest.json", "stream.jsonl"].contains(&name)).then_some(text)
    });
    let sentence = refused(&directory, &["import", "older.zip", "--database", "other.db"]);
    assert!(sentence.contains("is damaged in the database"), "{sentence}");
    assert!(!directory.path().join("other.db").exists());
}

#[test]
fn an_export_to_a_full_disk_says_so_in_one_sentence() {
    let directory = exported();
    fs::remove_file(directory.path().join("club.zip")).unwrap();
    let calls = Calls::new();
    let mut export = pegout(&directory);
    let output = calls.at(1, Fate::FailsFromHere(28), export.args(["export", "club.zip"])).output().unwrap();
    let sentence = String::from_utf8(output.stderr).unwrap();
    assert!(sentence.contains("club.zip cannot be written") && sentence.lines().count() == 1, "{sentence}");
}
