//! The operations on games, one file for each subject.

pub mod events;
pub mod game;
pub mod new_game;
pub mod pegs;
pub mod results;
