//! The power fails while the service runs.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::thread;

use rusqlite::Connection;
use serde_json::json;
use tempfile::TempDir;

use super::replay::{Call, Ignored};
use super::state::{Due, What, fault_of_copy, of_served};
use super::{BACKUPS, Look, Run, State, finished};
use crate::support::calls::Calls;
use crate::support::database::{Files, files};
use crate::support::league::tables;
use crate::support::service::{Service, unlimited};
use crate::support::table::{Change, Table};

/// The phones, and the games that each keeps one after the other.
const PHONES: u32 = 3;
const GAMES: u32 = 4;
/// The pegs of a game. All together fill the log, so that it is emptied.
const PEGS: u32 = 110;
const NIGHTS: usize = 4;
const WITH_BACKUPS: [&str; 4] = ["--backup-to", BACKUPS, "--backup-every", "1s"];
const FORGOTTEN: [&str; 4] = ["Zebulon Quimby", "Philomena Vance", "Ignatius Yarrow", "Wilhelmina Drosk"];

/// A service whose calls are recorded, in a folder of its own.
struct Recorded {
    service: Service,
    folder: Arc<TempDir>,
    other: TempDir,
    _calls: Calls,
}

impl Recorded {
    fn start(options: &[&str]) -> Recorded {
        let (calls, folder) = (Calls::new(), Arc::new(tempfile::tempdir().unwrap()));
        let other = tempfile::tempdir().unwrap();
        let record = other.path().join("record");
        fs::create_dir(folder.path().join(BACKUPS)).unwrap();
        let service =
            Service::start_in(folder.clone(), |command| calls.recorded(&record, unlimited(command).args(options)));
        Recorded { service, folder, other, _calls: calls }
    }

    /// The length of the record now.
    fn length(&self) -> u64 {
        fs::metadata(self.other.path().join("record")).unwrap().len()
    }

    /// The run, after the service has stopped.
    fn finished(self, look: impl FnOnce(&[Call]) -> Look) -> Run {
        let mut run = finished(self.folder.path(), Files::new(), &self.other.path().join("record"), |_| {
            Box::new(|_, _, _| State::Whole)
        });
        run.look = look(&run.calls);
        run
    }
}

/// The number of events of a table was acknowledged.
fn events_of(table: u32, number: u32, from: u64) -> Due {
    let query = format!("SELECT count(*) FROM event WHERE hex(substr(stream, 1, 4)) = '{table:08X}'");
    Due { from, what: What::AtLeast(query, i64::from(number)) }
}

/// The ends of the record when each backup began, by its name.
fn begun(calls: &[Call], name: &Path) -> u64 {
    calls.iter().find(|call| call.makes(&name.with_extension("db.part"))).unwrap().end
}

/// A sentence about a backup that lacks a change from before its start.
fn bad_backup(place: &TempDir, begun: &[(String, u64)], due: &[Due]) -> Option<String> {
    let is_backup = |name: &&String| name.ends_with(".db");
    let names = files(&place.path().join(BACKUPS));
    names.keys().filter(is_backup).find_map(|name| {
        let (_, from) = begun.iter().find(|(backup, _)| backup == name)?;
        let fault = fault_of_copy(&place.path().join(BACKUPS).join(name), due, *from)?;
        Some(format!("{name}: {fault}"))
    })
}

/// Looks at the database and at its backups.
fn with_backups(folder: &Path, calls: &[Call], due: Vec<Due>) -> Look {
    let backups = files(&folder.join(BACKUPS)).into_keys().filter(|name| name.ends_with(".db"));
    let begun: Vec<(String, u64)> =
        backups.map(|name| (name.clone(), begun(calls, &Path::new(BACKUPS).join(&name)))).collect();
    Box::new(move |place, length, is_looked_at| match bad_backup(place, &begun, &due) {
        Some(fault) => State::Bad(fault),
        None => of_served(place, &due, length, is_looked_at),
    })
}

/// Phones that keep the score.
fn of_pegs() -> Run {
    let mut recorded = Recorded::start(&WITH_BACKUPS);
    let answers = thread::scope(|scope| {
        let recorded = &recorded;
        let table = move |number| {
            let table = Table(number);
            recorded.service.dispatch(table.begin()).ok(201);
            let mut answers = vec![events_of(number, 1, recorded.length())];
            for peg in 0..PEGS {
                recorded.service.dispatch(table.request(Change::Peg(peg))).ok(201);
                answers.push(events_of(number, 2 + peg, recorded.length()));
            }
            answers
        };
        let games = move |phone| (1..=GAMES).flat_map(|game| table(phone * GAMES + game)).collect::<Vec<_>>();
        let phones: Vec<_> = (0..PHONES).map(|phone| scope.spawn(move || games(phone))).collect();
        phones.into_iter().flat_map(|phone| phone.join().unwrap()).collect()
    });
    recorded.service.stop();
    let folder = recorded.folder.clone();
    let run = recorded.finished(|calls| with_backups(folder.path(), calls, answers));
    assert!(run.calls.len() > 4_000, "only {} calls", run.calls.len());
    run
}

#[test]
fn a_power_cut_while_phones_peg_loses_nothing_that_was_acknowledged_and_raises_no_alarm() {
    let run = of_pegs();
    let (log, file) = (Ignored::Files(&["pegout.db-wal"]), Ignored::Files(&["pegout.db"]));
    run.assert_whole("pegs", &run.all_moments(), 1, &[log, Ignored::Folders]);
    let checkpoint = run.near(|call| call.concerns("pegout.db"), 3);
    run.assert_whole("checkpoint", &checkpoint, 1, &[file]);
    let backup = run.near(|call| call.concerns(".part"), 3);
    run.assert_whole("backup", &backup, 1, &[Ignored::Files(&[".part"])]);
}

/// A client that changes one thing after the other, and what its answers promise.
struct Coordinator {
    recorded: Recorded,
    token: String,
    due: Vec<Due>,
}

impl Coordinator {
    fn start(options: &[&str]) -> Coordinator {
        let recorded = Recorded::start(options);
        let token = recorded.service.coordinator();
        Coordinator { recorded, token, due: Vec::new() }
    }

    /// Sends a change. The database must keep its present rows from the answer on.
    fn change(&mut self, method: &str, path: &str, body: &serde_json::Value) -> serde_json::Value {
        let path = format!("/api/v1{path}");
        let answer = self.recorded.service.request(method, &path, &self.token, Some(body));
        assert!(matches!(answer.status, 200 | 201), "{}", answer.text);
        let from = self.recorded.length();
        let database = Connection::open(self.recorded.folder.path().join("pegout.db")).unwrap();
        for table in ["event", "night", "forgotten_player"] {
            let query = format!("SELECT count(*) FROM {table}");
            let found = database.query_row(&query, [], |row| row.get(0)).unwrap();
            self.due.push(Due { from, what: What::AtLeast(query, found) });
        }
        answer.json()
    }

    fn player(&mut self, name: &str) -> String {
        self.change("POST", "/players", &json!({"name": name}))["id"].as_str().unwrap().to_owned()
    }

    fn finished(mut self) -> Run {
        self.recorded.service.stop();
        let (folder, due) = (self.recorded.folder.clone(), self.due);
        self.recorded.finished(|calls| with_backups(folder.path(), calls, due))
    }
}

/// Nights of five players with two rounds.
fn of_nights() -> Run {
    let mut club = Coordinator::start(&WITH_BACKUPS);
    let players: Vec<String> = (1..=5).map(|number| club.player(&format!("Player {number}"))).collect();
    for number in 1..=NIGHTS {
        let night = club.change("POST", "/nights", &json!({"date": format!("2026-01-{number:02}")}));
        let night = format!("/nights/{}", night["id"].as_str().unwrap());
        for player in &players {
            club.change("PUT", &format!("{night}/entries/{player}"), &json!({"paid": true}));
        }
        for _ in 0..2 {
            let drawn = club.change("POST", &format!("{night}/rounds"), &json!({}));
            for table in tables(&drawn).pop().unwrap() {
                let scores: Vec<usize> = (0..table.sides.len()).map(|side| 121 - side * 13).collect();
                club.change("PUT", &format!("/games/{}/result", table.game), &json!({"scores": scores}));
            }
        }
        club.change("POST", &format!("{night}/fifty-fifty"), &json!({}));
    }
    club.finished()
}

#[test]
fn a_power_cut_during_a_night_loses_no_entry_draw_or_result_that_was_acknowledged() {
    let run = of_nights();
    run.assert_whole("night", &run.all_moments(), 1, &[Ignored::Files(&["pegout.db-wal"])]);
}

/// Players who come to a night and are forgotten.
fn of_forgetting() -> Run {
    // The log cannot be emptied while a backup reads it.
    let mut club = Coordinator::start(&[]);
    let players = FORGOTTEN.map(|name| club.player(name));
    let night = club.change("POST", "/nights", &json!({"date": "2026-01-28"}));
    let night = format!("/nights/{}", night["id"].as_str().unwrap());
    for player in &players {
        club.change("PUT", &format!("{night}/entries/{player}"), &json!({"paid": false}));
    }
    for (name, player) in FORGOTTEN.into_iter().zip(players) {
        club.change("DELETE", &format!("{night}/entries/{player}"), &json!({}));
        club.change("DELETE", &format!("/players/{player}"), &json!({}));
        let from = club.recorded.length();
        club.due.push(Due { from, what: What::Gone(name) });
        club.due.push(Due { from, what: What::Listed("pegout.db.forgotten", player) });
    }
    club.finished()
}

#[test]
fn a_power_cut_brings_nobody_back_who_was_forgotten() {
    let run = of_forgetting();
    run.assert_whole(
        "forgetting",
        &run.all_moments(),
        1,
        &[Ignored::Files(&["pegout.db"]), Ignored::Files(&[".part"])],
    );
}
