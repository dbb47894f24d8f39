//! The changes of a game that is being played: names, and the first dealer.

use actix_web::web::Data;
use actix_web::{HttpResponse, patch};
use pegout_engine::game::{Action, Change, ChangeId, GameView, SideChange};
use serde::Deserialize;
use utoipa::ToSchema;

use crate::auth::caller::Caller;
use crate::handlers::games::game::{self, GamePath};
use crate::http::body::{self, Body, Integer, Object};
use crate::http::params::Path;
use crate::http::response_headers::Return;
use crate::problem::Problem;
use crate::services::games::GameService;
use pegout_model::contact::Name;

/// New names of a side. Fields that are left out keep their values.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SideChangeRequest {
    /// The name of the side, 1 to 100 letters. One player who is called like the side gets the new name too.
    #[serde(default, deserialize_with = "body::not_null")]
    #[schema(value_type = Option<String>, nullable = false, min_length = 1, max_length = 100)]
    name: Option<Name>,
    /// The names of its players in their order clockwise, as many as there are.
    #[serde(default, deserialize_with = "body::not_null")]
    #[schema(value_type = Option<Vec<String>>, nullable = false, min_items = 1, max_items = 3)]
    players: Option<Vec<Name>>,
}

/// A change of a game. Fields that are left out keep their values.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct GameChangeRequest {
    /// The id of the change, made by the phone.
    id: ChangeId,
    /// The new names, an object for each side.
    #[serde(default, deserialize_with = "body::not_null")]
    #[schema(value_type = Option<Vec<SideChangeRequest>>, nullable = false, min_items = 2, max_items = 3)]
    sides: Option<Vec<Object<SideChangeRequest>>>,
    /// The seat that deals first, from 0.
    #[serde(default, deserialize_with = "body::not_null")]
    #[schema(value_type = Option<u8>, nullable = false, minimum = 0, maximum = 5)]
    first_dealer: Option<Integer<u8, 0, 5>>,
    /// The name of the person who changes it, 1 to 100 letters.
    #[schema(value_type = Option<String>, min_length = 1, max_length = 100, examples("Ann's phone"))]
    by: Option<Name>,
}

/// Updates names or the first dealer
///
/// Renames sides and players at any time, and names the first dealer until the second deal has begun; the number of the
/// deal stays. A rematch has the names that its game has by then. At a league night only the first dealer can be
/// changed. Idempotent: the client makes the id, and the same request again has no effect.
#[utoipa::path(
    operation_id = "changeGame",
    tag = "Games",
    params(GamePath),
    request_body(content = GameChangeRequest, description = "The names, the first dealer, or both."),
    responses((status = 200, description = "The game after the change.", body = GameView)),
    security(("token" = [])),
)]
#[patch("/games/{id}")]
pub async fn change_game(
    caller: Caller,
    wanted: Return,
    path: Path<GamePath>,
    games: Data<GameService>,
    body: Body<GameChangeRequest>,
) -> Result<HttpResponse, Problem> {
    let GameChangeRequest { id, sides, first_dealer, by } = body.0;
    let side = |Object(SideChangeRequest { name, players })| SideChange {
        name: name.map(String::from),
        players: players.map(|players| players.into_iter().map(String::from).collect()),
    };
    let sides = sides.map(|sides| sides.into_iter().map(side).collect());
    let change = Change { id, sides, first_dealer: first_dealer.map(u8::from) };
    let outcome = games.command(path.0.id, caller, by.map(String::from), Action::Change(change)).await?;
    Ok(game::game_response(&outcome.game, wanted))
}
