//! Questions of a test to the database of a service itself, in SQL that SQLite and PostgreSQL both understand.

use postgres::Client;
use rusqlite::Connection;

use crate::support::checksums;
use crate::support::postgres::{connect, database_of};
use crate::support::service::Service;

/// Lets the head of each stream of PostgreSQL fit its last event.
const FIT_HEADS: &str = "UPDATE stream SET version = last.version, checksum = last.checksum
    FROM (SELECT DISTINCT ON (stream) stream, version, checksum FROM event ORDER BY stream, version DESC) AS last
    WHERE id = last.stream AND stream.version <> last.version";

/// A connection to the database of a service.
pub enum Sql {
    File(Connection),
    Postgres(Client),
}

impl Service {
    pub fn sql(&self) -> Sql {
        match database_of(&self.directory) {
            Some(url) => Sql::Postgres(connect(&url)),
            None => Sql::File(self.database()),
        }
    }
}

impl Sql {
    /// The whole number of the one row.
    pub fn number(&mut self, select: &str) -> i64 {
        match self {
            Sql::File(file) => file.query_row(select, [], |row| row.get(0)).unwrap(),
            Sql::Postgres(client) => client.query_one(select, &[]).unwrap().get(0),
        }
    }

    /// The texts of the rows.
    pub fn texts(&mut self, select: &str) -> Vec<String> {
        match self {
            Sql::File(file) => {
                let mut select = file.prepare(select).unwrap();
                let rows = select.query_map([], |row| row.get(0)).unwrap();
                rows.collect::<Result<_, _>>().unwrap()
            }
            Sql::Postgres(client) => client.query(select, &[]).unwrap().iter().map(|row| row.get(0)).collect(),
        }
    }

    /// Changes rows as Pegout would, so that all checksums fit. Returns their number.
    pub fn change(&mut self, statement: &str) -> usize {
        match self {
            Sql::File(file) => checksums::execute(file, statement, []).unwrap(),
            Sql::Postgres(client) => {
                let mut transaction = client.transaction().unwrap();
                let changed = transaction.execute(statement, &[]).unwrap();
                transaction.execute(FIT_HEADS, &[]).unwrap();
                transaction.commit().unwrap();
                changed as usize
            }
        }
    }

    /// Runs a statement of the schema.
    pub fn run(&mut self, statement: &str) {
        match self {
            Sql::File(file) => file.execute_batch(statement).unwrap(),
            Sql::Postgres(client) => client.batch_execute(statement).unwrap(),
        }
    }

    /// Takes a table away. Returns the statement that brings it back.
    pub fn drop_table(&mut self, table: &str) -> String {
        let create = match self {
            Sql::File(_) => self.texts(&format!("SELECT sql FROM sqlite_schema WHERE name = '{table}'")).remove(0),
            Sql::Postgres(_) => {
                self.run(&format!("ALTER TABLE {table} RENAME TO was_{table}"));
                return format!("ALTER TABLE was_{table} RENAME TO {table}");
            }
        };
        self.run(&format!("DROP TABLE {table}"));
        create
    }
}
