//! The store: the log of events and a few plain tables, as a trait of plain data with SQLite or PostgreSQL behind it.

mod append;
mod checksum_chain;
pub mod copy;
mod database;
pub mod db;
mod error;
mod metrics;
mod outbox;
mod postgres;
mod rows;
mod sqlite;
mod text;

use std::collections::BTreeMap;
use std::fmt::{self, Display, Formatter};

use async_trait::async_trait;
use futures_util::FutureExt;
use pegout_engine::Time;
use pegout_engine::game::GameId;
use pegout_league::NightId;
use tokio::sync::broadcast;

pub use append::{
    Append, AppendCondition, AppendError, ConditionKind, MergeCondition, Names, NewEvents, NightRow, NightVersions,
    PlainRow, Stale,
};
pub use database::{CheckOfCopy, Database, Location};
pub use error::{Damage, DamageReport, FailureCause, StoreError};
pub use metrics::StoreMetrics;
pub use outbox::{AddWebhookOutcome, Attempt, AttemptOutcome, NewWebhook, Outbox, WaitingDeliveries};
pub use postgres::PostgresAddress;
pub use rows::display_codes::DisplayCodeStore;
pub use rows::free_games::{FreeGame, FreeGameStore, GamesDue};
pub use rows::league::LeagueStore;
pub use rows::nights::NightStore;
pub use rows::player_links::{PlayerLink, PlayerLinkStore, PutLinkOutcome};
pub use rows::players::{MergeStore, PlayerStore};
pub use rows::representatives::{AddRepresentativeOutcome, PasswordStore, RepresentativeStore};
pub use rows::seasons::SeasonStore;
pub use rows::texts::{TextKey, TextStore};
pub use rows::tokens::{AddDisplayOutcome, NewDisplay, NewSession, TokenStore};
pub use sqlite::backup::archive;
pub use sqlite::backup::inspection::Inspection;
pub use sqlite::{SqliteStore, backup, files};

/// A database. Each write is on the disk when its future is ready.
#[async_trait]
pub trait Store:
    Outbox
    + DisplayCodeStore
    + FreeGameStore
    + LeagueStore
    + MergeStore
    + NightStore
    + PasswordStore
    + PlayerLinkStore
    + PlayerStore
    + RepresentativeStore
    + SeasonStore
    + TextStore
    + TokenStore
{
    /// Appends events to their streams with the rows that belong to them: all of it, or nothing. Fails with a conflict
    /// unless every stream is at the expected version, and every condition holds.
    async fn append(&self, append: Append) -> Result<(), AppendError>;
    /// Compares the versions of streams with the expected ones.
    async fn check(&self, expected: BTreeMap<StreamId, u64>) -> Result<(), AppendError>;
    /// Compares the versions of the streams in memory with the stored versions, and reads the versions of the rows in
    /// memory. Fails if the database does not answer soon.
    async fn compare(&self, cached: BTreeMap<StreamId, u64>) -> Result<Comparison, StoreError> {
        let stale = match self.check(cached).await {
            Ok(()) => Vec::new(),
            Err(AppendError::Conflict(stale)) => stale,
            Err(AppendError::Store(error)) => return Err(error),
        };
        Ok(Comparison { stale, revisions: Revisions::new() })
    }
    /// Returns a receiver of hints of other servers' changes; `None` for a database of only one server.
    fn changes(&self) -> Option<broadcast::Receiver<ChangeNotice>>;
    /// Returns the events of a stream in order; empty if the stream does not exist. Fails if the stored events are
    /// damaged.
    async fn events(&self, stream: StreamId) -> Result<Vec<StoredEvent>, StoreError> {
        Ok(self.events_of(vec![stream]).await?.pop().unwrap_or_default())
    }
    /// The events of many streams, each as [`Store::events`] returns it.
    async fn events_of(&self, streams: Vec<StreamId>) -> Result<Vec<Vec<StoredEvent>>, StoreError>;
    /// Looks for damage in the whole file; if `thorough`, also in all indexes and streams. Returns a sentence for each
    /// finding.
    async fn inspect(&self, thorough: bool) -> Result<DamageReport, StoreError>;
    /// Proves that events can be stored: writes an event, undoes that, and stores `at`.
    async fn probe_write(&self, at: Time) -> Result<(), StoreError>;
    /// Returns true if there is no game, night, player, season or setting.
    async fn is_empty(&self) -> Result<bool, StoreError> {
        db::read(self.backend(), &[], (), |db, ()| rows::are_empty(db).boxed()).await
    }
    /// Waits until all requested writes are stored, and closes the database.
    fn close(&self);
}

/// The id of the ledger. A league has one ledger.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LedgerId;

impl Display for LedgerId {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("the ledger")
    }
}

/// A stream of events: of a game, a night or the ledger.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum StreamId {
    /// The stream of a game.
    Game(GameId),
    /// The stream of a night.
    Night(NightId),
    /// The stream of the ledger.
    Ledger,
}

impl StreamId {
    /// The id of the ledger's stream. No game and no night can have it.
    pub const LEDGER: [u8; 16] = [0xff; 16];

    /// The bytes of the id, which identify the stream in the database.
    pub const fn bytes(self) -> [u8; 16] {
        match self {
            StreamId::Game(id) => id.bytes(),
            StreamId::Night(id) => id.bytes(),
            StreamId::Ledger => StreamId::LEDGER,
        }
    }
}

impl From<GameId> for StreamId {
    fn from(id: GameId) -> StreamId {
        StreamId::Game(id)
    }
}

impl From<NightId> for StreamId {
    fn from(id: NightId) -> StreamId {
        StreamId::Night(id)
    }
}

impl From<LedgerId> for StreamId {
    fn from(_: LedgerId) -> StreamId {
        StreamId::Ledger
    }
}

/// An event in the store.
#[derive(Clone, Debug)]
pub struct StoredEvent {
    /// Its version: its place in the stream, from 1.
    pub version: u64,
    /// The event as JSON.
    pub body: String,
}

/// A hint of a change. The server may also receive hints of its own changes, and any hint may be lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChangeNotice {
    /// A stream has this version.
    Stream(StreamId, u64),
    /// Rows have changed that servers keep in memory.
    Rows,
    /// Hints may have been missed.
    Missed,
}

/// A kind of rows that servers keep in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum CachedRows {
    /// Tokens were revoked, or give other rights.
    Tokens,
    /// The league has other settings.
    League,
    /// Players have other names.
    Names,
    /// Other players count as one person, or texts were removed from the log.
    Merges,
    /// Something that a newer release keeps in memory.
    Unknown,
}

/// The versions of the rows that servers keep in memory; empty for a database of only one server.
pub type Revisions = BTreeMap<CachedRows, i64>;

/// The outcome of a comparison of memory with the database.
#[derive(Clone, Debug, Default)]
pub struct Comparison {
    /// The streams whose versions differ from memory.
    pub stale: Vec<Stale>,
    /// The versions of the rows that servers keep in memory.
    pub revisions: Revisions,
}
