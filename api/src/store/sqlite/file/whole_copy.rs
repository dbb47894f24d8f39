//! A copy of the whole database in one file, whether or not it is being written to.

use std::error::Error;
use std::fs::{self, File};
use std::io;
use std::path::Path;

use rusqlite::{Connection, OpenFlags};

use super::{beside, folder, private_file};

/// Copies the database of this connection to `copy`, which is there whole and on the disk when this returns, or not at
/// all. Another file of that name is replaced.
pub fn write(connection: &Connection, copy: &Path) -> Result<(), Box<dyn Error>> {
    let part = beside(copy, ".part");
    match fs::remove_file(&part) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error.into()),
        _ => {}
    }
    private_file::create(&part)?;
    let written = write_part(connection, &part).and_then(|()| Ok(fs::rename(&part, copy)?));
    if written.is_err() {
        // The disk is full, perhaps: a part of the copy only takes room.
        let _ = fs::remove_file(&part);
    }
    written?;
    File::open(folder(copy))?.sync_all()?;
    Ok(())
}

fn write_part(connection: &Connection, part: &Path) -> Result<(), Box<dyn Error>> {
    connection.execute("VACUUM INTO ?1", [part.to_str().ok_or("its path is not written in UTF-8")?])?;
    File::open(part)?.sync_all()?;
    let copied = Connection::open_with_flags(part, OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
    let finding: String = copied.query_row("PRAGMA quick_check(1)", [], |row| row.get(0))?;
    if finding == "ok" { Ok(()) } else { Err(format!("the copy is damaged: {finding}").into()) }
}
