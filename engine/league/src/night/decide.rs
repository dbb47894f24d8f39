//! The decisions of a night: a command makes events, or is refused.

use super::{Action, Change, Command, Event, EventKind, Night, Refusal, Schedule, Status};
use crate::{GameResults, Settings, settings};
use pegout_engine::game::{MAX_NAME_LENGTH, MAX_REASON_LENGTH, Metadata, Role, TextError};

/// The resulting events; none for a repeat of an accepted command.
pub(super) type Decision = Result<Vec<EventKind>, Refusal>;

impl Night {
    /// The event that schedules a night.
    ///
    /// # Errors
    ///
    /// Returns an error if the author is not the coordinator, the author's name is not valid, or the number of games is
    /// not possible.
    pub fn begin(schedule: Schedule, metadata: Metadata) -> Result<Event, Refusal> {
        check_author(&metadata)?;
        schedule.games_per_night.map_or(Ok(()), settings::check_games)?;
        Ok(Event { metadata, kind: EventKind::Scheduled(schedule) })
    }

    /// Accepts a request to schedule a night with this night's id as a repeat, even with a different schedule.
    ///
    /// # Errors
    ///
    /// Returns an error if the author is not the coordinator, or the author's name is not valid.
    pub fn decide_begin(&self, metadata: &Metadata) -> Result<(), Refusal> {
        check_author(metadata)
    }

    /// Decides a command. Returns its events; none for a repeat of an accepted command. A new round, new seats and the
    /// finish need the results of the night's games; other commands do not.
    ///
    /// # Errors
    ///
    /// Returns an error if the night refuses the command.
    pub fn decide(&self, command: Command, games: &GameResults) -> Result<Vec<Event>, Refusal> {
        let Command { metadata, action } = command;
        check_role(&action, &metadata)?;
        if self.command_ids.is_repeat(&action)? {
            return Ok(Vec::new());
        }
        let is_of_paper = match &action {
            Action::Import(_) | Action::NoteImport(_) | Action::TakeBackImport { .. } => true,
            // Somebody who is forgotten leaves no reply.
            Action::Reply(reply) => reply.coming.is_none(),
            _ => false,
        };
        if self.has_imported_cards() && !is_of_paper {
            return Err(Refusal::Imported);
        }
        let asked = action.clone();
        let kinds = match action {
            Action::Change(change) => self.decide_change(change),
            Action::Cancel { reason } => self.decide_cancel(reason),
            Action::Reinstate => self.decide_reinstate(),
            Action::Notify { player, notified } => self.decide_notify(player, notified),
            Action::Reply(reply) => self.decide_reply(reply),
            Action::Enter(entry) => self.decide_enter(entry),
            Action::Withdraw { player } => self.decide_withdraw(player),
            Action::Pair { pair, format, may_correct } => self.decide_pair(pair, format, may_correct, games),
            Action::Unpair { pair } => self.decide_unpair(pair, games),
            Action::DrawRound(round) => self.decide_round(round, games),
            Action::TakeBackRound { round, draw } => self.decide_take_back_round(round, draw, games),
            Action::Swap { round, players, id } => self.decide_swap(round, players, id, games),
            Action::Reseat(reseat) => self.decide_reseat(reseat, games),
            Action::AddTable(table) => self.decide_table(table, games),
            Action::DrawFiftyFifty { seed, id } => self.decide_draw(seed, id),
            Action::VoidFiftyFifty { draw, reason } => self.decide_void_draw(draw, reason),
            Action::PayOut(payout) => self.decide_payout(payout),
            Action::Settle { payout, paid } => self.decide_settle(payout, paid),
            Action::ReturnCard { card, league } => self.decide_returned(card, &league),
            Action::ClaimHand { claimed, points } => self.decide_claim(claimed, points, &metadata),
            Action::Witness(witness) => self.decide_witness(witness, &metadata),
            Action::TakeBackHand { hand } => self.decide_take_back_hand(hand, &metadata),
            Action::Import(new) => self.decide_import(new),
            Action::NoteImport(noted) => self.decide_note_import(noted),
            Action::TakeBackImport { import } => self.decide_take_back_import(import),
            Action::Finish { void_open_games, id } => self.decide_finish(void_open_games, id, games),
            Action::Reopen { finish, reason } => self.decide_reopen(finish, reason),
        }?;
        let note = asked.note(&kinds);
        Ok(kinds.into_iter().chain(note).map(|kind| Event { metadata: metadata.clone(), kind }).collect())
    }

    fn decide_change(&self, mut change: Change) -> Decision {
        let current = self.phase.started().map(|started| started.settings.format).or(self.schedule.format);
        if let Some(format) = change.format.filter(|format| Some(*format) != current) {
            change.card.get_or_insert(format.usual_card());
        }
        if let Some(Settings { format, card, .. }) = self.phase.started().map(|started| &started.settings) {
            change.format = change.format.filter(|given| given != format);
            change.card = change.card.filter(|given| given != card);
            if change.format.is_some() || change.card.is_some() {
                return Err(Refusal::FormatFixed);
            }
        }
        let taken = self.phase.started().map(|started| started.settings.games_per_night);
        let current = self.schedule.games_per_night.or(taken);
        if let Some(given) = change.games_per_night.filter(|given| Some(*given) != current) {
            settings::check_games(given)?;
            let drawn = self.turns();
            if self.status() == Status::Finished {
                return Err(Refusal::Finished);
            }
            if given < drawn {
                return Err(Refusal::RoundsDrawn { given, drawn });
            }
        }
        let mut changed = self.schedule.clone();
        changed.change(&change);
        if changed.date != self.schedule.date && self.imported().is_some() {
            return Err(Refusal::ImportedDay);
        }
        Ok((changed != self.schedule).then_some(EventKind::Changed(change)).into_iter().collect())
    }
}

/// Refuses an author who may not ask for this. Phones of a table have to do with its hands alone, and a personal link with
/// replies alone.
fn check_role(action: &Action, metadata: &Metadata) -> Result<(), Refusal> {
    let is_theirs = match metadata.role {
        Role::Player => matches!(action, Action::Reply(_)),
        _ => matches!(action, Action::ClaimHand { .. } | Action::Witness(_) | Action::TakeBackHand { .. }),
    };
    match check_author(metadata) {
        Err(Refusal::CoordinatorOnly) if is_theirs => Ok(()),
        checked => checked,
    }
}

fn check_author(metadata: &Metadata) -> Result<(), Refusal> {
    if let Some(by) = &metadata.by {
        TextError::check(by, MAX_NAME_LENGTH).map_err(Refusal::InvalidName)?;
    }
    if metadata.role == Role::Coordinator { Ok(()) } else { Err(Refusal::CoordinatorOnly) }
}

pub(super) fn check_reason(reason: &str) -> Result<(), Refusal> {
    TextError::check(reason, MAX_REASON_LENGTH).map_err(Refusal::InvalidReason)
}
