//! The personal links of players, and what a link opens.

use actix_web::web::{Data, Json};
use actix_web::{HttpRequest, HttpResponse, delete, get, put};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::address;
use crate::body::Body;
use crate::caller::{Authenticated, Permitted};
use crate::handlers::common::{Done, created};
use crate::handlers::league::players::PlayerPath;
use crate::params::Path;
use crate::problem_response::HttpProblem;
use pegout_model::role::CallerRole;
use pegout_model::token::Token;
use pegout_service::auth::rate_limit::RateLimits;
use pegout_service::auth::right::rights;
use pegout_service::problem::Problem;
use pegout_service::services::ledger_service::{AccountView, LedgerService};
use pegout_service::services::nights::NightService;
use pegout_service::services::nights::replies::NightToReply;
use pegout_service::services::players::player_links::PersonalLink;
use pegout_service::services::players::player_service::PlayerService;

/// A new personal link.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct LinkRequest {
    /// The token, 32 random bytes made by the client.
    token: Token,
}

/// A personal link that was made.
#[derive(Serialize, ToSchema)]
pub struct NewLink {
    /// The link.
    #[serde(flatten)]
    link: PersonalLink,
    /// The address that opens it. Nobody can read it later.
    #[schema(format = "uri", examples("https://pegout.example.org/#/me/hWyDNHJRPr0Rr0Lxg_r2xWvLVOi-Rbx01Y4OJ1pgzZ4"))]
    url: String,
}

/// The personal links.
#[derive(Serialize, ToSchema)]
pub struct PersonalLinks {
    /// The links, by name.
    links: Vec<PersonalLink>,
}

/// The data that a personal link opens.
#[derive(Serialize, ToSchema)]
pub struct Me {
    /// The account of the player.
    #[serde(flatten)]
    account: AccountView,
    /// The next three nights that have not begun, with the player's replies.
    #[schema(max_items = 3)]
    nights: Vec<NightToReply>,
}

/// Lists the personal links
///
/// Returns the players who have a personal link. No token is returned.
#[utoipa::path(
    tag = "League",
    responses((status = 200, description = "The links.", body = PersonalLinks)),
)]
#[get("/players/links")]
pub async fn list_player_links(
    _: Permitted<rights::ManagePlayers>,
    players: Data<PlayerService>,
) -> Result<Json<PersonalLinks>, HttpProblem> {
    Ok(Json(PersonalLinks { links: players.links().await? }))
}

/// Creates the personal link of a player
///
/// Makes a link that opens the player's replies (putReply), account and statement without a password, and nothing else. It replaces
/// the older links of the player, which open nothing any more. Idempotent: a repeat with the same token returns the link. After the link
/// was replaced or removed, a repeat is 410.
#[utoipa::path(
    tag = "League",
    params(PlayerPath),
    request_body(content = LinkRequest, description = "The token."),
    responses(
        (status = 200, description = "The link, which was made before.", body = NewLink),
        (status = 201, description = "The link.", body = NewLink,
            headers(("Location" = String, description = "The path of the link, to remove it."))),
    ),
)]
#[put("/players/{id}/link")]
pub async fn put_player_link(
    request: HttpRequest,
    _: Permitted<rights::ManagePlayers>,
    path: Path<PlayerPath>,
    limits: Data<RateLimits>,
    players: Data<PlayerService>,
    body: Body<LinkRequest>,
) -> Result<HttpResponse, HttpProblem> {
    let (id, LinkRequest { token }) = (path.0.id, body.0);
    let (effect, link) = players.put_link(id, &token).await?;
    let root = address::of_service(&request, limits.behind_proxy);
    let url = format!("{root}/#/me/{}", token.to_text());
    Ok(created(effect, format!("/api/v1/players/{id}/link"), NewLink { link, url }))
}

/// Deletes the personal link of a player
///
/// Revokes the link at once. Idempotent.
#[utoipa::path(
    tag = "League",
    params(PlayerPath),
    responses((status = 200, description = "The link is removed.", body = Done)),
)]
#[delete("/players/{id}/link")]
pub async fn remove_player_link(
    _: Permitted<rights::ManagePlayers>,
    path: Path<PlayerPath>,
    players: Data<PlayerService>,
) -> Result<Json<Done>, HttpProblem> {
    players.delete_link(path.0.id).await?;
    Ok(Json(Done {}))
}

/// Returns the data of a personal link
///
/// Returns the player of the personal link, their account, and the next nights with their replies.
#[utoipa::path(
    tag = "League",
    responses((status = 200, description = "The player.", body = Me)),
)]
#[get("/me")]
pub async fn get_me(
    Authenticated(caller): Authenticated,
    nights: Data<NightService>,
    ledger: Data<LedgerService>,
) -> Result<Json<Me>, HttpProblem> {
    let own = caller.grant.player().ok_or_else(|| Problem::forbidden_except(&[CallerRole::Player]))?;
    let person = nights.person(own).await?;
    let account = ledger.account_of(person).await?;
    Ok(Json(Me { account, nights: nights.nights_to_reply(person).await? }))
}
