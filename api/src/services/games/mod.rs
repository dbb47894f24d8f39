//! The operations on games.

mod commands;
mod history;
mod service;

pub use commands::GameOutcome;
pub use history::RecordedEvent;
pub use service::GameService;
