//! The power fails while phones keep the score, the log is emptied and backups are made: replayed from the calls of one run.
//! PEGOUT_STATES=100000 replays more.

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;

use rusqlite::Connection;
use tempfile::TempDir;

use crate::operations::replay::{self, Call, Dice, Disk, Ignored, Unsynced};
use crate::support::calls::Calls;
use crate::support::command::run;
use crate::support::service::{Service, unlimited};
use crate::support::table::{Change, Table};

const TABLES: u32 = 3;
/// The pegs of each table. Together they fill the log, so that it is emptied.
const PEGS: u32 = 500;
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

/// The number of states that were as they must be, and sentences about the others.
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
        let tables: Vec<_> = (1..=TABLES).map(|number| scope.spawn(move || table(number))).collect();
        tables.into_iter().flat_map(|table| table.join().unwrap()).collect()
    });
    service.stop();
    let calls = replay::parse(&fs::read(&record).unwrap(), &fs::canonicalize(folder.path()).unwrap());
    Run { folder, calls, answers }
}

/// The backups among these files that lack something that was acknowledged before they were begun.
fn bad_backups(run: &Run, place: &Path, files: &BTreeMap<PathBuf, Vec<u8>>) -> Vec<String> {
    let is_backup = |name: &&PathBuf| name.starts_with(BACKUPS) && name.extension().is_some_and(|ending| ending == "db");
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

/// Replays states of a run, and looks at each as the next start would.
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
            let said = objection(&place, &files);
            let fault = fault(&place.path().join("pegout.db"), &due(run, call.end));
            match (fault, said) {
                (None, None) => {}
                // A disk that destroys more than it writes may take changes with it. The mark tells.
                (_, Some(said))
                    if said.contains("lacks what was stored last")
                        && (unsynced == Unsynced::Garbage || ignored != Ignored::None) =>
                {
                    outcome.noticed += 1;
                }
                (fault, said) => outcome.bad.push(format!("call {moment}, {unsynced:?}: {fault:?}, {said:?}")),
            }
            outcome.bad.extend(bad_backups(run, place.path(), &files));
        }
    }
    outcome
}

/// What a check says against the database after a power cut.
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
    // The controls: a disk that does not do what it says.
    for ignored in [Ignored::Log, Ignored::File, Ignored::Folders, Ignored::Backups] {
        let Outcome { noticed, bad } = replayed(&run, ignored, states / 3);
        assert!(noticed + bad.len() > 0, "{ignored:?} is not needed");
    }
}
