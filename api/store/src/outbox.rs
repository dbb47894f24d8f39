//! The outbox: webhooks, and the messages that wait to be delivered to them.

use async_trait::async_trait;
use futures_util::FutureExt;
use pegout_engine::Time;

use super::StoreError;
use super::db::{HasBackend, read, write, write_quietly};
use super::rows::{deliveries, webhooks};
use pegout_model::webhook::{Delivery, DeliveryFailure, DueDelivery, Webhook, WebhookStatus};
use pegout_model::webhook_event::{MessageId, WebhookId};
use pegout_model::webhook_secret::WebhookSecret;

/// The tables of the outbox.
const TABLES: &[&str] = &["webhook", "webhook_delivery"];

/// The webhooks and their deliveries. A message is written together with its events, by
/// [`PlainRow::WebhookEvent`](super::PlainRow::WebhookEvent).
#[async_trait]
pub trait Outbox: HasBackend {
    /// All webhooks, the oldest first.
    async fn webhooks(&self) -> Result<Vec<Webhook>, StoreError> {
        read(self.backend(), TABLES, (), |db, ()| webhooks::all(db).boxed()).await
    }

    /// Adds a webhook, unless there are as many as `most`.
    async fn add_webhook(&self, new: NewWebhook, most: usize) -> Result<AddWebhookOutcome, StoreError> {
        write(self.backend(), (new, most), |db, (new, most)| webhooks::add(db, new, *most).boxed()).await
    }

    /// Switches a webhook on or off. Switching off gives up its waiting deliveries. Returns false if there is no such
    /// webhook.
    async fn set_webhook_status(&self, id: WebhookId, status: WebhookStatus) -> Result<bool, StoreError> {
        write(self.backend(), (id, status), |db, &(id, status)| webhooks::set_status(db, id, status).boxed()).await
    }

    /// Removes a webhook with its deliveries. Keeps its id, so that no repeat adds it again.
    async fn remove_webhook(&self, id: WebhookId) -> Result<(), StoreError> {
        write(self.backend(), id, |db, id| webhooks::remove(db, *id).boxed()).await?;
        self.backend().recheck_tables();
        Ok(())
    }

    /// The newest deliveries of a webhook, the newest first. With `after`, only older deliveries; `None` if `after` is
    /// unknown.
    async fn deliveries(
        &self,
        webhook: WebhookId,
        after: Option<MessageId>,
        most: usize,
    ) -> Result<Option<Vec<Delivery>>, StoreError> {
        read(self.backend(), TABLES, (webhook, after, most), |db, &(webhook, after, most)| {
            deliveries::newest(db, webhook, after, most).boxed()
        })
        .await
    }

    /// Lets a delivery wait for an attempt now, like a new one, unless it waits already. Returns false if there is no
    /// such delivery.
    async fn send_again(&self, webhook: WebhookId, message: MessageId, now: Time) -> Result<bool, StoreError> {
        write(self.backend(), (webhook, message, now), |db, &(webhook, message, now)| {
            deliveries::send_again(db, webhook, message, now).boxed()
        })
        .await
    }

    /// The moment when the next delivery is due, and the oldest event whose delivery waits.
    async fn waiting_deliveries(&self) -> Result<WaitingDeliveries, StoreError> {
        read(self.backend(), TABLES, (), |db, ()| deliveries::waiting(db).boxed()).await
    }

    /// Claims the deliveries that are due: one a webhook, and of each night the earliest that waits. Nobody else gets
    /// them before this lease has ended.
    async fn claim_deliveries(&self, now: Time, lease_until: Time) -> Result<Vec<DueDelivery>, StoreError> {
        self.backend().check_tables(TABLES).await?;
        write(self.backend(), (now, lease_until), |db, &(now, lease_until)| {
            deliveries::claim(db, now, lease_until).boxed()
        })
        .await
    }

    /// Notes the outcome of an attempt.
    async fn note_attempt(&self, attempt: Attempt) -> Result<(), StoreError> {
        write(self.backend(), attempt, |db, attempt| deliveries::note(db, attempt).boxed()).await
    }

    /// Removes the deliveries of events before this, unless they were tried since. Returns their number.
    async fn delete_old_deliveries(&self, before: Time) -> Result<usize, StoreError> {
        write_quietly(self.backend(), before, |db, before| deliveries::delete_old(db, *before).boxed()).await
    }
}

impl<B: HasBackend> Outbox for B {}

/// A webhook that is to be added.
#[derive(Clone, Debug)]
pub struct NewWebhook {
    /// Its id.
    pub id: WebhookId,
    /// Its address.
    pub url: String,
    /// Its secret.
    pub secret: WebhookSecret,
    /// The moment.
    pub at: Time,
}

/// The outcome of an addition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AddWebhookOutcome {
    /// The row was added.
    Added,
    /// A webhook with this id exists.
    Exists(Webhook),
    /// A webhook with this id was removed.
    Removed,
    /// The largest number is reached.
    TooMany,
}

/// The deliveries that wait.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WaitingDeliveries {
    /// The moment when the next delivery is due; `None` if no delivery waits.
    pub next_at: Option<Time>,
    /// The moment of the oldest event whose delivery waits.
    pub oldest: Option<Time>,
}

/// An attempt to deliver a message.
#[derive(Clone, Copy, Debug)]
pub struct Attempt {
    /// The webhook.
    pub webhook: WebhookId,
    /// The message.
    pub message: MessageId,
    /// The moment when it began.
    pub at: Time,
    /// The status that the receiver has answered.
    pub http_status: Option<u16>,
    /// The reason for which it failed.
    pub failure: Option<DeliveryFailure>,
    /// The outcome.
    pub outcome: AttemptOutcome,
}

/// The outcome of an attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AttemptOutcome {
    /// The receiver has taken it.
    Delivered,
    /// The next attempt is at this moment.
    Retry(Time),
    /// No attempt follows. The webhook is switched off if nothing was delivered to it since the first attempt.
    GivenUp,
    /// The receiver wants no more messages: the webhook is switched off.
    Gone,
}
