//! Players, as the coordinator knows them, and merges of players.

use std::collections::HashMap;

use pegout_league::{CommandId, PlayerId};
use serde::Serialize;
use utoipa::ToSchema;

/// A player, as the coordinator knows them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Player {
    /// The player's id.
    pub id: PlayerId,
    /// Their name.
    #[schema(examples("Ann Archer"))]
    pub name: String,
    /// Active membership of the club.
    pub active_member: bool,
    /// Their telephone number.
    #[schema(required = true, examples("555-0134"))]
    pub phone: Option<String>,
    /// Their e-mail address.
    #[schema(required = true, format = "email", examples("ann@example.org"))]
    pub email: Option<String>,
}

/// A player who is to be added.
#[derive(Clone, Debug)]
pub struct NewPlayer {
    /// Their name.
    pub name: String,
    /// Active membership of the club.
    pub active_member: bool,
    /// Their telephone number.
    pub phone: Option<String>,
    /// Their e-mail address.
    pub email: Option<String>,
}

impl NewPlayer {
    /// The player with this id.
    pub fn with_id(self, id: PlayerId) -> Player {
        let NewPlayer { name, active_member, phone, email } = self;
        Player { id, name, active_member, phone, email }
    }
}

/// A player of a list; a field that is missing in the list is `None`.
#[derive(Clone, Debug)]
pub struct ListedPlayer {
    /// The number of the line in the list, from 1.
    pub line: u64,
    /// Their name.
    pub name: String,
    /// Their name with the first name first, if the list says it the other way round.
    pub turned: Option<String>,
    /// Active membership of the club.
    pub active_member: Option<bool>,
    /// Their telephone number.
    pub phone: Option<String>,
    /// Their e-mail address.
    pub email: Option<String>,
}

impl ListedPlayer {
    /// The player to be added: an active member unless the list says otherwise.
    pub fn into_new(self) -> NewPlayer {
        let ListedPlayer { name, active_member, phone, email, .. } = self;
        NewPlayer { name, active_member: active_member.unwrap_or(true), phone, email }
    }
}

/// A free text of nights and their games that names a player: a reason, or the name of somebody who worked there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct PlayerText {
    /// The text.
    #[schema(examples("Ann had to go"))]
    pub text: String,
    /// The number of events that have it.
    #[schema(minimum = 1)]
    pub events: u64,
}

/// A player who is the same person as another player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Merge {
    /// The player.
    pub player: PlayerId,
    /// The player whom they count as; `None` after the merge was undone.
    pub into: Option<PlayerId>,
    /// The id of the request that merged them.
    pub command: Option<CommandId>,
}

/// All merges in force, by the merged player.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Merges(HashMap<PlayerId, PlayerId>);

impl FromIterator<Merge> for Merges {
    fn from_iter<T: IntoIterator<Item = Merge>>(merges: T) -> Merges {
        Merges(merges.into_iter().filter_map(|merge| Some((merge.player, merge.into?))).collect())
    }
}

impl Merges {
    /// The merges after one of them is made or taken back.
    pub fn with(&self, Merge { player, into, .. }: Merge) -> Merges {
        let mut changed = self.clone();
        match into {
            Some(into) => changed.0.insert(player, into),
            None => changed.0.remove(&player),
        };
        changed
    }

    /// The player whom a player counts as.
    pub fn person(&self, player: PlayerId) -> PlayerId {
        // No merge makes a cycle, so that there are fewer steps than merges.
        let step = |player: &PlayerId| self.0.get(player).copied();
        std::iter::successors(Some(player), step).take(self.0.len() + 1).last().unwrap_or(player)
    }

    /// The players who count as another player.
    pub fn merged(&self) -> impl Iterator<Item = PlayerId> {
        self.0.keys().copied()
    }
}
