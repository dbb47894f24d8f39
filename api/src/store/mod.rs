//! The store: the log of events and a few plain tables, as a trait of plain data with SQLite or PostgreSQL behind it.

mod addition;
mod chain;
mod change;
pub mod copy;
mod damage;
mod database;
mod error;
mod fact;
mod metrics;
mod outbox;
mod part;
mod postgres;
mod sqlite;
mod text;

use std::collections::BTreeMap;

use async_trait::async_trait;
use pegout_engine::Time;
use pegout_engine::game::{GameId, TokenId};
use pegout_engine::league::{CommandId, Date, NightId, PlayerId, RepresentativeId, SeasonId};
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
pub use sqlite::backup::archive;
pub use sqlite::backup::inspection::Inspection;
pub use sqlite::file::private_file;
pub use sqlite::{SqliteStore, backup, sizes};

use crate::model::display_code::DisplayCode;
use crate::model::grant::{Grant, PhoneGrant, StoredToken};
use crate::model::join_code::{JoinCode, JoinKeys, JoinSecret};
use crate::model::league::League;
use crate::model::merges::Merge;
use crate::model::player::{Player, PlayerText};
use crate::model::representative::Representative;
use crate::model::season::Season;
use crate::model::token::TokenHash;
use crate::model::webhook_event::WebhookEvent;

/// A database. Each write is on the disk when its future is ready.
#[async_trait]
pub trait Store: Outbox {
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

    /// The games without a night that may be old enough to be removed, in the order of their ids.
    async fn games_due(&self, due: GamesDue) -> Result<Vec<FreeGame>, StoreError>;
    /// Notes when the games of a match were touched last, and if any was played.
    async fn note_games(&self, games: Vec<GameId>, touched_at: Time, is_played: bool) -> Result<(), StoreError>;
    /// Removes games, with their events and tokens; their ids are kept. Returns false, and removes none, unless every game of
    /// `expected` is at its version.
    async fn remove_games(&self, games: Vec<GameId>, expected: BTreeMap<GameId, u64>) -> Result<bool, StoreError>;
    /// Returns true where a game with this id was removed.
    async fn is_removed(&self, id: GameId) -> Result<bool, StoreError>;

    /// All nights, or those of a season, in no order.
    async fn night_ids(&self, season: Option<SeasonId>) -> Result<Vec<NightId>, StoreError>;
    /// All nights, or those of a season, with the versions of their streams, in no order.
    async fn night_versions(&self, season: Option<SeasonId>) -> Result<Vec<(NightId, u64)>, StoreError>;
    /// The night with this join code.
    async fn night_by_code(&self, code: JoinCode) -> Result<Option<NightId>, StoreError>;
    /// The night with this join secret.
    async fn night_by_secret(&self, secret: JoinSecret) -> Result<Option<NightId>, StoreError>;
    /// The join code and secret of a night.
    async fn join_keys(&self, night: NightId) -> Result<Option<JoinKeys>, StoreError>;
    /// Replaces the join code and secret of a night. Returns false where the request with this id did so before.
    async fn renew_join_keys(&self, night: NightId, keys: JoinKeys, request: CommandId) -> Result<bool, StoreError>;
    /// The phones that have joined a night, in no order.
    async fn phones(&self, night: NightId) -> Result<Vec<(TokenId, PhoneGrant)>, StoreError>;

    /// The rights of a token.
    async fn grant(&self, hash: TokenHash) -> Result<Option<Grant>, StoreError>;
    /// Stores a session, which replaces those of its device, and deletes the tokens that have expired. Returns the
    /// replaced ones; `None`, and stores nothing, where the person has another password by now, or was removed.
    async fn begin_session(&self, session: NewSession) -> Result<Option<Vec<TokenHash>>, StoreError>;
    /// Stores the token of a display, unless there is a token with this hash, of whatever kind, or there are `most` displays.
    async fn add_display(&self, new: NewDisplay, most: usize) -> Result<AddedDisplay, StoreError>;
    /// The code of the television with this token; `None` for no code, or an expired one.
    async fn display_code(&self, token: TokenHash, now: Time) -> Result<Option<DisplayCode>, StoreError>;
    /// The token of the television that shows this code; `None` for an unknown code, or an expired one.
    async fn display_by_code(&self, code: JoinCode, now: Time) -> Result<Option<TokenHash>, StoreError>;
    /// Deletes the expired codes and that of the token `instead`, and stores a code, unless there are `most`. The token must be
    /// unused, now and as a display's before. A second code of a television is not stored, nor the code of another television.
    async fn add_display_code(
        &self,
        new: DisplayCode,
        now: Time,
        most: usize,
        instead: Option<TokenHash>,
    ) -> Result<AddedDisplay, StoreError>;
    /// The tokens of all sessions and displays, the oldest first.
    async fn revocable_tokens(&self) -> Result<Vec<StoredToken>, StoreError>;
    /// Returns true for a device that has signed in, and is still known.
    async fn has_device(&self, device: TokenHash, now: Time) -> Result<bool, StoreError>;
    /// Moves the end of a token's rights.
    async fn renew_grant(&self, hash: TokenHash, expires_at: Time) -> Result<(), StoreError>;
    /// Deletes a token with its code. The id of a display's is kept, so that no repeat adds it again.
    async fn delete_grant(&self, hash: TokenHash) -> Result<(), StoreError>;
    /// Deletes the token of a session together with its device.
    async fn delete_session(&self, hash: TokenHash) -> Result<(), StoreError>;

    /// The hash of the coordinator's password in PHC format; `None` before the first start.
    async fn password_hash(&self) -> Result<Option<String>, StoreError>;
    /// Replaces the hash of the coordinator's password, and ends the sessions that the old password began.
    async fn set_password_hash(&self, hash: String) -> Result<(), StoreError>;
    /// All representatives, in no order.
    async fn representatives(&self) -> Result<Vec<Representative>, StoreError>;
    /// The representative with this name, in any spelling, and the hash of their password in PHC format.
    async fn representative_by_name(&self, name: String) -> Result<Option<(Representative, String)>, StoreError>;
    /// Adds a representative with the hash of their password.
    async fn add_representative(&self, added: Representative, hash: String) -> Result<AddedRepresentative, StoreError>;
    /// Deletes a representative with their sessions, and keeps the id, so that no repeat adds them again.
    async fn delete_representative(&self, id: RepresentativeId) -> Result<(), StoreError>;

    /// All players, in no order.
    async fn players(&self) -> Result<Vec<Player>, StoreError>;
    /// A player; `None` once they are forgotten.
    async fn player(&self, id: PlayerId) -> Result<Option<Player>, StoreError>;
    /// Adds a player. Returns false where a player has this id, or had it before they were forgotten.
    async fn add_player(&self, player: Player) -> Result<bool, StoreError>;
    /// Adds those players whose names are new, and returns them in the order in which they were given.
    async fn import_players(&self, players: Vec<Player>) -> Result<Vec<Player>, StoreError>;
    /// Replaces a player who is still as `old` says. Returns false where they are not.
    async fn replace_player(&self, old: Player, new: Player) -> Result<bool, StoreError>;
    /// All merges of players, also those that were taken back, in no order.
    async fn merges(&self) -> Result<Vec<Merge>, StoreError>;
    /// Stores a merge of a player, which takes the place of the last one. The phones that joined for the player follow. Returns
    /// false where others are merged or a night is at another version than the basis says, or one of the two was forgotten.
    async fn put_merge(&self, merge: Merge, basis: MergeBasis) -> Result<bool, StoreError>;
    /// Deletes a player with the phones that joined for them, also from the write-ahead log. Their id is kept, so that no
    /// repeat adds them again.
    async fn delete_player(&self, id: PlayerId) -> Result<(), StoreError>;

    /// The free texts beside the log, each once, in the order of the alphabet.
    async fn texts(&self) -> Result<Vec<PlayerText>, StoreError>;
    /// Removes these texts from all events, also from the write-ahead log. Returns the number of events that had one.
    async fn remove_texts(&self, texts: Vec<String>) -> Result<usize, StoreError>;

    /// All seasons, the earliest first.
    async fn seasons(&self) -> Result<Vec<Season>, StoreError>;
    /// A season.
    async fn season(&self, id: SeasonId) -> Result<Option<Season>, StoreError>;
    /// Adds a season. Returns false where a season has this id.
    async fn add_season(&self, season: Season) -> Result<bool, StoreError>;
    /// Replaces a season that is still as `old` says, and whose nights are at these versions. Returns false where it is not so.
    async fn replace_season(&self, old: Season, new: Season, nights: NightVersions) -> Result<bool, StoreError>;

    /// The league; the default one until it is set.
    async fn league(&self) -> Result<League, StoreError>;
    /// Replaces the league that is still as `old` says. Returns it with the day of its rules, which is today if they are others
    /// than before, and true for the first time; `None` where it is not as `old` says.
    async fn put_league(&self, old: League, new: League, today: Date) -> Result<Option<(League, bool)>, StoreError>;

    /// Looks for damage in the whole file, and where it is `thorough`, in all indexes and streams too. Returns a sentence for
    /// each finding.
    async fn inspect(&self, thorough: bool) -> Result<Findings, StoreError>;
    /// Proves that events can be stored: writes one and takes it back, and stores a moment.
    async fn probe_write(&self, at: Time) -> Result<(), StoreError>;
    /// Returns true where there is no game, night, player, season or setting.
    async fn is_empty(&self) -> Result<bool, StoreError>;
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
