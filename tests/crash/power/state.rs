//! The checks of the files after a power cut.

use std::fs;
use std::path::Path;

use rusqlite::Connection;
use sha2::{Digest, Sha256};
use tempfile::TempDir;

use super::State;
use crate::support::command::run;

/// Data that a state must have from a length of the record on.
pub struct Due {
    pub from: u64,
    pub what: What,
}

#[derive(Clone)]
pub enum What {
    /// A query of the database returns this number, or more.
    AtLeast(String, i64),
    /// No file has this text.
    Gone(&'static str),
    /// The file with this name has this text.
    Listed(&'static str, String),
}

/// A sentence about what is missing or damaged in a folder. `due` holds at this length of the record.
pub fn fault(folder: &Path, due: &[Due], length: u64) -> Option<String> {
    let due = due.iter().filter(|due| due.from <= length).map(|due| &due.what);
    let (numbers, texts): (Vec<&What>, Vec<&What>) = due.partition(|what| matches!(what, What::AtLeast(..)));
    let database = folder.join("pegout.db");
    if !database.exists() || fs::metadata(&database).unwrap().len() == 0 {
        return (!numbers.is_empty()).then(|| "there is no database".to_owned());
    }
    fault_of(&database, &numbers).or_else(|| texts.into_iter().find_map(|what| fault_of_texts(folder, what)))
}

/// A sentence about what is missing or damaged in a database.
fn fault_of(database: &Path, due: &[&What]) -> Option<String> {
    let look = || {
        let database = Connection::open(database)?;
        let finding: String = database.query_row("PRAGMA integrity_check", [], |row| row.get(0))?;
        if finding != "ok" {
            return Ok(Some(finding));
        }
        let mut asked = std::collections::BTreeSet::new();
        // The last of a query asks for the most.
        for what in due.iter().rev() {
            let What::AtLeast(query, least) = what else { continue };
            if !asked.insert(query) {
                continue;
            }
            let found: i64 = database.query_row(query, [], |row| row.get(0))?;
            if found < *least {
                return Ok(Some(format!("{found} instead of {least}: {query}")));
            }
        }
        Ok(None)
    };
    look().unwrap_or_else(|error: rusqlite::Error| Some(error.to_string()))
}

fn fault_of_texts(folder: &Path, what: &What) -> Option<String> {
    let has = |file: &Path, text: &str| {
        fs::read(file).is_ok_and(|bytes| bytes.windows(text.len()).any(|part| part == text.as_bytes()))
    };
    match what {
        What::AtLeast(..) => None,
        What::Listed(file, text) => (!has(&folder.join(file), text)).then(|| format!("{text} is not in {file}")),
        What::Gone(text) => {
            let files = fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
            let found = files.filter(|file| file.is_file()).find(|file| has(file, text));
            found.map(|file| format!("{text} is still in {}", file.display()))
        }
    }
}

/// Looks at a backup or another copy.
pub fn fault_of_copy(database: &Path, due: &[Due], length: u64) -> Option<String> {
    let due: Vec<&What> = due.iter().filter(|due| due.from <= length).map(|due| &due.what).collect();
    fault_of(database, &due)
}

/// Returns true for a database that has come less far than its mark says.
pub fn is_behind_its_mark(database: &Path) -> bool {
    let mark = fs::read(database.with_extension("db.mark")).unwrap_or_default();
    let number = |slot: &[u8], at: usize| u64::from_be_bytes(slot[at..at + 8].try_into().unwrap());
    let is_whole = |slot: &&[u8]| slot.len() == 128 && slot[80..88] == Sha256::digest(&slot[..80])[..8];
    let Some(newest) = mark.chunks(128).filter(is_whole).max_by_key(|slot| number(slot, 0)) else { return false };
    let position = "SELECT changes, ifnull((SELECT max(rowid) FROM event), 0) FROM identity";
    let look = || Connection::open(database)?.query_row(position, [], |row| Ok((row.get(0)?, row.get(1)?)));
    // An unreadable database has a fault already.
    look().is_ok_and(|found: (u64, u64)| found < (number(newest, 24), number(newest, 32)))
}

/// The objection of a check to the database after a power cut.
pub fn objection(place: &TempDir) -> Option<String> {
    if fs::metadata(place.path().join("pegout.db")).is_ok_and(|file| file.len() == 0) {
        return None;
    }
    let output = run(place, &["check"]);
    let said = String::from_utf8(output.stderr).unwrap();
    let is_new = said.contains("is empty: no Pegout has written to it yet");
    (!output.status.success() && !is_new).then_some(said)
}

/// The state of a database that was served.
pub fn of_served(place: &TempDir, due: &[Due], length: u64, is_looked_at: bool) -> State {
    let database = place.path().join("pegout.db");
    let fault = fault(place.path(), due, length);
    if !database.exists() {
        return fault.map_or(State::Whole, State::Bad);
    }
    let is_sound = fault.is_none() && !is_behind_its_mark(&database);
    match (fault, if is_sound && !is_looked_at { None } else { objection(place) }) {
        (None, None) => State::Whole,
        (_, Some(said)) if said.contains("lacks its newest changes") => State::Noticed,
        (fault, said) => State::Bad(format!("{fault:?}, {said:?}")),
    }
}
