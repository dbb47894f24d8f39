//! Tokens: authenticated, given, renewed and revoked.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use pegout_engine::Time;
use quick_cache::sync::Cache;

use super::passwords::Identity;
use crate::clock::Clock;
use crate::model::grant::Grant;
use crate::model::token::{Token, TokenHash};
use crate::problem::Problem;
use crate::random::Random;
use crate::store::Store;

/// The time after its last use at which a coordinator's session ends.
const SESSION_LIFETIME: Duration = Duration::from_secs(12 * 3600);
/// The part of it that may pass before a use is stored.
const RENEW_AFTER: Duration = Duration::from_secs(600);
/// The number of tokens in memory.
const CACHE_SIZE: usize = 10_000;

/// All tokens.
pub struct Sessions {
    store: Arc<dyn Store>,
    clock: Arc<dyn Clock>,
    random: Arc<dyn Random>,
    cache: Cache<TokenHash, Grant>,
    /// The number of revocations. A grant that was read before the last of them may be revoked.
    revocations: Mutex<u64>,
}

impl Sessions {
    /// The tokens in this store.
    pub fn new(store: Arc<dyn Store>, clock: Arc<dyn Clock>, random: Arc<dyn Random>) -> Sessions {
        Sessions { store, clock, random, cache: Cache::new(CACHE_SIZE), revocations: Mutex::default() }
    }

    /// The rights of a token. Its use renews a coordinator's session.
    pub async fn authenticate(&self, token: &Token) -> Result<Grant, Problem> {
        let hash = token.hash();
        let revocations = *self.revocations();
        let grant = match self.cache.get(&hash) {
            Some(grant) => grant,
            None => {
                let unknown = || Problem::unauthorized("This token is not known here, or was revoked.");
                let grant = self.store.grant(hash).await?.ok_or_else(unknown)?;
                self.cache_grant(hash, &grant, revocations);
                grant
            }
        };
        let Some(expires_at) = grant.expires_at() else { return Ok(grant) };
        let now = self.clock.now();
        if expires_at <= now {
            return Err(Problem::unauthorized("This token has expired. Sign in again."));
        }
        let Some(renewed) = later(now, SESSION_LIFETIME) else { return Ok(grant) };
        if !grant.is_coordinator() || renewed.millis() - expires_at.millis() < millis(RENEW_AFTER) {
            return Ok(grant);
        }
        self.store.renew_grant(hash, renewed).await?;
        let grant = grant.renewed(renewed);
        self.cache_grant(hash, &grant, revocations);
        Ok(grant)
    }

    /// Begins a session, and returns its token and its end.
    pub async fn sign_in(&self, identity: Identity) -> Result<(Token, Time), Problem> {
        let now = self.clock.now();
        let expires_at = later(now, SESSION_LIFETIME).ok_or_else(Problem::unavailable)?;
        let token = Token::random(&*self.random);
        let grant = match identity {
            Identity::Coordinator { name } => Grant::Coordinator { name, expires_at },
            Identity::Representative { id, name } => Grant::Representative { id, name, expires_at },
        };
        self.store.put_grant(token.hash(), grant, now).await?;
        Ok((token, expires_at))
    }

    /// Revokes a token. Must not be cancelled: the store and the cache must agree.
    pub async fn revoke(&self, hash: TokenHash) -> Result<(), Problem> {
        self.store.delete_grant(hash).await?;
        let mut revocations = self.revocations();
        *revocations += 1;
        self.cache.remove(&hash);
        Ok(())
    }

    /// Drops matching grants from the cache, so that they are read from the store again. Must not be cancelled, either.
    pub fn invalidate_where(&self, is_deleted: impl Fn(&Grant) -> bool) {
        let mut revocations = self.revocations();
        *revocations += 1;
        self.cache.retain(|_, grant| !is_deleted(grant));
    }

    /// Caches a grant, unless a token was revoked since this revocations: it could be this one.
    fn cache_grant(&self, hash: TokenHash, grant: &Grant, revocations: u64) {
        let now = self.revocations();
        if *now == revocations {
            self.cache.insert(hash, grant.clone());
        }
    }

    fn revocations(&self) -> MutexGuard<'_, u64> {
        self.revocations.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn later(time: Time, duration: Duration) -> Option<Time> {
    Time::from_millis(time.millis() + millis(duration))
}

fn millis(duration: Duration) -> i64 {
    duration.as_millis() as i64
}
