//! The running server.

mod application;
mod background;
mod composition;
mod database_start;
mod shared;
mod signals;
mod start_error;

pub use application::Application;
pub use start_error::StartError;
