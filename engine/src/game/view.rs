//! A game as it is shown to people.

use super::pegs::PlacedPeg;
use super::{Event, Game, PegFor, Side};
use crate::card::Card;
use crate::id::{GameId, PegId};
use crate::rules::{Rules, Skunk};
use crate::time::Time;

/// The number of newest pegs that are shown.
const RECENT_PEGS: usize = 20;

/// A game, as it is shown to people.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "utoipa", schema(as = Game))]
pub struct GameView {
    /// The game.
    pub id: GameId,
    /// The number of changes so far.
    pub version: u64,
    /// The rules it is played by.
    pub rules: Rules,
    /// The sides, in the order in which they sit clockwise.
    #[cfg_attr(feature = "utoipa", schema(min_items = 2, max_items = 3))]
    pub sides: Vec<SideView>,
    /// The number of the deal that is being played, from 1.
    #[cfg_attr(feature = "utoipa", schema(minimum = 1))]
    pub deal: u32,
    /// The seat that deals it, from 0. Seats are numbered clockwise: first the first player of each side, then the second
    /// of each side, then the third; a side without such a player is skipped.
    #[cfg_attr(feature = "utoipa", schema(minimum = 0, maximum = 5))]
    pub dealer: u8,
    /// The side that the crib belongs to: the dealer's.
    #[cfg_attr(feature = "utoipa", schema(minimum = 0, maximum = 2))]
    pub crib: u8,
    /// The status: being played, won or called off.
    pub status: Status,
    /// The side that won; `null` while nobody has.
    #[cfg_attr(feature = "utoipa", schema(required = true, minimum = 0, maximum = 2))]
    pub winner: Option<u8>,
    /// The margin by which the others lost.
    pub skunk: Skunk,
    /// The value of the game in match play; `null` while nobody has won.
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub value: Option<u8>,
    /// The tally of each side in the match: the values of the games it won, up to this one.
    #[cfg_attr(feature = "serde", serde(rename = "match"))]
    #[cfg_attr(feature = "utoipa", schema(min_items = 2, max_items = 3))]
    pub match_tally: Vec<u32>,
    /// The newest 20 pegs that were not taken back, the newest first.
    #[cfg_attr(feature = "utoipa", schema(max_items = 20))]
    pub pegs: Vec<PegView>,
    /// The game that goes on with the match; `null` while there is none.
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub rematch: Option<GameId>,
    /// The newest event, with its time and author.
    pub latest: Event,
}

/// The status of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema), schema(rename_all = "snake_case"))]
pub enum Status {
    /// Nobody has won yet.
    Playing,
    /// A side has won.
    Finished,
    /// It was called off.
    Void,
}

crate::text::string_enum!(Status, "a game's status", { Playing => "playing", Finished => "finished", Void => "void" });

/// A side, and the holes of its pegs.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
pub struct SideView {
    /// The name of the side.
    pub name: String,
    /// Its players, in the order in which they sit clockwise.
    pub players: Vec<String>,
    /// The hole of its front peg, 0 to the target.
    #[cfg_attr(feature = "utoipa", schema(minimum = 0, maximum = 121))]
    pub score: u8,
    /// The hole of its back peg: the score before its newest peg that was not taken back.
    #[cfg_attr(feature = "utoipa", schema(minimum = 0, maximum = 121))]
    pub previous: u8,
}

/// A peg that was not taken back.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
pub struct PegView {
    /// The peg.
    pub id: PegId,
    /// The side that pegged, from 0.
    #[cfg_attr(feature = "utoipa", schema(minimum = 0, maximum = 2))]
    pub side: u8,
    /// The points, 1 to 29.
    #[cfg_attr(feature = "utoipa", schema(minimum = 1, maximum = 29))]
    pub points: u8,
    /// The reason for the points.
    #[cfg_attr(feature = "serde", serde(rename = "for"))]
    pub earned_by: PegFor,
    /// The four cards of the hand or crib, if they were given.
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub cards: Option<Vec<Card>>,
    /// The starter, if it was given.
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub starter: Option<Card>,
    /// The author of the peg, by the name they give themselves.
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub by: Option<String>,
    /// The time when it was tapped, or else when the service received it.
    pub at: Time,
}

impl Game {
    /// The game as it is shown to people.
    #[must_use]
    pub fn view(&self) -> GameView {
        let setup = self.setup();
        let target = setup.rules.target;
        let sides =
            (0..).zip(&setup.sides).zip(self.scores()).map(|((side, Side { name, players }), score)| SideView {
                name: name.clone(),
                players: players.clone(),
                score,
                // No back peg stands ahead of its front peg, also where a result was entered.
                previous: self.pegs.back(side, target).min(score),
            });
        let deal = self.deals.current();
        let dealer = setup.dealer(deal);
        let outcome = self.outcome();
        GameView {
            id: setup.game,
            version: self.version(),
            rules: setup.rules.clone(),
            sides: sides.collect(),
            deal,
            dealer,
            crib: setup.seats()[usize::from(dealer)],
            status: self.status(),
            winner: outcome.map(|outcome| outcome.winner),
            skunk: outcome.map_or(Skunk::None, |outcome| outcome.skunk),
            value: outcome.map(|outcome| outcome.value),
            match_tally: self.match_tally(),
            pegs: self.pegs.newest().take(RECENT_PEGS).map(PegView::new).collect(),
            rematch: self.rematch_id(),
            latest: self.latest.clone(),
        }
    }
}

impl PegView {
    fn new(pegged: &PlacedPeg) -> PegView {
        let PlacedPeg { peg, metadata, .. } = pegged;
        PegView {
            id: peg.id,
            side: peg.side,
            points: peg.points,
            earned_by: peg.earned_by,
            cards: peg.cards.clone(),
            starter: peg.starter,
            by: metadata.by.clone(),
            at: peg.tapped_at.unwrap_or(metadata.at),
        }
    }
}
