//! The running server.

mod application;
mod background;
mod composition;
mod listener;
mod start;

pub use application::Application;
pub use start::StartError;
