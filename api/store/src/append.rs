//! An append: events, the conditions that they rely on, and the rows that belong to them.

use std::collections::BTreeMap;
use std::sync::Arc;

use pegout_engine::Time;
use pegout_engine::game::{GameId, TokenId};
use pegout_league::{NightId, PlayerId, SeasonId};
use thiserror::Error;

use super::{StoreError, StreamId};
use pegout_model::grant::PhoneGrant;
use pegout_model::join_code::{JoinKey, JoinKeys};
use pegout_model::league::Season;
use pegout_model::player::{Merges, Player};
use pegout_model::token::TokenHash;
use pegout_model::webhook_event::WebhookEvent;

/// Events for several streams, the versions and conditions that they depend on, and their rows.
#[derive(Clone, Debug, Default)]
pub struct Append {
    /// The newest version of every stream that was read.
    pub expected: BTreeMap<StreamId, u64>,
    /// The conditions outside the log that the decision depends on.
    pub conditions: Vec<AppendCondition>,
    /// The events.
    pub streams: Vec<NewEvents>,
    /// The rows.
    pub rows: Vec<PlainRow>,
}

impl Append {
    /// The number of its events.
    pub fn events(&self) -> usize {
        self.streams.iter().map(|new| new.bodies.len()).sum()
    }
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
    /// True for a game or a night of a league: its free texts are stored outside the log.
    pub is_of_league: bool,
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
    /// A new player.
    Player(Player),
    /// The row of a new night.
    Night(NightRow),
    /// The token of a phone that joins a night.
    Phone(TokenHash, PhoneGrant),
    /// Removes one phone of a night, or all phones. If any phone was there, the night gets the new join keys.
    RemovePhones {
        /// The night.
        night: NightId,
        /// The phone; `None` for all of them.
        phone: Option<TokenId>,
        /// The new keys.
        keys: JoinKeys,
    },
    /// Sets the moment when all phones of a night lose their rights.
    ExpirePhones {
        /// The night.
        night: NightId,
        /// The moment; `None` while there is none.
        at: Option<Time>,
    },
    /// A message to every webhook that is switched on.
    WebhookEvent(WebhookEvent),
}

/// The data of a night outside its log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NightRow {
    /// The night.
    pub id: NightId,
    /// Its season.
    pub season: Option<SeasonId>,
    /// The code and the secret that phones join it with.
    pub keys: JoinKeys,
}

/// A condition outside the log that a decision on a stream depends on. If the condition is not true any more, the stream
/// is stale, and the decision is repeated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AppendCondition {
    /// The stream.
    pub stream: StreamId,
    /// The condition.
    pub kind: ConditionKind,
}

/// A kind of condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ConditionKind {
    /// Phones join the night with this code or secret.
    JoinKey(NightId, JoinKey),
    /// Exactly these merges of players are in force.
    Merges(Arc<Merges>),
    /// The player is not forgotten.
    Player(PlayerId),
    /// The season is as it says.
    Season(Season),
    /// All nights of the database are at these versions.
    Nights(Arc<NightVersions>),
    /// Exactly these names of players are in force. Two decisions that depend on names exclude each other.
    Names(Arc<Names>),
}

/// The names of all players, also of merged players.
pub type Names = BTreeMap<PlayerId, String>;

/// The nights that a decision depends on, with their versions: the nights of one season, or all.
pub type NightVersions = BTreeMap<NightId, u64>;

/// The state that a merge of players depends on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MergeCondition {
    /// The merges in force.
    pub merges: Merges,
    /// All nights, with their versions. In none of these nights the two players were two persons.
    pub nights: NightVersions,
    /// The version of the ledger.
    pub ledger: u64,
}

/// An error of an append. After a conflict nothing was stored; for the store's own errors see [`StoreError`].
#[derive(Clone, Debug, Error)]
pub enum AppendError {
    /// Some streams are not at the expected versions.
    #[error("{} streams have other versions", .0.len())]
    Conflict(Vec<Stale>),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl AppendError {
    /// Returns a conflict if any stream is stale.
    pub fn of(stale: Vec<Stale>) -> Result<(), AppendError> {
        if stale.is_empty() { Ok(()) } else { Err(AppendError::Conflict(stale)) }
    }
}

/// A stream whose newest version is not the expected version, or a stream with a broken condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stale {
    /// The stream.
    pub stream: StreamId,
    /// Its newest version in the store; 0 without events.
    pub found: u64,
}
