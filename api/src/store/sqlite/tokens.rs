//! Who may do what: the hashes of tokens.

use pegout_engine::game::Role;
use pegout_engine::league::{NightId, PlayerId, RepresentativeId};
use rusqlite::{Connection, OptionalExtension, Row, params};

use super::{Store, StoreError, unreadable};
use crate::model::token::TokenHash;

/// A token, as far as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TokenRow {
    /// What tells it from others.
    pub hash: TokenHash,
    /// What it opens.
    pub role: Role,
    /// Who it was given to, where they said.
    pub name: Option<String>,
    /// Whose session it is; the coordinator's own where there is none.
    pub representative: Option<RepresentativeId>,
    /// What a phone has joined.
    pub joined: Option<Joined>,
    /// When it stops to open anything, in milliseconds since 1970; never where there is none.
    pub expires_at: Option<i64>,
}

/// What a phone has joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Joined {
    /// The night.
    pub night: NightId,
    /// Whose games it keeps.
    pub whose: Whose,
}

/// Whose games of a night a phone keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whose {
    /// A player's, wherever they sit.
    Player(PlayerId),
    /// Those at the table of this number, whoever sits there.
    Table(usize),
}

impl TokenRow {
    /// A token that keeps a game's score.
    pub const fn scorer(hash: TokenHash) -> TokenRow {
        TokenRow { hash, role: Role::Scorer, name: None, representative: None, joined: None, expires_at: None }
    }

    /// Stores it, unless it is there.
    pub(super) fn insert(&self, connection: &Connection) -> rusqlite::Result<()> {
        let TokenRow { hash, role, name, representative, joined, expires_at } = self;
        let (player, table) = match joined.map(|joined| joined.whose) {
            Some(Whose::Player(player)) => (Some(player.bytes()), None),
            Some(Whose::Table(table)) => (None, Some(table)),
            None => (None, None),
        };
        let mut insert = connection.prepare_cached(
            "INSERT INTO token (hash, role, name, expires_at, representative, night, player, table_number) \
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8) ON CONFLICT DO NOTHING",
        )?;
        let (representative, night) = (representative.map(|id| id.bytes()), joined.map(|joined| joined.night.bytes()));
        insert
            .execute(params![hash.0, role.to_string(), name, expires_at, representative, night, player, table])
            .map(drop)
    }

    /// What these columns say of the token with this hash.
    pub(super) fn read(row: &Row, hash: TokenHash) -> rusqlite::Result<TokenRow> {
        let id = |column| row.get::<_, Option<[u8; 16]>>(column);
        let whose = match (id(5)?, row.get::<_, Option<usize>>(6)?) {
            (Some(player), _) => Some(Whose::Player(PlayerId::from_bytes(player))),
            (None, table) => table.map(Whose::Table),
        };
        Ok(TokenRow {
            hash,
            role: row.get::<_, String>(0)?.parse().map_err(unreadable)?,
            name: row.get(1)?,
            expires_at: row.get(2)?,
            representative: id(3)?.map(RepresentativeId::from_bytes),
            joined: id(4)?.map(NightId::from_bytes).zip(whose).map(|(night, whose)| Joined { night, whose }),
        })
    }
}

impl Store {
    /// The token with this hash, if there is one.
    ///
    /// # Errors
    ///
    /// When the database cannot be read.
    pub async fn token(&self, hash: TokenHash) -> Result<Option<TokenRow>, StoreError> {
        self.read(move |connection| {
            let mut select = connection.prepare_cached(
                "SELECT role, name, expires_at, representative, night, player, table_number \
                 FROM token WHERE hash = ?1",
            )?;
            select.query_row([hash.0], |row| TokenRow::read(row, hash)).optional()
        })
        .await
    }

    /// Stores a token, and forgets those that had expired by `now`, in milliseconds since 1970.
    ///
    /// # Errors
    ///
    /// When nothing can be stored.
    pub async fn put_token(&self, token: TokenRow, now: i64) -> Result<(), StoreError> {
        self.write(move |connection| {
            connection.execute("DELETE FROM token WHERE expires_at <= ?1", [now])?;
            token.insert(connection)
        })
        .await
    }

    /// Lets a token expire at another moment, in milliseconds since 1970.
    ///
    /// # Errors
    ///
    /// When nothing can be stored.
    pub async fn renew_token(&self, hash: TokenHash, expires_at: i64) -> Result<(), StoreError> {
        self.write(move |connection| {
            connection.execute("UPDATE token SET expires_at = ?2 WHERE hash = ?1", params![hash.0, expires_at])?;
            Ok(())
        })
        .await
    }

    /// Forgets a token, so that it opens nothing any more.
    ///
    /// # Errors
    ///
    /// When nothing can be stored.
    pub async fn delete_token(&self, hash: TokenHash) -> Result<(), StoreError> {
        self.write(move |connection| connection.execute("DELETE FROM token WHERE hash = ?1", [hash.0]).map(drop)).await
    }
}
