//! The rows that SQLite alone has, or keeps in a way of its own.

pub mod checksums;
pub mod free_games;
pub mod identity;
pub mod league;
pub mod roots;
pub mod texts;
