//! The maintenance of the database: its check, its backups, its expired games, and the changes of other servers.

pub mod backup_service;
pub mod backups;
pub mod game_expiry;
pub mod inspection;
pub mod remote_changes;
