//! A backup that is looked at as a whole before it counts as one.

use std::path::{Path, PathBuf};

use tokio::task::spawn_blocking;

use super::inspection::{self, Report};
use crate::store::backup::BackupPart;
use crate::store::{Inspection, StoreError};

/// What was made of a database.
pub enum Made {
    /// A sound backup, with what is in it.
    Backup(Report),
    /// A copy of a damaged database, under a name that no backup has.
    Damaged {
        /// The copy.
        copy: PathBuf,
        /// A sentence for each damage.
        findings: Vec<String>,
    },
}

/// Makes the backup of this name, which `write` writes to the path that it gets.
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

/// The report on a copy. One that cannot be read is damaged too.
pub fn examined(copy: &Path) -> Report {
    let checked = Inspection::open(copy).and_then(|inspection| inspection::check(&inspection));
    checked.unwrap_or_else(|error| Report { findings: vec![format!("{error}.")], ..Report::default() })
}
