//! The league under two servers: decisions that rely on data without a version in the log.

mod hall;
mod persons;
mod phones;
mod previews;
mod seasons;
mod sessions;
