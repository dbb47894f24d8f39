//! PostgreSQL, or the way to it, at fault.

mod cluster;
mod deaf;
mod outages;
mod proxy;
mod silent;
mod stalls;
mod standbys;
