//! Pegging points, and taking pegs back.

use actix_web::web::Data;
use actix_web::{HttpResponse, delete, put};
use pegout_engine::game::{Action, GameId, GameView, Peg, PegFor, PegId};
use pegout_engine::{Card, Time};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use crate::auth::caller::Caller;
use crate::handlers::games::game::{self, By};
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
    /// The game.
    id: GameId,
    /// The peg, by an id that its phone has made.
    peg_id: PegId,
}

/// Points that a side pegs.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PegRequest {
    /// The side that pegs, from 0.
    #[schema(value_type = u8, minimum = 0, maximum = 2)]
    side: Integer<u8, 0, 2>,
    /// How many points; what may be pegged depends on what for.
    #[schema(value_type = u8, minimum = 1, maximum = 29)]
    points: Integer<u8, 1, 29>,
    /// What for: `play` 1 to 14, `go` 1, `heels` 2, `hand` and `crib` 1 to 18, 20 to 24, 28 or 29, the others 1 to 29;
    /// `muggins` only where that rule is on.
    #[serde(default, rename = "for")]
    #[schema(default = "other")]
    earned_by: PegFor,
    /// The four cards of the hand or crib; the points must be what they count.
    #[schema(min_items = 4, max_items = 4)]
    cards: Option<Vec<Card>>,
    /// The starter, with the cards; or alone, the jack of his heels.
    starter: Option<Card>,
    /// Who pegs, by the name they give themselves: 1 to 100 letters.
    #[schema(value_type = Option<String>, min_length = 1, max_length = 100, examples("Ann's phone"))]
    by: Option<Name>,
    /// When it was tapped, by the phone's clock.
    at: Option<Time>,
}

/// Peg points
///
/// Needs the scorer's token. The phone makes the peg's id, so that sending twice is harmless: the same again answers
/// 200 and pegs nothing, also after the game is over or when the peg was taken back. The score stops on the game hole,
/// and the game ends at that moment.
#[utoipa::path(
    operation_id = "putPeg",
    tag = "Games",
    params(PegPath),
    request_body(content = PegRequest, description = "Who pegs how much, and what for."),
    responses(
        (status = 200, description = "It was pegged already. The game as it is.", body = GameView),
        (status = 201, description = "The game with the peg.", body = GameView,
            headers(("Location" = String, description = "The peg's address, to take it back.")),
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

/// Take a peg back
///
/// The peg stays in the history as taken back, and the scores are those without it. A game that it won is open
/// again. Taking it back twice is harmless.
#[utoipa::path(
    operation_id = "deletePeg",
    tag = "Games",
    params(PegPath, By),
    responses((status = 200, description = "The game without the peg.", body = GameView), PegTakeBackProblems),
    security(("token" = [])),
)]
#[delete("/games/{id}/pegs/{peg_id}")]
pub async fn delete_peg(
    caller: Caller,
    path: Path<PegPath>,
    by: Query<By>,
    games: Data<GameService>,
) -> Result<HttpResponse, Problem> {
    let PegPath { id, peg_id } = path.0;
    Ok(game::game_response(&games.command(id, caller, by.0.name(), Action::TakeBackPeg(peg_id)).await?.game))
}
