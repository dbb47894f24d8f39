//! The check and score of the play of one deal.

use actix_web::{post, web::Json};
use pegout_engine::{HeldCard, Play, PlaySummary, Preset, Turn};
use serde::Deserialize;
use utoipa::ToSchema;

use crate::handlers::scoring::rules::{self, RulesChange};
use crate::http::body::{Body, Integer};
use crate::problem::Problem;

/// The play of one deal, as it happened at the table.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PlayRequest {
    /// The number of players, 2 to 6. They are numbered from 0, clockwise.
    #[schema(value_type = u8, minimum = 2, maximum = 6)]
    players: Integer<u8, 2, 6>,
    /// The number of the dealer. The next player leads.
    #[schema(value_type = u8, minimum = 0, maximum = 5)]
    dealer: Integer<u8, 0, 5>,
    /// The preset of the rules, `auclair` by default.
    preset: Option<Preset>,
    /// The rules that differ from the preset.
    rules: Option<RulesChange>,
    /// The four cards of every player, player 0's first; jokers are not declared here. Without this field the hands are
    /// unknown.
    #[schema(min_items = 2, max_items = 6)]
    hands: Option<Vec<Vec<HeldCard>>>,
    /// The plays in order: each a card, a joker with its declaration, or `go`.
    plays: Vec<Turn>,
}

/// Scores the play of a deal
///
/// Checks the play card by card and returns the count, the score of each card, the next player and that player's
/// playable cards. The 1 for a go or for last is added to the card that earned it.
///
/// With `hands` the play is checked fully. A go may be left out: it is inserted before a later card, with `said` false.
/// A count ends, and its point is scored, as soon as no player can continue. A go with a playable card is a renege.
///
/// Without `hands` the order of turns decides who plays a card. A count under 31 ends only when every player with cards
/// left has said go. The player of the last card need not: a card that does not fit then begins the next count. A go at 21 or
/// less is a renege, since every card fits.
///
/// After a count has ended, each player who did not say go may say it once, which has no effect. The first of these gos
/// belong to the players with cards left, in turn after the last card. So a play that is accepted without `hands` is
/// accepted with them, if every go was right.
///
/// With the rule `jokers` a joker is declared when it is played, like `JK1=5`, and counts as that card until the count
/// ends. In a hand it can always be played below 31, as an ace, so its holder says go at no count.
///
/// An illegal play returns 422 with a pointer to `/plays/<i>`.
#[utoipa::path(
    operation_id = "checkPlay",
    tag = "Scoring",
    request_body(content = PlayRequest, description = "The players, their hands if they are known, and the plays."),
    responses((status = 200, description = "The play up to its last card.", body = PlaySummary)),
)]
#[post("/play")]
pub async fn check_play(body: Body<PlayRequest>) -> Result<Json<PlaySummary>, Problem> {
    let PlayRequest { players, dealer, preset, rules, hands, plays } = body.0;
    let (players, dealer, rules) = (players.into(), dealer.into(), rules::resolve(preset, rules)?);
    let mut play = match hands {
        Some(hands) => Play::with_hands(players, dealer, &hands, &rules)?,
        None => Play::new(players, dealer, &rules)?,
    };
    for (place, turn) in plays.into_iter().enumerate() {
        play.apply(turn).map_err(|illegal| Problem::from(illegal).at_pointer(format!("/plays/{place}")))?;
    }
    Ok(Json(play.summary()))
}
