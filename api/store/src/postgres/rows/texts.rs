//! The rows of the free texts that stand beside the log, each with the event and the field that it belongs to.

use std::collections::HashMap;

use deadpool_postgres::GenericClient;

use crate::postgres::failure::Failure;
use crate::postgres::statement::query;
use crate::postgres::value::{bytes, number, value};
use crate::text::Text;

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
