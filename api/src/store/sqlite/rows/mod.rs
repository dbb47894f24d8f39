//! The plain tables: what stands outside the log.

pub mod checksums;
pub mod deliveries;
pub mod display_codes;
pub mod facts;
pub mod free_games;
pub mod identity;
pub mod league;
pub mod merges;
pub mod nights;
pub mod password;
pub mod players;
pub mod removed_ids;
pub mod representatives;
pub mod roots;
pub mod seasons;
pub mod texts;
pub mod tokens;
pub mod webhooks;

/// The error of text in a row that this version cannot parse. Only another program can have written it.
fn decode_error(error: impl std::error::Error + Send + Sync + 'static) -> rusqlite::Error {
    rusqlite::types::FromSqlError::other(error).into()
}
