//! The pegs of a game.

use actix_web::web::Data;
use actix_web::{HttpResponse, delete, put};
use pegout_engine::game::{Action, DeviceId, GameId, GameView, Peg, PegFor, PegId};
use pegout_engine::{PlayedCard, Time};
use serde::de::{Deserialize, Deserializer, Error};
use serde_json::Value;
use utoipa::{IntoParams, ToSchema};

use crate::auth::caller::Caller;
use crate::handlers::games::game::{self, Author};
use crate::http::body::{Body, Integer, in_digits};
use crate::http::params::{Path, Query};
use crate::http::response_headers::Return;
use crate::problem::Problem;
use crate::services::games::GameService;
use pegout_model::contact::Name;

/// The path of a peg.
#[derive(serde::Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
pub struct PegPath {
    /// The id of the game.
    pub id: GameId,
    /// The id of the peg, made by the phone.
    pub peg_id: PegId,
}

/// Points for one side.
#[derive(serde::Deserialize, ToSchema)]
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
    operation_id = "putPeg",
    tag = "Games",
    params(PegPath),
    request_body(content = PegRequest, description = "The side, the points and the reason."),
    responses(
        (status = 200, description = "The peg exists already. Returns the game unchanged.", body = GameView),
        (status = 201, description = "The game with the peg.", body = GameView,
            headers(("Location" = String, description = "The path of the peg, to amend it or to take it back.")),
            links(
                ("amendPeg" = (operation_id = "amendPeg", parameters(("id" = "$request.path.id"), ("peg_id" = "$request.path.peg_id")))),
                ("deletePeg" = (operation_id = "deletePeg", parameters(("id" = "$request.path.id"), ("peg_id" = "$request.path.peg_id")))),
                ("watchGame" = (operation_id = "watchGame", parameters(("id" = "$request.path.id")))),
            )),
    ),
    security(("token" = [])),
)]
#[put("/games/{id}/pegs/{peg_id}")]
pub async fn put_peg(
    caller: Caller,
    wanted: Return,
    path: Path<PegPath>,
    games: Data<GameService>,
    body: Body<PegRequest>,
) -> Result<HttpResponse, Problem> {
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
    operation_id = "deletePeg",
    tag = "Games",
    params(PegPath, Author),
    responses((status = 200, description = "The game without the peg.", body = GameView)),
    security(("token" = [])),
)]
#[delete("/games/{id}/pegs/{peg_id}")]
pub async fn delete_peg(
    caller: Caller,
    wanted: Return,
    path: Path<PegPath>,
    author: Query<Author>,
    games: Data<GameService>,
) -> Result<HttpResponse, Problem> {
    let PegPath { id, peg_id } = path.0;
    let by = author.0.by.map(String::from);
    Ok(game::game_response(&games.command(id, caller, by, Action::TakeBackPeg(peg_id)).await?.game, wanted))
}
