//! The caller of a request, the rights that their token gives, and the values that they see.

use std::net::IpAddr;

use pegout_engine::Time;
use pegout_engine::game::{Action, Game, Metadata, Role, Setup};
use pegout_league::PlayerId;
use pegout_league::night::{Night, Status};
use serde::Serialize;

use crate::auth::right::Right;
use crate::problem::Problem;
use pegout_model::grant::{Grant, PhoneOwner};
use pegout_model::role::CallerRole;
use pegout_model::token::Token;

/// The sender of a request with a valid token, within the limits.
#[derive(Clone)]
pub struct Caller {
    /// The token.
    pub token: Token,
    /// The rights that it gives.
    pub grant: Grant,
    /// The address that the limits count it by.
    pub address: IpAddr,
}

impl Caller {
    /// The sender of a request.
    pub const fn new(token: Token, grant: Grant, address: IpAddr) -> Caller {
        Caller { token, grant, address }
    }

    /// Authorises a change of a game, and returns the metadata of its events. `night` is the night of a league game. `by` is
    /// the name that the caller gives.
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
        let may_score = match (night, self.grant.role()) {
            (_, CallerRole::Coordinator | CallerRole::Representative) => true,
            (Some(_), _) => self.has(Right::ScoreTables),
            (None, _) => false,
        };
        // A personal link keeps no score, not even of a game that was begun with its token.
        let author = self.grant.author_role().filter(|role| *role != Role::Player);
        let role = author.filter(|_| may_score || keeps_score || is_seated());
        let refused = || match self.grant.role() {
            CallerRole::Scorer | CallerRole::Phone => Problem::forbidden(),
            _ => Problem::forbidden_except(Right::ScoreTables.roles()),
        };
        Ok(self.metadata(role.ok_or_else(refused)?, by, at))
    }

    /// Refuses a change of a night's game that needs another right than to score it: a void, or a result of a finished
    /// night.
    pub fn check_may(&self, action: &Action, night: Option<&Night>) -> Result<(), Problem> {
        let Some(night) = night.filter(|_| self.grant.role() == CallerRole::Results) else { return Ok(()) };
        let is_finished = night.status() == Status::Finished;
        if is_finished || matches!(action, Action::Void { .. } | Action::TakeBackVoid { .. }) {
            self.require(Right::RunNights)?;
        }
        Ok(())
    }

    /// The metadata of a repeat of an action that this caller's token has sent; `None` for any other action. The sender
    /// may repeat the action even after a change of seats.
    pub fn repeats(&self, game: &Game, action: &Action, by: Option<String>, at: Time) -> Option<Metadata> {
        let role = self.grant.author_role()?;
        game.was_sent_by(self.token.hash().id(), action).then(|| self.metadata(role, by, at))
    }

    /// Refuses a joined player's phone that speaks for another side than the player's.
    pub fn check_speaks_for(&self, side: u8, game: &Game, night: Option<&Night>) -> Result<(), Problem> {
        let Some(PhoneOwner::Player(player)) = self.grant.phone().map(|phone| phone.owner) else { return Ok(()) };
        let table = night.and_then(|night| night.table_ever_of(game.setup().game)).map(|(_, table)| table);
        let own = table.and_then(|table| table.seats.side_of(player));
        if own.is_some_and(|own| own == usize::from(side)) { Ok(()) } else { Err(Problem::other_side()) }
    }

    fn metadata(&self, role: Role, by: Option<String>, at: Time) -> Metadata {
        // The history names a representative by sign-in name, even if `by` differs. A phone and a link are named by their
        // player's id, so that every name can be deleted later.
        let by = match &self.grant {
            Grant::Scorer | Grant::Display { .. } => by,
            Grant::Player(player) => Some(player.to_string()),
            Grant::Coordinator { name, .. } => by.or_else(|| name.clone()),
            Grant::Representative { name, .. } => Some(name.clone()),
            Grant::Phone(phone) => Some(match phone.owner {
                PhoneOwner::Player(player) => player.to_string(),
                PhoneOwner::Table(number) => format!("Table {number}"),
            }),
        };
        Metadata { at, by, role, token: Some(self.token.hash().id()) }
    }

    /// Returns true for a phone that joined the game's night for its table, or for a player who sits there.
    fn is_seated_at(&self, setup: &Setup, night: &Night) -> bool {
        let Some(phone) = self.grant.phone() else { return false };
        let found = night.table_ever_of(setup.game).filter(|_| setup.night() == Some(phone.night));
        found.is_some_and(|(at, table)| match phone.owner {
            PhoneOwner::Player(player) => table.seats.side_of(player).is_some(),
            PhoneOwner::Table(number) => at.table == number,
        })
    }
}

/// A caller with the right that the request needs. [`Caller::require`] checks it.
#[derive(Clone)]
pub struct Author(Caller);

impl Author {
    pub(super) const fn new(caller: Caller) -> Author {
        Author(caller)
    }

    /// The metadata of events of nights that they cause. The log knows one role for everybody who works at a night.
    pub fn metadata(&self, at: Time) -> Metadata {
        self.0.metadata(self.0.grant.author_role().unwrap_or(Role::Coordinator), None, at)
    }
}

impl Caller {
    /// Returns the author of a change that needs this right, or refuses a caller without it.
    pub fn require(&self, right: Right) -> Result<Author, Problem> {
        if self.has(right) { Ok(Author::new(self.clone())) } else { Err(Problem::forbidden_except(right.roles())) }
    }

    /// Returns the author of a change that concerns this player alone: a caller with this right, or the owner of the personal link.
    /// `person` is the player as merged.
    pub fn require_for(
        &self,
        right: Right,
        player: PlayerId,
        person: &dyn Fn(PlayerId) -> PlayerId,
    ) -> Result<Author, Problem> {
        match self.grant.player() {
            Some(own) if person(own) == person(player) => Ok(Author::new(self.clone())),
            Some(_) => Err(Problem::other_player(right.roles())),
            None => self.require(right),
        }
    }

    /// Returns true for a caller with this right.
    pub fn has(&self, right: Right) -> bool {
        right.roles().contains(&self.grant.role())
    }
}

/// The players whose values a caller sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum Visibility {
    /// None of them.
    Nobody,
    /// One player: the owner of a joined phone.
    Own(PlayerId),
    /// All players.
    Everybody,
}

impl Visibility {
    /// Returns the value of this player, if the caller sees it.
    pub fn of<T>(self, player: PlayerId, value: Option<T>) -> Option<T> {
        let covers = match self {
            Visibility::Nobody => false,
            Visibility::Own(own) => own == player,
            Visibility::Everybody => true,
        };
        value.filter(|_| covers)
    }
}

/// The values that a caller sees. Callers with the same audience get the same answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Viewer {
    /// The players whose marks of having paid are seen.
    pub paid: Visibility,
    /// The players whose prizes are seen, that of the 50/50 included.
    pub prizes: Visibility,
    /// True for callers who see the number of lost changes at each table.
    pub losses: bool,
}

impl Viewer {
    /// The audience of a caller, `None` for a stranger, in a league that is public or not.
    pub fn new(caller: Option<&Caller>, is_public: bool) -> Viewer {
        let own = caller.and_then(|caller| match caller.grant.phone()?.owner {
            PhoneOwner::Player(player) => Some(Visibility::Own(player)),
            PhoneOwner::Table(_) => None,
        });
        let has = |right| caller.is_some_and(|caller| caller.has(right));
        let visibility = |sees_all| if sees_all { Visibility::Everybody } else { own.unwrap_or(Visibility::Nobody) };
        Viewer {
            paid: visibility(has(Right::ReadPaid)),
            prizes: visibility(is_public || has(Right::ReadPrizes)),
            losses: has(Right::RunNights),
        }
    }
}
