//! Plain types that every other room may use, without I/O.

pub mod contact;
pub mod grant;
pub mod join_code;
pub mod league;
pub mod name_key;
pub mod player;
pub mod representative;
pub mod season;
pub mod token;
