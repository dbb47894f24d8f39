//! The care of the database as a whole: its check, its backups, the removal of old games, and its other servers.

pub mod backup_service;
pub mod backups;
pub mod checked_backup;
pub mod following;
pub mod inspection;
pub mod last_backup;
mod pending;
pub mod pruning;
mod thinning;
