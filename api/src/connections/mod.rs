//! The connections: the sockets that listen, and the limits.

pub mod limits;
pub mod listener;
