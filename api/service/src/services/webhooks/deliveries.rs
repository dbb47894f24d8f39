//! The delivery of messages to webhooks: at least once, with retries for a day. The messages of a night stay in order.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::thread;
use std::time::Duration;

use pegout_engine::Time;
use prometheus::{Error, IntCounter, IntCounterVec, Opts};
use tokio::sync::{Notify, oneshot};

use crate::eventlog::EventLog;
use crate::outgoing::{MAX_SECONDS, Message, PostError, Receivers};
use crate::services::monitoring::metrics::Metrics;
use pegout_model::clock::Clock;
use pegout_model::random::{self, Random};
use pegout_model::webhook::{DeliveryFailure, DueDelivery};
use pegout_model::{webhook_event, webhook_secret};
use pegout_store::{Attempt, AttemptOutcome, Store, StoreError};

/// The seconds between a failed attempt and the next attempt. The last pause is used for all further attempts.
const PAUSES: [i64; 6] = [5, 15, 60, 120, 300, 600];
/// The milliseconds after the first attempt in which further attempts begin.
const TRIED_FOR: i64 = 24 * 3600 * 1000;
/// The fewest attempts before a message is given up: a hall may run Pegout for a few hours of the day only.
const MIN_ATTEMPTS: u32 = 12;
/// The milliseconds for which a delivery is kept after its last attempt, or after its event if there was no attempt.
const KEPT: i64 = 7 * 24 * 3600 * 1000;
/// The milliseconds for which a delivery is claimed: an attempt takes less.
const LEASE: i64 = 2 * 1000 * MAX_SECONDS as i64;
/// The status of a receiver that wants no more.
const GONE: u16 = 410;
/// The longest time between two looks: another server may have stored a message.
const MAX_IDLE: Duration = Duration::from_secs(30);
/// The shortest time between two looks that find nothing to send.
const MIN_IDLE: Duration = Duration::from_millis(500);
/// The pause after the start, so that waiting clients are answered first.
const FIRST: Duration = Duration::from_secs(1);
/// The milliseconds between two removals of past deliveries.
const THINNED_EVERY: i64 = 3600 * 1000;

/// The delivery of messages.
pub struct Deliveries {
    /// The log, which notifies of new messages.
    pub log: Arc<EventLog>,
    /// The store.
    pub store: Arc<dyn Store>,
    /// The clock.
    pub clock: Arc<dyn Clock>,
    /// The randomness of pauses, so that messages that failed at the same time are not sent again at the same time.
    pub random: Arc<dyn Random>,
    /// The receivers.
    pub receivers: Arc<dyn Receivers>,
    /// The metrics.
    pub metrics: DeliveryMetrics,
    /// The path that a proxy removes from requests to the service, or an empty text.
    pub path: String,
    /// Notifies that an attempt has ended, so that the next message of its webhook can be sent.
    pub ended: Notify,
}

impl Deliveries {
    /// Delivers due messages, and removes past deliveries, forever.
    pub async fn deliver_forever(self: Arc<Self>) {
        let mut thinned_at = 0;
        tokio::time::sleep(FIRST).await;
        loop {
            let now = self.clock.now().millis();
            if now - thinned_at > THINNED_EVERY {
                self.delete_old().await;
                thinned_at = now;
            }
            let pause = match self.begin_due().await {
                Ok(pause) => pause,
                Err(error) => {
                    log::warn!("nothing is delivered to webhooks now: {error}");
                    MAX_IDLE
                }
            };
            tokio::select! {
                () = self.log.webhook_events.notified() => {}
                () = self.ended.notified() => {}
                () = tokio::time::sleep(pause) => {}
            }
        }
    }

    /// Begins to deliver the due messages, and returns the time until the next look.
    async fn begin_due(self: &Arc<Self>) -> Result<Duration, StoreError> {
        let now = self.clock.now();
        let waiting = self.store.waiting_deliveries().await?;
        self.metrics.set_oldest(waiting.oldest);
        let Some(next) = waiting.next_at.filter(|_| self.receivers.is_on()) else { return Ok(MAX_IDLE) };
        if next > now {
            let pause = Duration::from_millis((next.millis() - now.millis()).unsigned_abs());
            return Ok(pause.clamp(MIN_IDLE, MAX_IDLE));
        }
        for due in self.claim(now).await? {
            tokio::task::spawn_local({
                let deliveries = self.clone();
                async move {
                    deliveries.deliver(due).await;
                    deliveries.ended.notify_one();
                }
            });
        }
        Ok(MIN_IDLE)
    }

    /// Delivers the due messages, one for each webhook, and returns the number of attempts.
    #[cfg(test)]
    pub async fn deliver_due(&self) -> Result<usize, StoreError> {
        let due = self.claim(self.clock.now()).await?;
        let count = due.len();
        for delivery in due {
            self.deliver(delivery).await;
        }
        Ok(count)
    }

    async fn claim(&self, now: Time) -> Result<Vec<DueDelivery>, StoreError> {
        self.store.claim_deliveries(now, later(now, LEASE)).await
    }

    async fn deliver(&self, due: DueDelivery) {
        let at = self.clock.now();
        let body = webhook_event::with_links_below(&due.body, &self.path);
        let message = Message {
            id: due.message.to_string(),
            timestamp: webhook_secret::timestamp(at),
            signature: due.secret.sign(due.message, at, &body),
            url: due.url.clone(),
            body,
        };
        let answer = self.post(message).await;
        let attempt = self.judge(&due, at, answer);
        self.record(&attempt);
        if let Err(error) = self.store.note_attempt(attempt).await {
            log::warn!("an attempt to deliver to a webhook is not noted, so that it is made again: {error}");
        }
    }

    /// Posts a message on a new thread. A stop of the service does not wait for the thread.
    async fn post(&self, message: Message) -> Result<u16, PostError> {
        let (reply, answer) = oneshot::channel();
        let receivers = self.receivers.clone();
        let work = move || {
            // The receiver is gone when the service stops.
            let _ = reply.send(receivers.post(&message));
        };
        let begun = thread::Builder::new().name("webhook".to_owned()).spawn(work);
        if begun.is_err() {
            return Err(PostError::NoConnection);
        }
        answer.await.unwrap_or(Err(PostError::NoConnection))
    }

    /// The attempt with this answer, and its outcome.
    fn judge(&self, due: &DueDelivery, at: Time, answer: Result<u16, PostError>) -> Attempt {
        let failure = match answer {
            Ok(200..=299) => None,
            Ok(_) => Some(DeliveryFailure::Refused),
            Err(PostError::NotAllowed) => Some(DeliveryFailure::NotAllowed),
            Err(PostError::UnknownHost) => Some(DeliveryFailure::UnknownHost),
            Err(PostError::NoConnection) => Some(DeliveryFailure::NoConnection),
            Err(PostError::TimedOut) => Some(DeliveryFailure::TimedOut),
        };
        let next = later(self.clock.now(), self.pause(due.attempts));
        let last = later(due.first_attempt_at.unwrap_or(at), TRIED_FOR);
        let outcome = match failure {
            None => AttemptOutcome::Delivered,
            Some(_) if answer == Ok(GONE) => AttemptOutcome::Gone,
            Some(_) if next > last && due.attempts + 1 >= MIN_ATTEMPTS => AttemptOutcome::GivenUp,
            Some(_) => AttemptOutcome::Retry(next),
        };
        Attempt { webhook: due.webhook, message: due.message, at, http_status: answer.ok(), failure, outcome }
    }

    /// The milliseconds to wait after a failed attempt with `attempts` earlier attempts: up to a tenth more than
    /// planned.
    fn pause(&self, attempts: u32) -> i64 {
        let [.., last] = PAUSES;
        let planned = PAUSES.get(attempts as usize).copied().unwrap_or(last) * 1000;
        let [chance] = random::bytes(&*self.random);
        planned + planned * i64::from(chance) / 2560
    }

    /// Counts and logs an attempt. The log contains the webhook's id, because its address may contain a secret.
    fn record(&self, attempt: &Attempt) {
        let Attempt { webhook, message, failure, outcome, .. } = attempt;
        let failure = failure.map(|failure| failure.to_string()).unwrap_or_default();
        match outcome {
            AttemptOutcome::Delivered => self.metrics.delivered.inc(),
            AttemptOutcome::Retry(next) => {
                self.metrics.failed.inc();
                log::info!("webhook {webhook}: message {message} failed ({failure}), and is sent again at {next}");
            }
            AttemptOutcome::GivenUp => {
                self.metrics.given_up.inc();
                log::warn!(
                    "webhook {webhook}: message {message} failed for a day, {MIN_ATTEMPTS} times at least ({failure}), and is given up"
                );
            }
            AttemptOutcome::Gone => {
                self.metrics.given_up.inc();
                log::warn!("webhook {webhook}: its receiver wants no more messages, and it is switched off");
            }
        }
    }

    /// Removes deliveries that ended more than seven days ago.
    pub async fn delete_old(&self) {
        match self.store.delete_old_deliveries(later(self.clock.now(), -KEPT)).await {
            Ok(0) => {}
            Ok(removed) => log::info!("old deliveries to webhooks were removed: {removed}"),
            Err(error) => log::warn!("old deliveries to webhooks are not removed now: {error}"),
        }
    }
}

/// The moment `millis` milliseconds later.
fn later(time: Time, millis: i64) -> Time {
    Time::from_millis(time.millis() + millis).unwrap_or(time)
}

/// The metrics of deliveries to webhooks.
pub struct DeliveryMetrics {
    /// Messages that receivers have taken.
    pub delivered: IntCounter,
    /// Failed attempts that are followed by another attempt.
    pub failed: IntCounter,
    /// Messages that were given up.
    pub given_up: IntCounter,
    attempts: IntCounterVec,
    /// The moment of the oldest waiting event, in milliseconds since 1970; 0 if no event waits.
    oldest: Arc<AtomicI64>,
}

impl DeliveryMetrics {
    /// The metrics, all zero.
    pub fn new() -> Result<DeliveryMetrics, Error> {
        let options = Opts::new("pegout_webhook_deliveries_total", "Attempts to deliver a message to a webhook");
        let attempts = IntCounterVec::new(options, &["outcome"])?;
        let outcome = |name: &str| attempts.with_label_values(&[name]);
        Ok(DeliveryMetrics {
            delivered: outcome("delivered"),
            failed: outcome("failed"),
            given_up: outcome("given_up"),
            attempts,
            oldest: Arc::default(),
        })
    }

    /// Registers the metrics.
    pub fn register(&self, metrics: &Metrics, clock: Arc<dyn Clock>) -> Result<(), Error> {
        metrics.add(vec![Box::new(self.attempts.clone())])?;
        let oldest = self.oldest.clone();
        let help = "Age of the oldest event that waits to be delivered to a webhook; 0 while none waits";
        metrics.measure("pegout_webhook_oldest_waiting_seconds", help, move || {
            let oldest = oldest.load(Ordering::Relaxed);
            let age = if oldest == 0 { 0 } else { clock.now().millis() - oldest };
            Some(age.max(0).unsigned_abs() / 1000)
        })
    }

    /// Sets the moment of the oldest waiting event.
    pub fn set_oldest(&self, oldest: Option<Time>) {
        self.oldest.store(oldest.map_or(0, Time::millis), Ordering::Relaxed);
    }
}
