//! The copies of the database that are made before its schema is raised, for an operator who wants to go back.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::Connection;

use super::{beside, folder, whole_copy};
use crate::StoreError;

const DAY: Duration = Duration::from_secs(24 * 60 * 60);
/// The time for which a copy is kept. It holds people who were forgotten since.
const LIFETIME: Duration = DAY.saturating_mul(30);

/// Copies the whole database to `<its path>.before-<schema>`, on the disk when this returns. A copy that an interrupted
/// start left is replaced.
pub fn make(connection: &Connection, path: &Path, schema: usize) -> Result<PathBuf, StoreError> {
    let copy = beside(path, &format!(".before-{schema}"));
    whole_copy::write(connection, &copy).map_err(|error| {
        let (path, copy) = (path.display(), copy.display());
        StoreError::Unavailable(format!("{path} cannot be copied to {copy} before it is brought up to date: {error}"))
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

/// Returns true for a name that [`make`] gives, and not for one that an operator gave a copy of their own.
fn is_copy(name: &[u8], database: &[u8]) -> bool {
    let schema = name.strip_prefix(database).and_then(|rest| rest.strip_prefix(b".before-"));
    schema.is_some_and(|schema| {
        let schema = schema.strip_suffix(b".part").unwrap_or(schema);
        !schema.is_empty() && schema.iter().all(u8::is_ascii_digit)
    })
}
