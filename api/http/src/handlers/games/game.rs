//! The operations on a game as a whole: creating, reading and changing it.

use std::net::IpAddr;

use actix_web::http::header::{self, ContentType, ETag};
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse, HttpResponseBuilder, get, patch, post, put};
use pegout_engine::game::{
    Action, ChangeId, DetailsChange, GameId, GameView, Occasion, RematchRequest, Setup, SideChange,
};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use utoipa::{IntoParams, ToSchema};

use crate::body::{self, Body, Integer, Object};
use crate::caching;
use crate::caller::Authenticated;
use crate::handlers::games::new_game::{FirstGame, GameRequest, NewGame, PutGameRequest, REMATCH_INHERITS};
use crate::params::{self, Path, Query};
use crate::problem_response::HttpProblem;
use crate::response_headers::{self, PreferredBody, Versioned};
use crate::{address, caller};
use pegout_model::contact::Name;
use pegout_model::grant::Grant;
use pegout_model::token::Token;
use pegout_service::auth::rate_limit::{RateLimits, WriteKey};
use pegout_service::eventlog::snapshot::Rendered;
use pegout_service::problem::Problem;
use pegout_service::services::Effect;
use pegout_service::services::games::{GameOutcome, GameService};

/// The path of a game.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
pub struct GamePath {
    /// The id of the game.
    pub id: GameId,
}

/// The version of a game that the client has seen.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct MinimumVersion {
    /// The last `X-Seen` of the game. No server returns an older state, unless a backup was restored.
    #[serde(default, deserialize_with = "params::optional_number")]
    #[param(value_type = Option<u32>, nullable = false, minimum = 1, maximum = 4_294_967_295_u32, format = Int64, example = 12)]
    seen: Option<u32>,
}

impl MinimumVersion {
    /// Returns the version, or 0 without the parameter.
    pub fn version(&self) -> u64 {
        self.seen.map_or(0, u64::from)
    }
}

/// The person who takes a change of a game back.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct TakeBackQuery {
    /// The name of the person who takes it back, 1 to 100 letters.
    #[param(value_type = Option<String>, nullable = false, min_length = 1, max_length = 100, example = "Ann's phone")]
    pub by: Option<Name>,
}

/// A new game and its token.
#[derive(Serialize, ToSchema)]
pub struct Begun {
    /// The game.
    #[schema(value_type = GameView)]
    game: Box<RawValue>,
    /// The token that keeps the game's score; `null` for a coordinator who began a rematch.
    #[schema(required = true)]
    scorer_token: Option<Token>,
}

/// Creates a game
///
/// Begins a game of two or three sides and returns the token that keeps its score. No token is needed for the request.
/// Anybody with the game's id may read it; pegging needs the token.
#[utoipa::path(
    tag = "Games",
    request_body(content = GameRequest, description = "The sides, and the rules that differ from the default."),
    responses(
        (status = 201, description = "The game, and the token that keeps its score.", body = Begun,
            headers(("Location" = String, description = "The path of the game."))),
    ),
)]
#[post("/games")]
pub async fn create_game(
    request: HttpRequest,
    limits: Data<RateLimits>,
    games: Data<GameService>,
    body: Body<GameRequest>,
) -> Result<HttpResponse, HttpProblem> {
    let address = address::rate_limit_key(&request, limits.behind_proxy);
    limits.check_write(WriteKey::Address(address))?;
    let id = games.new_id();
    Ok(begin(&games, id, body.0.try_into()?, games.new_token(), address).await?)
}

/// Creates a game or a rematch with the client's id
///
/// Works like `createGame`, but the client makes the id and the token. So a game can begin offline. Idempotent. With
/// `rematch_of` the game continues a match: send the token of the game before. A game has one rematch.
#[utoipa::path(
    tag = "Games",
    params(GamePath),
    request_body(content = PutGameRequest, description = "The sides, rules and token of a first game, or the game before a rematch."),
    responses(
        (status = 200, description = "The game exists already with the same content.", body = Begun),
        (status = 201, description = "The game, and the token that keeps its score.", body = Begun,
            headers(("Location" = String, description = "The path of the game."))),
    ),
    security((), ("token" = [])),
)]
#[put("/games/{id}")]
pub async fn put_game(
    request: HttpRequest,
    path: Path<GamePath>,
    limits: Data<RateLimits>,
    games: Data<GameService>,
    body: Body<PutGameRequest>,
) -> Result<HttpResponse, HttpProblem> {
    let id = path.0.id;
    match NewGame::try_from(body.0)? {
        NewGame::First { game, scorer_token } => {
            let address = address::rate_limit_key(&request, limits.behind_proxy);
            limits.check_write(WriteKey::Address(address))?;
            Ok(begin(&games, id, game, scorer_token, address).await?)
        }
        NewGame::Rematch { of: old, first_dealer, crash_directions, by, scorer_token } => {
            let caller = caller::required(&request).await?;
            if scorer_token.is_some_and(|token| token != caller.token) {
                return Err(Problem::invalid("/scorer_token", REMATCH_INHERITS).into());
            }
            let token = (caller.grant == Grant::Scorer).then(|| caller.token.clone());
            let rematch = RematchRequest { game: id, first_dealer, crash_directions };
            Ok(begun_response(id, &games.begin_rematch(old, rematch, caller, by.map(String::from)).await?, token)?)
        }
    }
}

/// Returns a game
///
/// Returns the scores, pegs, deal, dealer and outcome of a game. Anybody with the game's id may read it.
#[utoipa::path(
    tag = "Games",
    params(GamePath, MinimumVersion),
    responses((status = 200, description = "The game.", body = GameView)),
)]
#[get("/games/{id}")]
pub async fn get_game(
    request: HttpRequest,
    path: Path<GamePath>,
    query: Query<MinimumVersion>,
    games: Data<GameService>,
) -> Result<HttpResponse, HttpProblem> {
    let game = games.snapshot_since(path.0.id, query.0.version()).await?;
    let tag = caching::weak_tag(game.digest());
    if let Some(mut not_modified) = caching::not_modified(&request, tag.clone()) {
        response_headers::insert_version(not_modified.headers_mut(), game.version(), &game.version().to_string());
        return Ok(not_modified);
    }
    let mut builder = HttpResponse::Ok();
    builder.insert_header(ETag(tag));
    Ok(body_response(builder, &game))
}

/// Responds with the game, or with its version alone.
pub fn game_response(game: &Rendered, wanted: PreferredBody) -> HttpResponse {
    match wanted {
        PreferredBody::Representation => body_response(HttpResponse::Ok(), game),
        PreferredBody::Minimal => minimal_response(HttpResponse::NoContent(), game),
    }
}

/// Responds with the game after a change at this path, or with its version alone: 201 if the change created something.
pub fn changed_response(outcome: &GameOutcome, address: &str, wanted: PreferredBody) -> HttpResponse {
    if outcome.effect != Effect::Created {
        return game_response(&outcome.game, wanted);
    }
    let mut response = HttpResponse::Created();
    response.insert_header((header::LOCATION, address));
    match wanted {
        PreferredBody::Representation => body_response(response, &outcome.game),
        PreferredBody::Minimal => minimal_response(response, &outcome.game),
    }
}

fn body_response(mut builder: HttpResponseBuilder, game: &Rendered) -> HttpResponse {
    let mut response = builder.content_type(ContentType::json()).body(game.json());
    response_headers::insert_version(response.headers_mut(), game.version(), &game.version().to_string());
    response
}

fn minimal_response(mut builder: HttpResponseBuilder, game: &Rendered) -> HttpResponse {
    let mut response = builder.insert_header(response_headers::APPLIED).finish();
    response_headers::insert_version(response.headers_mut(), game.version(), &game.version().to_string());
    response
}

async fn begin(
    games: &GameService,
    id: GameId,
    game: FirstGame,
    token: Token,
    address: IpAddr,
) -> Result<HttpResponse, Problem> {
    let FirstGame { sides, rules, first_dealer, crash_directions, by } = game;
    let occasion = Occasion::Table { scorer: Some(token.hash().id()), previous: None };
    let setup = Setup { crash_directions, occasion, ..Setup::new(id, sides, rules, first_dealer) };
    begun_response(id, &games.begin(setup, by.map(String::from), &token, address).await?, Some(token))
}

fn begun_response(id: GameId, outcome: &GameOutcome, scorer_token: Option<Token>) -> Result<HttpResponse, Problem> {
    let json = String::from_utf8_lossy(&outcome.game.json()).into_owned();
    let game = RawValue::from_string(json).map_err(|_| Problem::unavailable())?;
    let version = outcome.game.version();
    let begun = Versioned { body: Begun { game, scorer_token }, version, seen: version.to_string() };
    let mut response = match outcome.effect {
        Effect::Created => HttpResponse::Created(),
        Effect::Unchanged | Effect::Replaced => HttpResponse::Ok(),
    };
    if outcome.effect == Effect::Created {
        response.insert_header((header::LOCATION, format!("/api/v1/games/{id}")));
    }
    Ok(begun.response(response))
}

/// New names of a side. Fields that are left out keep their values.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SideChangeRequest {
    /// The name of the side, 1 to 100 letters. If the only player has the same name as the side, the player is renamed
    /// too.
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
    tag = "Games",
    params(GamePath),
    request_body(content = GameChangeRequest, description = "The names, the first dealer, or both."),
    responses((status = 200, description = "The game after the change.", body = GameView)),
)]
#[patch("/games/{id}")]
pub async fn change_game(
    Authenticated(caller): Authenticated,
    wanted: PreferredBody,
    path: Path<GamePath>,
    games: Data<GameService>,
    body: Body<GameChangeRequest>,
) -> Result<HttpResponse, HttpProblem> {
    let GameChangeRequest { id, sides, first_dealer, by } = body.0;
    let side = |Object(SideChangeRequest { name, players })| SideChange {
        name: name.map(String::from),
        players: players.map(|players| players.into_iter().map(String::from).collect()),
    };
    let sides = sides.map(|sides| sides.into_iter().map(side).collect());
    let change = DetailsChange { id, sides, first_dealer: first_dealer.map(u8::from) };
    let outcome = games.command(path.0.id, caller, by.map(String::from), Action::Change(change)).await?;
    Ok(game_response(&outcome.game, wanted))
}
