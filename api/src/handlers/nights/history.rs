//! What happens in a night, as it happens and afterwards.

use std::collections::BTreeSet;

use actix_web::web::{Data, Json};
use actix_web::{HttpRequest, HttpResponse, get};
use pegout_engine::league::night::{Event, EventKind, PersonView};
use serde::Serialize;
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use crate::auth::rate_limit::RateLimits;
use crate::eventlog::repository::Recorded;
use crate::handlers::games::history;
use crate::handlers::nights::night::NightPath;
use crate::http::client_address;
use crate::http::params::Path;
use crate::http::sse::EventStreams;
use crate::openapi::responses::{NightProblems, WatchProblems};
use crate::problem::Problem;
use crate::services::night_service::NightService;

/// An event of a night's stream.
pub struct NightStreamEvent;

impl PartialSchema for NightStreamEvent {
    fn schema() -> RefOr<Schema> {
        history::event_schema("What tells this state from others.", "The night as it is then: a Night, as JSON.")
    }
}

impl ToSchema for NightStreamEvent {}

/// Everything that happened to a night.
#[derive(Serialize, ToSchema)]
pub struct NightHistory {
    /// What happened, the oldest first. What happened in its games stands in theirs.
    events: Vec<NightRecorded>,
    /// The players it tells of, by id there, and by name here.
    players: Vec<PersonView>,
}

/// An event of a night with its place in the log.
#[derive(Serialize, ToSchema)]
pub struct NightRecorded {
    /// Its place, from 1.
    version: u64,
    /// What happened, when, and who did it.
    #[serde(flatten)]
    event: Event,
}

/// Look at a night's history
///
/// Everything that happened to it, with who did it and when: who came and left, every draw with its seed, swaps, the
/// 50/50, the finish and the prizes then.
#[utoipa::path(
    operation_id = "getNightHistory",
    tag = "Nights",
    params(NightPath),
    responses((status = 200, description = "Everything that happened, the oldest first.", body = NightHistory), NightProblems),
)]
#[get("/nights/{id}/history")]
pub async fn get_night_history(
    path: Path<NightPath>,
    nights: Data<NightService>,
) -> Result<Json<NightHistory>, Problem> {
    let history = nights.history(path.0.id).await?;
    let entered: BTreeSet<_> = history
        .iter()
        .filter_map(|recorded| match &recorded.event.kind {
            EventKind::Entered(entry) => Some(entry.player),
            _ => None,
        })
        .collect();
    let players = entered.into_iter().map(|id| PersonView { id, name: nights.name(id) }).collect();
    let events = history.into_iter().map(|Recorded { version, event }| NightRecorded { version, event }).collect();
    Ok(Json(NightHistory { events, players }))
}

/// Watch a night
///
/// Server-sent events: each a whole Night as JSON, the newest at once, then one whenever the night or one of its games
/// has changed, a few a second at most. Otherwise as with a game.
#[utoipa::path(
    operation_id = "watchNight",
    tag = "Nights",
    params(
        NightPath,
        ("Last-Event-ID" = Option<String>, Header, description = "The id of the last event that was heard.", nullable = false),
    ),
    responses(
        (status = 200, description = "A stream of events, each with a Night.", body = NightStreamEvent, content_type = "text/event-stream"),
        WatchProblems,
    ),
)]
#[get("/nights/{id}/live")]
pub async fn watch_night(
    request: HttpRequest,
    path: Path<NightPath>,
    nights: Data<NightService>,
    live: Data<EventStreams>,
    limits: Data<RateLimits>,
) -> Result<HttpResponse, Problem> {
    live.stream(
        nights.subscribe(path.0.id).await?,
        client_address::rate_limit_key(&request, limits.behind_proxy),
        history::last_event_id(&request),
    )
}
