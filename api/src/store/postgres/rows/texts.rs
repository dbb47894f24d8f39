//! The rows of the free texts that stand beside the log, each with the event and the field that it belongs to.

use std::collections::HashMap;

use deadpool_postgres::GenericClient;

use crate::model::player::PlayerText;
use crate::store::TextKey;
use crate::store::postgres::failure::Failure;
use crate::store::postgres::statement::{execute, query};
use crate::store::postgres::value::{bytes, number, value};
use crate::store::text::Text;

/// The texts of streams by stream, version and field.
pub type Texts = HashMap<([u8; 16], u64, String), Text>;

/// The texts of these streams.
pub async fn of_streams(client: &impl GenericClient, streams: &[&[u8]]) -> Result<Texts, Failure> {
    let select = "SELECT stream, version, field, text, salt FROM event_text WHERE stream = ANY($1)";
    let rows = query(client, select, &[&streams]).await?;
    let text = |row| {
        let key = (bytes(row, 0)?, number(row, 1)?, value(row, 2)?);
        Ok((key, Text { text: value(row, 3)?, salt: value(row, 4)? }))
    };
    rows.iter().map(text).collect()
}

/// All texts that were not removed, each once, in the order of the alphabet.
pub async fn all(client: &impl GenericClient) -> Result<Vec<PlayerText>, Failure> {
    let select = "SELECT text, count(*) FROM event_text WHERE salt <> '' GROUP BY text ORDER BY text COLLATE \"C\"";
    let rows = query(client, select, &[]).await?;
    rows.iter().map(|row| Ok(PlayerText { text: value(row, 0)?, events: number(row, 1)? })).collect()
}

/// Removes these texts wherever they stand; returns the number of events that had one.
pub async fn remove(client: &impl GenericClient, texts: &[String]) -> Result<u64, Failure> {
    let update = "UPDATE event_text SET text = '', salt = '' WHERE text = ANY($1) AND salt <> ''";
    Ok(execute(client, update, &[&texts]).await?)
}

/// The places from which texts were removed.
pub async fn removed(client: &impl GenericClient) -> Result<Vec<TextKey>, Failure> {
    let select = "SELECT stream, version, field FROM event_text WHERE salt = '' ORDER BY stream, version, field";
    let rows = query(client, select, &[]).await?;
    let key = |row| Ok(TextKey { stream: bytes(row, 0)?, version: number(row, 1)?, field: value(row, 2)? });
    rows.iter().map(key).collect()
}
