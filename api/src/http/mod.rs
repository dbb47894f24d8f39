//! The parts of HTTP that handlers share.

pub mod assets;
pub mod body;
pub mod cors;
pub mod csv;
pub mod input_error;
pub mod middleware;
pub mod not_found;
pub mod path;
pub mod query;
pub mod sse;
pub mod watchers;
