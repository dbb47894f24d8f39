//! Which cards to throw.

use actix_web::{post, web::Json};
use pegout_engine::{Advice, Card, Crib, Discard, Opponent};
use serde::Deserialize;
use utoipa::ToSchema;

use crate::http::body::{Body, Integer};
use crate::openapi::responses::HandProblems;
use crate::problem::Problem;

/// The cards of a player who is about to throw.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct DiscardRequest {
    /// The cards that were dealt: six at two players, five at three and four.
    #[schema(min_items = 5, max_items = 6)]
    cards: Vec<Card>,
    /// How many play, 2 to 4.
    #[schema(value_type = u8, minimum = 2, maximum = 4)]
    players: Integer<u8, 2, 4>,
    /// Whose crib it is: `own` when the thrower deals, or at four players the partner.
    crib: Crib,
    /// How the others are taken to throw; `skilled` unless given.
    opponent: Option<Opponent>,
}

/// Advise the discard
///
/// Every way to throw, the best first, with what the hand scores on average, at worst and at best, and what the
/// crib scores on average. All of it is exact: over every starter and everything the others may throw, each
/// equally likely for `random`, and as often as a good player throws it for `skilled`. `expected` is the hand's mean with
/// the crib's added when it is one's own, and taken off when it is another's. Ways that are worth the same stand in the
/// order of the cards as they were sent. Counted by the rules of `auclair`.
#[utoipa::path(
    operation_id = "adviseDiscard",
    tag = "Scoring",
    request_body(content = DiscardRequest, description = "The cards dealt, how many play, and whose crib it is."),
    responses((status = 200, description = "Every way to throw, the best first.", body = Advice), HandProblems),
)]
#[post("/discard")]
pub async fn advise_discard(body: Body<DiscardRequest>) -> Result<Json<Advice>, Problem> {
    let DiscardRequest { cards, players: Integer(players), crib, opponent } = body.0;
    Ok(Json(Discard::new(&cards, players, crib)?.advice(opponent.unwrap_or_default())))
}
