//! The league under two servers: what has no version in the log, and decisions rely on.

mod hall;
mod persons;
mod phones;
mod previews;
mod seasons;
mod sessions;
