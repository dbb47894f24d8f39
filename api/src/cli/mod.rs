//! The subcommands of the program.

pub mod banner;
pub mod demo;
pub mod healthcheck;
pub mod openapi;

use std::io::Write;

/// Writes the text to the standard output.
pub fn print(text: &str) -> Result<(), String> {
    std::io::stdout()
        .write_all(text.as_bytes())
        .map_err(|error| format!("Cannot write to the standard output: {error}."))
}
