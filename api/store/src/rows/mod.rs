//! The plain tables, outside the log. Each module has the rows of one subject, and the methods of the store that read
//! and write the rows.

pub mod conditions;
pub mod deliveries;
pub mod display_codes;
pub mod free_games;
pub mod league;
pub mod nights;
pub mod player_links;
pub mod players;
pub mod representatives;
pub mod seasons;
pub mod texts;
pub mod tokens;
pub mod webhooks;

use super::PlainRow;
use super::db::{Db, DbError, exists, query_opt};
use pegout_model::grant::Grant;

/// Returns true if there is no event, player, season or setting.
pub async fn are_empty(db: &dyn Db) -> Result<bool, DbError> {
    let select = "SELECT NOT EXISTS (SELECT 1 FROM event) AND NOT EXISTS (SELECT 1 FROM player)
                  AND NOT EXISTS (SELECT 1 FROM season) AND NOT EXISTS (SELECT 1 FROM league WHERE is_set)";
    query_opt(db, select, &[]).await?.map_or(Ok(true), |row| row.get(0))
}

/// Writes a row of an append.
pub async fn write(db: &dyn Db, row: &PlainRow) -> Result<(), DbError> {
    match row {
        PlainRow::Scorer(hash) => tokens::insert(db, *hash, &Grant::Scorer, None).await.map(drop),
        PlainRow::FreeGame { id, scorer, at } => free_games::insert(db, *id, *scorer, *at).await,
        PlainRow::Player(player) => players::add(db, player).await.map(drop),
        PlainRow::Night(night) => nights::insert(db, night).await,
        PlainRow::Phone(hash, phone) => tokens::insert(db, *hash, &Grant::Phone(*phone), None).await.map(drop),
        // The phone knows the code, and must not join again with it.
        PlainRow::RemovePhones { night, phone, keys } => {
            let is_any = tokens::delete_phones(db, *night, *phone).await? > 0;
            if is_any { nights::set_join_keys(db, *night, *keys).await } else { Ok(()) }
        }
        PlainRow::ExpirePhones { night, at } => tokens::expire_phones(db, *night, *at).await,
        PlainRow::WebhookEvent(event) => deliveries::insert(db, event).await,
    }
}

/// Keeps the id of a removed representative, display or personal link.
async fn keep_removed_id(db: &dyn Db, id: [u8; 16]) -> Result<(), DbError> {
    db.execute("INSERT INTO removed_id (id) VALUES ($1) ON CONFLICT DO NOTHING", &[id.into()]).await.map(drop)
}

/// Returns true for the id of a removed representative, display or personal link.
async fn is_removed_id(db: &dyn Db, id: [u8; 16]) -> Result<bool, DbError> {
    exists(db, "SELECT 1 FROM removed_id WHERE id = $1", &[id.into()]).await
}
