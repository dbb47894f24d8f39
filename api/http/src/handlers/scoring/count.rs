//! The count of a hand or a crib.

use actix_web::web::Json;
use actix_web::{get, post};
use pegout_engine::{AnyHand, HandError, PlayedCard, Preset, Show};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::body::{Body, Object, UnparsedBody};
use crate::handlers::common::Pool;
use crate::handlers::scoring::rules::{self, RulesChange};
use crate::params::{self, Query};
use crate::problem_response::HttpProblem;
use pegout_service::problem::Problem;

/// A hand to count.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct HandRequest {
    /// The four cards, in any order.
    #[schema(min_items = 4, max_items = 4)]
    cards: Vec<PlayedCard>,
    /// The card that was cut. Without it the hand is counted before the cut.
    starter: Option<PlayedCard>,
    /// The preset of the rules, `auclair` by default.
    preset: Option<Preset>,
    /// The rules that differ from the preset.
    rules: Option<RulesChange>,
}

/// A crib to count.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CribRequest {
    /// The four cards, or the five or six of a game of as many players, in any order.
    #[schema(min_items = 4, max_items = 6)]
    cards: Vec<PlayedCard>,
    /// The card that was cut. Without it the crib is counted before the cut.
    starter: Option<PlayedCard>,
    /// The preset of the rules, `auclair` by default.
    preset: Option<Preset>,
    /// The rules that differ from the preset.
    rules: Option<RulesChange>,
}

/// A hand in the query.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct HandQuery {
    /// The four cards with commas between them, in any order. Blanks around the commas are ignored.
    #[serde(deserialize_with = "params::list")]
    #[param(style = Form, explode = false, min_items = 4, max_items = 4)]
    cards: Vec<PlayedCard>,
    /// The card that was cut. Without it the hand is counted before the cut.
    #[param(nullable = false)]
    starter: Option<PlayedCard>,
    /// The preset of the rules, `auclair` by default.
    #[param(nullable = false)]
    preset: Option<Preset>,
}

/// A crib in the query.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct CribQuery {
    /// The four cards, or the five or six of a game of as many players, with commas between them, in any order.
    /// Blanks around the commas are ignored.
    #[serde(deserialize_with = "params::list")]
    #[param(style = Form, explode = false, min_items = 4, max_items = 6)]
    cards: Vec<PlayedCard>,
    /// The card that was cut. Without it the crib is counted before the cut.
    #[param(nullable = false)]
    starter: Option<PlayedCard>,
    /// The preset of the rules, `auclair` by default.
    #[param(nullable = false)]
    preset: Option<Preset>,
}

/// Counts a hand
///
/// Counts four cards and the starter. Returns each item that scores with its cards, and the call as it is spoken at the
/// table. Without a starter the hand is counted before the cut. No hand counts 19, 25, 26 or 27, except in variants: by
/// the rule `nineteen` a hand with a starter that counts nothing scores 19.
///
/// With the rule `jokers` a card can be a joker. A joker without a declaration is declared in the best way. In the
/// response `declared` is the declaration, and `ways` the number of equally good declarations. The best is the highest
/// count by all rules together, the lowest with `lowball`. Equally good declarations are ordered by rank, then by suit;
/// the first is used. A joker can be declared to be a copy of another card. A copy of the jack of the starter's suit
/// scores nobs a second time. The suit of a declared joker can be left out if it does not change the count.
#[utoipa::path(
    tag = "Scoring",
    request_body(content = HandRequest, description = "The cards, and the rules that differ from the default."),
    responses((status = 200, description = "The count of the hand.", body = Show)),
)]
#[post("/score/hand")]
pub async fn count_hand(body: Body<HandRequest>) -> Result<Json<Show>, HttpProblem> {
    let HandRequest { cards, starter, preset, rules } = body.0;
    Ok(Json(AnyHand::new(&cards, starter, false, &rules::resolve(preset, rules)?)?.show()))
}

/// Counts a crib
///
/// Counts the crib as `countHand` counts a hand. A flush in the crib needs all five cards, unless the rule
/// `crib_flush_of_four` is on. A crib of five or six cards, in a game of as many players, has a flush only with the
/// starter, by any rules. With the rule `no_discard` there is no crib.
#[utoipa::path(
    tag = "Scoring",
    request_body(content = CribRequest, description = "The cards, and the rules that differ from the default."),
    responses((status = 200, description = "The count of the crib.", body = Show)),
)]
#[post("/score/crib")]
pub async fn count_crib(body: Body<CribRequest>) -> Result<Json<Show>, HttpProblem> {
    let CribRequest { cards, starter, preset, rules } = body.0;
    Ok(Json(AnyHand::new(&cards, starter, true, &rules::resolve(preset, rules)?)?.show()))
}

/// Hands and cribs to count by the same rules.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct BatchRequest {
    /// 1 to 10,000 hands and cribs.
    #[schema(value_type = Vec<BatchHand>, min_items = 1, max_items = 10_000)]
    hands: Vec<Object<BatchHand>>,
    /// The preset of the rules, `auclair` by default.
    preset: Option<Preset>,
    /// The rules that differ from the preset.
    rules: Option<RulesChange>,
}

/// A hand of a batch.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct BatchHand {
    /// The four cards, in any order; or the five or six of the crib of as many players.
    #[schema(min_items = 4, max_items = 6)]
    cards: Vec<PlayedCard>,
    /// The card that was cut. Without it the hand is counted before the cut.
    starter: Option<PlayedCard>,
    /// True for a crib.
    #[serde(default)]
    #[schema(default = false)]
    crib: bool,
}

/// The counts of a batch.
#[derive(Serialize, ToSchema)]
pub struct Totals {
    /// The points of each hand, in the order of the request.
    #[schema(min_items = 1, max_items = 10_000)]
    totals: Vec<u8>,
}

/// Counts many hands
///
/// Returns the totals of up to 10,000 hands and cribs, in order. If one hand is wrong, the whole batch is rejected with
/// a pointer to that hand.
#[utoipa::path(
    tag = "Scoring",
    request_body(content = BatchRequest, description = "The hands, and the rules that differ from the default."),
    responses((status = 200, description = "The totals, in order.", body = Totals)),
)]
#[post("/score/batch")]
pub async fn count_batch(pool: Pool, body: UnparsedBody<BatchRequest>) -> Result<Json<Totals>, HttpProblem> {
    Ok(Json(pool.run(move || totals(body.parse()?)).await?))
}

fn totals(BatchRequest { hands, preset, rules }: BatchRequest) -> Result<Totals, Problem> {
    let rules = rules::resolve(preset, rules)?;
    if !(1..=MAX_BATCH).contains(&hands.len()) {
        let detail = format!("A batch has 1 to {MAX_BATCH} hands, and here are {}.", hands.len());
        return Err(Problem::invalid("/hands", detail).member("given", hands.len()));
    }
    let total = |(place, Object(BatchHand { cards, starter, crib })): (usize, &Object<BatchHand>)| {
        let shown = AnyHand::new(cards, *starter, *crib, &rules);
        shown.map(|shown| shown.total()).map_err(|error| match error {
            // The rules are those of the whole batch.
            HandError::NoCrib => Problem::invalid(format!("/hands/{place}/crib"), error.to_string()),
            _ => Problem::from(error).prefixed(&format!("/hands/{place}")),
        })
    };
    Ok(Totals { totals: hands.iter().enumerate().map(total).collect::<Result<_, _>>()? })
}

const MAX_BATCH: usize = 10_000;

/// Counts a hand from a link
///
/// Returns the same as `countHand` by the rules of a preset, for links and for curl.
#[utoipa::path(
    tag = "Scoring",
    params(HandQuery),
    responses((status = 200, description = "The count of the hand.", body = Show)),
)]
#[get("/score/hand")]
pub async fn get_hand(query: Query<HandQuery>) -> Result<Json<Show>, HttpProblem> {
    let HandQuery { cards, starter, preset } = query.0;
    Ok(count_query(&cards, starter, false, preset)?)
}

/// Counts a crib from a link
///
/// Returns the same as `countCrib` by the rules of a preset, for links and for curl.
#[utoipa::path(
    tag = "Scoring",
    params(CribQuery),
    responses((status = 200, description = "The count of the crib.", body = Show)),
)]
#[get("/score/crib")]
pub async fn get_crib(query: Query<CribQuery>) -> Result<Json<Show>, HttpProblem> {
    let CribQuery { cards, starter, preset } = query.0;
    Ok(count_query(&cards, starter, true, preset)?)
}

fn count_query(
    cards: &[PlayedCard],
    starter: Option<PlayedCard>,
    crib: bool,
    preset: Option<Preset>,
) -> Result<Json<Show>, Problem> {
    let rules = preset.unwrap_or_default().rules();
    let shown = AnyHand::new(cards, starter, crib, &rules);
    Ok(Json(shown.map_err(|error| Problem::from(error).for_parameters())?.show()))
}
