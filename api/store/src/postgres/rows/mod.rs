//! The rows that PostgreSQL alone has, or reads in a way of its own.

pub mod league;
pub mod revisions;
pub mod texts;
