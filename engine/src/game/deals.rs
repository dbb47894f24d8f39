//! The deals of a game: the pegs of each deal in the order of its show, and the pegs that are still possible.

use super::track::PegOfDeal;
use super::{Game, Metadata, PegFor, Status};
use crate::id::{DealId, TokenId};

/// The deals after the first, in the order of their events, including deals that were taken back.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Deals(Vec<BegunDeal>);

/// A deal that was begun.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct BegunDeal {
    pub number: u32,
    pub deal: DealId,
    pub metadata: Metadata,
    /// The number of pegs before it, including pegs that were taken back.
    pub pegs_before: usize,
    /// False after the deal was taken back.
    pub is_active: bool,
    pub taken_back_by: Option<TokenId>,
}

impl Deals {
    pub fn begin(&mut self, number: u32, deal: DealId, metadata: Metadata, pegs_before: usize) {
        self.0.push(BegunDeal { number, deal, metadata, pegs_before, is_active: true, taken_back_by: None });
    }

    pub fn take_back(&mut self, number: u32, by: Option<TokenId>) {
        for dealt in self.0.iter_mut().filter(|dealt| dealt.number == number && dealt.is_active) {
            (dealt.is_active, dealt.taken_back_by) = (false, by);
        }
    }

    pub fn find(&self, deal: DealId) -> Option<&BegunDeal> {
        self.0.iter().find(|dealt| dealt.deal == deal)
    }

    /// Returns true if a deal after the first was begun, also if it was taken back since.
    pub const fn any(&self) -> bool {
        !self.0.is_empty()
    }

    /// The number of the deal that is being played, from 1.
    pub fn current(&self) -> u32 {
        1 + self.0.iter().filter(|dealt| dealt.is_active).count() as u32
    }

    /// The id of the newest deal; `None` while the first is being played.
    pub fn newest(&self) -> Option<DealId> {
        self.0.iter().rev().find(|dealt| dealt.is_active).map(|dealt| dealt.deal)
    }

    /// The number of pegs before a deal of this number first began. These pegs do not belong to the deal.
    pub fn pegs_before(&self, number: u32) -> usize {
        self.0.iter().find(|dealt| dealt.number == number).map_or(0, |dealt| dealt.pegs_before)
    }

    /// Returns true if a deal of this number was ever begun.
    pub fn was_begun(&self, number: u32) -> bool {
        number == 1 || self.0.iter().any(|dealt| dealt.number == number)
    }
}

/// A deal and its pegs that were not taken back.
///
/// A peg belongs to the deal that it names. Older clients name no deal: then the deal that was newest at the acceptance
/// counts.
pub(super) struct DealPegs<'a> {
    number: u32,
    /// The side of each seat in the order of the show: the pone's seat first, the dealer's last.
    pub order: Vec<u8>,
    pub pegs: Vec<PegOfDeal<'a>>,
    is_without_crib: bool,
}

impl<'a> DealPegs<'a> {
    pub fn new(game: &'a Game, number: u32) -> DealPegs<'a> {
        let mut order = game.setup.seats();
        order.rotate_left(usize::from(game.setup.after(game.setup.dealer(number))));
        let pegs = game.pegs.of_deal(number, game.deals.pegs_before(number));
        DealPegs { number, order, pegs, is_without_crib: game.setup.rules.no_discard }
    }

    /// The side of the dealer.
    pub fn dealer(&self) -> u8 {
        self.order[self.order.len() - 1]
    }

    /// The side that owns the crib, the dealer's; `None` in a game without a crib.
    pub fn crib(&self) -> Option<u8> {
        (!self.is_without_crib).then(|| self.dealer())
    }

    /// The number of players of a side.
    pub fn players(&self, side: u8) -> usize {
        self.order.iter().filter(|seat| **seat == side).count()
    }

    /// The pegs for this reason.
    pub fn earned_by(&self, reason: PegFor) -> impl Iterator<Item = PegOfDeal<'a>> {
        self.pegs.iter().copied().filter(move |dealt| dealt.peg.earned_by == reason)
    }

    /// The number of hands that a side has pegged.
    pub fn hands(&self, side: u8) -> usize {
        self.earned_by(PegFor::Hand).filter(|dealt| dealt.peg.side == side).count()
    }

    /// Returns true if a crib was pegged, for any side: a deal has only one crib.
    pub fn has_crib(&self) -> bool {
        self.earned_by(PegFor::Crib).next().is_some()
    }

    /// The sides of the seats whose hand is not pegged, in the order of the show. The hands of a side count for its
    /// players in that order.
    pub fn missing_hands(&self) -> Vec<u8> {
        self.missing_before(self.order.len())
    }

    /// The sides of the first `seats` seats of the show whose hand is not pegged.
    pub fn missing_before(&self, seats: usize) -> Vec<u8> {
        let is_missing = |seat: &usize| {
            let side = self.order[*seat];
            let players = self.order[..=*seat].iter().filter(|other| **other == side).count();
            self.hands(side) < players
        };
        (0..seats).filter(is_missing).map(|seat| self.order[seat]).collect()
    }

    /// The pegs that name this deal.
    pub fn named(&self) -> impl Iterator<Item = PegOfDeal<'a>> {
        self.pegs.iter().copied().filter(move |dealt| dealt.peg.deal == Some(self.number))
    }

    /// The pegs that hints are about: they name this deal, and their reason belongs to the deal. Points for muggins, a
    /// penalty or anything else are possible at any time.
    pub fn hinted(&self) -> impl Iterator<Item = PegOfDeal<'a>> {
        let of_the_deal = |reason| !matches!(reason, PegFor::Muggins | PegFor::Penalty | PegFor::Other);
        self.named().filter(move |dealt| of_the_deal(dealt.peg.earned_by))
    }

    /// The pegs that hints are about, for this reason alone.
    pub fn hinted_for(&self, reason: PegFor) -> Vec<PegOfDeal<'a>> {
        self.hinted().filter(|dealt| dealt.peg.earned_by == reason).collect()
    }
}

/// The points of his heels.
const HEELS: u8 = 2;

/// The hand or crib that is counted next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema), schema(as = Expected))]
pub struct ExpectedPegs {
    /// The reason of the peg: `hand` or `crib`.
    #[cfg_attr(feature = "serde", serde(rename = "for"))]
    pub earned_by: PegFor,
    /// The side that counts it, from 0.
    #[cfg_attr(feature = "utoipa", schema(minimum = 0, maximum = 2))]
    pub side: u8,
}

/// Hands, a crib or heels that can still be pegged in the newest deal.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema), schema(as = Allowed))]
pub struct PossiblePegs {
    /// The reason of the peg: `heels`, `hand` or `crib`.
    #[cfg_attr(feature = "serde", serde(rename = "for"))]
    pub earned_by: PegFor,
    /// The sides that can still peg it, from 0.
    #[cfg_attr(feature = "utoipa", schema(min_items = 1, max_items = 3))]
    pub sides: Vec<u8>,
    /// The number of times that each of these sides can still peg it: a side of two players has two hands.
    #[cfg_attr(feature = "utoipa", schema(minimum = 1, maximum = 3))]
    pub left: u8,
}

impl Game {
    /// The hand or crib that is counted next by the order of the show. `None` before the first is pegged, because the
    /// play may still go on. Also `None` when all are pegged, and after the end of the game.
    ///
    /// A peg without a deal counts to the deal that was newest at its acceptance.
    #[must_use]
    pub fn expects(&self) -> Option<ExpectedPegs> {
        if self.status() != Status::Playing {
            return None;
        }
        let deal = DealPegs::new(self, self.deals.current());
        let has_begun = deal.has_crib() || deal.earned_by(PegFor::Hand).next().is_some();
        unpegged(&deal).into_iter().next().filter(|_| has_begun)
    }

    /// The pegs that are still possible in the newest deal, in this order: heels, the hands from pone to dealer, the
    /// crib. So the first hand of the list is counted first, even while [`expects`](Game::expects) is `None`. Empty
    /// after the end of the game.
    ///
    /// A peg without a deal counts to the deal that was newest at its acceptance.
    #[must_use]
    pub fn allowed(&self) -> Vec<PossiblePegs> {
        if self.status() != Status::Playing {
            return Vec::new();
        }
        let deal = DealPegs::new(self, self.deals.current());
        let is_past = deal.pegs.iter().any(|dealt| matches!(dealt.peg.earned_by, PegFor::Heels | PegFor::Hand));
        let dealer = deal.dealer();
        let score = self.pegs.front(dealer, self.setup.rules.target);
        let heels = (!is_past && self.check_ending(dealer, score, HEELS, PegFor::Heels).is_ok())
            .then_some(ExpectedPegs { earned_by: PegFor::Heels, side: dealer });
        let mut allowed: Vec<PossiblePegs> = Vec::new();
        for ExpectedPegs { earned_by, side } in heels.into_iter().chain(unpegged(&deal)) {
            match allowed.iter_mut().find(|entry| entry.earned_by == earned_by && entry.sides == [side]) {
                Some(entry) => entry.left += 1,
                None => allowed.push(PossiblePegs { earned_by, sides: vec![side], left: 1 }),
            }
        }
        allowed
    }

    /// The side with an uncounted hand before a hand or crib that ends the game. The order of the show then decides the
    /// winner. `None` for every other peg.
    #[must_use]
    pub fn uncounted_before(&self, side: u8, points: u8, earned_by: PegFor) -> Option<u8> {
        let target = self.setup.rules.target;
        let ends = self.status() == Status::Playing && self.pegs.front(side, target).saturating_add(points) >= target;
        let deal = DealPegs::new(self, self.deals.current());
        let is_crib = match earned_by {
            PegFor::Hand => false,
            PegFor::Crib => true,
            _ => return None,
        };
        let own = deal.order.iter().enumerate().filter(|(_, seat)| **seat == side).nth(deal.hands(side));
        let seats = own.filter(|_| !is_crib).map_or(deal.order.len(), |(seat, _)| seat);
        deal.missing_before(seats).into_iter().find(|other| ends && *other != side)
    }
}

/// The hands and the crib that are not pegged, in the order of the show.
pub(super) fn unpegged(deal: &DealPegs<'_>) -> Vec<ExpectedPegs> {
    let hands = deal.missing_hands().into_iter().map(|side| ExpectedPegs { earned_by: PegFor::Hand, side });
    let crib = deal.crib().filter(|_| !deal.has_crib()).map(|side| ExpectedPegs { earned_by: PegFor::Crib, side });
    hands.chain(crib).collect()
}
