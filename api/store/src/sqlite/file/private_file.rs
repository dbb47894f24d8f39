//! Files that the account of the service alone may read and write: players' names and telephone numbers are in them.

use std::fs::{self, File, OpenOptions, Permissions};
use std::io;
use std::os::unix::fs::{MetadataExt, OpenOptionsExt, PermissionsExt, chown};
use std::path::Path;

const MODE: u32 = 0o600;

/// Makes the file and opens it for writing. One that is there is opened as it is, and closed to others.
pub fn open(path: &Path) -> io::Result<File> {
    let file = OpenOptions::new().write(true).create(true).truncate(false).mode(MODE).open(path)?;
    close_to_others(path);
    Ok(file)
}

/// Makes the file, or the one that a link leads to; leaves one that is there untouched.
pub fn create(path: &Path) -> io::Result<()> {
    if fs::exists(path)? {
        return Ok(());
    }
    OpenOptions::new().write(true).create(true).truncate(false).mode(MODE).open(path).map(drop)
}

/// Takes everybody else's rights to the file away, if it is there. Where that is not allowed, the log says so.
pub fn close_to_others(path: &Path) {
    let Ok(metadata) = fs::metadata(path) else { return };
    if metadata.mode() & 0o777 == MODE {
        return;
    }
    if let Err(error) = fs::set_permissions(path, Permissions::from_mode(MODE)) {
        log::warn!("{} can be read by other accounts, and that cannot be changed: {error}", path.display());
    }
}

/// Gives the file the owner of another one, which only root may do where they differ.
pub fn keep_owner(of: &Path, file: &Path) -> io::Result<()> {
    let (wanted, own) = (fs::metadata(of)?, fs::metadata(file)?);
    if (wanted.uid(), wanted.gid()) == (own.uid(), own.gid()) {
        return Ok(());
    }
    chown(file, Some(wanted.uid()), Some(wanted.gid()))
}
