//! The inspection of a whole database, served or not, without changes.

use std::collections::HashSet;
use std::path::Path;

use pegout_league::{NightId, PlayerId};
use rusqlite::Connection;
use rusqlite::backup::Backup;

use crate::checksum_chain::Damaged;
use crate::db::DbError;
use crate::error::unavailable;
use crate::rows::{league, nights, players};
use crate::sqlite::db::{SqliteDb, ready};
use crate::sqlite::{damage, events, schema};
use crate::{StoreError, StoredEvent};
use pegout_model::league::League;
use pegout_model::player::{Merges, Player};

/// A database in its state at the opening.
pub struct Inspection {
    connection: Connection,
    /// A sentence for each damage.
    pub damage: Vec<String>,
    /// A sentence about a database that may lack changes.
    pub note: Option<String>,
}

impl Inspection {
    /// Opens a database and lets SQLite check it. An older database is copied, and the copy is migrated.
    pub fn open(path: &Path) -> Result<Inspection, StoreError> {
        let (connection, version) = super::open_to_read(path)?;
        connection.execute_batch("BEGIN").map_err(unavailable)?;
        let damage = damage::of_file(&connection, true).unwrap_or_else(|error| vec![format!("SQLite says: {error}.")]);
        if !damage.is_empty() {
            return Ok(Inspection { connection, damage, note: None });
        }
        if version == schema::newest() {
            let note = super::note(&connection, version, path);
            return Ok(Inspection { note, ..Inspection::of(connection)? });
        }
        // Without a name SQLite makes a file that goes with the connection.
        let mut copy = Connection::open("").map_err(unavailable)?;
        Backup::new(&connection, &mut copy).and_then(|backup| backup.step(-1)).map_err(unavailable)?;
        schema::migrate_copy(&mut copy, path, version)?;
        Ok(Inspection { connection: copy, damage, note: None })
    }

    /// Inspects the database of this connection, whose schema is the newest.
    pub fn of(connection: Connection) -> Result<Inspection, StoreError> {
        let damage = damage::of_contents(&connection).map_err(unavailable)?;
        Ok(Inspection { connection, damage, note: None })
    }

    /// Calls `of` with each stream: its id, and its events in order.
    pub fn each_stream(&self, mut of: impl FnMut([u8; 16], Vec<StoredEvent>)) -> Result<(), StoreError> {
        let mut last = None;
        while let Some(stream) = self.read(|connection| events::stream_after(connection, last))? {
            let events = self.read(|connection| events::select(connection, stream))?;
            of(stream, events.map_err(|Damaged| unavailable("the database changes while it is looked at"))?);
            last = Some(stream);
        }
        Ok(())
    }

    /// The nights of the plain rows.
    pub fn night_ids(&self) -> Result<HashSet<NightId>, StoreError> {
        Ok(self.rows(|db| ready(nights::ids(db, None)))?.into_iter().collect())
    }

    /// The players.
    pub fn players(&self) -> Result<Vec<Player>, StoreError> {
        self.rows(|db| ready(players::all(db)))
    }

    /// All players, also the forgotten players.
    pub fn player_ids(&self) -> Result<HashSet<PlayerId>, StoreError> {
        let present = self.players()?.into_iter().map(|player| player.id);
        Ok(present.chain(self.rows(|db| ready(players::forgotten(db)))?).collect())
    }

    /// The merges of players.
    pub fn merges(&self) -> Result<Merges, StoreError> {
        Ok(self.rows(|db| ready(players::merges(db)))?.into_iter().collect())
    }

    /// The league.
    pub fn league(&self) -> Result<League, StoreError> {
        self.rows(|db| ready(league::find(db)))
    }

    /// The connection that reads.
    pub const fn connection(&self) -> &Connection {
        &self.connection
    }

    fn rows<T>(&self, work: impl FnOnce(&SqliteDb) -> Result<T, DbError>) -> Result<T, StoreError> {
        work(&SqliteDb::new(&self.connection)).map_err(unavailable)
    }

    fn read<T>(&self, work: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> Result<T, StoreError> {
        work(&self.connection).map_err(unavailable)
    }
}
