//! The entries of a night: checking in, paying and leaving.

use actix_web::http::header::LOCATION;
use actix_web::web::{Data, Json};
use actix_web::{HttpResponse, delete, put};
use pegout_engine::league::night::{Action, EntryAction};
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
    /// The id of the night.
    id: NightId,
    /// The id of the player.
    player_id: PlayerId,
}

/// The notes about a player who is checked in.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct EntryRequest {
    /// True if the player has paid. Without this field it stays as it was, at first false.
    paid: Option<bool>,
    /// True if the player plays as a guest. Without this field it stays as it was, at first false. Players who are not
    /// active members can only play as guests.
    guest: Option<bool>,
}

/// Checks a player in
///
/// Adds a player, who plays from the next round on. In a repeated request, fields that are left out stay as they were.
/// A request without fields brings back a player who has left; a request with fields only notes them.
#[utoipa::path(
    operation_id = "putEntry",
    tag = "Nights",
    params(EntryPath),
    request_body(content = EntryRequest, description = "The notes about the player."),
    responses(
        (status = 200, description = "The player was checked in already. Returns the night.", body = NightAnswer),
        (status = 201, description = "The night with the player.", body = NightAnswer,
            headers(("Location" = String, description = "The path of the entry, to withdraw the player."))),
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
    let action = match (paid, guest) {
        (None, None) => EntryAction::Arrive,
        (paid, guest) => EntryAction::Note { paid, guest },
    };
    let outcome = nights.check_in(id, coordinator, player, action).await?;
    let night = night::coordinator_view(&nights, id).await?;
    if outcome.before.entry(player).is_some() {
        return Ok(HttpResponse::Ok().json(night));
    }
    let address = format!("/api/v1/nights/{id}/entries/{player}");
    Ok(HttpResponse::Created().insert_header((LOCATION, address)).json(night))
}

/// Withdraws a player
///
/// Removes a player who has not played from the list. A player who has played keeps the lines and the fee, and does not
/// play from the next round on. The request can be repeated safely.
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
