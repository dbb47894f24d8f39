//! A database made of an archive that `pegout export` wrote.

use std::fs::{self, File};
use std::io::{BufReader, Read};
use std::path::Path;

use zip::ZipArchive;

use super::export::FORM;
use crate::cli::{self, check};
use crate::clock::{Clock, SystemClock};
use crate::config::Config;
use crate::random::SystemRandom;
use crate::store::archive::{self, TABLES};
use crate::store::{Location, SqliteStore, Store};

/// Fills the database, which must not be there, and prints what is in it.
pub async fn run(config: &Config, source: &Path) -> Result<(), String> {
    let database = match &config.database {
        Location::File(file) => file,
        Location::Postgres(address) => {
            let sentence =
                format!("Import into a new file with --database, then copy it to {address} with \"pegout copy\".");
            return Err(sentence);
        }
    };
    if database.exists() {
        return Err(format!("{} is there already: name a new file with --database.", database.display()));
    }
    let cannot_read = |error: &dyn std::fmt::Display| format!("{} cannot be read: {error}.", source.display());
    let file = File::open(source).map_err(|error| cannot_read(&error))?;
    let mut zip = ZipArchive::new(BufReader::new(file)).map_err(|error| cannot_read(&error))?;
    let mut form = String::new();
    zip.by_name("README.txt")
        .map_err(|error| error.to_string())
        .and_then(|mut readme| readme.read_to_string(&mut form).map_err(|error| error.to_string()))
        .map_err(|error| cannot_read(&error))?;
    if !form.starts_with(FORM) {
        return Err(format!("{} was not written by this Pegout's export.", source.display()));
    }
    let store = SqliteStore::new(database.clone());
    let made = store.probe_write(SystemClock.now()).await.map_err(cli::sentence);
    store.close();
    let filled = made.and_then(|()| {
        archive::fill(database, &SystemRandom, |connection| {
            for table in &TABLES {
                let lines = zip.by_name(&format!("{}.jsonl", table.name)).map_err(|error| cannot_read(&error))?;
                archive::read_lines(connection, table, BufReader::new(lines))?;
            }
            Ok(())
        })
    });
    let report = match filled {
        Ok(()) => check::sound(&config.database).await.map(|(report, _)| report),
        Err(error) => Err(error),
    };
    if report.is_err() {
        // A half of the club would be taken for the whole.
        let _ = fs::remove_file(database);
    }
    cli::print(&format!(
        "{} has everything of {}: {}. Set the coordinator's password with \"pegout password\", and add helpers anew.\n",
        database.display(),
        source.display(),
        check::contents(&report?)
    ))
}
