//! The rounds of a night: drawing them, and swapping seats.

use actix_web::http::header::LOCATION;
use actix_web::web::{Data, Json};
use actix_web::{HttpResponse, post};
use pegout_engine::league::night::Action;
use pegout_engine::league::{CommandId, NightId, PlayerId};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use crate::auth::caller::Coordinator;
use crate::handlers::nights::night::{self, NightAnswer, NightPath};
use crate::http::body::{Body, Integer};
use crate::http::params::{self, Path};
use crate::openapi::responses::{RoundProblems, SwapProblems};
use crate::problem::Problem;
use crate::services::Effect;
use crate::services::night_service::NightService;

/// A round to draw.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RoundRequest {
    /// The number of the round, from 1. With it, a repeated request draws one round. Without it, the next round is
    /// drawn.
    #[schema(value_type = Option<u16>, minimum = 1, maximum = 20)]
    number: Option<Integer<u16, 1, 20>>,
    /// An id made by the client. A repeat with the same id draws one round.
    id: Option<CommandId>,
}

/// The path of a round.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
pub struct RoundPath {
    /// The id of the night.
    id: NightId,
    /// The number of the round, from 1.
    #[serde(deserialize_with = "params::number")]
    #[param(minimum = 1, maximum = 4_294_967_295_u32, format = Int64)]
    n: u32,
}

/// Two players who are to swap their seats.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SwapRequest {
    /// Two players at tables of the round.
    #[schema(min_items = 2, max_items = 2)]
    players: Vec<PlayerId>,
    /// An id made by the client. A repeat with the same id swaps the seats once.
    id: Option<CommandId>,
}

/// Draws the next round
///
/// Draws the tables of the next round. The first round is random. In later rounds two players of every table move to
/// the next table, unless players came or left. Every table gets a game that begins with the round. Phones can no
/// longer change the games of the round before. The night remembers the `id` of each request that drew a round: a
/// repeat with the same id has no effect at any later time.
#[utoipa::path(
    operation_id = "drawRound",
    tag = "Nights",
    params(NightPath),
    request_body(content = RoundRequest, description = "The number of the round, so that two identical requests draw one round."),
    responses(
        (status = 200, description = "The round was drawn already. Returns the night.", body = NightAnswer),
        (status = 201, description = "The night with the round.", body = NightAnswer,
            headers(("Location" = String, description = "The path of the night."))),
        RoundProblems,
    ),
    security(("token" = [])),
)]
#[post("/nights/{id}/rounds")]
pub async fn draw_round(
    coordinator: Coordinator,
    path: Path<NightPath>,
    nights: Data<NightService>,
    body: Body<RoundRequest>,
) -> Result<HttpResponse, Problem> {
    let id = path.0.id;
    let RoundRequest { number, id: command } = body.0;
    let number = number.map(|Integer(number)| number);
    let outcome = nights.draw_round(id, coordinator, number, command, nights.new_seed()).await?;
    let night = night::coordinator_view(&nights, id).await?;
    if outcome.effect == Effect::Unchanged {
        return Ok(HttpResponse::Ok().json(night));
    }
    Ok(HttpResponse::Created().insert_header((LOCATION, format!("/api/v1/nights/{id}"))).json(night))
}

/// Swaps two seats
///
/// Swaps the seats of two players of a round, as long as nobody has pegged in it. Without an `id`, repeating the
/// request swaps them back. With an `id`, a repeat has no effect at any later time.
#[utoipa::path(
    operation_id = "swapSeats",
    tag = "Nights",
    params(RoundPath),
    request_body(content = SwapRequest, description = "The two players."),
    responses((status = 200, description = "The night with the swapped seats.", body = NightAnswer), SwapProblems),
    security(("token" = [])),
)]
#[post("/nights/{id}/rounds/{n}/swaps")]
pub async fn swap_seats(
    coordinator: Coordinator,
    path: Path<RoundPath>,
    nights: Data<NightService>,
    body: Body<SwapRequest>,
) -> Result<Json<NightAnswer>, Problem> {
    let RoundPath { id, n } = path.0;
    // No round has a number above this size.
    let round = u16::try_from(n).unwrap_or(u16::MAX);
    let SwapRequest { players, id: command } = body.0;
    let players = <[PlayerId; 2]>::try_from(players).map_err(|players| {
        let given = players.len();
        let are = if given == 1 { "is" } else { "are" };
        Problem::invalid("/players", format!("Two players swap their seats, and here {are} {given}."))
            .member("given", given)
    })?;
    nights.command(id, coordinator, Action::Swap { round, players, id: command }).await?;
    Ok(Json(night::coordinator_view(&nights, id).await?))
}
