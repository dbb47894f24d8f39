//! The operations on players: their names, their contact data, and the merges of players who were entered twice.

mod player_forgetting;
pub mod player_import;
pub mod player_links;
pub mod player_merges;
pub mod player_names;
pub mod player_service;
