//! Changed bytes of a database: each answer is right, or refused. PEGOUT_DAMAGE says how many bytes are changed.

use std::env;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Stdio};
use std::sync::Arc;

use rusqlite::Connection;
use serde_json::json;
use tempfile::TempDir;

use crate::support::checksums;
use crate::support::command::{done, refused, run};
use crate::support::league::League;
use crate::support::service::{Service, pegout, unlimited};
use crate::support::table::{Change, Table};

/// The bytes that are changed without PEGOUT_DAMAGE.
const CHANGES: usize = 60;
/// One change in four hits a random byte of the file. The other three hit cells with rows.
const ANYWHERE: usize = 4;
const PAGE: usize = 1024;
const TABLE: Table = Table(1);
const OTHER: Table = Table(2);

/// A stopped service's database, and everything that it answers.
struct Sound {
    directory: Arc<TempDir>,
    file: Vec<u8>,
    token: String,
    answers: Vec<(String, u16, String)>,
}

/// A club that plays, and two games outside the club.
fn sound() -> Sound {
    let mut league = League::new(Service::start_unlimited());
    let players = league.players(7);
    let night = league.night(&players);
    night.play_round();
    night.draw().ok(201);
    night.result(1, &[121, 88]);
    let season = json!({"name": "Winter", "starts": "2026-01-01", "ends": "2026-12-31"});
    league.as_coordinator("POST", "/api/v1/seasons", &season).ok(201);
    for table in [TABLE, OTHER] {
        league.service.dispatch(table.begin()).ok(201);
        for peg in 0..9 {
            league.service.dispatch(table.request(Change::Peg(peg))).ok(201);
        }
    }
    let mut paths = vec![TABLE.path(), OTHER.path(), format!("{}/history", TABLE.path())];
    paths.extend(["players", "seasons", "nights", "league", "representatives"].map(|list| format!("/api/v1/{list}")));
    paths.extend(["", "/standings", "/money", "/history", "/phones"].map(|rest| night.path(rest)));
    paths.extend(night.tables().iter().map(|table| format!("/api/v1/games/{}", table.game)));
    let token = league.token.clone();
    league.service.stop();
    let path = league.service.directory.path().join("pegout.db");
    Connection::open(&path).unwrap().execute_batch("VACUUM").unwrap();
    let file = fs::read(&path).unwrap();
    let league = league.restarted();
    let answers = paths.into_iter().map(|path| {
        let answer = league.service.request("GET", &path, &token, None);
        assert_eq!(answer.status, 200, "{path}: {}", answer.text);
        (path, answer.status, answer.text)
    });
    let answers = answers.collect();
    Sound { directory: league.service.directory.clone(), file, token, answers }
}

/// The answers on a changed file.
#[derive(Default)]
struct Outcome {
    right: usize,
    refused: usize,
    /// True if the service has refused to start: then all answers are refused.
    is_unstarted: bool,
    /// The answers that are neither right nor refused.
    wrong: Vec<String>,
}

/// A started service; `service` is `None` if it refuses to start.
struct Started {
    child: Child,
    service: Option<String>,
}

impl Drop for Started {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn start(directory: &TempDir) -> Started {
    let mut command = pegout(directory);
    // A password that is given takes the place of a damaged one, and ends the sessions that this one began.
    let command = unlimited(&mut command).env_remove("PEGOUT_PASSWORD");
    let command = command.args(["--listen", "127.0.0.1:0"]).env("RUST_LOG", "off");
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let first = BufReader::new(child.stdout.take().unwrap()).lines().next();
    let url =
        first.map(|line| line.unwrap().strip_prefix("Pegout is open at ").unwrap().trim_end_matches('/').to_owned());
    Started { child, service: url }
}

impl Sound {
    fn put(&self, file: &[u8]) {
        for name in ["pegout.db-wal", "pegout.db-shm"] {
            let _ = fs::remove_file(self.directory.path().join(name));
        }
        fs::write(self.directory.path().join("pegout.db"), file).unwrap();
    }

    /// Returns true if `pegout check` finds nothing wrong with this file.
    fn is_sound_by_check(&self, file: &[u8]) -> bool {
        self.put(file);
        run(&self.directory, &["check"]).status.success()
    }

    /// Serves this file, and compares the answers.
    fn outcome(&self, file: &[u8]) -> Outcome {
        self.put(file);
        let started = start(&self.directory);
        let mut outcome = Outcome::default();
        let Some(url) = &started.service else {
            (outcome.refused, outcome.is_unstarted) = (self.answers.len(), true);
            return outcome;
        };
        let agent: ureq::Agent = ureq::Agent::config_builder().http_status_as_error(false).proxy(None).build().into();
        for (path, status, expected) in &self.answers {
            let request = agent.get(format!("{url}{path}")).header("Authorization", format!("Bearer {}", self.token));
            let mut answer = request.call().unwrap();
            let text = answer.body_mut().read_to_string().unwrap();
            if answer.status() == *status && text == *expected {
                outcome.right += 1;
            } else if answer.status() == 503 {
                outcome.refused += 1;
            } else {
                outcome.wrong.push(format!("{path}: {} {text}", answer.status()));
            }
        }
        outcome
    }
}

/// A generator that gives the same sequence of numbers each time.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }
}

/// The bytes in the cells of all pages of tables and indexes, by the format of SQLite's file.
fn cells(file: &[u8]) -> Vec<usize> {
    let mut live = Vec::new();
    for (number, page) in file.chunks(PAGE).enumerate() {
        let header = if number == 0 { 100 } else { 0 };
        if matches!(page[header], 2 | 5 | 10 | 13) {
            let content = usize::from(u16::from_be_bytes([page[header + 5], page[header + 6]]));
            live.extend((content..PAGE).map(|place| number * PAGE + place));
        }
    }
    live
}

fn changes() -> usize {
    env::var("PEGOUT_DAMAGE").map_or(CHANGES, |changes| changes.parse().unwrap())
}

#[test]
fn a_changed_byte_never_shows_another_score() {
    let sound = sound();
    let untouched = sound.outcome(&sound.file);
    assert_eq!((untouched.right, untouched.refused), (sound.answers.len(), 0), "{:?}", untouched.wrong);
    let (live, mut numbers) = (cells(&sound.file), Numbers(19));
    let (mut in_cells, mut harmed, mut unstarted, mut overlooked) = (0, 0, 0, Vec::new());
    for change in 0..changes() {
        let is_live = change % ANYWHERE != 0;
        in_cells += usize::from(is_live);
        let place = if is_live { live[numbers.below(live.len())] } else { numbers.below(sound.file.len()) };
        let mut file = sound.file.clone();
        file[place] ^= 1 + numbers.below(255) as u8;
        let outcome = sound.outcome(&file);
        assert!(outcome.wrong.is_empty(), "byte {place} became {}: {:?}", file[place], outcome.wrong);
        if outcome.refused > 0 {
            harmed += 1;
            if sound.is_sound_by_check(&file) {
                overlooked.push((place, file[place] ^ sound.file[place], outcome.refused));
            }
        }
        unstarted += usize::from(outcome.is_unstarted);
    }
    println!("{} bytes changed, {in_cells} in cells: {harmed} noticed, {unstarted} refused at the start", changes());
    // Each is the place, its changed bits, and the number of refused answers.
    assert!(overlooked.is_empty(), "`pegout check` is content with {overlooked:?}");
    // A change that keeps the service from its start tests no answer, so it must be rare.
    assert!(unstarted < changes() / 4, "{unstarted} of {} changes kept the service from its start", changes());
    // Most rows are asked for.
    assert!(harmed > changes() / 4, "only {harmed} of {} changes were noticed", changes());
}

#[test]
fn control_where_the_checksums_fit_the_changed_bytes_other_scores_are_shown() {
    let sound = sound();
    let path = sound.directory.path().join("pegout.db");
    fs::write(&path, &sound.file).unwrap();
    let database = Connection::open(&path).unwrap();
    let raise =
        "UPDATE event SET body = json_set(body, '$.points', 3) WHERE json_extract(body, '$.points') IS NOT NULL";
    assert!(database.execute(raise, []).unwrap() > 9);
    drop(database);
    let changed = fs::read(&path).unwrap();
    assert!(sound.outcome(&changed).wrong.is_empty());
    fs::write(&path, changed).unwrap();
    let database = Connection::open(&path).unwrap();
    checksums::execute(&database, raise, []).unwrap();
    drop(database);
    // The mark has the old checksum of the newest event.
    fs::remove_file(path.with_extension("db.mark")).unwrap();
    let outcome = sound.outcome(&fs::read(&path).unwrap());
    assert!(outcome.wrong.iter().any(|answer| answer.starts_with(&TABLE.path())), "{:?}", outcome.wrong);
}

#[test]
fn a_check_names_the_table_of_a_changed_statement() {
    let mut service = Service::start_unlimited();
    service.stop();
    let alter = |old: &str, new: &str| {
        let database = Connection::open(service.directory.path().join("pegout.db")).unwrap();
        database.execute_batch("PRAGMA writable_schema = on").unwrap();
        let update = "UPDATE sqlite_schema SET sql = replace(sql, ?1, ?2) WHERE sql LIKE '%' || ?1 || '%'";
        assert_eq!(database.execute(update, [old, new]).unwrap(), 1);
    };
    alter("CHECK (length(into_id) = 16)", "CHECK (lengnh(into_id) = 16)");
    let said = refused(&service.directory, &["check"]);
    assert!(
        said.contains(r#"The table "merged_player" of the database is missing or is not as Pegout made it"#),
        "{said}"
    );
    // The control: a comment changes nothing.
    alter("CHECK (lengnh(into_id) = 16)", "CHECK (length(into_id) = 16)");
    alter("CREATE TABLE merged_player (", "CREATE TABLE merged_player ( -- of whoever was two players");
    done(&service.directory, &["check"]);
}

fn copy(folder: &Path) -> Arc<TempDir> {
    let directory = tempfile::tempdir().unwrap();
    fs::copy(folder.join("pegout.db"), directory.path().join("pegout.db")).unwrap();
    Arc::new(directory)
}

#[test]
fn a_damaged_game_is_refused_by_its_id_while_all_others_go_on() {
    let mut service = Service::start_unlimited();
    for table in [TABLE, OTHER] {
        service.dispatch(table.begin()).ok(201);
        service.dispatch(table.request(Change::Peg(0))).ok(201);
    }
    service.stop();
    let id = TABLE.path().rsplit('/').next().unwrap().to_owned();
    let digits: String = id.chars().filter(|letter| *letter != '-').collect();
    let alter = |database: &Connection, statement: &str| {
        assert_eq!(database.execute(&statement.replace("ID", &format!("x'{digits}'")), []).unwrap(), 1);
    };
    for statement in [
        "UPDATE event SET body = json_set(body, '$.points', 30) WHERE stream = ID AND version = 2",
        "DELETE FROM event WHERE stream = ID AND version = 2",
        "DELETE FROM event WHERE stream = ID AND version = 1",
        "DELETE FROM stream WHERE id = ID",
        "UPDATE stream SET version = 1 WHERE id = ID",
        "UPDATE stream SET checksum = checksum + 1 WHERE id = ID",
        "UPDATE event SET version = 3 WHERE stream = ID AND version = 2",
    ] {
        let directory = copy(service.directory.path());
        alter(&Connection::open(directory.path().join("pegout.db")).unwrap(), statement);
        assert!(refused(&directory, &["check"]).contains(&id), "{statement}");
        let damaged = Service::start_in(directory, unlimited);
        let problem = damaged.get(&TABLE.path()).problem(503, "damaged");
        assert!(problem["detail"].as_str().unwrap().contains(&id), "{statement}: {problem}");
        let refused = damaged.dispatch(TABLE.request(Change::Peg(1)));
        assert_eq!(refused.status, 503, "{statement}: {}", refused.text);
        damaged.get(&format!("{}/history", TABLE.path())).problem(503, "damaged");
        damaged.dispatch(OTHER.request(Change::Peg(1))).ok(201);
        OTHER.assert_equals_log(&damaged);
    }
    // The control.
    assert!(done(&copy(service.directory.path()), &["check"]).contains("2 games"));
}
