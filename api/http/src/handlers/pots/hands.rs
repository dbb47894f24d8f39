//! The claims of hands that were held at a wooden board.

use actix_web::web::{Data, Json};
use actix_web::{HttpResponse, delete, put};
use pegout_engine::PlayedCard;
use pegout_engine::game::GameId;
use pegout_league::night::{ClaimedHand, HandId};
use pegout_league::{CommandId, NightId, PlayerId};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use crate::body::{Body, Integer};
use crate::caller::Authenticated;
use crate::handlers::common::created;
use crate::params::Path;
use crate::problem_response::HttpProblem;
use pegout_service::services::nights::NightService;
use pegout_service::services::pots::{NightPots, PotService};

/// The path of a claimed hand.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
pub struct HandPath {
    /// The id of the night.
    id: NightId,
    /// The id of the hand, made by the client.
    hand_id: HandId,
}

/// A hand or crib that a player held at a wooden board.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = HandClaimRequest)]
pub struct ClaimRequest {
    /// The player who held it.
    player_id: PlayerId,
    /// The game.
    game_id: GameId,
    /// The four cards without the starter.
    #[schema(min_items = 4, max_items = 4)]
    cards: Vec<PlayedCard>,
    /// The starter.
    starter: PlayedCard,
    /// True for the crib; false by default.
    crib: Option<bool>,
    /// The points that the player has counted. If the cards count something else, the answer is 422.
    #[schema(value_type = Option<u8>, minimum = 0, maximum = 83)]
    points: Option<Integer<u8, 0, 83>>,
}

/// The answer of the other side about a claimed hand.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct WitnessRequest {
    /// True if the hand was held as it is claimed.
    agrees: bool,
    /// An id made by the client. A repeat with the same id has no effect at any later time.
    id: CommandId,
}

/// Records a hand
///
/// Records a special hand of a table that keeps the score on a board. The service counts the cards. The hand counts for the pots
/// when a phone of the other side agrees with putHandWitness. A hand that the coordinator, a representative or a helper for
/// results enters counts at once. A joined phone claims hands of its own table. Idempotent.
#[utoipa::path(
    tag = "Pots",
    params(HandPath),
    request_body(content = ClaimRequest, description = "The player, the game and the cards."),
    responses(
        (status = 200, description = "The hand was claimed before. Returns the pots of the night.", body = NightPots),
        (status = 201, description = "The pots of the night.", body = NightPots,
            headers(("Location" = String, description = "The path of the hand, to take it back."))),
    ),
)]
#[put("/nights/{id}/hands/{hand_id}")]
pub async fn put_hand(
    Authenticated(caller): Authenticated,
    path: Path<HandPath>,
    nights: Data<NightService>,
    pots: Data<PotService>,
    body: Body<ClaimRequest>,
) -> Result<HttpResponse, HttpProblem> {
    let HandPath { id, hand_id: hand } = path.0;
    let ClaimRequest { player_id, game_id: game, cards, starter, crib, points } = body.0;
    let player = nights.person(player_id).await?;
    let claimed = ClaimedHand { hand, player, game, cards, starter, crib: crib.unwrap_or(false) };
    let effect = pots.claim(id, caller.clone(), claimed, points.map(u8::from)).await?;
    let answer = pots.of_night(id, Some(&caller)).await?;
    Ok(created(effect, format!("/api/v1/nights/{id}/hands/{hand}"), answer))
}

/// Confirms or contests a hand
///
/// Records that the other side agrees with a claimed hand, or does not. A joined player's phone speaks for the other side than
/// the player of the hand, and never the phone that has claimed it. The coordinator, a representative or a helper for results may
/// agree too. A later answer replaces an earlier one. Idempotent.
#[utoipa::path(
    tag = "Pots",
    params(HandPath),
    request_body(content = WitnessRequest, description = "True if the hand was held as it is claimed."),
    responses(
        (status = 200, description = "The answer was given before. Returns the pots of the night.", body = NightPots),
        (status = 201, description = "The pots of the night.", body = NightPots,
            headers(("Location" = String, description = "The path of the answer."))),
    ),
)]
#[put("/nights/{id}/hands/{hand_id}/witness")]
pub async fn put_hand_witness(
    Authenticated(caller): Authenticated,
    path: Path<HandPath>,
    pots: Data<PotService>,
    body: Body<WitnessRequest>,
) -> Result<HttpResponse, HttpProblem> {
    let (HandPath { id, hand_id: hand }, WitnessRequest { agrees, id: command }) = (path.0, body.0);
    let effect = pots.witness(id, caller.clone(), hand, agrees, command).await?;
    let answer = pots.of_night(id, Some(&caller)).await?;
    Ok(created(effect, format!("/api/v1/nights/{id}/hands/{hand}/witness"), answer))
}

/// Takes a claimed hand back
///
/// Takes a claimed hand back: it was not held. The phone that has claimed it may do so, and the coordinator, a representative or
/// a helper for results. Idempotent.
#[utoipa::path(
    tag = "Pots",
    params(HandPath),
    responses((status = 200, description = "The pots of the night.", body = NightPots)),
)]
#[delete("/nights/{id}/hands/{hand_id}")]
pub async fn delete_hand(
    Authenticated(caller): Authenticated,
    path: Path<HandPath>,
    pots: Data<PotService>,
) -> Result<Json<NightPots>, HttpProblem> {
    let HandPath { id, hand_id } = path.0;
    pots.take_back_hand(id, caller.clone(), hand_id).await?;
    Ok(Json(pots.of_night(id, Some(&caller)).await?))
}
