//! The cancellation of a night, with a list of the people to tell.

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

/// The reason of a cancellation.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CancellationRequest {
    /// The reason, 1 to 1000 letters.
    #[schema(min_length = 1, max_length = 1000, examples("Snow"))]
    reason: String,
}

/// A cancelled night, with the contact data of the active members and of the players who were checked in.
#[derive(Serialize, ToSchema)]
pub struct Cancellation {
    /// The night.
    #[serde(flatten)]
    night: NightAnswer,
    /// The telephone numbers of these players, by name.
    phones: Vec<PhoneNumber>,
    /// A link that opens one e-mail to all who have an address, as blind copies; `null` if nobody has one.
    #[schema(required = true, examples("mailto:?bcc=ann%40example%2Eorg&subject=No%20cribbage%20on%202026%2D01%2D28"))]
    mailto: Option<String>,
}

/// The telephone number of a player.
#[derive(Serialize, ToSchema)]
pub struct PhoneNumber {
    /// The player's name.
    name: String,
    /// The player's telephone number.
    #[schema(examples("555-0134"))]
    phone: String,
}

/// Cancels a night
///
/// Cancels a night for a reason that everybody can read. The response has the telephone numbers to call and a prepared
/// e-mail. Another reason replaces the earlier one. A night that has begun cannot be cancelled; finish it early
/// instead.
#[utoipa::path(
    operation_id = "cancelNight",
    tag = "Nights",
    params(NightPath),
    request_body(content = CancellationRequest, description = "The reason."),
    responses(
        (status = 200, description = "The night was cancelled before, and has a new reason.", body = Cancellation),
        (status = 201, description = "The cancelled night, and the people to tell.", body = Cancellation,
            headers(("Location" = String, description = "The path of the cancellation, to take it back."))),
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
    let night = night::coordinator_view(&nights, id).await?;
    let cancellation = Cancellation { night, phones: players.into_iter().filter_map(number).collect(), mailto };
    if outcome.before.status() == Status::Cancelled {
        return Ok(HttpResponse::Ok().json(cancellation));
    }
    let address = format!("/api/v1/nights/{id}/cancellation");
    Ok(HttpResponse::Created().insert_header((LOCATION, address)).json(cancellation))
}

/// Takes a cancellation back
///
/// Reinstates a cancelled night. It has no effect on a night that was not cancelled.
#[utoipa::path(
    operation_id = "reinstateNight",
    tag = "Nights",
    params(NightPath),
    responses((status = 200, description = "The reinstated night.", body = NightAnswer), NightChangeProblems),
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
    let encode = |text: &str| utf8_percent_encode(text, NON_ALPHANUMERIC).to_string();
    let addresses: Vec<String> = players.iter().filter_map(|player| player.email.as_deref()).map(encode).collect();
    let NightView { date, starts_at, .. } = night;
    let subject = encode(&format!("{league}: no cribbage on {date}"));
    let body = encode(&format!("The night of {date} at {starts_at} is cancelled: {reason}"));
    (!addresses.is_empty()).then(|| format!("mailto:?bcc={}&subject={subject}&body={body}", addresses.join(",")))
}
