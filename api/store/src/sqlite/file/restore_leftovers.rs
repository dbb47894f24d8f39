//! The files that an interrupted restore has left next to a database.

use std::path::Path;

use super::served_file::FileIdentity;
use crate::StoreError;
use crate::sqlite::files::{beside, remove};

/// The ending of a prepared database's name. The restore has changed nothing yet.
pub const PREPARED: &str = ".restored";
/// The ending of its name while it replaces the database. The old log may be gone.
pub const READY: &str = ".replacing";
/// The endings of a prepared database and its own files.
const PARTS: [&str; 5] = ["", ".part", ".part-journal", "-journal", "-wal"];

/// Refuses a database that a restore was replacing. Also refuses a missing database if a restore has left files.
pub fn refuse_interrupted(path: &Path) -> Result<(), StoreError> {
    let (prepared, ready) = (beside(path, PREPARED), beside(path, READY));
    let sentence = if ready.exists() && !is_same(path, &ready) {
        format!(
            "{} was being replaced when its restore was interrupted: run \"pegout restore BACKUP --replace\" again.",
            path.display()
        )
    } else if prepared.exists() && !path.exists() {
        format!(
            "{} is missing, and {} is left of a restore that was interrupted: run \"pegout restore BACKUP\" again.",
            path.display(),
            prepared.display()
        )
    } else {
        return Ok(());
    };
    Err(StoreError::Unusable(sentence))
}

/// Removes the files of a restore that had changed nothing or was complete. The caller has the lock.
pub fn remove_all(path: &Path) {
    for part in PARTS.iter().map(|part| beside(&beside(path, PREPARED), part)).chain([beside(path, READY)]) {
        if part.exists()
            && let Err(error) = remove(&part)
        {
            log::warn!("{} is left of an interrupted restore and cannot be removed: {error}", part.display());
        }
    }
}

pub fn is_same(path: &Path, other: &Path) -> bool {
    matches!((FileIdentity::of(path), FileIdentity::of(other)), (Ok(one), Ok(other)) if one == other)
}
