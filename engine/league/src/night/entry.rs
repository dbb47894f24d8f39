//! The entries of a night: the players who are here, have paid, have left or are excused.

use std::collections::{BTreeMap, BTreeSet};

use super::decide::{Decision, check_reason};
use super::{EntryAction, EventKind, NewEntry, Night, Refusal, Status};
use crate::PlayerId;
use crate::ledger::PotId;

/// A player who was checked in.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema), schema(as = NightEntry))]
pub struct Entry {
    /// The player.
    pub player: PlayerId,
    /// True if the player has paid.
    #[cfg_attr(feature = "serde", serde(default))]
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub paid: bool,
    /// True if the player plays as a guest.
    #[cfg_attr(feature = "serde", serde(default))]
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub guest: bool,
    /// True if the player has left.
    #[cfg_attr(feature = "serde", serde(default))]
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub left: bool,
    /// The pots that the player takes part in.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Vec::is_empty"))]
    #[cfg_attr(feature = "utoipa", schema(required = false))]
    pub pots: Vec<PotId>,
}

/// An excuse: the rounds that a player may miss and still have a full card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Excuse {
    /// All rounds for which the player is excused from now on.
    pub rounds: Vec<u16>,
    /// The reason. Every excuse must have a reason, unless `rounds` is empty.
    pub reason: Option<String>,
}

/// The excused rounds of each player.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Excuses(BTreeMap<PlayerId, BTreeSet<u16>>);

impl Excuses {
    pub fn of(&self, player: PlayerId) -> Vec<u16> {
        self.0.get(&player).into_iter().flatten().copied().collect()
    }

    pub fn set(&mut self, player: PlayerId, rounds: &[u16]) {
        self.0.remove(&player);
        if !rounds.is_empty() {
            self.0.insert(player, rounds.iter().copied().collect());
        }
    }

    /// Forgets the excuses for a round whose draw was taken back.
    pub fn forget_round(&mut self, round: u16) {
        self.0.retain(|_, rounds| {
            rounds.remove(&round);
            !rounds.is_empty()
        });
    }
}

impl Night {
    pub(super) fn decide_enter(&self, new: NewEntry) -> Decision {
        let NewEntry { player, member, holds_fee, action, excuse, .. } = new;
        let returns = action == EntryAction::Arrive;
        let (paid, guest, pots) = match action {
            EntryAction::Arrive => (None, None, None),
            EntryAction::Note { paid, guest, pots } => (paid, guest, pots),
        };
        let old = self.entry(player);
        let comes = old.is_none_or(|old| old.left && returns);
        match self.status() {
            Status::Cancelled if comes => return Err(Refusal::Cancelled),
            Status::Finished if comes => return Err(Refusal::Finished),
            _ => {}
        }
        let entry = Entry {
            player,
            paid: paid.or(old.map(|old| old.paid)).unwrap_or(holds_fee),
            guest: guest.or(old.map(|old| old.guest)).unwrap_or(false),
            left: old.is_some_and(|old| old.left) && !returns,
            pots: pots.or(old.map(|old| old.pots.clone())).unwrap_or_default(),
        };
        // The stakes of a cancelled night went back.
        if self.status() == Status::Cancelled && !entry.pots.is_empty() {
            return Err(Refusal::Cancelled);
        }
        // A player whose membership ends during the night may stay.
        if !member && !entry.guest && (old.is_none() || guest.is_some()) {
            return Err(Refusal::NotAMember);
        }
        let excused = excuse.map(|excuse| self.decide_excuse(player, excuse)).transpose()?.flatten();
        let entered = (old != Some(&entry)).then_some(entry);
        if let Some(entry) = &entered {
            self.check_drawn_fifty_fifty(player, entry.paid)?;
        }
        Ok(entered.map(EventKind::Entered).into_iter().chain(excused).collect())
    }

    /// Decides an excuse by the coordinator.
    fn decide_excuse(&self, player: PlayerId, excuse: Excuse) -> Result<Option<EventKind>, Refusal> {
        let Excuse { rounds, reason } = excuse;
        reason.as_deref().map_or(Ok(()), check_reason)?;
        let drawn = self.rounds().len() as u16;
        if let Some(given) = rounds.iter().find(|round| !(1..=drawn).contains(*round)) {
            return Err(Refusal::ExcusedRound { given: *given, drawn });
        }
        let rounds: Vec<u16> = BTreeSet::from_iter(rounds).into_iter().collect();
        if rounds == self.excuses.of(player) {
            return Ok(None);
        }
        if reason.is_none() && !rounds.is_empty() {
            return Err(Refusal::ExcuseWithoutReason);
        }
        Ok(Some(EventKind::Excused { player, rounds, reason }))
    }

    pub(super) fn decide_withdraw(&self, player: PlayerId) -> Decision {
        // The player may have lost the seat since: another player has it, or the draw was taken back.
        let is_here = |entry: &&Entry| !entry.left || !self.has_played(player);
        let Some(entry) = self.entry(player).filter(is_here) else { return Ok(Vec::new()) };
        if self.status() == Status::Finished {
            return Err(Refusal::Finished);
        }
        if !self.has_played(player) {
            self.check_drawn_fifty_fifty(player, false)?;
        }
        Ok(vec![EventKind::Withdrawn { player: entry.player }])
    }

    /// Refuses to take a player's fee out of a 50/50 that was drawn, if the amount needs it or the player won it.
    fn check_drawn_fifty_fifty(&self, player: PlayerId, pays: bool) -> Result<(), Refusal> {
        if pays {
            return Ok(());
        }
        if self.fifty_fifty().is_some_and(|draw| draw.player == player) {
            return Err(Refusal::WinnerMustHavePaid);
        }
        self.check_pool(self.entries.iter().filter(|entry| entry.paid && entry.player != player).count())
    }

    /// The entry of a player.
    #[must_use]
    pub fn entry(&self, player: PlayerId) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.player == player)
    }

    /// The players who are here, in the order in which they were checked in.
    pub(super) fn present(&self) -> Vec<PlayerId> {
        self.entries.iter().filter(|entry| !entry.left).map(|entry| entry.player).collect()
    }

    /// Returns true if a player is checked in and has not left.
    pub(super) fn is_here(&self, player: PlayerId) -> bool {
        self.entry(player).is_some_and(|entry| !entry.left)
    }

    /// The number of players who have paid.
    pub(super) fn paid(&self) -> usize {
        self.entries.iter().filter(|entry| entry.paid).count()
    }

    /// Returns true if a player sits or sat at a table, or has the card of a pair that has played.
    #[must_use]
    pub fn has_played(&self, player: PlayerId) -> bool {
        self.tables().any(|(_, table)| table.seats.side_of(player).is_some()) || self.has_card(player)
    }

    /// The players of all tables of all rounds.
    pub(super) fn seated_anywhere(&self) -> impl Iterator<Item = PlayerId> {
        self.tables().flat_map(|(_, table)| table.seats.players())
    }

    pub(super) fn enter(&mut self, entry: Entry) {
        self.withdrawn.retain(|old| old.player != entry.player);
        self.pairs.come(entry.player);
        match self.entries.iter_mut().find(|old| old.player == entry.player) {
            Some(old) => *old = entry,
            None => self.entries.push(entry),
        }
    }

    /// Withdraws a player. A player who has played keeps lines and fee.
    pub(super) fn withdraw(&mut self, player: PlayerId) {
        if self.has_played(player) {
            self.entries.iter_mut().filter(|entry| entry.player == player).for_each(|entry| entry.left = true);
        } else {
            let removed = self.entries.extract_if(.., |entry| entry.player == player);
            self.withdrawn.extend(removed);
            self.excuses.set(player, &[]);
            self.pairs.leave(player);
        }
    }
}
