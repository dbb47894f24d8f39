//! The changes of a game that is being played: names, and the first dealer.

use super::setup::Side;
use super::{EventKind, Game, Metadata, Refusal, Setup};
use crate::id::ChangeId;

/// A change of names and of the first dealer. A part that is `None` stays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DetailsChange {
    /// The change.
    pub id: ChangeId,
    /// A change for each side.
    pub sides: Option<Vec<SideChange>>,
    /// The seat that deals first, from 0.
    pub first_dealer: Option<u8>,
}

/// New names of a side. A name that is `null` stays as it is.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
pub struct SideChange {
    /// The new name of the side; `null` if it stays.
    #[cfg_attr(feature = "serde", serde(default))]
    #[cfg_attr(feature = "utoipa", schema(required = true, min_length = 1, max_length = 100))]
    pub name: Option<String>,
    /// The new names of its players, as many as there are; `null` if they stay.
    #[cfg_attr(feature = "serde", serde(default))]
    #[cfg_attr(feature = "utoipa", schema(required = true, min_items = 1, max_items = 3))]
    pub players: Option<Vec<String>>,
}

impl SideChange {
    /// Renames a side. A single player with the side's name gets the new name too.
    pub(super) fn apply(&self, side: &mut Side) {
        if let Some(name) = &self.name {
            if side.is_own_player() {
                side.players = vec![name.clone()];
            }
            side.name.clone_from(name);
            side.named = true;
        }
        if let Some(players) = &self.players {
            side.players.clone_from(players);
        }
    }
}

/// The changes that were accepted, in the order in which they came.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct DetailsChanges(Vec<AcceptedChange>);

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct AcceptedChange {
    change: DetailsChange,
    pub metadata: Metadata,
}

impl DetailsChanges {
    /// The change with this id, for an event to add its part: one change makes up to two events.
    pub fn with_id(&mut self, id: ChangeId, metadata: &Metadata) -> &mut DetailsChange {
        let place = self.0.iter().position(|accepted| accepted.change.id == id).unwrap_or_else(|| {
            let change = DetailsChange { id, sides: None, first_dealer: None };
            self.0.push(AcceptedChange { change, metadata: metadata.clone() });
            self.0.len() - 1
        });
        &mut self.0[place].change
    }

    pub fn find(&self, id: ChangeId) -> Option<&AcceptedChange> {
        self.0.iter().find(|accepted| accepted.change.id == id)
    }
}

impl Game {
    /// Decides a change of names or of the first dealer: one event for each, none for a repeat.
    pub(super) fn change(&self, change: DetailsChange, metadata: &Metadata) -> Result<Vec<EventKind>, Refusal> {
        let id = change.id;
        if let Some(accepted) = self.changes.find(id) {
            let same = accepted.change == change && accepted.metadata.same_author(metadata);
            return if same { Ok(Vec::new()) } else { Err(Refusal::ChangeIdTaken { change: id }) };
        }
        let mut events = Vec::new();
        if let Some(sides) = change.sides {
            self.check_names(&sides)?;
            events.push(EventKind::Renamed { id, sides });
        }
        if let Some(first_dealer) = change.first_dealer {
            self.setup.check_seat(first_dealer)?;
            if self.deals.current() > 1 {
                return Err(Refusal::SecondDealBegun);
            }
            events.push(EventKind::FirstDealerSet { id, first_dealer });
        }
        self.check_length()?;
        Ok(events)
    }

    fn check_names(&self, changes: &[SideChange]) -> Result<(), Refusal> {
        let Setup { sides, .. } = &self.setup;
        if self.setup.night().is_some() {
            return Err(Refusal::LeagueNames);
        }
        if changes.len() != sides.len() {
            return Err(Refusal::SideChanges { given: changes.len(), sides: sides.len() });
        }
        for (place, (change, side)) in changes.iter().zip(sides).enumerate() {
            let given = change.players.as_ref().map_or(side.players.len(), Vec::len);
            if given != side.players.len() {
                return Err(Refusal::PlayerNames { side: place, given, players: side.players.len() });
            }
        }
        let mut renamed = self.setup.clone();
        renamed.rename(changes);
        Ok(renamed.check()?)
    }
}

impl Setup {
    /// Renames the sides.
    pub(super) fn rename(&mut self, changes: &[SideChange]) {
        changes.iter().zip(&mut self.sides).for_each(|(change, side)| change.apply(side));
    }
}
