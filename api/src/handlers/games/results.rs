//! The result of a game, entered without pegs or corrected.

use actix_web::web::Data;
use actix_web::{HttpResponse, delete, put};
use pegout_engine::game::{Action, GameView};
use serde::Deserialize;
use utoipa::ToSchema;

use crate::auth::caller::Caller;
use crate::handlers::games::game::{self, Author, GamePath};
use crate::http::body::{Body, Integer};
use crate::http::params::{Path, Query};
use crate::model::contact::Name;
use crate::openapi::responses::{ResultProblems, ResultTakeBackProblems};
use crate::problem::Problem;
use crate::services::game_service::GameService;

/// The final scores of a game.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ResultRequest {
    /// The score of each side; exactly one is the target.
    #[schema(value_type = Vec<u8>, min_items = 2, max_items = 3)]
    scores: Vec<Integer<u8, 0, 121>>,
    /// The reason, 1 to 1000 letters. It is required to change the result of a finished game.
    #[schema(min_length = 1, max_length = 1000)]
    reason: Option<String>,
    /// The name of the person who enters it, 1 to 100 letters.
    #[schema(value_type = Option<String>, min_length = 1, max_length = 100, examples("Ann's phone"))]
    by: Option<Name>,
}

/// Enters the result
///
/// Ends an open game with these scores, for a table that kept the score on a board. The result replaces the scores of
/// the pegs until it is taken back. The request can be repeated safely. Only the coordinator may enter another result
/// for a finished game, with a reason.
#[utoipa::path(
    operation_id = "putResult",
    tag = "Games",
    params(GamePath),
    request_body(content = ResultRequest, description = "The scores, and the reason if the game has ended already."),
    responses(
        (status = 200, description = "The game with this result. It had a result before, or had ended with these scores.", body = GameView),
        (status = 201, description = "The finished game.", body = GameView,
            headers(("Location" = String, description = "The path of the result, to take it back.")),
            links(
                ("deleteResult" = (operation_id = "deleteResult", parameters(("id" = "$request.path.id")))),
            )),
        ResultProblems,
    ),
    security(("token" = [])),
)]
#[put("/games/{id}/result")]
pub async fn put_result(
    caller: Caller,
    path: Path<GamePath>,
    games: Data<GameService>,
    body: Body<ResultRequest>,
) -> Result<HttpResponse, Problem> {
    let (GamePath { id }, ResultRequest { scores, reason, by }) = (path.0, body.0);
    let scores = scores.into_iter().map(|Integer(score)| score).collect();
    let outcome = games.command(id, caller, by.map(|Name(by)| by), Action::EnterResult { scores, reason }).await?;
    Ok(game::changed_response(&outcome, &format!("/api/v1/games/{id}/result")))
}

/// Takes the result back
///
/// Restores the scores of the pegs. It has no effect if there is no result.
#[utoipa::path(
    operation_id = "deleteResult",
    tag = "Games",
    params(GamePath, Author),
    responses((status = 200, description = "The game with the scores of its pegs.", body = GameView), ResultTakeBackProblems),
    security(("token" = [])),
)]
#[delete("/games/{id}/result")]
pub async fn delete_result(
    caller: Caller,
    path: Path<GamePath>,
    by: Query<Author>,
    games: Data<GameService>,
) -> Result<HttpResponse, Problem> {
    Ok(game::game_response(&games.command(path.0.id, caller, by.0.name(), Action::TakeBackResult).await?.game))
}
