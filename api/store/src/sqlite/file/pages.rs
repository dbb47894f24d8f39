//! The pages of the file: small ones, since a commit writes whole pages.

use std::path::Path;

use rusqlite::{Connection, Result};

use crate::sqlite::checksum;
use crate::sqlite::rows::identity;

/// The bytes of a page. An event has 200 or so.
const SIZE: u32 = 1024;
/// The pages in the write-ahead log after which SQLite writes them into the file: 4 MB.
const CHECKPOINT: u32 = 4096;

/// Sets the size of the pages of a file that has none yet, or is about to be rewritten.
pub fn set_size(connection: &Connection) -> Result<()> {
    connection.pragma_update(None, "page_size", SIZE)
}

/// Begins a write-ahead log. Returns true where the file has one now.
pub fn begin_wal(connection: &Connection) -> Result<bool> {
    connection.pragma_update(None, "wal_autocheckpoint", CHECKPOINT)?;
    let mode = connection.pragma_update_and_check(None, "journal_mode", "wal", |row| row.get::<_, String>(0))?;
    Ok(mode.eq_ignore_ascii_case("wal"))
}

/// Rewrites a file of an earlier Pegout whose pages are larger. Where that fails, because the disk has no room for a second
/// one, say, the file goes on as it is, and the next start tries again.
pub fn rewrite_large(connection: &Connection, path: &Path) {
    let rewritten = is_large(connection).and_then(|is_large| if is_large { rewrite(connection) } else { Ok(()) });
    if let Err(error) = rewritten {
        log::warn!("{} keeps its large pages until the next start: {error}", path.display());
    }
}

fn is_large(connection: &Connection) -> Result<bool> {
    Ok(connection.query_row("PRAGMA page_size", [], |row| row.get::<_, u32>(0))? > SIZE)
}

/// Rewrites the file in one transaction. SQLite changes the size only of a file without a write-ahead log.
fn rewrite(connection: &Connection) -> Result<()> {
    // The events get other row ids.
    checksum::register(connection)?;
    identity::count_change(connection)?;
    connection.pragma_update(None, "journal_mode", "delete")?;
    let rewritten = set_size(connection).and_then(|()| connection.execute_batch("VACUUM"));
    begin_wal(connection)?;
    rewritten
}
