//! The operations on games, nights and the league, without HTTP.

pub mod game_service;
pub mod night_feed;
pub mod night_report;
pub mod night_service;
pub mod player_names;
