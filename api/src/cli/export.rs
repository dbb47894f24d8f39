//! Everything that a club owns, in a form that needs no Pegout to be read.

use std::fs::{self, File};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::Path;

use zip::write::{SimpleFileOptions, ZipWriter};

use crate::cli::manifest::{self, Manifest};
use crate::cli::{self, check, standings_table};
use crate::config::Config;
use pegout_store::archive::{HEADS, TABLES};
use pegout_store::{Inspection, files};

/// The form of the archive: another number is another form.
pub const FORM: &str = "Pegout export, form 1";

const README: &str = "\
Everything that Pegout knew of the club, but no password, no key and no webhook.

standings.csv       the cards of all nights, for a spreadsheet
player.jsonl        the players; a JSON object a line, as in all files that follow
season.jsonl        the seasons
league.jsonl        the name of the league, its settings and its house rules
night.jsonl         the nights, each with its season
event.jsonl         everything that happened in games and nights, in order: `stream` is the game or the night
event_text.jsonl    the reasons and names that were written in those events, each with its place
merged_player.jsonl, forgotten_player.jsonl
                    those who were entered twice, and those who were forgotten, without names
representative.jsonl
                    the helpers, without passwords
stream.jsonl        the last change of each game and night, with the checksum of its events
manifest.json       checksums of all these lines

`pegout import` makes a database of it again; helpers and webhooks are added anew, and a new password is set.
It refuses lines that were changed. With --edited it takes them.
";

/// Writes the archive, which must not be there, and prints what is in it.
pub async fn run(config: &Config, target: &Path) -> Result<(), String> {
    let (report, inspection) = check::sound(&config.database).await?;
    let cannot_write = |error: &dyn std::fmt::Display| format!("{} cannot be written: {error}.", target.display());
    if target.exists() {
        return Err(format!("{} is there already: name another file.", target.display()));
    }
    // Names and telephone numbers are in it.
    let file = files::open_private(target).map_err(|error| cannot_write(&error))?;
    let written = write(&inspection, &file).and_then(|()| file.sync_all().map_err(|error| error.to_string()));
    if let Err(error) = written {
        // A part of it is of no use, and takes room.
        let _ = fs::remove_file(target);
        return Err(cannot_write(&error));
    }
    cli::print(&format!("{} has everything of {}: {}.\n", target.display(), config.database, report.contents()))
}

fn write(inspection: &Inspection, file: &File) -> Result<(), String> {
    let mut zip = ZipWriter::new(Quiet { file, has_failed: false });
    // A club of many years has more events than the old form of the archive can hold.
    let options = SimpleFileOptions::default().unix_permissions(0o600).large_file(true);
    let text = |error: io::Error| error.to_string();
    let begin =
        |zip: &mut ZipWriter<Quiet>, name: &str| zip.start_file(name, options).map_err(|error| error.to_string());
    begin(&mut zip, "README.txt")?;
    zip.write_all(format!("{FORM}\n\n{README}").as_bytes()).map_err(text)?;
    begin(&mut zip, "standings.csv")?;
    zip.write_all(&standings_table::csv(inspection).map_err(|error| error.to_string())?).map_err(text)?;
    let mut manifest = Manifest::default();
    for table in TABLES.iter().chain([&HEADS]) {
        let name = table.file();
        begin(&mut zip, &name)?;
        let lines = manifest.write(&name, &mut zip, |lines| inspection.write_lines(table, lines));
        lines.map_err(|error| error.to_string())?;
    }
    begin(&mut zip, manifest::NAME)?;
    serde_json::to_writer(&mut zip, &manifest).map_err(|error| error.to_string())?;
    zip.finish().map(drop).map_err(|error| error.to_string())
}

/// A file that says once that it cannot be written. Otherwise the writer of the archive would print it again when it is dropped.
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
