//! The operations of the interface, one file for each subject: parse, call a service, respond.

pub mod backups;
pub mod calendars;
pub mod common;
pub mod figures;
pub mod games;
pub mod health;
pub mod league;
pub mod ledger;
pub mod nights;
pub mod pots;
pub mod problems;
pub mod qr;
pub mod scoring;
pub mod session;
pub mod site;
pub mod webhooks;
