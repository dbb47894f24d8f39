//! A deal: advice on the discard, and the check and score of the play.

use actix_web::post;
use actix_web::web::Json;
use pegout_engine::{Advice, Crib, Discard, HeldCard, Opponent, Play, PlaySummary, Preset, Turn};
use serde::Deserialize;
use utoipa::ToSchema;

use crate::body::{Body, Integer};
use crate::handlers::common::Pool;
use crate::handlers::scoring::rules::{self, RulesChange};
use crate::problem_response::HttpProblem;
use pegout_service::problem::Problem;

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
    /// The model of the other players' discards: by default `skilled` up to four players, and `random`, the only model,
    /// with five and six.
    opponent: Option<Opponent>,
    /// The preset of the rules, `auclair` by default.
    preset: Option<Preset>,
    /// The rules that differ from the preset.
    rules: Option<RulesChange>,
}

/// Advises the discard
///
/// Returns every possible discard, the best first, with the mean, minimum and maximum score of the hand and the mean
/// score of the crib. The values are exact: they include every starter and every discard of the other players. The
/// discards are equally likely for `random`, and as frequent as good players make them for `skilled`. `expected` is the
/// hand's mean plus the crib's for one's own crib, and minus the crib's for another's. Discards of the same value are
/// in the order of the cards in the request.
///
/// The best is the highest `expected`, with the rule `lowball` the lowest. Good players discard as in the usual game,
/// under any rules. There is no advice with the rules `no_discard`, `jokers` and `crash`, nor with five and six players
/// if a crib of nothing scores 19.
#[utoipa::path(
    tag = "Scoring",
    request_body(content = DiscardRequest, description = "The cards, the number of players, and the owner of the crib."),
    responses((status = 200, description = "Every possible discard, the best first.", body = Advice)),
)]
#[post("/discard")]
pub async fn advise_discard(pool: Pool, body: Body<DiscardRequest>) -> Result<Json<Advice>, HttpProblem> {
    let DiscardRequest { cards, players, crib, opponent, preset, rules } = body.0;
    let (players, rules) = (players.into(), rules::resolve(preset, rules)?);
    let opponent = opponent.unwrap_or_else(|| Opponent::usual(players));
    let advice = move || Ok(Discard::new(&cards, players, crib, &rules)?.advice(opponent)?);
    Ok(if players < FEWEST_IN_POOL { advice() } else { pool.run(advice).await }.map(Json)?)
}

/// The fewest players with cribs of five or more cards, which take more than a millisecond to count.
const FEWEST_IN_POOL: u8 = 5;

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
    tag = "Scoring",
    request_body(content = PlayRequest, description = "The players, their hands if they are known, and the plays."),
    responses((status = 200, description = "The play up to its last card.", body = PlaySummary)),
)]
#[post("/play")]
pub async fn check_play(body: Body<PlayRequest>) -> Result<Json<PlaySummary>, HttpProblem> {
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
