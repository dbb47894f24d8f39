//! Who asks, told by the token of the request.

use pegout_engine::Time;
use pegout_engine::game::{Game, Metadata, Role, Setup};
use pegout_engine::league::Night;

use crate::clock;
use crate::model::token::Token;
use crate::problem::Problem;
use crate::store::{Joined, TokenRow, Whose};

/// Somebody with a token that opens something, who has not asked for too much.
#[derive(Clone)]
pub struct Caller {
    /// The token they came with.
    pub token: Token,
    /// What is known of it.
    pub known: TokenRow,
    /// When they ask, where that is not now: the demonstration tells of evenings that are past.
    pub at: Option<Time>,
}

impl Caller {
    /// Whether they have the coordinator's rights.
    pub fn is_coordinator(&self) -> bool {
        self.known.role == Role::Coordinator
    }

    /// What they do to this game, of this night if it is played at one, is marked with; `by` is the name they give
    /// themselves.
    ///
    /// # Errors
    ///
    /// When their token is for another game.
    pub fn stamp(&self, game: &Game, night: Option<&Night>, by: Option<String>) -> Result<Metadata, Problem> {
        let scores = || game.setup().and_then(|setup| setup.scorer) == Some(self.known.hash.id());
        let sits = || game.setup().zip(night).is_some_and(|(setup, night)| self.sits_at(setup, night));
        if self.is_coordinator() || scores() || sits() { Ok(self.mark(by)) } else { Err(Problem::forbidden()) }
    }

    fn mark(&self, by: Option<String>) -> Metadata {
        let TokenRow { hash, role, name, representative, joined, .. } = &self.known;
        // A representative stands in the history by the name they sign in with, whatever they say; a phone of the hall
        // by whom it keeps score for, as an id, so that no name is in the log that could not be forgotten.
        let by = match joined {
            Some(Joined { whose: Whose::Player(player), .. }) => Some(player.to_string()),
            Some(Joined { whose: Whose::Table(number), .. }) => Some(format!("Table {number}")),
            None => by.filter(|_| representative.is_none()).or_else(|| name.clone()),
        };
        Metadata { at: self.at.unwrap_or_else(clock::now), by, role: *role, token: Some(hash.id()) }
    }

    /// Whether they joined the game's night for its table, or for a player who sits there.
    fn sits_at(&self, setup: &Setup, night: &Night) -> bool {
        let Some(Joined { night: joined, whose }) = self.known.joined else { return false };
        let found = night.table_of(setup.game).filter(|_| setup.night == Some(joined));
        found.is_some_and(|(at, table)| match whose {
            Whose::Player(player) => table.seats.side_of(player).is_some(),
            Whose::Table(number) => at.table == number,
        })
    }
}

/// The coordinator or a representative, who may do everything.
#[derive(Clone)]
pub struct Coordinator(Caller);

impl Coordinator {
    /// The caller, who must have the coordinator's rights.
    ///
    /// # Errors
    ///
    /// When they have not.
    pub fn of(caller: Caller) -> Result<Coordinator, Problem> {
        if caller.is_coordinator() { Ok(Coordinator(caller)) } else { Err(Problem::coordinator_only()) }
    }

    /// What they do is marked with.
    pub fn stamp(&self) -> Metadata {
        self.0.mark(None)
    }
}
