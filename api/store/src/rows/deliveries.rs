//! The rows of deliveries to webhooks.

use std::slice;

use pegout_engine::Time;
use pegout_league::NightId;

use super::webhooks;
use crate::db::{Db, DbError, Row, RowLock, Value, any_of, exists, query_opt};
use crate::{Attempt, AttemptOutcome, WaitingDeliveries};
use pegout_model::webhook::{Delivery, DeliveryStatus, DueDelivery};
use pegout_model::webhook_event::{MessageId, WebhookEvent, WebhookId};
use pegout_model::webhook_secret::WebhookSecret;

/// The condition of a delivery that is the next of its night.
const IS_NEXT: &str = "delivery.status = 'waiting' AND NOT EXISTS (SELECT 1 FROM webhook_delivery AS earlier
    WHERE earlier.webhook = delivery.webhook AND earlier.night = delivery.night AND earlier.status = 'waiting'
    AND earlier.sequence < delivery.sequence)";

/// Inserts a message to every webhook that is switched on.
pub async fn insert(db: &dyn Db, event: &WebhookEvent) -> Result<(), DbError> {
    let WebhookEvent { message, event_type, night, at, body } = event;
    let insert = format!(
        "INSERT INTO webhook_delivery (webhook, message, type, night, body, at, next_attempt_at)
         SELECT id, $1, $2, $3, $4, $5, $5 FROM webhook WHERE status = 'active' ORDER BY added_at, id{}
         ON CONFLICT DO NOTHING",
        db.locking(RowLock::KeyShare)
    );
    let (message, night) = (message.bytes().into(), night.bytes().into());
    let row = [message, event_type.to_string().into(), night, body.into(), (*at).into()];
    db.execute(&insert, &row).await.map(drop)
}

/// The newest deliveries of a webhook, the newest first. With `after`, only older deliveries; `None` if `after` is
/// unknown.
pub async fn newest(
    db: &dyn Db,
    webhook: WebhookId,
    after: Option<MessageId>,
    most: usize,
) -> Result<Option<Vec<Delivery>>, DbError> {
    let mut before = i64::MAX;
    if let Some(message) = after {
        let select = "SELECT sequence FROM webhook_delivery WHERE webhook = $1 AND message = $2";
        let found = query_opt(db, select, &[webhook.bytes().into(), message.bytes().into()]).await?;
        let Some(row) = found else { return Ok(None) };
        before = row.get(0)?;
    }
    let select = "SELECT message, type, at, night, status, attempts, last_attempt_at, http_status, next_attempt_at,
                  failure FROM webhook_delivery WHERE webhook = $1 AND sequence < $2
                  ORDER BY sequence DESC LIMIT $3";
    let rows = db.query(select, &[webhook.bytes().into(), before.into(), most.into()]).await?;
    rows.iter().map(decode).collect::<Result<_, _>>().map(Some)
}

fn decode(row: &Row) -> Result<Delivery, DbError> {
    let status = row.parse(4)?;
    let failure = if row.get::<String>(9)?.is_empty() { None } else { Some(row.parse(9)?) };
    Ok(Delivery {
        id: MessageId::from_bytes(row.get(0)?),
        event_type: row.parse(1)?,
        at: row.get(2)?,
        night_id: NightId::from_bytes(row.get(3)?),
        status,
        attempts: row.get(5)?,
        last_attempt_at: row.time_or_zero(6)?,
        http_status: Some(row.get(7)?).filter(|status| *status > 0),
        failure,
        next_attempt_at: Some(row.get(8)?).filter(|_| status == DeliveryStatus::Waiting),
    })
}

/// Lets a delivery of a webhook that is switched on wait for an attempt now. Returns false if there is no such
/// delivery.
pub async fn send_again(db: &dyn Db, webhook: WebhookId, message: MessageId, now: Time) -> Result<bool, DbError> {
    let (webhook, message): (Value, Value) = (webhook.bytes().into(), message.bytes().into());
    // A delivery that waits for its next attempt is tried at once.
    let update = "UPDATE webhook_delivery SET next_attempt_at = $3,
                  attempts = CASE status WHEN 'waiting' THEN attempts ELSE 0 END,
                  first_attempt_at = CASE status WHEN 'waiting' THEN first_attempt_at ELSE 0 END, status = 'waiting'
                  WHERE webhook = $1 AND message = $2 AND (status <> 'waiting' OR next_attempt_at > $3)
                  AND EXISTS (SELECT 1 FROM webhook WHERE id = $1 AND webhook.status = 'active')";
    db.execute(update, &[webhook.clone(), message.clone(), now.into()]).await?;
    let select = "SELECT 1 FROM webhook_delivery WHERE webhook = $1 AND message = $2";
    exists(db, select, &[webhook, message]).await
}

/// The moment when the next delivery is due, and the oldest event whose delivery waits.
pub async fn waiting(db: &dyn Db) -> Result<WaitingDeliveries, DbError> {
    let select = format!(
        "SELECT min(CASE WHEN next_attempt_at > leased_until THEN next_attempt_at ELSE leased_until END),
         (SELECT min(at) FROM webhook_delivery WHERE status = 'waiting')
         FROM webhook_delivery AS delivery JOIN webhook ON webhook.id = delivery.webhook AND webhook.status = 'active'
         WHERE {IS_NEXT}"
    );
    let row = query_opt(db, &select, &[]).await?.ok_or_else(|| DbError::unreadable("no number of deliveries"))?;
    Ok(WaitingDeliveries { next_at: row.get(0)?, oldest: row.get(1)? })
}

/// Claims the deliveries that are due, one a webhook. Only one server gets each: a server passes over a webhook that
/// another server looks at.
pub async fn claim(db: &dyn Db, now: Time, lease_until: Time) -> Result<Vec<DueDelivery>, DbError> {
    let lock = db.locking(RowLock::NoKeyUpdateSkipLocked);
    let lock = format!("SELECT id FROM webhook WHERE status = 'active' ORDER BY id{lock}");
    let ids = |rows: Vec<Row>| rows.into_iter().flat_map(|row| row.0.into_iter().take(1)).collect::<Vec<Value>>();
    let (webhooks, mut values) = any_of(2, ids(db.query(&lock, &[]).await?));
    let due = format!(
        "SELECT min(delivery.sequence) FROM webhook_delivery AS delivery
         WHERE delivery.webhook IN ({webhooks}) AND next_attempt_at <= $1 AND leased_until <= $1 AND {IS_NEXT}
         AND NOT EXISTS (SELECT 1 FROM webhook_delivery AS other WHERE other.webhook = delivery.webhook
         AND other.status = 'waiting' AND other.leased_until > $1) GROUP BY delivery.webhook"
    );
    values.insert(0, now.into());
    let due = ids(db.query(&due, &values).await?);
    let lease = "UPDATE webhook_delivery SET leased_until = $2 WHERE sequence = $1";
    for sequence in &due {
        db.execute(lease, &[sequence.clone(), lease_until.into()]).await?;
    }
    let (due, values) = any_of(1, due);
    let select = format!(
        "SELECT webhook.id, message, url, secret, body, attempts, first_attempt_at
         FROM webhook_delivery AS delivery JOIN webhook ON webhook.id = delivery.webhook
         WHERE delivery.sequence IN ({due}) ORDER BY webhook.id"
    );
    db.query(&select, &values).await?.iter().map(decode_due).collect()
}

fn decode_due(row: &Row) -> Result<DueDelivery, DbError> {
    Ok(DueDelivery {
        webhook: WebhookId::from_bytes(row.get(0)?),
        message: MessageId::from_bytes(row.get(1)?),
        url: row.get(2)?,
        secret: WebhookSecret::from_bytes(row.get(3)?),
        body: row.get(4)?,
        attempts: row.get(5)?,
        first_attempt_at: row.time_or_zero(6)?,
    })
}

/// Notes the outcome of an attempt. If the delivery was removed or switched off during the attempt, nothing else
/// changes.
pub async fn note(db: &dyn Db, attempt: &Attempt) -> Result<(), DbError> {
    let Attempt { webhook, message, at, http_status, failure, outcome } = attempt;
    let (status, next) = match outcome {
        AttemptOutcome::Delivered => (DeliveryStatus::Delivered, None),
        AttemptOutcome::Retry(next) => (DeliveryStatus::Waiting, Some(*next)),
        AttemptOutcome::GivenUp | AttemptOutcome::Gone => (DeliveryStatus::Failed, None),
    };
    let failure = failure.map(|failure| failure.to_string()).unwrap_or_default();
    let http_status = u32::from(http_status.unwrap_or_default());
    let id: Value = webhook.bytes().into();
    // Everybody locks the webhook first.
    let lock = format!("SELECT 1 FROM webhook WHERE id = $1{}", db.locking(RowLock::NoKeyUpdate));
    db.query(&lock, slice::from_ref(&id)).await?;
    let update = "UPDATE webhook_delivery SET attempts = attempts + 1, last_attempt_at = $3, http_status = $4,
                  failure = $5, first_attempt_at = CASE first_attempt_at WHEN 0 THEN $3 ELSE first_attempt_at END,
                  leased_until = 0, next_attempt_at = coalesce($6, next_attempt_at),
                  status = CASE WHEN status = 'waiting' OR $7 = 'delivered' THEN $7 ELSE status END
                  WHERE webhook = $1 AND message = $2 RETURNING first_attempt_at";
    let row = [
        id.clone(),
        message.bytes().into(),
        (*at).into(),
        http_status.into(),
        failure.into(),
        next.into(),
        status.to_string().into(),
    ];
    let Some(row) = query_opt(db, update, &row).await? else { return Ok(()) };
    let first_attempt_at: i64 = row.get(0)?;
    let is_delivered = *outcome == AttemptOutcome::Delivered;
    let failing_since = if is_delivered { 0 } else { at.millis() };
    let update = "UPDATE webhook SET failing_since = $2 WHERE id = $1 AND status <> 'removed'
                  AND (failing_since = 0) <> $3";
    db.execute(update, &[id.clone(), failing_since.into(), (failing_since == 0).into()]).await?;
    let is_over = match outcome {
        AttemptOutcome::Gone => true,
        // Another message was delivered since the first attempt, so the receiver is alive.
        AttemptOutcome::GivenUp => {
            let select = "SELECT 1 FROM webhook WHERE id = $1 AND failing_since <= $2";
            exists(db, select, &[id, first_attempt_at.into()]).await?
        }
        AttemptOutcome::Delivered | AttemptOutcome::Retry(_) => false,
    };
    if is_over {
        webhooks::switch_off_failed(db, *webhook).await?;
    }
    Ok(())
}

/// Deletes the deliveries that are over, of events before this, without an attempt since. Returns their number.
pub async fn delete_old(db: &dyn Db, before: Time) -> Result<usize, DbError> {
    let delete = "DELETE FROM webhook_delivery WHERE status <> 'waiting' AND at < $1 AND last_attempt_at < $1";
    Ok(db.execute(delete, &[before.into()]).await? as usize)
}
