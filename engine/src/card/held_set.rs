//! Sets of cards in which jokers may be.

use super::{Card, HeldCard, Joker};

/// A set of cards that players hold or have played, jokers among them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct HeldSet(u64);

impl HeldSet {
    /// The set of both jokers.
    const JOKERS: u64 = 0b11 << 52;

    /// Puts the card in; `false` when it was there already.
    pub(crate) const fn insert(&mut self, card: HeldCard) -> bool {
        let before = self.0;
        self.0 |= 1 << card.index();
        self.0 != before
    }

    /// Takes the card out.
    pub(crate) const fn remove(&mut self, card: HeldCard) {
        self.0 &= !(1 << card.index());
    }

    /// Returns true if the card is in the set.
    pub(crate) const fn contains(self, card: HeldCard) -> bool {
        self.0 >> card.index() & 1 == 1
    }

    /// Returns true if the set holds no card.
    pub(crate) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The cards that can count at most this value, 0 to 31. A joker can always count 1.
    pub(crate) const fn up_to(self, value: u8) -> HeldSet {
        match value {
            0 => HeldSet(0),
            1..10 => HeldSet(self.0 & (((1 << (value * 4)) - 1) | HeldSet::JOKERS)),
            10.. => self,
        }
    }

    /// The cards in order: by rank, then by suit, the jokers last.
    pub(crate) fn iter(self) -> impl Iterator<Item = HeldCard> {
        let jokers = [Joker::One, Joker::Two].map(HeldCard::Joker);
        Card::all().map(HeldCard::Card).chain(jokers).filter(move |card| self.contains(*card))
    }
}
