//! The committed OpenAPI document. A test makes the document of the operations and the worked examples, and compares them.

mod document;
#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
pub mod generator;

pub use document::{AcceptedInput, Document, JSON, Policy, Strength, at};

/// The most bytes in a body.
pub const MAX_BODY: usize = 64 * 1024;
/// The most bytes in a body of an operation that takes a long list.
pub const MAX_LARGE_BODY: usize = 2 * 1024 * 1024;
