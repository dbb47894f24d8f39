//! The plain tables, outside the log. Each module has the rows of one table, and the methods of the store that read and write them.

pub mod deliveries;
pub mod display_codes;
pub mod facts;
pub mod free_games;
pub mod league;
pub mod merges;
pub mod nights;
pub mod password;
pub mod players;
mod removed_ids;
mod representatives;
pub mod seasons;
pub mod texts;
pub mod tokens;
pub mod webhooks;

pub use display_codes::DisplayCodeStore;
pub use free_games::FreeGameStore;
pub use league::LeagueStore;
pub use merges::MergeStore;
pub use nights::NightStore;
pub use password::PasswordStore;
pub use players::PlayerStore;
pub use representatives::RepresentativeStore;
pub use seasons::SeasonStore;
pub use texts::TextStore;
pub use tokens::TokenStore;

use super::PlainRow;
use super::db::{Db, DbError, query_opt};
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
