//! Missing changes: the comparison of a database with its mark before the first write, and an operator's consent to a
//! loss.

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};

use jiff::Timestamp;
use jiff::tz::TimeZone;
use pegout_engine::game::GameId;
use rusqlite::{Connection, OptionalExtension, Result};

use super::mark::{self, Entry};
use super::restore_leftovers;
use crate::db::DbError;
use crate::error::unavailable;
use crate::sqlite::backup::forgotten::{self, Forgotten};
use crate::sqlite::backup::keeping;
use crate::sqlite::files::beside;
use crate::sqlite::identity::{self, Position};
use crate::sqlite::readers::{self, BUSY_TIMEOUT};
use crate::sqlite::{checksums, schema};
use crate::{StoreError, StreamId};

/// The version of the schema since which a database has an identity.
const WITH_IDENTITY: usize = 7;
/// The most games and nights that are named.
const MOST_NAMED: usize = 10;

/// A sentence about an unclosed database that lacks its mark.
pub const UNKNOWN: &str =
    "it was copied while it was served, or it has lost its log and its mark. The last changes may be missing.";

/// The outcome of a comparison.
#[derive(Debug)]
pub enum Finding {
    /// The database has all changes of the mark.
    Whole,
    /// There is no mark, and the database was not closed. Perhaps a person copied the file of a running service.
    Unknown,
    /// Something is missing.
    Lost(Loss),
}

/// The loss in a database. Its text is for the operator.
#[derive(Debug)]
pub struct Loss {
    path: PathBuf,
    kind: Kind,
    /// The last moment at which something was stored, in milliseconds since 1970.
    at: i64,
    /// The lost versions, first and last, of each game or night.
    streams: Vec<(String, u64, u64)>,
}

#[derive(Debug, PartialEq, Eq)]
enum Kind {
    /// Another database.
    Foreign,
    /// The numbers of missing events and of other missing changes, or more.
    Missing { events: u64, others: u64 },
    /// The database has other changes instead.
    Different,
}

/// Compares a database with its mark. The entries were read before this connection has read anything.
pub fn compare(connection: &Connection, version: usize, path: &Path, entries: &[Entry]) -> Result<Finding> {
    let has_identity = version >= WITH_IDENTITY;
    let is_served = has_identity && identity::is_served(connection)?;
    let Some(Entry { position: marked, at, .. }) = entries.last() else {
        return Ok(if is_served { Finding::Unknown } else { Finding::Whole });
    };
    let found = if has_identity { Some(identity::position(connection)?) } else { None };
    let Some(kind) = difference(connection, found, marked)? else { return Ok(Finding::Whole) };
    let streams = if kind == Kind::Foreign { Vec::new() } else { lost_streams(connection, marked, entries)? };
    Ok(Finding::Lost(Loss { path: path.to_owned(), kind, at: *at, streams }))
}

fn difference(connection: &Connection, found: Option<Position>, marked: &Position) -> Result<Option<Kind>> {
    let Some(found) = found.filter(|found| found.id == marked.id) else { return Ok(Some(Kind::Foreign)) };
    if found.order() < marked.order() {
        let events = marked.newest.saturating_sub(found.newest);
        return Ok(Some(Kind::Missing { events, others: marked.changes - found.changes }));
    }
    let is_there =
        || identity::checksum_of_event(connection, marked.newest).map(|found| found == Some(marked.checksum));
    // Another change may have given the events new row ids.
    let is_same = found.changes > marked.changes || marked.newest == 0 || is_there()?;
    Ok(if is_same { None } else { Some(Kind::Different) })
}

/// The versions of games and nights that entries of the mark have, and the database has not.
fn lost_streams(connection: &Connection, marked: &Position, entries: &[Entry]) -> Result<Vec<(String, u64, u64)>> {
    let of_this = entries.iter().filter(|entry| entry.position.id == marked.id);
    let newest: BTreeMap<[u8; 16], u64> = of_this.filter_map(|entry| entry.stream).collect();
    let mut lost = Vec::new();
    for (stream, version) in newest {
        let select = "SELECT version FROM stream WHERE id = ?1";
        let there: Option<u64> = connection.query_row(select, [stream], |row| row.get(0)).optional()?;
        let was_removed = "SELECT EXISTS (SELECT 1 FROM removed_game WHERE id = ?1)";
        let first = there.unwrap_or(0) + 1;
        if first > version || connection.query_row(was_removed, [stream], |row| row.get(0))? {
            continue;
        }
        let is_night = "SELECT EXISTS (SELECT 1 FROM night WHERE id = ?1)";
        let kind = match (there, connection.query_row(is_night, [stream], |row| row.get(0))?) {
            (_, true) => "night",
            (Some(_), false) => "game",
            // Its first change is lost too.
            (None, false) => "game or night",
        };
        // All ids are written alike.
        let of_ledger = (stream == StreamId::LEDGER).then(|| "the ledger".to_owned());
        let name = of_ledger.unwrap_or_else(|| format!("{kind} {}", GameId::from_bytes(stream)));
        lost.push((name, first, version));
    }
    Ok(lost)
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let (path, log) = (self.path.display(), beside(&self.path, "-wal"));
        if self.kind == Kind::Foreign {
            return write!(
                f,
                "{path} is not the database that was served here last, or its log is another's. Nothing was changed.\n\
                 Put a backup in place with \"pegout restore BACKUP --replace\", which forgets again whoever was forgotten.\n\
                 If you put this file there on purpose: pegout accept-loss"
            );
        }
        match self.kind {
            Kind::Missing { .. } => write!(f, "{path} lacks its newest changes: {}.", self.amount())?,
            Kind::Different | Kind::Foreign => write!(f, "{path} has other changes than its mark.")?,
        }
        let at = Timestamp::from_millisecond(self.at).unwrap_or_default().to_zoned(TimeZone::system());
        write!(f, " The newest was stored on {}.{}", at.strftime("%Y-%m-%d at %H:%M"), self.named())?;
        write!(
            f,
            "\nIts log {} was removed, ends early or is another's, or an older file was put in its place. Nothing was changed.\n\
             If you have a better copy of {path} and its log, put both back. Or go back to a backup: pegout restore BACKUP --replace\n\
             To go on with what is there: pegout accept-loss",
            log.display()
        )
    }
}

impl Loss {
    /// A sentence about the accepted loss.
    pub fn given_up(&self) -> String {
        match self.kind {
            Kind::Missing { .. } => format!("{} are given up.{}", self.amount(), self.named()),
            Kind::Different => {
                format!("Other changes than those of {} are taken.{}", self.path.display(), self.named())
            }
            Kind::Foreign => format!("{} is served from now on.", self.path.display()),
        }
    }

    /// The number of changes that are missing, in words.
    fn amount(&self) -> String {
        let Kind::Missing { events, others } = self.kind else { return String::new() };
        let changes = |number: u64| if number == 1 { "1 change".to_owned() } else { format!("{number} changes") };
        let of_games = format!("{} of games and nights that phones were told are saved", changes(events));
        let of_others = format!("{} of names, sign-ins or settings", changes(others));
        match (events, others) {
            (_, 0) => of_games,
            (0, _) => format!("at least {of_others}"),
            (_, _) => format!("at least {of_games}, and {of_others}"),
        }
    }

    /// The games and nights, a line of them.
    fn named(&self) -> String {
        let versions = |first: u64, last: u64| {
            if first == last { format!("change {last}") } else { format!("changes {first} to {last}") }
        };
        let named = self.streams.iter().take(MOST_NAMED);
        let named = named.map(|(stream, first, last)| format!("{stream}: {}", versions(*first, *last)));
        let more = self.streams.len().saturating_sub(MOST_NAMED);
        let more = (more > 0).then(|| format!("and {more} more"));
        let named: Vec<String> = named.chain(more).collect();
        if named.is_empty() { String::new() } else { format!("\n  {}", named.join("\n  ")) }
    }
}

/// A loss that was accepted.
pub struct Accepted {
    /// The loss.
    pub loss: Loss,
    /// The copy of the database before the acceptance.
    pub copy: PathBuf,
}

/// Accepts that a database lacks changes. First copies the file, its log and its mark under a name with this second.
/// Also forgets players again, because their deletion may be among the missing changes.
pub fn accept_loss(path: &Path, second: &str) -> Result<Accepted, StoreError> {
    let path = std::fs::canonicalize(path).map_err(|error| super::cannot_open(path, &error))?;
    let _lock = super::lock(&path)?;
    restore_leftovers::refuse_interrupted(&path)?;
    let entries = mark::read(&path);
    let (mut connection, version) = open(&path)?;
    let found = compare(&connection, version, &path, &entries);
    let Finding::Lost(loss) = found.map_err(unavailable)? else {
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
    let connection =
        Connection::open_with_flags(path, readers::flags()).map_err(|error| super::cannot_open(path, &error))?;
    connection.busy_timeout(BUSY_TIMEOUT).map_err(unavailable)?;
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
