//! The emptying of the write-ahead log into the file, which never waits for readers: it is tried again instead.

use std::time::{Duration, Instant};

use super::{DatabaseFile, Opened};
use crate::store::sqlite::readers::BUSY_TIMEOUT;

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
                    log::info!("the write-ahead log of {} is emptied", opened.database.path.display());
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
    let database = database.path.display();
    log::warn!(
        "the write-ahead log of {database} still holds what was deleted last, a forgotten player's name for one: {reason}. {prospect}"
    );
}

fn empty(Opened { connection, .. }: &Opened) -> Result<(), String> {
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
