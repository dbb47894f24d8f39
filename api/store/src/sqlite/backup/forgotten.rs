//! The ids of forgotten players, and the places of removed texts, without names. They are in the database, and in lists
//! next to the database and the backups, so that an older backup restores nothing forgotten.

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use pegout_league::PlayerId;
use rusqlite::Connection;

use crate::db::{Db, DbError};
use crate::rows::{players, texts};
use crate::sqlite::db::{SqliteDb, ready};
use crate::sqlite::files::{self, beside, folder, sync_folder};
use crate::{StoreError, TextKey};

/// The ending of the list's name, after that of the database.
const ENDING: &str = ".forgotten";

/// Held while a list is written.
static WRITING: Mutex<()> = Mutex::new(());

/// The forgotten players, and the places of removed texts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Forgotten {
    /// The people.
    pub players: Vec<PlayerId>,
    /// The places of the texts.
    pub texts: Vec<TextKey>,
}

impl Forgotten {
    /// Everything that was forgotten in a database.
    pub async fn read(db: &dyn Db) -> Result<Forgotten, DbError> {
        Ok(Forgotten { players: players::forgotten(db).await?, texts: texts::removed(db).await? })
    }

    /// Parses the list that [`write()`] wrote. Skips unreadable lines.
    fn parse(list: &str) -> Forgotten {
        let mut forgotten = Forgotten::default();
        for line in list.lines() {
            match line.split_whitespace().collect::<Vec<_>>()[..] {
                [player] => forgotten.players.extend(player.parse::<PlayerId>()),
                [stream, version, field] => {
                    let (stream, version) = (stream.parse::<PlayerId>(), version.parse());
                    let key = stream.ok().zip(version.ok()).map(|(stream, version)| TextKey {
                        stream: stream.bytes(),
                        version,
                        field: field.to_owned(),
                    });
                    forgotten.texts.extend(key);
                }
                _ => {}
            }
        }
        forgotten
    }

    /// Adds the content of another list.
    pub fn extend(&mut self, other: Forgotten) {
        self.players.extend(other.players);
        self.texts.extend(other.texts);
    }

    /// Forgets these players and texts in a database. Returns the number of players that the database still had.
    pub fn apply(&self, connection: &Connection) -> Result<usize, DbError> {
        let db = SqliteDb::new(connection);
        let mut found = 0;
        let mut insert = connection.prepare("INSERT OR IGNORE INTO forgotten_player (id) VALUES (?1)")?;
        for id in &self.players {
            found += usize::from(ready(players::find(&db, *id))?.is_some());
            ready(players::delete(&db, *id))?;
            insert.execute([id.bytes()])?;
        }
        ready(texts::remove_at(&db, &self.texts))?;
        Ok(found)
    }

    fn to_text(&self) -> String {
        let players = self.players.iter().map(|id| format!("{id}\n"));
        // All ids are written alike.
        let text = |TextKey { stream, version, field }: &TextKey| {
            format!("{} {version} {field}\n", PlayerId::from_bytes(*stream))
        };
        players.chain(self.texts.iter().map(text)).collect()
    }
}

/// The path of the list of a database, in the folder of the database or in `other`.
pub fn list_of(database: &Path, other: Option<&Path>) -> PathBuf {
    let place = other.zip(database.file_name()).map(|(folder, name)| folder.join(name));
    beside(place.as_deref().unwrap_or(database), ENDING)
}

/// Adds the missing lines to a list, which is on the disk when this returns. If reading or writing fails, the log says
/// so. Never removes lines: another call may have read the database later and written first.
pub fn write(list: &Path, forgotten: &Result<Forgotten, StoreError>) {
    let written = forgotten.as_ref().map_err(ToString::to_string);
    let written = written.and_then(|forgotten| try_write(list, forgotten).map_err(|error| error.to_string()));
    if let Err(error) = written {
        let list = list.display();
        log::warn!("{list} cannot be written: a restored backup would bring back who was forgotten: {error}");
    }
}

fn try_write(list: &Path, forgotten: &Forgotten) -> io::Result<()> {
    let _guard = WRITING.lock().unwrap_or_else(PoisonError::into_inner);
    let (text, written) = (forgotten.to_text(), fs::read_to_string(list).unwrap_or_default());
    let mut lines: BTreeSet<&str> = written.lines().collect();
    let before = lines.len();
    lines.extend(text.lines());
    if lines.len() == before {
        return Ok(());
    }
    let text: String = lines.into_iter().map(|line| format!("{line}\n")).collect();
    let part = beside(list, ".part");
    let mut file = files::open_private(&part)?;
    file.set_len(0)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()?;
    fs::rename(&part, list)?;
    sync_folder(list)
}

/// The lists in the folder of a database or a backup.
pub fn lists_beside(path: &Path) -> Vec<Forgotten> {
    let entries = fs::read_dir(folder(path)).into_iter().flatten().flatten();
    let is_list = |path: &PathBuf| path.as_os_str().as_encoded_bytes().ends_with(ENDING.as_bytes());
    let lists = entries.map(|entry| entry.path()).filter(is_list).filter_map(|list| fs::read_to_string(list).ok());
    lists.map(|list| Forgotten::parse(&list)).collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use super::*;

    fn forgotten(players: &[u8]) -> Forgotten {
        Forgotten { players: players.iter().map(|id| PlayerId::from_bytes([*id; 16])).collect(), texts: Vec::new() }
    }

    #[test]
    fn whoever_was_forgotten_meanwhile_stays_in_the_list() {
        let folder = tempfile::tempdir().unwrap();
        let list = folder.path().join("pegout.db.forgotten");
        // The start reads the database before a player is forgotten, and writes its list afterwards.
        for (older, newer) in [(&[][..], &[1][..]), (&[1], &[2, 3])] {
            try_write(&list, &forgotten(newer)).unwrap();
            try_write(&list, &forgotten(older)).unwrap();
        }
        assert_eq!(lists_beside(&list), [forgotten(&[1, 2, 3])]);
    }
}
