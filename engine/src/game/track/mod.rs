//! The pegs of a game, and the holes they stand in.

mod crash;
mod direction;
mod pegs;

pub use crash::{Crash, CrashedPeg};
pub use direction::Direction;
pub(super) use pegs::{DealtPeg, Pegs, PlacedPeg};
