//! The pegs of a game.

use actix_web::web::Data;
use actix_web::{HttpResponse, delete, put};
use pegout_engine::game::{Action, GameId, GameView, Peg, PegFor, PegId};
use pegout_engine::{Card, Time};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use crate::auth::caller::Caller;
use crate::handlers::games::game::{self, Author};
use crate::http::body::{Body, Integer};
use crate::http::params::{Path, Query};
use crate::model::contact::Name;
use crate::openapi::responses::{PegProblems, PegTakeBackProblems};
use crate::problem::Problem;
use crate::services::game_service::GameService;

/// The path of a peg.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
pub struct PegPath {
    /// The id of the game.
    id: GameId,
    /// The id of the peg, made by the phone.
    peg_id: PegId,
}

/// Points for one side.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PegRequest {
    /// The side that pegs, from 0.
    #[schema(value_type = u8, minimum = 0, maximum = 2)]
    side: Integer<u8, 0, 2>,
    /// The number of points. The allowed numbers depend on `for`.
    #[schema(value_type = u8, minimum = 1, maximum = 29)]
    points: Integer<u8, 1, 29>,
    /// The reason: `play` 1 to 14, `go` 1, `heels` 2, `hand` and `crib` 1 to 18, 20 to 24, 28 or 29, the others 1 to
    /// 29; `muggins` only where that rule is on.
    #[serde(default, rename = "for")]
    #[schema(default = "other")]
    earned_by: PegFor,
    /// The four cards of the hand or crib. The points must be their count.
    #[schema(min_items = 4, max_items = 4)]
    cards: Option<Vec<Card>>,
    /// The starter, together with the cards; or alone, as the jack of his heels.
    starter: Option<Card>,
    /// The name of the person who pegs, 1 to 100 letters.
    #[schema(value_type = Option<String>, min_length = 1, max_length = 100, examples("Ann's phone"))]
    by: Option<Name>,
    /// The time of the tap by the phone's clock.
    at: Option<Time>,
}

/// Records points for one side
///
/// Needs the scorer's token. The phone makes the id of the peg, so the request can be repeated safely: the same request
/// again returns 200 and adds no points, also after the game is over or the peg was taken back. The score stops at the
/// game hole, and the game ends at once.
#[utoipa::path(
    operation_id = "putPeg",
    tag = "Games",
    params(PegPath),
    request_body(content = PegRequest, description = "The side, the points and the reason."),
    responses(
        (status = 200, description = "The peg exists already. Returns the game unchanged.", body = GameView),
        (status = 201, description = "The game with the peg.", body = GameView,
            headers(("Location" = String, description = "The path of the peg, to take it back.")),
            links(
                ("deletePeg" = (operation_id = "deletePeg", parameters(("id" = "$request.path.id"), ("peg_id" = "$request.path.peg_id")))),
                ("watchGame" = (operation_id = "watchGame", parameters(("id" = "$request.path.id")))),
            )),
        PegProblems,
    ),
    security(("token" = [])),
)]
#[put("/games/{id}/pegs/{peg_id}")]
pub async fn put_peg(
    caller: Caller,
    path: Path<PegPath>,
    games: Data<GameService>,
    body: Body<PegRequest>,
) -> Result<HttpResponse, Problem> {
    let PegPath { id, peg_id } = path.0;
    let PegRequest { side: Integer(side), points: Integer(points), earned_by, cards, starter, by, at } = body.0;
    let peg = Peg { id: peg_id, side, points, earned_by, cards, starter, tapped_at: at };
    let outcome = games.command(id, caller, by.map(|Name(by)| by), Action::Peg(peg)).await?;
    Ok(game::changed_response(&outcome, &format!("/api/v1/games/{id}/pegs/{peg_id}")))
}

/// Takes a peg back
///
/// Removes the points of a peg. It stays in the history as taken back. A game that the peg won is open again. The
/// request can be repeated safely.
#[utoipa::path(
    operation_id = "deletePeg",
    tag = "Games",
    params(PegPath, Author),
    responses((status = 200, description = "The game without the peg.", body = GameView), PegTakeBackProblems),
    security(("token" = [])),
)]
#[delete("/games/{id}/pegs/{peg_id}")]
pub async fn delete_peg(
    caller: Caller,
    path: Path<PegPath>,
    by: Query<Author>,
    games: Data<GameService>,
) -> Result<HttpResponse, Problem> {
    let PegPath { id, peg_id } = path.0;
    Ok(game::game_response(&games.command(id, caller, by.0.name(), Action::TakeBackPeg(peg_id)).await?.game))
}
