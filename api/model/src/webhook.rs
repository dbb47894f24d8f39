//! Webhooks: addresses that hear of what happens at the nights of the league, and what was sent to them.

use pegout_engine::Time;
use pegout_league::NightId;
use serde::Serialize;
use strum::{Display, EnumString};
use utoipa::ToSchema;

use crate::webhook_event::{EventType, MessageId, WebhookId};
use crate::webhook_secret::WebhookSecret;

/// The most webhooks.
pub const MAX_WEBHOOKS: usize = 10;

/// The state of a webhook: `active`; `off`, by the coordinator; or `failed`, by the service, after a day without
/// delivery or after status 410.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Display, EnumString, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum WebhookStatus {
    /// Messages are sent to it.
    Active,
    /// The coordinator has switched it off.
    Off,
    /// The service has switched it off: nothing could be delivered for a day, or its receiver has answered 410.
    Failed,
}

/// A webhook, without its secret.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Webhook {
    /// Its id.
    pub id: WebhookId,
    /// The address that messages are sent to.
    #[schema(format = "uri", examples("https://example.org/pegout"))]
    pub url: String,
    /// Its state.
    pub status: WebhookStatus,
    /// The moment when it was added.
    pub added_at: Time,
    /// The moment of the first failure since the last delivery; `null` if nothing has failed since.
    #[schema(required = true)]
    pub failing_since: Option<Time>,
    /// The number of messages that wait to be delivered.
    #[schema(minimum = 0)]
    pub waiting: u64,
}

/// The state of a delivery: `waiting` for an attempt; `delivered`; or `failed`, after a day without success or because
/// its webhook was switched off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Display, EnumString, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum DeliveryStatus {
    /// The first or the next attempt is still to come.
    Waiting,
    /// The receiver has taken it.
    Delivered,
    /// No attempt follows, after a day without success, or because the webhook was switched off.
    Failed,
}

/// The reason for which an attempt failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Display, EnumString, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum DeliveryFailure {
    /// The receiver has answered another status than 2xx.
    Refused,
    /// The receiver's address is not public, and this service sends to public addresses only.
    NotAllowed,
    /// Nobody has the receiver's name.
    UnknownHost,
    /// There was no connection to the receiver, or none that is trusted.
    NoConnection,
    /// The receiver has not answered within ten seconds.
    TimedOut,
}

/// The delivery of a message to a webhook. It keeps only the status of the receiver's answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Delivery {
    /// The id of the message, which it is sent with.
    pub id: MessageId,
    /// The type of the event.
    #[serde(rename = "type")]
    pub event_type: EventType,
    /// The moment when it happened.
    pub at: Time,
    /// The night at which it happened.
    pub night_id: NightId,
    /// Its state.
    pub status: DeliveryStatus,
    /// The number of attempts so far.
    #[schema(minimum = 0)]
    pub attempts: u32,
    /// The moment of the last attempt; `null` before the first.
    #[schema(required = true)]
    pub last_attempt_at: Option<Time>,
    /// The status that the receiver has answered last; `null` without an answer.
    #[schema(required = true, minimum = 100, maximum = 999)]
    pub http_status: Option<u16>,
    /// The reason why the last attempt failed; `null` if it did not.
    #[schema(required = true)]
    pub failure: Option<DeliveryFailure>,
    /// The moment of the next attempt; `null` if none follows.
    #[schema(required = true)]
    pub next_attempt_at: Option<Time>,
}

/// A delivery that is due, with everything that it takes.
#[derive(Clone, Debug)]
pub struct DueDelivery {
    /// The webhook.
    pub webhook: WebhookId,
    /// The message.
    pub message: MessageId,
    /// The address.
    pub url: String,
    /// The secret that it is signed with.
    pub secret: WebhookSecret,
    /// The body.
    pub body: String,
    /// The number of attempts before.
    pub attempts: u32,
    /// The moment of the first attempt since it began to wait; `None` before that.
    pub first_attempt_at: Option<Time>,
}
