//! Backups by hand, and the way back to a backup.

use std::fs;
use std::io;
use std::path::Path;

use jiff::Timestamp;
use jiff::tz::TimeZone;

use crate::cli::{self, check};
use crate::config::Config;
use pegout_service::services::database::backups::{self, BackupOutcome};
use pegout_store::backup::{self, Restored};
use pegout_store::{Location, PostgresAddress, copy};

/// The file name of the copy to restore, next to the original backup. Players forgotten since the backup are removed from the
/// copy first.
const PREPARED: &str = ".pegout-restore.db";

/// Copies the database to this file, or into this folder. Checks the copy, and prints its name and contents.
pub async fn back_up(config: &Config, target: &Path) -> Result<(), String> {
    let now = Timestamp::now().to_zoned(TimeZone::UTC).datetime();
    let target = if target.is_dir() { target.join(backups::name(now)) } else { target.to_owned() };
    let made = backups::make_checked(&target, async |part| match &config.database {
        Location::File(file) => backup::write(file, &part),
        Location::Postgres(address) => {
            let copied = copy::from_postgres(address, target.parent()).await?;
            backup::write_copy(&copied, &part)?;
            // PostgreSQL has no folder for the list of forgotten players. A restore of an older backup finds it in this folder.
            backup::list_beside(&copied, address.name(), &target);
            Ok(())
        }
    });
    let (target, database) = (target.display(), &config.database);
    match made.await.map_err(cli::sentence)? {
        BackupOutcome::Backup(report) => {
            cli::print(&format!("{target} is a backup of everything in {database}, checked: {}.\n", report.contents()))
        }
        BackupOutcome::Damaged { copy, findings } => {
            let so = format!("No backup was made: {database} is damaged. {} is a copy of it as it is", copy.display());
            Err(check::damaged(&so, &findings))
        }
    }
}

/// Puts the backup in the place of the database, which must be missing or empty unless `replace` is set.
pub async fn restore(config: &Config, backup: &Path, replace: bool) -> Result<(), String> {
    let (report, _) = check::sound(&Location::File(backup.to_owned())).await?;
    let Restored { replaced, forgotten } = match &config.database {
        Location::File(file) => restore_file(backup, file, replace)?,
        Location::Postgres(address) => restore_postgres(backup, address, replace).await?,
    };
    let database = &config.database;
    let mut text = format!("{database} is what {} was: {}.\n", backup.display(), report.contents());
    if let Some(replaced) = replaced {
        text += &format!("What was there before is {}.\n", replaced.display());
    }
    text += &match forgotten {
        None => {
            "No list of forgotten people was found next to the backup: people who were forgotten after it are back.\n"
                .to_owned()
        }
        Some(0) => "Nobody in it has been forgotten since.\n".to_owned(),
        Some(1) => "One person who has been forgotten since is forgotten in it too.\n".to_owned(),
        Some(people) => format!("{people} people who have been forgotten since are forgotten in it too.\n"),
    };
    cli::print(&text)
}

fn restore_file(backup: &Path, database: &Path, replace: bool) -> Result<Restored, String> {
    if fs::metadata(database).is_ok_and(|file| file.len() > 0) && !replace {
        return Err(format!(
            "{} is there already. Add --replace to keep it under another name, and put {} in its place.",
            database.display(),
            backup.display()
        ));
    }
    backup::restore(backup, database, &cli::file_time()).map_err(cli::sentence)
}

/// Fills an empty database of PostgreSQL's. A database with contents may be in use, so it is never replaced.
async fn restore_postgres(backup: &Path, address: &PostgresAddress, replace: bool) -> Result<Restored, String> {
    if replace {
        let sentence = "A database of PostgreSQL's is never replaced: make a new one, restore into it, and start the servers on it.";
        return Err(sentence.to_owned());
    }
    let folder = backup.parent().unwrap_or(Path::new(""));
    let prepared = folder.join(PREPARED);
    // A restore that was killed has left the copy.
    remove(&prepared)?;
    let restored = backup::restore(backup, &prepared, "").map_err(cli::sentence);
    let copied = if restored.is_ok() { copy_to(&prepared, address).await } else { Ok(()) };
    remove(&prepared)?;
    copied.and(restored)
}

/// Removes the prepared copy, which has names and telephone numbers, and the files of SQLite next to it.
fn remove(prepared: &Path) -> Result<(), String> {
    for ending in ["", "-wal", "-shm", "-journal", ".lock", ".restored", ".restored.part"] {
        let mut file = prepared.as_os_str().to_owned();
        file.push(ending);
        match fs::remove_file(&file) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                return Err(format!("{} has names in it and cannot be removed: {error}.", Path::new(&file).display()));
            }
            _ => {}
        }
    }
    Ok(())
}

async fn copy_to(prepared: &Path, address: &PostgresAddress) -> Result<(), String> {
    let (_, source) = check::sound(&Location::File(prepared.to_owned())).await?;
    copy::to_postgres(source.connection(), address).await.map_err(cli::sentence)
}
