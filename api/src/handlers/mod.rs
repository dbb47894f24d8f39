//! One file a resource: parse, authorise, one call, answer.

pub mod games;
pub mod health;
pub mod league;
pub mod metrics;
pub mod nights;
pub mod problems;
pub mod qr;
pub mod scoring;
pub mod session;
