//! The command that prints the OpenAPI document.

use crate::{cli, openapi};

/// Prints the document.
pub fn run() -> Result<(), String> {
    cli::print(openapi::JSON)
}
