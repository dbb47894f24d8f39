//! The outbox in SQLite.

use async_trait::async_trait;
use pegout_engine::Time;
use pegout_engine::league::{MessageId, WebhookId};

use super::SqliteStore;
use super::rows::{deliveries, webhooks};
use crate::model::webhook::{Delivery, DueDelivery, Webhook, WebhookStatus};
use crate::store::{AddedWebhook, Attempt, NewWebhook, Outbox, StoreError, WaitingDeliveries};

/// The tables of the outbox.
const TABLES: [&str; 2] = ["webhook", "webhook_delivery"];

#[async_trait]
impl Outbox for SqliteStore {
    async fn webhooks(&self) -> Result<Vec<Webhook>, StoreError> {
        self.read_rows(&TABLES, webhooks::all).await
    }

    async fn add_webhook(&self, new: NewWebhook, most: usize) -> Result<AddedWebhook, StoreError> {
        self.write(move |connection| webhooks::add(connection, &new, most)).await
    }

    async fn set_webhook_status(&self, id: WebhookId, status: WebhookStatus) -> Result<bool, StoreError> {
        self.write(move |connection| webhooks::set_status(connection, id, status)).await
    }

    async fn remove_webhook(&self, id: WebhookId) -> Result<(), StoreError> {
        self.write(move |connection| webhooks::remove(connection, id)).await?;
        self.damaged_tables.forget();
        Ok(())
    }

    async fn deliveries(
        &self,
        webhook: WebhookId,
        after: Option<MessageId>,
        most: usize,
    ) -> Result<Option<Vec<Delivery>>, StoreError> {
        self.read_rows(&TABLES, move |connection| deliveries::newest(connection, webhook, after, most)).await
    }

    async fn send_again(&self, webhook: WebhookId, message: MessageId, now: Time) -> Result<bool, StoreError> {
        self.write(move |connection| deliveries::send_again(connection, webhook, message, now)).await
    }

    async fn waiting_deliveries(&self) -> Result<WaitingDeliveries, StoreError> {
        self.read_rows(&TABLES, deliveries::waiting).await
    }

    async fn claim_deliveries(&self, now: Time, lease_until: Time) -> Result<Vec<DueDelivery>, StoreError> {
        self.check_tables(&TABLES).await?;
        self.write(move |connection| deliveries::claim(connection, now, lease_until)).await
    }

    async fn note_attempt(&self, attempt: Attempt) -> Result<(), StoreError> {
        self.write(move |connection| deliveries::note(connection, &attempt)).await
    }

    async fn thin_deliveries(&self, before: Time) -> Result<usize, StoreError> {
        self.write(move |connection| deliveries::thin(connection, before)).await
    }
}
