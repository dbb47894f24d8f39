//! The rows of personal links: the hashes of their tokens. A player has one link at most.

use async_trait::async_trait;
use futures_util::FutureExt;
use pegout_engine::Time;
use pegout_league::PlayerId;

use super::{is_removed_id, keep_removed_id, tokens};
use crate::StoreError;
use crate::db::{Db, DbError, HasBackend, Row, RowLock, exists, query_opt, read, write};
use pegout_model::token::TokenHash;

/// The personal link of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayerLink {
    /// The player.
    pub player: PlayerId,
    /// The hash of its token.
    pub hash: TokenHash,
    /// The moment when it was made.
    pub made_at: Time,
}

/// The outcome of making a link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PutLinkOutcome {
    /// The link was made. The tokens of the links before it open nothing any more.
    Made {
        /// Those tokens.
        replaced: Vec<TokenHash>,
    },
    /// The person has this link already.
    Known(PlayerLink),
    /// The token exists already, and keeps its rights.
    TokenUsed,
    /// A link with this token existed, and was removed.
    Removed,
    /// No player has the id.
    NoPlayer,
}

/// The personal links of a database.
#[async_trait]
pub trait PlayerLinkStore: HasBackend {
    /// All links, in any order.
    async fn player_links(&self) -> Result<Vec<PlayerLink>, StoreError> {
        read(self.backend(), &["player_link"], (), |db, ()| all(db).boxed()).await
    }

    /// Makes the link of a player. The older links of the player and of the players in `merged` end.
    async fn put_player_link(&self, link: PlayerLink, merged: Vec<PlayerId>) -> Result<PutLinkOutcome, StoreError> {
        write(self.backend(), (link, merged), |db, (link, merged)| put(db, *link, merged).boxed()).await
    }

    /// Deletes the link of a player. Returns its token.
    async fn delete_player_link(&self, player: PlayerId) -> Result<Option<TokenHash>, StoreError> {
        write(self.backend(), player, |db, player| delete(db, *player).boxed()).await
    }
}

impl<B: HasBackend> PlayerLinkStore for B {}

/// The player with the link of this token, or the name of the table if the row is damaged.
pub async fn find(db: &dyn Db, hash: TokenHash) -> Result<Option<Result<PlayerId, &'static str>>, DbError> {
    let select = format!("SELECT player, {} FROM player_link WHERE hash = $1", db.intact("player_link")?);
    let row = query_opt(db, &select, &[hash.0.into()]).await?;
    row.map(|row| Ok(if row.get(1)? { Ok(PlayerId::from_bytes(row.get(0)?)) } else { Err("player_link") })).transpose()
}

/// Returns true if a personal link has this hash.
pub async fn has(db: &dyn Db, hash: TokenHash) -> Result<bool, DbError> {
    exists(db, "SELECT 1 FROM player_link WHERE hash = $1", &[hash.0.into()]).await
}

async fn all(db: &dyn Db) -> Result<Vec<PlayerLink>, DbError> {
    db.query("SELECT player, hash, made_at FROM player_link", &[]).await?.iter().map(decode).collect()
}

fn decode(row: &Row) -> Result<PlayerLink, DbError> {
    Ok(PlayerLink { player: PlayerId::from_bytes(row.get(0)?), hash: TokenHash(row.get(1)?), made_at: row.get(2)? })
}

async fn put(db: &dyn Db, link: PlayerLink, merged: &[PlayerId]) -> Result<PutLinkOutcome, DbError> {
    let PlayerLink { player, hash, made_at } = link;
    // Until the end nobody can forget the player, or make another link for them.
    let lock = format!("SELECT 1 FROM player WHERE id = $1{}", db.locking(RowLock::Update));
    if !exists(db, &lock, &[player.bytes().into()]).await? {
        return Ok(PutLinkOutcome::NoPlayer);
    }
    let known =
        query_opt(db, "SELECT player, hash, made_at FROM player_link WHERE hash = $1", &[hash.0.into()]).await?;
    if let Some(known) = known.as_ref().map(decode).transpose()? {
        let is_theirs = known.player == player || merged.contains(&known.player);
        return Ok(if is_theirs { PutLinkOutcome::Known(known) } else { PutLinkOutcome::TokenUsed });
    }
    if is_removed_id(db, hash.id().bytes()).await? {
        return Ok(PutLinkOutcome::Removed);
    }
    if tokens::has(db, hash).await? {
        return Ok(PutLinkOutcome::TokenUsed);
    }
    let mut replaced = Vec::new();
    for owner in merged.iter().chain([&player]) {
        replaced.extend(delete(db, *owner).await?);
    }
    let insert = "INSERT INTO player_link (player, hash, made_at) VALUES ($1, $2, $3)";
    db.execute(insert, &[player.bytes().into(), hash.0.into(), made_at.into()]).await?;
    Ok(PutLinkOutcome::Made { replaced })
}

async fn delete(db: &dyn Db, player: PlayerId) -> Result<Option<TokenHash>, DbError> {
    let deleted =
        db.query("DELETE FROM player_link WHERE player = $1 RETURNING hash", &[player.bytes().into()]).await?;
    let hash = deleted.first().map(|row| row.get(0).map(TokenHash)).transpose()?;
    if let Some(hash) = hash {
        // A late repeat of the request that made the link must not bring it back.
        keep_removed_id(db, hash.id().bytes()).await?;
    }
    Ok(hash)
}
