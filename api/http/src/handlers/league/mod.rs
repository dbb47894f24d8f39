//! The operations on the league, its people and its seasons, one file for each subject.

pub mod displays;
pub mod player_links;
mod player_table;
pub mod player_texts;
pub mod players;
pub mod players_csv;
pub mod representatives;
mod result_table;
pub mod season_imports;
pub mod season_money;
pub mod season_standings;
pub mod seasons;
pub mod settings;
mod spreadsheet;
