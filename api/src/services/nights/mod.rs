//! The operations on nights.

mod commands;
mod draw;
pub mod feed;
pub mod list;
pub mod report;
pub mod schedule;
pub mod seats;
mod service;

pub use commands::{NightOutcome, RequestOrigin};
pub use draw::RoundDraw;
pub use service::NightService;
