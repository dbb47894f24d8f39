//! Whether what is asked of a night may happen, and what then happened.

use super::{Act, Change, Command, Event, Happening, Night, Refusal, Schedule, Status};
use crate::game::{NAME_LENGTH, REASON_LENGTH, Role, TextError};
use crate::league::{Games, settings};

/// What happens; nothing when it has happened already.
pub(super) type Decision = Result<Vec<Happening>, Refusal>;

impl Night {
    /// What happens when this is asked. No event says that it has happened already, and asking again was harmless. A
    /// new round, a swap and the finish look at the night's games; whatever else is asked, they may be left out.
    ///
    /// # Errors
    ///
    /// When it may not happen.
    pub fn decide(&self, command: Command, games: &Games) -> Result<Vec<Event>, Refusal> {
        let Command { stamp, act } = command;
        if let Some(by) = &stamp.by {
            TextError::check(by, NAME_LENGTH).map_err(Refusal::By)?;
        }
        if stamp.role != Role::Coordinator {
            return Err(Refusal::CoordinatorOnly);
        }
        let happenings = match (act, &self.schedule) {
            (Act::Schedule(schedule), _) => self.decide_schedule(schedule),
            (_, None) => Err(Refusal::NoSuchNight),
            (Act::Change(change), Some(schedule)) => self.decide_change(change, schedule),
            (Act::Cancel { reason }, _) => self.decide_cancel(reason),
            (Act::Reinstate, _) => Ok(self.cancelled.iter().map(|_| Happening::Reinstated).collect()),
            (Act::Enter(entry), _) => self.decide_enter(entry),
            (Act::Withdraw { player }, _) => self.decide_withdraw(player),
            (Act::DrawRound(round), _) => self.decide_round(round, games),
            (Act::Swap { round, players }, _) => self.decide_swap(round, players, games),
            (Act::DrawFiftyFifty { seed }, _) => self.decide_draw(seed),
            (Act::VoidFiftyFifty { reason }, _) => {
                check_reason(&reason)?;
                let voided = || Happening::FiftyFiftyVoided { reason: reason.clone() };
                Ok(self.fifty_fifty.iter().map(|_| voided()).collect())
            }
            (Act::Finish { void_open_games }, _) => self.decide_finish(void_open_games, games),
        }?;
        Ok(happenings.into_iter().map(|what| Event { stamp: stamp.clone(), what }).collect())
    }

    fn decide_schedule(&self, schedule: Schedule) -> Decision {
        schedule.games_per_night.map_or(Ok(()), settings::check_games)?;
        match &self.schedule {
            None => Ok(vec![Happening::Scheduled(schedule)]),
            Some(old) if *old == schedule => Ok(Vec::new()),
            Some(old) => Err(Refusal::NightDiffers { night: old.night }),
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
        Ok((changed != *schedule).then_some(Happening::Changed(change)).into_iter().collect())
    }

    fn decide_cancel(&self, reason: String) -> Decision {
        check_reason(&reason)?;
        match self.status() {
            Status::Playing => Err(Refusal::Playing),
            Status::Finished => Err(Refusal::Finished),
            _ if self.cancelled.as_ref() == Some(&reason) => Ok(Vec::new()),
            _ => Ok(vec![Happening::Cancelled { reason }]),
        }
    }
}

fn check_reason(reason: &str) -> Result<(), Refusal> {
    TextError::check(reason, REASON_LENGTH).map_err(Refusal::Reason)
}
