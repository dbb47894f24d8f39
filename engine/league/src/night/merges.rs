//! Merged players: the log has both ids of a person who was entered twice, the night has one player.

use std::collections::BTreeSet;

use super::{Action, EventKind, Import, NewImport, Night, Pair, Seating};
use crate::{PlayerId, Table, UnitId};

impl EventKind {
    /// Replaces the ids of merged players.
    pub fn map_players(&mut self, person: &dyn Fn(PlayerId) -> PlayerId) {
        let map = |player: &mut PlayerId| *player = person(*player);
        let seats = |tables: &mut [Table]| tables.iter_mut().flat_map(|table| table.seats.players_mut()).for_each(map);
        match self {
            EventKind::Entered(entry) => map(&mut entry.player),
            EventKind::Withdrawn { player }
            | EventKind::Excused { player, .. }
            | EventKind::Notified { player, .. } => map(player),
            EventKind::RoundDrawn(round) => {
                seats(&mut round.tables);
                let unit = |unit: UnitId| UnitId::from(person(unit.into()));
                round.byes.iter_mut().for_each(|bye| *bye = unit(*bye));
                // A person who was entered twice keeps one place of the circle.
                let mut seen = BTreeSet::new();
                for place in round.rotation.iter_mut().flat_map(|rotation| &mut rotation.circle) {
                    *place = place.map(unit).filter(|unit| seen.insert(*unit));
                }
                let tied = round.tie_breaks.iter_mut();
                tied.flat_map(|tie| tie.tied.iter_mut().chain(&mut tie.stay)).for_each(map);
            }
            EventKind::Paired(pair) => pair.map_players(person),
            EventKind::Swapped { players, .. } => players.iter_mut().for_each(map),
            EventKind::Reseated(reseating) => {
                let tables = reseating.tables.iter_mut();
                tables.flat_map(|table| table.seats.players_mut()).chain(&mut reseating.out).for_each(map);
            }
            EventKind::TableAdded(added) => added.table.seats.players_mut().for_each(map),
            EventKind::FiftyFiftyDrawn(draw) => map(&mut draw.player),
            EventKind::PaidOut(payout) => {
                payout.noted_for.get_or_insert(payout.player);
                map(&mut payout.player);
            }
            EventKind::Imported(import) => import.map_players(&map),
            EventKind::Replied(reply) => map(&mut reply.player),
            EventKind::CardReturned(card) => map(&mut card.player),
            EventKind::HandClaimed(claimed) => map(&mut claimed.player),
            EventKind::Finished(finish) => finish.prizes.iter_mut().for_each(|paid| map(&mut paid.player)),
            EventKind::Scheduled(_)
            | EventKind::Changed(_)
            | EventKind::Cancelled { .. }
            | EventKind::Reinstated
            | EventKind::SettingsTaken { .. }
            | EventKind::ImportNoted(_)
            | EventKind::ImportTakenBack { .. }
            | EventKind::Unpaired { .. }
            | EventKind::RoundTakenBack { .. }
            | EventKind::CommandNoted { .. }
            | EventKind::FiftyFiftyVoided { .. }
            | EventKind::HandWitnessed { .. }
            | EventKind::HandTakenBack { .. }
            | EventKind::Reopened { .. } => {}
        }
    }
}

impl Action {
    /// Replaces the ids of merged players.
    pub fn map_players(&mut self, person: &dyn Fn(PlayerId) -> PlayerId) {
        let map = |player: &mut PlayerId| *player = person(*player);
        match self {
            Action::Reply(reply) => map(&mut reply.player),
            Action::ReturnCard { card, .. } => map(&mut card.player),
            Action::Enter(new) => map(&mut new.player),
            Action::Withdraw { player } | Action::Notify { player, .. } => map(player),
            Action::Pair { pair, .. } => pair.map_players(person),
            Action::Swap { players, .. } => players.iter_mut().for_each(map),
            Action::Reseat(reseat) => {
                for table in &mut reseat.tables {
                    match &mut table.seating {
                        Seating::Fixed(seats) => seats.players_mut().for_each(map),
                        Seating::Drawn(players) => players.iter_mut().for_each(map),
                    }
                }
                reseat.out.iter_mut().chain(&mut reseat.guests).for_each(map);
            }
            Action::AddTable(new) => new.players.iter_mut().for_each(map),
            Action::Import(NewImport { import, rounds }) => {
                import.map_players(&map);
                let tables = rounds.iter_mut().flat_map(|(round, _)| &mut round.tables);
                tables.flat_map(|table| table.seats.players_mut()).for_each(map);
            }
            Action::ClaimHand { claimed, .. } => map(&mut claimed.player),
            Action::Witness(witness) => witness.owner.iter_mut().for_each(map),
            Action::PayOut(payout) | Action::Settle { payout, .. } => map(&mut payout.player),
            Action::Change(_)
            | Action::Cancel { .. }
            | Action::Reinstate
            | Action::Unpair { .. }
            | Action::DrawRound(_)
            | Action::TakeBackRound { .. }
            | Action::DrawFiftyFifty { .. }
            | Action::VoidFiftyFifty { .. }
            | Action::TakeBackHand { .. }
            | Action::NoteImport(_)
            | Action::TakeBackImport { .. }
            | Action::Finish { .. }
            | Action::Reopen { .. } => {}
        }
    }
}

impl Import {
    fn map_players(&mut self, map: &dyn Fn(&mut PlayerId)) {
        self.players.iter_mut().chain(self.cards.iter_mut().map(|card| &mut card.player)).for_each(map);
    }
}

impl Pair {
    fn map_players(&mut self, person: &dyn Fn(PlayerId) -> PlayerId) {
        for member in &mut self.players {
            member.player = person(member.player);
            member.stands_for = member.stands_for.map(person).filter(|absent| *absent != member.player);
        }
    }
}

impl Night {
    /// Returns true if two players sit in the same round of the night: they cannot be the same person.
    #[must_use]
    pub fn are_both_seated(&self, one: PlayerId, other: PlayerId) -> bool {
        let sits = |tables: &[Table], player| tables.iter().any(|table| table.seats.side_of(player).is_some());
        let has_card =
            |player| self.imported().is_some_and(|(import, _)| import.cards.iter().any(|card| card.player == player));
        let both_have_cards = has_card(one) && has_card(other);
        both_have_cards || self.rounds().iter().any(|round| sits(&round.tables, one) && sits(&round.tables, other))
    }
}
