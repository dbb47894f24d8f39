//! Whether what is asked of a night may happen, and what then happened.

use super::{Action, Change, Command, Event, EventKind, Night, Refusal, Schedule, Status};
use crate::game::{MAX_NAME_LENGTH, MAX_REASON_LENGTH, Role, TextError};
use crate::league::{GameResults, settings};

/// What happens; nothing when it has happened already.
pub(super) type Decision = Result<Vec<EventKind>, Refusal>;

impl Night {
    /// What happens when this is asked. No event says that it has happened already, and asking again was harmless. A
    /// new round, a swap and the finish look at the night's games; whatever else is asked, they may be left out.
    ///
    /// # Errors
    ///
    /// When it may not happen.
    pub fn decide(&self, command: Command, games: &GameResults) -> Result<Vec<Event>, Refusal> {
        let Command { metadata, action } = command;
        if let Some(by) = &metadata.by {
            TextError::check(by, MAX_NAME_LENGTH).map_err(Refusal::InvalidName)?;
        }
        if metadata.role != Role::Coordinator {
            return Err(Refusal::CoordinatorOnly);
        }
        let happenings = match (action, &self.schedule) {
            (Action::Schedule(schedule), _) => self.decide_schedule(schedule),
            (_, None) => Err(Refusal::NoSuchNight),
            (Action::Change(change), Some(schedule)) => self.decide_change(change, schedule),
            (Action::Cancel { reason }, _) => self.decide_cancel(reason),
            (Action::Reinstate, _) => Ok(self.cancelled.iter().map(|_| EventKind::Reinstated).collect()),
            (Action::Enter(entry), _) => self.decide_enter(entry),
            (Action::Withdraw { player }, _) => self.decide_withdraw(player),
            (Action::DrawRound(round), _) => self.decide_round(round, games),
            (Action::Swap { round, players }, _) => self.decide_swap(round, players, games),
            (Action::DrawFiftyFifty { seed }, _) => self.decide_draw(seed),
            (Action::VoidFiftyFifty { reason }, _) => {
                check_reason(&reason)?;
                let voided = || EventKind::FiftyFiftyVoided { reason: reason.clone() };
                Ok(self.fifty_fifty.iter().map(|_| voided()).collect())
            }
            (Action::Finish { void_open_games }, _) => self.decide_finish(void_open_games, games),
        }?;
        Ok(happenings.into_iter().map(|kind| Event { metadata: metadata.clone(), kind }).collect())
    }

    fn decide_schedule(&self, schedule: Schedule) -> Decision {
        schedule.games_per_night.map_or(Ok(()), settings::check_games)?;
        match &self.schedule {
            None => Ok(vec![EventKind::Scheduled(schedule)]),
            Some(old) if *old == schedule => Ok(Vec::new()),
            Some(old) => Err(Refusal::NightIdTaken { night: old.night }),
        }
    }

    fn decide_change(&self, change: Change, schedule: &Schedule) -> Decision {
        let taken = self.settings.as_ref().map(|settings| settings.games_per_night);
        let held = schedule.games_per_night.or(taken);
        if let Some(given) = change.games_per_night.filter(|given| Some(*given) != held) {
            settings::check_games(given)?;
            let drawn = self.rounds.len() as u16;
            if self.status() == Status::Finished {
                return Err(Refusal::Finished);
            }
            if given < drawn {
                return Err(Refusal::RoundsDrawn { given, drawn });
            }
        }
        let mut changed = schedule.clone();
        changed.change(&change);
        Ok((changed != *schedule).then_some(EventKind::Changed(change)).into_iter().collect())
    }

    fn decide_cancel(&self, reason: String) -> Decision {
        check_reason(&reason)?;
        match self.status() {
            Status::Playing => Err(Refusal::Playing),
            Status::Finished => Err(Refusal::Finished),
            _ if self.cancelled.as_ref() == Some(&reason) => Ok(Vec::new()),
            _ => Ok(vec![EventKind::Cancelled { reason }]),
        }
    }
}

fn check_reason(reason: &str) -> Result<(), Refusal> {
    TextError::check(reason, MAX_REASON_LENGTH).map_err(Refusal::InvalidReason)
}
