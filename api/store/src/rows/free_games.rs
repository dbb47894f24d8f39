//! The rows of games without a night, which show the old games, and the ids of removed games.

use std::collections::BTreeMap;

use async_trait::async_trait;
use futures_util::FutureExt;
use pegout_engine::Time;
use pegout_engine::game::{GameId, TokenId};

use crate::StoreError;
use crate::db::{Db, DbError, HasBackend, RowLock, Value, exists, read, write, write_quietly};

/// A game without a night.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FreeGame {
    /// The game.
    pub id: GameId,
    /// The start of its age, unless the game was touched later.
    pub touched_at: Time,
}

/// The query for old games without a night.
#[derive(Clone, Copy, Debug)]
pub struct GamesDue {
    /// Only games with a greater id are returned.
    pub after: Option<GameId>,
    /// The newest touch of an unplayed game; `None` for no unplayed game.
    pub unplayed_until: Option<Time>,
    /// The newest touch of a played game; `None` for no played game.
    pub played_until: Option<Time>,
    /// The most games.
    pub most: usize,
}

/// The games without a night.
#[async_trait]
pub trait FreeGameStore: HasBackend {
    /// The games without a night that may be old enough for removal, in the order of their ids.
    async fn games_due(&self, due: GamesDue) -> Result<Vec<FreeGame>, StoreError> {
        read(self.backend(), &["free_game"], due, |db, wanted| due_of(db, wanted).boxed()).await
    }

    /// Notes when the games of a match were touched last, and if any was played.
    async fn note_games(&self, games: Vec<GameId>, touched_at: Time, is_played: bool) -> Result<(), StoreError> {
        write_quietly(self.backend(), (games, touched_at, is_played), |db, (games, at, is_played)| {
            note(db, games, *at, *is_played).boxed()
        })
        .await
    }

    /// Removes games, with their events and tokens. Keeps their ids. Returns false, and removes none, unless every game
    /// of `expected` is at its version.
    async fn remove_games(&self, games: Vec<GameId>, expected: BTreeMap<GameId, u64>) -> Result<bool, StoreError> {
        write(self.backend(), (games, expected), |db, (games, expected)| remove_if(db, games, expected).boxed()).await
    }

    /// Returns true if a game with this id was removed.
    async fn is_removed(&self, id: GameId) -> Result<bool, StoreError> {
        read(self.backend(), &["removed_game"], id, |db, id| is_removed(db, id.bytes()).boxed()).await
    }
}

impl<B: HasBackend> FreeGameStore for B {}

/// Inserts the row of a new game. `scorer` is the token that keeps its score.
pub async fn insert(db: &dyn Db, id: GameId, scorer: Option<TokenId>, at: Time) -> Result<(), DbError> {
    let insert = "INSERT INTO free_game (id, scorer, touched_at, is_played) VALUES ($1, $2, $3, false)
                  ON CONFLICT DO NOTHING";
    let scorer = scorer.map(|scorer| scorer.bytes().to_vec()).unwrap_or_default();
    db.execute(insert, &[id.bytes().into(), Value::Bytes(scorer), at.into()]).await.map(drop)
}

async fn due_of(db: &dyn Db, due: &GamesDue) -> Result<Vec<FreeGame>, DbError> {
    let select = "SELECT id, touched_at FROM free_game WHERE id > $1
                  AND CASE WHEN is_played THEN touched_at <= $3 ELSE touched_at <= $2 END ORDER BY id LIMIT $4";
    let until = |time: Option<Time>| time.map_or(i64::MIN, Time::millis);
    // Any game that is not known as played may have been played since.
    let (played, other) = (until(due.played_until), until(due.unplayed_until.max(due.played_until)));
    // No bytes are before every id.
    let after = due.after.map(|id| id.bytes().to_vec()).unwrap_or_default();
    let rows = db.query(select, &[Value::Bytes(after), other.into(), played.into(), due.most.into()]).await?;
    rows.iter().map(|row| Ok(FreeGame { id: GameId::from_bytes(row.get(0)?), touched_at: row.get(1)? })).collect()
}

async fn note(db: &dyn Db, games: &[GameId], touched_at: Time, is_played: bool) -> Result<(), DbError> {
    let update =
        "UPDATE free_game SET touched_at = CASE WHEN touched_at > $2 THEN touched_at ELSE $2 END, is_played = $3
                  WHERE id = $1";
    for id in games {
        db.execute(update, &[id.bytes().into(), touched_at.into(), is_played.into()]).await?;
    }
    Ok(())
}

async fn remove_if(db: &dyn Db, games: &[GameId], expected: &BTreeMap<GameId, u64>) -> Result<bool, DbError> {
    let expected = expected.iter().map(|(id, version)| ((*id).into(), *version)).collect();
    let are_newest = db.lock_to_remove(&expected).await?;
    if are_newest {
        remove(db, games).await?;
    }
    Ok(are_newest)
}

/// Removes games with everything that belongs to them. Their ids stay.
async fn remove(db: &dyn Db, games: &[GameId]) -> Result<(), DbError> {
    for id in games {
        let game = [id.bytes().into()];
        db.execute("INSERT INTO removed_game (id) VALUES ($1) ON CONFLICT DO NOTHING", &game).await?;
        db.execute("DELETE FROM event WHERE stream = $1", &game).await?;
        db.execute("DELETE FROM stream WHERE id = $1", &game).await?;
        let deleted = db.query("DELETE FROM free_game WHERE id = $1 RETURNING scorer", &game).await?;
        if let Some(row) = deleted.first() {
            delete_token(db, &row.get::<Vec<u8>>(0)?).await?;
        }
    }
    Ok(())
}

/// Deletes the token whose hash begins with this id, unless it keeps the score of another game.
async fn delete_token(db: &dyn Db, id: &[u8]) -> Result<(), DbError> {
    if id.is_empty() {
        return Ok(());
    }
    let (first, last) = ([id, &[0; 16]].concat(), [id, &[0xff; 16]].concat());
    let (first, last) = (Value::Bytes(first), Value::Bytes(last));
    // Another transaction may begin a game with this token: the lock waits for it, and the next statement sees the
    // game.
    let lock = db.locking(RowLock::Update);
    let lock = format!("SELECT 1 FROM token WHERE role = 'scorer' AND hash BETWEEN $1 AND $2{lock}");
    db.query(&lock, &[first.clone(), last.clone()]).await?;
    let delete = "DELETE FROM token WHERE role = 'scorer' AND hash BETWEEN $2 AND $3
                  AND NOT EXISTS (SELECT 1 FROM free_game WHERE scorer = $1)";
    db.execute(delete, &[id.into(), first, last]).await.map(drop)
}

/// Returns true if a game with this id was removed.
pub async fn is_removed(db: &dyn Db, id: [u8; 16]) -> Result<bool, DbError> {
    exists(db, "SELECT 1 FROM removed_game WHERE id = $1", &[id.into()]).await
}
