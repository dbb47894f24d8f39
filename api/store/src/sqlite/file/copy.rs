//! Copies of the whole database, whether or not it is being written to.

use std::error::Error;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::Connection;

use crate::StoreError;
use crate::error::unavailable;
use crate::sqlite::files::{beside, create_private, folder, remove, sync_folder};
use crate::sqlite::{checksums, identity, readers};

const DAY: Duration = Duration::from_secs(24 * 60 * 60);
/// The time for which a copy is kept. It contains players who were forgotten since.
const LIFETIME: Duration = DAY.saturating_mul(30);

/// Copies the database of this connection to `copy`, and replaces a file of this name. The copy is complete and on the
/// disk when this returns, or it does not exist.
pub fn vacuum_into(connection: &Connection, copy: &Path) -> Result<(), Box<dyn Error>> {
    replace(copy, |part| fill(connection, part))
}

/// Gives the file that `fill` fills the path `copy`, all at once.
fn replace(copy: &Path, fill: impl FnOnce(&Path) -> Result<(), Box<dyn Error>>) -> Result<(), Box<dyn Error>> {
    let part = beside(copy, ".part");
    remove(&part)?;
    create_private(&part)?;
    let written = fill(&part).and_then(|()| Ok(fs::rename(&part, copy)?));
    if written.is_err() {
        // Perhaps the disk is full: a part of the copy only takes space.
        let _ = fs::remove_file(&part);
    }
    written?;
    Ok(sync_folder(copy)?)
}

/// Copies the database of this connection to this empty file. It is on the disk when this returns.
pub fn fill(connection: &Connection, part: &Path) -> Result<(), Box<dyn Error>> {
    refuse(&write(connection, part)?)
}

fn refuse(findings: &[String]) -> Result<(), Box<dyn Error>> {
    findings.first().map_or(Ok(()), |finding| Err(format!("the copy is damaged: {finding}").into()))
}

/// Copies the database as [`fill`] does, and returns the findings of SQLite's check of the copy.
fn write(connection: &Connection, part: &Path) -> Result<Vec<String>, Box<dyn Error>> {
    connection.execute("VACUUM INTO ?1", [part.to_str().ok_or("its path is not written in UTF-8")?])?;
    let copied = Connection::open_with_flags(part, readers::flags())?;
    if copied.table_exists(None, "identity")? {
        // A copy that is interrupted is thrown away, so it needs no journal.
        copied.execute_batch("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF")?;
        checksums::register(&copied)?;
        identity::set_served(&copied, false)?;
    }
    File::open(part)?.sync_all()?;
    Ok(findings(&copied)?)
}

/// The findings of SQLite's own check of a database; empty if all is well.
fn findings(connection: &Connection) -> rusqlite::Result<Vec<String>> {
    let mut check = connection.prepare("PRAGMA quick_check")?;
    let findings: Vec<String> = check.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?;
    Ok(findings.into_iter().filter(|finding| finding != "ok").collect())
}

/// Copies the whole database to `<its path>.before-<schema>`, on the disk when this returns. A copy that an interrupted
/// start left is replaced. A copy with the damaged rows of the database is complete too.
pub fn before_migration(connection: &Connection, path: &Path, schema: usize) -> Result<PathBuf, StoreError> {
    let copy = beside(path, &format!(".before-{schema}"));
    let copied = replace(&copy, |part| {
        let damage = write(connection, part)?;
        if damage == findings(connection)? { Ok(()) } else { refuse(&damage) }
    });
    copied.map_err(|error| {
        let (path, copy) = (path.display(), copy.display());
        unavailable(format!("{path} cannot be copied to {copy} before it is brought up to date: {error}"))
    })?;
    Ok(copy)
}

/// Removes copies that are older than a month, now and once a day, for ever.
pub async fn remove_old_daily(path: PathBuf) {
    loop {
        let path = path.clone();
        let removal = tokio::task::spawn_blocking(move || remove_old(&fs::canonicalize(&path).unwrap_or(path)));
        if let Err(error) = removal.await {
            log::warn!("old copies of the database are not looked for: {error}");
        }
        tokio::time::sleep(DAY).await;
    }
}

fn remove_old(path: &Path) {
    let Some(name) = path.file_name() else { return };
    for entry in fs::read_dir(folder(path)).into_iter().flatten().flatten() {
        let is_copy = is_copy(entry.file_name().as_encoded_bytes(), name.as_encoded_bytes());
        let is_old = || entry.metadata()?.modified()?.elapsed().map_err(io::Error::other).map(|age| age > LIFETIME);
        if !is_copy || !is_old().unwrap_or(false) {
            continue;
        }
        let copy = entry.path();
        match fs::remove_file(&copy) {
            Ok(()) => log::info!("{} is older than 30 days and was removed", copy.display()),
            Err(error) => log::warn!("{} is older than 30 days and cannot be removed: {error}", copy.display()),
        }
    }
}

/// Returns true for a name that [`before_migration`] gives; false for the names of an operator's own copies.
fn is_copy(name: &[u8], database: &[u8]) -> bool {
    let schema = name.strip_prefix(database).and_then(|rest| rest.strip_prefix(b".before-"));
    schema.is_some_and(|schema| {
        let schema = schema.strip_suffix(b".part").unwrap_or(schema);
        !schema.is_empty() && schema.iter().all(u8::is_ascii_digit)
    })
}
