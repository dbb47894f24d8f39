//! The store: the log of events and a few plain tables, as a trait of plain data with SQLite or PostgreSQL behind it.

mod addition;
mod chain;
mod change;
pub mod copy;
mod damage;
mod database;
pub mod db;
mod error;
mod fact;
mod metrics;
mod outbox;
mod part;
mod postgres;
mod rows;
mod sqlite;
mod text;

use std::collections::BTreeMap;

use async_trait::async_trait;
use futures_util::FutureExt;
use pegout_engine::Time;
use pegout_engine::game::{GameId, TokenId};
use pegout_league::{NightId, SeasonId};
use tokio::sync::broadcast;

pub use addition::{AddedDisplay, AddedRepresentative, NewDisplay};
pub use change::{Compared, Revisions, StoreChange, Subject};
pub use damage::{Damage, Findings};
pub use database::{CheckOfCopy, Database, Location};
pub use error::{AppendError, Stale, StoreError};
pub use fact::{Fact, FactKind, MergeBasis, NightVersions};
pub use metrics::StoreMetrics;
pub use outbox::{AddedWebhook, Attempt, AttemptOutcome, NewWebhook, Outbox, WaitingDeliveries};
pub use part::Part;
pub use postgres::PostgresAddress;
pub use rows::{
    DisplayCodeStore, FreeGameStore, LeagueStore, MergeStore, NightStore, PasswordStore, PlayerStore,
    RepresentativeStore, SeasonStore, TextStore, TokenStore,
};
pub use sqlite::backup::archive;
pub use sqlite::backup::inspection::Inspection;
pub use sqlite::file::private_file;
pub use sqlite::{SqliteStore, backup, sizes};

use pegout_model::grant::{Grant, PhoneGrant};
use pegout_model::join_code::JoinKeys;
use pegout_model::token::TokenHash;
use pegout_model::webhook_event::WebhookEvent;

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
    + PlayerStore
    + RepresentativeStore
    + SeasonStore
    + TextStore
    + TokenStore
{
    /// Appends events to their streams with the rows that belong to them: all of it, or nothing. Fails with a conflict
    /// unless every stream is at the expected version, and every fact holds.
    async fn append(&self, append: Append) -> Result<(), AppendError>;
    /// Compares the versions of streams with the expected ones.
    async fn check(&self, expected: BTreeMap<StreamId, u64>) -> Result<(), AppendError>;
    /// Compares the versions of the streams in memory with the newest ones, and reads those of the rows that servers keep in
    /// memory. Fails where the database does not answer within a moment.
    async fn compare(&self, held: BTreeMap<StreamId, u64>) -> Result<Compared, StoreError> {
        let stale = match self.check(held).await {
            Ok(()) => Vec::new(),
            Err(AppendError::Conflict(stale)) => stale,
            Err(AppendError::Store(error)) => return Err(error),
        };
        Ok(Compared { stale, revisions: Revisions::new() })
    }
    /// Hints of the changes that other servers make from now on; `None` where the database has but one server.
    fn changes(&self) -> Option<broadcast::Receiver<StoreChange>>;
    /// The events of a stream in order; none where there is no such stream. Fails where they are not as
    /// they were written.
    async fn events(&self, stream: StreamId) -> Result<Vec<StoredEvent>, StoreError>;
    /// The events of many streams, each as [`Store::events`] returns it.
    async fn events_of(&self, streams: Vec<StreamId>) -> Result<Vec<Vec<StoredEvent>>, StoreError>;
    /// Looks for damage in the whole file, and where it is `thorough`, in all indexes and streams too. Returns a sentence for
    /// each finding.
    async fn inspect(&self, thorough: bool) -> Result<Findings, StoreError>;
    /// Proves that events can be stored: writes one and takes it back, and stores a moment.
    async fn probe_write(&self, at: Time) -> Result<(), StoreError>;
    /// Returns true if there is no game, night, player, season or setting.
    async fn is_empty(&self) -> Result<bool, StoreError> {
        db::read(self.backend(), &[], (), |db, ()| rows::are_empty(db).boxed()).await
    }
    /// Waits until everything that was asked for is stored, and closes the database.
    fn close(&self);
}

/// The stream of a game's or a night's events.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum StreamId {
    /// The stream of a game.
    Game(GameId),
    /// The stream of a night.
    Night(NightId),
}

impl StreamId {
    /// The bytes by which the database knows the stream.
    pub const fn bytes(self) -> [u8; 16] {
        match self {
            StreamId::Game(id) => id.bytes(),
            StreamId::Night(id) => id.bytes(),
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

/// Events for several streams, the versions and facts that they rely on, and the rows that belong to them.
#[derive(Clone, Debug, Default)]
pub struct Append {
    /// The newest version of every stream that was read.
    pub expected: BTreeMap<StreamId, u64>,
    /// The facts beside the log that were relied on.
    pub facts: Vec<Fact>,
    /// The events.
    pub streams: Vec<NewEvents>,
    /// The rows.
    pub rows: Vec<PlainRow>,
}

/// Events to be appended to a stream.
#[derive(Clone, Debug)]
pub struct NewEvents {
    /// The stream.
    pub stream: StreamId,
    /// The version that the stream must have.
    pub after: u64,
    /// The events as JSON.
    pub bodies: Vec<String>,
    /// True for a game or a night of a league, whose free texts stand beside the log.
    pub is_of_league: bool,
}

/// The place of a free text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextKey {
    /// The bytes of the stream's id.
    pub stream: [u8; 16],
    /// The version of the event.
    pub version: u64,
    /// The field of the event.
    pub field: String,
}

/// A row that is written together with events.
#[derive(Clone, Debug)]
pub enum PlainRow {
    /// The token that keeps the score of a new game.
    Scorer(TokenHash),
    /// The row of a new game without a night.
    FreeGame {
        /// The game.
        id: GameId,
        /// The token that keeps its score.
        scorer: Option<TokenId>,
        /// The moment when it was begun.
        at: Time,
    },
    /// The row of a new night.
    Night(NightRow),
    /// The token of a phone that joins a night.
    Phone(TokenHash, PhoneGrant),
    /// The removal of one phone of a night, or of all, with new join keys where any was there.
    RemovePhones {
        /// The night.
        night: NightId,
        /// The phone; `None` for all of them.
        phone: Option<TokenId>,
        /// The new keys.
        keys: JoinKeys,
    },
    /// The end of the rights of all phones of a night.
    ExpirePhones {
        /// The night.
        night: NightId,
        /// The moment from which they have none; `None` while there is no such moment.
        at: Option<Time>,
    },
    /// A message to every webhook that is switched on.
    WebhookEvent(WebhookEvent),
}

/// The facts of a night that stand outside its log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NightRow {
    /// The night.
    pub id: NightId,
    /// Its season.
    pub season: Option<SeasonId>,
    /// The code and the secret that phones join it with.
    pub keys: JoinKeys,
}

/// A game without a night.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FreeGame {
    /// The game.
    pub id: GameId,
    /// The moment from which its age counts, unless it was touched later.
    pub touched_at: Time,
}

/// The games without a night to look for.
#[derive(Clone, Copy, Debug)]
pub struct GamesDue {
    /// The id after which to begin.
    pub after: Option<GameId>,
    /// The newest touch of those that were only begun; `None`: none of them.
    pub unplayed_until: Option<Time>,
    /// The newest touch of those that were played; `None`: none of them.
    pub played_until: Option<Time>,
    /// The most games.
    pub most: usize,
}

/// A session that begins.
#[derive(Clone, Debug)]
pub struct NewSession {
    /// Its token.
    pub hash: TokenHash,
    /// Its rights.
    pub grant: Grant,
    /// The hash that the password was compared with.
    pub password: String,
    /// The moment.
    pub at: Time,
    /// The device.
    pub device: TokenHash,
    /// The moment from which the device is not known any more.
    pub device_expires_at: Time,
}

/// An event in the store.
#[derive(Clone, Debug)]
pub struct StoredEvent {
    /// Its version: its place in the stream, from 1.
    pub version: u64,
    /// The event as JSON.
    pub body: String,
}
