//! The deals of a game.

use super::Metadata;
use crate::id::{DealId, TokenId};

/// The deals that were begun after the first, in the order in which they came, those that were taken back too.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Deals(Vec<BegunDeal>);

/// A deal that was begun.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct BegunDeal {
    pub number: u32,
    pub deal: DealId,
    pub metadata: Metadata,
    /// The number of pegs before it, those that were taken back too.
    pub pegs_before: usize,
    /// False once it is taken back.
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

    /// The number of pegs before a deal of this number first began: none of them is one of its pegs.
    pub fn pegs_before(&self, number: u32) -> usize {
        self.0.iter().find(|dealt| dealt.number == number).map_or(0, |dealt| dealt.pegs_before)
    }

    /// Returns true if a deal of this number was ever begun.
    pub fn was_begun(&self, number: u32) -> bool {
        number == 1 || self.0.iter().any(|dealt| dealt.number == number)
    }
}
