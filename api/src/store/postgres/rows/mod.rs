//! The plain tables: what stands outside the log.

pub mod deliveries;
pub mod display_codes;
pub mod facts;
pub mod free_games;
pub mod league;
pub mod merges;
pub mod nights;
pub mod password;
pub mod players;
pub mod removed_ids;
pub mod representatives;
pub mod revisions;
pub mod seasons;
pub mod texts;
pub mod tokens;
pub mod webhooks;
