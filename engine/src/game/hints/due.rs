//! The hands, crib and heels that can still be pegged in the newest deal.

use super::super::{Game, PegFor, Status};
use super::dealt::Dealt;

/// The points of his heels.
const HEELS: u8 = 2;

/// The hand or crib that is counted next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
pub struct Expected {
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
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
pub struct Allowed {
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
    /// The hand or crib that is counted next by the order of the show. `None` until the first of them is pegged, since
    /// nothing says before that the play is over, when all are pegged, and once the game has ended.
    ///
    /// A peg of an older client, which names no deal, counts to the deal that was the newest when it was accepted.
    #[must_use]
    pub fn expects(&self) -> Option<Expected> {
        if self.status() != Status::Playing {
            return None;
        }
        let deal = Dealt::new(self, self.deals.current());
        let has_begun = deal.has_crib() || deal.earned_by(PegFor::Hand).next().is_some();
        due(&deal).into_iter().next().filter(|_| has_begun)
    }

    /// The hands, crib and heels that can still be pegged in the newest deal, in its order: heels, the hands from the
    /// pone's to the dealer's, the crib. So the first hand of the list is counted first, also before
    /// [`expects`](Game::expects) says so. Empty once the game has ended.
    ///
    /// A peg of an older client, which names no deal, counts to the deal that was the newest when it was accepted.
    #[must_use]
    pub fn allowed(&self) -> Vec<Allowed> {
        if self.status() != Status::Playing {
            return Vec::new();
        }
        let deal = Dealt::new(self, self.deals.current());
        let is_past = deal.pegs.iter().any(|dealt| matches!(dealt.peg.earned_by, PegFor::Heels | PegFor::Hand));
        let dealer = deal.dealer();
        let score = self.pegs.front(dealer, self.setup.rules.target);
        let heels = (!is_past && self.check_ending(dealer, score, HEELS, PegFor::Heels).is_ok())
            .then_some(Expected { earned_by: PegFor::Heels, side: dealer });
        let mut allowed: Vec<Allowed> = Vec::new();
        for Expected { earned_by, side } in heels.into_iter().chain(due(&deal)) {
            match allowed.iter_mut().find(|entry| entry.earned_by == earned_by && entry.sides == [side]) {
                Some(entry) => entry.left += 1,
                None => allowed.push(Allowed { earned_by, sides: vec![side], left: 1 }),
            }
        }
        allowed
    }
}

/// The hands and the crib that are not pegged, in the order of the show.
pub(super) fn due(deal: &Dealt<'_>) -> Vec<Expected> {
    let hands = deal.missing_hands().into_iter().map(|side| Expected { earned_by: PegFor::Hand, side });
    let crib = deal.crib().filter(|_| !deal.has_crib()).map(|side| Expected { earned_by: PegFor::Crib, side });
    hands.chain(crib).collect()
}
