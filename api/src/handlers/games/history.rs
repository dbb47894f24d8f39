//! What happens in a game, as it happens and afterwards.

use actix_web::web::{Data, Json};
use actix_web::{HttpRequest, HttpResponse, get};
use serde::Serialize;
use utoipa::openapi::{ObjectBuilder, RefOr, Schema, Type};
use utoipa::{PartialSchema, ToSchema};

use crate::auth::rate_limit::RateLimits;
use crate::handlers::games::game::GamePath;
use crate::http::client_address;
use crate::http::params::Path;
use crate::http::sse::EventStreams;
use crate::openapi::responses::{GameProblems, WatchProblems};
use crate::problem::Problem;
use crate::services::game_service::{GameService, RecordedEvent};

/// An event of a game's stream.
pub struct GameEvent;

impl PartialSchema for GameEvent {
    fn schema() -> RefOr<Schema> {
        event_schema("Which telling of the game it is; it means nothing else.", "The game after it: a Game, as JSON.")
    }
}

impl ToSchema for GameEvent {}

/// Describes an event of a stream, by what its id and its data are.
pub fn event_schema(id: &'static str, data: &'static str) -> RefOr<Schema> {
    let text = |description| ObjectBuilder::new().schema_type(Type::String).description(Some(description));
    ObjectBuilder::new()
        .description(Some(
            "An event of the stream, in lines like `id: 7` and `data: {…}` with an empty one after them.",
        ))
        .property("id", text(id))
        .property("data", text(data).content_media_type("application/json"))
        .required("id")
        .required("data")
        .into()
}

/// Everything that happened in a game.
#[derive(Serialize, ToSchema)]
pub struct History {
    /// What happened, the oldest first.
    events: Vec<RecordedEvent>,
}

/// Look at a game's history
///
/// Everything that happened in it, with who did it and when: pegs, those that were taken back too, deals, results and
/// corrections with their reasons.
#[utoipa::path(
    operation_id = "getHistory",
    tag = "Games",
    params(GamePath),
    responses((status = 200, description = "Everything that happened, the oldest first.", body = History), GameProblems),
)]
#[get("/games/{id}/history")]
pub async fn get_history(path: Path<GamePath>, games: Data<GameService>) -> Result<Json<History>, Problem> {
    Ok(Json(History { events: games.history(path.0.id).await? }))
}

/// Watch a game
///
/// Server-sent events: each a whole Game as JSON, the newest at once, then one a change. A watcher who is slow hears
/// the newest only. Send the last event's id as `Last-Event-ID` to be spared what is known already, as browsers do by
/// themselves. A line without meaning comes every 15 seconds. On this page nothing shows before the stream ends: use
/// `curl -N`, or an `EventSource`.
#[utoipa::path(
    operation_id = "watchGame",
    tag = "Games",
    params(
        GamePath,
        ("Last-Event-ID" = Option<String>, Header, description = "The id of the last event that was heard.", nullable = false),
    ),
    responses(
        (status = 200, description = "A stream of events, each with a Game.", body = GameEvent, content_type = "text/event-stream"),
        WatchProblems,
    ),
)]
#[get("/games/{id}/live")]
pub async fn watch_game(
    request: HttpRequest,
    path: Path<GamePath>,
    games: Data<GameService>,
    live: Data<EventStreams>,
    limits: Data<RateLimits>,
) -> Result<HttpResponse, Problem> {
    live.stream(
        games.subscribe(path.0.id).await?,
        client_address::rate_limit_key(&request, limits.behind_proxy),
        last_event_id(&request),
    )
}

/// The id of the last event that a watcher heard.
pub fn last_event_id(request: &HttpRequest) -> Option<&str> {
    request.headers().get("last-event-id").and_then(|id| id.to_str().ok())
}
