//! The schema of the database, version by version.
//!
//! The version rises with every release that changes a table *or* writes data that the previous release cannot read.
//! Such data are a new kind of event, a field that changes a fold, a rule, a setting or a role. The previous release
//! then refuses the file with a sentence, instead of failing on single games.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::LazyLock;

use rusqlite::ffi::SQLITE_READONLY_ROLLBACK;
use rusqlite::{Connection, ErrorCode, Row, Transaction, params};
use rusqlite_migration::{M, Migrations};

use super::failure::failed_as;
use super::file::copy;
use super::{checksums, events, identity, table_checksums};
use crate::StoreError;
use crate::error::unavailable;
use crate::rows::league;
use pegout_model::league::League;

/// "Pgou", as the first migration writes it.
const APPLICATION_ID: i32 = 0x5067_6f75;
/// The schema's versions, the oldest first. A released version never changes.
const MIGRATIONS: &[M<'static>] = &[
    M::up(include_str!("migrations/0001_games.sql")),
    M::up(include_str!("migrations/0002_league.sql")),
    M::up(include_str!("migrations/0003_ids.sql")),
    M::up(include_str!("migrations/0004_names_and_results.sql")),
    M::up(CHECKSUMS),
    M::up(include_str!("migrations/0006_removed_ids.sql")),
    M::up(IDENTITY),
    M::up(FORMATS),
    M::up(include_str!("migrations/0009_ledger.sql")),
    M::up(include_str!("migrations/0010_pots.sql")),
    M::up(include_str!("migrations/0011_replies.sql")),
];
/// The migration that writes the row of the league from older settings, takes the free texts out of the log, and writes
/// all checksums.
const CHECKSUMS: &str = include_str!("migrations/0005_take_backs.sql");

/// The migration that gives the database an identity, and writes the checksums of its tables.
const IDENTITY: &str = include_str!("migrations/0007_identity.sql");

/// The migration that adds columns to the seasons, whose checksums then cover them.
const FORMATS: &str = include_str!("migrations/0008_formats.sql");

/// A table, an index or a trigger.
#[derive(PartialEq, Eq)]
struct Object {
    name: String,
    table: String,
    /// Its statement without comments, which a later version may word differently.
    statement: String,
}

/// The names of the tables that the migrations make.
pub fn tables() -> impl Iterator<Item = &'static str> {
    OBJECTS.iter().filter(|object| object.name == object.table).map(|object| object.name.as_str())
}

/// The tables that are missing or changed, or have a missing or changed index. A database may have other tables too:
/// Litestream makes some.
pub fn changed_tables(connection: &Connection) -> rusqlite::Result<BTreeSet<&'static str>> {
    let found = objects(connection)?;
    Ok(OBJECTS.iter().filter(|object| !found.contains(object)).map(|object| object.table.as_str()).collect())
}

static OBJECTS: LazyLock<Vec<Object>> = LazyLock::new(|| {
    let in_memory = || {
        let mut connection = Connection::open_in_memory()?;
        Migrations::from_slice(MIGRATIONS).to_latest(&mut connection)?;
        Ok::<_, rusqlite_migration::Error>(objects(&connection)?)
    };
    in_memory().expect("the migrations need no disk, and every test runs them")
});

fn objects(connection: &Connection) -> rusqlite::Result<Vec<Object>> {
    let select = "SELECT name, tbl_name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite%'";
    let without_comments = |sql: &str| {
        let words = sql.lines().flat_map(|line| line.split("--").next().unwrap_or_default().split_whitespace());
        words.collect::<Vec<_>>().join(" ")
    };
    let object = |row: &Row| {
        let statement = without_comments(&row.get::<_, String>(2)?);
        Ok(Object { name: row.get(0)?, table: row.get(1)?, statement })
    };
    connection.prepare(select)?.query_map([], object)?.collect()
}

/// Refuses a file of another program or of a newer Pegout, before anything in it is changed. Returns the version of its
/// schema; 0 for a new file.
pub fn verify_header(connection: &Connection, path: &Path) -> Result<usize, StoreError> {
    let path = path.display();
    let cannot_read = |error: rusqlite::Error| failed_as(&error, format!("{path} cannot be read: {error}"));
    let of_another =
        || StoreError::Unusable(format!("{path} is not a database of Pegout's. Name another file with --database."));
    let number = |query| connection.query_row(query, [], |row| row.get::<_, i32>(0));
    let application = match number("PRAGMA application_id") {
        Err(error) if error.sqlite_error_code() == Some(ErrorCode::NotADatabase) => return Err(of_another()),
        Err(error) if error.sqlite_error().is_some_and(|error| error.extended_code == SQLITE_READONLY_ROLLBACK) => {
            let sentence =
                format!("{path} was being rewritten when Pegout was stopped. Start Pegout, which finishes it.");
            return Err(StoreError::Unusable(sentence));
        }
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

/// The newest version.
pub fn newest() -> usize {
    MIGRATIONS.len()
}

/// Brings the schema from this version to the newest in one step. Copies the old database first.
pub fn migrate(connection: &mut Connection, path: &Path, version: usize) -> Result<(), StoreError> {
    if (1..MIGRATIONS.len()).contains(&version) {
        let copied = copy::before_migration(connection, path, MIGRATIONS.len())?;
        log::info!("{} is brought up to date; {} is what it was before", path.display(), copied.display());
    }
    migrate_copy(connection, path, version)
}

/// Brings the schema of a copy from this version to the newest, all at once.
pub fn migrate_copy(connection: &mut Connection, path: &Path, version: usize) -> Result<(), StoreError> {
    let is_new = version == 0;
    let migration = |migration: &M<'static>| {
        if migration == &M::up(IDENTITY) {
            return M::up_with_hook(IDENTITY, |transaction: &Transaction| {
                checksums::register(transaction)?;
                identity::set_served(transaction, false)?;
                Ok(table_checksums::write(transaction)?)
            });
        }
        if migration == &M::up(FORMATS) {
            return M::up_with_hook(FORMATS, |transaction: &Transaction| {
                // Another connection to the file then reads the changed schema.
                let version = transaction.pragma_query_value(None, "schema_version", |row| row.get::<_, i32>(0))?;
                transaction.pragma_update(None, "schema_version", version + 1)?;
                Ok(checksums::write_with_new_columns(transaction, "season", &["card", "counts", "from_points"])?)
            });
        }
        if migration != &M::up(CHECKSUMS) {
            return migration.clone();
        }
        M::up_with_hook(CHECKSUMS, move |transaction: &Transaction| {
            if is_new {
                insert_league(transaction)?;
            }
            events::move_all_texts_out(transaction)?;
            Ok(write_checksums(transaction)?)
        })
    };
    Migrations::new(MIGRATIONS.iter().map(migration).collect())
        .to_latest(connection)
        .map_err(|error| unavailable(format!("{} cannot be brought up to date: {error}", path.display())))
}

/// Gives every event, every stream and every plain row its checksum, as version 5 of the schema does.
pub fn write_checksums(connection: &Connection) -> rusqlite::Result<()> {
    checksums::register(connection)?;
    events::write_checksums(connection)?;
    checksums::write(connection)
}

/// Writes the default league of a new database.
fn insert_league(connection: &Connection) -> rusqlite::Result<()> {
    let League { name, settings, is_public, .. } = League::default();
    let update = "UPDATE league SET name = ?1, settings = ?2, public = ?3 WHERE NOT is_set";
    connection.execute(update, params![name, league::encode(&settings), is_public]).map(drop)
}
