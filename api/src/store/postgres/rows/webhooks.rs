//! The rows of webhooks.

use deadpool_postgres::GenericClient;
use pegout_engine::league::WebhookId;
use tokio_postgres::Row;

use super::deliveries;
use crate::model::webhook::{Webhook, WebhookStatus};
use crate::store::postgres::failure::Failure;
use crate::store::postgres::statement::{execute, exists, query};
use crate::store::postgres::value::{bytes, moment, number, some_moment, value, word};
use crate::store::{AddedWebhook, NewWebhook};

/// A webhook that was not removed, with the number of its messages that wait.
const SELECT: &str = "SELECT id, url, status, added_at, failing_since,
    (SELECT count(*) FROM webhook_delivery WHERE webhook = id AND webhook_delivery.status = 'waiting')
    FROM webhook WHERE status <> 'removed'";

fn decode(row: &Row) -> Result<Webhook, Failure> {
    Ok(Webhook {
        id: WebhookId::from_bytes(bytes(row, 0)?),
        url: value(row, 1)?,
        status: word(row, 2)?,
        added_at: moment(value(row, 3)?)?,
        failing_since: some_moment(row, 4)?,
        waiting: number(row, 5)?,
    })
}

/// All webhooks, the oldest first.
pub async fn all(client: &impl GenericClient) -> Result<Vec<Webhook>, Failure> {
    query(client, &format!("{SELECT} ORDER BY added_at, id"), &[]).await?.iter().map(decode).collect()
}

async fn find(client: &impl GenericClient, id: WebhookId) -> Result<Option<Webhook>, Failure> {
    let rows = query(client, &format!("{SELECT} AND id = $1"), &[&id.bytes().as_slice()]).await?;
    rows.first().map(decode).transpose()
}

/// Inserts a webhook, unless its id was used or there are as many as `most`.
pub async fn add(client: &impl GenericClient, new: &NewWebhook, most: usize) -> Result<AddedWebhook, Failure> {
    let NewWebhook { id, url, secret, at } = new;
    // Nobody else may add one meanwhile: there are not to be more than `most`.
    execute(client, "LOCK TABLE webhook IN SHARE ROW EXCLUSIVE MODE", &[]).await?;
    if let Some(known) = find(client, *id).await? {
        return Ok(AddedWebhook::Known(known));
    }
    if exists(client, "SELECT FROM webhook WHERE id = $1", &[&id.bytes().as_slice()]).await? {
        return Ok(AddedWebhook::Removed);
    }
    if all(client).await?.len() >= most {
        return Ok(AddedWebhook::TooMany);
    }
    let insert = "INSERT INTO webhook (id, url, secret, status, added_at) VALUES ($1, $2, $3, 'active', $4)";
    execute(client, insert, &[&id.bytes().as_slice(), url, &secret.bytes().as_slice(), &at.millis()]).await?;
    Ok(AddedWebhook::Added)
}

/// Switches a webhook on or off; returns false where there is none.
pub async fn set_status(client: &impl GenericClient, id: WebhookId, status: WebhookStatus) -> Result<bool, Failure> {
    execute(client, "SELECT FROM webhook WHERE id = $1 FOR UPDATE", &[&id.bytes().as_slice()]).await?;
    let Some(found) = find(client, id).await? else { return Ok(false) };
    if found.status == status {
        return Ok(true);
    }
    let update = "UPDATE webhook SET status = $2, failing_since = 0 WHERE id = $1";
    execute(client, update, &[&id.bytes().as_slice(), &status.to_string()]).await?;
    if status != WebhookStatus::Active {
        deliveries::give_up(client, id).await?;
    }
    Ok(true)
}

/// Switches off a webhook to which nothing can be delivered.
pub async fn switch_off_failed(client: &impl GenericClient, id: WebhookId) -> Result<(), Failure> {
    let update = "UPDATE webhook SET status = 'failed' WHERE id = $1 AND status = 'active'";
    execute(client, update, &[&id.bytes().as_slice()]).await?;
    deliveries::give_up(client, id).await
}

/// Deletes everything of a webhook but its id.
pub async fn remove(client: &impl GenericClient, id: WebhookId) -> Result<(), Failure> {
    // An append that has a message for it is waited for.
    execute(client, "SELECT FROM webhook WHERE id = $1 FOR UPDATE", &[&id.bytes().as_slice()]).await?;
    execute(client, "DELETE FROM webhook_delivery WHERE webhook = $1", &[&id.bytes().as_slice()]).await?;
    let update = "UPDATE webhook SET url = '', secret = '', status = 'removed', added_at = 0, failing_since = 0
                  WHERE id = $1";
    execute(client, update, &[&id.bytes().as_slice()]).await?;
    Ok(())
}
