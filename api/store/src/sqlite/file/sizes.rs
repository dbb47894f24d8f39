//! The sizes of the database and of its write-ahead log, for the metrics.

use std::fs;
use std::path::{Path, PathBuf};

use super::beside;

/// The size of the database in bytes; `None` while it cannot be seen.
pub fn database(path: &Path) -> Option<u64> {
    fs::metadata(path).ok().map(|metadata| metadata.len())
}

/// The size of the write-ahead log in bytes, 0 where there is none; `None` while the database cannot be seen.
pub fn wal(path: &Path) -> Option<u64> {
    let file: PathBuf = fs::canonicalize(path).ok()?;
    Some(fs::metadata(beside(&file, "-wal")).map_or(0, |metadata| metadata.len()))
}
