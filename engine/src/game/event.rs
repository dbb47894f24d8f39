//! The events of a game: the record that is stored.
//!
//! Every later version must load an old log. A new field needs a default with the meaning that games had before; an
//! unknown field is ignored. Only rules are strict: a missing rule has its default, and a log with an unknown rule does
//! not load.

use super::{AmendedPeg, Direction, Game, Metadata, Peg, Setup, Side, SideChange};
use crate::id::{ChangeId, CommandId, ConfirmationId, DealId, DeviceId, GameId, PegId};

/// A change of a game that was accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
pub struct Event {
    /// The time and the author.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub metadata: Metadata,
    /// The kind of the event.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub kind: EventKind,
}

/// An event as it is shown to people: without the id of the phone that it came from.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema), schema(as = Event))]
pub struct ShownEvent {
    /// The time and the author.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub metadata: Metadata,
    /// The kind of the event.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub kind: EventKind,
    /// The number of the phone that sent a peg, from 0: the phones of a game are numbered by their first pegs. Left out if
    /// the phone sent no `device`.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    #[cfg_attr(feature = "utoipa", schema(nullable = false, minimum = 0))]
    pub phone: Option<u32>,
}

impl Game {
    /// One of this game's events as it is shown to people.
    #[must_use]
    pub fn shown(&self, event: Event) -> ShownEvent {
        let Event { metadata, mut kind } = event;
        let phone = match &mut kind {
            EventKind::Pegged(peg) => peg.device.take().and_then(|device| self.pegs.phone(device)),
            EventKind::ResultEntered { device, .. }
            | EventKind::ResultConfirmed { device, .. }
            | EventKind::ResultContested { device, .. } => {
                *device = None;
                None
            }
            _ => None,
        };
        ShownEvent { metadata, kind, phone }
    }
}

impl EventKind {
    /// Returns true for an event that changes the end of the game without a peg.
    pub(super) const fn changes_result(&self) -> bool {
        matches!(
            self,
            EventKind::ResultEntered { .. }
                | EventKind::ResultTakenBack
                | EventKind::Voided { .. }
                | EventKind::VoidTakenBack
        )
    }
}

/// A kind of event of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(tag = "kind", rename_all = "snake_case"))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema), schema(as = Happening))]
pub enum EventKind {
    /// The game began, and with it its first deal.
    Begun(Setup),
    /// Points were pegged.
    Pegged(Peg),
    /// A peg got other values. It keeps its place, its deal and its time.
    PegAmended(AmendedPeg),
    /// A peg was taken back.
    PegTakenBack {
        /// The peg.
        peg: PegId,
    },
    /// A deal after the first began.
    DealBegun {
        /// Its number, from 2.
        number: u32,
        /// The id of its beginning.
        deal: DealId,
    },
    /// The beginning of a deal was taken back.
    DealTakenBack {
        /// The number of the deal, from 2.
        number: u32,
    },
    /// A result was entered: its scores replace the scores of the pegs.
    ResultEntered {
        /// A score a side.
        scores: Vec<u8>,
        /// The reason, if one was given.
        #[cfg_attr(feature = "serde", serde(default))]
        #[cfg_attr(feature = "utoipa", schema(required = true))]
        reason: Option<String>,
        /// The phone that entered it. It is in no answer.
        #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
        #[cfg_attr(feature = "utoipa", schema(ignore))]
        device: Option<DeviceId>,
        /// The id of the command that entered it, if it had one.
        #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
        #[cfg_attr(feature = "utoipa", schema(nullable = false))]
        id: Option<CommandId>,
    },
    /// The result was taken back: the pegs count again.
    ResultTakenBack,
    /// A side confirmed the result.
    ResultConfirmed {
        /// The confirmation.
        id: ConfirmationId,
        /// The side, from 0.
        #[cfg_attr(feature = "utoipa", schema(minimum = 0, maximum = 2))]
        side: u8,
        /// The phone that sent it. It is in no answer.
        #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
        #[cfg_attr(feature = "utoipa", schema(ignore))]
        device: Option<DeviceId>,
    },
    /// A side contested the result.
    ResultContested {
        /// The id that the contest was sent with.
        id: ConfirmationId,
        /// The side, from 0.
        #[cfg_attr(feature = "utoipa", schema(minimum = 0, maximum = 2))]
        side: u8,
        /// The scores that the side has instead, a score a side, if it gave any.
        #[cfg_attr(feature = "serde", serde(default))]
        #[cfg_attr(feature = "utoipa", schema(required = true))]
        scores: Option<Vec<u8>>,
        /// The phone that sent it. It is in no answer.
        #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
        #[cfg_attr(feature = "utoipa", schema(ignore))]
        device: Option<DeviceId>,
    },
    /// The game was ended without a winner.
    Voided {
        /// The reason, if one was given.
        #[cfg_attr(feature = "serde", serde(default))]
        #[cfg_attr(feature = "utoipa", schema(required = true))]
        reason: Option<String>,
        /// The id of the command that called it off, if it had one.
        #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
        #[cfg_attr(feature = "utoipa", schema(nullable = false))]
        id: Option<CommandId>,
    },
    /// The game was brought back: it is again as it was before it was called off.
    VoidTakenBack,
    /// Another game went on with the match.
    RematchBegun {
        /// The other game.
        game: GameId,
        /// The seat that was named as its first dealer.
        #[cfg_attr(feature = "serde", serde(default))]
        #[cfg_attr(feature = "utoipa", schema(required = true))]
        first_dealer: Option<u8>,
        /// The named directions of its sides on the track of crash cribbage; left out if none were named.
        #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
        #[cfg_attr(feature = "utoipa", schema(nullable = false, min_items = 2, max_items = 3))]
        crash_directions: Option<Vec<Direction>>,
    },
    /// Sides or players were renamed.
    Renamed {
        /// The change.
        id: ChangeId,
        /// A change for each side.
        #[cfg_attr(feature = "utoipa", schema(min_items = 2, max_items = 3))]
        sides: Vec<SideChange>,
    },
    /// Another seat deals first, or the seat that does was named.
    FirstDealerSet {
        /// The change.
        id: ChangeId,
        /// The seat, from 0.
        #[cfg_attr(feature = "utoipa", schema(minimum = 0, maximum = 5))]
        first_dealer: u8,
    },
    /// Other players sit at the table.
    Reseated {
        /// The sides as they sit now.
        sides: Vec<Side>,
    },
    /// The result of an earlier game was corrected, and the match's tally with it.
    TallyCarried {
        /// The tally of each side before this game.
        tally: Vec<u32>,
    },
}
