//! The players, and how to reach them: for the coordinator alone.

use actix_web::http::header::LOCATION;
use actix_web::web::{Data, Json};
use actix_web::{HttpResponse, delete, get, patch, post};
use pegout_engine::league::PlayerId;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::auth::caller::Coordinator;
use crate::handlers::session::Done;
use crate::http::body::{self, Body, Patch};
use crate::http::params::Path;
use crate::model::contact::{Email, Name, Phone};
use crate::model::player::{NewPlayer, Player};
use crate::openapi::responses::{DeleteProblems, NewProblems, PatchProblems, PrivateListProblems, PrivateProblems};
use crate::problem::Problem;
use crate::services::player_service::PlayerService;

/// The path of a player.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
pub struct PlayerPath {
    /// The player.
    id: PlayerId,
}

/// A player who is new.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PlayerRequest {
    /// Their name. Two may have the same.
    name: Name,
    /// Whether they are an active member of the club; `true` unless given. Who is not plays as a guest only.
    active_member: Option<bool>,
    /// Their telephone number.
    phone: Option<Phone>,
    /// Their e-mail address.
    email: Option<Email>,
}

/// What is to change of a player. What is left out stays as it is.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PlayerChange {
    /// Their name.
    #[serde(default, deserialize_with = "body::not_null")]
    #[schema(nullable = false)]
    name: Option<Name>,
    /// Whether they are an active member of the club.
    #[serde(default, deserialize_with = "body::not_null")]
    #[schema(nullable = false)]
    active_member: Option<bool>,
    /// Their telephone number; `null` removes it.
    #[serde(default)]
    #[schema(value_type = Option<Phone>)]
    phone: Patch<Phone>,
    /// Their e-mail address; `null` removes it.
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
        player.phone = self.phone.clone().map(|Phone(phone)| phone).apply(player.phone.take());
        player.email = self.email.clone().map(|Email(email)| email).apply(player.email.take());
    }
}

/// All players.
#[derive(Serialize, ToSchema)]
pub struct Players {
    /// The players by name.
    players: Vec<Player>,
}

/// List the players
///
/// Everybody who plays or has played and was not forgotten, by name, with how to reach them.
#[utoipa::path(
    operation_id = "listPlayers",
    tag = "League",
    responses((status = 200, description = "The players by name.", body = Players), PrivateListProblems),
    security(("token" = [])),
)]
#[get("/players")]
pub async fn list_players(_: Coordinator, players: Data<PlayerService>) -> Result<Json<Players>, Problem> {
    Ok(Json(Players { players: players.sorted_by_name().await? }))
}

/// Add a player
///
/// Somebody who is to play. How to reach them is only ever shown to the coordinator.
#[utoipa::path(
    operation_id = "addPlayer",
    tag = "League",
    request_body(content = PlayerRequest, description = "Their name, and what else is known."),
    responses(
        (status = 201, description = "The player.", body = Player,
            headers(("Location" = String, description = "Where the player is.")),
            links(
                ("getPlayer" = (operation_id = "getPlayer", parameters(("id" = "$response.body#/id")))),
                ("changePlayer" = (operation_id = "changePlayer", parameters(("id" = "$response.body#/id")))),
                ("forgetPlayer" = (operation_id = "forgetPlayer", parameters(("id" = "$response.body#/id")))),
            )),
        NewProblems,
    ),
    security(("token" = [])),
)]
#[post("/players")]
pub async fn add_player(
    _: Coordinator,
    players: Data<PlayerService>,
    body: Body<PlayerRequest>,
) -> Result<HttpResponse, Problem> {
    let PlayerRequest { name, active_member, phone, email } = body.0;
    let new = NewPlayer {
        name: name.0,
        active_member: active_member.unwrap_or(true),
        phone: phone.map(|Phone(phone)| phone),
        email: email.map(|Email(email)| email),
    };
    let player = players.add(new).await?;
    let address = format!("/api/v1/players/{}", player.id);
    Ok(HttpResponse::Created().insert_header((LOCATION, address)).json(player))
}

/// Look at a player
///
/// All that is known of them.
#[utoipa::path(
    operation_id = "getPlayer",
    tag = "League",
    params(PlayerPath),
    responses((status = 200, description = "The player.", body = Player), PrivateProblems),
    security(("token" = [])),
)]
#[get("/players/{id}")]
pub async fn get_player(
    _: Coordinator,
    path: Path<PlayerPath>,
    players: Data<PlayerService>,
) -> Result<Json<Player>, Problem> {
    players.player(path.0.id).await.map(Json)
}

/// Change a player
///
/// Changes what is given, and leaves the rest as it is. The new name stands in past nights too.
#[utoipa::path(
    operation_id = "changePlayer",
    tag = "League",
    params(PlayerPath),
    request_body(content = PlayerChange, description = "What is to change."),
    responses((status = 200, description = "The player, changed.", body = Player), PatchProblems),
    security(("token" = [])),
)]
#[patch("/players/{id}")]
pub async fn change_player(
    _: Coordinator,
    path: Path<PlayerPath>,
    players: Data<PlayerService>,
    body: Body<PlayerChange>,
) -> Result<Json<Player>, Problem> {
    let change = body.0;
    players.change(path.0.id, move |player| change.apply(player)).await.map(Json)
}

/// Forget a player
///
/// Removes their name and how to reach them, for good, and ends the phones that joined for them. They are withdrawn from
/// nights that go on. Past games keep their results, as those of a former player. Harmless where there is no such player.
#[utoipa::path(
    operation_id = "forgetPlayer",
    tag = "League",
    params(PlayerPath),
    responses((status = 200, description = "Nothing is known of them any more.", body = Done), DeleteProblems),
    security(("token" = [])),
)]
#[delete("/players/{id}")]
pub async fn forget_player(
    coordinator: Coordinator,
    path: Path<PlayerPath>,
    players: Data<PlayerService>,
) -> Result<Json<Done>, Problem> {
    players.forget(path.0.id, coordinator).await?;
    Ok(Json(Done {}))
}
