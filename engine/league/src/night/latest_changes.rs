//! The newest change of each part of a night, for requests that were made before it.

use std::collections::BTreeMap;

use super::{Action, Change, Event, EventKind, Night, Payout, PayoutKind, Reseating};
use crate::{PairId, PlayerId};
use pegout_engine::game::{LatestChange, TokenId};

/// A part of a night that a request changes as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum NightField {
    Date,
    StartsAt,
    EndsAt,
    GamesPerNight,
    Format,
    Card,
    FiftyFifty,
    Payout(PlayerId, PayoutKind),
    Reply(PlayerId),
    ReturnedCard(PlayerId),
    Entry(PlayerId),
    Pair(PairId),
    Table { round: u16, number: usize },
}

/// The newest change of each part.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct LatestChanges(BTreeMap<NightField, LatestChange>);

impl Change {
    fn parts(&self) -> Vec<NightField> {
        let given = [
            self.date.is_some().then_some(NightField::Date),
            self.starts_at.is_some().then_some(NightField::StartsAt),
            self.ends_at.is_some().then_some(NightField::EndsAt),
            self.games_per_night.is_some().then_some(NightField::GamesPerNight),
            self.format.is_some().then_some(NightField::Format),
            self.card.is_some().then_some(NightField::Card),
        ];
        given.into_iter().flatten().collect()
    }
}

impl Payout {
    const fn part(&self) -> NightField {
        NightField::Payout(self.player, self.what)
    }
}

fn tables(round: u16, numbers: impl IntoIterator<Item = usize>) -> Vec<NightField> {
    numbers.into_iter().map(|number| NightField::Table { round, number }).collect()
}

impl Night {
    /// The newest change of the parts that this action changes, if a session other than `token` made it after the
    /// version `based_on`.
    #[must_use]
    pub fn changed_since(&self, action: &Action, based_on: u64, token: Option<TokenId>) -> Option<&LatestChange> {
        let parts = match action {
            Action::Change(change) => change.parts(),
            Action::Reply(reply) => vec![NightField::Reply(reply.player)],
            // Partners have one card.
            Action::ReturnCard { card, league } => {
                self.owners(card.player, league).into_iter().map(NightField::ReturnedCard).collect()
            }
            Action::Enter(new) => vec![NightField::Entry(new.player)],
            Action::Withdraw { player } => vec![NightField::Entry(*player)],
            Action::Pair { pair, .. } => vec![NightField::Pair(self.pair_id(pair.pair))],
            Action::Unpair { pair } => vec![NightField::Pair(self.pair_id(*pair))],
            Action::Reseat(new) => tables(new.round, new.tables.iter().map(|table| table.number)),
            Action::DrawFiftyFifty { .. } | Action::VoidFiftyFifty { .. } => vec![NightField::FiftyFifty],
            Action::PayOut(payout) => vec![payout.part()],
            Action::Settle { payout, .. } => vec![payout.part(), NightField::Entry(payout.player)],
            _ => Vec::new(),
        };
        let changes = parts.iter().filter_map(|part| self.latest_changes.0.get(part));
        changes.filter(|change| change.clashes(based_on, token)).max_by_key(|change| change.version)
    }

    /// The newest change of a player's entry.
    pub(super) fn entry_change(&self, player: PlayerId) -> Option<&LatestChange> {
        self.latest_changes.0.get(&NightField::Entry(player))
    }

    /// Keeps the change that an event makes. The event is applied already.
    pub(super) fn note_change(&mut self, event: &Event) {
        let parts = match &event.kind {
            EventKind::Changed(change) => change.parts(),
            EventKind::Replied(reply) => vec![NightField::Reply(reply.player)],
            EventKind::CardReturned(card) => vec![NightField::ReturnedCard(card.player)],
            EventKind::Entered(entry) => vec![NightField::Entry(entry.player)],
            EventKind::Withdrawn { player } | EventKind::Excused { player, .. } => vec![NightField::Entry(*player)],
            EventKind::Paired(pair) => vec![NightField::Pair(self.pair_id(pair.pair))],
            EventKind::Unpaired { pair } => vec![NightField::Pair(self.pair_id(*pair))],
            EventKind::RoundDrawn(round) => tables(round.number, 1..=round.tables.len()),
            EventKind::Reseated(Reseating { round, tables: seats, .. }) => {
                tables(*round, seats.iter().map(|table| table.number))
            }
            EventKind::TableAdded(added) => tables(added.round, self.rounds().last().map(|round| round.tables.len())),
            EventKind::Swapped { round, players, .. } => {
                let seated = |table: &crate::Table| players.iter().any(|player| table.seats.side_of(*player).is_some());
                let changed = self.tables().filter(|(at, table)| at.round == *round && seated(table));
                changed.map(|(at, _)| NightField::Table { round: at.round, number: at.table }).collect()
            }
            EventKind::FiftyFiftyDrawn(_) | EventKind::FiftyFiftyVoided { .. } => vec![NightField::FiftyFifty],
            EventKind::PaidOut(payout) => vec![NightField::Payout(self.payee(payout), payout.what)],
            _ => Vec::new(),
        };
        for part in parts {
            let change = LatestChange { version: self.version, metadata: event.metadata.clone() };
            self.latest_changes.0.insert(part, change);
        }
    }
}
