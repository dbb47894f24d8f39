//! The operations on the phones that join nights.

use std::net::IpAddr;
use std::sync::Arc;

use pegout_engine::game::TokenId;
use pegout_engine::league::{NightId, PlayerId};
use tokio::sync::Mutex;

use super::player_names::PlayerNames;
use crate::auth::rate_limit::RateLimits;
use crate::auth::sessions::Sessions;
use crate::eventlog::{EventLog, uncancellable};
use crate::model::grant::{Grant, PhoneGrant, PhoneOwner};
use crate::model::join_code::JoinCode;
use crate::model::token::Token;
use crate::problem::Problem;
use crate::random::Random;
use crate::store::{PlainRow, Store};

/// The operations on the phones that join nights.
#[derive(Clone)]
pub struct PhoneService {
    pub(super) log: Arc<EventLog>,
    pub(super) store: Arc<dyn Store>,
    pub(super) names: Arc<PlayerNames>,
    pub(super) sessions: Arc<Sessions>,
    pub(super) random: Arc<dyn Random>,
    /// The lock for one join code at a time.
    pub(super) code_attempt: Arc<Mutex<()>>,
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
    /// The night with a join code, tried from this address; `None` where no night has it. Wrong codes are limited.
    pub async fn night_by_code(
        &self,
        code: &str,
        limits: &RateLimits,
        address: IpAddr,
    ) -> Result<Option<NightId>, Problem> {
        // With one guess at a time, none that comes beside a wrong one escapes the limit.
        let _lock = self.code_attempt.lock().await;
        limits.check_guess(address)?;
        let night = match code.parse::<JoinCode>() {
            Ok(code) => self.store.night_by_code(code).await?,
            Err(_) => None,
        };
        if night.is_none() {
            limits.record_wrong_guess(address);
        }
        Ok(night)
    }

    /// The phones that have joined a night, in no order.
    pub async fn phones(&self, id: NightId) -> Result<Vec<Phone>, Problem> {
        self.names.ensure_loaded().await?;
        self.log.nights.snapshot(id).await?.ok_or_else(Problem::no_such_night)?;
        let phone = |(id, grant): (TokenId, PhoneGrant)| {
            let name = match grant.owner {
                PhoneOwner::Player(player) => Some(self.names.get(player)),
                PhoneOwner::Table(_) => None,
            };
            Phone { id, owner: grant.owner, name }
        };
        Ok(self.store.phones(id).await?.into_iter().map(phone).collect())
    }

    /// Gives a phone the token with which it keeps the score for a player or a table of a night.
    pub async fn join(&self, id: NightId, owner: PhoneOwner) -> Result<Token, Problem> {
        if let PhoneOwner::Player(player) = owner {
            self.check_player(id, player).await?;
        }
        let token = Token::random(&*self.random);
        let (hash, grant) = (token.hash(), PhoneGrant { night: id, owner, expires_at: None });
        let joined = self.log.execute(id, async move |transaction| {
            // The version of the night is expected at the append, so that a concurrent finish causes a conflict.
            transaction.night(id).await?.ok_or_else(Problem::no_such_night)?.check_active()?;
            transaction.add(PlainRow::Phone(hash, grant));
            Ok::<_, Problem>(())
        });
        joined.await?;
        Ok(token)
    }

    /// Refuses a player who is not checked in, or was forgotten: such a person still has an entry, but does not play.
    async fn check_player(&self, id: NightId, player: PlayerId) -> Result<(), Problem> {
        let night = self.log.nights.snapshot(id).await?.ok_or_else(Problem::no_such_night)?.state;
        if night.entry(player).is_none() || self.store.player(player).await?.is_none() {
            return Err(Problem::invalid("/player_id", "This player is not checked in to this night."));
        }
        Ok(())
    }

    /// Revokes the token of one phone of a night, or of all.
    pub async fn revoke(&self, id: NightId, phone: Option<TokenId>) -> Result<(), Problem> {
        let service = self.clone();
        uncancellable(async move {
            let revoked = service.log.execute(id, async move |transaction| {
                transaction.night(id).await?.ok_or_else(Problem::no_such_night)?;
                transaction.add(PlainRow::RemovePhones { night: id, phone });
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
