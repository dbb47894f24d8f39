//! The money of a night, and between nights.

mod fees;
pub(super) mod hand_outs;
mod ledger;
mod random_leagues;
