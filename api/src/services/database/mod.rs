//! The care of the database as a whole: its check, its backups, and the removal of old games.

pub mod backup_service;
pub mod backups;
pub mod inspection;
pub mod pruning;
mod thinning;
