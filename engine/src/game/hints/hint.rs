//! A hint, and the kinds there are.

use super::super::track::DealtPeg;
use crate::id::PegId;

/// A remark about pegs that may be a mistake, or that people at the table want to hear about.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
pub struct Hint {
    /// The kind. More may be added: a client passes over kinds that it does not know.
    pub kind: HintKind,
    /// The pegs it is about, the oldest first.
    pub pegs: Vec<PegId>,
    /// The side that it is about: the one that pegged the newest of these pegs, or as the kind says. Left out where the
    /// kind is about no side.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    #[cfg_attr(feature = "utoipa", schema(nullable = false, minimum = 0, maximum = 2))]
    pub side: Option<u8>,
    /// The side that could peg this by the rules, where it is another.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    #[cfg_attr(feature = "utoipa", schema(nullable = false, minimum = 0, maximum = 2))]
    pub owner: Option<u8>,
    /// The points of the newest of these pegs, where the kind says so.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    #[cfg_attr(feature = "utoipa", schema(nullable = false, minimum = 0, maximum = 29))]
    pub points: Option<u8>,
}

/// A kind of hint. All are about the newest deal but `deal_incomplete`.
///
/// | kind | condition |
/// |---|---|
/// | `crib_of_other` | `side` pegged the crib, which belongs to `owner`. With `points`. |
/// | `crib_twice` | More than one crib was pegged. With `points`. |
/// | `heels_of_pone` | `side` pegged heels, which belong to `owner`, the dealer's side. With `points`. |
/// | `heels_twice` | Heels were pegged more than once. With `points`. |
/// | `heels_late` | Heels were pegged after a hand. With `points`. |
/// | `hand_twice` | `side` pegged more hands than it has players. With `points` only where the last two are equal and come from two devices: perhaps they are one hand. |
/// | `same_points_two_phones` | Two devices pegged the same `points`, 4 or more, for `side`. Two hands of two players are not meant. |
/// | `hand_before_pone` | `side` pegged a hand while one of `owner`, which counts first, is missing, and the order may decide the game: the hand won it, or `owner` was within 29 of the target. With `points`. |
/// | `deal_incomplete` | The deal before the newest lacks a hand or the crib, first one of `side`. `pegs` are its hands and cribs. |
/// | `stink_hole` | `side` stands one hole before the game hole. |
/// | `heels_said` | Heels were pegged: the starter is a jack. |
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema), schema(rename_all = "snake_case"))]
pub enum HintKind {
    /// A crib for a side that it does not belong to.
    CribOfOther,
    /// A second crib.
    CribTwice,
    /// Heels for a side that does not deal.
    HeelsOfPone,
    /// Second heels.
    HeelsTwice,
    /// Heels after a hand.
    HeelsLate,
    /// A hand more than the side has players.
    HandTwice,
    /// The same points from two devices.
    SamePointsTwoPhones,
    /// A hand before its turn, where the order may decide the game.
    HandBeforePone,
    /// A deal that ended without all of its hands and its crib.
    DealIncomplete,
    /// A side one hole before the game hole.
    StinkHole,
    /// A jack as starter.
    HeelsSaid,
}

crate::string_enum!(HintKind, "a kind of hint", {
    CribOfOther => "crib_of_other",
    CribTwice => "crib_twice",
    HeelsOfPone => "heels_of_pone",
    HeelsTwice => "heels_twice",
    HeelsLate => "heels_late",
    HandTwice => "hand_twice",
    SamePointsTwoPhones => "same_points_two_phones",
    HandBeforePone => "hand_before_pone",
    DealIncomplete => "deal_incomplete",
    StinkHole => "stink_hole",
    HeelsSaid => "heels_said",
});

impl Hint {
    /// A hint about these pegs and the side of the newest.
    pub(super) fn about(kind: HintKind, pegs: &[DealtPeg<'_>]) -> Hint {
        let side = pegs.last().map(|newest| newest.peg.side);
        Hint { kind, pegs: pegs.iter().map(|dealt| dealt.peg.id).collect(), side, owner: None, points: None }
    }

    /// A hint about these pegs, with the points of the newest.
    pub(super) fn with_points(kind: HintKind, pegs: &[DealtPeg<'_>]) -> Hint {
        Hint { points: pegs.last().map(|newest| newest.peg.points), ..Hint::about(kind, pegs) }
    }
}
