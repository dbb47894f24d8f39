//! Tokens: authenticated, given, renewed and revoked.

use async_recursion::async_recursion as boxed;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use pegout_engine::Time;
use quick_cache::sync::Cache;
use tokio::time::sleep;

use super::passwords::{Identity, Verified};
use crate::eventlog::uncancellable;
use crate::problem::Problem;
use pegout_league::PlayerId;
use pegout_model::clock::Clock;
use pegout_model::grant::{Grant, StoredToken};
use pegout_model::random::Random;
use pegout_model::role::Representative;
use pegout_model::token::{Token, TokenHash};
use pegout_store::{self, AddDisplayOutcome, NewDisplay, PlayerLink, PutLinkOutcome, Store};

/// The time after its last use at which a coordinator's session ends.
const SESSION_LIFETIME: Duration = Duration::from_secs(12 * 3600);
/// The part of it that may pass before a use is stored.
const RENEW_AFTER: Duration = Duration::from_secs(600);
/// The time from a device's last sign-in until the device is forgotten.
const DEVICE_LIFETIME: Duration = Duration::from_secs(365 * 24 * 3600);
/// The time between two looks for a token that was revoked while its stream is open.
const RECHECK_AFTER: Duration = Duration::from_secs(1);
/// The most displays of a league.
const MAX_DISPLAYS: usize = 100;
/// The number of tokens in memory.
const CACHE_SIZE: usize = 10_000;
/// The time for which cached grants are trusted after a comparison. Another server may have revoked a token since.
const MAX_AGE: Duration = Duration::from_secs(2);

/// A session that has begun.
pub struct NewSession {
    /// Its token.
    pub token: Token,
    /// The end of the session, unless it is used.
    pub expires_at: Time,
    /// The secret that identifies the device at the next sign-in.
    pub device_secret: Token,
}

/// All tokens.
pub struct Sessions {
    store: Arc<dyn Store>,
    clock: Arc<dyn Clock>,
    random: Arc<dyn Random>,
    cache: Cache<TokenHash, Grant>,
    comparisons: Arc<Comparisons>,
    /// The number of revocations. A grant that was read before the last of them may be revoked.
    revocations: Mutex<u64>,
}

impl Sessions {
    /// The tokens in this store. While the last comparison is too old, each token is read from the store.
    pub fn new(
        store: Arc<dyn Store>,
        clock: Arc<dyn Clock>,
        random: Arc<dyn Random>,
        comparisons: Arc<Comparisons>,
    ) -> Sessions {
        Sessions { store, clock, random, cache: Cache::new(CACHE_SIZE), comparisons, revocations: Mutex::default() }
    }

    /// The number of tokens in memory.
    pub fn count_in_memory(&self) -> usize {
        self.cache.len()
    }

    /// The rights of a token. Its use renews a coordinator's session.
    #[boxed(?Send)]
    pub async fn authenticate(&self, token: &Token) -> Result<Grant, Problem> {
        let hash = token.hash();
        let revocations = *self.revocations();
        // Another server may have revoked it.
        let cached = if self.comparisons.are_recent() { self.cache.get(&hash) } else { None };
        let grant = match cached {
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
        if !grant.is_session() || renewed.millis() - expires_at.millis() < millis(RENEW_AFTER) {
            return Ok(grant);
        }
        self.store.renew_grant(hash, renewed).await?;
        let grant = grant.renewed(renewed);
        self.cache_grant(hash, &grant, revocations);
        Ok(grant)
    }

    /// Begins a session on this device, or on a new device. The session replaces the earlier sessions of the device. Returns
    /// `None` if the password was replaced after it was verified. Runs to completion even if the client disconnects.
    pub async fn sign_in(
        self: &Arc<Self>,
        verified: Verified,
        device: Option<Token>,
    ) -> Result<Option<NewSession>, Problem> {
        let sessions = self.clone();
        uncancellable(async move { sessions.begin(verified, device).await }).await
    }

    async fn begin(&self, verified: Verified, device: Option<Token>) -> Result<Option<NewSession>, Problem> {
        let now = self.clock.now();
        let expires_at = later(now, SESSION_LIFETIME).ok_or_else(Problem::unavailable)?;
        let device_expires_at = later(now, DEVICE_LIFETIME).ok_or_else(Problem::unavailable)?;
        let token = Token::random(&*self.random);
        let device_secret = device.unwrap_or_else(|| Token::random(&*self.random));
        let grant = match verified.identity {
            Identity::Coordinator { name } => Grant::Coordinator { name, expires_at },
            Identity::Representative(Representative { id, name, role }) => {
                Grant::Representative { id, role, name, expires_at }
            }
        };
        let device = device_secret.hash();
        let (hash, password) = (token.hash(), verified.hash);
        let session = pegout_store::NewSession { hash, grant, password, at: now, device, device_expires_at };
        let Some(replaced) = self.store.begin_session(session).await? else { return Ok(None) };
        self.remove_cached(&replaced);
        Ok(Some(NewSession { token, expires_at, device_secret }))
    }

    /// Returns true for the secret of a device that has signed in before.
    #[boxed(?Send)]
    pub async fn knows_device(&self, secret: &Token) -> Result<bool, Problem> {
        Ok(self.store.has_device(secret.hash(), self.clock.now()).await?)
    }

    /// The sessions that have not ended and the displays, the oldest first.
    #[boxed(?Send)]
    pub async fn revocable(&self) -> Result<Vec<StoredToken>, Problem> {
        let now = self.clock.now();
        let mut tokens = self.store.revocable_tokens().await?;
        tokens.retain(|token| token.grant.expires_at().is_none_or(|expires_at| expires_at > now));
        Ok(tokens)
    }

    /// Adds a display with this token. Returns the name of a display that was added before.
    pub async fn add_display(&self, hash: TokenHash, name: String) -> Result<Option<String>, Problem> {
        let new = NewDisplay { hash, name, at: self.clock.now() };
        match self.store.add_display(new, MAX_DISPLAYS).await? {
            AddDisplayOutcome::Added => Ok(None),
            AddDisplayOutcome::TooMany => Err(Problem::too_many_displays(MAX_DISPLAYS)),
            AddDisplayOutcome::Removed => Err(Problem::display_removed()),
            AddDisplayOutcome::TokenUsed => match self.store.grant(hash).await? {
                Some(Grant::Display { name }) => Ok(Some(name)),
                Some(_) => Err(Problem::token_used()),
                // The display was removed just now.
                None => Err(Problem::display_removed()),
            },
        }
    }

    /// Makes the personal link of a player, and revokes the older links of the player and of the players in `merged`.
    /// Runs to completion even if the client disconnects.
    pub async fn put_link(
        self: &Arc<Self>,
        link: PlayerLink,
        merged: Vec<PlayerId>,
    ) -> Result<PutLinkOutcome, Problem> {
        let sessions = self.clone();
        uncancellable(async move {
            let outcome = sessions.store.put_player_link(link, merged).await?;
            if let PutLinkOutcome::Made { replaced } = &outcome {
                sessions.remove_cached(replaced);
            }
            Ok(outcome)
        })
        .await
    }

    /// Revokes the personal link of a player. Runs to completion even if the client disconnects.
    pub async fn delete_link(self: &Arc<Self>, player: PlayerId) -> Result<(), Problem> {
        let sessions = self.clone();
        uncancellable(async move {
            let deleted = sessions.store.delete_player_link(player).await?;
            sessions.remove_cached(deleted.as_slice());
            Ok(())
        })
        .await
    }

    /// Revokes a token. Runs to completion even if the client disconnects: the cache must match the store.
    pub async fn revoke(self: &Arc<Self>, hash: TokenHash) -> Result<(), Problem> {
        let sessions = self.clone();
        uncancellable(async move {
            sessions.store.delete_grant(hash).await?;
            sessions.remove_cached(&[hash]);
            Ok(())
        })
        .await
    }

    /// Ends a session that may belong to somebody else, and forgets its device. Runs to completion even if the client
    /// disconnects.
    pub async fn end(self: &Arc<Self>, hash: TokenHash) -> Result<(), Problem> {
        let sessions = self.clone();
        uncancellable(async move {
            sessions.store.delete_session(hash).await?;
            sessions.remove_cached(&[hash]);
            Ok(())
        })
        .await
    }

    /// Waits until a token gives no rights any more. Unlike [`Sessions::authenticate`], this does not renew the
    /// session.
    #[boxed(?Send)]
    pub async fn until_invalid(&self, token: &Token) {
        let hash = token.hash();
        loop {
            sleep(RECHECK_AFTER).await;
            let revocations = *self.revocations();
            // A revocation empties the cache, so the store is read only then. Reads by all watchers would overload a
            // failing database.
            let stored = match self.cache.get(&hash) {
                Some(grant) => Ok(Some(grant)),
                None => self.store.grant(hash).await,
            };
            // While nothing can be read, nothing changes either.
            let Ok(stored) = stored else { continue };
            stored.iter().for_each(|grant| self.cache_grant(hash, grant, revocations));
            let now = self.clock.now();
            if stored.is_none_or(|grant| grant.expires_at().is_some_and(|expires_at| expires_at <= now)) {
                return;
            }
        }
    }

    fn remove_cached(&self, hashes: &[TokenHash]) {
        let mut revocations = self.revocations();
        *revocations += 1;
        hashes.iter().for_each(|hash| drop(self.cache.remove(hash)));
    }

    /// Drops matching grants from the cache. Their next use reads the store. Must not be cancelled.
    pub fn invalidate_where(&self, is_deleted: impl Fn(&Grant) -> bool) {
        let mut revocations = self.revocations();
        *revocations += 1;
        self.cache.retain(|_, grant| !is_deleted(grant));
    }

    /// Caches a grant, unless a token was revoked since `revocations` was read: it could be this token.
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

/// The last comparison of memory with a database that other servers change too.
pub struct Comparisons {
    /// True if other servers may change the database.
    are_needed: bool,
    last: Mutex<Instant>,
}

impl Comparisons {
    /// No comparison yet: memory is empty.
    pub fn new(are_needed: bool) -> Comparisons {
        Comparisons { are_needed, last: Mutex::new(Instant::now()) }
    }

    /// Notes a comparison that began at this moment. Its differences are in memory now.
    pub fn note(&self, began: Instant) {
        *self.last() = began;
    }

    /// The age of the last comparison; `None` if no other server changes the database.
    pub fn age(&self) -> Option<Duration> {
        self.are_needed.then(|| self.last().elapsed())
    }

    /// Returns true while cached grants may be trusted.
    pub fn are_recent(&self) -> bool {
        self.age().is_none_or(|age| age <= MAX_AGE)
    }

    fn last(&self) -> MutexGuard<'_, Instant> {
        self.last.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn later(time: Time, duration: Duration) -> Option<Time> {
    Time::from_millis(time.millis() + millis(duration))
}

fn millis(duration: Duration) -> i64 {
    duration.as_millis() as i64
}
