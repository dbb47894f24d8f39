//! The database's file while it is served: at its place, and written by SQLite alone.

use std::fs::{self, File, Metadata};
use std::io;
use std::os::unix::fs::{FileExt, MetadataExt};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::StoreError;

/// The file, and whether another program has written into it. All clones notice it together.
#[derive(Clone)]
pub struct ServedFile {
    pub opened: OpenFile,
    is_overwritten: Arc<AtomicBool>,
}

impl ServedFile {
    /// A file that was opened just now.
    pub fn new(opened: OpenFile) -> ServedFile {
        ServedFile { opened, is_overwritten: Arc::default() }
    }

    /// Fails if the file is not at its place, or if another program has written into it.
    pub fn check(&self) -> Result<Metadata, StoreError> {
        if self.is_overwritten() {
            return Err(StoreError::Overwritten(self.opened.path.clone()));
        }
        self.opened.check().map_err(StoreError::FileReplaced)
    }

    /// Returns true if another program has written into the file: then no change may be stored in it.
    pub fn is_overwritten(&self) -> bool {
        self.is_overwritten.load(Ordering::Relaxed)
    }
}

/// The identity of a file whatever its name: its device and inode.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileIdentity {
    device: u64,
    inode: u64,
}

impl FileIdentity {
    /// The identity of the file that this path leads to.
    pub fn of(path: &Path) -> io::Result<FileIdentity> {
        fs::metadata(path).map(|metadata| FileIdentity::from(&metadata))
    }
}

impl From<&Metadata> for FileIdentity {
    fn from(metadata: &Metadata) -> FileIdentity {
        FileIdentity { device: metadata.dev(), inode: metadata.ino() }
    }
}

/// A path, and the identity of its file when it was opened. A commit to a removed or replaced file would be lost.
#[derive(Clone, Debug)]
pub struct OpenFile {
    pub path: PathBuf,
    pub identity: FileIdentity,
}

impl OpenFile {
    /// The file that this path leads to now.
    pub fn of(path: PathBuf) -> io::Result<OpenFile> {
        Ok(OpenFile { identity: FileIdentity::of(&path)?, path })
    }

    /// Returns the metadata of the file. The error is the path, if it leads to another file or to no file.
    pub fn check(&self) -> Result<Metadata, PathBuf> {
        match fs::metadata(&self.path) {
            Ok(metadata) if FileIdentity::from(&metadata) == self.identity => Ok(metadata),
            _ => Err(self.path.clone()),
        }
    }
}

/// The writes into the file. In WAL mode SQLite writes to it in a checkpoint only, and each checkpoint leaves a trace
/// in the index of the log. Other writes are another program's, such as a copy over the file.
pub struct Writes {
    index: Index,
    seen: Option<Seen>,
}

/// The index of a log, `pegout.db-shm`. It stays open, because closing a file ends all locks that SQLite has on it.
#[derive(Clone, Copy)]
pub struct Index {
    identity: FileIdentity,
    file: &'static File,
}

/// A file between two checkpoints.
#[derive(PartialEq, Eq)]
struct Seen {
    stamp: Stamp,
    newest: Checkpoint,
}

/// The length of a file, and the second and nanosecond of its last write.
type Stamp = (u64, i64, i64);

/// A checkpoint. Each has another salt of the log, or another number of frames to write.
#[derive(PartialEq, Eq)]
struct Checkpoint {
    salt: [u8; 8],
    begun: [u8; 4],
    is_done: bool,
}

impl Index {
    /// Opens this index. If `open` is the same file, returns `open`.
    pub fn of(file: &OpenFile, open: Option<Index>) -> io::Result<Index> {
        match open {
            Some(open) if open.identity == file.identity => Ok(open),
            _ => Ok(Index { identity: file.identity, file: Box::leak(Box::new(File::open(&file.path)?)) }),
        }
    }

    /// The newest checkpoint. The places are those of SQLite's "WAL-mode File Format".
    fn newest_checkpoint(&self) -> io::Result<Checkpoint> {
        let (mut salt, mut begun, mut done) = ([0; 8], [0; 4], [0; 4]);
        self.file.read_exact_at(&mut salt, 32)?;
        self.file.read_exact_at(&mut begun, 128)?;
        self.file.read_exact_at(&mut done, 96)?;
        Ok(Checkpoint { salt, begun, is_done: begun == done })
    }
}

impl Writes {
    /// The writes into the file from now on.
    pub const fn new(index: Index) -> Writes {
        Writes { index, seen: None }
    }

    /// Fails, now and for good, if the file was written to since the last look, and not by a checkpoint.
    pub fn check(&mut self, database: &ServedFile) -> Result<(), StoreError> {
        let metadata = database.check()?;
        if self.seen.as_ref().is_some_and(|seen| seen.stamp == stamp(&metadata)) {
            return Ok(());
        }
        let now = self.look(database)?;
        if let (Some(seen), Some(now)) = (&self.seen, &now)
            && seen.newest == now.newest
            && seen.stamp != now.stamp
        {
            database.is_overwritten.store(true, Ordering::Relaxed);
            return database.check().map(drop);
        }
        self.seen = now;
        Ok(())
    }

    /// The file now; none during a checkpoint, or if the index cannot be read.
    fn look(&self, database: &ServedFile) -> Result<Option<Seen>, StoreError> {
        let before = self.index.newest_checkpoint().ok();
        let stamp = stamp(&database.check()?);
        let after = self.index.newest_checkpoint().ok();
        let is_quiet = before == after;
        Ok(after.filter(|newest| is_quiet && newest.is_done).map(|newest| Seen { stamp, newest }))
    }
}

fn stamp(metadata: &Metadata) -> Stamp {
    (metadata.len(), metadata.mtime(), metadata.mtime_nsec())
}
