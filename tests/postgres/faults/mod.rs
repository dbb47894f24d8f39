//! PostgreSQL, or the way to it, at fault.

mod deaf;
mod outages;
mod proxy;
mod stalls;
