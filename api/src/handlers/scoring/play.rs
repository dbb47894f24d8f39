//! Checking and scoring the play of one deal.

use actix_web::{post, web::Json};
use pegout_engine::{Card, Play, PlaySummary, Preset, Turn};
use serde::Deserialize;
use utoipa::ToSchema;

use crate::handlers::scoring::rules::{self, RulesChange};
use crate::http::body::{Body, Integer};
use crate::openapi::responses::PlayProblems;
use crate::problem::Problem;

/// The play of one deal, as it happened at the table.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PlayRequest {
    /// How many play, 2 to 4. They are numbered from 0, clockwise.
    #[schema(value_type = u8, minimum = 2, maximum = 4)]
    players: Integer<u8, 2, 4>,
    /// The number of the dealer. The next player leads.
    #[schema(value_type = u8, minimum = 0, maximum = 3)]
    dealer: Integer<u8, 0, 3>,
    /// The rules to play by; `auclair` unless given.
    preset: Option<Preset>,
    /// The rules that differ from the preset's.
    rules: Option<RulesChange>,
    /// The four cards of every player, player 0's first; left out, nobody knows them.
    #[schema(min_items = 2, max_items = 4)]
    hands: Option<Vec<Vec<Card>>>,
    /// What was played and said, in order: a card, or `go`.
    plays: Vec<Turn>,
}

/// Check and score the play
///
/// Follows the play card by card: the count, what each card scores, whose turn it is and what they can play.
/// The 1 for a go or for last stands on the card that earned it.
///
/// With `hands` the play is checked fully. A go may be left out: it is put in, with `said` false, before a later card.
/// A count ends, and pays, as soon as nobody can play on; a go said after that changes nothing. A go with a
/// playable card is a renege.
///
/// Without `hands` the turn tells whose a card is, and a count under 31 ends only when every player who has cards left,
/// the one who played last too, has said go. A go at 21 or less is a renege, since every card fits.
///
/// An illegal play is answered with 422 and a pointer to `/plays/<i>`.
#[utoipa::path(
    operation_id = "checkPlay",
    tag = "Scoring",
    request_body(content = PlayRequest, description = "Who plays, what they hold if it is known, and what was played."),
    responses((status = 200, description = "The play, followed to its last card so far.", body = PlaySummary), PlayProblems),
)]
#[post("/play")]
pub async fn check_play(body: Body<PlayRequest>) -> Result<Json<PlaySummary>, Problem> {
    let PlayRequest { players: Integer(players), dealer: Integer(dealer), preset, rules, hands, plays } = body.0;
    let rules = rules::resolve(preset, rules)?;
    let mut play = match hands {
        Some(hands) => Play::with_hands(players, dealer, &hands, &rules)?,
        None => Play::new(players, dealer, &rules)?,
    };
    for (place, turn) in plays.into_iter().enumerate() {
        play.apply(turn).map_err(|illegal| Problem::from(illegal).at_pointer(format!("/plays/{place}")))?;
    }
    Ok(Json(play.summary()))
}
