//! The service from outside: the real binary, over real HTTP.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod conventions;
mod discard;
mod document;
mod page;
mod play;
mod score;
mod service;
mod start;
