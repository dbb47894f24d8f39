//! The operations on webhooks: addresses that hear of what happens at the nights of the league.

pub mod deliveries;

use std::sync::Arc;

use pegout_league::{MessageId, WebhookId};

use crate::eventlog::{EventLog, uncancellable};
use crate::outgoing::Receivers;
use crate::problem::{Problem, ProblemType};
use pegout_model::clock::Clock;
use pegout_model::random::{Ids, Random};
use pegout_model::webhook::{Delivery, MAX_WEBHOOKS, Webhook, WebhookStatus};
use pegout_model::webhook_secret::WebhookSecret;
use pegout_store::{AddedWebhook, NewWebhook, Store};

/// The operations on webhooks.
#[derive(Clone)]
pub struct WebhookService {
    log: Arc<EventLog>,
    store: Arc<dyn Store>,
    clock: Arc<dyn Clock>,
    random: Arc<dyn Random>,
    ids: Arc<Ids>,
    receivers: Arc<dyn Receivers>,
}

impl WebhookService {
    /// The webhooks of this store, whose messages these receivers get.
    pub fn new(
        log: Arc<EventLog>,
        store: Arc<dyn Store>,
        clock: Arc<dyn Clock>,
        random: Arc<dyn Random>,
        receivers: Arc<dyn Receivers>,
    ) -> WebhookService {
        let ids = Arc::new(Ids::new(clock.clone(), random.clone()));
        WebhookService { log, store, clock, random, ids, receivers }
    }

    /// False where nothing is sent to anybody.
    pub fn is_sending(&self) -> bool {
        self.receivers.is_on()
    }

    /// All webhooks, the oldest first.
    pub async fn webhooks(&self) -> Result<Vec<Webhook>, Problem> {
        Ok(self.store.webhooks().await?)
    }

    /// A webhook.
    pub async fn webhook(&self, id: WebhookId) -> Result<Webhook, Problem> {
        self.webhooks().await?.into_iter().find(|webhook| webhook.id == id).ok_or_else(no_such_webhook)
    }

    /// Adds a webhook, and returns it with its secret. With the id and the address of one that was added before it returns that
    /// one without its secret, and changes nothing.
    pub async fn add(&self, id: Option<WebhookId>, url: String) -> Result<(Webhook, Option<WebhookSecret>), Problem> {
        let service = self.clone();
        uncancellable(async move {
            let known = service.webhooks().await?.into_iter().find(|webhook| Some(webhook.id) == id);
            if let Some(known) = known.filter(|known| known.url == url) {
                return Ok((known, None));
            }
            let url = service.checked(url).await?;
            let id = id.unwrap_or_else(|| WebhookId::from_bytes(service.ids.next()));
            let secret = WebhookSecret::random(&*service.random);
            let at = service.clock.now();
            let new = NewWebhook { id, url: url.clone(), secret: secret.clone(), at };
            match service.store.add_webhook(new, MAX_WEBHOOKS).await? {
                AddedWebhook::Added => Ok((service.webhook(id).await?, Some(secret))),
                AddedWebhook::Known(known) if known.url == url => Ok((known, None)),
                AddedWebhook::Known(_) => Err(other_address()),
                AddedWebhook::Removed => Err(Problem::webhook_removed()),
                AddedWebhook::TooMany => Err(too_many()),
            }
        })
        .await
    }

    /// The address of a receiver as it is written best, unless messages cannot be sent there.
    async fn checked(&self, url: String) -> Result<String, Problem> {
        let receivers = self.receivers.clone();
        let checked = tokio::task::spawn_blocking(move || receivers.check(&url)).await;
        checked.map_err(|_| Problem::unavailable())?.map_err(|sentence| Problem::invalid("/url", sentence))
    }

    /// Switches a webhook on or off.
    pub async fn set_active(&self, id: WebhookId, is_active: bool) -> Result<Webhook, Problem> {
        let service = self.clone();
        uncancellable(async move {
            let status = if is_active { WebhookStatus::Active } else { WebhookStatus::Off };
            service.store.set_webhook_status(id, status).await?;
            service.webhook(id).await
        })
        .await
    }

    /// Removes a webhook with its deliveries.
    pub async fn remove(&self, id: WebhookId) -> Result<(), Problem> {
        let store = self.store.clone();
        uncancellable(async move { Ok(store.remove_webhook(id).await?) }).await
    }

    /// The newest deliveries of a webhook, the newest first, or those that are older than this one; `None` where there is no
    /// such one.
    pub async fn deliveries(
        &self,
        id: WebhookId,
        after: Option<MessageId>,
        most: usize,
    ) -> Result<Option<Vec<Delivery>>, Problem> {
        self.webhook(id).await?;
        Ok(self.store.deliveries(id, after, most).await?)
    }

    /// Sends a message again, or at once where it waits.
    pub async fn send_again(&self, id: WebhookId, message: MessageId) -> Result<(), Problem> {
        let service = self.clone();
        uncancellable(async move {
            if service.webhook(id).await?.status != WebhookStatus::Active {
                let detail = "This webhook is switched off. Switch it on first.";
                return Err(Problem::new(ProblemType::WebhookOff, detail));
            }
            if !service.store.send_again(id, message, service.clock.now()).await? {
                return Err(Problem::new(ProblemType::NotFound, "There is no such delivery, or none any more."));
            }
            service.log.webhook_events.notify_one();
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
