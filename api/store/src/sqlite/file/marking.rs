//! The mark of the database that is served. If the mark cannot be written, changes are stored nevertheless. The log and
//! a metric say so.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use prometheus::IntGauge;

use super::mark::Mark;
use crate::sqlite::identity::Position;

/// The time between two lines of the log that say that it still fails, and between two attempts to make the mark.
const REPEATED: Duration = Duration::from_secs(60);

/// The mark, as far as it can be written.
pub struct Marking {
    database: PathBuf,
    mark: Option<Mark>,
    complaints: Complaints,
    /// The last attempt to open the mark.
    tried: Option<Instant>,
}

/// The metric, and a line of the log once a minute. The thread that syncs complains too.
#[derive(Clone)]
struct Complaints {
    failed: IntGauge,
    warned: Arc<Mutex<Option<Instant>>>,
}

impl Complaints {
    fn warn_of(&self, path: &Path, outcome: &io::Result<()>) {
        self.failed.set(outcome.is_err().into());
        let Err(error) = outcome else { return };
        let mut warned = self.warned.lock().unwrap_or_else(PoisonError::into_inner);
        if warned.is_none_or(|warned| warned.elapsed() >= REPEATED) {
            *warned = Some(Instant::now());
            let path = path.display();
            log::warn!(
                "{path}.mark cannot be written: a damaged log would not be noticed. Changes are stored all the same: {error}"
            );
        }
    }
}

impl Marking {
    /// No mark yet. `failed` is the metric, 1 or 0.
    pub fn new(failed: IntGauge) -> Marking {
        let complaints = Complaints { failed, warned: Arc::default() };
        Marking { database: PathBuf::new(), mark: None, complaints, tried: None }
    }

    /// Notes the position of this database, which is opened now. A mark that is missing is made.
    pub fn begin(&mut self, database: &Path, position: Position) {
        database.clone_into(&mut self.database);
        self.note(position, &[]);
    }

    /// Notes that the database has come to this position, with the streams of the commit.
    pub fn note(&mut self, position: Position, streams: &[([u8; 16], u64)]) {
        let outcome = match &mut self.mark {
            Some(mark) => mark.note(position, streams),
            None if self.tried.is_some_and(|tried| tried.elapsed() < REPEATED) => return,
            None => self.open(position),
        };
        self.complaints.warn_of(&self.database, &outcome);
    }

    fn open(&mut self, position: Position) -> io::Result<()> {
        self.tried = Some(Instant::now());
        let (complaints, path) = (self.complaints.clone(), self.database.clone());
        let outcome = Box::new(move |synced| complaints.warn_of(&path, &synced));
        Mark::open(&self.database, position, outcome).map(|mark| self.mark = Some(mark))
    }

    /// Syncs the mark.
    pub fn end(&self) {
        if let Some(mark) = &self.mark {
            self.complaints.warn_of(&self.database, &mark.sync());
        }
    }
}
