//! The pegs of one deal, in the order of its show.

use super::super::track::DealtPeg;
use super::super::{Game, PegFor};

/// A deal and its pegs that were not taken back.
///
/// A peg belongs to the deal that it names. One that names none, from an older client, belongs to the deal that was the
/// newest when it was accepted.
pub(super) struct Dealt<'a> {
    number: u32,
    /// The side of each seat in the order of the show: the pone's seat first, the dealer's last.
    pub order: Vec<u8>,
    pub pegs: Vec<DealtPeg<'a>>,
    is_without_crib: bool,
}

impl<'a> Dealt<'a> {
    pub fn new(game: &'a Game, number: u32) -> Dealt<'a> {
        let mut order = game.setup.seats();
        order.rotate_left(usize::from(game.setup.after(game.setup.dealer(number))));
        let pegs = game.pegs.of_deal(number, game.deals.pegs_before(number));
        Dealt { number, order, pegs, is_without_crib: game.setup.rules.no_discard }
    }

    /// The side of the dealer.
    pub fn dealer(&self) -> u8 {
        self.order[self.order.len() - 1]
    }

    /// The side that the crib belongs to, which is the dealer's; `None` where none is played.
    pub fn crib(&self) -> Option<u8> {
        (!self.is_without_crib).then(|| self.dealer())
    }

    /// The number of players of a side.
    pub fn players(&self, side: u8) -> usize {
        self.order.iter().filter(|seat| **seat == side).count()
    }

    /// The pegs for this reason.
    pub fn earned_by(&self, reason: PegFor) -> impl Iterator<Item = DealtPeg<'a>> {
        self.pegs.iter().copied().filter(move |dealt| dealt.peg.earned_by == reason)
    }

    /// The number of hands that a side has pegged.
    pub fn hands(&self, side: u8) -> usize {
        self.earned_by(PegFor::Hand).filter(|dealt| dealt.peg.side == side).count()
    }

    /// Returns true if a crib was pegged, for whichever side: a deal has only one.
    pub fn has_crib(&self) -> bool {
        self.earned_by(PegFor::Crib).next().is_some()
    }

    /// The sides of the seats whose hand is not pegged, in the order of the show. The hands of a side are taken for those
    /// of its players in that order.
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
    pub fn named(&self) -> impl Iterator<Item = DealtPeg<'a>> {
        self.pegs.iter().copied().filter(move |dealt| dealt.peg.deal == Some(self.number))
    }

    /// The pegs that hints are about: those that name this deal, for a reason that the deal itself gives. Points for
    /// muggins, a penalty or anything else may always come.
    pub fn hinted(&self) -> impl Iterator<Item = DealtPeg<'a>> {
        let of_the_deal = |reason| !matches!(reason, PegFor::Muggins | PegFor::Penalty | PegFor::Other);
        self.named().filter(move |dealt| of_the_deal(dealt.peg.earned_by))
    }

    /// The pegs that hints are about, those for this reason.
    pub fn hinted_for(&self, reason: PegFor) -> Vec<DealtPeg<'a>> {
        self.hinted().filter(|dealt| dealt.peg.earned_by == reason).collect()
    }
}
