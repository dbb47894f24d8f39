//! The schema of the database, version by version.
//!
//! The version rises with every release that changes a table *or* writes what the release before could not read: another
//! kind of event, a field of one that changes its fold, a rule, a setting, a role. The release before then refuses the
//! file with a sentence, instead of failing on single games.

use std::path::Path;

use rusqlite::{Connection, ErrorCode};
use rusqlite_migration::{M, Migrations};

use super::file::copies;
use crate::store::StoreError;

/// "Pgou", as the first migration writes it.
const APPLICATION_ID: i32 = 0x5067_6f75;
/// The schema's versions, the oldest first. One that was released is never changed.
const MIGRATIONS: &[M<'static>] = &[
    M::up(include_str!("migrations/0001_games.sql")),
    M::up(include_str!("migrations/0002_league.sql")),
    M::up(include_str!("migrations/0003_ids.sql")),
];

/// Refuses a file that is none of Pegout's, or a newer Pegout's, before anything in it is changed. Returns the version
/// of its schema; 0 where it is new.
pub fn verify_header(connection: &Connection, path: &Path) -> Result<usize, StoreError> {
    let path = path.display();
    let cannot_read = |error| StoreError::Unavailable(format!("{path} cannot be read: {error}"));
    let of_another =
        || StoreError::Unusable(format!("{path} is not a database of Pegout's. Name another file with --database."));
    let number = |query| connection.query_row(query, [], |row| row.get::<_, i32>(0));
    let application = match number("PRAGMA application_id") {
        Err(error) if error.sqlite_error_code() == Some(ErrorCode::NotADatabase) => return Err(of_another()),
        other => other.map_err(cannot_read)?,
    };
    let tables = number("SELECT count(*) FROM sqlite_schema").map_err(cannot_read)?;
    if application != APPLICATION_ID && (application != 0 || tables != 0) {
        return Err(of_another());
    }
    let version = number("PRAGMA user_version").map_err(cannot_read)? as usize;
    if version > MIGRATIONS.len() {
        let sentence = format!("{path} was written by a newer Pegout. Start that one, or a newer still.");
        return Err(StoreError::Unusable(sentence));
    }
    Ok(version)
}

/// Brings the schema from this version to the newest, all at once. A copy of what was there is made first.
pub fn migrate(connection: &mut Connection, path: &Path, version: usize) -> Result<(), StoreError> {
    if (1..MIGRATIONS.len()).contains(&version) {
        let copy = copies::make(connection, path, MIGRATIONS.len())?;
        log::info!("{} is brought up to date; {} is what it was before", path.display(), copy.display());
    }
    Migrations::from_slice(MIGRATIONS)
        .to_latest(connection)
        .map_err(|error| StoreError::Unavailable(format!("{} cannot be brought up to date: {error}", path.display())))
}
