//! A database of its own on PostgreSQL for each directory of a test, where `PEGOUT_TEST_POSTGRES` has the URL of a
//! superuser, as `tests/postgres/cluster` prints it. Without the variable every service keeps a file.

use std::cell::Cell;
use std::env;
use std::fs;
use std::panic::Location;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, Weak};
use std::thread;

use postgres::{Client, NoTls};
use tempfile::TempDir;
use uuid::Uuid;

/// The tests of SQLite's file: the file itself, its upgrades and damage, and files of earlier versions.
const OF_THE_FILE: [&str; 16] = [
    "/database/archives.rs",
    "/database/damage.rs",
    "/database/damaged_backups.rs",
    "/database/damaged_rows.rs",
    "/database/database_files.rs",
    "/database/failing_calls.rs",
    "/database/foreign_databases.rs",
    "/database/marks.rs",
    "/database/old_pages.rs",
    "/database/restores.rs",
    "/database/storage_failures.rs",
    "/frozen/",
    "/operations/demo.rs",
    "/crash/power/",
    "/crash/replica_drill.rs",
    "/crash/restore_drill.rs",
];

/// The databases, each with its directory.
static MADE: Mutex<Vec<(Weak<TempDir>, String)>> = Mutex::new(Vec::new());

thread_local! {
    static IS_ON_FILE: Cell<bool> = const { Cell::new(false) };
}

/// Lets the services of this thread keep files until it is dropped.
pub struct OnFile(());

/// For a test that looks into SQLite's file.
#[must_use]
pub fn on_file() -> OnFile {
    IS_ON_FILE.set(true);
    OnFile(())
}

impl Drop for OnFile {
    fn drop(&mut self) {
        IS_ON_FILE.set(false);
    }
}

/// The URL of the cluster's superuser.
pub fn cluster() -> Option<String> {
    env::var("PEGOUT_TEST_POSTGRES").ok()
}

/// A connection as the superuser to the database of this URL.
pub fn connect(url: &str) -> Client {
    let connected = Client::connect(url, NoTls);
    let mut client = connected.unwrap_or_else(|error| panic!("{error} at {url}, which PEGOUT_TEST_POSTGRES leads to"));
    // Rows get their checksums, as if Pegout wrote them.
    client.batch_execute("SET pegout.checksums = on; SET bytea_output = hex").unwrap();
    client
}

/// The URL of the directory's database, if it has one on PostgreSQL.
pub fn database_of(directory: &TempDir) -> Option<String> {
    fs::read_to_string(path(directory)).ok()
}

/// Makes a database for a directory that has none, unless the caller is a test of SQLite's file.
pub fn provide(directory: &Arc<TempDir>, caller: &Location) {
    let Some(cluster) = cluster() else { return };
    let is_of_the_file = IS_ON_FILE.get() || OF_THE_FILE.iter().any(|part| caller.file().contains(part));
    if !is_of_the_file && !path(directory).exists() && !directory.path().join("pegout.db").exists() {
        fs::write(path(directory), create(&cluster, directory)).unwrap();
    }
}

/// Creates a database, and drops the databases whose directory is gone. Returns the new URL.
fn create(cluster: &str, directory: &Arc<TempDir>) -> String {
    let name = format!("pegout_{}", Uuid::now_v7().simple());
    let gone: Vec<_> = {
        let mut made = MADE.lock().unwrap();
        made.push((Arc::downgrade(directory), name.clone()));
        made.extract_if(.., |(directory, _)| directory.strong_count() == 0).collect()
    };
    let replace = || {
        let mut superuser = connect(cluster);
        superuser.batch_execute(&format!("CREATE DATABASE {name}")).unwrap();
        for (_, name) in gone {
            superuser.batch_execute(&format!("DROP DATABASE {name} WITH (FORCE)")).unwrap();
        }
    };
    // This client blocks, and a thread that drives tasks must not block.
    thread::scope(|scope| scope.spawn(replace).join()).unwrap();
    let (server, _) = cluster.rsplit_once('/').expect("a URL names a database");
    format!("{server}/{name}")
}

/// The file that remembers the URL.
fn path(directory: &TempDir) -> PathBuf {
    directory.path().join("postgres")
}
