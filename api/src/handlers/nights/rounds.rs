//! The rounds of a night: drawing them, and swapping seats.

use actix_web::web::Data;
use actix_web::{HttpResponse, delete, post};
use pegout_league::night::{Action, DrawWay, RoundPreview};
use pegout_league::{CommandId, NightId, PlayerId};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::auth::right::need;
use crate::handlers::nights::night::{self, NightAnswer, NightPath};
use crate::http::body::{Body, Integer};
use crate::http::caller::Permitted;
use crate::http::params::{self, Path, Query};
use crate::http::response_headers::Versioned;
use crate::problem::Problem;
use crate::services::nights::{NightService, RoundDraw};

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
    /// The way in which a round after the first comes about: `movement` unless given.
    way: Option<DrawWay>,
    /// True to see what the round would change; nothing is drawn.
    #[serde(default)]
    dry_run: bool,
}

/// The night with the round, or the preview of a dry run.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
pub enum RoundAnswer {
    /// The night.
    Night(Box<NightAnswer>),
    /// The round as it would be drawn.
    Preview(RoundPreview),
}

fn in_round_answer(night: NightAnswer) -> RoundAnswer {
    RoundAnswer::Night(Box::new(night))
}

/// The path of a round.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
pub struct RoundPath {
    /// The id of the night.
    pub id: NightId,
    /// The number of the round, from 1.
    #[serde(deserialize_with = "params::number")]
    #[param(minimum = 1, maximum = 4_294_967_295_u32, format = Int64)]
    n: u32,
}

impl RoundPath {
    /// The number of the round.
    pub fn round(&self) -> u16 {
        // No round has a number above this size.
        u16::try_from(self.n).unwrap_or(u16::MAX)
    }
}

/// The draw that is to be taken back.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct DrawQuery {
    /// The id that the round was drawn with. If the round of this draw does not stand any more, nothing changes.
    /// Without this parameter any draw of the round is taken back.
    #[param(nullable = false)]
    id: Option<CommandId>,
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
/// the next table. If players came or left or a game was called off, the sizes of the tables follow the number of
/// players, as few partnerships as possible are repeated, and then as few players as possible sit elsewhere than the
/// movement sends them; `touched` lists the tables that changed. The way `afresh` draws all tables instead. With
/// `dry_run` nothing is drawn: the answer shows what the draw would change. Every table gets a game that begins with
/// the round. Phones can no longer change the games of the round before. Idempotent: the night remembers the `id` of
/// each request that drew a round, and a repeat with it has no effect at any later time.
#[utoipa::path(
    operation_id = "drawRound",
    tag = "Nights",
    params(NightPath),
    request_body(content = RoundRequest, description = "The number of the round, so that two identical requests draw one round."),
    responses(
        (status = 200, description = "The round was drawn already. Returns the night. Or the preview of a dry run.", body = RoundAnswer),
        (status = 201, description = "The night with the round.", body = NightAnswer,
            headers(("Location" = String, description = "The path of the night."))),
    ),
    security(("token" = [])),
)]
#[post("/nights/{id}/rounds")]
pub async fn draw_round(
    caller: Permitted<need::RunNights>,
    path: Path<NightPath>,
    nights: Data<NightService>,
    body: Body<RoundRequest>,
) -> Result<HttpResponse, Problem> {
    let author = caller.author();
    let id = path.0.id;
    let RoundRequest { number, id: command, way, dry_run } = body.0;
    let draw = RoundDraw { number: number.map(u16::from), id: command, way: way.unwrap_or_default(), seed: None };
    if dry_run {
        return Ok(HttpResponse::Ok().json(RoundAnswer::Preview(nights.preview_round(id, draw).await?)));
    }
    let outcome = nights.draw_round(id, author, draw).await?;
    Ok(night::created(outcome.effect, id, night::answer(&nights, id, &caller).await?.map(in_round_answer)))
}

/// Takes the draw of a round back
///
/// Takes back the newest round, so that it can be drawn again. Its games are called off, do not count and cannot be
/// changed. Joined phones follow their players to the next draw. If it was the first round, the night is open again and
/// takes the league's settings anew with the next draw; a draw of the 50/50 must be voided first. The request is
/// refused once a peg, a deal or a result was accepted in the round, also if it was taken back since, and once the
/// night is finished. Idempotent: a round that is not drawn is no error. With the parameter `id` a repeat also leaves a
/// later draw of the round as it is.
#[utoipa::path(
    operation_id = "deleteRound",
    tag = "Nights",
    params(RoundPath, DrawQuery),
    responses((status = 200, description = "The night without the round.", body = NightAnswer)),
    security(("token" = [])),
)]
#[delete("/nights/{id}/rounds/{n}")]
pub async fn delete_round(
    caller: Permitted<need::RunNights>,
    path: Path<RoundPath>,
    query: Query<DrawQuery>,
    nights: Data<NightService>,
) -> Result<Versioned<NightAnswer>, Problem> {
    let author = caller.author();
    let id = path.0.id;
    let action = Action::TakeBackRound { round: path.0.round(), draw: query.0.id };
    nights.command(id, author, action).await?;
    night::answer(&nights, id, &caller).await
}

/// Swaps two seats
///
/// Swaps the seats of two players of a round, as long as nobody has pegged in it. Idempotent with an `id`: a repeat has
/// no effect at any later time. Without one, a repeat swaps them back.
#[utoipa::path(
    operation_id = "swapSeats",
    tag = "Nights",
    params(RoundPath),
    request_body(content = SwapRequest, description = "The two players."),
    responses((status = 200, description = "The night with the swapped seats.", body = NightAnswer)),
    security(("token" = [])),
)]
#[post("/nights/{id}/rounds/{n}/swaps")]
pub async fn swap_seats(
    caller: Permitted<need::RunNights>,
    path: Path<RoundPath>,
    nights: Data<NightService>,
    body: Body<SwapRequest>,
) -> Result<Versioned<NightAnswer>, Problem> {
    let author = caller.author();
    let (id, round) = (path.0.id, path.0.round());
    let SwapRequest { players, id: command } = body.0;
    let players = <[PlayerId; 2]>::try_from(players).map_err(|players| {
        let given = players.len();
        let are = if given == 1 { "is" } else { "are" };
        Problem::invalid("/players", format!("Two players swap their seats, and here {are} {given}."))
            .member("given", given)
    })?;
    nights.command(id, author, Action::Swap { round, players, id: command }).await?;
    night::answer(&nights, id, &caller).await
}
