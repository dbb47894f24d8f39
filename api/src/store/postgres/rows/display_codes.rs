//! The rows of the codes that let televisions in.

use deadpool_postgres::GenericClient;
use pegout_engine::Time;

use super::removed_ids;
use crate::model::display_code::DisplayCode;
use crate::model::join_code::JoinCode;
use crate::model::token::TokenHash;
use crate::store::AddedDisplay;
use crate::store::postgres::failure::Failure;
use crate::store::postgres::statement::{execute, exists, query_opt};
use crate::store::postgres::value::{bytes, moment, value, word};

/// The code of the television with this token.
pub async fn of_token(
    client: &impl GenericClient,
    token: TokenHash,
    now: Time,
) -> Result<Option<DisplayCode>, Failure> {
    let select = "SELECT code, expires_at FROM display_code WHERE token = $1 AND expires_at > $2";
    let row = query_opt(client, select, &[&token.0.as_slice(), &now.millis()]).await?;
    let code = row.map(|row| Ok(DisplayCode { code: word(&row, 0)?, token, expires_at: moment(value(&row, 1)?)? }));
    code.transpose()
}

/// The token of the television that shows this code.
pub async fn by_code(client: &impl GenericClient, code: JoinCode, now: Time) -> Result<Option<TokenHash>, Failure> {
    let select = "SELECT token FROM display_code WHERE code = $1 AND expires_at > $2";
    let row = query_opt(client, select, &[&code.to_string(), &now.millis()]).await?;
    row.map(|row| Ok(TokenHash(bytes(&row, 0)?))).transpose()
}

/// Inserts a code, unless `most` codes live besides that of the token `instead`.
pub async fn add(
    client: &impl GenericClient,
    new: &DisplayCode,
    now: Time,
    most: usize,
    instead: Option<TokenHash>,
) -> Result<AddedDisplay, Failure> {
    let DisplayCode { code, token, expires_at } = new;
    // No other server adds a code meanwhile, so there are never more than `most`.
    execute(client, "SELECT FROM league FOR UPDATE", &[]).await?;
    if removed_ids::has(client, token.id().bytes()).await? {
        return Ok(AddedDisplay::Removed);
    }
    if exists(client, "SELECT FROM token WHERE hash = $1", &[&token.0.as_slice()]).await? {
        return Ok(AddedDisplay::TokenUsed);
    }
    delete_expired(client, now).await?;
    if let Some(token) = instead {
        delete(client, token).await?;
    }
    if exists(client, "SELECT FROM display_code OFFSET $1", &[&(most as i64 - 1)]).await? {
        return Ok(AddedDisplay::TooMany);
    }
    let insert = "INSERT INTO display_code (code, token, expires_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING";
    execute(client, insert, &[&code.to_string(), &token.0.as_slice(), &expires_at.millis()]).await?;
    Ok(AddedDisplay::Added)
}

/// Deletes the codes that have expired.
pub async fn delete_expired(client: &impl GenericClient, now: Time) -> Result<(), Failure> {
    execute(client, "DELETE FROM display_code WHERE expires_at <= $1", &[&now.millis()]).await?;
    Ok(())
}

/// Deletes the code of a token.
pub async fn delete(client: &impl GenericClient, token: TokenHash) -> Result<(), Failure> {
    execute(client, "DELETE FROM display_code WHERE token = $1", &[&token.0.as_slice()]).await?;
    Ok(())
}
