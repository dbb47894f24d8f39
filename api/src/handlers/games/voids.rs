//! Games that are called off and brought back.

use actix_web::web::Data;
use actix_web::{HttpResponse, delete, put};
use pegout_engine::game::{Action, GameView};
use pegout_league::CommandId;
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use crate::auth::caller::Caller;
use crate::handlers::games::game::{self, GamePath};
use crate::http::body::{Body, Integer};
use crate::http::params::{Path, Query};
use crate::http::response_headers::Return;
use crate::problem::Problem;
use crate::services::games::GameService;
use pegout_model::contact::Name;

/// The reason to call a game off.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct VoidGameRequest {
    /// The reason, 1 to 1000 letters.
    #[schema(min_length = 1, max_length = 1000, examples("The wrong four sat down"))]
    reason: String,
    /// An id made by the client. A repeat with the same id calls the game off once.
    id: Option<CommandId>,
    /// The name of the person who calls it off, 1 to 100 letters.
    #[schema(value_type = Option<String>, min_length = 1, max_length = 100, examples("Ann's phone"))]
    by: Option<Name>,
    /// The version of the game that the request was made at. If another session has changed how it has ended since, the
    /// coordinator gets 409 and nothing changes.
    #[schema(value_type = Option<u64>, minimum = 1, maximum = 4_294_967_295_u32)]
    based_on: Option<Integer<u32, 1, 4_294_967_295>>,
}

/// The void that is to be taken back, and the person who does so.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct VoidGameQuery {
    /// The id that the void was sent with. If the void with this id does not stand any more, nothing changes. Without
    /// this parameter any void is taken back.
    #[param(nullable = false)]
    id: Option<CommandId>,
    /// The name of the person who takes it back, 1 to 100 letters.
    #[param(value_type = Option<String>, nullable = false, min_length = 1, max_length = 100, example = "Ann's phone")]
    by: Option<Name>,
}

/// Voids a game
///
/// Calls a game off: it ends without a winner. Pegs and the result stay in the history and stop counting; the
/// confirmations of the result are gone. At a league night the coordinator, or a representative with the role
/// `representative`, calls off an open or a finished game of any round while the night is under way, and where the
/// night's `full_card` is `excused`, the round is excused for its players. Outside a night the game's scorer calls off
/// an open game. A game whose rematch has begun is not called off. Another reason replaces the earlier one. Idempotent
/// with an `id`: a repeat has no effect at any later time.
#[utoipa::path(
    operation_id = "putVoid",
    tag = "Games",
    params(GamePath),
    request_body(content = VoidGameRequest, description = "The reason."),
    responses(
        (status = 200, description = "The void was accepted before. Returns the game unchanged.", body = GameView),
        (status = 201, description = "The game, which is called off.", body = GameView,
            headers(("Location" = String, description = "The path of the void, to take it back.")),
            links(
                ("deleteVoid" = (operation_id = "deleteVoid", parameters(("id" = "$request.path.id")))),
            )),
    ),
    security(("token" = [])),
)]
#[put("/games/{id}/void")]
pub async fn put_void(
    caller: Caller,
    wanted: Return,
    path: Path<GamePath>,
    games: Data<GameService>,
    body: Body<VoidGameRequest>,
) -> Result<HttpResponse, Problem> {
    let (GamePath { id }, VoidGameRequest { reason, id: command, by, based_on }) = (path.0, body.0);
    let action = Action::Void { reason: Some(reason), id: command };
    let by = by.map(String::from);
    let outcome = games.command_based_on(id, caller, by, based_on.map(u64::from), action).await?;
    Ok(game::changed_response(&outcome, &format!("/api/v1/games/{id}/void"), wanted))
}

/// Takes the void of a game back
///
/// Restores a game that was called off. It is again as it was before, open or finished; its result is not confirmed. At
/// a league night the coordinator, or a representative with the role `representative`, brings it back while the night is
/// under way, outside a night the game's scorer. Idempotent: it has no effect on a game that is not called off. With the
/// parameter `id` it takes that void back alone, so that a repeat leaves a later one as it is.
#[utoipa::path(
    operation_id = "deleteVoid",
    tag = "Games",
    params(GamePath, VoidGameQuery),
    responses((status = 200, description = "The game as it was before.", body = GameView)),
    security(("token" = [])),
)]
#[delete("/games/{id}/void")]
pub async fn delete_void(
    caller: Caller,
    wanted: Return,
    path: Path<GamePath>,
    query: Query<VoidGameQuery>,
    games: Data<GameService>,
) -> Result<HttpResponse, Problem> {
    let VoidGameQuery { id: void, by } = query.0;
    let action = Action::TakeBackVoid { void };
    Ok(game::game_response(&games.command(path.0.id, caller, by.map(String::from), action).await?.game, wanted))
}
