//! A replaced database is kept next to the new one, under a free name.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use crate::store::sqlite::file::{beside, folder, private_file, remove};

/// The most databases that are kept of one second.
const MOST_OF_A_SECOND: u32 = 99;

/// Gives the database and its write-ahead log second names, and returns the database's. Both keep their own names too. The new
/// names are on the disk when this returns.
pub fn keep(database: &Path, second: &str) -> io::Result<PathBuf> {
    for number in 1..=MOST_OF_A_SECOND {
        let ending = if number == 1 { String::new() } else { format!("-{number}") };
        let kept = beside(database, &format!(".replaced-{second}{ending}"));
        if fs::exists(beside(&kept, "-wal"))? {
            continue;
        }
        match name_again(database, &kept) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
            Ok(()) => {
                let named = keep_log(database, &kept);
                if named.is_err() {
                    // Two names of a database that is served would be two databases to SQLite.
                    remove(&beside(&kept, "-wal"))?;
                    remove(&kept)?;
                }
                return named.map(|()| kept);
            }
        }
    }
    Err(io::Error::new(io::ErrorKind::AlreadyExists, "99 databases were replaced in this second"))
}

fn keep_log(database: &Path, kept: &Path) -> io::Result<()> {
    let log = beside(database, "-wal");
    if fs::metadata(&log).is_ok_and(|log| log.len() > 0) {
        name_again(&log, &beside(kept, "-wal"))?;
    }
    File::open(folder(database))?.sync_all()
}

/// Gives a file a second name, which nothing may have. A file system without such names gets a copy.
pub fn name_again(file: &Path, name: &Path) -> io::Result<()> {
    match fs::hard_link(file, name) {
        Err(error) if has_no_links(&error) => copy(file, name),
        linked => linked,
    }
}

/// Returns true for the errors of a file system that has no second names, or no more of them.
fn has_no_links(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::PermissionDenied | io::ErrorKind::Unsupported | io::ErrorKind::TooManyLinks)
}

fn copy(file: &Path, name: &Path) -> io::Result<()> {
    let mut source = File::open(file)?;
    let mut copy = OpenOptions::new().write(true).create_new(true).mode(0o600).open(name)?;
    let copied = io::copy(&mut source, &mut copy)
        .and_then(|_| copy.sync_all())
        .and_then(|()| private_file::keep_owner(file, name));
    if copied.is_err() {
        // The disk is full, perhaps: a part of the copy would be taken for the whole.
        let _ = fs::remove_file(name);
    }
    copied
}
