//! A backup that is checked completely before it gets its name.

use std::path::{Path, PathBuf};

use tokio::task::spawn_blocking;

use super::inspection::{self, Report};
use pegout_store::backup::BackupPart;
use pegout_store::{Inspection, StoreError};

/// The result of a backup.
pub enum Made {
    /// A sound backup, with its contents.
    Backup(Report),
    /// A copy of a damaged database, under a name that no backup has.
    Damaged {
        /// The copy.
        copy: PathBuf,
        /// A sentence for each damage.
        findings: Vec<String>,
    },
}

/// Makes the backup of this name. `write` gets the path to write to.
pub async fn make(
    target: &Path,
    write: impl AsyncFnOnce(PathBuf) -> Result<(), StoreError>,
) -> Result<Made, StoreError> {
    let part = BackupPart::begin(target)?;
    write(part.path().to_owned()).await?;
    let copy = part.path().to_owned();
    let examined = spawn_blocking(move || examined(&copy)).await;
    let report = examined.map_err(|error| StoreError::Unavailable(error.to_string()))?;
    if report.findings.is_empty() {
        part.place()?;
        Ok(Made::Backup(report))
    } else {
        Ok(Made::Damaged { copy: part.set_aside()?, findings: report.findings })
    }
}

/// The report on a copy. An unreadable copy counts as damaged.
pub fn examined(copy: &Path) -> Report {
    let checked = Inspection::open(copy).and_then(|inspection| inspection::check(&inspection));
    checked.unwrap_or_else(|error| Report { findings: vec![format!("{error}.")], ..Report::default() })
}
