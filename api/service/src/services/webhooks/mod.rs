//! The operations on webhooks: addresses that receive messages about the nights of the league.

pub mod deliveries;

use async_recursion::async_recursion as boxed;
use std::sync::Arc;

use super::Core;
use crate::eventlog::uncancellable;
use crate::outgoing::Receivers;
use crate::problem::{Problem, ProblemType};
use pegout_model::webhook::{Delivery, MAX_WEBHOOKS, Webhook, WebhookStatus};
use pegout_model::webhook_event::{MessageId, WebhookId};
use pegout_model::webhook_secret::WebhookSecret;
use pegout_store::{AddWebhookOutcome, NewWebhook};

/// The operations on webhooks.
#[derive(Clone)]
pub struct WebhookService {
    pub(super) core: Arc<Core>,
    pub(super) receivers: Arc<dyn Receivers>,
}

impl WebhookService {
    /// Returns true if messages are sent.
    pub fn is_sending(&self) -> bool {
        self.receivers.is_on()
    }

    /// All webhooks, the oldest first.
    #[boxed(?Send)]
    pub async fn webhooks(&self) -> Result<Vec<Webhook>, Problem> {
        Ok(self.core.store.webhooks().await?)
    }

    /// A webhook.
    pub async fn webhook(&self, id: WebhookId) -> Result<Webhook, Problem> {
        self.webhooks().await?.into_iter().find(|webhook| webhook.id == id).ok_or_else(no_such_webhook)
    }

    /// Adds a webhook, and returns it with its secret. If a webhook has this id and address, returns that webhook
    /// without its secret and changes nothing.
    #[boxed(?Send)]
    pub async fn add(&self, id: Option<WebhookId>, url: String) -> Result<(Webhook, Option<WebhookSecret>), Problem> {
        let service = self.clone();
        uncancellable(async move {
            let known = service.webhooks().await?.into_iter().find(|webhook| Some(webhook.id) == id);
            if let Some(known) = known.filter(|known| known.url == url) {
                return Ok((known, None));
            }
            let url = service.checked(url).await?;
            let id = id.unwrap_or_else(|| WebhookId::from_bytes(service.core.ids.next()));
            let secret = WebhookSecret::random(&*service.core.random);
            let at = service.core.clock.now();
            let new = NewWebhook { id, url: url.clone(), secret: secret.clone(), at };
            match service.core.store.add_webhook(new, MAX_WEBHOOKS).await? {
                AddWebhookOutcome::Added => Ok((service.webhook(id).await?, Some(secret))),
                AddWebhookOutcome::Exists(known) if known.url == url => Ok((known, None)),
                AddWebhookOutcome::Exists(_) => Err(other_address()),
                AddWebhookOutcome::Removed => Err(Problem::webhook_removed()),
                AddWebhookOutcome::TooMany => Err(too_many()),
            }
        })
        .await
    }

    /// The normalized address of a receiver. Refuses an address that messages cannot be sent to.
    async fn checked(&self, url: String) -> Result<String, Problem> {
        let receivers = self.receivers.clone();
        let checked = tokio::task::spawn_blocking(move || receivers.check(&url)).await;
        checked.map_err(|_| Problem::unavailable())?.map_err(|sentence| Problem::invalid("/url", sentence))
    }

    /// Switches a webhook on or off.
    #[boxed(?Send)]
    pub async fn set_active(&self, id: WebhookId, is_active: bool) -> Result<Webhook, Problem> {
        let service = self.clone();
        uncancellable(async move {
            let status = if is_active { WebhookStatus::Active } else { WebhookStatus::Off };
            service.core.store.set_webhook_status(id, status).await?;
            service.webhook(id).await
        })
        .await
    }

    /// Removes a webhook with its deliveries.
    #[boxed(?Send)]
    pub async fn remove(&self, id: WebhookId) -> Result<(), Problem> {
        let store = self.core.store.clone();
        uncancellable(async move { Ok(store.remove_webhook(id).await?) }).await
    }

    /// The newest deliveries of a webhook, the newest first. With `after`, returns older deliveries than the delivery
    /// of this message, or `None` if there is no such delivery.
    #[boxed(?Send)]
    pub async fn deliveries(
        &self,
        id: WebhookId,
        after: Option<MessageId>,
        most: usize,
    ) -> Result<Option<Vec<Delivery>>, Problem> {
        self.webhook(id).await?;
        Ok(self.core.store.deliveries(id, after, most).await?)
    }

    /// Sends a message again. A waiting message is sent at once.
    #[boxed(?Send)]
    pub async fn send_again(&self, id: WebhookId, message: MessageId) -> Result<(), Problem> {
        let service = self.clone();
        uncancellable(async move {
            if service.webhook(id).await?.status != WebhookStatus::Active {
                let detail = "This webhook is switched off. Switch it on first.";
                return Err(Problem::new(ProblemType::WebhookOff, detail));
            }
            if !service.core.store.send_again(id, message, service.core.clock.now()).await? {
                return Err(Problem::new(ProblemType::NotFound, "There is no such delivery, or none any more."));
            }
            service.core.log.webhook_events.notify_one();
            Ok(())
        })
        .await
    }
}

fn no_such_webhook() -> Problem {
    Problem::new(ProblemType::NotFound, "There is no such webhook.")
}

fn other_address() -> Problem {
    let detail = "There is a webhook with this id and another address. Choose another id.";
    Problem::new(ProblemType::AlreadyUsed, detail).at_pointer("/id")
}

fn too_many() -> Problem {
    let detail = format!("There are {MAX_WEBHOOKS} webhooks, which is as many as there may be: remove one first.");
    Problem::new(ProblemType::TooManyWebhooks, detail).member("most", MAX_WEBHOOKS)
}
