//! Cards as counted in the show. Each card has a rank and a suit; a joker has its declared rank and suit.

use arrayvec::ArrayVec;

use crate::card::{Card, Declaration, Joker, PlayedCard};

/// A card as it counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ScoringCard {
    pub card: Card,
    /// The joker that is declared to be this card.
    pub joker: Option<Joker>,
}

impl ScoringCard {
    /// The card as it is shown to people.
    pub const fn shown(self) -> PlayedCard {
        match self.joker {
            None => PlayedCard::Card(self.card),
            Some(joker) => PlayedCard::Joker(joker, Declaration::Card(self.card)),
        }
    }
}

impl From<Card> for ScoringCard {
    fn from(card: Card) -> ScoringCard {
        ScoringCard { card, joker: None }
    }
}

/// The cards of a hand or crib as they count. Jokers may be copies of other cards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ScoringCards {
    /// Four cards, five or six in the crib of as many players.
    pub cards: ArrayVec<ScoringCard, 6>,
    pub starter: Option<ScoringCard>,
    pub crib: bool,
}

impl ScoringCards {
    /// The cards, then the starter.
    pub fn with_starter(&self) -> ArrayVec<ScoringCard, 7> {
        self.cards.iter().copied().chain(self.starter).collect()
    }

    /// The card at a place. The starter comes last.
    pub fn at(&mut self, place: usize) -> &mut ScoringCard {
        let cards = self.cards.iter_mut().chain(&mut self.starter);
        cards.into_iter().nth(place).expect("the place was found among these cards")
    }
}
