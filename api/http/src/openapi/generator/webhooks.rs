//! The section `webhooks` of the document: the messages that the service sends.

use pegout_engine::Time;
use pegout_engine::game::GameId;
use pegout_league::NightId;
use serde_json::{Map, Value, json};

use pegout_model::webhook_event::{Subject, WebhookEvent};

/// The ids and the moment of the examples.
const GAME: &str = "0198c5a2-7c1e-7d3a-9b52-0c6f6f3f1a01";
const NIGHT: &str = "0198c5a2-a111-7d3a-9b52-0c6f6f3f1a05";
const AT: &str = "2026-01-28T21:10:00.000Z";
const ARE_WRITTEN_RIGHT: &str = "the document is made in every test";

/// Returns the messages by the type of their event.
pub fn section() -> Value {
    let game: GameId = GAME.parse().expect(ARE_WRITTEN_RIGHT);
    let messages = [
        message(
            Subject::Game(game),
            "gameFinished",
            "A game was won",
            "A game of a night was won. A corrected result sends a second message with a new id. No message is sent if a game \
             is called off, or is open again.",
        ),
        message(
            Subject::Round(1),
            "roundDrawn",
            "A round was drawn",
            "A round of a night was drawn. A second draw of the round sends the message again.",
        ),
        message(
            Subject::Finish,
            "nightFinished",
            "A night was finished",
            "A night was finished. A second finish of the night sends the message again.",
        ),
        message(
            Subject::Cancellation,
            "nightCancelled",
            "A night was cancelled",
            "A night was cancelled. No message is sent if it is reinstated.",
        ),
    ];
    Value::Object(messages.into_iter().collect::<Map<String, Value>>())
}

/// A message with the type of its event.
fn message(subject: Subject, operation_id: &str, summary: &str, description: &str) -> (String, Value) {
    let night: NightId = NIGHT.parse().expect(ARE_WRITTEN_RIGHT);
    let at: Time = AT.parse().expect(ARE_WRITTEN_RIGHT);
    let event = WebhookEvent::new([0; 16], 1, night, at, subject);
    let event_type = event.event_type.to_string();
    let body: Value = serde_json::from_str(&event.body).expect(ARE_WRITTEN_RIGHT);
    let schema = json!({
        "type": "object",
        "description": description,
        "required": ["type", "timestamp", "data"],
        "properties": {
            "type": { "type": "string", "const": event_type, "description": "The type of the event." },
            "timestamp": { "$ref": "#/components/schemas/Time", "description": "The time of the event." },
            "data": data(&body["data"]),
        },
    });
    let operation = json!({
        "operationId": operation_id,
        "tags": ["Messages"],
        "summary": summary,
        "description": description,
        "parameters": headers(),
        "requestBody": {
            "required": true,
            "description": "The ids in the event, and paths of the service to read the details. It names no person.",
            "content": {
                "application/json": {
                    "schema": schema,
                    "examples": { "message": { "summary": summary, "value": body } },
                },
            },
        },
        "responses": {
            "2XX": { "description": "The message was accepted." },
            "410": { "description": "The receiver wants no more messages. The webhook is switched off." },
            "default": { "description": "The message was not accepted. It is sent again for a day." },
        },
        "security": [],
    });
    (event_type, json!({ "post": operation }))
}

/// The schema of the ids and paths of a message.
fn data(example: &Value) -> Value {
    let names = |object: &Value| object.as_object().into_iter().flat_map(Map::keys).cloned().collect::<Vec<_>>();
    let mut properties = Map::new();
    for name in names(example) {
        let property = match name.as_str() {
            "game_id" => json!({ "$ref": "#/components/schemas/GameId", "description": "The game." }),
            "night_id" => json!({ "$ref": "#/components/schemas/NightId", "description": "The night." }),
            "round" => json!({ "type": "integer", "minimum": 1, "description": "The number of the round." }),
            _ => {
                let paths = names(&example["links"]);
                let path = json!({ "type": "string", "description": "A path of the service." });
                json!({
                    "type": "object",
                    "description": "The paths at which it can be read.",
                    "required": paths,
                    "properties": paths.iter().map(|name| (name.clone(), path.clone())).collect::<Map<_, _>>(),
                })
            }
        };
        properties.insert(name, property);
    }
    json!({
        "type": "object",
        "description": "The ids and the paths.",
        "required": names(example),
        "properties": properties,
    })
}

/// The headers of the Standard Webhooks specification.
fn headers() -> Value {
    let header = |name: &str, kind: &str, description: &str| {
        json!({
            "name": name,
            "in": "header",
            "required": true,
            "description": description,
            "schema": { "type": kind },
        })
    };
    json!([
        header("webhook-id", "string", "The id of the message, the same each time that it is sent."),
        header("webhook-timestamp", "integer", "The seconds since 1970 when it is sent."),
        header(
            "webhook-signature",
            "string",
            "`v1,` and the HMAC-SHA256 in base64 of the id, the timestamp and the body, with full stops between them. The \
             key is the secret without `whsec_`, decoded from base64.",
        ),
    ])
}
