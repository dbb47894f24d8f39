//! The rows of webhooks.

use pegout_engine::Time;
use pegout_engine::league::WebhookId;
use rusqlite::{Connection, OptionalExtension, Row, params};

use super::tokens::moment;
use super::{decode_error, deliveries};
use crate::model::webhook::{Webhook, WebhookStatus};
use crate::store::{AddedWebhook, NewWebhook};

/// A webhook that was not removed, with the number of its messages that wait.
const SELECT: &str = "SELECT id, url, status, added_at, failing_since, \
    (SELECT count(*) FROM webhook_delivery WHERE webhook = id AND webhook_delivery.status = 'waiting') \
    FROM webhook WHERE status <> 'removed'";

fn decode(row: &Row) -> rusqlite::Result<Webhook> {
    let status: String = row.get(2)?;
    Ok(Webhook {
        id: WebhookId::from_bytes(row.get(0)?),
        url: row.get(1)?,
        status: status.parse().map_err(decode_error)?,
        added_at: moment(row.get(3)?)?,
        failing_since: some_moment(row.get(4)?)?,
        waiting: row.get(5)?,
    })
}

/// The moment of a column where 0 is none.
pub fn some_moment(millis: i64) -> rusqlite::Result<Option<Time>> {
    if millis == 0 { Ok(None) } else { moment(millis).map(Some) }
}

/// All webhooks, the oldest first.
pub fn all(connection: &Connection) -> rusqlite::Result<Vec<Webhook>> {
    let mut select = connection.prepare_cached(&format!("{SELECT} ORDER BY added_at, id"))?;
    let rows = select.query_map([], decode)?;
    rows.collect()
}

fn find(connection: &Connection, id: WebhookId) -> rusqlite::Result<Option<Webhook>> {
    let mut select = connection.prepare_cached(&format!("{SELECT} AND id = ?1"))?;
    select.query_row([id.bytes()], decode).optional()
}

/// Inserts a webhook, unless its id was used or there are as many as `most`.
pub fn add(connection: &Connection, new: &NewWebhook, most: usize) -> rusqlite::Result<AddedWebhook> {
    let NewWebhook { id, url, secret, at } = new;
    if let Some(known) = find(connection, *id)? {
        return Ok(AddedWebhook::Known(known));
    }
    if connection.prepare_cached("SELECT 1 FROM webhook WHERE id = ?1")?.exists([id.bytes()])? {
        return Ok(AddedWebhook::Removed);
    }
    if all(connection)?.len() >= most {
        return Ok(AddedWebhook::TooMany);
    }
    let insert = "INSERT INTO webhook (id, url, secret, status, added_at) VALUES (?1, ?2, ?3, 'active', ?4)";
    connection.execute(insert, params![id.bytes(), url, secret.bytes(), at.millis()])?;
    Ok(AddedWebhook::Added)
}

/// Switches a webhook on or off; returns false where there is none.
pub fn set_status(connection: &Connection, id: WebhookId, status: WebhookStatus) -> rusqlite::Result<bool> {
    let Some(found) = find(connection, id)? else { return Ok(false) };
    if found.status == status {
        return Ok(true);
    }
    let update = "UPDATE webhook SET status = ?2, failing_since = 0 WHERE id = ?1";
    connection.execute(update, params![id.bytes(), status.to_string()])?;
    if status != WebhookStatus::Active {
        deliveries::give_up(connection, id)?;
    }
    Ok(true)
}

/// Switches off a webhook to which nothing can be delivered.
pub fn switch_off_failed(connection: &Connection, id: WebhookId) -> rusqlite::Result<()> {
    connection.execute("UPDATE webhook SET status = 'failed' WHERE id = ?1 AND status = 'active'", [id.bytes()])?;
    deliveries::give_up(connection, id)
}

/// Deletes everything of a webhook but its id.
pub fn remove(connection: &Connection, id: WebhookId) -> rusqlite::Result<()> {
    // One that is damaged could not be updated.
    if connection.execute("DELETE FROM webhook WHERE id = ?1", [id.bytes()])? == 0 {
        return Ok(());
    }
    let insert = "INSERT INTO webhook (id, url, secret, status, added_at) VALUES (?1, '', x'', 'removed', 0)";
    connection.execute(insert, [id.bytes()]).map(drop)
}
