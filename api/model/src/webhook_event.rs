//! The events that webhooks hear of: ids and paths, and nothing of persons.

use pegout_engine::game::GameId;
use pegout_engine::{Time, id};
use pegout_league::NightId;
use serde::Serialize;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use strum::{Display, EnumString};
use utoipa::ToSchema;
use uuid::Builder;

id!(WebhookId, "The id of a webhook.", "0198c5a2-d777-7d3a-9b52-0c6f6f3f1a0f");
id!(
    MessageId,
    "The id of a message to webhooks, the same for all of them and for each time that it is sent.",
    "0198c5a2-d888-8d3a-9b52-0c6f6f3f1a10"
);

/// The type of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Display, EnumString, Serialize, ToSchema)]
#[schema(as = WebhookEventType)]
pub enum EventType {
    /// A game of a night was won, or its result was corrected.
    #[serde(rename = "game.finished")]
    #[strum(serialize = "game.finished")]
    GameFinished,
    /// A round of a night was drawn.
    #[serde(rename = "round.drawn")]
    #[strum(serialize = "round.drawn")]
    RoundDrawn,
    /// A night was finished.
    #[serde(rename = "night.finished")]
    #[strum(serialize = "night.finished")]
    NightFinished,
    /// A night was cancelled.
    #[serde(rename = "night.cancelled")]
    #[strum(serialize = "night.cancelled")]
    NightCancelled,
}

/// The subject of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// A game that was won.
    Game(GameId),
    /// A round that was drawn.
    Round(u16),
    /// The night, which was finished.
    Finish,
    /// The night, which was cancelled.
    Cancellation,
}

/// An event at a night of the league.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WebhookEvent {
    /// The id of the message about the event.
    pub message: MessageId,
    /// The type.
    pub event_type: EventType,
    /// The night.
    pub night: NightId,
    /// The moment.
    pub at: Time,
    /// The body of the message.
    pub body: String,
}

impl WebhookEvent {
    /// The event at a night, caused by the change of a stream to this version. Every server and every repeat makes
    /// the same message id.
    pub fn new(stream: [u8; 16], version: u64, night: NightId, at: Time, subject: Subject) -> WebhookEvent {
        let event_type = match subject {
            Subject::Game(_) => EventType::GameFinished,
            Subject::Round(_) => EventType::RoundDrawn,
            Subject::Finish => EventType::NightFinished,
            Subject::Cancellation => EventType::NightCancelled,
        };
        let body = json!({ "type": event_type, "timestamp": at, "data": data(night, subject) }).to_string();
        WebhookEvent { message: message_id(stream, version, at), event_type, night, at, body }
    }
}

fn data(night: NightId, subject: Subject) -> Value {
    let path = format!("/api/v1/nights/{night}");
    match subject {
        Subject::Game(game) => json!({
            "night_id": night,
            "game_id": game,
            "links": { "game": format!("/api/v1/games/{game}"), "night": path },
        }),
        Subject::Round(round) => json!({ "night_id": night, "round": round, "links": { "night": path } }),
        Subject::Finish => json!({
            "night_id": night,
            "links": { "night": path, "standings": format!("{path}/standings") },
        }),
        Subject::Cancellation => json!({ "night_id": night, "links": { "night": path } }),
    }
}

/// Returns the body of a message with its links below this path.
pub fn with_links_below(body: &str, path: &str) -> String {
    // A body has ids, times and words of Pegout's own alone: nothing else in it looks like a link.
    body.replace("\"/api/", &format!("\"{path}/api/"))
}

/// A UUID made of the stream, the version and the moment: after a restore another event may have the version.
fn message_id(stream: [u8; 16], version: u64, at: Time) -> MessageId {
    let mut hasher = Sha256::new();
    hasher.update(stream);
    hasher.update(version.to_be_bytes());
    hasher.update(at.millis().to_be_bytes());
    let mut bytes = [0; 16];
    bytes.copy_from_slice(&hasher.finalize()[..16]);
    MessageId::from_bytes(Builder::from_custom_bytes(bytes).into_uuid().into_bytes())
}
