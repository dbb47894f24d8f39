//! The store.

mod sqlite;

pub use sqlite::*;
