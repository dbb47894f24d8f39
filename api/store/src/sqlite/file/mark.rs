//! The mark of the database: its position at the last answer. A cut, damaged or foreign write-ahead log has less, and
//! SQLite does not notice that.
//!
//! It is written after the commit and before the answer. The system has it then: only a power cut may lose the newest
//! part.

use std::fs::{self, File};
use std::io;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;
use std::time::Duration;

use jiff::Timestamp;
use sha2::{Digest, Sha256};

use crate::sqlite::files::{self, beside, sync_folder};
use crate::sqlite::identity::Position;

/// The ending of its name.
pub const ENDING: &str = ".mark";
/// The slots are written in turn. None crosses a sector of a disk.
const SLOTS: u64 = 512;
const SLOT: usize = 128;
/// The bytes of a slot that its own checksum covers.
const COVERED: usize = 80;
/// The most streams of a commit that are named. A draw begins some dozens.
const MOST_STREAMS: usize = 64;
/// One large write would make the file system account for all of it at each sync.
const PIECE: usize = 4096;
/// The shortest time between two syncs.
const INTERVAL: Duration = Duration::from_millis(100);

/// One slot of the mark: a position, and one of the streams whose events it has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The position.
    pub position: Position,
    /// The stream and its version; `None` for a commit without events.
    pub stream: Option<([u8; 16], u64)>,
    /// The time, in milliseconds since 1970.
    pub at: i64,
}

impl Entry {
    fn encode(&self, number: u64) -> [u8; SLOT] {
        let (stream, version) = self.stream.unwrap_or_default();
        let Position { id, changes, newest, checksum } = self.position;
        let numbers = [changes.to_be_bytes(), newest.to_be_bytes(), checksum.to_be_bytes()].concat();
        let covered =
            [&number.to_be_bytes()[..], &id, &numbers, &stream, &version.to_be_bytes(), &self.at.to_be_bytes()]
                .concat();
        let mut slot = [0; SLOT];
        slot[..COVERED].copy_from_slice(&covered);
        slot[COVERED..COVERED + 8].copy_from_slice(&Sha256::digest(&covered)[..8]);
        slot
    }

    /// The number and the entry of a slot; `None` for an empty or torn slot.
    fn decode(slot: &[u8]) -> Option<(u64, Entry)> {
        let covered = slot.get(..COVERED)?;
        if slot.get(COVERED..COVERED + 8)? != &Sha256::digest(covered)[..8] {
            return None;
        }
        let number = |at: usize| Some(u64::from_be_bytes(*covered.get(at..)?.first_chunk()?));
        let id = |at: usize| covered.get(at..)?.first_chunk::<16>().copied();
        let position =
            Position { id: id(8)?, changes: number(24)?, newest: number(32)?, checksum: number(40)?.cast_signed() };
        let (stream, version) = (id(48)?, number(64)?);
        let stream = (version > 0).then_some((stream, version));
        Some((number(0)?, Entry { position, stream, at: number(72)?.cast_signed() }))
    }
}

/// The path of a database's mark.
pub fn path(database: &Path) -> PathBuf {
    beside(database, ENDING)
}

/// Removes the mark of a database, on the disk too, if there is one.
pub fn remove(database: &Path) -> io::Result<()> {
    let path = path(database);
    if !path.exists() {
        return Ok(());
    }
    files::remove(&path)?;
    sync_folder(&path)
}

/// The entries of a database's mark, the oldest first. A missing or unreadable mark has no entries.
pub fn read(database: &Path) -> Vec<Entry> {
    numbered(database).into_iter().map(|(_, entry)| entry).collect()
}

fn numbered(database: &Path) -> Vec<(u64, Entry)> {
    let bytes = fs::read(path(database)).unwrap_or_default();
    let is_in_place = |(place, (number, _)): &(u64, (u64, Entry))| number % SLOTS == *place;
    let slots = (0..).zip(bytes.chunks(SLOT).map(Entry::decode));
    let mut entries: Vec<(u64, Entry)> =
        slots.filter_map(|(place, slot)| Some((place, slot?))).filter(is_in_place).map(|(_, entry)| entry).collect();
    entries.sort_unstable_by_key(|(number, _)| *number);
    entries
}

/// The mark of a database that is served.
pub struct Mark {
    file: File,
    next: u64,
    /// Wakes the thread that syncs.
    written: SyncSender<()>,
}

impl Mark {
    /// Opens the mark of a database, or makes one with this position. It is on the disk when this returns.
    pub fn open(database: &Path, position: Position, outcome: Outcome) -> io::Result<Mark> {
        let entries = numbered(database);
        let path = path(database);
        let file = files::open_private(&path)?;
        if file.metadata()?.len() < SLOTS * SLOT as u64 || entries.is_empty() {
            for piece in 0..SLOTS * SLOT as u64 / PIECE as u64 {
                file.write_all_at(&[0; PIECE], piece * PIECE as u64)?;
            }
        }
        let (written, writes) = sync_channel(1);
        let synced = file.try_clone()?;
        thread::spawn(move || sync_forever(&synced, &writes, &outcome));
        let mut mark = Mark { file, next: entries.last().map_or(0, |(number, _)| number + 1), written };
        mark.note(position, &[])?;
        mark.sync()?;
        sync_folder(&path)?;
        Ok(mark)
    }

    /// Notes a position, with the streams of its commit.
    pub fn note(&mut self, position: Position, streams: &[([u8; 16], u64)]) -> io::Result<()> {
        let at = Timestamp::now().as_millisecond();
        let named = streams.iter().take(MOST_STREAMS).copied().map(Some);
        let streams = named.chain(streams.is_empty().then_some(None));
        let slots: Vec<[u8; SLOT]> =
            (self.next..).zip(streams).map(|(number, stream)| Entry { position, stream, at }.encode(number)).collect();
        let place = self.next % SLOTS;
        let (first, rest) = slots.split_at(slots.len().min((SLOTS - place) as usize));
        self.file.write_all_at(first.as_flattened(), place * SLOT as u64)?;
        self.file.write_all_at(rest.as_flattened(), 0)?;
        self.next += slots.len() as u64;
        // A full queue means that the thread will sync anyway.
        let _ = self.written.try_send(());
        Ok(())
    }

    /// Syncs the mark to the disk.
    pub fn sync(&self) -> io::Result<()> {
        self.file.sync_data()
    }
}

/// Hears whether a sync of the mark has failed.
pub type Outcome = Box<dyn Fn(io::Result<()>) + Send>;

/// Syncs after each write, but no more often than the interval, until the mark is dropped.
fn sync_forever(file: &File, writes: &Receiver<()>, outcome: &Outcome) {
    while writes.recv().is_ok() {
        outcome(file.sync_data());
        thread::sleep(INTERVAL);
    }
}
