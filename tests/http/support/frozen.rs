//! The frozen data of releases, and databases of every schema version: see `tests/http/data/releases/README.md`.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

use flate2::read::GzDecoder;
use rusqlite::Connection;

use crate::support::checksums;
use crate::support::service::Service;

/// A file of the repository.
fn repository(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path)
}

/// A file of a release.
pub fn file(release: &str, name: &str) -> PathBuf {
    repository("tests/http/data/releases").join(release).join(name)
}

/// The text of a file of a release, which may be compressed.
pub fn read(release: &str, name: &str) -> String {
    let path = file(release, name);
    let bytes = fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    if path.extension().is_none_or(|extension| extension != "gz") {
        return String::from_utf8(bytes).unwrap();
    }
    let mut text = String::new();
    GzDecoder::new(&bytes[..]).read_to_string(&mut text).unwrap();
    text
}

/// The releases with a frozen database, the oldest first.
pub fn releases() -> Vec<String> {
    let entries = fs::read_dir(repository("tests/http/data/releases")).unwrap().map(|entry| entry.unwrap().path());
    let folders = entries.filter(|path| path.join("database.sql").exists());
    let mut releases: Vec<String> =
        folders.map(|path| path.file_name().unwrap().to_str().unwrap().to_owned()).collect();
    releases.sort_by_key(|release| release.split('.').map(|part| part.parse().unwrap()).collect::<Vec<u32>>());
    assert!(!releases.is_empty());
    releases
}

/// The version of a database's schema.
pub fn version(database: &Connection) -> u32 {
    database.query_row("PRAGMA user_version", [], |row| row.get(0)).unwrap()
}

/// The version of the schema that this Pegout writes.
#[track_caller]
pub fn version_of_today() -> u32 {
    let service = Service::start();
    assert_eq!(service.get("/readyz").status, 200);
    version(&service.database())
}

/// The version of the schema of a release's database.
pub fn version_of(release: &str) -> u32 {
    let database = Connection::open_in_memory().unwrap();
    database.execute_batch(&read(release, "database.sql")).unwrap();
    version(&database)
}

/// The newest release whose schema is not newer than this version.
pub fn newest_until(version: u32) -> String {
    releases().into_iter().rfind(|release| version_of(release) <= version).unwrap()
}

/// Writes the database of a release into a folder.
pub fn write(release: &str, folder: &Path) -> Connection {
    let database = Connection::open(folder.join("pegout.db")).unwrap();
    database.execute_batch(&read(release, "database.sql")).unwrap();
    database
}

/// Writes a database of this schema version into a folder: the newest release before it, brought to this version by the migrations.
pub fn stopped_at(wanted: u32, folder: &Path) -> Connection {
    let database = write(&newest_until(wanted), folder);
    for number in version(&database) + 1..=wanted {
        database.execute_batch(&migration(number)).unwrap();
        database.pragma_update(None, "user_version", number).unwrap();
    }
    // From version 5 on: the service writes them itself after that migration.
    if database.table_exists(None, "stream").unwrap() {
        checksums::execute(&database, "UPDATE trial SET at = at", []).unwrap();
    }
    database
}

/// The statements of the migration to this version.
fn migration(version: u32) -> String {
    let entries = fs::read_dir(repository("api/store/src/sqlite/migrations")).unwrap().map(|entry| entry.unwrap());
    let is_of = |entry: &fs::DirEntry| entry.file_name().to_str().unwrap().starts_with(&format!("{version:04}_"));
    fs::read_to_string(entries.into_iter().find(is_of).unwrap().path()).unwrap()
}
