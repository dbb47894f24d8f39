//! Frozen databases of every schema version: see `tests/http/data/databases/README.md`.

mod answers;
mod club;
mod complete;
mod continuation;
mod freeze;
mod interrupted;
mod loading;
mod releases;
mod schema_version;
mod shape;

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use rusqlite::Connection;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::support::service::{Service, unlimited};
use answers::Answered;
use shape::EventShape;

/// The data that was frozen beside a database.
#[derive(Deserialize, Serialize)]
pub struct Frozen {
    /// The tokens by their purpose.
    pub tokens: Map<String, Value>,
    /// The ids of games and nights by their purpose.
    #[serde(rename = "places")]
    pub ids: Map<String, Value>,
    /// The names of the representatives who sign in, with their passwords.
    pub passwords: Map<String, Value>,
    /// The recorded responses.
    pub answers: Vec<Answered>,
}

/// The file of a schema version with this extension.
fn file(version: u32, ending: &str) -> PathBuf {
    PathBuf::from(format!("{}/../tests/http/data/databases/{version}.{ending}", env!("CARGO_MANIFEST_DIR")))
}

/// The schema versions with a frozen database.
fn versions() -> Vec<u32> {
    let files = fs::read_dir(file(0, "sql").parent().unwrap()).unwrap().map(|entry| entry.unwrap().path());
    let frozen = files.filter(|path| path.extension().is_some_and(|ending| ending == "sql"));
    let mut versions: Vec<u32> =
        frozen.map(|path| path.file_stem().unwrap().to_str().unwrap().parse().unwrap()).collect();
    versions.sort_unstable();
    assert!(!versions.is_empty());
    versions
}

/// The schema version that this Pegout writes.
fn version_of_today() -> u32 {
    version(&empty().database())
}

fn version(connection: &Connection) -> u32 {
    connection.query_row("PRAGMA user_version", [], |row| row.get(0)).unwrap()
}

/// A service with an empty database.
fn empty() -> Service {
    let service = Service::start();
    assert_eq!(service.get("/readyz").status, 200);
    service
}

fn read(version: u32, ending: &str) -> String {
    let path = file(version, ending);
    fs::read_to_string(&path).unwrap_or_else(|error| {
        let path = path.display();
        panic!("{path}: {error}. Freeze what this version writes, as described in tests/http/data/databases/README.md.")
    })
}

fn frozen(version: u32) -> Frozen {
    serde_json::from_str(&read(version, "json")).unwrap()
}

fn lines(version: u32) -> EventShape {
    read(version, "shape").lines().map(str::to_owned).collect()
}

/// A service on a copy of a frozen database.
fn serve_frozen(version: u32) -> Service {
    let directory = Arc::new(tempfile::tempdir().unwrap());
    let connection = Connection::open(directory.path().join("pegout.db")).unwrap();
    connection.execute_batch(&read(version, "sql")).unwrap();
    drop(connection);
    Service::start_in(directory, unlimited)
}

impl Frozen {
    pub fn token(&self, name: &str) -> &str {
        self.tokens[name].as_str().unwrap()
    }

    pub fn id(&self, name: &str) -> &str {
        self.ids[name].as_str().unwrap()
    }
}
