//! The operations on nights.

mod based_on;
pub mod calendar;
mod commands;
mod draw_seeds;
mod drawing;
pub mod feed;
pub mod list;
pub mod report;
mod scheduling;
pub mod seats;
mod service;
pub mod visibility;

pub use commands::{NightOutcome, RequestOrigin};
pub use drawing::RoundDraw;
pub use service::NightService;
