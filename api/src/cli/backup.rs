//! A backup by hand.

use std::path::Path;

use jiff::Timestamp;
use jiff::tz::TimeZone;

use crate::cli::{self, check};
use crate::config::Config;
use crate::services::database::backups::{self, Made};
use pegout_store::{Location, backup, copy};

/// Copies the database to this file, or into this folder, checks the copy, and prints its name and what is in it.
pub async fn run(config: &Config, target: &Path) -> Result<(), String> {
    let now = Timestamp::now().to_zoned(TimeZone::UTC).datetime();
    let target = if target.is_dir() { target.join(backups::name(now)) } else { target.to_owned() };
    let made = backups::make_checked(&target, async |part| match &config.database {
        Location::File(file) => backup::write(file, &part),
        Location::Postgres(address) => {
            let copied = copy::from_postgres(address, target.parent()).await?;
            backup::write_copy(&copied, &part)?;
            // Nothing lies beside the database: who restores an older backup of this folder finds the list here.
            backup::list_beside(&copied, address.name(), &target);
            Ok(())
        }
    });
    let (target, database) = (target.display(), &config.database);
    match made.await.map_err(cli::sentence)? {
        Made::Backup(report) => {
            cli::print(&format!("{target} is a backup of everything in {database}, checked: {}.\n", report.contents()))
        }
        Made::Damaged { copy, findings } => {
            let so = format!("No backup was made: {database} is damaged. {} is a copy of it as it is", copy.display());
            Err(check::damaged(&so, &findings))
        }
    }
}
