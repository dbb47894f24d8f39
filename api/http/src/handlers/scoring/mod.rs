//! The operations without state: counting, the play, the discard and the rules.

pub mod count;
pub mod deal;
pub mod rules;
