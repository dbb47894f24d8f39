//! A game as it is shown to people.

use super::track::PlacedPeg;
use super::{
    Crash, Direction, ExpectedPegs, Game, Hint, Outcome, PegFor, PossiblePegs, ResultView, ShownEvent, VoidView,
};
use crate::card::PlayedCard;
use crate::id::{DealId, GameId, PegId};
use crate::rules::{Rules, Skunk};
use crate::time::Time;

/// The number of newest pegs that are shown.
const RECENT_PEGS: usize = 20;

/// A game, as it is shown to people.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema), schema(as = Game))]
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
    /// The id that it was begun with; left out in the first deal.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    #[cfg_attr(feature = "utoipa", schema(nullable = false))]
    pub deal_id: Option<DealId>,
    /// The seat that deals it, from 0. Seats are numbered clockwise: the first player of each side, then the second of
    /// each side, then the third, if there is one.
    #[cfg_attr(feature = "utoipa", schema(minimum = 0, maximum = 5))]
    pub dealer: u8,
    /// The side that the crib belongs to: the dealer's; `null` under the rule `no_discard`, without a crib.
    #[cfg_attr(feature = "utoipa", schema(required = true, minimum = 0, maximum = 2))]
    pub crib: Option<u8>,
    /// False while the first dealer is unknown. Pegs are accepted in the meantime.
    pub first_dealer_known: bool,
    /// The direction of each side on the track of crash cribbage; left out if each side has its own track.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    #[cfg_attr(feature = "utoipa", schema(nullable = false, min_items = 2, max_items = 3))]
    pub crash_directions: Option<Vec<Direction>>,
    /// The status: being played, won or called off.
    pub status: Status,
    /// The side that won; `null` before that. With two winners the next clockwise after the loser.
    #[cfg_attr(feature = "utoipa", schema(required = true, minimum = 0, maximum = 2))]
    pub winner: Option<u8>,
    /// The sides that won; empty before that. In `lowball` two of three sides may share the lowest score and win.
    #[cfg_attr(feature = "utoipa", schema(value_type = Vec<u8>, max_items = 2))]
    pub winners: Vec<u8>,
    /// The side that lost: in `lowball` the side at the target, otherwise the side with the lowest score. In a tie the
    /// next side clockwise after the winner. `null` while nobody has lost.
    #[cfg_attr(feature = "utoipa", schema(required = true, minimum = 0, maximum = 2))]
    pub loser: Option<u8>,
    /// The skunk, by the score of the best loser; in `lowball` by the winner's score.
    pub skunk: Skunk,
    /// The value of the game in match play; `null` while nobody has won.
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub value: Option<u8>,
    /// The entered result, with the sides that confirmed or contested it; `null` if the scores come from the pegs.
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub result: Option<ResultView>,
    /// The call that ended the game without a winner; `null` unless its status is `void`.
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub void: Option<VoidView>,
    /// The tally of each side in the match: the values of the games it won, up to this one.
    #[cfg_attr(feature = "serde", serde(rename = "match"))]
    #[cfg_attr(feature = "utoipa", schema(min_items = 2, max_items = 3))]
    pub match_tally: Vec<u32>,
    /// The tally that wins the match; `null`: the match has no end.
    #[cfg_attr(feature = "utoipa", schema(required = true, minimum = 1, maximum = 9))]
    pub match_to: Option<u8>,
    /// The side that has won the match with this game; `null` before that. A rematch then begins a new match.
    #[cfg_attr(feature = "utoipa", schema(required = true, minimum = 0, maximum = 2))]
    pub match_winner: Option<u8>,
    /// The newest 20 pegs that were not taken back, the newest first.
    #[cfg_attr(feature = "utoipa", schema(max_items = 20))]
    pub pegs: Vec<PegView>,
    /// The hand or crib to be counted next in the show of this deal. `null` before the first is pegged, because the
    /// play may still go on; `allowed` then names the first hand. Also `null` when all are pegged, and once the game is
    /// over or called off.
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub expects: Option<ExpectedPegs>,
    /// The hands, crib and heels that can still be pegged in this deal, in this order: heels, the hands from pone to
    /// dealer, the crib. Other pegs are not listed and always possible. A client should ask its user before it sends a
    /// hand, crib or heels outside the list; the service accepts it. Empty once the game is over or called off.
    pub allowed: Vec<PossiblePegs>,
    /// Remarks about pegs of the newest deal that may be mistakes, in the order of their newest pegs. They change
    /// nothing, and are about pegs with the number of the newest deal only.
    pub hints: Vec<Hint>,
    /// The next game of the match; `null` before that.
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub rematch: Option<GameId>,
    /// The moment when the game was begun.
    pub began_at: Time,
    /// The moment when it was won or called off; `null` while it is being played.
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub ended_at: Option<Time>,
    /// The newest event, with its time and author.
    pub latest: ShownEvent,
}

/// The status of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema), schema(rename_all = "snake_case"))]
pub enum Status {
    /// Nobody has won yet.
    Playing,
    /// A side has won.
    Finished,
    /// The game was called off.
    Void,
}

crate::string_enum!(Status, "a game's status", { Playing => "playing", Finished => "finished", Void => "void" });

/// A side, and the holes of its pegs.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
pub struct SideView {
    /// The name of the side: “Us”, “Them” or “Third” if nobody has named it.
    pub name: String,
    /// False if `name` is a default: clients show a name in their own language instead.
    pub named: bool,
    /// Its players, in the order in which they sit clockwise.
    pub players: Vec<String>,
    /// The score, 0 to the target: the hole of its front peg. Under the rule `crash` a counter-clockwise side's peg is
    /// on hole 121 less the score.
    #[cfg_attr(feature = "utoipa", schema(minimum = 0, maximum = 121))]
    pub score: u8,
    /// The score of its back peg: the score before its newest peg with points that was not taken back. Under the rule
    /// `crash` another side may have thrown the peg.
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
    /// The player of the side who earned the points, from 0 in the order of its players; `null` if nobody said.
    #[cfg_attr(feature = "utoipa", schema(required = true, minimum = 0, maximum = 2))]
    pub player: Option<u8>,
    /// The points; 0 is a hand or crib that scored nothing.
    #[cfg_attr(feature = "utoipa", schema(minimum = 0, maximum = 83))]
    pub points: u8,
    /// The reason for the points.
    #[cfg_attr(feature = "serde", serde(rename = "for"))]
    pub earned_by: PegFor,
    /// The cards of the hand or crib, if they were given.
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub cards: Option<Vec<PlayedCard>>,
    /// The starter, if it was given.
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub starter: Option<PlayedCard>,
    /// The author of the peg, by the name they give themselves.
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub by: Option<String>,
    /// The time when it was tapped, or else when the service received it. An amendment keeps it.
    pub at: Time,
    /// The number of its deal: the deal that its phone showed, or else the newest deal when the service received it.
    #[cfg_attr(feature = "utoipa", schema(minimum = 1))]
    pub deal: u32,
    /// The number of the phone that sent it, from 0: the phones of a game are numbered by their first pegs. Left out if the
    /// phone sent no `device`.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    #[cfg_attr(feature = "utoipa", schema(nullable = false, minimum = 0))]
    pub phone: Option<u32>,
    /// The number of its amendments; left out if it has none.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "crate::text::is_default"))]
    #[cfg_attr(feature = "utoipa", schema(required = false, minimum = 1))]
    pub amended: u32,
    /// The pegs of other sides that it threw on the track of crash cribbage, in order; left out if it threw none.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Vec::is_empty"))]
    #[cfg_attr(feature = "utoipa", schema(required = false))]
    pub crashes: Vec<Crash>,
}

impl Game {
    /// The game as it is shown to people.
    #[must_use]
    pub fn view(&self) -> GameView {
        let setup = self.setup();
        let target = setup.rules.target;
        let is_set_back = setup.rules.crash && self.has_result();
        let sides = (0..).zip(&setup.sides).zip(self.scores()).map(|((place, side), score)| SideView {
            name: side.name.clone(),
            named: side.is_named(),
            players: side.players.clone(),
            score,
            // A back peg is never ahead of its front peg, even with an entered result. In crash cribbage a result puts
            // both pegs on the score.
            previous: if is_set_back { score } else { self.pegs.back(place, target).min(score) },
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
            deal_id: self.deals.newest(),
            dealer,
            crib: (!setup.rules.no_discard).then(|| setup.seats()[usize::from(dealer)]),
            first_dealer_known: setup.first_dealer_known,
            crash_directions: setup
                .rules
                .crash
                .then(|| (0..setup.sides.len()).map(|side| setup.direction(side)).collect()),
            status: self.status(),
            winner: outcome.map(|outcome| outcome.winner),
            winners: outcome.into_iter().flat_map(Outcome::winners).collect(),
            loser: outcome.map(|outcome| outcome.loser),
            skunk: outcome.map_or(Skunk::None, |outcome| outcome.skunk),
            value: outcome.map(|outcome| outcome.value),
            result: self.entered_result(),
            void: self.void().cloned(),
            match_tally: self.match_tally(),
            match_to: setup.rules.match_to,
            match_winner: self.match_winner(),
            pegs: self.pegs.newest().take(RECENT_PEGS).map(|pegged| self.view_peg(pegged)).collect(),
            expects: self.expects(),
            allowed: self.allowed(),
            hints: self.hints(),
            rematch: self.rematch_id(),
            began_at: self.began_at(),
            ended_at: self.ended_at(),
            latest: self.shown(self.latest.clone()),
        }
    }

    fn view_peg(&self, pegged: &PlacedPeg) -> PegView {
        let PlacedPeg { peg, metadata, deal, .. } = pegged;
        PegView {
            id: peg.id,
            side: peg.side,
            player: peg.player,
            points: peg.points,
            earned_by: peg.earned_by,
            cards: peg.cards.clone(),
            starter: peg.starter,
            by: metadata.by.clone(),
            at: peg.tapped_at.unwrap_or(metadata.at),
            deal: *deal,
            phone: peg.device.and_then(|device| self.pegs.phone(device)),
            amended: pegged.amendments(),
            crashes: self.crashes(peg.id).to_vec(),
        }
    }
}
