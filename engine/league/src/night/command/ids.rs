//! The ids of the commands that a night has carried out, so that a repeat has no effect.

use std::collections::BTreeMap;

use crate::Round;
use crate::id::CommandId;
use crate::night::{
    Action, AddedTable, EventKind, FiftyFifty, Finish, NewEntry, NewRound, NewTable, Payout, Refusal, Reseat, Reseating,
};

/// An operation whose commands may carry an id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::night) enum Operation {
    CheckIn,
    DrawRound,
    Swap,
    Reseat,
    AddTable,
    DrawFiftyFifty,
    PayOut,
    Finish,
}

/// The ids of the commands that were carried out, also of those whose effect was undone since. The operation is `None` for
/// a command that an event of its own names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::night) struct CommandIds(BTreeMap<CommandId, Option<Operation>>);

impl CommandIds {
    /// Returns true if the action repeats a command that was carried out, whatever else the repeat says.
    ///
    /// # Errors
    ///
    /// Returns an error if the id belongs to a command of another operation.
    pub fn is_repeat(&self, action: &Action) -> Result<bool, Refusal> {
        let Some((command, operation)) = action.command_id() else { return Ok(false) };
        match self.0.get(&command) {
            None => Ok(false),
            Some(known) if known.is_none_or(|known| known == operation) => Ok(true),
            Some(_) => Err(Refusal::CommandIdTaken { command }),
        }
    }

    /// Adds the id of the command that has led to this event.
    pub fn add(&mut self, event: &EventKind) {
        if let EventKind::CommandNoted { id } = event {
            self.0.entry(*id).or_default();
        }
        self.0.extend(event.command_id().map(|(id, operation)| (id, Some(operation))));
    }
}

impl Action {
    /// The event that notes the id of this action, for an action with an id that none of its events names.
    pub(in crate::night) fn note(&self, events: &[EventKind]) -> Option<EventKind> {
        let (id, _) = self.command_id()?;
        let is_named = events.iter().any(|event| event.command_id().is_some_and(|(named, _)| named == id));
        (!is_named).then_some(EventKind::CommandNoted { id })
    }

    fn command_id(&self) -> Option<(CommandId, Operation)> {
        let (id, operation) = match self {
            Action::Enter(NewEntry { id, .. }) => (*id, Operation::CheckIn),
            Action::DrawRound(NewRound { id, .. }) => (*id, Operation::DrawRound),
            Action::Swap { id, .. } => (*id, Operation::Swap),
            Action::Reseat(Reseat { id, .. }) => (*id, Operation::Reseat),
            Action::AddTable(NewTable { id, .. }) => (*id, Operation::AddTable),
            Action::DrawFiftyFifty { id, .. } => (*id, Operation::DrawFiftyFifty),
            Action::PayOut(Payout { id, .. }) | Action::Settle { payout: Payout { id, .. }, .. } => {
                (*id, Operation::PayOut)
            }
            Action::Finish { id, .. } => (*id, Operation::Finish),
            Action::Change(_)
            | Action::Cancel { .. }
            | Action::Reinstate
            | Action::Notify { .. }
            | Action::Withdraw { .. }
            | Action::TakeBackRound { .. }
            | Action::Reopen { .. }
            | Action::VoidFiftyFifty { .. } => return None,
        };
        Some((id?, operation))
    }
}

impl EventKind {
    fn command_id(&self) -> Option<(CommandId, Operation)> {
        let (id, operation) = match self {
            EventKind::RoundDrawn(Round { id, .. }) => (*id, Operation::DrawRound),
            EventKind::Swapped { id, .. } => (*id, Operation::Swap),
            EventKind::Reseated(Reseating { id, .. }) => (*id, Operation::Reseat),
            EventKind::TableAdded(AddedTable { id, .. }) => (*id, Operation::AddTable),
            EventKind::FiftyFiftyDrawn(FiftyFifty { id, .. }) => (*id, Operation::DrawFiftyFifty),
            EventKind::PaidOut(Payout { id, .. }) => (*id, Operation::PayOut),
            EventKind::Finished(Finish { id, .. }) => (*id, Operation::Finish),
            EventKind::Scheduled(_)
            | EventKind::Changed(_)
            | EventKind::Cancelled { .. }
            | EventKind::Reinstated
            | EventKind::Notified { .. }
            | EventKind::Entered(_)
            | EventKind::Withdrawn { .. }
            | EventKind::CommandNoted { .. }
            | EventKind::SettingsTaken { .. }
            | EventKind::RoundTakenBack { .. }
            | EventKind::Excused { .. }
            | EventKind::Reopened { .. }
            | EventKind::FiftyFiftyVoided { .. } => return None,
        };
        Some((id?, operation))
    }
}
