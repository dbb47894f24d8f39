//! The games of a night: commands that they accept, and events of the night that change them.

use super::{Event, EventKind, Night};
use crate::{Round, Table};
use pegout_engine::game::{self, Command, Game, GameId, Refusal, Role, Setup};

/// An effect of a night's event on one of its games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Consequence {
    /// The game begins with this setup.
    Begin(Setup),
    /// The game exists already, and this action changes it.
    Change(game::Action),
}

impl Night {
    /// Decides a command for a game of this night. Returns no events for a repeat, also in a closed round. The next
    /// draw or the finish of the night closes a round.
    ///
    /// # Errors
    ///
    /// Returns an error if the game refuses the command or the draw of its round was taken back. In a closed round only
    /// the coordinator changes games, and a result is only replaced. After the finish no game is called off or brought
    /// back.
    pub fn decide_game(&self, game: &Game, command: Command) -> Result<Vec<game::Event>, Refusal> {
        let role = command.metadata.role;
        let is_new_void = matches!(&command.action, game::Action::Void { id, .. } if !game.was_voided_by(*id));
        let changes_void = matches!(command.action, game::Action::Void { .. } | game::Action::TakeBackVoid { .. });
        let decided = game.decide(command);
        if let Some(round) = self.taken_back_round(game.setup().game) {
            let repeated = decided.ok().filter(|events| events.is_empty() && !is_new_void);
            return repeated.ok_or(Refusal::RoundTakenBack { round });
        }
        if changes_void && role == Role::Coordinator {
            let is_over = self.phase.finish().is_some();
            return decided.and_then(|events| {
                if is_over && !events.is_empty() { Err(Refusal::NightFinished) } else { Ok(events) }
            });
        }
        let Some(round) = self.closed_round(game.setup().game) else { return decided };
        if role != Role::Coordinator {
            return decided.ok().filter(Vec::is_empty).ok_or(Refusal::RoundClosed { round });
        }
        let events = decided?;
        if game.is_reopened_by(&events) { Err(Refusal::ClosedResult) } else { Ok(events) }
    }

    /// The effects of these events on the night's games, by game. Call it on the night *before* the events.
    #[must_use]
    pub fn consequences(&self, events: &[Event]) -> Vec<(GameId, Consequence)> {
        let mut night = self.clone();
        let mut consequences = Vec::new();
        for event in events {
            night.apply(event);
            consequences.extend(night.consequences_of(event));
        }
        consequences
    }

    /// The effects of the newest event on the night's games.
    fn consequences_of(&self, event: &Event) -> Vec<(GameId, Consequence)> {
        match &event.kind {
            EventKind::RoundDrawn(round) => (1..)
                .zip(&round.tables)
                .map(|(number, table)| (table.game, self.begin_game(round, number, table)))
                .collect(),
            EventKind::Swapped { round, players, .. } => {
                let tables = self.tables().filter(|(at, _)| at.round == *round).map(|(_, table)| table);
                let changed =
                    tables.filter(|table| players.iter().any(|player| table.seats.side_of(*player).is_some()));
                changed
                    .map(|table| (table.game, Consequence::Change(game::Action::Reseat { sides: table.sides() })))
                    .collect()
            }
            EventKind::Reseated(reseating) => {
                let tables = self.tables().filter(|(at, _)| at.round == reseating.round);
                let changed = tables.filter(|(at, _)| reseating.tables.iter().any(|table| table.number == at.table));
                changed
                    .map(|(_, table)| (table.game, Consequence::Change(game::Action::Reseat { sides: table.sides() })))
                    .collect()
            }
            EventKind::TableAdded(added) => {
                let round = self.rounds().iter().find(|round| round.number == added.round);
                let begin = |round: &Round| self.begin_game(round, round.tables.len(), &added.table);
                round.map(|round| (added.table.game, begin(round))).into_iter().collect()
            }
            EventKind::Finished(finish) => {
                finish.voided.iter().map(|game| (*game, void("The night was finished."))).collect()
            }
            EventKind::RoundTakenBack { .. } => {
                let games =
                    self.taken_back().last().into_iter().flat_map(|round| &round.tables).map(|table| table.game);
                games.map(|game| (game, void("The draw was taken back."))).collect()
            }
            EventKind::Reopened { games, .. } => {
                let bring_back = || Consequence::Change(game::Action::TakeBackVoid { void: None });
                games.iter().map(|game| (*game, bring_back())).collect()
            }
            EventKind::Scheduled(_)
            | EventKind::Changed(_)
            | EventKind::Cancelled { .. }
            | EventKind::Reinstated
            | EventKind::Notified { .. }
            | EventKind::Entered(_)
            | EventKind::Withdrawn { .. }
            | EventKind::Paired(_)
            | EventKind::Unpaired { .. }
            | EventKind::CommandNoted { .. }
            | EventKind::PaidOut(_)
            | EventKind::HandClaimed(_)
            | EventKind::Replied(_)
            | EventKind::CardReturned(_)
            | EventKind::HandWitnessed { .. }
            | EventKind::HandTakenBack { .. }
            | EventKind::Excused { .. }
            | EventKind::SettingsTaken { .. }
            | EventKind::Imported(_)
            | EventKind::ImportNoted(_)
            | EventKind::ImportTakenBack { .. }
            | EventKind::FiftyFiftyDrawn(_)
            | EventKind::FiftyFiftyVoided { .. } => Vec::new(),
        }
    }

    /// The beginning of the game at a table of a round.
    fn begin_game(&self, round: &Round, number: usize, table: &Table) -> Consequence {
        let settings = self.phase.started().map(|started| started.settings.clone()).unwrap_or_default();
        let first_dealer = round.first_dealer(number, settings.first_dealer);
        Consequence::Begin(table.setup(self.schedule.night, settings.rules, first_dealer))
    }

    /// Returns true if the round of this game is closed: phones can no longer change the game.
    #[must_use]
    pub fn is_round_closed(&self, game: GameId) -> bool {
        self.closed_round(game).is_some()
    }

    /// The number of the round of this game, if the round is closed.
    fn closed_round(&self, game: GameId) -> Option<u16> {
        let (at, _) = self.table_of(game)?;
        self.is_closed(at.round).then_some(at.round)
    }
}

fn void(reason: &str) -> Consequence {
    Consequence::Change(game::Action::Void { reason: Some(reason.to_owned()), id: None })
}
