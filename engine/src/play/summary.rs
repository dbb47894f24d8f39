//! The play as it is shown to people.

use super::Step;
use crate::card::HeldCard;

/// The player who is to act.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
pub struct Next {
    /// The player, from 0.
    #[cfg_attr(feature = "utoipa", schema(minimum = 0, maximum = 5))]
    pub player: u8,
    /// The count they play on, 0 to 30.
    #[cfg_attr(feature = "utoipa", schema(minimum = 0, maximum = 30))]
    pub count: u8,
    /// The cards they can play, jokers without a declaration; none when they must say go; `null` when the hands are not known.
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub playable: Option<Vec<HeldCard>>,
}

/// The play so far.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema), schema(as = Played))]
pub struct PlaySummary {
    /// The cards and gos, in order, with the gos that were left out.
    pub steps: Vec<Step>,
    /// The points that each player has pegged, player 0 first.
    #[cfg_attr(feature = "utoipa", schema(min_items = 2, max_items = 6))]
    pub totals: Vec<u8>,
    /// True if all cards are out.
    pub finished: bool,
    /// The player who is to act; nobody when all cards are out.
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub next: Option<Next>,
}
