//! A database that compares no versions, for the controls: two servers that append to one game at the same moment both may.

use postgres::Client;

use crate::servers::{LAG, Servers};

/// Two servers on such a database. It damages games, whose pegs nobody takes any more: so everybody soon gives up.
pub fn servers() -> Servers {
    let mut servers = Servers::start();
    servers.patience = LAG * 5;
    compare_no_versions(&mut servers.sql());
    servers
}

/// Removes the locks, and the key that keeps the versions of a stream's events unique. The pause lets another server
/// write between a server's comparison and its own write.
pub fn compare_no_versions(database: &mut Client) {
    let key = "ALTER TABLE event DROP CONSTRAINT event_pkey; CREATE INDEX ON event (stream, version);";
    let lock = "CREATE OR REPLACE FUNCTION lock_streams(ids bytea[], modes smallint[])
        RETURNS TABLE (version bigint, checksum bigint, is_sound boolean, is_removed boolean) LANGUAGE plpgsql AS $$
        BEGIN
            INSERT INTO stream SELECT id, 0, 0 FROM unnest(ids, modes) AS wanted (id, mode) WHERE mode = 2
                ON CONFLICT DO NOTHING;
            RETURN QUERY SELECT head.version, head.checksum, true, false
                FROM unnest(ids) WITH ORDINALITY AS wanted (id, place) LEFT JOIN stream AS head ON head.id = wanted.id
                ORDER BY place;
            PERFORM pg_sleep(0.02);
        END
        $$";
    database.batch_execute(&format!("{key}{lock}")).unwrap();
}

/// The number of versions with more than one event.
pub fn doubled_versions(database: &mut Client) -> i64 {
    let doubled = "SELECT count(*) FROM (SELECT FROM event GROUP BY stream, version HAVING count(*) > 1) AS doubled";
    database.query_one(doubled, &[]).unwrap().get(0)
}
