//! The rows of games without a night, as archives fill them.

use rusqlite::Connection;

/// A row for each game without a night that the log has, touched now.
const FILL: &str = include_str!("../migrations/free_games_of_the_log.sql");

/// Inserts the rows of the games of a log that was read from an archive.
pub fn fill(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute_batch(FILL)
}
