//! The parts of a league that other programs and pages show: calendars of its nights, and what a page of the club embeds.

pub mod calendar;
pub mod embed;
