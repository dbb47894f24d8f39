//! A replaced database is kept next to the new one, under a free name.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use crate::sqlite::file::mark;
use crate::sqlite::files::{self, beside, remove, sync_folder};

/// The most databases that are kept of one second.
const MOST_OF_A_SECOND: u32 = 99;
/// The endings of the files that belong to a database: its write-ahead log and its mark.
pub const BESIDE: [&str; 2] = ["-wal", mark::ENDING];

/// Gives the database, its write-ahead log and its mark second names, and returns the database's. All keep their own
/// names too. The new names are on the disk when this returns.
pub fn keep(database: &Path, second: &str) -> io::Result<PathBuf> {
    named(database, &format!(".replaced-{second}"), name_again)
}

/// Copies the database, its write-ahead log and its mark as they are, and returns the copy's name. All are on the disk
/// when this returns.
pub fn copy_aside(database: &Path, second: &str) -> io::Result<PathBuf> {
    named(database, &format!(".lost-{second}"), copy)
}

/// Calls `make` with the first free name with this ending.
fn named(database: &Path, ending: &str, make: fn(&Path, &Path) -> io::Result<()>) -> io::Result<PathBuf> {
    for number in 1..=MOST_OF_A_SECOND {
        let number = if number == 1 { String::new() } else { format!("-{number}") };
        let kept = beside(database, &format!("{ending}{number}"));
        if BESIDE.iter().any(|ending| beside(&kept, ending).exists()) {
            continue;
        }
        match make(database, &kept) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
            Ok(()) => {
                let made = make_beside(database, &kept, make);
                if made.is_err() {
                    // Two names of a database that is served would be two databases to SQLite.
                    forget(&kept)?;
                }
                return made.map(|()| kept);
            }
        }
    }
    Err(io::Error::new(io::ErrorKind::AlreadyExists, "99 databases were kept in this second"))
}

fn make_beside(database: &Path, kept: &Path, make: fn(&Path, &Path) -> io::Result<()>) -> io::Result<()> {
    for ending in BESIDE {
        let file = beside(database, ending);
        if fs::metadata(&file).is_ok_and(|file| file.len() > 0) {
            make(&file, &beside(kept, ending))?;
        }
    }
    sync_folder(database)
}

/// Removes the second names.
pub fn forget(kept: &Path) -> io::Result<()> {
    BESIDE.iter().try_for_each(|ending| remove(&beside(kept, ending)))?;
    remove(kept)
}

/// Gives a file a second name that is still free. In a file system without hard links it makes a copy.
pub fn name_again(file: &Path, name: &Path) -> io::Result<()> {
    match fs::hard_link(file, name) {
        Err(error) if has_no_links(&error) => copy(file, name),
        linked => linked,
    }
}

/// Returns true for the errors of a file system without hard links, or without room for another hard link.
fn has_no_links(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::PermissionDenied | io::ErrorKind::Unsupported | io::ErrorKind::TooManyLinks)
}

fn copy(file: &Path, name: &Path) -> io::Result<()> {
    let mut source = File::open(file)?;
    let mut copy = OpenOptions::new().write(true).create_new(true).mode(0o600).open(name)?;
    let copied =
        io::copy(&mut source, &mut copy).and_then(|_| copy.sync_all()).and_then(|()| files::keep_owner(file, name));
    if copied.is_err() {
        // The disk is full, perhaps: a part of the copy would be taken for the whole.
        let _ = fs::remove_file(name);
    }
    copied
}
