//! The history and the summary of a game, and its live stream.

use actix_web::web::{Data, Json};
use actix_web::{HttpRequest, HttpResponse, get};
use pegout_engine::game::GameSummary;
use serde::{Deserialize, Serialize};
use utoipa::openapi::{ObjectBuilder, RefOr, Schema, Type};
use utoipa::{IntoParams, PartialSchema, ToSchema};

use crate::address;
use crate::caller;
use crate::handlers::games::game::{GamePath, MinimumVersion};
use crate::params::{self, Path, Query};
use crate::problem_response::HttpProblem;
use crate::sse::EventStreams;
use pegout_service::auth::rate_limit::RateLimits;
use pegout_service::services::games::{GameService, RecordedEvent};

/// An event of a game's stream.
pub struct GameEvent;

impl PartialSchema for GameEvent {
    fn schema() -> RefOr<Schema> {
        event_schema(
            "The id of this state, to be sent as `Last-Event-ID`. It has no other meaning.",
            "The game after the change: a Game as JSON.",
        )
    }
}

impl ToSchema for GameEvent {}

/// Returns the schema of an event, with the descriptions of its id and data.
pub fn event_schema(id: &'static str, data: &'static str) -> RefOr<Schema> {
    let text = |description| ObjectBuilder::new().schema_type(Type::String).description(Some(description));
    ObjectBuilder::new()
        .description(Some("An event of the stream, in lines like `id: 7` and `data: {…}`, followed by an empty line."))
        .property("id", text(id))
        .property("data", text(data).content_media_type("application/json"))
        .required("id")
        .required("data")
        .into()
}

/// The history of a game.
#[derive(Serialize, ToSchema)]
pub struct History {
    /// The events, the oldest first.
    events: Vec<RecordedEvent>,
}

/// The newest event that the client has.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct HistoryQuery {
    /// The version of the newest event that the client has: only later events are returned. Without it all are.
    #[serde(default, deserialize_with = "params::optional_number")]
    #[param(value_type = Option<u32>, nullable = false, minimum = 1, maximum = 4_294_967_295_u32, format = Int64, example = 12)]
    after: Option<u32>,
}

/// Returns a game's history
///
/// Returns the events of a game with their authors and times: pegs, amendments, deals, results, and corrections with their
/// reasons. A peg that was taken back stays in the history.
#[utoipa::path(
    tag = "Games",
    params(GamePath, HistoryQuery),
    responses((status = 200, description = "The events, the oldest first.", body = History)),
)]
#[get("/games/{id}/history")]
pub async fn get_history(
    path: Path<GamePath>,
    query: Query<HistoryQuery>,
    games: Data<GameService>,
) -> Result<Json<History>, HttpProblem> {
    let after = query.0.after.map_or(0, u64::from);
    Ok(Json(History { events: games.history(path.0.id, after).await? }))
}

/// Returns a game's summary
///
/// Returns the scores by deal, the number of lead changes, and the largest hand or crib. `turned_at` is the last deal in
/// which the winner was behind.
#[utoipa::path(
    tag = "Games",
    params(GamePath, MinimumVersion),
    responses((status = 200, description = "The summary.", body = GameSummary)),
)]
#[get("/games/{id}/summary")]
pub async fn get_game_summary(
    path: Path<GamePath>,
    query: Query<MinimumVersion>,
    games: Data<GameService>,
) -> Result<Json<GameSummary>, HttpProblem> {
    Ok(Json(games.summary(path.0.id, query.0.version()).await?))
}

/// Streams a game
///
/// Sends server-sent events, each with the whole Game as JSON: the newest state at once, then one event for every
/// change. A slow client receives only the newest state. Send the id of the last event as `Last-Event-ID` to skip a
/// state that is known already; browsers do so by themselves. A comment is sent every 15 seconds. This page shows
/// nothing until the stream ends: use `curl -N` or an `EventSource`. When a game is removed its stream ends, and
/// opening it again is 410. The coordinator sees `lost_changes` at a table after a lost `seen` with a token of its game.
#[utoipa::path(
    tag = "Games",
    params(
        GamePath,
        MinimumVersion,
        ("Last-Event-ID" = Option<String>, Header, description = "The id of the last event that the client received.", nullable = false),
    ),
    responses(
        (status = 200, description = "A stream of events, each with a Game.", body = GameEvent, content_type = "text/event-stream"),
    ),
)]
#[get("/games/{id}/live")]
pub async fn watch_game(
    request: HttpRequest,
    path: Path<GamePath>,
    query: Query<MinimumVersion>,
    games: Data<GameService>,
    live: Data<EventStreams>,
    limits: Data<RateLimits>,
) -> Result<HttpResponse, HttpProblem> {
    let (id, seen) = (path.0.id, query.0.version());
    let (game, removal) = games.subscribe(id, seen).await?;
    // Watching needs only the link: neither a wrong token nor a failure here refuses it.
    games.note_seen(id, seen, async { caller::optional(&request).await.ok().flatten() }).await.ok();
    let address = address::rate_limit_key(&request, limits.behind_proxy);
    Ok(live.stream(game, address, last_event_id(&request), Some(removal))?)
}

/// Returns the id of the last event that the client received.
pub fn last_event_id(request: &HttpRequest) -> Option<&str> {
    request.headers().get("last-event-id").and_then(|id| id.to_str().ok())
}
