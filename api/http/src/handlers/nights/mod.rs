//! The operations on nights, one file for each subject.

pub mod cancellation;
pub mod cards;
pub mod entries;
pub mod events;
pub mod money;
pub mod night;
pub mod pairs;
pub mod phones;
pub mod replies;
pub mod rounds;
pub mod standings;
