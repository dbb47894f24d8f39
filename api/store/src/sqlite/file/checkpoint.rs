//! The write-ahead log and the pages of the file. A checkpoint empties the log into the file, and never waits for
//! readers: the writer repeats it instead.

use std::path::Path;
use std::time::{Duration, Instant};

use rusqlite::{Connection, Result};

use super::{DatabaseFile, Opened};
use crate::sqlite::readers::BUSY_TIMEOUT;
use crate::sqlite::{checksums, identity};

/// The time between an attempt that failed and the next.
pub const INTERVAL: Duration = Duration::from_secs(1);
/// The time between two lines of the log that say that it still fails.
const REPEATED: Duration = Duration::from_secs(60);

/// A requested checkpoint that is not done yet.
#[derive(Default)]
pub struct Checkpoint {
    requested: bool,
    tried: Option<Instant>,
    warned: Option<Instant>,
}

impl Checkpoint {
    /// Requests an attempt, which is due at once.
    pub fn request(&mut self) {
        self.requested = true;
        self.tried = None;
    }

    /// Returns true while the write-ahead log is still to be emptied.
    pub const fn is_requested(&self) -> bool {
        self.requested
    }

    /// Makes an attempt, if one is due. The second failure is logged, since the first may meet a read that
    /// takes a moment.
    pub fn attempt(&mut self, file: &DatabaseFile) {
        let is_due = self.tried.is_none_or(|tried| tried.elapsed() >= INTERVAL);
        let Some(opened) = file.opened().filter(|_| self.requested && is_due) else { return };
        let is_first = self.tried.replace(Instant::now()).is_none();
        match empty(opened) {
            Ok(()) => {
                self.requested = false;
                if self.warned.take().is_some() {
                    log::info!("the write-ahead log of {} is emptied", opened.database.opened.path.display());
                }
            }
            Err(reason) if !is_first && self.warned.is_none_or(|warned| warned.elapsed() >= REPEATED) => {
                self.warned = Some(Instant::now());
                warn(opened, &reason, "It is tried again every second.");
            }
            Err(_) => {}
        }
    }

    /// Makes the last attempt, when the service stops.
    pub fn attempt_last(self, file: &DatabaseFile) {
        if let Some(opened) = file.opened()
            && let Err(reason) = empty(opened)
        {
            warn(opened, &reason, "The next start tries it again.");
        }
    }
}

fn warn(Opened { database, .. }: &Opened, reason: &str, prospect: &str) {
    let database = database.opened.path.display();
    log::warn!(
        "the write-ahead log of {database} still holds what was deleted last, a forgotten player's name for one: {reason}. {prospect}"
    );
}

fn empty(Opened { connection, database, .. }: &Opened) -> Result<(), String> {
    if database.is_overwritten() {
        return Err("another program has written into the file".to_owned());
    }
    let attempt = || {
        connection.busy_timeout(Duration::ZERO)?;
        let busy = connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| row.get::<_, bool>(0));
        connection.busy_timeout(BUSY_TIMEOUT)?;
        busy
    };
    match attempt() {
        Ok(false) => Ok(()),
        Ok(true) => Err("somebody reads it".to_owned()),
        Err(error) => Err(error.to_string()),
    }
}

/// The bytes of a page. An event has 200 or so.
const PAGE_SIZE: u32 = 1024;
/// SQLite writes the write-ahead log into the file when the log has this many pages: 4 MB.
const CHECKPOINT_PAGES: u32 = 4096;

/// Sets the page size of a file that is empty or about to be rewritten.
pub fn set_page_size(connection: &Connection) -> Result<()> {
    connection.pragma_update(None, "page_size", PAGE_SIZE)
}

/// Begins a write-ahead log. Returns true if the file has a log now.
pub fn begin_wal(connection: &Connection) -> Result<bool> {
    connection.pragma_update(None, "wal_autocheckpoint", CHECKPOINT_PAGES)?;
    let mode = connection.pragma_update_and_check(None, "journal_mode", "wal", |row| row.get::<_, String>(0))?;
    Ok(mode.eq_ignore_ascii_case("wal"))
}

/// Rewrites a file of an earlier Pegout with larger pages. If this fails, for example on a full disk, the file keeps
/// its pages until the next start.
pub fn rewrite_large_pages(connection: &Connection, path: &Path) {
    let rewritten = is_large(connection).and_then(|is_large| if is_large { rewrite(connection) } else { Ok(()) });
    if let Err(error) = rewritten {
        log::warn!("{} keeps its large pages until the next start: {error}", path.display());
    }
}

fn is_large(connection: &Connection) -> Result<bool> {
    Ok(connection.query_row("PRAGMA page_size", [], |row| row.get::<_, u32>(0))? > PAGE_SIZE)
}

/// Rewrites the file in one transaction. SQLite changes the size only of a file without a write-ahead log.
fn rewrite(connection: &Connection) -> Result<()> {
    // The events get other row ids.
    checksums::register(connection)?;
    identity::count_change(connection)?;
    connection.pragma_update(None, "journal_mode", "delete")?;
    let rewritten = set_page_size(connection).and_then(|()| connection.execute_batch("VACUUM"));
    begin_wal(connection)?;
    rewritten
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;
    use crate::StoreMetrics;
    use crate::sqlite::readers::Readers;

    static WAITS: AtomicU32 = AtomicU32::new(0);

    /// SQLite's busy handler: counts its calls, and refuses to wait for a lock.
    fn wait(_: i32) -> bool {
        WAITS.fetch_add(1, Ordering::Relaxed);
        false
    }

    #[test]
    fn an_attempt_waits_for_no_reader() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("pegout.db");
        let mut file = DatabaseFile::new(path.clone(), Readers::default(), StoreMetrics::default().mark_failed);
        let opened = file.open().unwrap();
        let reader = Connection::open(&path).unwrap();
        reader.execute_batch("BEGIN; SELECT count(*) FROM trial").unwrap();
        opened.connection.execute("INSERT OR REPLACE INTO trial VALUES (1, 1)", []).unwrap();
        opened.connection.busy_handler(Some(wait)).unwrap();
        assert_eq!(empty(opened), Err("somebody reads it".to_owned()));
        assert_eq!(WAITS.load(Ordering::Relaxed), 0);
        // The control.
        opened.connection.busy_handler(Some(wait)).unwrap();
        let is_busy = opened.connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| row.get::<_, bool>(0));
        assert_eq!(is_busy, Ok(true));
        assert!(WAITS.load(Ordering::Relaxed) > 0);
    }
}
