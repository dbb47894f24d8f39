//! The operations on the phones that join nights.

use async_recursion::async_recursion as boxed;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Instant;

use pegout_engine::game::TokenId;
use pegout_league::{CommandId, NightId};

use super::{Core, Effect};
use crate::auth::codes::JOINING;
use crate::auth::rate_limit::RateLimits;
use crate::problem::Problem;
use pegout_model::grant::{Grant, PhoneGrant, PhoneOwner};
use pegout_model::join_code::{JoinCode, JoinKey, JoinKeys, JoinSecret};
use pegout_model::token::Token;
use pegout_store::{ConditionKind, PlainRow};

/// The operations on the phones that join nights.
#[derive(Clone)]
pub struct PhoneService {
    pub(super) core: Arc<Core>,
}

/// A phone that has joined a night.
pub struct Phone {
    /// The id of its token.
    pub id: TokenId,
    /// The player or table that it keeps the score for.
    pub owner: PhoneOwner,
    /// The name of that player.
    pub name: Option<String>,
}

impl PhoneService {
    /// The night with a join secret; `None` if no night has it. Nobody can guess a secret, so wrong secrets are not
    /// limited.
    #[boxed(?Send)]
    pub async fn night_by_secret(&self, secret: &str) -> Result<Option<(NightId, JoinKey)>, Problem> {
        let Some(secret) = JoinSecret::parse(secret) else { return Ok(None) };
        Ok(self.core.store.night_by_secret(secret).await?.map(|night| (night, JoinKey::Secret(secret))))
    }

    /// The night with a join code, tried from this address; `None` if no night has it. Wrong codes are limited.
    #[boxed(?Send)]
    pub async fn night_by_code(
        &self,
        code: &str,
        limits: &RateLimits,
        address: IpAddr,
    ) -> Result<Option<(NightId, JoinKey)>, Problem> {
        limits.wrong_codes.check(address, Instant::now(), JOINING)?;
        let night = match code.parse::<JoinCode>() {
            Ok(code) => self.core.store.night_by_code(code).await?.map(|night| (night, JoinKey::Code(code))),
            Err(_) => None,
        };
        if night.is_none() {
            limits.wrong_codes.count(address, Instant::now(), JOINING)?;
        }
        Ok(night)
    }

    /// The phones that have joined a night, in any order.
    #[boxed(?Send)]
    pub async fn phones(&self, id: NightId) -> Result<Vec<Phone>, Problem> {
        self.core.night(id).await?;
        let phones = self.core.store.phones(id).await?;
        let player = |grant: &PhoneGrant| match grant.owner {
            PhoneOwner::Player(player) => Some(player),
            PhoneOwner::Table(_) => None,
        };
        self.core.names.ensure_known(phones.iter().filter_map(|(_, grant)| player(grant))).await?;
        let phone = |(id, grant): (TokenId, PhoneGrant)| {
            let name = player(&grant).map(|player| self.core.names.get(player));
            Phone { id, owner: grant.owner, name }
        };
        Ok(phones.into_iter().map(phone).collect())
    }

    /// Lets a phone keep the score for a player or a table of a night, and returns its token: `own`, or a new token. A
    /// repeat with the same token changes nothing. Returns `None` if `key` is no longer valid, so that a phone that was
    /// sent away cannot come back.
    #[boxed(?Send)]
    pub async fn join(
        &self,
        id: NightId,
        key: JoinKey,
        owner: PhoneOwner,
        own: Option<Token>,
    ) -> Result<Option<(Token, Effect)>, Problem> {
        if let Some(token) = &own
            && self.has_joined(id, owner, token).await?
        {
            return Ok(Some((token.clone(), Effect::Unchanged)));
        }
        let token = own.clone().unwrap_or_else(|| Token::random(&*self.core.random));
        let (hash, grant) = (token.hash(), PhoneGrant { night: id, owner, expires_at: None });
        let service = self.clone();
        let joined = self.core.log.execute(id, async move |transaction| {
            // The append expects the night's version, so that a concurrent finish causes a conflict.
            let night = transaction.night(id).await?.ok_or_else(Problem::no_such_night)?;
            transaction.merges_of(id);
            if let PhoneOwner::Player(player) = owner {
                // A forgotten player still has an entry, but does not play.
                if night.entry(player).is_none() || service.core.store.player(player).await?.is_none() {
                    return Err(Problem::invalid("/player_id", "This player is not checked in to this night."));
                }
                transaction.require(id, ConditionKind::Player(player));
            }
            night.check_active()?;
            if !service.core.store.join_keys(id).await?.is_some_and(|keys| key.is_of(&keys)) {
                return Ok(false);
            }
            transaction.require(id, ConditionKind::JoinKey(id, key));
            transaction.insert(PlainRow::Phone(hash, grant));
            Ok::<_, Problem>(true)
        });
        if !joined.await?.value {
            return Ok(None);
        }
        if own.is_some() {
            // Another phone may have sent the same token a moment before.
            self.has_joined(id, owner, &token).await?;
        }
        Ok(Some((token, Effect::Created)))
    }

    /// Returns true if this token has joined a night for a player or a table. Refuses a token with another use.
    async fn has_joined(&self, night: NightId, owner: PhoneOwner, token: &Token) -> Result<bool, Problem> {
        match self.core.store.grant(token.hash()).await? {
            None => Ok(false),
            Some(Grant::Phone(phone)) if phone.night == night && phone.owner == owner => Ok(true),
            Some(_) => Err(Problem::token_used()),
        }
    }

    /// Makes a new join code and secret for a night, once for each request.
    #[boxed(?Send)]
    pub async fn renew_join_keys(&self, id: NightId, request: CommandId) -> Result<Effect, Problem> {
        self.core.night(id).await?;
        let is_new = self.core.store.renew_join_keys(id, JoinKeys::random(&*self.core.random), request).await?;
        Ok(Effect::of(is_new))
    }

    /// Revokes the token of this phone, or all phone tokens of the night. If a token was revoked, the night gets a new
    /// join code and secret, so that the phone cannot come back with the old code.
    #[boxed(?Send)]
    pub async fn revoke(&self, id: NightId, phone: Option<TokenId>) -> Result<(), Problem> {
        let (core, keys) = (self.core.clone(), JoinKeys::random(&*self.core.random));
        let revoked = self.core.log.execute(id, async move |transaction| {
            transaction.night(id).await?.ok_or_else(Problem::no_such_night)?;
            transaction.insert(PlainRow::RemovePhones { night: id, phone, keys });
            core.invalidate_phones_when_stored(transaction, id);
            Ok::<_, Problem>(())
        });
        revoked.await.map(drop)
    }
}
