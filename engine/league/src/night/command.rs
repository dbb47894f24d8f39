//! The commands for a night, and the ids of the commands that it has carried out, so that a repeat has no effect.

use std::collections::BTreeMap;

use super::{
    AddedTable, Change, ClaimedHand, EventKind, Excuse, FiftyFifty, Finish, HandId, NewImport, NewTable, NotedImport,
    Pair, Payout, Refusal, Reply, Reseat, Reseating, ReturnedCard, Witness,
};
use crate::ledger::PotId;
use crate::{CommandId, Format, PairId, PlayerId, Round, Seed, Settings};
use pegout_engine::game::{GameId, Metadata};

/// A request to change a night.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Command {
    /// The time and the author.
    pub metadata: Metadata,
    /// The requested change.
    pub action: Action,
}

/// A change that can be asked of a night.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// Change the day, the hour or the number of rounds.
    Change(Change),
    /// Cancel the night. A new reason replaces the old reason.
    Cancel {
        /// The reason.
        reason: String,
    },
    /// Take the cancellation back.
    Reinstate,
    /// Note that a player was notified of the cancellation, or was not.
    Notify {
        /// The player.
        player: PlayerId,
        /// True if the player was notified.
        notified: bool,
    },
    /// Note whether a player comes.
    Reply(Reply),
    /// Check a player in, or change a player's entry.
    Enter(NewEntry),
    /// Withdraw a player: from the list if they have not played, else from the rounds to come.
    Withdraw {
        /// The player.
        player: PlayerId,
    },
    /// Make a pair, or change its players.
    Pair {
        /// The pair.
        pair: Pair,
        /// The format of the night.
        format: Format,
        /// True for an author who may correct a finished night.
        may_correct: bool,
    },
    /// Split a pair.
    Unpair {
        /// The pair.
        pair: PairId,
    },
    /// Draw the next round, or move on to it.
    DrawRound(NewRound),
    /// Take back the draw of the newest round, which nobody has begun.
    TakeBackRound {
        /// The round.
        round: u16,
        /// The id of the draw: a draw with another id stays. `None`: any draw.
        draw: Option<CommandId>,
    },
    /// Let two players of a round swap their seats.
    Swap {
        /// The round.
        round: u16,
        /// The two.
        players: [PlayerId; 2],
        /// The id of the command: a repeat with it has no effect.
        id: Option<CommandId>,
    },
    /// Change the seats of a round, or correct them afterwards.
    Reseat(Reseat),
    /// Give players who came during a round a table.
    AddTable(NewTable),
    /// Draw the winner of the 50/50.
    DrawFiftyFifty {
        /// The seed of the draw.
        seed: Seed,
        /// The id of the command: a repeat with it has no effect.
        id: Option<CommandId>,
    },
    /// Void the draw of the 50/50, so that it can be drawn again.
    VoidFiftyFifty {
        /// The id of the draw: a draw with another id stays. `None`: any draw.
        draw: Option<CommandId>,
        /// The reason.
        reason: String,
    },
    /// Note the amount that was handed out to a player.
    PayOut(Payout),
    /// Note the amount that was handed out to a player and their fee together: both or neither.
    Settle {
        /// The amount.
        payout: Payout,
        /// True if the fee is paid.
        paid: bool,
    },
    /// Note that a scorecard of paper was handed in, or was not.
    ReturnCard {
        /// The card.
        card: ReturnedCard,
        /// The league's settings, for a night that has not begun.
        league: Settings,
    },
    /// Claim a hand that was held at a wooden board.
    ClaimHand {
        /// The hand.
        claimed: ClaimedHand,
        /// The points that its player counted; `None` if nobody said.
        points: Option<u8>,
    },
    /// Agree with a claimed hand, or not.
    Witness(Witness),
    /// Take a claimed hand back.
    TakeBackHand {
        /// The hand.
        hand: HandId,
    },
    /// Take the results from a spreadsheet.
    Import(NewImport),
    /// Note an import whose results are there already.
    NoteImport(NotedImport),
    /// Take the results of an import back.
    TakeBackImport {
        /// The import.
        import: CommandId,
    },
    /// Finish the night.
    Finish {
        /// True to call off the unfinished games.
        void_open_games: bool,
        /// The id of the command: a repeat with it has no effect.
        id: Option<CommandId>,
    },
    /// Take the finish back, so that the night is under way again.
    Reopen {
        /// The id of the finish: a finish with another id stays. `None`: any finish.
        finish: Option<CommandId>,
        /// The reason.
        reason: String,
    },
}

/// A request about a player's entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewEntry {
    /// The player.
    pub player: PlayerId,
    /// True if the player is an active member of the club.
    pub member: bool,
    /// True if the fee of the player, who was withdrawn, is still in the box: it pays again.
    pub holds_fee: bool,
    /// The kind of request.
    pub action: EntryAction,
    /// The rounds that the player is excused for; `None` changes nothing.
    pub excuse: Option<Excuse>,
    /// The id of the command: a repeat with it has no effect.
    pub id: Option<CommandId>,
}

/// A kind of request about an entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EntryAction {
    /// The player arrives, or comes back after leaving.
    Arrive,
    /// Facts about the player are noted. A player without an entry arrives; a player who left stays away.
    Note {
        /// The fee is paid, or not; `None` changes nothing, and means not paid at first.
        paid: Option<bool>,
        /// The player is a guest, or not; `None` changes nothing, and means no guest at first.
        guest: Option<bool>,
        /// The pots that the player takes part in; `None` changes nothing, and means none at first.
        pots: Option<Vec<PotId>>,
    },
}

impl NewEntry {
    /// An active member who arrives, or comes back.
    #[must_use]
    pub const fn member(player: PlayerId) -> NewEntry {
        NewEntry { player, member: true, holds_fee: false, action: EntryAction::Arrive, excuse: None, id: None }
    }
}

/// The round to draw.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewRound {
    /// Its number, from 1. A number that is already drawn has no effect. `None`: the next number.
    pub number: Option<u16>,
    /// The id of the command: a repeat with it has no effect.
    pub id: Option<CommandId>,
    /// The way in which it comes about.
    pub way: DrawWay,
    /// The seed of everything that is drawn.
    pub seed: Seed,
    /// The ids of its games, at least [`Night::next_table_count`](super::Night::next_table_count).
    pub games: Vec<GameId>,
    /// The league's settings. The first round takes them for the night.
    pub settings: Settings,
    /// The number of rounds in which each player sat out on the finished nights of the season.
    pub byes: BTreeMap<PlayerId, usize>,
}

/// A way in which a round after the first comes about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema), schema(rename_all = "snake_case"))]
pub enum DrawWay {
    /// By the movement, with as few changes as possible for players who came or left.
    #[default]
    Movement,
    /// The whole hall is drawn.
    Afresh,
}

pegout_engine::string_enum!(DrawWay, "a way to draw a round", { Movement => "movement", Afresh => "afresh" });

/// An operation whose commands may carry an id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operation {
    Reply,
    CheckIn,
    Pair,
    DrawRound,
    Swap,
    Reseat,
    AddTable,
    DrawFiftyFifty,
    PayOut,
    ReturnCard,
    Witness,
    Finish,
}

/// The ids of all accepted commands, also if the effect was undone since. The operation is `None` for a command with a
/// `CommandNoted` event.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct CommandIds(BTreeMap<CommandId, Option<Operation>>);

impl CommandIds {
    /// Returns true if the action has the id of an accepted command. The other fields are not compared.
    ///
    /// # Errors
    ///
    /// Returns an error if the id belongs to a command of a different operation.
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
    /// The event that notes the id of this action, if no other event contains the id.
    pub(super) fn note(&self, events: &[EventKind]) -> Option<EventKind> {
        let (id, _) = self.command_id()?;
        let is_named = events.iter().any(|event| event.command_id().is_some_and(|(named, _)| named == id));
        (!is_named).then_some(EventKind::CommandNoted { id })
    }

    fn command_id(&self) -> Option<(CommandId, Operation)> {
        let (id, operation) = match self {
            Action::Reply(Reply { id, .. }) => (*id, Operation::Reply),
            Action::Enter(NewEntry { id, .. }) => (*id, Operation::CheckIn),
            Action::Pair { pair: Pair { id, .. }, .. } => (*id, Operation::Pair),
            Action::DrawRound(NewRound { id, .. }) => (*id, Operation::DrawRound),
            Action::Swap { id, .. } => (*id, Operation::Swap),
            Action::Reseat(Reseat { id, .. }) => (*id, Operation::Reseat),
            Action::AddTable(NewTable { id, .. }) => (*id, Operation::AddTable),
            Action::DrawFiftyFifty { id, .. } => (*id, Operation::DrawFiftyFifty),
            Action::PayOut(Payout { id, .. }) | Action::Settle { payout: Payout { id, .. }, .. } => {
                (*id, Operation::PayOut)
            }
            Action::ReturnCard { card: ReturnedCard { id, .. }, .. } => (*id, Operation::ReturnCard),
            Action::Witness(Witness { id, .. }) => (*id, Operation::Witness),
            Action::Finish { id, .. } => (*id, Operation::Finish),
            Action::Change(_)
            | Action::Cancel { .. }
            | Action::Reinstate
            | Action::Notify { .. }
            | Action::Withdraw { .. }
            | Action::Unpair { .. }
            | Action::TakeBackRound { .. }
            | Action::Reopen { .. }
            | Action::Import(_)
            | Action::NoteImport(_)
            | Action::TakeBackImport { .. }
            | Action::ClaimHand { .. }
            | Action::TakeBackHand { .. }
            | Action::VoidFiftyFifty { .. } => return None,
        };
        Some((id?, operation))
    }
}

impl EventKind {
    fn command_id(&self) -> Option<(CommandId, Operation)> {
        let (id, operation) = match self {
            EventKind::Replied(Reply { id, .. }) => (*id, Operation::Reply),
            EventKind::Paired(Pair { id, .. }) => (*id, Operation::Pair),
            EventKind::RoundDrawn(Round { id, .. }) => (*id, Operation::DrawRound),
            EventKind::Swapped { id, .. } => (*id, Operation::Swap),
            EventKind::Reseated(Reseating { id, .. }) => (*id, Operation::Reseat),
            EventKind::TableAdded(AddedTable { id, .. }) => (*id, Operation::AddTable),
            EventKind::FiftyFiftyDrawn(FiftyFifty { id, .. }) => (*id, Operation::DrawFiftyFifty),
            EventKind::PaidOut(Payout { id, .. }) => (*id, Operation::PayOut),
            EventKind::CardReturned(ReturnedCard { id, .. }) => (*id, Operation::ReturnCard),
            EventKind::HandWitnessed { id, .. } => (*id, Operation::Witness),
            EventKind::Finished(Finish { id, .. }) => (*id, Operation::Finish),
            EventKind::Scheduled(_)
            | EventKind::Changed(_)
            | EventKind::Cancelled { .. }
            | EventKind::Reinstated
            | EventKind::Notified { .. }
            | EventKind::Entered(_)
            | EventKind::Withdrawn { .. }
            | EventKind::Unpaired { .. }
            | EventKind::CommandNoted { .. }
            | EventKind::SettingsTaken { .. }
            | EventKind::Imported(_)
            | EventKind::ImportNoted(_)
            | EventKind::ImportTakenBack { .. }
            | EventKind::RoundTakenBack { .. }
            | EventKind::Excused { .. }
            | EventKind::HandClaimed(_)
            | EventKind::HandTakenBack { .. }
            | EventKind::Reopened { .. }
            | EventKind::FiftyFiftyVoided { .. } => return None,
        };
        Some((id?, operation))
    }
}
