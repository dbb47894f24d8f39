//! The rows of webhooks.

use crate::db::{Db, DbError, Lock, Row, RowLock, exists, query_opt};
use crate::{AddWebhookOutcome, NewWebhook};
use pegout_model::webhook::{Webhook, WebhookStatus};
use pegout_model::webhook_event::WebhookId;

/// A webhook that was not removed, with the number of its messages that wait.
const SELECT: &str = "SELECT id, url, status, added_at, failing_since,
    (SELECT count(*) FROM webhook_delivery WHERE webhook = id AND webhook_delivery.status = 'waiting')
    FROM webhook WHERE status <> 'removed'";
const INSERT: &str = "INSERT INTO webhook (id, url, secret, status, added_at) VALUES ($1, $2, $3, $4, $5)";

fn decode(row: &Row) -> Result<Webhook, DbError> {
    Ok(Webhook {
        id: WebhookId::from_bytes(row.get(0)?),
        url: row.get(1)?,
        status: row.parse(2)?,
        added_at: row.get(3)?,
        failing_since: row.time_or_zero(4)?,
        waiting: row.get(5)?,
    })
}

/// All webhooks, the oldest first.
pub async fn all(db: &dyn Db) -> Result<Vec<Webhook>, DbError> {
    db.query(&format!("{SELECT} ORDER BY added_at, id"), &[]).await?.iter().map(decode).collect()
}

async fn find(db: &dyn Db, id: WebhookId) -> Result<Option<Webhook>, DbError> {
    query_opt(db, &format!("{SELECT} AND id = $1"), &[id.bytes().into()]).await?.as_ref().map(decode).transpose()
}

/// Waits for an append that has a message for the webhook. Returns true if there is a row.
async fn lock(db: &dyn Db, id: WebhookId) -> Result<bool, DbError> {
    let lock = format!("SELECT 1 FROM webhook WHERE id = $1{}", db.locking(RowLock::Update));
    exists(db, &lock, &[id.bytes().into()]).await
}

/// Inserts a webhook, unless its id was used or there are as many as `most`.
pub async fn add(db: &dyn Db, new: &NewWebhook, most: usize) -> Result<AddWebhookOutcome, DbError> {
    let NewWebhook { id, url, secret, at } = new;
    // Until the end no other server can add a webhook, so there are never more than `most`.
    db.lock(Lock::Webhooks).await?;
    if let Some(known) = find(db, *id).await? {
        return Ok(AddWebhookOutcome::Exists(known));
    }
    if exists(db, "SELECT 1 FROM webhook WHERE id = $1", &[id.bytes().into()]).await? {
        return Ok(AddWebhookOutcome::Removed);
    }
    if all(db).await?.len() >= most {
        return Ok(AddWebhookOutcome::TooMany);
    }
    let row = [id.bytes().into(), url.into(), secret.bytes().into(), "active".into(), (*at).into()];
    db.execute(INSERT, &row).await?;
    Ok(AddWebhookOutcome::Added)
}

/// Switches a webhook on or off. Returns false if there is no such webhook.
pub async fn set_status(db: &dyn Db, id: WebhookId, status: WebhookStatus) -> Result<bool, DbError> {
    lock(db, id).await?;
    let Some(found) = find(db, id).await? else { return Ok(false) };
    if found.status == status {
        return Ok(true);
    }
    let update = "UPDATE webhook SET status = $2, failing_since = 0 WHERE id = $1";
    db.execute(update, &[id.bytes().into(), status.to_string().into()]).await?;
    if status != WebhookStatus::Active {
        give_up(db, id).await?;
    }
    Ok(true)
}

/// Switches off a webhook after a delivery that failed for good.
pub async fn switch_off_failed(db: &dyn Db, id: WebhookId) -> Result<(), DbError> {
    let update = "UPDATE webhook SET status = 'failed' WHERE id = $1 AND status = 'active'";
    db.execute(update, &[id.bytes().into()]).await?;
    give_up(db, id).await
}

/// Deletes everything of a webhook but its id.
pub async fn remove(db: &dyn Db, id: WebhookId) -> Result<(), DbError> {
    if !lock(db, id).await? {
        return Ok(());
    }
    db.execute("DELETE FROM webhook_delivery WHERE webhook = $1", &[id.bytes().into()]).await?;
    // A damaged row refuses an update.
    db.execute("DELETE FROM webhook WHERE id = $1", &[id.bytes().into()]).await?;
    let row = [id.bytes().into(), "".into(), [0; 0].into(), "removed".into(), 0_i64.into()];
    db.execute(INSERT, &row).await.map(drop)
}

/// Gives up the deliveries of a webhook that wait.
async fn give_up(db: &dyn Db, webhook: WebhookId) -> Result<(), DbError> {
    let update = "UPDATE webhook_delivery SET status = 'failed' WHERE webhook = $1 AND status = 'waiting'";
    db.execute(update, &[webhook.bytes().into()]).await.map(drop)
}
