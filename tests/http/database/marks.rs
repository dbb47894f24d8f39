//! The mark of the database: the start names the changes that are missing after a damaged, cut or foreign log, and serves nothing.
//! PEGOUT_WAL_FLIPS=1000 tries that many changed bits, and a fifth as many cuts.

use std::env;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::ExitStatusExt;
use std::process::Output;
use std::sync::Arc;

use serde_json::json;
use tempfile::TempDir;

use crate::support::calls::{Calls, Fate, SIGKILL};
use crate::support::command::{done, refused, run};
use crate::support::database::{Files, files, folder_with, number_missing, start_refusal};
use crate::support::league::League;
use crate::support::service::{Service, pegout, unlimited};
use crate::support::table::{Change, Table};

const TABLE: Table = Table(1);
/// The pegs of a killed service whose log was never emptied into the file.
const PEGS: u32 = 60;
const FLIPS: usize = 12;
const CUTS: usize = 6;
/// The bytes before the first frame of the log, and of a frame.
const HEADER: usize = 32;
const FRAME: usize = 24 + 1024;

/// The files of a service that was killed after these pegs.
fn killed_after(pegs: u32) -> Files {
    let mut league = League::new(Service::start_unlimited());
    league.player("Ann Archer");
    league.service.dispatch(TABLE.begin()).ok(201);
    (0..pegs).for_each(|peg| drop(league.service.dispatch(TABLE.request(Change::Peg(peg))).ok(201)));
    league.service.child.kill().unwrap();
    league.service.child.wait().unwrap();
    let files = files(league.service.directory.path());
    // A late checkpoint of the start copies the log into the file, and the kill can leave a frame of no change at its end. Then
    // damage of the log loses less.
    let no_log = without(&files, "pegout.db-wal");
    let needs_log = refusal(&no_log, pegs).is_some_and(|sentence| accepted(&no_log, &sentence, pegs).0 == 0);
    if needs_log && refusal(&without_end(&files), pegs).is_some() { files } else { killed_after(pegs) }
}

/// The files with a log whose last frame is missing.
fn without_end(files: &Files) -> Files {
    with_log(files, |log| log.truncate(log.len() - FRAME))
}

fn without(files: &Files, name: &str) -> Files {
    let mut files = files.clone();
    files.remove(name).unwrap();
    files
}

fn with_log(files: &Files, change: impl FnOnce(&mut Vec<u8>)) -> Files {
    let mut files = files.clone();
    change(files.get_mut("pegout.db-wal").unwrap());
    files
}

/// The events of the game that a service in this folder has, and the players. It ends by a kill.
fn found(directory: &Arc<TempDir>) -> (usize, usize) {
    let mut service = Service::start_in(directory.clone(), unlimited);
    let game = service.get(&format!("{}/history", TABLE.path()));
    let events = if game.status == 404 { 0 } else { game.ok(200)["events"].as_array().unwrap().len() };
    let token = service.coordinator();
    let players = service.request("GET", "/api/v1/players", &token, None).ok(200);
    service.child.kill().unwrap();
    service.child.wait().unwrap();
    (events, players["players"].as_array().unwrap().len())
}

/// Returns the refusal of damaged files. Asserts that it changed nothing. If the files are served, asserts that nothing is missing.
#[track_caller]
fn refusal(damaged: &Files, pegs: u32) -> Option<String> {
    let directory = folder_with(damaged);
    let checked = run(&directory, &["check"]);
    if checked.status.success() {
        assert_eq!(found(&directory), (1 + pegs as usize, 1), "less is served");
        return None;
    }
    let sentence = start_refusal(&directory);
    assert_eq!(String::from_utf8(checked.stderr).unwrap(), sentence);
    assert!(sentence.contains("Nothing was changed.") && sentence.contains("pegout accept-loss"), "{sentence}");
    let mut now = files(directory.path());
    now.retain(|name, _| damaged.contains_key(name) && !name.ends_with("-shm"));
    for (name, bytes) in now {
        assert!(bytes == damaged[&name], "{name} was changed");
    }
    Some(sentence)
}

/// Accepts the loss, and asserts its size. Returns the remaining events and players.
#[track_caller]
fn accepted(damaged: &Files, sentence: &str, pegs: u32) -> (usize, usize) {
    let directory = folder_with(damaged);
    let said = done(&directory, &["accept-loss"]);
    let there = found(&directory);
    let kept = files(directory.path());
    let copy = kept.keys().find(|name| name.contains(".lost-") && name.ends_with('Z')).unwrap();
    assert!(said.contains(copy.as_str()), "{said}");
    for (ending, name) in [("", "pegout.db"), ("-wal", "pegout.db-wal"), (".mark", "pegout.db.mark")] {
        let original = damaged.get(name).filter(|bytes| !bytes.is_empty());
        assert!(kept.get(&format!("{copy}{ending}")) == original, "{name} was not kept");
    }
    if there.1 == 1 {
        assert_eq!(number_missing(sentence), Some(1 + pegs as usize - there.0), "{sentence}");
    }
    there
}

/// The number of damages to try.
fn tries() -> usize {
    env::var("PEGOUT_WAL_FLIPS").map_or(FLIPS, |flips| flips.parse().unwrap())
}

/// The bits that are flipped one at a time, as the numbers of their byte and bit.
fn flips(length: usize) -> impl Iterator<Item = (usize, u8)> {
    let flips = tries();
    (0..flips).map(move |flip| ((flip * length / flips + flip % 97).min(length - 1), (flip % 8) as u8))
}

#[test]
fn a_bit_of_the_log_that_changed_is_never_served_over() {
    let original = killed_after(PEGS);
    let log = &original["pegout.db-wal"];
    let mut refusals = 0;
    for (place, (byte, bit)) in flips(log.len()).enumerate() {
        let damaged = with_log(&original, |log| log[byte] ^= 1 << bit);
        let Some(sentence) = refusal(&damaged, PEGS) else { continue };
        refusals += 1;
        if place % 4 == 0 {
            accepted(&damaged, &sentence, PEGS);
        }
    }
    assert!(refusals > 0);
}

#[test]
fn control_without_its_mark_a_damaged_log_is_served_with_less() {
    let original = without(&killed_after(PEGS), "pegout.db.mark");
    let middle = original["pegout.db-wal"].len() / 2;
    let directory = folder_with(&with_log(&original, |log| log[middle] ^= 1));
    assert!(done(&directory, &["check"]).contains("The last changes may be missing."));
    let (events, players) = found(&directory);
    assert!(events < 1 + PEGS as usize && players == 1, "{events} {players}");
}

#[test]
fn a_log_that_is_cut_or_gone_is_never_served_over_and_the_refusal_names_what_is_missing() {
    let original = killed_after(PEGS);
    let length = original["pegout.db-wal"].len();
    // A cut in the last frame takes a change with it as well.
    let cuts = (CUTS.max(tries() / 5) / 2) * 2;
    let mut least = usize::MAX;
    for cut in 0..cuts {
        // Every other cut is between two frames.
        let at = if cut % 2 == 0 { length * cut / cuts } else { HEADER + (length * cut / cuts) / FRAME * FRAME };
        let damaged = with_log(&original, |log| log.truncate(at));
        let sentence = refusal(&damaged, PEGS).unwrap();
        let (events, players) = accepted(&damaged, &sentence, PEGS);
        if cut == cuts - 1 {
            let game = TABLE.path().rsplit('/').next().unwrap().to_owned();
            let last = 1 + PEGS as usize;
            let versions =
                if events + 1 == last { format!("change {last}") } else { format!("changes {} to {last}", events + 1) };
            assert!(sentence.contains(&format!("game {game}: {versions}")), "{sentence}");
            assert_eq!(players, 1);
        }
        least = least.min(events);
    }
    assert!(least < 30);
    let no_log = without(&without(&original, "pegout.db-wal"), "pegout.db-shm");
    let sentence = refusal(&no_log, PEGS).unwrap();
    assert!(sentence.contains("names, sign-ins or settings"), "{sentence}");
    accepted(&no_log, &sentence, PEGS);
}

#[test]
fn the_log_or_the_file_of_another_database_is_refused() {
    let (original, other) = (killed_after(PEGS), killed_after(4));
    let larger = killed_after(PEGS + 20);
    for foreign in [&other, &larger] {
        let mut damaged = original.clone();
        damaged.insert("pegout.db-wal".to_owned(), foreign["pegout.db-wal"].clone());
        damaged.remove("pegout.db-shm");
        refusal(&damaged, PEGS).unwrap();
        damaged.insert("pegout.db".to_owned(), foreign["pegout.db"].clone());
        let sentence = refusal(&damaged, PEGS).unwrap();
        assert!(sentence.contains("not the database that was served here last"), "{sentence}");
    }
}

#[test]
fn an_older_file_with_its_log_is_refused() {
    let old = killed_after(4);
    let directory = folder_with(&old);
    let mut service = Service::start_in(directory.clone(), unlimited);
    service.dispatch(TABLE.request(Change::Peg(4))).ok(201);
    service.stop();
    let mut damaged = old.clone();
    damaged.insert("pegout.db.mark".to_owned(), files(directory.path())["pegout.db.mark"].clone());
    let sentence = refusal(&damaged, 5).unwrap();
    assert_eq!(number_missing(&sentence), Some(1), "{sentence}");
    assert_eq!(accepted(&damaged, &sentence, 5).0, 5);
}

#[test]
fn a_mark_that_is_older_torn_or_missing_is_no_alarm() {
    let original = killed_after(8);
    let older = |files: &mut Files| {
        let mark = killed_mark(files, 3);
        files.insert("pegout.db.mark".to_owned(), mark);
    };
    let torn = |files: &mut Files| files.get_mut("pegout.db.mark").unwrap()[128 * 9 + 40..128 * 10].fill(0xa5);
    let cut = |files: &mut Files| files.get_mut("pegout.db.mark").unwrap().truncate(100);
    let changes: [&dyn Fn(&mut Files); 3] = [&older, &torn, &cut];
    for change in changes {
        let mut files = original.clone();
        change(&mut files);
        assert_eq!(refusal(&files, 8), None);
    }
}

/// The mark without its newest slots.
fn killed_mark(files: &Files, newest: usize) -> Vec<u8> {
    let mut mark = files["pegout.db.mark"].clone();
    let number = |slot: &[u8]| u64::from_be_bytes(slot[..8].try_into().unwrap());
    let last = mark.chunks(128).map(number).max().unwrap();
    for slot in mark.chunks_mut(128) {
        if number(slot) + newest as u64 > last {
            slot.fill(0);
        }
    }
    mark
}

#[test]
fn a_database_that_was_closed_emptied_by_another_program_or_moved_is_whole() {
    let original = killed_after(8);
    let directory = folder_with(&original);
    let database = rusqlite::Connection::open(directory.path().join("pegout.db")).unwrap();
    database.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(())).unwrap();
    drop(database);
    assert_eq!(refusal(&files(directory.path()), 8), None);
    let mut service = Service::start_in(directory.clone(), unlimited);
    service.stop();
    let closed = files(directory.path());
    assert_eq!(refusal(&closed, 8), None);
    let mut moved = closed.clone();
    moved.retain(|name, _| name == "pegout.db");
    let directory = folder_with(&moved);
    assert!(!done(&directory, &["check"]).contains("may be missing"));
    assert_eq!(refusal(&moved, 8), None);
}

#[test]
fn a_missing_database_whose_mark_is_there_is_not_begun_anew() {
    let mut service = Service::start_unlimited();
    service.stop();
    let directory = folder_with(&without(&files(service.directory.path()), "pegout.db"));
    let sentence = start_refusal(&directory);
    assert!(sentence.contains("pegout.db is missing") && sentence.contains("pegout.db.mark"), "{sentence}");
    assert!(!directory.path().join("pegout.db").exists());
}

#[test]
fn a_mark_that_cannot_be_written_refuses_no_peg_and_is_told() {
    let directory = Arc::new(tempfile::tempdir().unwrap());
    fs::create_dir(directory.path().join("pegout.db.mark")).unwrap();
    let service = Service::start_in(directory, unlimited);
    service.dispatch(TABLE.begin()).ok(201);
    service.dispatch(TABLE.request(Change::Peg(0))).ok(201);
    assert!(service.get("/metrics").text.contains("\npegout_mark_failed 1\n"));
    let sessions = service.request("GET", "/api/v1/sessions", &service.coordinator(), None).ok(200);
    assert_eq!(sessions["warnings"], json!(["mark_failed"]));
    let sound = Service::start();
    assert!(sound.get("/metrics").text.contains("\npegout_mark_failed 0\n"));
    let mark = fs::metadata(sound.directory.path().join("pegout.db.mark")).unwrap();
    assert_eq!((mark.len(), mark.permissions().mode() & 0o777), (64 * 1024, 0o600));
}

#[test]
fn a_loss_is_accepted_only_where_there_is_one() {
    let original = killed_after(2);
    let directory = folder_with(&original);
    assert!(refused(&directory, &["accept-loss"]).contains("Nothing is missing in "));
    let _service = Service::start_in(directory.clone(), unlimited);
    assert!(refused(&directory, &["accept-loss"]).contains("Another Pegout serves"));
}

#[test]
fn whoever_was_forgotten_stays_forgotten_when_a_loss_is_accepted() {
    let mut league = League::new(Service::start_unlimited());
    let player = league.player("Ann Archer");
    let before = league.service.directory.path().join("pegout.db");
    league.service.stop();
    let before = fs::read(before).unwrap();
    let mut league = league.restarted();
    league.as_coordinator("DELETE", &format!("/api/v1/players/{player}"), &json!({})).ok(200);
    league.service.stop();
    let mut damaged = files(league.service.directory.path());
    damaged.insert("pegout.db".to_owned(), before);
    let directory = folder_with(&damaged);
    start_refusal(&directory);
    let Output { status, .. } = run(&directory, &["accept-loss"]);
    assert!(status.success());
    let service = Service::start_in(directory, unlimited);
    let token = service.coordinator();
    let players = service.request("GET", "/api/v1/players", &token, None).ok(200);
    assert_eq!(players["players"], json!([]));
}

#[test]
fn an_acceptance_that_is_killed_at_any_call_is_done_or_asked_for_again() {
    let calls = Calls::new();
    let damaged = without_end(&killed_after(4));
    let accepting = |directory: &TempDir| {
        let mut command = pegout(directory);
        command.arg("accept-loss");
        command
    };
    let all = calls.count(&mut accepting(&folder_with(&damaged)));
    let every = env::var("PEGOUT_KILL_EVERY").map_or(9, |every| every.parse().unwrap());
    let (mut refusals, mut served) = (0, 0);
    for call in (1..=all).step_by(every).chain(all - 2..=all) {
        let directory = folder_with(&damaged);
        let killed = calls.at(call, Fate::Killed, &mut accepting(&directory)).output().unwrap();
        assert_eq!(killed.status.signal(), Some(SIGKILL), "call {call}");
        if !run(&directory, &["check"]).status.success() {
            assert!(start_refusal(&directory).contains("pegout accept-loss"));
            done(&directory, &["accept-loss"]);
            refusals += 1;
        } else {
            served += 1;
        }
        assert_eq!(found(&directory), (4, 1), "call {call}");
    }
    assert!(refusals > 0 && served > 0, "{refusals} {served} of {all}");
}
