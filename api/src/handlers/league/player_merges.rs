//! Persons who were entered twice.

use actix_web::web::{Data, Json};
use actix_web::{delete, post};
use pegout_league::{CommandId, PlayerId};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use crate::auth::right::need;
use crate::handlers::league::players::PlayerPath;
use crate::http::body::Body;
use crate::http::caller::Permitted;
use crate::http::params::{Path, Query};
use crate::problem::Problem;
use crate::services::players::player_service::PlayerService;
use pegout_model::player::Player;

/// The player whom another counts as.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct MergeRequest {
    /// The player who stays.
    into: PlayerId,
    /// An id made by the client. A repeat with the same id has no effect, also after the merge was taken back.
    id: Option<CommandId>,
}

/// The merge that is to be taken back.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct MergeQuery {
    /// The id that the merge was sent with. If the merge with this id does not stand any more, nothing changes. Without this
    /// parameter any merge of the player is taken back.
    #[param(nullable = false)]
    id: Option<CommandId>,
}

/// Merges a player into another
///
/// Merges a player who was added twice into the one who stays. All answers name the player `into`: nights, cards,
/// standings, partners met and seasons, past ones too. On a night at which both were checked in, the later entry
/// counts. Both ids are kept, and the merge can be taken back. Two players who sat in the same round of a night are two
/// people and cannot be merged. If a 50/50 was drawn from a fee that would not count after the merge, void its draw first.
/// Forgetting the person forgets all their ids.
#[utoipa::path(
    operation_id = "mergePlayer",
    tag = "People",
    params(PlayerPath),
    request_body(content = MergeRequest, description = "The player who stays."),
    responses((status = 200, description = "The player who stays.", body = Player)),
    security(("token" = [])),
)]
#[post("/players/{id}/merge")]
pub async fn merge_player(
    _: Permitted<need::ManagePlayers>,
    path: Path<PlayerPath>,
    players: Data<PlayerService>,
    body: Body<MergeRequest>,
) -> Result<Json<Player>, Problem> {
    let MergeRequest { into, id } = body.0;
    players.merge(path.0.id, into, id).await.map(Json)
}

/// Takes the merge of a player back
///
/// Separates a player from the one they were merged into. Phones that had joined for the player stay with the other.
/// If a 50/50 was drawn from a fee that would not count afterwards, void its draw first.
/// Idempotent: it has no effect on a player who counts as nobody else.
#[utoipa::path(
    operation_id = "unmergePlayer",
    tag = "People",
    params(PlayerPath, MergeQuery),
    responses((status = 200, description = "The player.", body = Player)),
    security(("token" = [])),
)]
#[delete("/players/{id}/merge")]
pub async fn unmerge_player(
    _: Permitted<need::ManagePlayers>,
    path: Path<PlayerPath>,
    query: Query<MergeQuery>,
    players: Data<PlayerService>,
) -> Result<Json<Player>, Problem> {
    players.unmerge(path.0.id, query.0.id).await.map(Json)
}
