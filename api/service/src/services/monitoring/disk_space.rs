//! The room on the disk of the database, and the warning before it is full.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use prometheus::IntGauge;
use rustix::fs::statvfs;

/// The time between two measurements.
const INTERVAL: Duration = Duration::from_secs(10);
const MEGABYTE: u64 = 1_000_000;
/// The limit without an option.
const LEAST_FREE: u64 = 200 * MEGABYTE;
/// The part of the disk, in percent, that must be free without an option.
const LEAST_PERCENT: u64 = 5;

/// The bytes that must stay free after a copy of the database, for events that are stored meanwhile.
const LEFT_BY_COPY: u64 = 32 * MEGABYTE;

/// The room on a disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Room {
    /// The bytes that Pegout's account may still write.
    pub free: u64,
    /// The bytes of the whole disk.
    pub size: u64,
}

/// A copy of the database for which the disk has no room. Both are megabytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoRoom {
    /// The room that it needs.
    pub needed: u64,
    /// The room that there is.
    pub free: u64,
}

/// The disk of the database.
pub struct DiskSpace {
    /// `None` if the database is on another machine.
    database: Option<PathBuf>,
    /// The least number of free bytes that an operator has chosen.
    bound: Option<u64>,
    low: IntGauge,
    last: Mutex<bool>,
}

impl DiskSpace {
    /// The disk of this database. `megabytes` is the bound of the warning; `None` warns below 200 MB or 5 %. `low` is its
    /// metric, 1 or 0.
    pub fn new(database: Option<PathBuf>, megabytes: Option<u32>, low: IntGauge) -> DiskSpace {
        let bound = megabytes.map(|megabytes| u64::from(megabytes) * MEGABYTE);
        let disk = DiskSpace { database, bound, low, last: Mutex::new(false) };
        disk.look();
        disk
    }

    /// True while there is little room.
    pub fn is_low(&self) -> bool {
        *self.last.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The room; `None` if the system cannot report it.
    pub fn room(&self) -> Option<Room> {
        measure(self.database.as_deref()?).ok()
    }

    /// Measures the disk at each interval, and logs each change, forever.
    pub async fn watch_forever(self: Arc<Self>) {
        loop {
            tokio::time::sleep(INTERVAL).await;
            self.look();
        }
    }

    /// Measures the disk. If the free space cannot be read, the last result is kept.
    fn look(&self) {
        let (Some(database), Some(room)) = (&self.database, self.room()) else { return };
        let is_low = is_low(room, self.bound);
        let was_low = std::mem::replace(&mut *self.last.lock().unwrap_or_else(PoisonError::into_inner), is_low);
        self.low.set(is_low.into());
        let (database, free) = (database.display(), room.free / MEGABYTE);
        match (was_low, is_low) {
            (false, true) => {
                log::warn!("only {free} MB are free on the disk of {database}: make room before it is full")
            }
            (true, false) => log::info!("{free} MB are free on the disk of {database}, which is enough again"),
            _ => {}
        }
    }
}

/// Fails if a copy of the database at this path would leave too little room. Succeeds if the room cannot be measured:
/// the copy itself fails then.
pub fn check_copy(copy: &Path, size: u64) -> Result<(), NoRoom> {
    let Ok(Room { free, .. }) = measure(copy) else { return Ok(()) };
    let needed = size.saturating_add(LEFT_BY_COPY);
    if free < needed {
        return Err(NoRoom { needed: needed.div_ceil(MEGABYTE), free: free / MEGABYTE });
    }
    Ok(())
}

fn measure(database: &Path) -> io::Result<Room> {
    // The file may be a link to another disk.
    let file = fs::canonicalize(database).unwrap_or_else(|_| database.to_owned());
    let disk = statvfs(file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new(".")))?;
    Ok(Room { free: disk.f_bavail * disk.f_frsize, size: disk.f_blocks * disk.f_frsize })
}

/// Returns true for little room.
fn is_low(Room { free, size }: Room, bound: Option<u64>) -> bool {
    match bound {
        Some(bound) => free < bound,
        None => free < LEAST_FREE || u128::from(free) * 100 < u128::from(size) * u128::from(LEAST_PERCENT),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use super::*;

    const GIGABYTE: u64 = 1000 * MEGABYTE;

    #[test]
    fn a_disk_is_low_under_two_hundred_megabytes_or_five_percent() {
        for (free, size, is) in [
            (199 * MEGABYTE, GIGABYTE, true),
            (200 * MEGABYTE, GIGABYTE, false),
            (5 * GIGABYTE, 100 * GIGABYTE, false),
            (5 * GIGABYTE - 1, 100 * GIGABYTE, true),
            (u64::MAX, u64::MAX, false),
        ] {
            assert_eq!(is_low(Room { free, size }, None), is, "{free} of {size}");
        }
    }

    #[test]
    fn a_copy_is_refused_that_would_leave_less_than_32_megabytes() {
        let folder = tempfile::tempdir().unwrap();
        let copy = folder.path().join("copy");
        let free = measure(&copy).unwrap().free;
        assert_eq!(check_copy(&copy, 0), Ok(()));
        assert_eq!(check_copy(&copy, free).unwrap_err().needed, (free + LEFT_BY_COPY).div_ceil(MEGABYTE));
    }

    #[test]
    fn a_bound_that_was_chosen_takes_the_place_of_both() {
        let room = Room { free: 5 * MEGABYTE, size: 100 * GIGABYTE };
        assert!(!is_low(room, Some(5 * MEGABYTE)) && is_low(room, Some(5 * MEGABYTE + 1)));
        assert!(!is_low(Room { free: 0, size: GIGABYTE }, Some(0)));
    }
}
