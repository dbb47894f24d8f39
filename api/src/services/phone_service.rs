//! The operations on the phones that join nights.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Instant;

use pegout_engine::game::TokenId;
use pegout_league::night::Night;
use pegout_league::{CommandId, NightId, PlayerId};

use super::Effect;
use super::players::player_names::PlayerNames;
use crate::auth::codes::JOINING;
use crate::auth::rate_limit::RateLimits;
use crate::auth::sessions::Sessions;
use crate::eventlog::{EventLog, uncancellable};
use crate::problem::Problem;
use pegout_model::grant::{Grant, PhoneGrant, PhoneOwner};
use pegout_model::join_code::{JoinCode, JoinKey, JoinKeys, JoinSecret};
use pegout_model::random::Random;
use pegout_model::token::Token;
use pegout_store::{FactKind, PlainRow, Store};

/// The operations on the phones that join nights.
#[derive(Clone)]
pub struct PhoneService {
    pub(super) log: Arc<EventLog>,
    pub(super) store: Arc<dyn Store>,
    pub(super) names: Arc<PlayerNames>,
    pub(super) sessions: Arc<Sessions>,
    pub(super) random: Arc<dyn Random>,
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
    /// The night with a join secret; `None` where no night has it. Nobody guesses one, so wrong ones are not limited.
    pub async fn night_by_secret(&self, secret: &str) -> Result<Option<(NightId, JoinKey)>, Problem> {
        let Some(secret) = JoinSecret::parse(secret) else { return Ok(None) };
        Ok(self.store.night_by_secret(secret).await?.map(|night| (night, JoinKey::Secret(secret))))
    }

    /// The night with a join code, tried from this address; `None` where no night has it. Wrong codes are limited.
    pub async fn night_by_code(
        &self,
        code: &str,
        limits: &RateLimits,
        address: IpAddr,
    ) -> Result<Option<(NightId, JoinKey)>, Problem> {
        limits.wrong_codes.check(address, Instant::now(), JOINING)?;
        let night = match code.parse::<JoinCode>() {
            Ok(code) => self.store.night_by_code(code).await?.map(|night| (night, JoinKey::Code(code))),
            Err(_) => None,
        };
        if night.is_none() {
            limits.wrong_codes.count(address, Instant::now(), JOINING)?;
        }
        Ok(night)
    }

    /// The phones that have joined a night, in no order.
    pub async fn phones(&self, id: NightId) -> Result<Vec<Phone>, Problem> {
        self.log.nights.snapshot(id).await?.ok_or_else(Problem::no_such_night)?;
        let phones = self.store.phones(id).await?;
        let player = |grant: &PhoneGrant| match grant.owner {
            PhoneOwner::Player(player) => Some(player),
            PhoneOwner::Table(_) => None,
        };
        self.names.ensure_known(phones.iter().filter_map(|(_, grant)| player(grant))).await?;
        let phone = |(id, grant): (TokenId, PhoneGrant)| {
            let name = player(&grant).map(|player| self.names.get(player));
            Phone { id, owner: grant.owner, name }
        };
        Ok(phones.into_iter().map(phone).collect())
    }

    /// Gives a phone the token with which it keeps the score for a player or a table of a night: its own, or a new one. With
    /// the token by which it has joined for them before it changes nothing. Returns `None` where the night has other keys by now,
    /// so that a phone that is sent away meanwhile does not come back.
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
        let token = own.clone().unwrap_or_else(|| Token::random(&*self.random));
        let (hash, grant) = (token.hash(), PhoneGrant { night: id, owner, expires_at: None });
        let service = self.clone();
        let joined = self.log.execute(id, async move |transaction| {
            // The version of the night is expected at the append, so that a concurrent finish causes a conflict.
            let night = transaction.night(id).await?.ok_or_else(Problem::no_such_night)?;
            transaction.persons(id);
            if let PhoneOwner::Player(player) = owner {
                service.check_player(&night, player).await?;
                transaction.rely(id, FactKind::Player(player));
            }
            night.check_active()?;
            if !service.store.join_keys(id).await?.is_some_and(|keys| key.is_of(&keys)) {
                return Ok(false);
            }
            transaction.rely(id, FactKind::JoinKey(key));
            transaction.add(PlainRow::Phone(hash, grant));
            Ok::<_, Problem>(true)
        });
        if !joined.await?.value {
            return Ok(None);
        }
        if own.is_some() {
            // Of two who send one token at once, the first has it.
            self.has_joined(id, owner, &token).await?;
        }
        Ok(Some((token, Effect::Created)))
    }

    /// Returns true where this token has joined a night for a player or a table. Refuses one that is in use for something else.
    async fn has_joined(&self, night: NightId, owner: PhoneOwner, token: &Token) -> Result<bool, Problem> {
        match self.store.grant(token.hash()).await? {
            None => Ok(false),
            Some(Grant::Phone(phone)) if phone.night == night && phone.owner == owner => Ok(true),
            Some(_) => Err(Problem::token_used()),
        }
    }

    /// Refuses a player who is not checked in, or was forgotten: such a person still has an entry, but does not play.
    async fn check_player(&self, night: &Night, player: PlayerId) -> Result<(), Problem> {
        if night.entry(player).is_none() || self.store.player(player).await?.is_none() {
            return Err(Problem::invalid("/player_id", "This player is not checked in to this night."));
        }
        Ok(())
    }

    /// Makes a new join code and secret for a night, once for each request.
    pub async fn renew_join_keys(&self, id: NightId, request: CommandId) -> Result<Effect, Problem> {
        self.log.nights.snapshot(id).await?.ok_or_else(Problem::no_such_night)?;
        let is_new = self.store.renew_join_keys(id, JoinKeys::random(&*self.random), request).await?;
        Ok(if is_new { Effect::Created } else { Effect::Unchanged })
    }

    /// Revokes the token of one phone of a night, or of all. If any was there, the night has a new join code and secret,
    /// so that it cannot come back with the old one.
    pub async fn revoke(&self, id: NightId, phone: Option<TokenId>) -> Result<(), Problem> {
        let service = self.clone();
        uncancellable(async move {
            let keys = JoinKeys::random(&*service.random);
            let revoked = service.log.execute(id, async move |transaction| {
                transaction.night(id).await?.ok_or_else(Problem::no_such_night)?;
                transaction.add(PlainRow::RemovePhones { night: id, phone, keys });
                Ok::<_, Problem>(())
            });
            revoked.await?;
            service.sessions.invalidate_where(|grant| is_phone_of(grant, id));
            Ok(())
        })
        .await
    }
}

/// Returns true for the rights of a phone of this night.
pub fn is_phone_of(grant: &Grant, night: NightId) -> bool {
    grant.phone().is_some_and(|phone| phone.night == night)
}
