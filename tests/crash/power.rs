//! The power fails while phones keep the score, the log is emptied and backups are made: replayed from the calls of one run.
//! PEGOUT_STATES=100000 replays more.

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;

use rusqlite::Connection;
use sha2::{Digest, Sha256};
use tempfile::TempDir;

use crate::operations::replay::{self, Call, Dice, Disk, Ignored, Unsynced};
use crate::support::calls::Calls;
use crate::support::command::run;
use crate::support::service::{Service, unlimited};
use crate::support::table::{Change, Table};

/// The phones, and the games that each keeps one after the other.
const PHONES: u32 = 3;
const GAMES: u32 = 4;
/// The pegs of a game. All together fill the log, so that it is emptied.
const PEGS: u32 = 110;
const STATES: usize = 300;
const BACKUPS: &str = "backups";
const ALL: [Unsynced; 7] = [
    Unsynced::Lost,
    Unsynced::Kept,
    Unsynced::Before,
    Unsynced::Sectors,
    Unsynced::Writes,
    Unsynced::Torn,
    Unsynced::Garbage,
];

/// A run of the service: its calls, and what was acknowledged.
struct Run {
    folder: Arc<TempDir>,
    calls: Vec<Call>,
    /// The length of the record, the table and its number of events, of each answer.
    answers: Vec<(u64, u32, usize)>,
}

/// The number of noticed losses, and a sentence about each bad state.
struct Outcome {
    noticed: usize,
    bad: Vec<String>,
}

fn recorded() -> Run {
    let (calls, folder, other) = (Calls::new(), Arc::new(tempfile::tempdir().unwrap()), tempfile::tempdir().unwrap());
    let record = other.path().join("record");
    fs::create_dir(folder.path().join(BACKUPS)).unwrap();
    let mut service = Service::start_in(folder.clone(), |command| {
        let command = unlimited(command).args(["--backup-to", BACKUPS, "--backup-every", "1s"]);
        calls.recorded(&record, command)
    });
    let answers = thread::scope(|scope| {
        let (service, record) = (&service, &record);
        let length = move || fs::metadata(record).unwrap().len();
        let table = move |number| {
            let table = Table(number);
            service.dispatch(table.begin()).ok(201);
            let mut answers = vec![(length(), number, 1)];
            for peg in 0..PEGS {
                service.dispatch(table.request(Change::Peg(peg))).ok(201);
                answers.push((length(), number, 2 + peg as usize));
            }
            answers
        };
        let games = move |phone| (1..=GAMES).flat_map(|game| table(phone * GAMES + game)).collect::<Vec<_>>();
        let phones: Vec<_> = (0..PHONES).map(|phone| scope.spawn(move || games(phone))).collect();
        phones.into_iter().flat_map(|phone| phone.join().unwrap()).collect()
    });
    service.stop();
    let calls = replay::parse(&fs::read(&record).unwrap(), &fs::canonicalize(folder.path()).unwrap());
    Run { folder, calls, answers }
}

/// A sentence about each backup that lacks a change from before its start.
fn bad_backups(run: &Run, place: &Path, files: &BTreeMap<PathBuf, Vec<u8>>) -> Vec<String> {
    let is_backup =
        |name: &&PathBuf| name.starts_with(BACKUPS) && name.extension().is_some_and(|ending| ending == "db");
    let faults = files.keys().filter(is_backup).filter_map(|name| {
        let begun = run.calls.iter().find(|call| call.makes(&name.with_extension("db.part"))).unwrap();
        Some(format!("{}: {}", name.display(), fault(&place.join(name), &due(run, begun.end))?))
    });
    faults.collect()
}

/// The number of events of each table that was acknowledged before this length of the record.
fn due(run: &Run, length: u64) -> BTreeMap<u32, usize> {
    let before = run.answers.iter().filter(|(end, ..)| *end <= length);
    before.fold(BTreeMap::new(), |mut due, (_, table, events)| {
        let most = due.entry(*table).or_insert(0);
        *most = (*most).max(*events);
        due
    })
}

/// A sentence about what is missing or damaged in a database.
fn fault(database: &Path, due: &BTreeMap<u32, usize>) -> Option<String> {
    if !database.exists() || fs::metadata(database).unwrap().len() == 0 {
        return (!due.is_empty()).then(|| "there is no database".to_owned());
    }
    let look = || {
        let database = Connection::open(database)?;
        let finding: String = database.query_row("PRAGMA integrity_check", [], |row| row.get(0))?;
        if finding != "ok" {
            return Ok(Some(finding));
        }
        for (table, events) in due {
            let count = "SELECT count(*) FROM event WHERE hex(substr(stream, 1, 4)) = printf('%08X', ?1)";
            let found: usize = database.query_row(count, [table], |row| row.get(0))?;
            if found < *events {
                return Ok(Some(format!("{found} of {events} events")));
            }
        }
        Ok(None)
    };
    look().unwrap_or_else(|error: rusqlite::Error| Some(error.to_string()))
}

/// Returns true for a database that has come less far than its mark says.
fn is_behind_its_mark(database: &Path) -> bool {
    let mark = fs::read(database.with_extension("db.mark")).unwrap_or_default();
    let number = |slot: &[u8], at: usize| u64::from_be_bytes(slot[at..at + 8].try_into().unwrap());
    let is_whole = |slot: &&[u8]| slot.len() == 128 && slot[80..88] == Sha256::digest(&slot[..80])[..8];
    let Some(newest) = mark.chunks(128).filter(is_whole).max_by_key(|slot| number(slot, 0)) else { return false };
    let position = "SELECT changes, ifnull((SELECT max(rowid) FROM event), 0) FROM identity";
    let look = || Connection::open(database)?.query_row(position, [], |row| Ok((row.get(0)?, row.get(1)?)));
    // An unreadable database has a fault already.
    look().is_ok_and(|found: (u64, u64)| found < (number(newest, 24), number(newest, 32)))
}

/// Replays states of a run, and looks at each as the next start would. With ignored syncs it ends at the first bad one.
fn replayed(run: &Run, ignored: Ignored, states: usize) -> Outcome {
    let mut dice = Dice(0x9e37_79b9_7f4a_7c15);
    let mut moments: Vec<usize> = (0..states).map(|_| dice.below(run.calls.len())).collect();
    moments.sort_unstable();
    let mut moments = moments.into_iter().peekable();
    let mut disk = Disk::new(&fs::canonicalize(run.folder.path()).unwrap(), ignored);
    let mut outcome = Outcome { noticed: 0, bad: Vec::new() };
    for (moment, call) in run.calls.iter().enumerate() {
        disk.apply(call);
        while moments.next_if_eq(&moment).is_some() {
            let unsynced = ALL[dice.below(ALL.len())];
            let place = TempDir::new_in("/dev/shm").unwrap();
            let files = disk.after_power_cut(unsynced, &mut dice);
            fs::create_dir(place.path().join(BACKUPS)).unwrap();
            for (name, bytes) in &files {
                fs::write(place.path().join(name), bytes).unwrap();
            }
            let database = place.path().join("pegout.db");
            let fault = fault(&database, &due(run, call.end));
            // The command itself looks at one state of ten, and at each loss.
            let is_sound = fault.is_none() && !is_behind_its_mark(&database);
            let said = if is_sound && dice.below(10) > 0 { None } else { objection(&place, &files) };
            match (fault, said) {
                (None, None) => {}
                // A disk that destroys a whole sector may take changes with it.
                (_, Some(said))
                    if said.contains("lacks its newest changes")
                        && (unsynced == Unsynced::Garbage || ignored != Ignored::None) =>
                {
                    outcome.noticed += 1;
                }
                (fault, said) => outcome.bad.push(format!("call {moment}, {unsynced:?}: {fault:?}, {said:?}")),
            }
            outcome.bad.extend(bad_backups(run, place.path(), &files));
            if ignored != Ignored::None && outcome.noticed + outcome.bad.len() > 0 {
                return outcome;
            }
        }
    }
    outcome
}

/// The objection of a check to the database after a power cut.
fn objection(place: &TempDir, files: &BTreeMap<PathBuf, Vec<u8>>) -> Option<String> {
    if files.get(Path::new("pegout.db")).is_none_or(Vec::is_empty) {
        return None;
    }
    let output = run(place, &["check"]);
    let said = String::from_utf8(output.stderr).unwrap();
    let is_new = said.contains("is empty: no Pegout has written to it yet");
    (!output.status.success() && !is_new).then_some(said)
}

#[test]
fn a_power_cut_at_any_call_loses_nothing_that_was_acknowledged_and_raises_no_alarm() {
    let states = env::var("PEGOUT_STATES").map_or(STATES, |states| states.parse().unwrap());
    let run = recorded();
    assert!(run.calls.len() > 4_000, "only {} calls", run.calls.len());
    let Outcome { bad, .. } = replayed(&run, Ignored::None, states);
    assert!(bad.is_empty(), "{} of {states}: {:#?}", bad.len(), &bad[..bad.len().min(5)]);
    // The controls: a disk that skips some syncs.
    for ignored in [Ignored::Log, Ignored::File, Ignored::Folders, Ignored::Backups] {
        let Outcome { noticed, bad } = replayed(&run, ignored, states / 3);
        assert!(noticed + bad.len() > 0, "{ignored:?} is not needed");
    }
}
