//! The rows of deliveries to webhooks.

use pegout_engine::Time;
use pegout_engine::league::{MessageId, NightId, WebhookId};
use rusqlite::{Connection, OptionalExtension, Row, params};

use super::decode_error;
use super::tokens::moment;
use super::webhooks::{self, some_moment};
use crate::model::webhook::{Delivery, DeliveryStatus, DueDelivery};
use crate::model::webhook_event::WebhookEvent;
use crate::model::webhook_secret::WebhookSecret;
use crate::store::{Attempt, AttemptOutcome, WaitingDeliveries};

/// The condition of a delivery that is the next of its night.
const IS_NEXT: &str = "delivery.status = 'waiting' AND NOT EXISTS (SELECT 1 FROM webhook_delivery AS earlier \
    WHERE earlier.webhook = delivery.webhook AND earlier.night = delivery.night AND earlier.status = 'waiting' \
    AND earlier.sequence < delivery.sequence)";

/// Inserts a message to every webhook that is switched on.
pub fn insert(connection: &Connection, event: &WebhookEvent) -> rusqlite::Result<()> {
    let WebhookEvent { message, event_type, night, at, body } = event;
    let mut insert = connection.prepare_cached(
        "INSERT INTO webhook_delivery (webhook, message, type, night, body, at, next_attempt_at) \
         SELECT id, ?1, ?2, ?3, ?4, ?5, ?5 FROM webhook WHERE status = 'active' ORDER BY added_at, id \
         ON CONFLICT DO NOTHING",
    )?;
    let row = params![message.bytes(), event_type.to_string(), night.bytes(), body, at.millis()];
    insert.execute(row).map(drop)
}

/// The newest deliveries of a webhook, the newest first, or those that are older than this one; `None` where there is no such
/// one.
pub fn newest(
    connection: &Connection,
    webhook: WebhookId,
    after: Option<MessageId>,
    most: usize,
) -> rusqlite::Result<Option<Vec<Delivery>>> {
    let mut before = i64::MAX;
    if let Some(message) = after {
        let select = "SELECT sequence FROM webhook_delivery WHERE webhook = ?1 AND message = ?2";
        let mut select = connection.prepare_cached(select)?;
        let found = select.query_row([webhook.bytes(), message.bytes()], |row| row.get(0)).optional()?;
        let Some(sequence) = found else { return Ok(None) };
        before = sequence;
    }
    let mut select = connection.prepare_cached(
        "SELECT message, type, at, night, status, attempts, last_attempt_at, http_status, next_attempt_at, \
         failure FROM webhook_delivery WHERE webhook = ?1 AND sequence < ?2 ORDER BY sequence DESC LIMIT ?3",
    )?;
    let rows = select.query_map(params![webhook.bytes(), before, most as i64], decode)?;
    rows.collect::<Result<_, _>>().map(Some)
}

fn decode(row: &Row) -> rusqlite::Result<Delivery> {
    let word = |column| row.get::<_, String>(column);
    let status = word(4)?.parse().map_err(decode_error)?;
    let (http_status, failure) = (row.get::<_, u16>(7)?, Some(word(9)?).filter(|failure| !failure.is_empty()));
    Ok(Delivery {
        id: MessageId::from_bytes(row.get(0)?),
        event_type: word(1)?.parse().map_err(decode_error)?,
        at: moment(row.get(2)?)?,
        night_id: NightId::from_bytes(row.get(3)?),
        status,
        attempts: row.get(5)?,
        last_attempt_at: some_moment(row.get(6)?)?,
        http_status: Some(http_status).filter(|status| *status > 0),
        failure: failure.map(|failure| failure.parse().map_err(decode_error)).transpose()?,
        next_attempt_at: Some(moment(row.get(8)?)?).filter(|_| status == DeliveryStatus::Waiting),
    })
}

/// Lets a delivery of a webhook that is switched on wait to be sent now; returns false where there is none.
pub fn send_again(
    connection: &Connection,
    webhook: WebhookId,
    message: MessageId,
    now: Time,
) -> rusqlite::Result<bool> {
    let select = "SELECT status FROM webhook_delivery WHERE webhook = ?1 AND message = ?2";
    let found: Option<String> = connection
        .prepare_cached(select)?
        .query_row([webhook.bytes(), message.bytes()], |row| row.get(0))
        .optional()?;
    // One that waits for its next attempt is tried at once.
    connection
        .prepare_cached(
            "UPDATE webhook_delivery SET next_attempt_at = ?3, \
             attempts = iif(status = 'waiting', attempts, 0), \
             first_attempt_at = iif(status = 'waiting', first_attempt_at, 0), status = 'waiting' \
             WHERE webhook = ?1 AND message = ?2 AND (status <> 'waiting' OR next_attempt_at > ?3) \
             AND EXISTS (SELECT 1 FROM webhook WHERE id = ?1 AND webhook.status = 'active')",
        )?
        .execute(params![webhook.bytes(), message.bytes(), now.millis()])?;
    Ok(found.is_some())
}

/// Gives up everything of a webhook that waits.
pub fn give_up(connection: &Connection, webhook: WebhookId) -> rusqlite::Result<()> {
    let update = "UPDATE webhook_delivery SET status = 'failed' WHERE webhook = ?1 AND status = 'waiting'";
    connection.prepare_cached(update)?.execute([webhook.bytes()]).map(drop)
}

/// The moment when the next delivery is due, and the oldest event whose delivery waits.
pub fn waiting(connection: &Connection) -> rusqlite::Result<WaitingDeliveries> {
    let mut select = connection.prepare_cached(&format!(
        "SELECT min(max(next_attempt_at, leased_until)), (SELECT min(at) FROM webhook_delivery WHERE status = 'waiting') \
         FROM webhook_delivery AS delivery JOIN webhook ON webhook.id = delivery.webhook AND webhook.status = 'active' \
         WHERE {IS_NEXT}"
    ))?;
    let moment = |millis: Option<i64>| millis.map(moment).transpose();
    select.query_row([], |row| Ok(WaitingDeliveries { next_at: moment(row.get(0)?)?, oldest: moment(row.get(1)?)? }))
}

/// Claims the deliveries that are due, one a webhook.
pub fn claim(connection: &Connection, now: Time, lease_until: Time) -> rusqlite::Result<Vec<DueDelivery>> {
    let mut select = connection.prepare_cached(&format!(
        "SELECT min(delivery.sequence), webhook.id, message, url, secret, body, attempts, first_attempt_at \
         FROM webhook_delivery AS delivery JOIN webhook ON webhook.id = delivery.webhook \
         WHERE webhook.status = 'active' AND next_attempt_at <= ?1 AND leased_until <= ?1 AND {IS_NEXT} \
         AND NOT EXISTS (SELECT 1 FROM webhook_delivery AS other WHERE other.webhook = delivery.webhook \
         AND other.status = 'waiting' AND other.leased_until > ?1) GROUP BY webhook.id"
    ))?;
    let rows = select.query_map([now.millis()], |row| Ok((row.get(0)?, decode_due(row)?)))?;
    let due: Vec<(i64, DueDelivery)> = rows.collect::<Result<_, _>>()?;
    let mut lease = connection.prepare_cached("UPDATE webhook_delivery SET leased_until = ?2 WHERE sequence = ?1")?;
    let mut claimed = Vec::new();
    for (sequence, delivery) in due {
        lease.execute(params![sequence, lease_until.millis()])?;
        claimed.push(delivery);
    }
    Ok(claimed)
}

fn decode_due(row: &Row) -> rusqlite::Result<DueDelivery> {
    Ok(DueDelivery {
        webhook: WebhookId::from_bytes(row.get(1)?),
        message: MessageId::from_bytes(row.get(2)?),
        url: row.get(3)?,
        secret: WebhookSecret::from_bytes(row.get(4)?),
        body: row.get(5)?,
        attempts: row.get(6)?,
        first_attempt_at: some_moment(row.get(7)?)?,
    })
}

/// Notes the outcome of an attempt. An attempt at what was removed or switched off meanwhile changes nothing else.
pub fn note(connection: &Connection, attempt: &Attempt) -> rusqlite::Result<()> {
    let Attempt { webhook, message, at, http_status, failure, outcome } = attempt;
    let (status, next) = match outcome {
        AttemptOutcome::Delivered => (DeliveryStatus::Delivered, None),
        AttemptOutcome::Retry(next) => (DeliveryStatus::Waiting, Some(next.millis())),
        AttemptOutcome::GivenUp | AttemptOutcome::Gone => (DeliveryStatus::Failed, None),
    };
    let (status, failure) = (status.to_string(), failure.map(|failure| failure.to_string()).unwrap_or_default());
    let http_status = http_status.unwrap_or_default();
    let first_attempt_at: Option<i64> = connection
        .prepare_cached(
            "UPDATE webhook_delivery SET attempts = attempts + 1, last_attempt_at = ?3, http_status = ?4, failure = ?5, \
             first_attempt_at = iif(first_attempt_at = 0, ?3, first_attempt_at), leased_until = 0, \
             next_attempt_at = coalesce(?6, next_attempt_at), \
             status = iif(status = 'waiting' OR ?7 = 'delivered', ?7, status) \
             WHERE webhook = ?1 AND message = ?2 RETURNING first_attempt_at",
        )?
        .query_row(
            params![webhook.bytes(), message.bytes(), at.millis(), http_status, failure, next, status],
            |row| row.get(0),
        )
        .optional()?;
    let Some(first_attempt_at) = first_attempt_at else { return Ok(()) };
    let failing_since = if *outcome == AttemptOutcome::Delivered { 0 } else { at.millis() };
    connection
        .prepare_cached(
            "UPDATE webhook SET failing_since = ?2 WHERE id = ?1 AND status <> 'removed' \
             AND (failing_since = 0) <> (?2 = 0)",
        )?
        .execute(params![webhook.bytes(), failing_since])?;
    let is_over = match outcome {
        AttemptOutcome::Gone => true,
        // Another message was delivered meanwhile, so that the receiver is alive.
        AttemptOutcome::GivenUp => connection
            .prepare_cached("SELECT 1 FROM webhook WHERE id = ?1 AND failing_since <= ?2")?
            .exists(params![webhook.bytes(), first_attempt_at])?,
        AttemptOutcome::Delivered | AttemptOutcome::Retry(_) => false,
    };
    if is_over {
        webhooks::switch_off_failed(connection, *webhook)?;
    }
    Ok(())
}

/// Deletes the deliveries that are over, of events before this that were not tried since either; returns their number.
pub fn thin(connection: &Connection, before: Time) -> rusqlite::Result<usize> {
    let delete = "DELETE FROM webhook_delivery WHERE status <> 'waiting' AND max(at, last_attempt_at) < ?1";
    connection.prepare_cached(delete)?.execute([before.millis()])
}
