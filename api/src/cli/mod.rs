//! The subcommands of the program.

pub mod accept_loss;
pub mod backup;
pub mod banner;
pub mod check;
pub mod copy;
pub mod demo;
pub mod export;
pub mod healthcheck;
pub mod import;
mod manifest;
pub mod openapi;
pub mod password;
pub mod restore;
mod standings_table;

use std::io::Write;

use pegout_store::StoreError;

/// Writes the text to the standard output.
pub fn print(text: &str) -> Result<(), String> {
    std::io::stdout()
        .write_all(text.as_bytes())
        .map_err(|error| format!("Cannot write to the standard output: {error}."))
}

/// The sentence that tells the operator of an error of the store.
fn sentence(error: StoreError) -> String {
    match error {
        StoreError::Unusable(sentence) => sentence,
        other => format!("{other}."),
    }
}
