//! The operations on nights, one file for each resource.

pub mod cancellation;
pub mod entries;
pub mod events;
pub mod finish;
pub mod join;
pub mod join_code;
pub mod money;
pub mod night;
pub mod payouts;
pub mod phones;
pub mod rounds;
pub mod seats;
pub mod standings;
