//! The log under two servers: two caches with their own locks on one store. Each scenario runs twice: with the store as it
//! is, where it must keep its invariant, and with one that compares no versions, where it must break it.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod attempts;
mod batches;
mod bounds;
mod damage;
mod decisions;
pub mod faulty_store;
pub mod gate;
mod league;
mod matches;
mod nights;
mod pegs;
mod seen;
pub mod servers;
mod webhooks;
