//! The games of a night: commands that they accept, and events of the night that change them.

use super::{Event, EventKind, Night};
use crate::game::{self, Command, Game, Refusal, Role, Setup};
use crate::id::GameId;
use crate::league::Table;

/// An effect of a night's event on one of its games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Consequence {
    /// The game begins with this setup.
    Begin(Setup),
    /// The game exists already, and this action changes it.
    Change(game::Action),
}

impl Night {
    /// Decides a command for a game of this night. Returns no events for a repeat, which is harmless also in a closed
    /// round. A round is closed once the next one is drawn, or the night is finished.
    ///
    /// # Errors
    ///
    /// Returns an error if the game refuses the command, or the round is closed and the command does not come from the
    /// coordinator, or it takes back the result of a closed round without entering another one.
    pub fn decide_game(&self, game: &Game, command: Command) -> Result<Vec<game::Event>, Refusal> {
        let role = command.metadata.role;
        let decided = game.decide(command);
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
            EventKind::RoundDrawn(round) => {
                let rules = self.phase.started().map(|started| started.settings.rules.clone()).unwrap_or_default();
                let begin = |table: &Table| table.setup(self.schedule.night, rules.clone());
                round.tables.iter().map(|table| (table.game, Consequence::Begin(begin(table)))).collect()
            }
            EventKind::Swapped { round, players, .. } => {
                let tables = self.tables().filter(|(at, _)| at.round == *round).map(|(_, table)| table);
                let changed =
                    tables.filter(|table| players.iter().any(|player| table.seats.side_of(*player).is_some()));
                changed
                    .map(|table| (table.game, Consequence::Change(game::Action::Reseat { sides: table.sides() })))
                    .collect()
            }
            EventKind::Finished(finish) => {
                let reason = || Some("The night was finished.".to_owned());
                let void = || Consequence::Change(game::Action::Void { reason: reason() });
                finish.voided.iter().map(|game| (*game, void())).collect()
            }
            EventKind::Scheduled(_)
            | EventKind::Changed(_)
            | EventKind::Cancelled { .. }
            | EventKind::Reinstated
            | EventKind::Entered(_)
            | EventKind::Withdrawn { .. }
            | EventKind::SettingsTaken { .. }
            | EventKind::FiftyFiftyDrawn(_)
            | EventKind::FiftyFiftyVoided { .. } => Vec::new(),
        }
    }

    /// Returns true if the round of this game is closed: phones can no longer change the game.
    #[must_use]
    pub fn is_round_closed(&self, game: GameId) -> bool {
        self.closed_round(game).is_some()
    }

    /// The number of the round of this game, if the round is closed.
    fn closed_round(&self, game: GameId) -> Option<u16> {
        let (at, _) = self.table_of(game)?;
        let closed = self.phase.finish().is_some() || usize::from(at.round) < self.rounds().len();
        closed.then_some(at.round)
    }
}
