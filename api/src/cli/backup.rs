//! A backup by hand.

use std::path::Path;

use jiff::Timestamp;
use jiff::tz::TimeZone;

use crate::cli;
use crate::config::Config;
use crate::services::database::backups;
use crate::store::{Location, backup, copy};

/// Copies the database to this file, or into this folder, and prints the name of the copy.
pub async fn run(config: &Config, target: &Path) -> Result<(), String> {
    let now = Timestamp::now().to_zoned(TimeZone::UTC).datetime();
    let target = if target.is_dir() { target.join(backups::name(now)) } else { target.to_owned() };
    match &config.database {
        Location::File(file) => backup::write(file, &target),
        Location::Postgres(address) => copy::from_postgres(address, target.parent()).await.and_then(|copied| {
            backup::write_copy(&copied, &target)?;
            // Nothing lies beside the database: who restores an older backup of this folder finds the list here.
            backup::list_beside(&copied, address.name(), &target);
            Ok(())
        }),
    }
    .map_err(cli::sentence)?;
    cli::print(&format!("{} is a backup of everything in {}.\n", target.display(), config.database))
}
