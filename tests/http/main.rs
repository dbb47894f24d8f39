//! The service from outside: the real binary, over real HTTP.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod access;
mod acknowledged;
mod bodies;
mod configuration;
mod connections;
mod conventions;
mod cross_origin;
mod crowd;
mod deals;
mod demo;
mod discard;
mod document;
#[path = "../crash/drill.rs"]
mod drill;
mod examples;
mod files;
mod first_requests;
mod frozen;
mod full_night;
mod game;
mod games;
mod hall;
mod hanging_up;
mod history;
mod league;
mod likeness;
mod limits;
mod memory;
mod names;
mod nights;
mod page;
mod pegs;
mod play;
mod players;
mod rematches;
mod representatives;
mod restart;
mod results;
mod roster;
mod score;
mod seasons;
mod secrets;
mod service;
mod session;
mod start;
mod store;
mod story;
mod stubborn;
mod superset;
mod tls;
mod unasked;
mod watcher;
mod watching;
