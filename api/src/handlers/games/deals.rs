//! The deals of a game.

use actix_web::web::Data;
use actix_web::{HttpResponse, delete, put};
use pegout_engine::game::{Action, DealId, GameId, GameView};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use crate::auth::caller::Caller;
use crate::handlers::games::game;
use crate::http::body::Body;
use crate::http::params::{self, Path, Query};
use crate::http::response_headers::Return;
use crate::problem::Problem;
use crate::services::games::GameService;
use pegout_model::contact::Name;

/// The path of a deal.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
pub struct DealPath {
    /// The id of the game.
    id: GameId,
    /// The number of the deal, from 1. The first deal begins with the game.
    #[serde(deserialize_with = "params::number")]
    #[param(minimum = 1, maximum = 4_294_967_295_u32, format = Int64)]
    n: u32,
}

/// A deal to begin.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct DealRequest {
    /// The id of the deal, made by the phone.
    id: DealId,
    /// The name of the person who deals, 1 to 100 letters.
    #[schema(value_type = Option<String>, min_length = 1, max_length = 100, examples("Ann's phone"))]
    by: Option<Name>,
}

/// The request to take a deal back.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct DealTakeBackQuery {
    /// The id that the deal was begun with. If this deal was taken back already, nothing changes. Without this parameter any
    /// deal of this number is taken back.
    #[param(nullable = false)]
    id: Option<DealId>,
    /// The name of the person who takes it back, 1 to 100 letters.
    #[param(value_type = Option<String>, nullable = false, min_length = 1, max_length = 100, example = "Ann's phone")]
    by: Option<Name>,
}

/// Begins the next deal
///
/// Begins the next deal: the deal and the crib pass to the left. Only the next number can begin. Idempotent: the client
/// makes the id, and the same request again returns 200.
#[utoipa::path(
    operation_id = "putDeal",
    tag = "Games",
    params(DealPath),
    request_body(content = DealRequest, description = "The id of the deal."),
    responses(
        (status = 200, description = "The deal had begun already. Returns the game unchanged.", body = GameView),
        (status = 201, description = "The game in the new deal.", body = GameView,
            headers(("Location" = String, description = "The path of the deal, to take it back.")),
            links(
                ("deleteDeal" = (operation_id = "deleteDeal", parameters(("id" = "$request.path.id"), ("n" = "$request.path.n")))),
            )),
    ),
    security(("token" = [])),
)]
#[put("/games/{id}/deals/{n}")]
pub async fn put_deal(
    caller: Caller,
    wanted: Return,
    path: Path<DealPath>,
    games: Data<GameService>,
    body: Body<DealRequest>,
) -> Result<HttpResponse, Problem> {
    let (DealPath { id, n: number }, DealRequest { id: deal, by }) = (path.0, body.0);
    let outcome = games.command(id, caller, by.map(String::from), Action::BeginDeal { number, deal }).await?;
    Ok(game::changed_response(&outcome, &format!("/api/v1/games/{id}/deals/{number}"), wanted))
}

/// Takes a deal back
///
/// Undoes the beginning of the newest deal, so the crib belongs to the dealer before it. Pegs stay as they are.
/// Idempotent, with the parameter `id` also after the deal has begun again. The id of the deal cannot be used to begin
/// it again.
#[utoipa::path(
    operation_id = "deleteDeal",
    tag = "Games",
    params(DealPath, DealTakeBackQuery),
    responses((status = 200, description = "The game in the deal before.", body = GameView)),
    security(("token" = [])),
)]
#[delete("/games/{id}/deals/{n}")]
pub async fn delete_deal(
    caller: Caller,
    wanted: Return,
    path: Path<DealPath>,
    query: Query<DealTakeBackQuery>,
    games: Data<GameService>,
) -> Result<HttpResponse, Problem> {
    let (DealPath { id, n: number }, DealTakeBackQuery { id: deal, by }) = (path.0, query.0);
    let action = Action::TakeBackDeal { number, deal };
    Ok(game::game_response(&games.command(id, caller, by.map(String::from), action).await?.game, wanted))
}
