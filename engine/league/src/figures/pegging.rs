//! The figures of the pegs of a player: the play, the hands and cribs, and the special hands.

use pegout_engine::card::PlayedCard;

use super::{HandFacts, Nights, Tally, mean};
use crate::{Date, NightId, PlayerId};

/// The points of the games of a player that were won by pegs, without games with an entered result.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
pub struct PeggingFigures {
    /// The number of deals.
    pub deals: u32,
    /// The points of the player's side in the play per deal, with goes and heels.
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub play: Option<f64>,
    /// The hands of the player. A hand of two partners counts if the table has named the player.
    pub hand: ShowFigures,
    /// The cribs, likewise.
    pub crib: ShowFigures,
}

/// The hands or cribs of a player.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
pub struct ShowFigures {
    /// Their number.
    pub n: u32,
    /// The average points.
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub mean: Option<f64>,
    /// The most points; `null` without one.
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub best: Option<u8>,
}

/// A special hand or crib.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
pub struct SpecialHand {
    /// The points.
    pub points: u8,
    /// The cards without the starter.
    pub cards: Vec<PlayedCard>,
    /// The starter.
    pub starter: PlayedCard,
    /// True for the crib.
    pub crib: bool,
    /// The night.
    pub night_id: NightId,
    /// The day.
    pub date: Date,
}

impl From<Tally> for ShowFigures {
    fn from(Tally { count, points, best }: Tally) -> ShowFigures {
        ShowFigures { n: count, mean: mean(points, count as usize), best: (count > 0).then_some(best) }
    }
}

impl PeggingFigures {
    /// The points of a player over these nights.
    pub(super) fn new(nights: Nights<'_>, player: PlayerId) -> PeggingFigures {
        let (mut deals, mut play, mut hands, mut cribs) = (0, 0_u32, Tally::default(), Tally::default());
        let games = nights.iter().flat_map(|night| night.games_of(player));
        for (pegged, side) in games.filter_map(|(game, side)| Some((game.pegged.as_ref()?, side))) {
            deals += pegged.deals;
            play += pegged.play.get(side).copied().unwrap_or_default();
            for show in pegged.shows.iter().filter(|show| show.player == player) {
                hands.merge(show.hands);
                cribs.merge(show.cribs);
            }
        }
        PeggingFigures { deals, play: mean(play, deals as usize), hand: hands.into(), crib: cribs.into() }
    }
}

/// The special hands of a player, the earliest first.
pub(super) fn specials(nights: Nights<'_>, player: PlayerId) -> Vec<SpecialHand> {
    let hands = nights.iter().flat_map(|night| night.hands.iter().map(move |hand| (night, hand)));
    let own = hands.filter(|(_, hand)| hand.player == player && hand.is_special);
    own.map(|(night, hand)| {
        let HandFacts { points, cards, starter, is_crib, .. } = hand.clone();
        SpecialHand { points, cards, starter, crib: is_crib, night_id: night.night, date: night.date }
    })
    .collect()
}
