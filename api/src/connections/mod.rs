//! The connections: the sockets that listen, the limits, and the answers to bytes that are no request.

mod bare_answer;
mod connection;
pub mod limits;
pub mod listener;
