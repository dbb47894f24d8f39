//! The care of the database as a whole: its check, its backups, the removal of old games, and its other servers.

pub mod backup_service;
pub mod backups;
pub mod following;
pub mod inspection;
pub mod pruning;
