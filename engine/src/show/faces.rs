//! Cards as they count in a show: each has a rank and a suit, a joker those that it is declared to have.

use arrayvec::ArrayVec;

use super::lookup::{NO_STARTER, RANK_TOTALS};
use super::{NINETEEN, items, wide};
use crate::card::{Card, Declaration, Joker, PlayedCard, Rank};
use crate::rules::Rules;

/// A card as it counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Face {
    pub card: Card,
    /// The joker that is declared to be this card.
    pub joker: Option<Joker>,
}

impl Face {
    /// The card as it is shown to people.
    pub const fn shown(self) -> PlayedCard {
        match self.joker {
            None => PlayedCard::Card(self.card),
            Some(joker) => PlayedCard::Joker(joker, Declaration::Card(self.card)),
        }
    }
}

impl From<Card> for Face {
    fn from(card: Card) -> Face {
        Face { card, joker: None }
    }
}

/// The cards of a hand or crib as they count. Jokers may be copies of other cards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Faces {
    /// Four cards, five or six in the crib of as many players.
    pub cards: ArrayVec<Face, 6>,
    pub starter: Option<Face>,
    pub crib: bool,
}

impl Faces {
    /// The cards, then the starter.
    pub fn with_starter(&self) -> ArrayVec<Face, 7> {
        self.cards.iter().copied().chain(self.starter).collect()
    }

    /// The explained total alone, faster.
    pub fn total(&self, rules: &Rules) -> u8 {
        let total = self.by_rank() + items::flush(self, rules) + items::nobs(self).count() as u8;
        let nineteen = total == 0 && self.starter.is_some() && rules.nineteen.applies(self.crib);
        if nineteen { NINETEEN } else { total }
    }

    /// The points for which suits do not matter.
    fn by_rank(&self) -> u8 {
        let mut ranks: ArrayVec<usize, 7> =
            self.cards.iter().chain(&self.starter).map(|face| face.card.rank_index()).collect();
        match *ranks.as_slice() {
            [a, b, c, d] => RANK_TOTALS.of_four([a, b, c, d])[NO_STARTER],
            [a, b, c, d, last] => RANK_TOTALS.of_four([a, b, c, d])[last],
            _ => wide::total(&mut ranks),
        }
    }
}

/// The explained total of these ranks, for which suits do not matter.
pub(super) fn of_ranks(ranks: &[Rank]) -> u8 {
    let faces: ArrayVec<Face, 7> =
        ranks.iter().map(|rank| Face::from(Card::new(*rank, crate::card::Suit::Clubs))).collect();
    items::by_rank(&faces).0.iter().map(|item| item.points).sum()
}
