//! The ids of the people who were forgotten: without names, in the database and in a file beside it and beside the backups,
//! so that a backup from before does not bring anybody back.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use pegout_engine::league::PlayerId;
use rusqlite::Connection;

use crate::store::sqlite::file::{beside, folder, private_file};

/// The ending of the list's name, after that of the database.
const ENDING: &str = ".forgotten";

/// The ids in the database.
pub fn ids(connection: &Connection) -> rusqlite::Result<Vec<PlayerId>> {
    let mut select = connection.prepare("SELECT id FROM forgotten_player ORDER BY id")?;
    select.query_map([], |row| row.get(0).map(PlayerId::from_bytes))?.collect()
}

/// Adds ids to those in the database.
pub fn add(connection: &Connection, ids: &[PlayerId]) -> rusqlite::Result<()> {
    let mut insert = connection.prepare("INSERT OR IGNORE INTO forgotten_player (id) VALUES (?1)")?;
    ids.iter().try_for_each(|id| insert.execute([id.bytes()]).map(drop))
}

/// The path of the list of a database, in the folder where that is or in another.
pub fn list_of(database: &Path, other: Option<&Path>) -> PathBuf {
    let place = other.zip(database.file_name()).map(|(folder, name)| folder.join(name));
    beside(place.as_deref().unwrap_or(database), ENDING)
}

/// Writes a list that is on the disk when this returns, unless it is there already.
pub fn write(list: &Path, ids: &[PlayerId]) -> io::Result<()> {
    let text: String = ids.iter().map(|id| format!("{id}\n")).collect();
    let is_written = fs::read_to_string(list).is_ok_and(|written| written == text);
    if is_written || (ids.is_empty() && !list.exists()) {
        return Ok(());
    }
    let part = beside(list, ".part");
    let mut file = private_file::open(&part)?;
    file.set_len(0)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()?;
    fs::rename(&part, list)?;
    File::open(folder(list))?.sync_all()
}

/// The lists in the folder of a database or a backup.
pub fn lists_beside(path: &Path) -> Vec<Vec<PlayerId>> {
    let entries = fs::read_dir(folder(path)).into_iter().flatten().flatten();
    let is_list = |path: &PathBuf| path.as_os_str().as_encoded_bytes().ends_with(ENDING.as_bytes());
    let lists = entries.map(|entry| entry.path()).filter(is_list).filter_map(|list| fs::read_to_string(list).ok());
    lists.map(|list| list.lines().filter_map(|line| line.trim().parse().ok()).collect()).collect()
}
