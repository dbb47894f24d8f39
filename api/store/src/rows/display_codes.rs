//! The rows of the codes that let televisions in.

use async_trait::async_trait;
use futures_util::FutureExt;
use pegout_engine::Time;

use super::{is_removed_id, tokens};
use crate::db::{Db, DbError, HasBackend, exists, query_opt, read, write};
use crate::{AddDisplayOutcome, StoreError};
use pegout_model::join_code::{DisplayCode, JoinCode};
use pegout_model::token::TokenHash;

/// The codes of televisions.
#[async_trait]
pub trait DisplayCodeStore: HasBackend {
    /// The code of the television with this token; `None` for no code, or an expired one.
    async fn display_code(&self, token: TokenHash, now: Time) -> Result<Option<DisplayCode>, StoreError> {
        read(self.backend(), &["display_code"], (token, now), |db, &(token, now)| of_token(db, token, now).boxed())
            .await
    }

    /// The token of the television that shows this code; `None` for an unknown code, or an expired one.
    async fn display_by_code(&self, code: JoinCode, now: Time) -> Result<Option<TokenHash>, StoreError> {
        read(self.backend(), &["display_code"], (code, now), |db, &(code, now)| by_code(db, code, now).boxed()).await
    }

    /// Deletes the expired codes and that of the token `instead`, and stores a code, unless there are `most`. The token
    /// must be unused, now and as a display's before. A second code of a television is not stored, nor the code of
    /// another television.
    async fn add_display_code(
        &self,
        new: DisplayCode,
        now: Time,
        most: usize,
        instead: Option<TokenHash>,
    ) -> Result<AddDisplayOutcome, StoreError> {
        write(self.backend(), (new, now, most, instead), |db, (new, now, most, instead)| {
            add(db, new, *now, *most, *instead).boxed()
        })
        .await
    }
}

impl<B: HasBackend> DisplayCodeStore for B {}

async fn of_token(db: &dyn Db, token: TokenHash, now: Time) -> Result<Option<DisplayCode>, DbError> {
    let select = "SELECT code, expires_at FROM display_code WHERE token = $1 AND expires_at > $2";
    let row = query_opt(db, select, &[token.0.into(), now.into()]).await?;
    row.map(|row| Ok(DisplayCode { code: row.parse(0)?, token, expires_at: row.get(1)? })).transpose()
}

async fn by_code(db: &dyn Db, code: JoinCode, now: Time) -> Result<Option<TokenHash>, DbError> {
    let select = "SELECT token FROM display_code WHERE code = $1 AND expires_at > $2";
    let row = query_opt(db, select, &[code.to_string().into(), now.into()]).await?;
    row.map(|row| row.get(0).map(TokenHash)).transpose()
}

async fn add(
    db: &dyn Db,
    new: &DisplayCode,
    now: Time,
    most: usize,
    instead: Option<TokenHash>,
) -> Result<AddDisplayOutcome, DbError> {
    let DisplayCode { code, token, expires_at } = new;
    // Until the end no other server can add a code, so there are never more than `most`.
    tokens::lock_displays(db).await?;
    if is_removed_id(db, token.id().bytes()).await? {
        return Ok(AddDisplayOutcome::Removed);
    }
    if tokens::has(db, *token).await? {
        return Ok(AddDisplayOutcome::TokenUsed);
    }
    tokens::delete_expired_codes(db, now).await?;
    if let Some(token) = instead {
        tokens::delete_code(db, token).await?;
    }
    let count = "SELECT 1 FROM display_code LIMIT 1 OFFSET $1";
    if exists(db, count, &[most.saturating_sub(1).into()]).await? {
        return Ok(AddDisplayOutcome::TooMany);
    }
    let insert = "INSERT INTO display_code (code, token, expires_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING";
    db.execute(insert, &[code.to_string().into(), token.0.into(), (*expires_at).into()]).await?;
    Ok(AddDisplayOutcome::Added)
}
