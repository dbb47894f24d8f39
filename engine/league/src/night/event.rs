//! The events of a night: the record that is stored.
//!
//! Every later version must load an old log. A new field needs a default with the meaning that nights had before; an
//! unknown field is ignored. Only settings and rules are strict, like a game's rules.

use super::{
    AddedTable, Change, ClaimedHand, Entry, FiftyFifty, Finish, HandId, Import, NotedImport, Pair, Payout, Reply,
    Reseating, ReturnedCard, Schedule,
};
use crate::{CommandId, PairId, PlayerId, Round, Settings};
use pegout_engine::game::{GameId, Metadata};

/// A change of a night that was accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema), schema(as = NightEvent))]
pub struct Event {
    /// The time and the author.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub metadata: Metadata,
    /// The kind of the event.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub kind: EventKind,
}

/// A kind of event of a night.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(tag = "kind", rename_all = "snake_case"))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema), schema(as = NightHappening))]
pub enum EventKind {
    /// The night was scheduled.
    Scheduled(Schedule),
    /// The day, the hour or the number of rounds was changed.
    Changed(Change),
    /// The night was cancelled.
    Cancelled {
        /// The reason.
        reason: String,
        /// The fee that goes back to each player who has paid it, in cents; left out if hand-outs are assumed.
        #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
        #[cfg_attr(feature = "utoipa", schema(nullable = false))]
        fee: Option<u32>,
    },
    /// The cancellation was taken back.
    Reinstated,
    /// A player was notified of the cancellation, or was not after all.
    Notified {
        /// The player.
        player: PlayerId,
        /// True if the player was notified.
        notified: bool,
    },
    /// A player replied whether they come, or took the reply back.
    Replied(Reply),
    /// A player was checked in, or the entry was changed: this is the entry now.
    Entered(Entry),
    /// A player was withdrawn.
    Withdrawn {
        /// The player.
        player: PlayerId,
    },
    /// A pair was made, or its players were changed.
    Paired(Pair),
    /// A pair was split.
    Unpaired {
        /// The pair.
        pair: PairId,
    },
    /// The night took the league's settings.
    SettingsTaken {
        /// The settings.
        settings: Settings,
    },
    /// The results of the night came from a spreadsheet.
    Imported(Import),
    /// An import changed nothing, and neither does its repeat.
    ImportNoted(NotedImport),
    /// The results from a spreadsheet were taken back.
    ImportTakenBack {
        /// The import.
        import: CommandId,
    },
    /// A round was drawn, or everybody moved on to it.
    RoundDrawn(Round),
    /// The draw of the newest round was taken back: its games do not count.
    RoundTakenBack {
        /// The round.
        #[cfg_attr(feature = "utoipa", schema(minimum = 1, maximum = 40))]
        round: u16,
        /// The id of the command that had drawn it, if it had one.
        #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
        #[cfg_attr(feature = "utoipa", schema(nullable = false))]
        id: Option<CommandId>,
    },
    /// A player was excused for rounds that their card need not have.
    Excused {
        /// The player.
        player: PlayerId,
        /// All rounds for which they are excused from now on, in ascending order.
        #[cfg_attr(feature = "utoipa", schema(max_items = 40))]
        rounds: Vec<u16>,
        /// The reason; `null` if the excuse is taken back.
        #[cfg_attr(feature = "serde", serde(default))]
        #[cfg_attr(feature = "utoipa", schema(required = true))]
        reason: Option<String>,
    },
    /// Two players swapped their seats.
    Swapped {
        /// The round.
        round: u16,
        /// The two.
        #[cfg_attr(feature = "utoipa", schema(value_type = Vec<PlayerId>, min_items = 2, max_items = 2))]
        players: [PlayerId; 2],
        /// The id of the command that swapped them, if it had one.
        #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
        #[cfg_attr(feature = "utoipa", schema(nullable = false))]
        id: Option<CommandId>,
    },
    /// A command changed nothing, and neither does its repeat.
    CommandNoted {
        /// The id of the command.
        id: CommandId,
    },
    /// The seats of a round were changed or corrected.
    Reseated(Reseating),
    /// Players who came during a round got a table.
    TableAdded(AddedTable),
    /// The winner of the 50/50 was drawn.
    FiftyFiftyDrawn(FiftyFifty),
    /// The draw of the 50/50 was voided.
    FiftyFiftyVoided {
        /// The reason.
        reason: String,
    },
    /// An amount was noted that was handed out to a player.
    PaidOut(Payout),
    /// A scorecard of paper was handed in, or was not after all.
    CardReturned(ReturnedCard),
    /// A player claimed a hand that was held at a wooden board.
    HandClaimed(ClaimedHand),
    /// A witness agreed with a claimed hand, or did not.
    HandWitnessed {
        /// The hand.
        hand: HandId,
        /// True if the witness agrees.
        agrees: bool,
        /// The id of the command, if it had one.
        #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
        #[cfg_attr(feature = "utoipa", schema(nullable = false))]
        id: Option<CommandId>,
    },
    /// A claimed hand was taken back.
    HandTakenBack {
        /// The hand.
        hand: HandId,
    },
    /// The night was finished.
    Finished(Finish),
    /// The finish was taken back: the night is under way again.
    Reopened {
        /// The reason.
        reason: String,
        /// The id of the command that had finished it, if it had one.
        #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
        #[cfg_attr(feature = "utoipa", schema(nullable = false))]
        id: Option<CommandId>,
        /// The games that the finish had called off, which are open again.
        games: Vec<GameId>,
    },
}
