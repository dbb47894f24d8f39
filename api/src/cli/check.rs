//! The check of a database or a backup.

use std::path::Path;

use crate::cli;
use crate::config::Config;
use crate::services::database::inspection::{self, Report};
use crate::store::{Inspection, Location, StoreError, copy};

/// Checks this file, or the database, and prints what it holds; fails with a line for each fault.
pub async fn run(config: &Config, file: Option<&Path>) -> Result<(), String> {
    let of_file = file.map(|file| Location::File(file.to_owned()));
    let location = of_file.as_ref().unwrap_or(&config.database);
    let (report, _) = sound(location).await?;
    cli::print(&format!("{location} is sound: {}.\n", contents(&report)))
}

/// The report of a database in which nothing is wrong, and a look at it; fails with a line for each fault. One of PostgreSQL's is
/// looked at in a copy.
pub async fn sound(location: &Location) -> Result<(Report, Inspection), String> {
    let inspection = match location {
        Location::File(file) => Inspection::open(file),
        Location::Postgres(address) => copy::from_postgres(address, None).await.and_then(Inspection::of),
    };
    let checked = inspection.and_then(|opened| Ok::<_, StoreError>((inspection::check(&opened)?, opened)));
    let (report, inspection) = checked.map_err(cli::sentence)?;
    if report.findings.is_empty() {
        return Ok((report, inspection));
    }
    let advice = "Keep this file, check your backups with \"pegout check BACKUP\", and put the newest sound one in its place \
                  with \"pegout restore BACKUP\".";
    Err(format!("{location} is damaged:\n{}\n{advice}", report.findings.join("\n")))
}

/// The contents of a database in words.
pub fn contents(Report { games, nights, players, .. }: &Report) -> String {
    let count = |number: &usize, one: &str, more: &str| format!("{number} {}", if *number == 1 { one } else { more });
    let (games, nights) = (count(games, "game", "games"), count(nights, "night", "nights"));
    format!("{games}, {nights}, {}", count(players, "player", "players"))
}
