//! The count of a hand or a crib.

use actix_web::{get, post, web::Json};
use pegout_engine::{Card, Hand, Preset, Rules, Show};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::handlers::scoring::rules::{self, RulesChange};
use crate::http::body::{Body, Object};
use crate::http::params::{self, Query};
use crate::openapi::responses::{HandParameterProblems, HandProblems};
use crate::problem::Problem;

/// A hand or crib to count.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct HandRequest {
    /// The four cards, in any order.
    #[schema(min_items = 4, max_items = 4)]
    cards: Vec<Card>,
    /// The card that was cut. Without it the hand is counted before the cut.
    starter: Option<Card>,
    /// The preset of the rules, `auclair` by default.
    preset: Option<Preset>,
    /// The rules that differ from the preset.
    rules: Option<RulesChange>,
}

/// A hand or crib in the query.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct HandQuery {
    /// The four cards with commas between them, in any order.
    #[serde(deserialize_with = "params::cards")]
    #[param(style = Form, explode = false, min_items = 4, max_items = 4)]
    cards: Vec<Card>,
    /// The card that was cut. Without it the hand is counted before the cut.
    #[param(nullable = false)]
    starter: Option<Card>,
}

/// Counts a hand
///
/// Counts four cards and the starter. Returns each item that scores with its cards, and the call as it is spoken at the
/// table. Without a starter the hand is counted before the cut. No hand counts 19, 25, 26 or 27.
#[utoipa::path(
    operation_id = "countHand",
    tag = "Scoring",
    request_body(content = HandRequest, description = "The cards, and the rules that differ from the default."),
    responses((status = 200, description = "The count of the hand.", body = Show), HandProblems),
)]
#[post("/score/hand")]
pub async fn count_hand(body: Body<HandRequest>) -> Result<Json<Show>, Problem> {
    count(body.0, false)
}

/// Counts a crib
///
/// Counts the crib as `countHand` counts a hand. A flush in the crib needs all five cards, unless the rule
/// `crib_flush_of_four` is on.
#[utoipa::path(
    operation_id = "countCrib",
    tag = "Scoring",
    request_body(content = HandRequest, description = "The cards, and the rules that differ from the default."),
    responses((status = 200, description = "The count of the crib.", body = Show), HandProblems),
)]
#[post("/score/crib")]
pub async fn count_crib(body: Body<HandRequest>) -> Result<Json<Show>, Problem> {
    count(body.0, true)
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
    /// The four cards, in any order.
    #[schema(min_items = 4, max_items = 4)]
    cards: Vec<Card>,
    /// The card that was cut. Without it the hand is counted before the cut.
    starter: Option<Card>,
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
    operation_id = "countBatch",
    tag = "Scoring",
    request_body(content = BatchRequest, description = "The hands, and the rules that differ from the default."),
    responses((status = 200, description = "The totals, in order.", body = Totals), HandProblems),
)]
#[post("/score/batch")]
pub async fn count_batch(body: Body<BatchRequest>) -> Result<Json<Totals>, Problem> {
    let BatchRequest { hands, preset, rules } = body.0;
    let rules = rules::resolve(preset, rules)?;
    if !(1..=MAX_BATCH).contains(&hands.len()) {
        let detail = format!("A batch has 1 to {MAX_BATCH} hands, and here are {}.", hands.len());
        return Err(Problem::invalid("/hands", detail).member("given", hands.len()));
    }
    let total = |(place, Object(BatchHand { cards, starter, crib })): (usize, &Object<BatchHand>)| {
        let hand = Hand::new(cards, *starter, *crib);
        hand.map(|hand| hand.total(&rules)).map_err(|error| Problem::from(error).prefixed(&format!("/hands/{place}")))
    };
    Ok(Json(Totals { totals: hands.iter().enumerate().map(total).collect::<Result<_, _>>()? }))
}

const MAX_BATCH: usize = 10_000;

/// Counts a hand from a link
///
/// Returns the response of `countHand` by the league's rules, for links and for curl.
#[utoipa::path(
    operation_id = "getHand",
    tag = "Scoring",
    params(HandQuery),
    responses((status = 200, description = "The count of the hand.", body = Show), HandParameterProblems),
)]
#[get("/score/hand")]
pub async fn get_hand(query: Query<HandQuery>) -> Result<Json<Show>, Problem> {
    count_query(&query.0, false)
}

/// Counts a crib from a link
///
/// Returns the response of `countCrib` by the league's rules, for links and for curl.
#[utoipa::path(
    operation_id = "getCrib",
    tag = "Scoring",
    params(HandQuery),
    responses((status = 200, description = "The count of the crib.", body = Show), HandParameterProblems),
)]
#[get("/score/crib")]
pub async fn get_crib(query: Query<HandQuery>) -> Result<Json<Show>, Problem> {
    count_query(&query.0, true)
}

fn count(request: HandRequest, crib: bool) -> Result<Json<Show>, Problem> {
    let rules = rules::resolve(request.preset, request.rules)?;
    Ok(Json(Hand::new(&request.cards, request.starter, crib)?.show(&rules)))
}

fn count_query(query: &HandQuery, crib: bool) -> Result<Json<Show>, Problem> {
    let hand = Hand::new(&query.cards, query.starter, crib);
    let hand = hand.map_err(|error| Problem::from(error).for_parameters())?;
    Ok(Json(hand.show(&Rules::default())))
}
