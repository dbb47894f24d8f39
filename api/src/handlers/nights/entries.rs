//! Who plays at a night: checking in, paying, leaving.

use actix_web::http::header::LOCATION;
use actix_web::web::{Data, Json};
use actix_web::{HttpResponse, delete, put};
use pegout_engine::league::night::Action;
use pegout_engine::league::{NightId, PlayerId};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use crate::auth::caller::Coordinator;
use crate::handlers::nights::night::{self, NightAnswer};
use crate::http::body::Body;
use crate::http::params::Path;
use crate::openapi::responses::{EntryProblems, WithdrawProblems};
use crate::problem::Problem;
use crate::services::night_service::NightService;

/// The path of a player's entry.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
pub struct EntryPath {
    /// The night.
    id: NightId,
    /// The player.
    player_id: PlayerId,
}

/// What is noted of a player who is checked in.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct EntryRequest {
    /// Whether they have paid; as it was unless given, and at first not.
    paid: Option<bool>,
    /// Whether they play as a guest; as it was unless given, and at first not. Only guests play who are not active
    /// members.
    guest: Option<bool>,
}

/// Check a player in
///
/// They play from the next round on. What is left out of a repeat stays as it was. Who has left comes back by a request
/// that notes nothing; one that does only notes it.
#[utoipa::path(
    operation_id = "putEntry",
    tag = "Nights",
    params(EntryPath),
    request_body(content = EntryRequest, description = "What to note of them."),
    responses(
        (status = 200, description = "The night. The player was checked in already.", body = NightAnswer),
        (status = 201, description = "The night with the player.", body = NightAnswer,
            headers(("Location" = String, description = "The entry's address, to withdraw the player."))),
        EntryProblems,
    ),
    security(("token" = [])),
)]
#[put("/nights/{id}/entries/{player_id}")]
pub async fn put_entry(
    coordinator: Coordinator,
    path: Path<EntryPath>,
    nights: Data<NightService>,
    body: Body<EntryRequest>,
) -> Result<HttpResponse, Problem> {
    let (EntryPath { id, player_id: player }, EntryRequest { paid, guest }) = (path.0, body.0);
    let outcome = nights.check_in(id, coordinator, player, paid, guest).await?;
    let night = night::coordinator_view(&nights, id).await?;
    if outcome.before.entry(player).is_some() {
        return Ok(HttpResponse::Ok().json(night));
    }
    let address = format!("/api/v1/nights/{id}/entries/{player}");
    Ok(HttpResponse::Created().insert_header((LOCATION, address)).json(night))
}

/// Withdraw a player
///
/// Who has not played is taken off the list. Who has keeps lines and fee, and plays no more from the next round on.
/// Harmless twice.
#[utoipa::path(
    operation_id = "deleteEntry",
    tag = "Nights",
    params(EntryPath),
    responses((status = 200, description = "The night without the player.", body = NightAnswer), WithdrawProblems),
    security(("token" = [])),
)]
#[delete("/nights/{id}/entries/{player_id}")]
pub async fn delete_entry(
    coordinator: Coordinator,
    path: Path<EntryPath>,
    nights: Data<NightService>,
) -> Result<Json<NightAnswer>, Problem> {
    let EntryPath { id, player_id: player } = path.0;
    nights.command(id, coordinator, Action::Withdraw { player }).await?;
    Ok(Json(night::coordinator_view(&nights, id).await?))
}
