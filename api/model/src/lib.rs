//! The plain types of the service, and the sources of time, randomness and ids. No I/O but theirs.

pub mod clock;
pub mod contact;
pub mod grant;
pub mod join_code;
pub mod league;
pub mod listed_name;
pub mod name_key;
pub mod player;
pub mod random;
pub mod role;
pub mod token;
pub mod webhook;
pub mod webhook_event;
pub mod webhook_secret;
