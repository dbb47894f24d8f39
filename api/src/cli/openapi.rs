//! The command that prints the OpenAPI document.

use crate::{cli, openapi, routes};

/// Prints the document.
pub fn run() -> Result<(), String> {
    cli::print(&openapi::pretty(&routes::document()))
}
