//! The scripts and style sheets that the page is put together to.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "../../api/http/build/mod.rs"]
mod build;

mod chunks;
mod files;
mod refusals;
mod styles;
mod types;
