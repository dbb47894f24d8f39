//! The problems of the database and of its disk.

use super::{Hint, Problem, ProblemType};
use pegout_store::StoreError;

impl Problem {
    /// Creates the problem of a store that cannot be read or written. The reason is in the log, not in the response.
    pub fn unavailable() -> Problem {
        Problem::not_now(
            "Nothing can be stored or looked up at the moment, and this was most likely not done. Send it again: with \
             the same id it counts once.",
        )
    }

    /// Creates the problem of a service that cannot do its work now, because of `detail`.
    pub fn not_now(detail: &str) -> Problem {
        Problem { hint: Hint::RetryAfter(1), ..Problem::new(ProblemType::Unavailable, detail) }
    }

    /// Creates the problem of a backup while another backup is being downloaded.
    pub fn backup_under_way() -> Problem {
        let detail = "Another backup is being downloaded at this moment: try again when that has ended.";
        Problem::new(ProblemType::BackupUnderWay, detail)
    }

    /// Creates the problem of a backup for which the disk has no room. The sizes are in megabytes.
    pub fn no_room_for_backup(needed: u64, free: u64) -> Problem {
        let detail = format!(
            "No backup was made: it needs {needed} MB on the disk where backups are made, and {free} MB are free. Make \
             room there, or let the operator copy the database to another disk with \"pegout backup\"."
        );
        Problem::new(ProblemType::NoRoom, detail)
    }
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Problem {
        log::error!("503: {error}");
        match error {
            StoreError::FileReplaced(_) => Problem::not_now(
                "The database was removed or replaced while Pegout serves it, so this was not done. Put the file back, \
                 and do not stop Pegout before.",
            ),
            StoreError::Overwritten(_) => Problem::not_now(
                "Another program has written into the database while Pegout serves it, so this was not done. Stop \
                 Pegout, and restore a backup.",
            ),
            StoreError::WalFileReplaced(_) => Problem::not_now(
                "The write-ahead log of the database was removed or replaced while Pegout serves it, so this was not \
                 done. Start Pegout again: nothing that was acknowledged is lost.",
            ),
            StoreError::Damaged(damage) => {
                Problem { hint: Hint::RetryAfter(60), ..Problem::new(ProblemType::Damaged, damage.to_string()) }
            }
            StoreError::Unavailable(_) | StoreError::Failed(..) | StoreError::Unusable(_) | StoreError::Busy => {
                Problem::unavailable()
            }
        }
    }
}
