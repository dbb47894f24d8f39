//! A league whose service sends messages to receivers on this machine.

use std::process::Command;

use serde_json::{Value, json};

use crate::support::database::wait_until;
use crate::support::league::{League, list, text};
use crate::support::receiver::Receiver;
use crate::support::service::{Answer, Service, unlimited};

/// A webhook with its secret.
pub struct Hook {
    pub id: String,
    pub secret: String,
}

/// The options of a service that sends to receivers on this machine.
pub fn reaching(command: &mut Command) -> &mut Command {
    unlimited(command).env("PEGOUT_WEBHOOKS", "any")
}

/// A league whose service sends to receivers on this machine.
pub fn league() -> League {
    League::new(Service::start_with(reaching))
}

pub fn add(league: &League, body: &Value) -> Answer {
    league.as_coordinator("POST", "/api/v1/webhooks", body)
}

/// Adds the webhook of a receiver.
pub fn hook(league: &League, receiver: &Receiver) -> Hook {
    let added = add(league, &json!({"url": receiver.url()})).ok(201);
    Hook { id: text(&added["id"]), secret: text(&added["secret"]) }
}

/// Asserts the number of messages that were made, and that the receiver has taken each once: none is left to send.
#[track_caller]
pub fn assert_sent(league: &League, hook: &Hook, receiver: &Receiver, count: usize) {
    let is_over = || deliveries(league, &hook.id).iter().all(|delivery| delivery["status"] == "delivered");
    wait_until("nothing is left to send", is_over);
    assert_eq!((deliveries(league, &hook.id).len(), receiver.taken().len()), (count, count));
}

pub fn hooks(league: &League) -> Vec<Value> {
    list(&league.get("/api/v1/webhooks").ok(200)["webhooks"])
}

/// The deliveries to a webhook, the newest first.
pub fn deliveries(league: &League, hook: &str) -> Vec<Value> {
    list(&league.get(&format!("/api/v1/webhooks/{hook}/deliveries")).ok(200)["deliveries"])
}
