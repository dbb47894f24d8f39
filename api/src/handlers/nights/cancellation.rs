//! Nights that do not take place, and whom to tell.

use std::collections::HashSet;

use actix_web::http::header::LOCATION;
use actix_web::web::{Data, Json};
use actix_web::{HttpResponse, delete, put};
use pegout_engine::league::night::{Action, NightView, Status};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::auth::caller::Coordinator;
use crate::handlers::nights::night::{self, NightAnswer, NightPath};
use crate::http::body::Body;
use crate::http::params::Path;
use crate::model::player::Player;
use crate::openapi::responses::{CancelProblems, NightChangeProblems};
use crate::problem::Problem;
use crate::services::league_service::LeagueService;
use crate::services::night_service::NightService;
use crate::services::player_service::PlayerService;

/// Why a night does not take place.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CancellationRequest {
    /// Why, 1 to 1000 letters.
    #[schema(min_length = 1, max_length = 1000, examples("Snow"))]
    reason: String,
}

/// A night that was cancelled, and how to tell everybody: the active members, and who was checked in.
#[derive(Serialize, ToSchema)]
pub struct Cancellation {
    /// The night.
    #[serde(flatten)]
    night: NightAnswer,
    /// Whom to call, by name.
    phones: Vec<PhoneNumber>,
    /// A link that opens one e-mail to all who have an address, which none of them sees; `null` where nobody has.
    #[schema(required = true, examples("mailto:?bcc=ann%40example%2Eorg&subject=No%20cribbage%20on%202026%2D01%2D28"))]
    mailto: Option<String>,
}

/// How to call a player.
#[derive(Serialize, ToSchema)]
pub struct PhoneNumber {
    /// Their name.
    name: String,
    /// Their telephone number.
    #[schema(examples("555-0134"))]
    phone: String,
}

/// Cancel a night
///
/// It does not take place, for a reason that everybody is told. The answer says whom to call, and has an e-mail ready
/// for all the others. Another reason replaces the one before. A night that has begun is finished early instead.
#[utoipa::path(
    operation_id = "cancelNight",
    tag = "Nights",
    params(NightPath),
    request_body(content = CancellationRequest, description = "Why."),
    responses(
        (status = 200, description = "The night was cancelled before, and this is why now.", body = Cancellation),
        (status = 201, description = "The night, cancelled, and how to tell everybody.", body = Cancellation,
            headers(("Location" = String, description = "The cancellation's address, to take it back."))),
        CancelProblems,
    ),
    security(("token" = [])),
)]
#[put("/nights/{id}/cancellation")]
pub async fn cancel_night(
    coordinator: Coordinator,
    path: Path<NightPath>,
    nights: Data<NightService>,
    players: Data<PlayerService>,
    league: Data<LeagueService>,
    body: Body<CancellationRequest>,
) -> Result<HttpResponse, Problem> {
    let (id, CancellationRequest { reason }) = (path.0.id, body.0);
    let outcome = nights.command(id, coordinator, Action::Cancel { reason: reason.clone() }).await?;
    let entered: HashSet<_> = outcome.before.entries().iter().map(|entry| entry.player).collect();
    let players = players.to_notify(&entered).await?;
    let view = nights.report(id).await?.view();
    let mailto = mailto(&players, &view, &reason, &league.league().await?.name);
    let number = |Player { name, phone, .. }| Some(PhoneNumber { name, phone: phone? });
    let phones = players.into_iter().filter_map(number).collect();
    let cancellation = Cancellation { night: night::coordinator_view(&nights, id).await?, phones, mailto };
    if outcome.before.status() == Status::Cancelled {
        return Ok(HttpResponse::Ok().json(cancellation));
    }
    let address = format!("/api/v1/nights/{id}/cancellation");
    Ok(HttpResponse::Created().insert_header((LOCATION, address)).json(cancellation))
}

/// Take a cancellation back
///
/// The night takes place after all. Harmless where it was not cancelled.
#[utoipa::path(
    operation_id = "reinstateNight",
    tag = "Nights",
    params(NightPath),
    responses((status = 200, description = "The night, which takes place.", body = NightAnswer), NightChangeProblems),
    security(("token" = [])),
)]
#[delete("/nights/{id}/cancellation")]
pub async fn reinstate_night(
    coordinator: Coordinator,
    path: Path<NightPath>,
    nights: Data<NightService>,
) -> Result<Json<NightAnswer>, Problem> {
    nights.command(path.0.id, coordinator, Action::Reinstate).await?;
    Ok(Json(night::coordinator_view(&nights, path.0.id).await?))
}

fn mailto(players: &[Player], night: &NightView, reason: &str, league: &str) -> Option<String> {
    let written = |text: &str| utf8_percent_encode(text, NON_ALPHANUMERIC).to_string();
    let addresses: Vec<String> = players.iter().filter_map(|player| player.email.as_deref()).map(written).collect();
    let NightView { date, starts_at, .. } = night;
    let subject = written(&format!("{league}: no cribbage on {date}"));
    let body = written(&format!("The night of {date} at {starts_at} is cancelled: {reason}"));
    (!addresses.is_empty()).then(|| format!("mailto:?bcc={}&subject={subject}&body={body}", addresses.join(",")))
}
