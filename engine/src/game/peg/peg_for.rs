//! The reasons for which points are pegged.

use super::Points;
use crate::rules::{Nineteen, Rules};

/// The reason for which points are pegged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema), schema(rename_all = "snake_case"))]
pub enum PegFor {
    /// A card in the play, with its go or last: 1 to 15, with one joker 1 to 23, with two 1 to 33. Without a point for the
    /// last card one less.
    Play,
    /// A go, or the last card: 1.
    Go,
    /// A jack as starter: 2, to the dealer.
    Heels,
    /// A hand in the show: 0 to 18, 20 to 24, 28 or 29; more with jokers, and 19 for 0 under the rule `nineteen`.
    Hand,
    /// The crib: as a hand; more where it has five or six cards.
    Crib,
    /// Points that an opponent missed, under the rule `muggins`: 1 to 29, or to the most that a show
    /// can count.
    Muggins,
    /// A fine that an opponent pays: as `muggins`.
    Penalty,
    /// Anything else, or no reason given: as `muggins`.
    #[default]
    Other,
}

crate::string_enum!(PegFor, "what points can be pegged for", {
    Play => "play",
    Go => "go",
    Heels => "heels",
    Hand => "hand",
    Crib => "crib",
    Muggins => "muggins",
    Penalty => "penalty",
    Other => "other",
});

impl PegFor {
    /// The numbers of points that can be earned for this reason, by these rules and with this number of players.
    #[must_use]
    pub fn points(self, rules: &Rules, players: usize) -> Points {
        let jokers = rules.jokers;
        match self {
            PegFor::Play => {
                Points::range(1, MOST_OF_CARD[usize::from(jokers.min(2))] - u8::from(!rules.last_card_point))
            }
            PegFor::Go => Points::range(1, 1),
            PegFor::Heels => Points::range(2, 2),
            PegFor::Hand => with_nineteen(Points::of_show(4, jokers), rules.nineteen, false),
            PegFor::Crib => with_nineteen(Points::of_show(players, jokers), rules.nineteen, true),
            PegFor::Muggins | PegFor::Penalty | PegFor::Other => {
                Points::range(1, Points::of_show(players, jokers).highest())
            }
        }
    }

    /// Returns true if the rules let a game be won by points for this reason.
    pub(in crate::game) const fn can_win(self, rules: &Rules) -> bool {
        match self {
            PegFor::Heels => rules.heels_can_win,
            PegFor::Go => rules.go_can_win,
            _ => true,
        }
    }
}

/// The most points of a card in the play, by the jokers in the pack: all of a rank, fifteen, and last.
const MOST_OF_CARD: [u8; 3] = [15, 23, 33];

/// The points of a show, where nothing may count 19.
const fn with_nineteen(points: Points, nineteen: Nineteen, crib: bool) -> Points {
    if nineteen.applies(crib) { points.nineteen_for_nothing() } else { points }
}
