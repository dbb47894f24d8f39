//! Persons who were entered twice.

use std::collections::HashMap;

use pegout_league::{CommandId, PlayerId};

/// A player who is the same person as another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Merge {
    /// The player.
    pub player: PlayerId,
    /// The player whom they count as; `None` once that was taken back.
    pub into: Option<PlayerId>,
    /// The id of the request that merged them.
    pub command: Option<CommandId>,
}

/// All merges that stand, by the player who counts as another.
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

    /// The players who count as another.
    pub fn merged(&self) -> impl Iterator<Item = PlayerId> {
        self.0.keys().copied()
    }
}
