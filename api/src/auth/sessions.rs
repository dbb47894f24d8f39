//! The tokens that open something: looked up, given, renewed, revoked.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use pegout_engine::Time;
use pegout_engine::game::Role;
use quick_cache::sync::Cache;

use crate::auth::passwords::SignedIn;
use crate::clock;
use crate::model::token::{Token, TokenHash};
use crate::problem::Problem;
use crate::store::{Store, TokenRow};

/// How long a coordinator's token opens something after it was last used.
const SESSION: Duration = Duration::from_secs(12 * 3600);
/// How much of that may pass before a use is written down.
const RENEWAL: Duration = Duration::from_secs(600);
/// How many tokens are kept in memory.
const REMEMBERED: usize = 10_000;

/// All tokens.
pub struct Tokens {
    store: Arc<Store>,
    remembered: Cache<TokenHash, TokenRow>,
    /// How many were revoked: what was known before the last of them may be true no more.
    revoked: Mutex<u64>,
}

impl Tokens {
    /// The tokens of this store.
    pub fn new(store: Arc<Store>) -> Tokens {
        Tokens { store, remembered: Cache::new(REMEMBERED), revoked: Mutex::default() }
    }

    /// What is known of a token that opens something. A coordinator's lasts longer by it.
    ///
    /// # Errors
    ///
    /// When it opens nothing, or nothing can be looked up.
    pub async fn known(&self, token: &Token) -> Result<TokenRow, Problem> {
        let hash = token.hash();
        let revoked = *self.revoked();
        let known = match self.remembered.get(&hash) {
            Some(row) => row,
            None => {
                let unknown = || Problem::unauthorized("This token is not known here, or was revoked.");
                let row = self.store.token(hash).await?.ok_or_else(unknown)?;
                self.remember(&row, revoked);
                row
            }
        };
        let Some(expires_at) = known.expires_at else { return Ok(known) };
        let now = clock::now().millis();
        if expires_at <= now {
            return Err(Problem::unauthorized("This token has expired. Sign in again."));
        }
        let renewed = now + millis(SESSION);
        if known.role != Role::Coordinator || renewed - expires_at < millis(RENEWAL) {
            return Ok(known);
        }
        self.store.renew_token(hash, renewed).await?;
        let known = TokenRow { expires_at: Some(renewed), ..known };
        self.remember(&known, revoked);
        Ok(known)
    }

    /// Gives a coordinator a token, and says until when it opens something.
    ///
    /// # Errors
    ///
    /// When it cannot be stored.
    pub async fn sign_in(&self, who: SignedIn) -> Result<(Token, Time), Problem> {
        let now = clock::now().millis();
        let expires = Time::from_millis(now + millis(SESSION)).ok_or_else(Problem::unavailable)?;
        let token = Token::random();
        let SignedIn { name, representative } = who;
        let row = TokenRow {
            hash: token.hash(),
            role: Role::Coordinator,
            name,
            representative,
            joined: None,
            expires_at: Some(expires.millis()),
        };
        self.store.put_token(row, now).await?;
        Ok((token, expires))
    }

    /// Revokes a token. To be done to the end: what is stored is true of what is remembered too.
    ///
    /// # Errors
    ///
    /// When that cannot be stored.
    pub async fn revoke(&self, hash: TokenHash) -> Result<(), Problem> {
        self.store.delete_token(hash).await?;
        let mut revoked = self.revoked();
        *revoked += 1;
        self.remembered.remove(&hash);
        Ok(())
    }

    /// Lets the tokens be looked up again that were deleted with what they were given for. To be done to the end, too.
    pub fn recheck(&self, deleted: impl Fn(&TokenRow) -> bool) {
        let mut revoked = self.revoked();
        *revoked += 1;
        self.remembered.retain(|_, known| !deleted(known));
    }

    /// Remembers what is known of a token, unless one was revoked after so many: it could be this one.
    fn remember(&self, known: &TokenRow, revoked: u64) {
        let now = self.revoked();
        if *now == revoked {
            self.remembered.insert(known.hash, known.clone());
        }
    }

    fn revoked(&self) -> MutexGuard<'_, u64> {
        self.revoked.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn millis(duration: Duration) -> i64 {
    duration.as_millis() as i64
}
