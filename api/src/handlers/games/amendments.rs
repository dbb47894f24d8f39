//! The amendments of a game's pegs.

use actix_web::web::Data;
use actix_web::{HttpResponse, patch};
use pegout_engine::game::{Action, Amendment, AmendmentId, GameView, PegFor, PegId};
use pegout_engine::{PlayedCard, Time};
use serde::{Deserialize, Deserializer};
use utoipa::ToSchema;

use crate::auth::caller::Caller;
use crate::handlers::games::game;
use crate::handlers::games::pegs::{self, PegPath};
use crate::http::body::{self, Body, Integer};
use crate::http::params::Path;
use crate::http::response_headers::Return;
use crate::problem::Problem;
use crate::services::games::GameService;
use pegout_model::contact::Name;

/// New values of a peg, at least one of `side`, `points`, `for`, `player`, `cards` and `starter`. Fields that are left out keep
/// their values. But a new side has no `player`, and `cards` and a `starter` that do not make the new peg are dropped.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AmendmentRequest {
    /// The id of the amendment, made by the phone.
    id: AmendmentId,
    /// The side that pegs, from 0.
    #[serde(default, deserialize_with = "body::not_null")]
    #[schema(value_type = Option<u8>, nullable = false, minimum = 0, maximum = 2)]
    side: Option<Integer<u8, 0, 2>>,
    /// The number of points: the whole peg, not the difference. The allowed numbers depend on `for`.
    #[serde(default, deserialize_with = "points")]
    #[schema(value_type = Option<u8>, nullable = false, minimum = 0, maximum = 83)]
    points: Option<u8>,
    /// The reason for the points, with the numbers of points that `putPeg` names.
    #[serde(default, rename = "for", deserialize_with = "body::not_null")]
    #[schema(nullable = false)]
    earned_by: Option<PegFor>,
    /// The player of the side who earned the points, from 0 in the order of its players.
    #[serde(default, deserialize_with = "body::not_null")]
    #[schema(value_type = Option<u8>, nullable = false, minimum = 0, maximum = 2)]
    player: Option<Integer<u8, 0, 2>>,
    /// The cards of the hand or crib. The points must be their count.
    #[serde(default, deserialize_with = "body::not_null")]
    #[schema(nullable = false, min_items = 4, max_items = 6)]
    cards: Option<Vec<PlayedCard>>,
    /// The starter, together with the cards; or alone, as the jack or the joker of his heels.
    #[serde(default, deserialize_with = "body::not_null")]
    #[schema(nullable = false)]
    starter: Option<PlayedCard>,
    /// The name of the person who amends it, 1 to 100 letters.
    #[schema(value_type = Option<String>, min_length = 1, max_length = 100, examples("Ann's phone"))]
    by: Option<Name>,
    /// The time of the tap by the phone's clock. The peg keeps its own time.
    at: Option<Time>,
}

fn points<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u8>, D::Error> {
    pegs::points(deserializer).map(Some)
}

impl AmendmentRequest {
    const fn is_empty(&self) -> bool {
        self.side.is_none()
            && self.points.is_none()
            && self.earned_by.is_none()
            && self.player.is_none()
            && self.cards.is_none()
            && self.starter.is_none()
    }

    /// Returns the amendment of this peg, and the name of the person who amends it.
    fn amendment(self, peg: PegId) -> (Amendment, Option<String>) {
        let AmendmentRequest { id, side, points, earned_by, player, cards, starter, by, at } = self;
        let (side, player) = (side.map(u8::from), player.map(u8::from));
        let amendment = Amendment { id, peg, side, points, earned_by, player, cards, starter, tapped_at: at };
        (amendment, by.map(String::from))
    }
}

/// Updates a peg
///
/// Gives a peg another side, other points or another reason, while it could be taken back. The peg keeps its id, its place
/// and its deal, and a game that it won may be open again. Every phone that may peg can amend every peg. The service checks the
/// amended peg as a new peg. Two phones can amend one peg: each changes only the fields that it sends.
/// Idempotent: the client makes the id, and the same request again has no effect, also after another amendment or after the
/// peg was taken back. A repeated `putPeg` sends the first values and has no effect either.
#[utoipa::path(
    operation_id = "amendPeg",
    tag = "Games",
    params(PegPath),
    request_body(content = AmendmentRequest, description = "The id of the amendment, and the values that change."),
    responses((status = 200, description = "The game with the amended peg.", body = GameView)),
    security(("token" = [])),
)]
#[patch("/games/{id}/pegs/{peg_id}")]
pub async fn amend_peg(
    caller: Caller,
    wanted: Return,
    path: Path<PegPath>,
    games: Data<GameService>,
    body: Body<AmendmentRequest>,
) -> Result<HttpResponse, Problem> {
    let PegPath { id: game, peg_id: peg } = path.0;
    if body.0.is_empty() {
        let sentence = "Name at least one value that changes: side, points, for, player, cards or starter.";
        return Err(Problem::invalid("", sentence));
    }
    let (amendment, by) = body.0.amendment(peg);
    let outcome = games.command(game, caller, by, Action::AmendPeg(amendment)).await?;
    Ok(game::game_response(&outcome.game, wanted))
}
