//! The way back to a backup.

use std::fs;
use std::path::Path;

use jiff::Timestamp;
use jiff::tz::TimeZone;

use crate::cli::{self, check};
use crate::config::Config;
use crate::store::backup::{self, Restored};

/// Puts the backup in the place of the database, which must be missing or empty unless `replace` is set.
pub fn run(config: &Config, backup: &Path, replace: bool) -> Result<(), String> {
    let database = &config.database;
    let report = check::report(backup)?;
    if fs::metadata(database).is_ok_and(|file| file.len() > 0) && !replace {
        return Err(format!(
            "{} is there already. Add --replace to keep it beside, with another name, and put {} in its place.",
            database.display(),
            backup.display()
        ));
    }
    let now = Timestamp::now().to_zoned(TimeZone::UTC).datetime().strftime("%Y-%m-%dT%H-%M-%SZ").to_string();
    let Restored { replaced, forgotten } = backup::restore(backup, database, &now).map_err(cli::sentence)?;
    let mut text = format!("{} is what {} was: {}.\n", database.display(), backup.display(), check::contents(&report));
    if let Some(replaced) = replaced {
        text += &format!("What was there before is {}.\n", replaced.display());
    }
    text += &match forgotten {
        None => {
            "No list of forgotten people was found beside the backup: whoever was forgotten after it is there again.\n"
                .to_owned()
        }
        Some(0) => "Nobody in it has been forgotten since.\n".to_owned(),
        Some(1) => "One person who has been forgotten since is forgotten in it too.\n".to_owned(),
        Some(people) => format!("{people} people who have been forgotten since are forgotten in it too.\n"),
    };
    cli::print(&text)
}
