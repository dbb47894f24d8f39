//! The parts of HTTP that handlers share.

pub mod access_log;
pub mod assets;
pub mod body;
pub mod caller;
pub mod client_address;
pub mod cors;
pub mod csv;
pub mod download;
pub mod headers;
pub mod input_error;
pub mod middleware;
pub mod not_found;
pub mod origin;
pub mod paging;
pub mod params;
mod problem_response;
pub mod sse;
pub mod watchers;
