//! The outbox in PostgreSQL.

use async_trait::async_trait;
use pegout_engine::Time;
use pegout_engine::league::{MessageId, WebhookId};

use super::PostgresStore;
use super::failure::Failure;
use super::rows::{deliveries, webhooks};
use super::store::{read, transaction};
use crate::model::webhook::{Delivery, DueDelivery, Webhook, WebhookStatus};
use crate::store::{AddedWebhook, Attempt, NewWebhook, Outbox, StoreError, WaitingDeliveries};

#[async_trait]
impl Outbox for PostgresStore {
    async fn webhooks(&self) -> Result<Vec<Webhook>, StoreError> {
        read!(self, client => webhooks::all(client))
    }

    async fn add_webhook(&self, new: NewWebhook, most: usize) -> Result<AddedWebhook, StoreError> {
        transaction!(self, client => webhooks::add(client, &new, most))
    }

    async fn set_webhook_status(&self, id: WebhookId, status: WebhookStatus) -> Result<bool, StoreError> {
        transaction!(self, client => webhooks::set_status(client, id, status))
    }

    async fn remove_webhook(&self, id: WebhookId) -> Result<(), StoreError> {
        transaction!(self, client => webhooks::remove(client, id))
    }

    async fn deliveries(
        &self,
        webhook: WebhookId,
        after: Option<MessageId>,
        most: usize,
    ) -> Result<Option<Vec<Delivery>>, StoreError> {
        read!(self, client => deliveries::newest(client, webhook, after, most))
    }

    async fn send_again(&self, webhook: WebhookId, message: MessageId, now: Time) -> Result<bool, StoreError> {
        transaction!(self, client => deliveries::send_again(client, webhook, message, now))
    }

    async fn waiting_deliveries(&self) -> Result<WaitingDeliveries, StoreError> {
        read!(self, client => deliveries::waiting(client))
    }

    async fn claim_deliveries(&self, now: Time, lease_until: Time) -> Result<Vec<DueDelivery>, StoreError> {
        transaction!(self, client => deliveries::claim(client, now, lease_until))
    }

    async fn note_attempt(&self, attempt: Attempt) -> Result<(), StoreError> {
        transaction!(self, client => deliveries::note(client, &attempt))
    }

    async fn thin_deliveries(&self, before: Time) -> Result<usize, StoreError> {
        read!(self, client => async { deliveries::thin(client, before).await.map(|count| count as usize) })
    }
}
