//! The rows of deliveries to webhooks.

use deadpool_postgres::GenericClient;
use pegout_engine::Time;
use pegout_engine::league::{MessageId, NightId, WebhookId};
use tokio_postgres::Row;

use super::webhooks;
use crate::model::webhook::{Delivery, DeliveryStatus, DueDelivery};
use crate::model::webhook_event::WebhookEvent;
use crate::model::webhook_secret::WebhookSecret;
use crate::store::postgres::failure::Failure;
use crate::store::postgres::statement::{execute, exists, query, query_opt};
use crate::store::postgres::value::{bytes, expiry, moment, number, some_moment, value, word};
use crate::store::{Attempt, AttemptOutcome, WaitingDeliveries};

/// The condition of a delivery that is the next of its night.
const IS_NEXT: &str = "delivery.status = 'waiting' AND NOT EXISTS (SELECT FROM webhook_delivery AS earlier
    WHERE earlier.webhook = delivery.webhook AND earlier.night = delivery.night AND earlier.status = 'waiting'
    AND earlier.sequence < delivery.sequence)";

/// Inserts a message to every webhook that is switched on.
pub async fn insert(client: &impl GenericClient, event: &WebhookEvent) -> Result<(), Failure> {
    let WebhookEvent { message, event_type, night, at, body } = event;
    let insert = "INSERT INTO webhook_delivery (webhook, message, type, night, body, at, next_attempt_at)
                  SELECT id, $1, $2, $3, $4, $5, $5 FROM webhook WHERE status = 'active' ORDER BY added_at, id
                  FOR KEY SHARE ON CONFLICT DO NOTHING";
    let (message, night) = (message.bytes(), night.bytes());
    let event_type = event_type.to_string();
    execute(client, insert, &[&message.as_slice(), &event_type, &night.as_slice(), body, &at.millis()]).await?;
    Ok(())
}

/// The newest deliveries of a webhook, the newest first, or those that are older than this one; `None` where there is no such
/// one.
pub async fn newest(
    client: &impl GenericClient,
    webhook: WebhookId,
    after: Option<MessageId>,
    most: usize,
) -> Result<Option<Vec<Delivery>>, Failure> {
    let webhook = webhook.bytes();
    let mut before = i64::MAX;
    if let Some(message) = after {
        let select = "SELECT sequence FROM webhook_delivery WHERE webhook = $1 AND message = $2";
        let found = query_opt(client, select, &[&webhook.as_slice(), &message.bytes().as_slice()]).await?;
        let Some(row) = found else { return Ok(None) };
        before = value(&row, 0)?;
    }
    let select = "SELECT message, type, at, night, status, attempts, last_attempt_at, http_status, next_attempt_at,
                  failure FROM webhook_delivery WHERE webhook = $1 AND sequence < $2
                  ORDER BY sequence DESC LIMIT $3";
    let rows = query(client, select, &[&webhook.as_slice(), &before, &(most as i64)]).await?;
    rows.iter().map(decode).collect::<Result<_, _>>().map(Some)
}

fn decode(row: &Row) -> Result<Delivery, Failure> {
    let status = word(row, 4)?;
    let failure = if value::<&str>(row, 9)?.is_empty() { None } else { Some(word(row, 9)?) };
    Ok(Delivery {
        id: MessageId::from_bytes(bytes(row, 0)?),
        event_type: word(row, 1)?,
        at: moment(value(row, 2)?)?,
        night_id: NightId::from_bytes(bytes(row, 3)?),
        status,
        attempts: number(row, 5)?,
        last_attempt_at: some_moment(row, 6)?,
        http_status: Some(number(row, 7)?).filter(|status| *status > 0),
        failure,
        next_attempt_at: Some(moment(value(row, 8)?)?).filter(|_| status == DeliveryStatus::Waiting),
    })
}

/// Lets a delivery of a webhook that is switched on wait to be sent now; returns false where there is none.
pub async fn send_again(
    client: &impl GenericClient,
    webhook: WebhookId,
    message: MessageId,
    now: Time,
) -> Result<bool, Failure> {
    let (webhook, message) = (webhook.bytes(), message.bytes());
    // One that waits for its next attempt is tried at once.
    let update = "UPDATE webhook_delivery SET next_attempt_at = $3,
                  attempts = CASE status WHEN 'waiting' THEN attempts ELSE 0 END,
                  first_attempt_at = CASE status WHEN 'waiting' THEN first_attempt_at ELSE 0 END, status = 'waiting'
                  WHERE webhook = $1 AND message = $2 AND (status <> 'waiting' OR next_attempt_at > $3)
                  AND EXISTS (SELECT FROM webhook WHERE id = $1 AND webhook.status = 'active')";
    execute(client, update, &[&webhook.as_slice(), &message.as_slice(), &now.millis()]).await?;
    let select = "SELECT FROM webhook_delivery WHERE webhook = $1 AND message = $2";
    Ok(exists(client, select, &[&webhook.as_slice(), &message.as_slice()]).await?)
}

/// Gives up everything of a webhook that waits.
pub async fn give_up(client: &impl GenericClient, webhook: WebhookId) -> Result<(), Failure> {
    let update = "UPDATE webhook_delivery SET status = 'failed' WHERE webhook = $1 AND status = 'waiting'";
    execute(client, update, &[&webhook.bytes().as_slice()]).await?;
    Ok(())
}

/// The moment when the next delivery is due, and the oldest event whose delivery waits.
pub async fn waiting(client: &impl GenericClient) -> Result<WaitingDeliveries, Failure> {
    let select = format!(
        "SELECT min(greatest(next_attempt_at, leased_until)),
         (SELECT min(at) FROM webhook_delivery WHERE status = 'waiting')
         FROM webhook_delivery AS delivery JOIN webhook ON webhook.id = delivery.webhook AND webhook.status = 'active'
         WHERE {IS_NEXT}"
    );
    let rows = query(client, &select, &[]).await?;
    let row = rows.first().ok_or_else(|| Failure::unreadable("no number of deliveries"))?;
    Ok(WaitingDeliveries { next_at: expiry(row, 0)?, oldest: expiry(row, 1)? })
}

/// Claims the deliveries that are due, one a webhook. Of several servers one gets each: a webhook at which another looks is
/// passed over.
pub async fn claim(client: &impl GenericClient, now: Time, lease_until: Time) -> Result<Vec<DueDelivery>, Failure> {
    let lock = "SELECT id FROM webhook WHERE status = 'active' ORDER BY id FOR NO KEY UPDATE SKIP LOCKED";
    let rows = query(client, lock, &[]).await?;
    let webhooks: Vec<&[u8]> = rows.iter().map(|row| value(row, 0)).collect::<Result<_, _>>()?;
    let due = format!(
        "UPDATE webhook_delivery AS claimed SET leased_until = $2 FROM webhook WHERE webhook.id = claimed.webhook
         AND claimed.sequence IN (SELECT min(delivery.sequence) FROM webhook_delivery AS delivery
         WHERE delivery.webhook = ANY($3) AND next_attempt_at <= $1 AND leased_until <= $1 AND {IS_NEXT}
         AND NOT EXISTS (SELECT FROM webhook_delivery AS other WHERE other.webhook = delivery.webhook
         AND other.status = 'waiting' AND other.leased_until > $1) GROUP BY delivery.webhook)
         RETURNING webhook.id, message, url, secret, body, attempts, first_attempt_at"
    );
    query(client, &due, &[&now.millis(), &lease_until.millis(), &webhooks]).await?.iter().map(decode_due).collect()
}

fn decode_due(row: &Row) -> Result<DueDelivery, Failure> {
    Ok(DueDelivery {
        webhook: WebhookId::from_bytes(bytes(row, 0)?),
        message: MessageId::from_bytes(bytes(row, 1)?),
        url: value(row, 2)?,
        secret: WebhookSecret::from_bytes(bytes(row, 3)?),
        body: value(row, 4)?,
        attempts: number(row, 5)?,
        first_attempt_at: some_moment(row, 6)?,
    })
}

/// Notes the outcome of an attempt. An attempt at what was removed or switched off meanwhile changes nothing else.
pub async fn note(client: &impl GenericClient, attempt: &Attempt) -> Result<(), Failure> {
    let Attempt { webhook, message, at, http_status, failure, outcome } = attempt;
    let (status, next) = match outcome {
        AttemptOutcome::Delivered => (DeliveryStatus::Delivered, None),
        AttemptOutcome::Retry(next) => (DeliveryStatus::Waiting, Some(next.millis())),
        AttemptOutcome::GivenUp | AttemptOutcome::Gone => (DeliveryStatus::Failed, None),
    };
    let (status, failure) = (status.to_string(), failure.map(|failure| failure.to_string()).unwrap_or_default());
    let http_status = i64::from(http_status.unwrap_or_default());
    let (id, message, at) = (webhook.bytes(), message.bytes(), at.millis());
    // In the order of all others: the webhook first.
    execute(client, "SELECT FROM webhook WHERE id = $1 FOR NO KEY UPDATE", &[&id.as_slice()]).await?;
    let update = "UPDATE webhook_delivery SET attempts = attempts + 1, last_attempt_at = $3, http_status = $4,
                  failure = $5, first_attempt_at = CASE first_attempt_at WHEN 0 THEN $3 ELSE first_attempt_at END,
                  leased_until = 0, next_attempt_at = coalesce($6, next_attempt_at),
                  status = CASE WHEN status = 'waiting' OR $7 = 'delivered' THEN $7 ELSE status END
                  WHERE webhook = $1 AND message = $2 RETURNING first_attempt_at";
    let row = [&id.as_slice() as _, &message.as_slice() as _, &at as _, &http_status as _, &failure as _, &next as _];
    let row = query_opt(client, update, &[&row[..], &[&status as _]].concat()).await?;
    let Some(first_attempt_at) = row.map(|row| value::<i64>(&row, 0)).transpose()? else { return Ok(()) };
    let failing_since = if *outcome == AttemptOutcome::Delivered { 0 } else { at };
    let update = "UPDATE webhook SET failing_since = $2 WHERE id = $1 AND status <> 'removed'
                  AND (failing_since = 0) <> ($2::bigint = 0)";
    execute(client, update, &[&id.as_slice(), &failing_since]).await?;
    let is_over = match outcome {
        AttemptOutcome::Gone => true,
        // Another message was delivered meanwhile, so that the receiver is alive.
        AttemptOutcome::GivenUp => {
            let select = "SELECT FROM webhook WHERE id = $1 AND failing_since <= $2";
            exists(client, select, &[&id.as_slice(), &first_attempt_at]).await?
        }
        AttemptOutcome::Delivered | AttemptOutcome::Retry(_) => false,
    };
    if is_over {
        webhooks::switch_off_failed(client, *webhook).await?;
    }
    Ok(())
}

/// Deletes the deliveries that are over, of events before this that were not tried since either; returns their number.
pub async fn thin(client: &impl GenericClient, before: Time) -> Result<u64, Failure> {
    let delete = "DELETE FROM webhook_delivery WHERE status <> 'waiting' AND greatest(at, last_attempt_at) < $1";
    Ok(execute(client, delete, &[&before.millis()]).await?)
}
