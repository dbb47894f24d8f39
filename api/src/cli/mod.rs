//! The subcommands of the program.

pub mod banner;
pub mod demo;
pub mod healthcheck;
