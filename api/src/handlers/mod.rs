//! One file a resource: parse, one call, answer.

pub mod discard;
pub mod health;
pub mod play;
pub mod problems;
pub mod rules;
pub mod score;
