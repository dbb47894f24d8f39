//! The command line and its environment variables.

use std::path::PathBuf;

use clap::{Parser, Subcommand};

/// Keeps the score of a cribbage club.
#[derive(Debug, Parser)]
#[command(version, about)]
pub struct Config {
    /// The address and port to listen on; port 0 takes a free one.
    #[arg(long, env = "PEGOUT_LISTEN", default_value = "0.0.0.0:8080", global = true)]
    pub listen: String,

    /// The file that keeps games and nights. Counting needs none, so it is not made before there is something to keep.
    #[arg(long, env = "PEGOUT_DATABASE", default_value = "pegout.db", value_name = "FILE")]
    pub database: PathBuf,

    /// What to do instead of serving.
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// What the binary can do besides serving.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Ask the service that listens at --listen whether it is alive; fails when it is not.
    Healthcheck,
    /// Print the OpenAPI document.
    Openapi,
}
