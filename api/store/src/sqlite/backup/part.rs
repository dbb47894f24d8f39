//! An unfinished backup. It gets its name only after the check.

use std::fs::{self, File, TryLockError};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use super::{cannot_copy_to, keeping};
use crate::StoreError;
use crate::sqlite::files::{self, beside, folder, remove, sync_folder};

/// The ending of its name until then.
const ENDING: &str = ".part";
/// The ending of a damaged database's copy.
const DAMAGED: &str = ".damaged";
/// The number of kept copies of a damaged database: perhaps there is no better copy.
const MOST_DAMAGED: usize = 2;
/// The first bytes of each database of SQLite's.
const HEADER: &[u8; 16] = b"SQLite format 3\0";

/// A backup that has no name of its own yet. Dropping it removes its file.
pub struct BackupPart {
    target: PathBuf,
    path: PathBuf,
    /// Without a lock a part counts as left behind.
    _lock: File,
}

impl BackupPart {
    /// Begins the backup with this name, which must be free. Removes the parts of interrupted backups in its folder.
    pub fn begin(target: &Path) -> Result<BackupPart, StoreError> {
        let shown = target.display();
        if target.exists() {
            return Err(StoreError::Unusable(format!("{shown} is there already: name another file.")));
        }
        remove_left(folder(target));
        let path = beside(target, ENDING);
        let lock = files::open_private(&path).map_err(|error| cannot_copy_to(target, &error))?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let sentence = format!("Another Pegout writes {shown} at this moment: name another file.");
                return Err(StoreError::Unusable(sentence));
            }
            Err(TryLockError::Error(error)) => return Err(cannot_copy_to(target, &error)),
        }
        Ok(BackupPart { target: target.to_owned(), path, _lock: lock })
    }

    /// The file to write, which exists and is empty.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Gives the backup its name.
    pub fn place(self) -> Result<(), StoreError> {
        self.rename(&self.target).map_err(|error| cannot_copy_to(&self.target, &error))
    }

    /// Gives the copy of a damaged database a name that differs from a backup's name, and returns its path. Keeps one
    /// older copy.
    pub fn set_aside(self) -> Result<PathBuf, StoreError> {
        let name = beside(&self.target, DAMAGED);
        self.rename(&name).map_err(|error| cannot_copy_to(&name, &error))?;
        let mut copies = files(folder(&name)).filter(|path| has_ending(path, DAMAGED)).collect::<Vec<_>>();
        copies.sort_by_key(|path| fs::metadata(path).and_then(|file| file.modified()).ok());
        for old in copies.iter().rev().skip(MOST_DAMAGED) {
            if let Err(error) = remove(old) {
                log::warn!("the old copy {} cannot be removed: {error}", old.display());
            }
        }
        Ok(name)
    }

    fn rename(&self, name: &Path) -> io::Result<()> {
        keeping::name_again(&self.path, name)?;
        remove(&self.path)?;
        sync_folder(name)
    }
}

impl Drop for BackupPart {
    fn drop(&mut self) {
        // If this fails, the next backup removes the file.
        let _ = remove(&self.path);
        let _ = remove(&beside(&self.path, "-journal"));
    }
}

/// Removes the parts of killed backups. If this fails, the log says so.
pub fn remove_left(folder: &Path) {
    for part in files(folder).filter(|path| has_ending(path, ENDING) && is_left(path)) {
        log::info!("{} was left by a backup that was interrupted, and is removed", part.display());
        for file in [beside(&part, "-journal"), part] {
            if let Err(error) = remove(&file) {
                log::warn!("{} cannot be removed: {error}", file.display());
            }
        }
    }
}

/// Returns true for a part that no process writes. False for another program's file with such a name.
fn is_left(part: &Path) -> bool {
    let mut header = Vec::new();
    let Ok(file) = File::options().read(true).write(true).open(part) else { return false };
    let is_database = (&file).take(16).read_to_end(&mut header).is_ok()
        && (header.is_empty() || header == HEADER || header == [0; 16]);
    is_database && file.try_lock().is_ok()
}

fn files(folder: &Path) -> impl Iterator<Item = PathBuf> {
    fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path())
}

fn has_ending(path: &Path, ending: &str) -> bool {
    path.as_os_str().as_encoded_bytes().ends_with(ending.as_bytes())
}
