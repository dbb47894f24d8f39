//! The ledger: money between nights.

pub mod accounts;
pub mod postings;
pub mod table;
