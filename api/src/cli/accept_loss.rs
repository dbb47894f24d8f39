//! The way on with a database that lacks its newest changes.

use jiff::Timestamp;
use jiff::tz::TimeZone;

use crate::cli;
use crate::config::Config;
use pegout_store::Location;
use pegout_store::backup::{self, Accepted};

/// Accepts the loss, and prints the missing changes and the name of a copy of the database.
pub fn run(config: &Config) -> Result<(), String> {
    let Location::File(file) = &config.database else {
        return Err("A database of PostgreSQL's has no mark, so nothing is known to be missing in it.".to_owned());
    };
    let now = Timestamp::now().to_zoned(TimeZone::UTC).datetime().strftime("%Y-%m-%dT%H-%M-%SZ").to_string();
    let Accepted { loss, copy } = backup::accept_loss(file, &now).map_err(cli::sentence)?;
    cli::print(&format!("{}\n{} has what was found.\n", loss.given_up(), copy.display()))
}
