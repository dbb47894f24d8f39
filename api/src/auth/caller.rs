//! The caller of a request, and the rights that their token gives.

use pegout_engine::Time;
use pegout_engine::game::{Game, Metadata, Setup};
use pegout_engine::league::night::Night;

use crate::model::grant::{Grant, PhoneOwner};
use crate::model::token::Token;
use crate::problem::Problem;

/// The sender of a request with a valid token, within the limits.
#[derive(Clone)]
pub struct Caller {
    /// The token.
    pub token: Token,
    /// The rights that it gives.
    pub grant: Grant,
}

impl Caller {
    /// Authorises a change of a game, played at `night` if at one, and returns the metadata of its events. `by` is the
    /// name that the caller gives.
    pub fn authorize(
        &self,
        game: &Game,
        night: Option<&Night>,
        by: Option<String>,
        at: Time,
    ) -> Result<Metadata, Problem> {
        let setup = game.setup();
        let keeps_score = setup.scorer() == Some(self.token.hash().id());
        let is_seated = || night.is_some_and(|night| self.is_seated_at(setup, night));
        if self.grant.is_coordinator() || keeps_score || is_seated() {
            Ok(self.metadata(by, at))
        } else {
            Err(Problem::forbidden())
        }
    }

    fn metadata(&self, by: Option<String>, at: Time) -> Metadata {
        // A representative stands in the history by the name they sign in with, whatever they say; a phone of a night by
        // the id of its player, so that no name is in the log that could not be forgotten.
        let by = match &self.grant {
            Grant::Scorer => by,
            Grant::Coordinator { name, .. } => by.or_else(|| name.clone()),
            Grant::Representative { name, .. } => Some(name.clone()),
            Grant::Phone(phone) => Some(match phone.owner {
                PhoneOwner::Player(player) => player.to_string(),
                PhoneOwner::Table(number) => format!("Table {number}"),
            }),
        };
        Metadata { at, by, role: self.grant.role(), token: Some(self.token.hash().id()) }
    }

    /// Returns true for a phone that joined the game's night for its table, or for a player who sits there.
    fn is_seated_at(&self, setup: &Setup, night: &Night) -> bool {
        let Some(phone) = self.grant.phone() else { return false };
        let found = night.table_of(setup.game).filter(|_| setup.night() == Some(phone.night));
        found.is_some_and(|(at, table)| match phone.owner {
            PhoneOwner::Player(player) => table.seats.side_of(player).is_some(),
            PhoneOwner::Table(number) => at.table == number,
        })
    }
}

/// A caller with the coordinator's rights: the coordinator or a representative.
#[derive(Clone)]
pub struct Coordinator(Caller);

impl Coordinator {
    /// Authorises a caller.
    pub fn from_caller(caller: Caller) -> Result<Coordinator, Problem> {
        if caller.grant.is_coordinator() { Ok(Coordinator(caller)) } else { Err(Problem::coordinator_only()) }
    }

    /// The metadata of events that they cause.
    pub fn metadata(&self, at: Time) -> Metadata {
        self.0.metadata(None, at)
    }
}
