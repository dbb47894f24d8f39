//! The log under two servers: two caches with their own locks on one store. Each scenario runs twice. With the store as
//! it is, a scenario must keep its invariant. With a store that compares no versions, the scenario must break the
//! invariant. The store is a file, or a database of PostgreSQL if `PEGOUT_TEST_POSTGRES` names a cluster.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod attempts;
mod batches;
mod bounds;
mod damage;
mod decisions;
mod display_codes;
pub mod faulty_store;
mod figures;
mod following;
pub mod gate;
mod league;
mod matches;
mod nights;
mod pegs;
#[allow(dead_code, reason = "tests/http uses the rest")]
#[path = "../http/support/postgres.rs"]
pub mod postgres;
mod rows;
mod seen;
pub mod servers;
mod webhooks;
