//! The place of the files that are open: what is committed to a file that was removed or replaced is lost.

use std::fs::{self, Metadata};
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

/// A file as the file system tells it from others, whatever its name: by its device and inode.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Identity {
    device: u64,
    inode: u64,
}

impl Identity {
    /// The identity of the file that this path leads to.
    pub fn of(path: &Path) -> io::Result<Identity> {
        fs::metadata(path).map(|metadata| Identity::from(&metadata))
    }
}

impl From<&Metadata> for Identity {
    fn from(metadata: &Metadata) -> Identity {
        Identity { device: metadata.dev(), inode: metadata.ino() }
    }
}

/// A path, and the file that it led to when it was opened.
#[derive(Clone, Debug)]
pub struct OpenedFile {
    pub path: PathBuf,
    pub identity: Identity,
}

impl OpenedFile {
    /// The file that this path leads to now.
    pub fn of(path: PathBuf) -> io::Result<OpenedFile> {
        Ok(OpenedFile { identity: Identity::of(&path)?, path })
    }

    /// Returns the metadata of the file. Returns the path as the error if it leads to another file by now, or to none.
    pub fn check(&self) -> Result<Metadata, PathBuf> {
        match fs::metadata(&self.path) {
            Ok(metadata) if Identity::from(&metadata) == self.identity => Ok(metadata),
            _ => Err(self.path.clone()),
        }
    }
}
