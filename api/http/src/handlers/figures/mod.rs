//! The figures of players and of the league.

pub mod players;
pub mod seasons;
