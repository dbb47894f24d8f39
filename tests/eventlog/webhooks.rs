//! Messages to webhooks under two servers, and as time goes by.

use std::sync::{Arc, Mutex};

use actix_web::rt::System;
use pegout_engine::Time;
use pegout_league::NightId;
use pegout_league::night::{Action, Schedule};
use tokio::sync::Notify;

use super::servers::Servers;
use crate::auth::caller::Author;
use crate::auth::right::Right;
use crate::outgoing::{Message, PostError, Receivers};
use crate::services::Services;
use crate::services::webhooks::deliveries::{Deliveries, DeliveryMetrics};
use pegout_model::clock::Clock;
use pegout_model::random::SystemRandom;
use pegout_model::webhook::{Delivery, DeliveryStatus, Webhook, WebhookStatus};
use pegout_model::webhook_event::WebhookId;
use pegout_model::webhook_secret::WebhookSecret;
use pegout_store::NewWebhook;

const HOUR: i64 = 3600 * 1000;

/// Receivers in memory.
struct Recorded {
    messages: Mutex<Vec<Message>>,
    answer: Mutex<Result<u16, PostError>>,
}

impl Receivers for Recorded {
    fn check(&self, url: &str) -> Result<String, String> {
        Ok(url.to_owned())
    }

    fn post(&self, message: &Message) -> Result<u16, PostError> {
        let answer = *self.answer.lock().unwrap();
        if answer.is_ok_and(|status| status < 300) {
            self.messages.lock().unwrap().push(message.clone());
        }
        answer
    }

    fn is_on(&self) -> bool {
        true
    }
}

/// A league with a webhook.
struct Hooked {
    servers: Servers,
    receivers: Arc<Recorded>,
    webhook: WebhookId,
}

impl Hooked {
    async fn new() -> Hooked {
        let servers = Servers::new(None);
        let webhook = WebhookId::from_bytes(servers.id());
        let new = NewWebhook {
            id: webhook,
            url: "https://example.org/".to_owned(),
            secret: WebhookSecret::random(&SystemRandom),
            at: servers.clock.now(),
        };
        servers.store.add_webhook(new, 10).await.unwrap();
        let receivers = Arc::new(Recorded { messages: Mutex::default(), answer: Mutex::new(Ok(200)) });
        Hooked { servers, receivers, webhook }
    }

    /// The deliveries of a server.
    fn deliveries(&self, server: &Services) -> Deliveries {
        Deliveries {
            log: server.log.clone(),
            store: self.servers.store.clone(),
            clock: self.servers.clock.clone(),
            random: Arc::new(SystemRandom),
            receivers: self.receivers.clone(),
            metrics: DeliveryMetrics::new().unwrap(),
            path: String::new(),
            ended: Notify::new(),
        }
    }

    fn author(&self) -> Author {
        self.servers.coordinator.clone().require(Right::RunNights).unwrap()
    }

    /// A night that is cancelled, which is one message.
    async fn cancelled(&self) -> NightId {
        let night = NightId::from_bytes(self.servers.id());
        let schedule = Schedule::new(night, "2026-01-31".parse().unwrap());
        self.servers.a.nights.schedule(schedule, self.author()).await.unwrap();
        self.cancel(&self.servers.a, night).await;
        night
    }

    async fn cancel(&self, server: &Services, night: NightId) {
        server.nights.command(night, self.author(), Action::Cancel { reason: "Snow".to_owned() }).await.unwrap();
    }

    /// Cancels a night once more.
    async fn cancel_again(&self, server: &Services, night: NightId) {
        server.nights.command(night, self.author(), Action::Reinstate).await.unwrap();
        self.cancel(server, night).await;
    }

    fn answer(&self, answer: Result<u16, PostError>) {
        *self.receivers.answer.lock().unwrap() = answer;
    }

    fn pass(&self, millis: i64) {
        self.servers.clock.set(self.servers.clock.millis() + millis);
    }

    fn now(&self) -> Time {
        self.servers.clock.now()
    }

    fn messages(&self) -> Vec<Message> {
        self.receivers.messages.lock().unwrap().clone()
    }

    async fn webhook(&self) -> Webhook {
        self.servers.store.webhooks().await.unwrap().remove(0)
    }

    /// The deliveries, the oldest first.
    async fn listed(&self) -> Vec<Delivery> {
        let mut listed = self.servers.store.deliveries(self.webhook, None, 100).await.unwrap().unwrap();
        listed.reverse();
        listed
    }
}

#[test]
fn a_delivery_is_claimed_by_one_server_and_by_another_when_that_one_is_gone() {
    System::new().block_on(async {
        let hooked = Hooked::new().await;
        hooked.cancelled().await;
        let store = &hooked.servers.store;
        let now = hooked.now();
        let lease = Time::from_millis(now.millis() + 20_000).unwrap();
        let claims = futures_util::future::join(store.claim_deliveries(now, lease), store.claim_deliveries(now, lease));
        let (one, other) = claims.await;
        assert_eq!(one.unwrap().len() + other.unwrap().len(), 1);
        assert_eq!(store.waiting_deliveries().await.unwrap().next_at, Some(lease));
        // The server that had claimed it was killed.
        hooked.pass(19_999);
        assert_eq!(hooked.deliveries(&hooked.servers.b).deliver_due().await.unwrap(), 0);
        hooked.pass(1);
        assert_eq!(hooked.deliveries(&hooked.servers.b).deliver_due().await.unwrap(), 1);
        assert_eq!(hooked.messages().len(), 1);
    });
}

#[test]
fn links_are_below_the_path_that_a_proxy_cuts_off() {
    System::new().block_on(async {
        let hooked = Hooked::new().await;
        let below = Deliveries { path: "/crib".to_owned(), ..hooked.deliveries(&hooked.servers.a) };
        for (deliveries, path) in [(below, "/crib"), (hooked.deliveries(&hooked.servers.a), "")] {
            let night = hooked.cancelled().await;
            assert_eq!(deliveries.deliver_due().await.unwrap(), 1);
            let body: serde_json::Value = serde_json::from_str(&hooked.messages().pop().unwrap().body).unwrap();
            assert_eq!(body["data"]["links"], serde_json::json!({"night": format!("{path}/api/v1/nights/{night}")}));
        }
    });
}

#[test]
fn the_messages_of_a_night_keep_their_order_and_those_of_another_do_not_wait() {
    System::new().block_on(async {
        let hooked = Hooked::new().await;
        let first = hooked.cancelled().await;
        hooked.answer(Err(PostError::TimedOut));
        let deliveries = hooked.deliveries(&hooked.servers.a);
        assert_eq!(deliveries.deliver_due().await.unwrap(), 1);
        // Two servers change the night in turn.
        hooked.cancel_again(&hooked.servers.b, first).await;
        hooked.cancel_again(&hooked.servers.a, first).await;
        let other = hooked.cancelled().await;
        hooked.answer(Ok(204));
        assert_eq!(deliveries.deliver_due().await.unwrap(), 1);
        assert_eq!(deliveries.deliver_due().await.unwrap(), 0);
        hooked.pass(6_000);
        for _ in 0..3 {
            assert_eq!(deliveries.deliver_due().await.unwrap(), 1);
        }
        assert_eq!(deliveries.deliver_due().await.unwrap(), 0);
        let listed = hooked.listed().await;
        assert_eq!(listed.iter().map(|one| one.night_id).collect::<Vec<_>>(), [first, first, first, other]);
        let sent: Vec<String> = hooked.messages().into_iter().map(|message| message.id).collect();
        let order: Vec<String> = [3, 0, 1, 2].map(|place: usize| listed[place].id.to_string()).to_vec();
        assert_eq!(sent, order);
    });
}

#[test]
fn a_receiver_that_fails_for_an_hour_gets_everything_in_the_order_of_each_night() {
    System::new().block_on(async {
        let hooked = Hooked::new().await;
        let nights = [hooked.cancelled().await, hooked.cancelled().await];
        let deliveries = hooked.deliveries(&hooked.servers.a);
        let failures = [Err(PostError::NoConnection), Ok(503), Err(PostError::TimedOut)];
        let recovers_at = hooked.now().millis() + HOUR;
        let mut attempts = 0;
        while hooked.now().millis() < recovers_at {
            hooked.answer(failures[attempts % failures.len()]);
            attempts += deliveries.deliver_due().await.unwrap();
            if hooked.listed().await.len() < 8 {
                // The nights go on meanwhile, at either server.
                hooked.cancel_again(&hooked.servers.a, nights[0]).await;
                hooked.cancel_again(&hooked.servers.b, nights[1]).await;
            }
            let next = hooked.servers.store.waiting_deliveries().await.unwrap().next_at.unwrap();
            hooked.pass((next.millis().min(recovers_at) - hooked.now().millis()).max(1));
        }
        assert!(attempts > 5 && hooked.messages().is_empty(), "{attempts} attempts");
        hooked.answer(Ok(200));
        while let Some(next) = hooked.servers.store.waiting_deliveries().await.unwrap().next_at {
            hooked.pass((next.millis() - hooked.now().millis()).max(0));
            assert!(deliveries.deliver_due().await.unwrap() > 0, "nothing is sent that is due");
        }
        let sent: Vec<String> = hooked.messages().into_iter().map(|message| message.id).collect();
        let listed = hooked.listed().await;
        assert_eq!((sent.len(), listed.len()), (8, 8));
        for night in nights {
            let of_night = listed.iter().filter(|delivery| delivery.night_id == night);
            let told: Vec<String> = of_night.map(|delivery| delivery.id.to_string()).collect();
            let arrived: Vec<&String> = sent.iter().filter(|id| told.contains(id)).collect();
            assert_eq!(arrived, told.iter().collect::<Vec<_>>());
        }
        assert_eq!(hooked.webhook().await.status, WebhookStatus::Active);
    });
}

#[test]
fn a_receiver_that_fails_for_a_day_is_tried_all_day_and_then_switched_off() {
    System::new().block_on(async {
        let hooked = Hooked::new().await;
        let night = hooked.cancelled().await;
        hooked.cancel_again(&hooked.servers.a, night).await;
        hooked.answer(Err(PostError::NoConnection));
        let deliveries = hooked.deliveries(&hooked.servers.a);
        let began_at = hooked.now();
        let mut attempts = 0;
        while hooked.webhook().await.status == WebhookStatus::Active {
            attempts += deliveries.deliver_due().await.unwrap();
            assert!(hooked.now().millis() <= began_at.millis() + 25 * HOUR, "it is tried for more than a day");
            let Some(next) = hooked.servers.store.waiting_deliveries().await.unwrap().next_at else { break };
            hooked.pass(next.millis() - hooked.now().millis());
        }
        assert!(hooked.now().millis() > began_at.millis() + 23 * HOUR, "given up at {}", hooked.now());
        assert!((100..200).contains(&attempts), "{attempts} attempts");
        let webhook = hooked.webhook().await;
        assert_eq!(
            (webhook.status, webhook.waiting, webhook.failing_since),
            (WebhookStatus::Failed, 0, Some(began_at))
        );
        assert!(hooked.listed().await.iter().all(|delivery| delivery.status == DeliveryStatus::Failed));
        hooked.cancel_again(&hooked.servers.a, night).await;
        assert_eq!(hooked.listed().await.len(), 2);
    });
}

#[test]
fn one_message_that_is_always_refused_is_given_up_and_the_others_go_on() {
    System::new().block_on(async {
        let hooked = Hooked::new().await;
        hooked.cancelled().await;
        let deliveries = hooked.deliveries(&hooked.servers.a);
        for _ in 0..=24 {
            hooked.answer(Ok(500));
            deliveries.deliver_due().await.unwrap();
            hooked.answer(Ok(200));
            hooked.cancelled().await;
            assert_eq!(deliveries.deliver_due().await.unwrap(), 1);
            hooked.pass(HOUR);
        }
        assert_eq!(hooked.listed().await[0].status, DeliveryStatus::Failed);
        assert_eq!(hooked.webhook().await.status, WebhookStatus::Active);
        assert_eq!(hooked.messages().len(), 25);
    });
}

#[test]
fn deliveries_are_kept_since_they_were_tried_last_and_those_that_wait_for_ever() {
    System::new().block_on(async {
        let hooked = Hooked::new().await;
        let (store, deliveries) = (&hooked.servers.store, hooked.deliveries(&hooked.servers.a));
        hooked.cancelled().await;
        deliveries.deliver_due().await.unwrap();
        let first = hooked.listed().await[0].id;
        hooked.pass(HOUR);
        hooked.cancelled().await;
        deliveries.deliver_due().await.unwrap();
        hooked.pass(HOUR);
        let before = hooked.now();
        store.send_again(hooked.webhook, first, before).await.unwrap();
        deliveries.deliver_due().await.unwrap();
        hooked.cancelled().await;
        // The first was tried again just now, the second was not.
        assert_eq!(store.delete_old_deliveries(before).await.unwrap(), 1);
        assert!(hooked.listed().await.iter().any(|delivery| delivery.id == first));
        let later = Time::from_millis(before.millis() + 24 * HOUR).unwrap();
        assert_eq!(store.delete_old_deliveries(later).await.unwrap(), 1);
        let left = hooked.listed().await;
        assert_eq!((left.len(), left[0].status), (1, DeliveryStatus::Waiting));
    });
}

#[test]
fn a_message_that_waits_while_pegout_is_off_for_a_week_is_delivered() {
    System::new().block_on(async {
        let hooked = Hooked::new().await;
        hooked.cancelled().await;
        hooked.answer(Err(PostError::NoConnection));
        hooked.deliveries(&hooked.servers.a).deliver_due().await.unwrap();
        hooked.pass(8 * 24 * HOUR);
        // The hall has no network yet.
        let started = hooked.deliveries(&hooked.servers.b);
        started.delete_old().await;
        assert_eq!(started.deliver_due().await.unwrap(), 1);
        assert_eq!(hooked.webhook().await.status, WebhookStatus::Active);
        hooked.answer(Ok(200));
        hooked.pass(HOUR);
        assert_eq!(started.deliver_due().await.unwrap(), 1);
        assert_eq!(hooked.messages().len(), 1);
    });
}

#[test]
fn a_message_of_a_webhook_that_is_switched_off_does_not_wait_again() {
    System::new().block_on(async {
        let hooked = Hooked::new().await;
        hooked.cancelled().await;
        let store = &hooked.servers.store;
        hooked.deliveries(&hooked.servers.a).deliver_due().await.unwrap();
        let message = hooked.listed().await[0].id;
        store.set_webhook_status(hooked.webhook, WebhookStatus::Off).await.unwrap();
        // The request has seen that it was switched on, a moment before.
        store.send_again(hooked.webhook, message, hooked.now()).await.unwrap();
        assert_eq!(hooked.listed().await[0].status, DeliveryStatus::Delivered);
        assert_eq!(store.waiting_deliveries().await.unwrap().next_at, None);
    });
}
