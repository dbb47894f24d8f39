//! The rows of games without a night: the facts by which old ones are found, and the ids of those that were removed.

use pegout_engine::Time;
use pegout_engine::game::{GameId, TokenId};
use rusqlite::{Connection, OptionalExtension, params};

use super::identity;
use super::tokens::moment;
use crate::store::{FreeGame, GamesDue, NewEvents, Stale, StreamId};

/// A row for each game without a night that the log has, touched now.
const FILL: &str = include_str!("../migrations/free_games_of_the_log.sql");

/// Inserts the row of a new game. `scorer` is the token that keeps its score.
pub fn insert(connection: &Connection, id: GameId, scorer: Option<TokenId>, at: Time) -> rusqlite::Result<()> {
    let mut insert = connection.prepare_cached(
        "INSERT INTO free_game (id, scorer, touched_at, is_played) VALUES (?1, ?2, ?3, 0) ON CONFLICT DO NOTHING",
    )?;
    let scorer = scorer.map(|scorer| scorer.bytes().to_vec()).unwrap_or_default();
    insert.execute(params![id.bytes(), scorer, at.millis()]).map(drop)
}

/// Inserts the rows of the games of a log that was read from an archive.
pub fn fill(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute_batch(FILL)
}

/// The games that may be old enough, in the order of their ids.
pub fn due(connection: &Connection, due: &GamesDue) -> rusqlite::Result<Vec<FreeGame>> {
    let mut select = connection.prepare_cached(
        "SELECT id, touched_at FROM free_game WHERE (?1 IS NULL OR id > ?1) \
         AND CASE is_played WHEN 0 THEN touched_at <= ?2 ELSE touched_at <= ?3 END ORDER BY id LIMIT ?4",
    )?;
    let until = |time: Option<Time>| time.map_or(i64::MIN, Time::millis);
    // Any that is not known as played may have been played since.
    let (played, other) = (until(due.played_until), until(due.unplayed_until.max(due.played_until)));
    let wanted = params![due.after.map(GameId::bytes), other, played, due.most as i64];
    let rows = select.query_map(wanted, |row| {
        Ok(FreeGame { id: GameId::from_bytes(row.get(0)?), touched_at: moment(row.get(1)?)? })
    })?;
    rows.collect()
}

/// Notes when the games of a match were touched last, and if any was played.
pub fn note(connection: &Connection, games: &[GameId], touched_at: Time, is_played: bool) -> rusqlite::Result<()> {
    let mut update = connection
        .prepare_cached("UPDATE free_game SET touched_at = max(touched_at, ?2), is_played = ?3 WHERE id = ?1")?;
    games.iter().try_for_each(|id| update.execute(params![id.bytes(), touched_at.millis(), is_played]).map(drop))
}

/// Removes games with everything that belongs to them; their ids stay.
pub fn remove(connection: &Connection, games: Vec<GameId>) -> rusqlite::Result<()> {
    // The row ids of the events may be used again.
    identity::count_change(connection)?;
    for id in games {
        delete_stream(connection, id.into())?;
        let scorer: Option<Vec<u8>> = connection
            .prepare_cached("DELETE FROM free_game WHERE id = ?1 RETURNING scorer")?
            .query_row([id.bytes()], |row| row.get(0))
            .optional()?;
        if let Some(scorer) = scorer.filter(|scorer| !scorer.is_empty()) {
            delete_token(connection, &scorer)?;
        }
        connection.prepare_cached("INSERT OR IGNORE INTO removed_game (id) VALUES (?1)")?.execute([id.bytes()])?;
    }
    Ok(())
}

/// Deletes the token whose hash begins with this id, unless it keeps the score of another game.
fn delete_token(connection: &Connection, id: &[u8]) -> rusqlite::Result<()> {
    let first = [id, &[0; 16]].concat();
    let last = [id, &[0xff; 16]].concat();
    connection
        .prepare_cached(
            "DELETE FROM token WHERE role = 'scorer' AND hash BETWEEN ?2 AND ?3 \
             AND NOT EXISTS (SELECT 1 FROM free_game WHERE scorer = ?1)",
        )?
        .execute(params![id, first, last])
        .map(drop)
}

/// Deletes a stream: everything of it that the log has.
fn delete_stream(connection: &Connection, stream: StreamId) -> rusqlite::Result<()> {
    connection.prepare_cached("DELETE FROM event WHERE stream = ?1")?.execute([stream.bytes()])?;
    connection.prepare_cached("DELETE FROM stream WHERE id = ?1")?.execute([stream.bytes()]).map(drop)
}

/// Returns true where a game with this id was removed.
pub fn is_removed(connection: &Connection, stream: StreamId) -> rusqlite::Result<bool> {
    connection.prepare_cached("SELECT 1 FROM removed_game WHERE id = ?1")?.exists([stream.bytes()])
}

/// The streams that are to begin under the id of a removed game, which is never used again.
pub fn removed(connection: &Connection, streams: &[NewEvents]) -> rusqlite::Result<Vec<Stale>> {
    let mut removed = Vec::new();
    for NewEvents { stream, .. } in streams.iter().filter(|new| new.after == 0) {
        if is_removed(connection, *stream)? {
            removed.push(Stale { stream: *stream, found: 0 });
        }
    }
    Ok(removed)
}
