//! The ways for everything of a club into a file or another database: export, import and copy.

use std::collections::HashMap;
use std::error::Error;
use std::fmt::Display;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::Path;

use pegout_league::PlayerId;
use zip::ZipArchive;
use zip::result::ZipError;
use zip::write::{SimpleFileOptions, ZipWriter};

use crate::cli::manifest::{self, Manifest};
use crate::cli::{self, check};
use crate::config::Config;
use pegout_http::download::{self, Cell};
use pegout_model::clock::{Clock, SystemClock};
use pegout_model::random::SystemRandom;
use pegout_service::services::database::inspection::Folded;
use pegout_store::archive::{self, HEADS, TABLES, Table};
use pegout_store::{Inspection, Location, SqliteStore, Store, StoreError, backup, copy, files};

/// The form of the archive: another number is another form.
const FORM: &str = "Pegout export, form 1";

const README: &str = "\
Everything that Pegout knew of the club, but no password, no key and no webhook.

standings.csv       the cards of all nights, for a spreadsheet
player.jsonl        the players; a JSON object a line, as in all files that follow
season.jsonl        the seasons
league.jsonl        the name of the league, its settings and its house rules
night.jsonl         the nights, each with its season
event.jsonl         everything that happened in games and nights, in order: `stream` is the game or the night
event_text.jsonl    the reasons and names of the events, each with its place
merged_player.jsonl, forgotten_player.jsonl
                    the players who were entered twice, and the forgotten players, without names
representative.jsonl
                    the helpers, without passwords
stream.jsonl        the last change of each game and night, with the checksum of its events
manifest.json       checksums of all these lines

`pegout import` makes a database of it again. Then add the helpers and webhooks, and set a new password.
It refuses lines that were changed. With --edited it takes them.
";

/// The titles of the columns before the lines of the rounds.
const TITLES: [&str; 11] =
    ["date", "place", "player", "games", "total", "wins", "points", "spread", "scored", "prize", "night"];

/// Writes a new archive, and prints its contents.
pub async fn export(config: &Config, target: &Path) -> Result<(), String> {
    let (report, inspection) = check::sound(&config.database).await?;
    let cannot_write = |error: &dyn Display| format!("{} cannot be written: {error}.", target.display());
    if target.exists() {
        return Err(format!("{} is there already: name another file.", target.display()));
    }
    // The file has names and telephone numbers.
    let file = files::open_private(target).map_err(|error| cannot_write(&error))?;
    if let Err(error) = write(&inspection, &file).and_then(|()| Ok(file.sync_all()?)) {
        // A part of the archive is useless, and takes space.
        let _ = fs::remove_file(target);
        return Err(cannot_write(&error));
    }
    cli::print(&format!("{} has everything of {}: {}.\n", target.display(), config.database, report.contents()))
}

fn write(inspection: &Inspection, file: &File) -> Result<(), Box<dyn Error>> {
    let mut zip = ZipWriter::new(Quiet { file, has_failed: false });
    // A club of many years has more events than the old form of the archive can hold.
    let options = SimpleFileOptions::default().unix_permissions(0o600).large_file(true);
    zip.start_file("README.txt", options)?;
    zip.write_all(format!("{FORM}\n\n{README}").as_bytes())?;
    zip.start_file("standings.csv", options)?;
    zip.write_all(&standings(inspection)?)?;
    let mut manifest = Manifest::default();
    for table in TABLES.iter().chain([&HEADS]) {
        let name = table.file();
        zip.start_file(&name, options)?;
        manifest.write(&name, &mut zip, |lines| inspection.write_lines(table, lines))?;
    }
    zip.start_file(manifest::NAME, options)?;
    serde_json::to_writer(&mut zip, &manifest)?;
    zip.finish()?;
    Ok(())
}

/// A file that reports only its first error. Otherwise the writer of the archive would print the error again when it is dropped.
struct Quiet<'a> {
    file: &'a File,
    has_failed: bool,
}

impl Write for Quiet<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.has_failed {
            return Ok(bytes.len());
        }
        self.file.write(bytes).inspect_err(|_| self.has_failed = true)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Seek for Quiet<'_> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.file.seek(to)
    }
}

/// Returns the standings of all nights as CSV: a line for each player of each night, the oldest night first.
fn standings(inspection: &Inspection) -> Result<Vec<u8>, StoreError> {
    let folded = Folded::read(inspection, &mut Vec::new())?;
    let settings = inspection.league()?.settings;
    let names: HashMap<PlayerId, String> =
        inspection.players()?.into_iter().map(|player| (player.id, player.name)).collect();
    let name = |player: PlayerId| names.get(&player).cloned().unwrap_or_default();
    let mut rows = vec![TITLES.iter().map(|title| Cell::text(*title)).collect::<Vec<Cell>>()];
    let mut nights: Vec<_> = folded.nights.iter().collect();
    nights.sort_by_key(|(id, night)| (night.schedule().date, **id));
    for (id, night) in nights {
        for row in night.standings(&folded.results(night), &settings, &name) {
            let mut cells = vec![
                Cell::text(night.schedule().date.to_string()),
                Cell::number(row.place),
                Cell::text(row.name),
                Cell::number(Some(row.games)),
                Cell::number(row.total),
                Cell::number(Some(row.wins)),
                Cell::number(row.points),
                Cell::number(row.spread),
                Cell::number(row.scored),
                row.prize.map_or(Cell::Empty, Cell::dollars),
                Cell::text(id.to_string()),
            ];
            cells.extend(row.lines.into_iter().map(Cell::number));
            rows.push(cells);
        }
    }
    Ok(download::table(rows))
}

type Archive = ZipArchive<BufReader<File>>;

/// Fills a new database and prints its contents. Refuses a changed archive, unless the operator calls it `edited`.
pub async fn import(config: &Config, source: &Path, edited: bool) -> Result<(), String> {
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
    let shown = source.display();
    let cannot_read = |error: Box<dyn Error>| format!("{shown} cannot be read: {error}.");
    let (form, mut zip) = open(source).map_err(cannot_read)?;
    if !form.starts_with(FORM) {
        return Err(format!("{shown} was not written by this Pegout's export."));
    }
    let changes = changes(&mut zip).map_err(cannot_read)?;
    if let (Changes::Found(found), false) = (&changes, edited) {
        let found = found.join(", ");
        return Err(format!("{shown} is not as Pegout wrote it: {found}. If you changed it on purpose, add --edited."));
    }
    backup::remove_mark(database).map_err(cli::sentence)?;
    let filled = async {
        let store = SqliteStore::new(database.clone());
        let made = store.probe_write(SystemClock.now()).await;
        store.close();
        made.map_err(cli::sentence)?;
        fill(database, &mut zip, matches!(changes, Changes::None)).map_err(cannot_read)?;
        Ok::<_, String>(check::sound(&config.database).await?.0)
    };
    let report = filled.await.inspect_err(|_| {
        // Half of the club would look like the whole club.
        let _ = fs::remove_file(database);
    })?;
    let note = match changes {
        Changes::None => String::new(),
        Changes::Found(found) => format!("It was changed after the export: {}.\n", found.join(", ")),
        Changes::Unknown => "This export has no checksums, so nobody knows whether it was changed.\n".to_owned(),
    };
    cli::print(&format!(
        "{} has everything of {shown}: {}. Set the coordinator's password with \"pegout password\", and add the helpers again.\n{note}",
        database.display(),
        report.contents()
    ))
}

/// Opens an archive. Returns the text that begins with its form, and the archive.
fn open(source: &Path) -> Result<(String, Archive), Box<dyn Error>> {
    let mut zip = ZipArchive::new(BufReader::new(File::open(source)?))?;
    let form = io::read_to_string(zip.by_name("README.txt")?)?;
    Ok((form, zip))
}

/// The changes of an archive after the export.
enum Changes {
    None,
    /// The changed lines of each file, as parts of a sentence.
    Found(Vec<String>),
    /// An older Pegout wrote the archive, without checksums.
    Unknown,
}

fn changes(zip: &mut Archive) -> Result<Changes, Box<dyn Error>> {
    let manifest: Manifest = match zip.by_name(manifest::NAME) {
        Ok(file) => serde_json::from_reader(file)?,
        Err(ZipError::FileNotFound) => return Ok(Changes::Unknown),
        Err(error) => return Err(error.into()),
    };
    let mut found = Vec::new();
    for name in TABLES.iter().chain([&HEADS]).map(Table::file) {
        let file = zip.by_name(&name).map_err(|error| format!("{name}: {error}"))?;
        found.extend(manifest.difference(&name, BufReader::new(file)).map_err(|error| format!("{name}: {error}"))?);
    }
    Ok(if found.is_empty() { Changes::None } else { Changes::Found(found) })
}

/// Fills a new database. Refuses logs that differ from an archive that `is_unchanged`.
fn fill(database: &Path, zip: &mut Archive, is_unchanged: bool) -> Result<(), Box<dyn Error>> {
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
        Err(format!("the logs of {} are not those of stream.jsonl", others.join(", ")).into())
    }
}

fn lines<'a>(zip: &'a mut Archive, table: &Table) -> Result<impl BufRead + use<'a>, String> {
    Ok(BufReader::new(zip.by_name(&table.file()).map_err(|error| error.to_string())?))
}

/// Copies everything from one database to an empty database, and prints the contents.
pub async fn copy(from: &Location, to: &Location) -> Result<(), String> {
    let copied = match (from, to) {
        (Location::File(file), Location::Postgres(address)) => {
            // A peg that a service stores during the copy would be lost.
            let _lock = backup::lock(file).map_err(cli::sentence)?;
            let (_, source) = check::sound(from).await?;
            match copy::to_postgres(source.connection(), address).await {
                Ok(()) => copy::verify(source.connection(), address).await,
                failed => failed,
            }
        }
        (Location::Postgres(address), Location::File(file)) => {
            if file.exists() {
                return Err(format!("{to} is there already: name a new file."));
            }
            let copied = copy::from_postgres(address, file.parent()).await;
            copied.and_then(|copied| backup::remove_mark(file).and_then(|()| backup::write_copy(&copied, file)))
        }
        _ => {
            let sentence = "A copy is made from a file to PostgreSQL, or back. For two files use \"pegout backup\", for two \
                            databases of PostgreSQL's pg_dump.";
            return Err(sentence.to_owned());
        }
    };
    copied.map_err(cli::sentence)?;
    let (report, target) = check::sound(to).await?;
    if let (Location::Postgres(address), Location::File(_)) = (from, to) {
        copy::verify(target.connection(), address).await.map_err(cli::sentence)?;
    }
    cli::print(&format!("{to} has everything of {from}: {}.\n", report.contents()))
}
