//! The way on with a database that lacks its newest changes: an operator accepts the loss.

use std::path::{Path, PathBuf};

use rusqlite::{Connection, OpenFlags};

use super::forgotten::{self, Forgotten};
use super::keeping;
use crate::StoreError;
use crate::db::DbError;
use crate::sqlite::file::losses::{self, Finding, Loss};
use crate::sqlite::file::{self, mark};
use crate::sqlite::readers::BUSY_TIMEOUT;
use crate::sqlite::rows::{checksums, identity};
use crate::sqlite::{schema, unavailable};

/// A loss that was accepted.
pub struct Accepted {
    /// The loss.
    pub loss: Loss,
    /// The copy of the database as it was found.
    pub copy: PathBuf,
}

/// Lets a database go on without the missing changes. First copies the file, its log and its mark under a name with this second. Also
/// forgets people again: the loss may contain such a change.
pub fn accept_loss(path: &Path, second: &str) -> Result<Accepted, StoreError> {
    let path = std::fs::canonicalize(path).map_err(|error| file::cannot_open(path, &error))?;
    let _lock = file::lock(&path)?;
    file::remains::refuse(&path)?;
    let entries = mark::read(&path);
    let (mut connection, version) = open(&path)?;
    let found = losses::compare(&connection, version, &path, &entries);
    let Finding::Lost(loss) = found.map_err(|error| unavailable(&error))? else {
        return Err(StoreError::Unusable(format!("Nothing is missing in {}.", path.display())));
    };
    let copy = keeping::copy_aside(&path, second).map_err(|error| not_done(&path, &error))?;
    let mut lists = Forgotten::default();
    forgotten::lists_beside(&path).into_iter().for_each(|list| lists.extend(list));
    schema::migrate_copy(&mut connection, &path, version)?;
    forget(&mut connection, &lists).map_err(|error| not_done(&path, &error))?;
    // Until here the next start refuses it: its id is not that of the mark.
    mark::remove(&path).map_err(|error| not_done(&path, &error))?;
    Ok(Accepted { loss, copy })
}

/// A connection that leaves the log alone before the first write.
fn open(path: &Path) -> Result<(Connection, usize), StoreError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags).map_err(|error| file::cannot_open(path, &error))?;
    connection.busy_timeout(BUSY_TIMEOUT).map_err(|error| unavailable(&error))?;
    let version = schema::verify_header(&connection, path)?;
    Ok((connection, version))
}

fn forget(connection: &mut Connection, lists: &Forgotten) -> Result<(), DbError> {
    connection.pragma_update(None, "synchronous", "full")?;
    connection.pragma_update(None, "secure_delete", true)?;
    connection.pragma_update(None, "foreign_keys", true)?;
    checksums::keep(connection)?;
    let transaction = connection.transaction()?;
    lists.apply(&transaction)?;
    identity::renew(&transaction)?;
    Ok(transaction.commit()?)
}

fn not_done(path: &Path, error: &dyn std::fmt::Display) -> StoreError {
    StoreError::Unusable(format!(
        "The loss in {} is not accepted yet: {error}. Nothing is served before that.",
        path.display()
    ))
}
