//! A copy of a whole database from a file to PostgreSQL, or back.

use crate::cli::{self, check};
use pegout_store::{Location, backup, copy};

/// Copies everything from one database to another, which must be empty, and prints what it was.
pub async fn run(from: &Location, to: &Location) -> Result<(), String> {
    let copied = match (from, to) {
        (Location::File(file), Location::Postgres(address)) => {
            // A peg that is stored meanwhile would be lost.
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
