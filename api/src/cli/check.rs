//! The check of a database or a backup.

use std::path::Path;

use crate::cli;
use crate::config::Config;
use crate::services::database::inspection::{self, Report};
use pegout_store::{Inspection, Location, StoreError, copy};

/// Checks this file, or the database, and prints what it holds; fails with a line for each fault.
pub async fn run(config: &Config, file: Option<&Path>) -> Result<(), String> {
    let of_file = file.map(|file| Location::File(file.to_owned()));
    let location = of_file.as_ref().unwrap_or(&config.database);
    let (report, inspection) = sound(location).await?;
    let note = inspection.note.map_or(String::new(), |note| format!("{note}\n"));
    cli::print(&format!("{location} is sound: {}.\n{note}", report.contents()))
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
    Err(damaged(&format!("{location} is damaged"), &report.findings))
}

/// A message about a damaged database: a first sentence, its findings, and advice.
pub fn damaged(so: &str, findings: &[String]) -> String {
    let advice = "Keep this file, check your backups with \"pegout check BACKUP\", and put the newest sound one in its place \
                  with \"pegout restore BACKUP\".";
    format!("{so}:\n{}\n{advice}", findings.join("\n"))
}
