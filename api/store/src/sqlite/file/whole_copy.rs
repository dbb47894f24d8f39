//! A copy of the whole database in one file, whether or not it is being written to.

use std::error::Error;
use std::fs::{self, File};
use std::path::Path;

use rusqlite::{Connection, OpenFlags};

use super::{beside, folder, private_file, remove};
use crate::sqlite::checksum;
use crate::sqlite::rows::identity;

/// Copies the database of this connection to `copy`, which is there whole and on the disk when this returns, or not at
/// all. Another file of that name is replaced.
pub fn write(connection: &Connection, copy: &Path) -> Result<(), Box<dyn Error>> {
    let part = beside(copy, ".part");
    remove(&part)?;
    private_file::create(&part)?;
    let written = fill(connection, &part).and_then(|()| Ok(fs::rename(&part, copy)?));
    if written.is_err() {
        // The disk is full, perhaps: a part of the copy only takes room.
        let _ = fs::remove_file(&part);
    }
    written?;
    File::open(folder(copy))?.sync_all()?;
    Ok(())
}

/// Copies the database of this connection to this empty file. It is on the disk when this returns.
pub fn fill(connection: &Connection, part: &Path) -> Result<(), Box<dyn Error>> {
    connection.execute("VACUUM INTO ?1", [part.to_str().ok_or("its path is not written in UTF-8")?])?;
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let copied = Connection::open_with_flags(part, flags)?;
    if copied.table_exists(None, "identity")? {
        // A copy that is interrupted is thrown away, so it needs no journal.
        copied.execute_batch("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF")?;
        checksum::register(&copied)?;
        identity::set_served(&copied, false)?;
    }
    File::open(part)?.sync_all()?;
    let finding: String = copied.query_row("PRAGMA quick_check(1)", [], |row| row.get(0))?;
    if finding == "ok" { Ok(()) } else { Err(format!("the copy is damaged: {finding}").into()) }
}
