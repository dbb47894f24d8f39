//! The pegs and deals of a game.

use actix_web::web::Data;
use actix_web::{HttpResponse, delete, patch, put};
use pegout_engine::game::{Action, Amendment, AmendmentId, DealId, DeviceId, GameId, GameView, Peg, PegFor, PegId};
use pegout_engine::{PlayedCard, Time};
use serde::de::Error;
use serde::{Deserialize, Deserializer};
use serde_json::Value;
use utoipa::{IntoParams, ToSchema};

use crate::body::{self, Body, Integer};
use crate::caller::Authenticated;
use crate::handlers::games::game::{self, TakeBackQuery};
use crate::input_error::in_digits;
use crate::params::{self, Path, Query};
use crate::problem_response::HttpProblem;
use crate::response_headers::PreferredBody;
use pegout_model::contact::Name;
use pegout_service::problem::Problem;
use pegout_service::services::games::GameService;

/// The path of a peg.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
pub struct PegPath {
    /// The id of the game.
    pub id: GameId,
    /// The id of the peg, made by the phone.
    pub peg_id: PegId,
}

/// Points for one side.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PegRequest {
    /// The side that pegs, from 0. In `lowball` points are a loss: a penalty goes to the side that owes it, and `muggins`
    /// to the side that missed the points.
    #[schema(value_type = u8, minimum = 0, maximum = 2)]
    side: Integer<u8, 0, 2>,
    /// The player of the side who earned the points, from 0 in the order of its players.
    #[schema(value_type = Option<u8>, minimum = 0, maximum = 2)]
    player: Option<Integer<u8, 0, 2>>,
    /// The number of points. The allowed numbers depend on `for`.
    #[serde(deserialize_with = "points")]
    #[schema(value_type = u8, minimum = 0, maximum = 83)]
    points: u8,
    /// The reason: `play` 1 to 15, `go` 1, `heels` 2, `hand` and `crib` 0 to 18, 20 to 24, 28 or 29. Every other reason has
    /// 1 to 29. `muggins` needs the rule of that name. A hand or crib of 0 moves no peg. The rule `nineteen` makes 0 a 19;
    /// with `no_discard` there is no `crib`. With jokers, and in the crib of five or six players, there are higher totals; a
    /// problem names the possible ones.
    #[serde(default, rename = "for")]
    #[schema(default = "other")]
    earned_by: PegFor,
    /// The four cards of the hand or crib; the five or six of the crib of as many players. The points must be their count.
    /// A joker is declared in full.
    #[schema(min_items = 4, max_items = 6)]
    cards: Option<Vec<PlayedCard>>,
    /// The starter, together with the cards; or alone, as the jack or the joker of his heels.
    starter: Option<PlayedCard>,
    /// The name of the person who pegs, 1 to 100 letters.
    #[schema(value_type = Option<String>, min_length = 1, max_length = 100, examples("Ann's phone"))]
    by: Option<Name>,
    /// The time of the tap by the phone's clock.
    at: Option<Time>,
    /// The number of the deal that the phone showed at the tap. Only pegs with it get hints. A repeat may leave it out.
    #[schema(value_type = Option<u32>, minimum = 1, maximum = 4_294_967_295_u32, format = Int64)]
    deal: Option<Integer<u32, 1, 4_294_967_295>>,
    /// An id that the phone makes at random for one game, so that hints can distinguish two phones. No response contains
    /// it: responses number the phones of a game. A repeat may leave it out.
    device: Option<DeviceId>,
}

impl PegRequest {
    /// Returns the peg with this id, and the name of the person who pegs.
    fn peg(self, id: PegId) -> (Peg, Option<String>) {
        let PegRequest { side, player, points, earned_by, cards, starter, by, at, deal, device } = self;
        let (side, player, deal) = (side.into(), player.map(u8::from), deal.map(u32::from));
        let peg = Peg { id, side, player, points, earned_by, cards, starter, tapped_at: at, deal, device };
        (peg, by.map(String::from))
    }
}

/// Deserializes the points. The range of all games would mislead, since most pegs have a smaller one.
pub fn points<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u8, D::Error> {
    let given = Value::deserialize(deserializer)?;
    match given.as_f64() {
        Some(points) if points < 0.0 => Err(D::Error::custom(format!(
            "{} cannot be pegged: a peg takes no points off. Take back the peg that was wrong, with a DELETE of it.",
            in_digits(points)
        ))),
        Some(points) if points > f64::from(MOST_POINTS) => {
            Err(D::Error::custom(format!("{} cannot be pegged: nothing earns so many points.", in_digits(points))))
        }
        _ => Integer::<u8, 0, { MOST_POINTS as i64 }>::deserialize(given).map(u8::from).map_err(D::Error::custom),
    }
}

/// The most points of a peg in any game.
const MOST_POINTS: u8 = 83;

/// Records points for one side
///
/// Pegs points for a side. It needs a token that may change the game. Idempotent: the client makes the id of the peg. The
/// same request again returns 200 and adds no points, also after the game is over, or after the peg was amended or taken back.
/// The score stops at the game hole, and the game ends at once.
#[utoipa::path(
    tag = "Games",
    params(PegPath),
    request_body(content = PegRequest, description = "The side, the points and the reason."),
    responses(
        (status = 200, description = "The peg exists already. Returns the game unchanged.", body = GameView),
        (status = 201, description = "The game with the peg.", body = GameView,
            headers(("Location" = String, description = "The path of the peg, to amend it or to take it back."))),
    ),
)]
#[put("/games/{id}/pegs/{peg_id}")]
pub async fn put_peg(
    Authenticated(caller): Authenticated,
    wanted: PreferredBody,
    path: Path<PegPath>,
    games: Data<GameService>,
    body: Body<PegRequest>,
) -> Result<HttpResponse, HttpProblem> {
    let PegPath { id, peg_id } = path.0;
    let (peg, by) = body.0.peg(peg_id);
    let outcome = games.command(id, caller, by, Action::Peg(peg)).await?;
    Ok(game::changed_response(&outcome, &format!("/api/v1/games/{id}/pegs/{peg_id}"), wanted))
}

/// Takes a peg back
///
/// Removes the points of a peg. It stays in the history as taken back. A game that the peg won is open again.
/// Idempotent.
#[utoipa::path(
    tag = "Games",
    params(PegPath, TakeBackQuery),
    responses((status = 200, description = "The game without the peg.", body = GameView)),
)]
#[delete("/games/{id}/pegs/{peg_id}")]
pub async fn delete_peg(
    Authenticated(caller): Authenticated,
    wanted: PreferredBody,
    path: Path<PegPath>,
    author: Query<TakeBackQuery>,
    games: Data<GameService>,
) -> Result<HttpResponse, HttpProblem> {
    let PegPath { id, peg_id } = path.0;
    let by = author.0.by.map(String::from);
    Ok(game::game_response(&games.command(id, caller, by, Action::TakeBackPeg(peg_id)).await?.game, wanted))
}

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
    #[serde(default, deserialize_with = "new_points")]
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

fn new_points<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u8>, D::Error> {
    points(deserializer).map(Some)
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
    tag = "Games",
    params(PegPath),
    request_body(content = AmendmentRequest, description = "The id of the amendment, and the values that change."),
    responses((status = 200, description = "The game with the amended peg.", body = GameView)),
)]
#[patch("/games/{id}/pegs/{peg_id}")]
pub async fn amend_peg(
    Authenticated(caller): Authenticated,
    wanted: PreferredBody,
    path: Path<PegPath>,
    games: Data<GameService>,
    body: Body<AmendmentRequest>,
) -> Result<HttpResponse, HttpProblem> {
    let PegPath { id: game, peg_id: peg } = path.0;
    if body.0.is_empty() {
        let sentence = "Name at least one value that changes: side, points, for, player, cards or starter.";
        return Err(Problem::invalid("", sentence).into());
    }
    let (amendment, by) = body.0.amendment(peg);
    let outcome = games.command(game, caller, by, Action::AmendPeg(amendment)).await?;
    Ok(game::game_response(&outcome.game, wanted))
}

/// The path of a deal.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
pub struct DealPath {
    /// The id of the game.
    id: GameId,
    /// The number of the deal, from 1. The first deal begins with the game.
    #[serde(deserialize_with = "params::number")]
    #[param(minimum = 1, maximum = 4_294_967_295_u32, format = Int64)]
    n: u32,
}

/// A deal to begin.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct DealRequest {
    /// The id of the deal, made by the phone.
    id: DealId,
    /// The name of the person who deals, 1 to 100 letters.
    #[schema(value_type = Option<String>, min_length = 1, max_length = 100, examples("Ann's phone"))]
    by: Option<Name>,
}

/// The request to take a deal back.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct DealTakeBackQuery {
    /// The id that the deal was begun with. If this deal was taken back already, nothing changes. Without this parameter any
    /// deal of this number is taken back.
    #[param(nullable = false)]
    id: Option<DealId>,
    /// The name of the person who takes it back, 1 to 100 letters.
    #[param(value_type = Option<String>, nullable = false, min_length = 1, max_length = 100, example = "Ann's phone")]
    by: Option<Name>,
}

/// Begins the next deal
///
/// Begins the next deal: the deal and the crib pass to the left. Only the next number can begin. Idempotent: the client
/// makes the id, and the same request again returns 200.
#[utoipa::path(
    tag = "Games",
    params(DealPath),
    request_body(content = DealRequest, description = "The id of the deal."),
    responses(
        (status = 200, description = "The deal had begun already. Returns the game unchanged.", body = GameView),
        (status = 201, description = "The game in the new deal.", body = GameView,
            headers(("Location" = String, description = "The path of the deal, to take it back."))),
    ),
)]
#[put("/games/{id}/deals/{n}")]
pub async fn put_deal(
    Authenticated(caller): Authenticated,
    wanted: PreferredBody,
    path: Path<DealPath>,
    games: Data<GameService>,
    body: Body<DealRequest>,
) -> Result<HttpResponse, HttpProblem> {
    let (DealPath { id, n: number }, DealRequest { id: deal, by }) = (path.0, body.0);
    let outcome = games.command(id, caller, by.map(String::from), Action::BeginDeal { number, deal }).await?;
    Ok(game::changed_response(&outcome, &format!("/api/v1/games/{id}/deals/{number}"), wanted))
}

/// Takes a deal back
///
/// Undoes the beginning of the newest deal, so the crib belongs to the dealer before it. Pegs stay as they are.
/// Idempotent, with the parameter `id` also after the deal has begun again. The id of the deal cannot be used to begin
/// it again.
#[utoipa::path(
    tag = "Games",
    params(DealPath, DealTakeBackQuery),
    responses((status = 200, description = "The game in the deal before.", body = GameView)),
)]
#[delete("/games/{id}/deals/{n}")]
pub async fn delete_deal(
    Authenticated(caller): Authenticated,
    wanted: PreferredBody,
    path: Path<DealPath>,
    query: Query<DealTakeBackQuery>,
    games: Data<GameService>,
) -> Result<HttpResponse, HttpProblem> {
    let (DealPath { id, n: number }, DealTakeBackQuery { id: deal, by }) = (path.0, query.0);
    let action = Action::TakeBackDeal { number, deal };
    Ok(game::game_response(&games.command(id, caller, by.map(String::from), action).await?.game, wanted))
}
