//! The schema of the database, version by version.

use deadpool_postgres::{Client, GenericClient};

use super::address::PostgresAddress;
use super::failure::Failure;
use super::statement::{execute, query, value};
use crate::StoreError;
use crate::rows::league;
use pegout_model::league::League;

/// The schema's versions, the oldest first. A released version never changes.
const MIGRATIONS: [&str; 6] = [
    include_str!("migrations/0001_pegout.sql"),
    include_str!("migrations/0002_amendments.sql"),
    include_str!("migrations/0003_formats.sql"),
    include_str!("migrations/0004_ledger.sql"),
    include_str!("migrations/0005_pots.sql"),
    include_str!("migrations/0006_replies.sql"),
];
/// The oldest PostgreSQL that can be used.
const OLDEST_SERVER: i32 = 150_000;
/// The lock for migrations, "Pgou": if several servers start together, only one server migrates at a time.
const LOCK: i64 = 0x5067_6f75;

/// Creates or migrates the tables. Refuses a database of another program or of a newer Pegout before changing anything.
pub async fn ensure(address: &PostgresAddress, client: &Client) -> Result<(), StoreError> {
    verify_server(address, client).await?;
    let migrated = migrate(address, client).await;
    if migrated.is_err() {
        // Ignore errors: a broken connection has no transaction.
        let _ = client.batch_execute("ROLLBACK").await;
    }
    migrated
}

/// Refuses a database whose schema is not the newest, and changes nothing.
pub async fn verify_newest(address: &PostgresAddress, client: &Client) -> Result<(), StoreError> {
    let refused = match version(client).await? {
        Some(version) if version == MIGRATIONS.len() => return Ok(()),
        Some(version) if version > MIGRATIONS.len() => newer(address),
        Some(_) => format!(
            "{address} was written by an older Pegout. Serve it with this one first, which brings it up to date."
        ),
        None => format!("{address} has no tables of Pegout's. Name another database, or serve this one first."),
    };
    Err(StoreError::Unusable(refused))
}

/// Returns true if a newer Pegout has changed the tables: this Pegout would misread its events.
pub async fn is_newer(client: &impl GenericClient) -> Result<bool, Failure> {
    let rows = query(client, "SELECT version FROM pegout_schema", &[]).await?;
    let versions: Vec<i64> = rows.iter().map(|row| value(row, 0)).collect::<Result<_, _>>()?;
    Ok(versions.into_iter().any(|version| version > MIGRATIONS.len() as i64))
}

/// The sentence about a database with the tables of a newer Pegout.
pub fn newer(address: &PostgresAddress) -> String {
    format!("{address} was written by a newer Pegout. Start that one, or a newer still.")
}

async fn verify_server(address: &PostgresAddress, client: &Client) -> Result<(), StoreError> {
    let select = "SELECT current_setting('server_version_num')::integer, current_setting('server_encoding'),
                  current_setting('data_checksums') = 'on'";
    let row = client.query_one(select, &[]).await?;
    let (version, encoding): (i32, String) = (value(&row, 0)?, value(&row, 1)?);
    if version < OLDEST_SERVER {
        let sentence = format!("{address} is PostgreSQL {}: Pegout needs 15 or newer.", version / 10_000);
        return Err(StoreError::Unusable(sentence));
    }
    if encoding != "UTF8" {
        let sentence =
            format!("{address} has the encoding {encoding}: make a database with ENCODING 'UTF8' TEMPLATE template0.");
        return Err(StoreError::Unusable(sentence));
    }
    if !value::<bool>(&row, 2)? {
        log::warn!(
            "{address} has no checksums of its pages, so that damage of indexes is not noticed: see pg_checksums"
        );
    }
    Ok(())
}

async fn migrate(address: &PostgresAddress, client: &Client) -> Result<(), StoreError> {
    // A large database takes its time.
    client.batch_execute("BEGIN; SET LOCAL statement_timeout = 0").await?;
    client.execute("SELECT pg_advisory_xact_lock($1)", &[&LOCK]).await?;
    let found = version(client).await?;
    let known = MIGRATIONS.len();
    match found {
        None if has_tables(client).await? => {
            let sentence = format!("{address} is not a database of Pegout's. Name another with --database.");
            return Err(StoreError::Unusable(sentence));
        }
        Some(version) if version > known => {
            return Err(StoreError::Unusable(newer(address)));
        }
        _ => {}
    }
    for migration in MIGRATIONS.iter().skip(found.unwrap_or(0)) {
        client.batch_execute(migration).await?;
    }
    if found.is_none() {
        let create = "CREATE TABLE pegout_schema (version bigint NOT NULL); INSERT INTO pegout_schema VALUES (0)";
        client.batch_execute(create).await?;
        insert_league(client).await?;
    }
    if found != Some(known) {
        client.execute("UPDATE pegout_schema SET version = $1", &[&(known as i64)]).await?;
    }
    Ok(client.batch_execute("COMMIT").await?)
}

/// Writes the default league of a new database.
async fn insert_league(client: &impl GenericClient) -> Result<(), Failure> {
    let League { name, settings, is_public, .. } = League::default();
    let insert = "INSERT INTO league (name, settings, public) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING";
    execute(client, insert, &[&name, &league::encode(&settings), &is_public]).await?;
    Ok(())
}

/// The version of the schema; `None` for a database without Pegout's tables.
async fn version(client: &Client) -> Result<Option<usize>, Failure> {
    let row = client.query_one("SELECT to_regclass('pegout_schema') IS NOT NULL", &[]).await?;
    if !value::<bool>(&row, 0)? {
        return Ok(None);
    }
    let row = client.query_one("SELECT version FROM pegout_schema", &[]).await?;
    Ok(Some(value::<i64>(&row, 0)? as usize))
}

async fn has_tables(client: &Client) -> Result<bool, Failure> {
    let select = "SELECT EXISTS (SELECT FROM pg_tables WHERE schemaname = current_schema())";
    value(&client.query_one(select, &[]).await?, 0)
}
