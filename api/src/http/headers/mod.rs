//! The headers of requests and responses, apart from those of CORS.

pub mod caching;
pub mod preference;
pub mod security;
pub mod versioned;
