//! The log of what happened: an event a row, in streams.

use rusqlite::{Connection, params};

use pegout_engine::league::NightId;

use super::nights::{self, NightRow};
use super::{Store, StoreError, TokenRow};

/// The id of what the events of a stream have made, a game's say.
pub type StreamId = [u8; 16];

/// Events to be stored at the end of a stream.
pub struct Stream {
    /// Which stream.
    pub id: StreamId,
    /// The version of the first event: one more than the stream has.
    pub first: u64,
    /// The events as JSON.
    pub bodies: Vec<String>,
}

/// What is stored together with events.
pub enum Along {
    /// The token that keeps the score of a game that begins.
    Token(TokenRow),
    /// What stands outside the log of a night that is scheduled.
    Night(NightRow),
    /// The moment at which the phones of a night stop to open anything, in milliseconds since 1970.
    PhonesExpire {
        /// The night.
        night: NightId,
        /// The moment.
        at: i64,
    },
}

/// An event as it is stored.
pub struct Stored {
    /// Its place in the stream, from 1.
    pub version: u64,
    /// The event as JSON.
    pub body: String,
}

impl Store {
    /// Stores the events of all these streams, and what comes along with them, or nothing.
    ///
    /// # Errors
    ///
    /// When a stream has such a version already or lacks the one before it, or nothing can be stored.
    pub async fn append(&self, streams: Vec<Stream>, along: Option<Along>) -> Result<(), StoreError> {
        self.write(move |connection| {
            // No gap either: the file may be another than the one that the state in memory was loaded from.
            let mut insert = connection.prepare_cached(
                "INSERT INTO event (stream, version, body) SELECT ?1, ?2, ?3 \
                 WHERE ?2 = 1 OR EXISTS (SELECT 1 FROM event WHERE stream = ?1 AND version = ?2 - 1)",
            )?;
            for Stream { id, first, bodies } in &streams {
                for (version, body) in (*first..).zip(bodies) {
                    match insert.execute(params![id, version, body])? {
                        1 => {}
                        other => return Err(rusqlite::Error::StatementChangedRows(other)),
                    }
                }
            }
            match &along {
                Some(Along::Token(token)) => token.insert(connection),
                Some(Along::Night(night)) => night.insert(connection),
                Some(Along::PhonesExpire { night, at }) => nights::expire_phones(connection, *night, *at),
                None => Ok(()),
            }
        })
        .await
    }

    /// The events of a stream, the oldest first; none where there is no such stream.
    ///
    /// # Errors
    ///
    /// When the database cannot be read.
    pub async fn stream(&self, id: StreamId) -> Result<Vec<Stored>, StoreError> {
        self.read(move |connection: &Connection| {
            let mut select =
                connection.prepare_cached("SELECT version, body FROM event WHERE stream = ?1 ORDER BY version")?;
            let rows = select.query_map([id], |row| Ok(Stored { version: row.get(0)?, body: row.get(1)? }))?;
            rows.collect()
        })
        .await
    }
}
