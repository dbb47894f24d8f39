//! The check of a database or a backup.

use std::path::Path;

use crate::cli;
use crate::config::Config;
use crate::services::database::inspection::{self, Report};
use crate::store::Inspection;

/// Checks this file, or the database, and prints what it holds; fails with a line for each fault.
pub fn run(config: &Config, file: Option<&Path>) -> Result<(), String> {
    let file = file.unwrap_or(&config.database);
    let report = report(file)?;
    cli::print(&format!("{} is sound: {}.\n", file.display(), contents(&report)))
}

/// The report of a file in which nothing is wrong; fails with a line for each fault.
pub fn report(file: &Path) -> Result<Report, String> {
    let report = Inspection::open(file).and_then(|opened| inspection::check(&opened)).map_err(cli::sentence)?;
    if report.findings.is_empty() {
        return Ok(report);
    }
    let advice = "Keep this file, check your backups with \"pegout check BACKUP\", and put the newest sound one in its place \
                  with \"pegout restore BACKUP\".";
    Err(format!("{} is damaged:\n{}\n{advice}", file.display(), report.findings.join("\n")))
}

/// The contents of a database in words.
pub fn contents(Report { games, nights, players, .. }: &Report) -> String {
    let count = |number: &usize, one: &str, more: &str| format!("{number} {}", if *number == 1 { one } else { more });
    let (games, nights) = (count(games, "game", "games"), count(nights, "night", "nights"));
    format!("{games}, {nights}, {}", count(players, "player", "players"))
}
