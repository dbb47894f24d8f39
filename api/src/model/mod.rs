//! Plain types that every room above shares: no I/O.

pub mod contact;
pub mod join_code;
pub mod name_key;
pub mod token;
