//! The history of a night, and its live stream.

use std::collections::BTreeSet;

use actix_web::web::{Data, Json};
use actix_web::{HttpRequest, HttpResponse, get};
use pegout_league::night::{Event, EventKind, PersonView};
use serde::Serialize;
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use crate::address;
use crate::caller;
use crate::caller::Permitted;
use crate::handlers::games::events;
use crate::handlers::nights::night::{MinimumRevision, NightPath};
use crate::params::{Path, Query};
use crate::problem_response::HttpProblem;
use crate::sse::EventStreams;
use pegout_service::auth::rate_limit::RateLimits;
use pegout_service::auth::right::rights;
use pegout_service::auth::sessions::Sessions;
use pegout_service::eventlog::repository::VersionedEvent;
use pegout_service::services::nights::NightService;

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
/// Returns every event of a night with its author and time, such as check-ins, draws with their seeds, excuses, and the
/// finish with its prizes. Since it shows who has paid, only the coordinator and the representatives may read it.
#[utoipa::path(
    tag = "Nights",
    params(NightPath),
    responses((status = 200, description = "The events, the oldest first.", body = NightHistory)),
)]
#[get("/nights/{id}/history")]
pub async fn get_night_history(
    _: Permitted<rights::ReadMoney>,
    path: Path<NightPath>,
    nights: Data<NightService>,
) -> Result<Json<NightHistory>, HttpProblem> {
    let history = nights.history(path.0.id).await?;
    let entered: BTreeSet<_> = history
        .iter()
        .flat_map(|recorded| match &recorded.event.kind {
            EventKind::Entered(entry) => vec![entry.player],
            EventKind::Notified { player, .. } => vec![*player],
            EventKind::HandClaimed(claimed) => vec![claimed.player],
            EventKind::Replied(reply) => vec![reply.player],
            EventKind::Paired(pair) => pair.players.iter().filter_map(|member| member.stands_for).collect(),
            // Every other event names only players who were checked in.
            EventKind::Scheduled(_)
            | EventKind::Changed(_)
            | EventKind::Cancelled { .. }
            | EventKind::Reinstated
            | EventKind::Withdrawn { .. }
            | EventKind::Unpaired { .. }
            | EventKind::CommandNoted { .. }
            | EventKind::PaidOut(_)
            | EventKind::Excused { .. }
            | EventKind::SettingsTaken { .. }
            | EventKind::RoundDrawn(_)
            | EventKind::RoundTakenBack { .. }
            | EventKind::Swapped { .. }
            | EventKind::Reseated(_)
            | EventKind::TableAdded(_)
            | EventKind::FiftyFiftyDrawn(_)
            | EventKind::FiftyFiftyVoided { .. }
            | EventKind::CardReturned(_)
            | EventKind::Imported(_)
            | EventKind::ImportNoted(_)
            | EventKind::ImportTakenBack { .. }
            | EventKind::HandWitnessed { .. }
            | EventKind::HandTakenBack { .. }
            | EventKind::Finished(_)
            | EventKind::Reopened { .. } => Vec::new(),
        })
        .collect();
    let players = entered.into_iter().map(|id| PersonView { id, name: nights.name(id) }).collect();
    let events =
        history.into_iter().map(|VersionedEvent { version, event }| NightRecorded { version, event }).collect();
    Ok(Json(NightHistory { events, players }))
}

/// Streams a night
///
/// Sends server-sent events, each with the whole Night as JSON. The newest state comes at once, then an event after
/// each change of the night or its games, at most a few a second. A state has what `getNight` returns to the caller,
/// without the join code. The stream ends when the token of the request is revoked. Otherwise it works like
/// `watchGame`.
#[utoipa::path(
    tag = "Nights",
    params(
        NightPath,
        MinimumRevision,
        ("Last-Event-ID" = Option<String>, Header, description = "The id of the last event that the client received.", nullable = false),
    ),
    responses(
        (status = 200, description = "A stream of events, each with a Night.", body = NightStreamEvent, content_type = "text/event-stream"),
    ),
    security((), ("token" = [])),
)]
#[get("/nights/{id}/live")]
pub async fn watch_night(
    request: HttpRequest,
    path: Path<NightPath>,
    query: Query<MinimumRevision>,
    nights: Data<NightService>,
    live: Data<EventStreams>,
    limits: Data<RateLimits>,
    sessions: Data<Sessions>,
) -> Result<HttpResponse, HttpProblem> {
    let caller = caller::optional(&request).await?;
    let revoked = caller.clone().map(|caller| {
        let sessions = sessions.into_inner();
        async move { sessions.until_invalid(&caller.token).await }
    });
    Ok(live.stream(
        nights.subscribe(path.0.id, caller.clone(), query.0.revision()).await?,
        address::rate_limit_key(&request, limits.behind_proxy),
        events::last_event_id(&request),
        revoked,
    )?)
}
