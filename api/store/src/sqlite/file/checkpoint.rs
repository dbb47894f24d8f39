//! The emptying of the write-ahead log into the file, which never waits for readers: it is tried again instead.

use std::time::{Duration, Instant};

use super::{DatabaseFile, Opened};
use crate::sqlite::readers::BUSY_TIMEOUT;

/// The time between an attempt that failed and the next.
pub const INTERVAL: Duration = Duration::from_secs(1);
/// The time between two lines of the log that say that it still fails.
const REPEATED: Duration = Duration::from_secs(60);

/// A checkpoint that was asked for and is not done yet.
#[derive(Default)]
pub struct Checkpoint {
    requested: bool,
    tried: Option<Instant>,
    warned: Option<Instant>,
}

impl Checkpoint {
    /// Asks for an attempt, which is made at once.
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

    /// Makes the attempt with which the service stops.
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

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use rusqlite::Connection;

    use super::*;
    use crate::StoreMetrics;
    use crate::sqlite::readers::Readers;

    static WAITS: AtomicU32 = AtomicU32::new(0);

    /// The answer to SQLite's question whether it is to wait for a lock.
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
