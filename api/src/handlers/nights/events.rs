//! The history of a night, and its live stream.

use std::collections::BTreeSet;

use actix_web::web::{Data, Json};
use actix_web::{HttpRequest, HttpResponse, get};
use pegout_engine::league::night::{Event, EventKind, PersonView};
use serde::Serialize;
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use crate::auth::rate_limit::RateLimits;
use crate::eventlog::repository::Recorded;
use crate::handlers::games::events;
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
        events::event_schema(
            "The id of this state, to be sent as `Last-Event-ID`.",
            "The night after the change: a Night as JSON.",
        )
    }
}

impl ToSchema for NightStreamEvent {}

/// The history of a night.
#[derive(Serialize, ToSchema)]
pub struct NightHistory {
    /// The events, the oldest first. The events of its games are in the histories of the games.
    events: Vec<NightRecorded>,
    /// The names of the players whose ids are in the events.
    players: Vec<PersonView>,
}

/// An event of a night with its position in the log.
#[derive(Serialize, ToSchema)]
pub struct NightRecorded {
    /// Its position, from 1.
    version: u64,
    /// The event with its time and author.
    #[serde(flatten)]
    event: Event,
}

/// Returns a night's history
///
/// Returns every event of a night with its author and time: players who came and left, every draw with its seed, swaps,
/// the 50/50, and the finish with its prizes.
#[utoipa::path(
    operation_id = "getNightHistory",
    tag = "Nights",
    params(NightPath),
    responses((status = 200, description = "The events, the oldest first.", body = NightHistory), NightProblems),
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
            // Every other event names only players who were checked in.
            EventKind::Scheduled(_)
            | EventKind::Changed(_)
            | EventKind::Cancelled { .. }
            | EventKind::Reinstated
            | EventKind::Withdrawn { .. }
            | EventKind::SettingsTaken { .. }
            | EventKind::RoundDrawn(_)
            | EventKind::Swapped { .. }
            | EventKind::FiftyFiftyDrawn(_)
            | EventKind::FiftyFiftyVoided { .. }
            | EventKind::Finished(_) => None,
        })
        .collect();
    let players = entered.into_iter().map(|id| PersonView { id, name: nights.name(id) }).collect();
    let events = history.into_iter().map(|Recorded { version, event }| NightRecorded { version, event }).collect();
    Ok(Json(NightHistory { events, players }))
}

/// Streams a night
///
/// Sends server-sent events, each with the whole Night as JSON: the newest state at once, then one event whenever the
/// night or one of its games changes, a few a second at most. Otherwise it works like `watchGame`.
#[utoipa::path(
    operation_id = "watchNight",
    tag = "Nights",
    params(
        NightPath,
        ("Last-Event-ID" = Option<String>, Header, description = "The id of the last event that the client received.", nullable = false),
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
        events::last_event_id(&request),
    )
}
