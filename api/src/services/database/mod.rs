//! The care of the database as a whole: its check, and its backups.

pub mod backup_service;
pub mod backups;
pub mod inspection;
mod thinning;
