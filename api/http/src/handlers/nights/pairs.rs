//! The pairs of a night of fixed pairs.

use actix_web::http::header::LOCATION;
use actix_web::web::Data;
use actix_web::{HttpResponse, delete, put};
use pegout_league::night::{Action, Pair, PairMember};
use pegout_league::{CommandId, NightId, PairId, PlayerId};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use crate::body::{Body, Integer};
use crate::caller::Permitted;
use crate::handlers::nights::entries::WithdrawQuery;
use crate::handlers::nights::night::{self, NightAnswer};
use crate::params::{Path, Query};
use crate::problem_response::HttpProblem;
use crate::response_headers::Versioned;
use pegout_service::auth::right::{Right, rights};
use pegout_service::problem::Problem;
use pegout_service::services::Effect;
use pegout_service::services::nights::NightService;

/// A pair of a night.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
pub struct PairPath {
    /// The id of the night.
    id: NightId,
    /// The id of the pair.
    pair_id: PairId,
}

/// The two players of a pair.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PairRequest {
    /// The two players. Both are checked in.
    #[schema(min_items = 2, max_items = 2)]
    players: Vec<PairPlayer>,
    /// An id made by the client. A repeat with the same id has no effect at any later time.
    id: Option<CommandId>,
    /// The version of the night that the request was made at. If another session has changed this pair since, the answer is
    /// 409 and nothing changes.
    #[schema(value_type = Option<u64>, minimum = 1, maximum = 4_294_967_295_u32)]
    based_on: Option<Integer<u32, 1, 4_294_967_295>>,
}

/// A player of a pair.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct PairPlayer {
    /// The player.
    player_id: PlayerId,
    /// The absent player for whom the card counts in the season. Without this field it counts for the player of the pair.
    stands_for: Option<PlayerId>,
}

/// Creates a pair
///
/// Creates a pair of a night of fixed pairs, or changes its players. Both players are checked in, and in no other pair. A
/// substitute goes on with the card of the pair, and takes the seat at its table if the game has not begun. After the finish, a
/// coordinator can still change for whom a card counts. Idempotent.
#[utoipa::path(
    tag = "Nights",
    params(PairPath),
    request_body(content = PairRequest, description = "The players."),
    responses(
        (status = 200, description = "The pair was there already. Returns the night.", body = NightAnswer),
        (status = 201, description = "The night with the pair.", body = NightAnswer,
            headers(("Location" = String, description = "The path of the pair."))),
    ),
)]
#[put("/nights/{id}/pairs/{pair_id}")]
pub async fn put_pair(
    caller: Permitted<rights::CheckIn>,
    path: Path<PairPath>,
    nights: Data<NightService>,
    body: Body<PairRequest>,
) -> Result<HttpResponse, HttpProblem> {
    let (PairPath { id, pair_id: pair }, PairRequest { players, id: command, based_on }) = (path.0, body.0);
    let players = players.iter().map(|player| PairMember { player: player.player_id, stands_for: player.stands_for });
    let players = <[PairMember; 2]>::try_from(players.collect::<Vec<_>>())
        .map_err(|given| Problem::invalid("/players", format!("A pair has two players, not {}.", given.len())))?;
    let new = Pair { pair, players, id: command };
    let may_correct = caller.has(Right::RunNights);
    let outcome = nights.pair(id, caller.author(), new, may_correct, based_on.map(u64::from)).await?;
    let night = night::answer(&nights, id, &caller).await?;
    if outcome.before.has_pair(pair) || outcome.effect == Effect::Unchanged {
        return Ok(night.response(HttpResponse::Ok()));
    }
    let mut response = HttpResponse::Created();
    response.insert_header((LOCATION, format!("/api/v1/nights/{id}/pairs/{pair}")));
    Ok(night.response(response))
}

/// Deletes a pair
///
/// Splits a pair, so that its players can play in other pairs. Its card counts again if the pair is made again with the same
/// id. Idempotent.
#[utoipa::path(
    tag = "Nights",
    params(PairPath, WithdrawQuery),
    responses((status = 200, description = "The night without the pair.", body = NightAnswer)),
)]
#[delete("/nights/{id}/pairs/{pair_id}")]
pub async fn delete_pair(
    caller: Permitted<rights::CheckIn>,
    path: Path<PairPath>,
    query: Query<WithdrawQuery>,
    nights: Data<NightService>,
) -> Result<Versioned<NightAnswer>, HttpProblem> {
    let PairPath { id, pair_id: pair } = path.0;
    nights.command_based_on(id, caller.author(), query.0.based_on(), Action::Unpair { pair }).await?;
    Ok(night::answer(&nights, id, &caller).await?)
}
