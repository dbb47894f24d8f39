//! The advice about the discard.

use actix_web::post;
use actix_web::web::Json;
use pegout_engine::{Advice, Crib, Discard, HeldCard, Opponent, Preset};
use serde::Deserialize;
use utoipa::ToSchema;

use crate::handlers::computing::Pool;
use crate::handlers::scoring::rules::{self, RulesChange};
use crate::http::body::{Body, Integer};
use crate::problem::Problem;

/// A player's cards before the discard.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct DiscardRequest {
    /// The cards of the deal: six with two players, five with three to six.
    #[schema(min_items = 5, max_items = 6)]
    cards: Vec<HeldCard>,
    /// The number of players, 2 to 6.
    #[schema(value_type = u8, minimum = 2, maximum = 6)]
    players: Integer<u8, 2, 6>,
    /// The owner of the crib: `own` when the player or a partner deals.
    crib: Crib,
    /// The model of how the other players discard: by default `skilled` up to four players, `random` with five and six,
    /// for whom no other is known.
    opponent: Option<Opponent>,
    /// The preset of the rules, `auclair` by default.
    preset: Option<Preset>,
    /// The rules that differ from the preset.
    rules: Option<RulesChange>,
}

/// Advises the discard
///
/// Returns every possible discard, the best first, with the mean, minimum and maximum score of the hand and the mean
/// score of the crib. The values are exact: they include every starter and every discard of the other players, each
/// equally likely for `random`, and as frequent as a good player makes it for `skilled`. `expected` is the hand's mean
/// plus the crib's for one's own crib, and minus the crib's for another's. Discards of the same value are in the order
/// of the cards in the request.
///
/// The best is the highest `expected`, with the rule `lowball` the lowest. Good players are those of the usual game, whatever
/// the rules. With the rules `no_discard`, `jokers` and `crash` there is no advice, and with five and six players none
/// where a crib of nothing scores 19.
#[utoipa::path(
    operation_id = "adviseDiscard",
    tag = "Scoring",
    request_body(content = DiscardRequest, description = "The cards, the number of players, and the owner of the crib."),
    responses((status = 200, description = "Every possible discard, the best first.", body = Advice)),
)]
#[post("/discard")]
pub async fn advise_discard(pool: Pool, body: Body<DiscardRequest>) -> Result<Json<Advice>, Problem> {
    let DiscardRequest { cards, players, crib, opponent, preset, rules } = body.0;
    let (players, rules) = (players.into(), rules::resolve(preset, rules)?);
    let opponent = opponent.unwrap_or_else(|| Opponent::usual(players));
    let advice = move || Ok(Discard::new(&cards, players, crib, &rules)?.advice(opponent)?);
    if players < FEWEST_IN_POOL { advice() } else { pool.run(advice).await }.map(Json)
}

/// The fewest players with cribs of five or more cards, which take more than a millisecond to count.
const FEWEST_IN_POOL: u8 = 5;
