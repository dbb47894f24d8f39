//! The operations on displays: televisions that show the league's nights.

use async_recursion::async_recursion as boxed;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use pegout_engine::Time;
use pegout_engine::game::TokenId;

use super::{Core, Effect};
use crate::auth::codes::CODE_LIFETIME;
use crate::auth::codes::LETTING_IN;
use crate::auth::rate_limit::RateLimits;
use crate::problem::{Problem, RatePolicy};
use pegout_model::grant::Grant;
use pegout_model::join_code::DisplayCode;
use pegout_model::join_code::JoinCode;
use pegout_model::token::Token;
use pegout_store::AddDisplayOutcome;

/// The most codes that live at once. There are 32⁶ codes, so that a typing mistake hits none.
const MAX_CODES: usize = 200;
/// The wait of a refused television before the next try. Usually some code expires within this time.
const RETRY_AFTER: Duration = Duration::from_secs(60);

/// The operations on displays.
#[derive(Clone)]
pub struct DisplayService {
    pub(super) core: Arc<Core>,
}

impl DisplayService {
    /// The code of the television with this token, which is new if the television has none.
    #[boxed(?Send)]
    pub async fn code(&self, token: &Token, limits: &RateLimits, address: IpAddr) -> Result<DisplayCode, Problem> {
        let (store, token, now) = (&self.core.store, token.hash(), self.core.clock.now());
        match store.grant(token).await? {
            Some(Grant::Display { .. }) => return Err(Problem::display_let_in()),
            Some(_) => return Err(Problem::token_used()),
            None => {}
        }
        if let Some(code) = store.display_code(token, now).await? {
            return Ok(code);
        }
        limits.shown_codes.count(address, token, Instant::now())?;
        let expires_at = now.millis() + CODE_LIFETIME.as_millis() as i64;
        let expires_at = Time::from_millis(expires_at).ok_or_else(Problem::unavailable)?;
        let new = DisplayCode { code: JoinCode::random(&*self.core.random), token, expires_at };
        let mut added = store.add_display_code(new, now, MAX_CODES, None).await?;
        // The address with the most codes loses a code, so that a few addresses cannot take all codes.
        if matches!(added, AddDisplayOutcome::TooMany) {
            let crowded = limits.shown_codes.most_frequent(address, Instant::now());
            added = store.add_display_code(new, now, MAX_CODES, crowded).await?;
        }
        match added {
            // A concurrent request of the same television may have added a code first.
            AddDisplayOutcome::Added => store.display_code(token, now).await?.ok_or_else(too_many_codes),
            AddDisplayOutcome::TooMany => Err(too_many_codes()),
            AddDisplayOutcome::TokenUsed => Err(Problem::display_let_in()),
            AddDisplayOutcome::Removed => Err(Problem::display_removed()),
        }
    }

    /// Adds a display with this token, or with a new token. Returns the token, and the name of a display that was added
    /// before.
    #[boxed(?Send)]
    pub async fn add(&self, token: Option<Token>, name: String) -> Result<(Token, Option<String>), Problem> {
        let token = token.unwrap_or_else(|| Token::random(&*self.core.random));
        let known = self.core.sessions.add_display(token.hash(), name).await?;
        Ok((token, known))
    }

    /// Adds the television that shows this code as a display. A used code is unknown, except to a repeat of the
    /// request.
    #[boxed(?Send)]
    pub async fn let_in(
        &self,
        code: &str,
        name: String,
        limits: &RateLimits,
        address: IpAddr,
    ) -> Result<(TokenId, Effect), Problem> {
        limits.wrong_codes.check(address, Instant::now(), LETTING_IN)?;
        let token = match code.parse::<JoinCode>() {
            Ok(code) => self.core.store.display_by_code(code, self.core.clock.now()).await?,
            Err(_) => None,
        };
        if let Some(token) = token {
            match self.core.sessions.add_display(token, name.clone()).await? {
                None => return Ok((token.id(), Effect::Created)),
                Some(known) if known == name => return Ok((token.id(), Effect::Unchanged)),
                Some(_) => {}
            }
        }
        limits.wrong_codes.count(address, Instant::now(), LETTING_IN)?;
        Err(Problem::no_such_display_code(code))
    }
}

fn too_many_codes() -> Problem {
    let policy = RatePolicy { name: "display-codes", quota: MAX_CODES as u32, window: CODE_LIFETIME };
    Problem::too_many_requests("Too many televisions show a code.", policy, RETRY_AFTER)
}
