//! The rows of games without a night: the facts by which old ones are found, and the ids of those that were removed.

use deadpool_postgres::GenericClient;
use pegout_engine::Time;
use pegout_engine::game::{GameId, TokenId};

use crate::store::postgres::failure::Failure;
use crate::store::postgres::statement::{Params, execute, exists, query};
use crate::store::postgres::value::{bytes, moment, value};
use crate::store::{FreeGame, GamesDue};

/// Inserts the row of a new game. `scorer` is the token that keeps its score.
pub async fn insert(client: &impl GenericClient, id: GameId, scorer: Option<TokenId>, at: Time) -> Result<(), Failure> {
    let insert = "INSERT INTO free_game (id, scorer, touched_at, is_played) VALUES ($1, $2, $3, false)
                  ON CONFLICT DO NOTHING";
    let scorer = scorer.map(|scorer| scorer.bytes().to_vec()).unwrap_or_default();
    execute(client, insert, &[&id.bytes().as_slice(), &scorer, &at.millis()]).await?;
    Ok(())
}

/// The games that may be old enough, in the order of their ids.
pub async fn due(client: &impl GenericClient, due: &GamesDue) -> Result<Vec<FreeGame>, Failure> {
    let select = "SELECT id, touched_at FROM free_game WHERE id > $1
                  AND CASE WHEN is_played THEN touched_at <= $3 ELSE touched_at <= $2 END ORDER BY id LIMIT $4";
    let until = |time: Option<Time>| time.map_or(i64::MIN, Time::millis);
    // Any that is not known as played may have been played since.
    let (played, other) = (until(due.played_until), until(due.unplayed_until.max(due.played_until)));
    // No bytes are before every id.
    let after = due.after.map(|id| id.bytes().to_vec()).unwrap_or_default();
    let rows = query(client, select, &[&after, &other, &played, &(due.most as i64)]).await?;
    let game = |row| Ok(FreeGame { id: GameId::from_bytes(bytes(row, 0)?), touched_at: moment(value(row, 1)?)? });
    rows.iter().map(game).collect()
}

/// Notes when the games of a match were touched last, and if any was played.
pub async fn note(
    client: &impl GenericClient,
    games: &[GameId],
    touched_at: Time,
    is_played: bool,
) -> Result<(), Failure> {
    let games: Vec<Vec<u8>> = games.iter().map(|id| id.bytes().to_vec()).collect();
    let update = "UPDATE free_game SET touched_at = greatest(touched_at, $2), is_played = $3 WHERE id = ANY($1)";
    execute(client, update, &[&games, &touched_at.millis(), &is_played]).await?;
    Ok(())
}

/// Removes games with everything that belongs to them; their ids stay.
pub async fn remove(client: &impl GenericClient, games: &[GameId]) -> Result<(), Failure> {
    for id in games {
        let id = id.bytes();
        let game: Params<'_> = &[&id.as_slice()];
        execute(client, "INSERT INTO removed_game (id) VALUES ($1) ON CONFLICT DO NOTHING", game).await?;
        execute(client, "DELETE FROM event WHERE stream = $1", game).await?;
        execute(client, "DELETE FROM stream WHERE id = $1", game).await?;
        let deleted = query(client, "DELETE FROM free_game WHERE id = $1 RETURNING scorer", game).await?;
        if let Some(row) = deleted.first() {
            delete_token(client, value(row, 0)?).await?;
        }
    }
    Ok(())
}

/// Deletes the token whose hash begins with this id, unless it keeps the score of another game.
async fn delete_token(client: &impl GenericClient, id: &[u8]) -> Result<(), Failure> {
    if id.is_empty() {
        return Ok(());
    }
    let (first, last) = ([id, &[0; 16]].concat(), [id, &[0xff; 16]].concat());
    // Another game may begin with it at this moment: it is waited for, and seen by the next statement.
    let lock = "SELECT FROM token WHERE role = 'scorer' AND hash BETWEEN $1 AND $2 FOR UPDATE";
    execute(client, lock, &[&first, &last]).await?;
    let delete = "DELETE FROM token WHERE role = 'scorer' AND hash BETWEEN $2 AND $3
                  AND NOT EXISTS (SELECT FROM free_game WHERE scorer = $1)";
    execute(client, delete, &[&id, &first, &last]).await?;
    Ok(())
}

/// Returns true where a game with this id was removed.
pub async fn is_removed(client: &impl GenericClient, id: GameId) -> Result<bool, Failure> {
    Ok(exists(client, "SELECT FROM removed_game WHERE id = $1", &[&id.bytes().as_slice()]).await?)
}
