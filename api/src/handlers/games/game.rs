//! The score of one table: beginning a game, and looking at it.

use actix_web::http::header::{self, ContentType};
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse, get, post, put};
use pegout_engine::Preset;
use pegout_engine::game::{GameId, GameView, Metadata, Role, Setup, Side};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use crate::auth::rate_limit::{Limits, Writer};
use crate::clock;
use crate::eventlog::snapshot::Told;
use crate::handlers::scoring::rules::{self, RulesChange};
use crate::http::body::{self, Body};
use crate::http::path::Path;
use crate::http::{caller, client_address};
use crate::model::contact::Name;
use crate::model::token::Token;
use crate::openapi::responses::{GameProblems, NewGameProblems, PutGameProblems};
use crate::problem::Problem;
use crate::services::game_service::{Desk, Outcome};
use crate::store::TokenRow;

/// The path of a game.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
pub struct GamePath {
    /// The game.
    pub id: GameId,
}

/// Who takes something back.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct By {
    /// Who takes it back, by the name they give themselves: 1 to 100 letters.
    #[param(value_type = Option<String>, nullable = false, min_length = 1, max_length = 100, example = "Ann's phone")]
    by: Option<Name>,
}

impl By {
    /// The name, if there is one.
    pub fn name(self) -> Option<String> {
        self.by.map(|Name(by)| by)
    }
}

/// A side that is to play.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SideRequest {
    /// What it is called, 1 to 100 letters.
    #[schema(value_type = String, min_length = 1, max_length = 100)]
    name: Name,
    /// Its one to three players, in the order in which they sit clockwise; left out, the side is one player.
    #[schema(value_type = Option<Vec<String>>, min_items = 1, max_items = 3)]
    players: Option<Vec<Name>>,
}

/// A game that is to begin.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct GameRequest {
    /// Two or three sides, of one size with six players at most, or of two and three players.
    #[serde(deserialize_with = "body::objects")]
    #[schema(min_items = 2, max_items = 3)]
    sides: Vec<SideRequest>,
    /// The rules to play by; `auclair` unless given.
    preset: Option<Preset>,
    /// The rules that differ from the preset's.
    rules: Option<RulesChange>,
    /// The seat that deals first, 0 unless given: seat s is player s div sides of side s mod sides.
    #[serde(default, deserialize_with = "body::maybe_whole::<_, _, 0, 5>")]
    #[schema(minimum = 0, maximum = 5, default = 0)]
    first_dealer: Option<u8>,
    /// Who begins it, by the name they give themselves: 1 to 100 letters.
    #[schema(value_type = Option<String>, min_length = 1, max_length = 100, examples("Ann's phone"))]
    by: Option<Name>,
}

/// A game that a phone begins: a first one with `sides` and `scorer_token`, or the rematch of another with
/// `rematch_of`.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(min_properties = 1)]
pub struct PutGameRequest {
    /// Two or three sides, of one size with six players at most, or of two and three players. A rematch has those of
    /// the game before.
    #[serde(default, deserialize_with = "body::maybe_objects")]
    #[schema(min_items = 2, max_items = 3)]
    sides: Option<Vec<SideRequest>>,
    /// The rules to play by; `auclair` unless given. A rematch has those of the game before.
    preset: Option<Preset>,
    /// The rules that differ from the preset's. A rematch has those of the game before.
    rules: Option<RulesChange>,
    /// The seat that deals first, 0 unless given. In a rematch the rule `first_deal` decides; only `cut` needs it.
    #[serde(default, deserialize_with = "body::maybe_whole::<_, _, 0, 5>")]
    #[schema(minimum = 0, maximum = 5)]
    first_dealer: Option<u8>,
    /// Who begins it, by the name they give themselves: 1 to 100 letters.
    #[schema(value_type = Option<String>, min_length = 1, max_length = 100, examples("Ann's phone"))]
    by: Option<Name>,
    /// The token that the phone has made to keep the score with. A rematch is kept with the one before, sent as Bearer.
    scorer_token: Option<Token>,
    /// The game that was won, and that this one is the rematch of.
    rematch_of: Option<GameId>,
}

/// A game that has begun.
#[derive(Serialize, ToSchema)]
pub struct Begun {
    /// The game.
    #[schema(value_type = GameView)]
    game: Box<RawValue>,
    /// The token that keeps its score; `null` to a coordinator who began a rematch.
    #[schema(required = true)]
    scorer_token: Option<Token>,
}

/// Begin a game
///
/// Opens a table for two or three sides, and gives the token that keeps its score. No token is needed for that.
/// Whoever has the game's id may look, whoever has the token may peg.
#[utoipa::path(
    operation_id = "createGame",
    tag = "Games",
    request_body(content = GameRequest, description = "Who plays, and by what rules if not by the usual ones."),
    responses(
        (status = 201, description = "The game, and the token that keeps its score.", body = Begun,
            headers(("Location" = String, description = "Where the game is.")),
            links(
                ("getGame" = (operation_id = "getGame", parameters(("id" = "$response.body#/game/id")))),
                ("putPeg" = (operation_id = "putPeg", parameters(("id" = "$response.body#/game/id")))),
                ("putDeal" = (operation_id = "putDeal", parameters(("id" = "$response.body#/game/id")))),
                ("putResult" = (operation_id = "putResult", parameters(("id" = "$response.body#/game/id")))),
            )),
        NewGameProblems,
    ),
)]
#[post("/games")]
pub async fn create_game(
    request: HttpRequest,
    limits: Data<Limits>,
    desk: Data<Desk>,
    body: Body<GameRequest>,
) -> Result<HttpResponse, Problem> {
    limits.admit(Writer::Address(client_address::rate_limit_key(&request, limits.behind_proxy)))?;
    let id = GameId::from_bytes(Uuid::now_v7().into_bytes());
    begin(&desk, id, body.0, Token::random()).await
}

/// Begin a game under an id of one's own
///
/// What `createGame` does, for a phone that makes the id and the token itself, so that it can begin without a network
/// and send twice without harm. With `rematch_of` the game goes on with a match: send the old game's token.
/// A game has one rematch.
#[utoipa::path(
    operation_id = "putGame",
    tag = "Games",
    params(GamePath),
    request_body(content = PutGameRequest, description = "Who plays, by what rules and with what token; or what game this is the rematch of."),
    responses(
        (status = 200, description = "The game had begun so already.", body = Begun),
        (status = 201, description = "The game, and the token that keeps its score.", body = Begun,
            headers(("Location" = String, description = "Where the game is.")),
            links(
                ("getHistory" = (operation_id = "getHistory", parameters(("id" = "$request.path.id")))),
                ("putPeg" = (operation_id = "putPeg", parameters(("id" = "$request.path.id")))),
            )),
        PutGameProblems,
    ),
    security((), ("token" = [])),
)]
#[put("/games/{id}")]
pub async fn put_game(
    request: HttpRequest,
    path: Path<GamePath>,
    limits: Data<Limits>,
    desk: Data<Desk>,
    body: Body<PutGameRequest>,
) -> Result<HttpResponse, Problem> {
    let id = path.0.id;
    let PutGameRequest { sides, preset, rules, first_dealer, by, scorer_token, rematch_of } = body.0;
    let missing = |name| Problem::invalid(format!("/{name}"), format!("“{name}” is missing."));
    if let Some(old) = rematch_of {
        let same = "A rematch has the sides, rules and token of the game before: leave this out.";
        for (name, given) in [("sides", sides.is_some()), ("preset", preset.is_some()), ("rules", rules.is_some())] {
            if given {
                return Err(Problem::invalid(format!("/{name}"), same));
            }
        }
        let caller = caller::required(&request).await?;
        if scorer_token.is_some_and(|token| token != caller.token) {
            return Err(Problem::invalid("/scorer_token", same));
        }
        let token = (caller.known.role == Role::Scorer).then(|| caller.token.clone());
        return begun(id, &desk.rematch(old, id, first_dealer, caller, by.map(|Name(by)| by)).await?, token);
    }
    limits.admit(Writer::Address(client_address::rate_limit_key(&request, limits.behind_proxy)))?;
    let sides = sides.ok_or_else(|| missing("sides"))?;
    let token = scorer_token.ok_or_else(|| missing("scorer_token"))?;
    begin(&desk, id, GameRequest { sides, preset, rules, first_dealer, by }, token).await
}

/// Look at a game
///
/// Scores, pegs, deal and dealer, and how it ended if it has. Whoever has its id may look.
#[utoipa::path(
    operation_id = "getGame",
    tag = "Games",
    params(GamePath),
    responses((status = 200, description = "The game.", body = GameView), GameProblems),
)]
#[get("/games/{id}")]
pub async fn get_game(path: Path<GamePath>, desk: Data<Desk>) -> Result<HttpResponse, Problem> {
    Ok(told(&desk.game(path.0.id).await?))
}

/// Answers with the game.
pub fn told(told: &Told) -> HttpResponse {
    HttpResponse::Ok().content_type(ContentType::json()).body(told.json())
}

/// Answers with the game after something was put at this address.
pub fn changed(outcome: &Outcome, address: &str) -> HttpResponse {
    if outcome.created {
        let mut response = HttpResponse::Created();
        response.insert_header((header::LOCATION, address)).content_type(ContentType::json()).body(outcome.told.json())
    } else {
        told(&outcome.told)
    }
}

async fn begin(desk: &Desk, id: GameId, request: GameRequest, token: Token) -> Result<HttpResponse, Problem> {
    let GameRequest { sides, preset, rules, first_dealer, by } = request;
    let side = |SideRequest { name: Name(name), players }| match players {
        Some(players) => Side { name, players: players.into_iter().map(|Name(name)| name).collect() },
        None => Side::of_one(name),
    };
    let sides = sides.into_iter().map(side).collect();
    let hash = token.hash();
    let setup = Setup::new(id, sides, rules::chosen(preset, rules)?, first_dealer.unwrap_or_default());
    let setup = Setup { scorer: Some(hash.id()), ..setup };
    let stamp = Metadata { at: clock::now(), by: by.map(|Name(by)| by), role: Role::Scorer, token: Some(hash.id()) };
    begun(id, &desk.begin(setup, stamp, TokenRow::scorer(hash)).await?, Some(token))
}

fn begun(id: GameId, outcome: &Outcome, scorer_token: Option<Token>) -> Result<HttpResponse, Problem> {
    let json = String::from_utf8_lossy(&outcome.told.json()).into_owned();
    let game = RawValue::from_string(json).map_err(|_| Problem::unavailable())?;
    let begun = Begun { game, scorer_token };
    if outcome.created {
        Ok(HttpResponse::Created().insert_header((header::LOCATION, format!("/api/v1/games/{id}"))).json(begun))
    } else {
        Ok(HttpResponse::Ok().json(begun))
    }
}
