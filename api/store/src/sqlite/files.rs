//! Files: their names, sizes and rights. The service's account alone may read and write files with players' names.

use std::fs::{self, File, OpenOptions, Permissions};
use std::io;
use std::os::unix::fs::{MetadataExt, OpenOptionsExt, PermissionsExt, chown};
use std::path::{Path, PathBuf};

/// The rights of a file that only its owner may read and write.
const MODE: u32 = 0o600;

/// Opens the file for writing, and creates it if it is missing. Other accounts lose their rights to it.
pub fn open_private(path: &Path) -> io::Result<File> {
    let file = OpenOptions::new().write(true).create(true).truncate(false).mode(MODE).open(path)?;
    close_to_others(path);
    Ok(file)
}

/// Creates the file, or the target of a link. An existing file is unchanged.
pub fn create_private(path: &Path) -> io::Result<()> {
    if fs::exists(path)? {
        return Ok(());
    }
    OpenOptions::new().write(true).create(true).truncate(false).mode(MODE).open(path).map(drop)
}

/// Removes the rights of other accounts to the file, if it exists. If the system refuses, the log says so.
pub fn close_to_others(path: &Path) {
    let Ok(metadata) = fs::metadata(path) else { return };
    if metadata.mode() & 0o777 == MODE {
        return;
    }
    if let Err(error) = fs::set_permissions(path, Permissions::from_mode(MODE)) {
        log::warn!("{} can be read by other accounts, and that cannot be changed: {error}", path.display());
    }
}

/// Gives `file` the owner of the file `of`. Only root may change an owner.
pub fn keep_owner(of: &Path, file: &Path) -> io::Result<()> {
    let (wanted, own) = (fs::metadata(of)?, fs::metadata(file)?);
    if (wanted.uid(), wanted.gid()) == (own.uid(), own.gid()) {
        return Ok(());
    }
    chown(file, Some(wanted.uid()), Some(wanted.gid()))
}

/// Removes a file that may be missing.
pub fn remove(file: &Path) -> io::Result<()> {
    match fs::remove_file(file) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// The path of a file next to `path`: the same name with this ending.
pub fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut path = path.as_os_str().to_owned();
    path.push(ending);
    path.into()
}

/// The folder of a file.
pub fn folder(path: &Path) -> &Path {
    path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Syncs the folder of a file to the disk: the names in it.
pub fn sync_folder(file: &Path) -> io::Result<()> {
    File::open(folder(file))?.sync_all()
}

/// The size of the database in bytes; `None` while it is out of reach.
pub fn database_size(path: &Path) -> Option<u64> {
    fs::metadata(path).ok().map(|metadata| metadata.len())
}

/// The size of the write-ahead log in bytes, 0 without a log; `None` while the database is out of reach.
pub fn wal_size(path: &Path) -> Option<u64> {
    let file: PathBuf = fs::canonicalize(path).ok()?;
    Some(fs::metadata(beside(&file, "-wal")).map_or(0, |metadata| metadata.len()))
}
