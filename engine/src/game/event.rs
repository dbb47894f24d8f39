//! The events of a game: the record that is stored.
//!
//! Every later version must load an old log: a field that is added here has a default, which keeps the meaning of older
//! games, and an unknown field is ignored. Rules alone are strict: those that a log does not name are the defaults, and
//! a log with an unknown rule does not load.

use super::{Metadata, Peg, Setup, Side};
use crate::id::{DealId, GameId, PegId};

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
    /// A result was entered: its scores replace those of the pegs.
    ResultEntered {
        /// A score a side.
        scores: Vec<u8>,
        /// The reason, if one was given.
        #[cfg_attr(feature = "serde", serde(default))]
        #[cfg_attr(feature = "utoipa", schema(required = true))]
        reason: Option<String>,
    },
    /// The result was taken back: the pegs count again.
    ResultTakenBack,
    /// The game was ended without a winner.
    Voided {
        /// The reason, if one was given.
        #[cfg_attr(feature = "serde", serde(default))]
        #[cfg_attr(feature = "utoipa", schema(required = true))]
        reason: Option<String>,
    },
    /// Another game went on with the match.
    RematchBegun {
        /// The other game.
        game: GameId,
        /// The seat that was named as its first dealer.
        #[cfg_attr(feature = "serde", serde(default))]
        #[cfg_attr(feature = "utoipa", schema(required = true))]
        first_dealer: Option<u8>,
    },
    /// Seats were swapped before the first peg.
    Reseated {
        /// The sides as they sit now.
        sides: Vec<Side>,
    },
    /// The result of a game before this one was corrected, and the match's tally with it.
    TallyCarried {
        /// The tally of each side before this game.
        tally: Vec<u32>,
    },
}
