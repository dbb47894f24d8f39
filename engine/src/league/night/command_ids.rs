//! The ids of the commands that a night has carried out, so that a repeat has no effect.

use std::collections::BTreeMap;

use super::{Action, EventKind, FiftyFifty, Finish, NewRound, Refusal};
use crate::id::CommandId;
use crate::league::Round;

/// An operation whose commands may carry an id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operation {
    DrawRound,
    Swap,
    DrawFiftyFifty,
    Finish,
}

/// The ids of the commands that were carried out, also of those whose effect was undone since.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct CommandIds(BTreeMap<CommandId, Operation>);

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
            Some(known) if *known == operation => Ok(true),
            Some(_) => Err(Refusal::CommandIdTaken { command }),
        }
    }

    /// Adds the id of the command that has led to this event.
    pub fn add(&mut self, event: &EventKind) {
        self.0.extend(event.command_id());
    }
}

impl Action {
    fn command_id(&self) -> Option<(CommandId, Operation)> {
        let (id, operation) = match self {
            Action::DrawRound(NewRound { id, .. }) => (*id, Operation::DrawRound),
            Action::Swap { id, .. } => (*id, Operation::Swap),
            Action::DrawFiftyFifty { id, .. } => (*id, Operation::DrawFiftyFifty),
            Action::Finish { id, .. } => (*id, Operation::Finish),
            Action::Change(_)
            | Action::Cancel { .. }
            | Action::Reinstate
            | Action::Enter(_)
            | Action::Withdraw { .. }
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
            EventKind::FiftyFiftyDrawn(FiftyFifty { id, .. }) => (*id, Operation::DrawFiftyFifty),
            EventKind::Finished(Finish { id, .. }) => (*id, Operation::Finish),
            EventKind::Scheduled(_)
            | EventKind::Changed(_)
            | EventKind::Cancelled { .. }
            | EventKind::Reinstated
            | EventKind::Entered(_)
            | EventKind::Withdrawn { .. }
            | EventKind::SettingsTaken { .. }
            | EventKind::FiftyFiftyVoided { .. } => return None,
        };
        Some((id?, operation))
    }
}
