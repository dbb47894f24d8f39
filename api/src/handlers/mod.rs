//! The operations of the interface, one file for each resource: parse, call a service, respond.

pub mod backups;
pub mod calendars;
pub mod computing;
pub mod games;
pub mod health;
pub mod league;
pub mod metrics;
mod money_table;
pub mod nights;
pub mod problems;
pub mod qr;
pub mod scoring;
pub mod seen;
pub mod session;
pub mod sessions;
pub mod site;
pub mod webhooks;
