//! The money of a night, and between nights.

mod fees;
pub(super) mod hand_outs;
mod hands;
mod ledger;
mod pots;
mod random_leagues;
mod random_seasons;
mod returned_cards;
