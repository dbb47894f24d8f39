//! The operations on players: their names, how to reach them, and who counts as whom.

pub mod player_import;
pub mod player_merges;
pub mod player_names;
pub mod player_service;
