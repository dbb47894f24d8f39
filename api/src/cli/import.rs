//! A database made of an archive that `pegout export` wrote.

use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

use zip::ZipArchive;
use zip::result::ZipError;

use super::export::FORM;
use super::manifest::{self, Manifest};
use crate::cli::{self, check};
use crate::config::Config;
use pegout_model::clock::{Clock, SystemClock};
use pegout_model::random::SystemRandom;
use pegout_store::archive::{self, HEADS, TABLES, Table};
use pegout_store::{Location, SqliteStore, Store, backup};

type Archive = ZipArchive<BufReader<File>>;

/// Fills a new database and prints its contents. Refuses a changed archive, unless the operator calls it `edited`.
pub async fn run(config: &Config, source: &Path, edited: bool) -> Result<(), String> {
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
    let changes = changes(&mut zip).map_err(|error| cannot_read(&error))?;
    let shown = source.display();
    if let (Changes::Found(found), false) = (&changes, edited) {
        let found = found.join(", ");
        return Err(format!("{shown} is not as Pegout wrote it: {found}. If you changed it on purpose, add --edited."));
    }
    backup::remove_mark(database).map_err(cli::sentence)?;
    let store = SqliteStore::new(database.clone());
    let made = store.probe_write(SystemClock.now()).await.map_err(cli::sentence);
    store.close();
    let filled = made
        .and_then(|()| fill(database, &mut zip, matches!(changes, Changes::None)).map_err(|error| cannot_read(&error)));
    let report = match filled {
        Ok(()) => check::sound(&config.database).await.map(|(report, _)| report),
        Err(error) => Err(error),
    };
    if report.is_err() {
        // A half of the club would be taken for the whole.
        let _ = fs::remove_file(database);
    }
    let report = report?;
    let note = match changes {
        Changes::None => String::new(),
        Changes::Found(found) => format!("It was changed after the export: {}.\n", found.join(", ")),
        Changes::Unknown => "This export has no checksums, so nobody knows whether it was changed.\n".to_owned(),
    };
    cli::print(&format!(
        "{} has everything of {shown}: {}. Set the coordinator's password with \"pegout password\", and add helpers anew.\n{note}",
        database.display(),
        report.contents()
    ))
}

/// The changes of an archive after the export.
enum Changes {
    None,
    /// The changed lines of each file, as parts of a sentence.
    Found(Vec<String>),
    /// An older Pegout wrote the archive, without checksums.
    Unknown,
}

fn changes(zip: &mut Archive) -> Result<Changes, String> {
    let manifest: Manifest = match zip.by_name(manifest::NAME) {
        Ok(file) => serde_json::from_reader(file).map_err(|error| error.to_string())?,
        Err(ZipError::FileNotFound) => return Ok(Changes::Unknown),
        Err(error) => return Err(error.to_string()),
    };
    let mut found = Vec::new();
    for name in TABLES.iter().chain([&HEADS]).map(Table::file) {
        let file = zip.by_name(&name).map_err(|error| format!("{name}: {error}"))?;
        found.extend(manifest.difference(&name, BufReader::new(file)).map_err(|error| format!("{name}: {error}"))?);
    }
    Ok(if found.is_empty() { Changes::None } else { Changes::Found(found) })
}

/// Fills a new database. Refuses logs that differ from an archive that `is_unchanged`.
fn fill(database: &Path, zip: &mut Archive, is_unchanged: bool) -> Result<(), String> {
    archive::fill(database, &SystemRandom, |connection| {
        TABLES.iter().try_for_each(|table| archive::read_lines(connection, table, lines(zip, table)?))
    })?;
    if !is_unchanged {
        return Ok(());
    }
    let (connection, _) = backup::open_to_read(database).map_err(cli::sentence)?;
    let others = archive::other_heads(&connection, lines(zip, &HEADS)?)?;
    if others.is_empty() {
        Ok(())
    } else {
        Err(format!("the logs of {} are not those of stream.jsonl", others.join(", ")))
    }
}

fn lines<'a>(zip: &'a mut Archive, table: &Table) -> Result<impl BufRead + use<'a>, String> {
    Ok(BufReader::new(zip.by_name(&table.file()).map_err(|error| error.to_string())?))
}
