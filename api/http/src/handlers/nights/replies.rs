//! The replies to the question who comes to a night.

use actix_web::web::{Data, Json};
use actix_web::{HttpResponse, delete, get, put};
use pegout_league::CommandId;
use pegout_league::night::Reply;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::body::{Body, Integer};
use crate::caller::Authenticated;
use crate::handlers::common::created;
use crate::handlers::nights::entries::WithdrawQuery;
use crate::handlers::nights::night::{NightPath, NightPlayerPath};
use crate::params::{Path, Query};
use crate::problem_response::HttpProblem;
use pegout_service::auth::right::Right;
use pegout_service::services::nights::NightService;
use pegout_service::services::nights::replies::Replies;

/// A reply.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ReplyRequest {
    /// True if the player comes, false if not.
    coming: bool,
    /// An id made by the client. A repeat with the same id has no effect at any later time.
    id: Option<CommandId>,
    /// The version of the night that the request was made at. If another session has changed this reply since, the answer is
    /// 409 and nothing changes.
    #[schema(value_type = Option<u64>, minimum = 1, maximum = 4_294_967_295_u32)]
    based_on: Option<Integer<u32, 1, 4_294_967_295>>,
}

/// Lists the replies to a night
///
/// Returns the replies of the players, and the active members without a reply. `tables` has the tables for the players who come. A
/// personal link gets the numbers, and the reply of its own player.
#[utoipa::path(
    tag = "Nights",
    params(NightPath),
    responses((status = 200, description = "The replies.", body = Replies)),
)]
#[get("/nights/{id}/replies")]
pub async fn list_replies(
    Authenticated(caller): Authenticated,
    path: Path<NightPath>,
    nights: Data<NightService>,
) -> Result<Json<Replies>, HttpProblem> {
    if caller.grant.player().is_none() {
        caller.require(Right::CheckIn)?;
    }
    Ok(Json(nights.replies(path.0.id, &caller).await?))
}

/// Records whether a player comes
///
/// Records the reply of a player to a night that has not begun. The player sends it with the personal link (putPlayerLink). Helpers
/// at the door, representatives and the coordinator send it for players who telephone. A later reply replaces an earlier one. A reply
/// checks nobody in. Idempotent: the night remembers the `id` of each request.
#[utoipa::path(
    tag = "Nights",
    params(NightPlayerPath),
    request_body(content = ReplyRequest, description = "True if the player comes."),
    responses(
        (status = 200, description = "The reply was the same before. Returns the replies.", body = Replies),
        (status = 201, description = "The replies.", body = Replies,
            headers(("Location" = String, description = "The path of the reply, to take it back."))),
    ),
)]
#[put("/nights/{id}/replies/{player_id}")]
pub async fn put_reply(
    Authenticated(caller): Authenticated,
    path: Path<NightPlayerPath>,
    nights: Data<NightService>,
    body: Body<ReplyRequest>,
) -> Result<HttpResponse, HttpProblem> {
    let (NightPlayerPath { id, player_id: player }, ReplyRequest { coming, id: command, based_on }) = (path.0, body.0);
    let author = nights.author_of_reply(&caller, player).await?;
    let reply = Reply { player, coming: Some(coming), id: command };
    let effect = nights.reply(id, author, reply, based_on.map(u64::from)).await?;
    let replies = nights.replies(id, &caller).await?;
    Ok(created(effect, format!("/api/v1/nights/{id}/replies/{player}"), replies))
}

/// Deletes the reply of a player
///
/// Takes a reply back: the player has not replied. Idempotent.
#[utoipa::path(
    tag = "Nights",
    params(NightPlayerPath, WithdrawQuery),
    responses((status = 200, description = "The replies.", body = Replies)),
)]
#[delete("/nights/{id}/replies/{player_id}")]
pub async fn delete_reply(
    Authenticated(caller): Authenticated,
    path: Path<NightPlayerPath>,
    query: Query<WithdrawQuery>,
    nights: Data<NightService>,
) -> Result<Json<Replies>, HttpProblem> {
    let NightPlayerPath { id, player_id: player } = path.0;
    let author = nights.author_of_reply(&caller, player).await?;
    nights.reply(id, author, Reply { player, coming: None, id: None }, query.0.based_on()).await?;
    Ok(Json(nights.replies(id, &caller).await?))
}
