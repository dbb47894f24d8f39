//! The operations on games.

mod commands;
mod service;

pub use commands::GameOutcome;
pub use service::{GameService, RecordedEvent};
