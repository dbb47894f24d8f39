//! The players, their contact data for callers who manage players, and merges of players who were entered twice.

use actix_web::web::{Data, Json};
use actix_web::{HttpRequest, HttpResponse, delete, get, patch, post};
use pegout_league::{CommandId, PlayerId};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::body::{self, Body, Patch};
use crate::caller::Permitted;
use crate::handlers::common::{Done, created};
use crate::paging::{Limit, Page};
use crate::params::{Path, Query};
use crate::problem_response::HttpProblem;
use pegout_model::contact::{Email, Name, Phone};
use pegout_model::player::{NewPlayer, Player};
use pegout_service::auth::caller::Caller;
use pegout_service::auth::right::{Right, rights};
use pegout_service::services::players::player_service::PlayerService;

/// The path of a player.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
pub struct PlayerPath {
    /// The id of the player.
    pub id: PlayerId,
}

/// A new player.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PlayerRequest {
    /// The player's id, made by the client, which makes the request idempotent. Without it the service makes
    /// one, and a repeated request creates a second player.
    id: Option<PlayerId>,
    /// The player's name. Two players may have the same name.
    name: Name,
    /// True for an active member of the club, which is the default. Other players play only as guests.
    active_member: Option<bool>,
    /// The player's telephone number.
    phone: Option<Phone>,
    /// The player's e-mail address.
    email: Option<Email>,
}

/// A change of a player. Fields that are left out keep their values.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PlayerChange {
    /// The player's name.
    #[serde(default, deserialize_with = "body::not_null")]
    #[schema(nullable = false)]
    name: Option<Name>,
    /// True for an active member of the club.
    #[serde(default, deserialize_with = "body::not_null")]
    #[schema(nullable = false)]
    active_member: Option<bool>,
    /// The player's telephone number; `null` removes it.
    #[serde(default)]
    #[schema(value_type = Option<Phone>)]
    phone: Patch<Phone>,
    /// The player's e-mail address; `null` removes it.
    #[serde(default)]
    #[schema(value_type = Option<Email>)]
    email: Patch<Email>,
}

impl PlayerChange {
    fn apply(&self, player: &mut Player) {
        if let Some(Name(name)) = &self.name {
            player.name.clone_from(name);
        }
        player.active_member = self.active_member.unwrap_or(player.active_member);
        player.phone = self.phone.clone().map(String::from).apply(player.phone.take());
        player.email = self.email.clone().map(String::from).apply(player.email.take());
    }
}

/// The part of the list of players.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct PlayersQuery {
    /// The most players, 1 to 1000, which is the default.
    #[serde(default)]
    #[param(value_type = Option<u16>, nullable = false, minimum = 1, maximum = 1000, example = 100)]
    limit: Limit,
    /// The id of the last player of the previous page, from the `Link` header.
    #[param(nullable = false)]
    after: Option<PlayerId>,
}

/// All players.
#[derive(Serialize, ToSchema)]
pub struct Players {
    /// The players by name.
    players: Vec<Player>,
    /// The merged players, by name; `null` for helpers at the door.
    #[schema(required = true)]
    merges: Option<Vec<MergedPlayer>>,
}

/// A player who was merged into another player. The merge can be taken back.
#[derive(Serialize, ToSchema)]
pub struct MergedPlayer {
    /// The id of the player.
    id: PlayerId,
    /// The player's own name.
    #[schema(examples("Ann Wils"))]
    name: String,
    /// The id of the player who stays.
    into: PlayerId,
}

/// Lists the players
///
/// Returns all players with their contact data, sorted by name. Forgotten players are left out, and merged players are
/// listed under `merges`. For helpers at the door the contact data is `null`.
#[utoipa::path(
    tag = "People",
    params(PlayersQuery),
    responses(
        (status = 200, description = "The players by name.", body = Players,
            headers(("Link" = String, description = "The path of the next players, with `rel=\"next\"`, if there are any."))),
    ),
)]
#[get("/players")]
pub async fn list_players(
    request: HttpRequest,
    caller: Permitted<rights::ReadPlayers>,
    query: Query<PlayersQuery>,
    players: Data<PlayerService>,
) -> Result<HttpResponse, HttpProblem> {
    let merges = if caller.has(Right::ManagePlayers) {
        let merged = players.merged_by_name().await?.into_iter();
        Some(merged.map(|(Player { id, name, .. }, into)| MergedPlayer { id, name, into }).collect())
    } else {
        None
    };
    let players = players.sorted_by_name().await?.into_iter().map(|player| shown(player, &caller)).collect();
    let page = Page::after(&request, players, query.0.limit, query.0.after, |player: &Player| player.id)?;
    Ok(page.response(|players| Players { players, merges }))
}

/// Creates a player
///
/// Adds a player to the roster. Only the coordinator and the representatives may send contact data, and get it back.
/// Idempotent with an `id`: a repeat with the same id changes nothing and returns the player's current data. The rest
/// of the body is ignored then. If that player was forgotten since, the answer is 410.
#[utoipa::path(
    tag = "People",
    request_body(content = PlayerRequest, description = "The player's name, and other data if known."),
    responses(
        (status = 200, description = "The player was added before. Returns their current data.", body = Player),
        (status = 201, description = "The player.", body = Player,
            headers(("Location" = String, description = "The path of the player."))),
    ),
)]
#[post("/players")]
pub async fn add_player(
    caller: Permitted<rights::AddPlayers>,
    players: Data<PlayerService>,
    body: Body<PlayerRequest>,
) -> Result<HttpResponse, HttpProblem> {
    let PlayerRequest { id, name, active_member, phone, email } = body.0;
    if phone.is_some() || email.is_some() {
        caller.require(Right::ManagePlayers)?;
    }
    let new = NewPlayer {
        name: name.0,
        active_member: active_member.unwrap_or(true),
        phone: phone.map(String::from),
        email: email.map(String::from),
    };
    let (player, effect) = players.add(id, new).await?;
    let player = shown(player, &caller);
    Ok(created(effect, format!("/api/v1/players/{}", player.id), player))
}

/// Returns a player
///
/// Returns a player with the contact data, which is `null` for helpers at the door.
#[utoipa::path(
    tag = "People",
    params(PlayerPath),
    responses((status = 200, description = "The player.", body = Player)),
)]
#[get("/players/{id}")]
pub async fn get_player(
    caller: Permitted<rights::ReadPlayers>,
    path: Path<PlayerPath>,
    players: Data<PlayerService>,
) -> Result<Json<Player>, HttpProblem> {
    Ok(Json(shown(players.player(path.0.id).await?, &caller)))
}

/// Updates a player
///
/// Changes the given fields and keeps the rest. A new name appears in past nights too.
#[utoipa::path(
    tag = "People",
    params(PlayerPath),
    request_body(content = PlayerChange, description = "The fields to change."),
    responses((status = 200, description = "The changed player.", body = Player)),
)]
#[patch("/players/{id}")]
pub async fn change_player(
    _: Permitted<rights::ManagePlayers>,
    path: Path<PlayerPath>,
    players: Data<PlayerService>,
    body: Body<PlayerChange>,
) -> Result<Json<Player>, HttpProblem> {
    let change = body.0;
    Ok(Json(players.change(path.0.id, move |player| change.apply(player)).await?))
}

/// The use of the money of a player who is forgotten.
#[derive(Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ForgottenCredit {
    /// The fund for activities gets the money.
    Activities,
}

/// The use of a forgotten player's money.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct ForgetQuery {
    /// The fund that gets the credit of the player. Otherwise the service refuses to forget a player with credit.
    #[param(nullable = false, inline)]
    credit: Option<ForgottenCredit>,
}

/// Forgets a player
///
/// Removes the player's name and contact data for good, and revokes the phones that joined for the player. The player
/// is withdrawn from nights in progress. Past games keep their results, with a former player in place of the name. Money
/// that the player has here is handed back first, or given to the activities. An unpaid pot of a finished night that the
/// player wins, or may win by a cut, is paid first. Idempotent.
#[utoipa::path(
    tag = "People",
    params(PlayerPath, ForgetQuery),
    responses((status = 200, description = "The player is forgotten.", body = Done)),
)]
#[delete("/players/{id}")]
pub async fn forget_player(
    caller: Permitted<rights::ManageLeague>,
    path: Path<PlayerPath>,
    query: Query<ForgetQuery>,
    players: Data<PlayerService>,
) -> Result<Json<Done>, HttpProblem> {
    players.forget(path.0.id, caller.author(), query.0.credit.is_some()).await?;
    Ok(Json(Done {}))
}

/// The player without contact data, unless the caller manages players.
fn shown(player: Player, caller: &Caller) -> Player {
    if caller.has(Right::ManagePlayers) { player } else { Player { phone: None, email: None, ..player } }
}

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
    /// The id that the merge was sent with. If the merge with this id is no longer valid, nothing changes. Without this
    /// parameter any merge of the player is taken back.
    #[param(nullable = false)]
    id: Option<CommandId>,
}

/// Merges a player into another
///
/// Merges a player who was added twice into the player `into`, who stays. All answers name only `into`: nights, cards,
/// standings, partners met and seasons, also past ones. On a night at which both were checked in, the later entry
/// counts. Both ids are kept, and the merge can be taken back. Two players who sat in the same round of a night are two
/// people and cannot be merged. If a 50/50 was drawn from a fee that would not count after the merge, void its draw
/// first. Forgetting the person forgets all their ids.
#[utoipa::path(
    tag = "People",
    params(PlayerPath),
    request_body(content = MergeRequest, description = "The player who stays."),
    responses((status = 200, description = "The player who stays.", body = Player)),
)]
#[post("/players/{id}/merge")]
pub async fn merge_player(
    _: Permitted<rights::ManagePlayers>,
    path: Path<PlayerPath>,
    players: Data<PlayerService>,
    body: Body<MergeRequest>,
) -> Result<Json<Player>, HttpProblem> {
    let MergeRequest { into, id } = body.0;
    Ok(Json(players.merge(path.0.id, into, id).await?))
}

/// Takes the merge of a player back
///
/// Separates a player from the player they were merged into. Phones that had joined for the player stay with the second
/// player. If a 50/50 was drawn from a fee that would not count afterwards, void its draw first. Idempotent: a player
/// who was not merged stays the same.
#[utoipa::path(
    tag = "People",
    params(PlayerPath, MergeQuery),
    responses((status = 200, description = "The player.", body = Player)),
)]
#[delete("/players/{id}/merge")]
pub async fn unmerge_player(
    _: Permitted<rights::ManagePlayers>,
    path: Path<PlayerPath>,
    query: Query<MergeQuery>,
    players: Data<PlayerService>,
) -> Result<Json<Player>, HttpProblem> {
    Ok(Json(players.unmerge(path.0.id, query.0.id).await?))
}
