//! The end of a game: its result, and games that are called off.

use actix_web::web::Data;
use actix_web::{HttpResponse, delete, put};
use pegout_engine::game::{Action, Confirmation, ConfirmationId, DeviceId, FinalScores, GameView, Verdict};
use pegout_league::CommandId;
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use crate::body::{Body, Integer};
use crate::caller::Authenticated;
use crate::handlers::games::game::{self, GamePath};
use crate::params::{Path, Query};
use crate::problem_response::HttpProblem;
use crate::response_headers::PreferredBody;
use pegout_model::contact::Name;
use pegout_service::problem::Problem;
use pegout_service::services::games::GameService;

#[derive(Deserialize, ToSchema)]
#[schema(value_type = u8, minimum = 0, maximum = 121)]
struct Score(Integer<u8, 0, 121>);

fn numbers(scores: Vec<Score>) -> Vec<u8> {
    scores.into_iter().map(|Score(score)| score.into()).collect()
}

/// The final scores of a game: `scores`, or with two sides `winner` and `short_by`.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(min_properties = 1)]
pub struct ResultRequest {
    /// The score of each side; exactly one is the target. It may be left out where two sides play and `winner` and
    /// `short_by` are sent.
    #[schema(inline, min_items = 2, max_items = 3)]
    scores: Option<Vec<Score>>,
    /// A side that won, from 0. With two sides `short_by` goes with it, in `lowball` the scores.
    #[schema(value_type = Option<u8>, minimum = 0, maximum = 2)]
    winner: Option<Integer<u8, 0, 2>>,
    /// The side that lost, from 0: in `lowball` the side at the target.
    #[schema(value_type = Option<u8>, minimum = 0, maximum = 2)]
    loser: Option<Integer<u8, 0, 2>>,
    /// The points that the loser of two sides lacks, 1 to the target. It is refused in `lowball`, since the loser is at
    /// the target.
    #[schema(value_type = Option<u8>, minimum = 1, maximum = 121)]
    short_by: Option<Integer<u8, 1, 121>>,
    /// The reason, 1 to 1000 letters. It is required to change the result of a finished game.
    #[schema(min_length = 1, max_length = 1000)]
    reason: Option<String>,
    /// The name of the person who enters it, 1 to 100 letters.
    #[schema(value_type = Option<String>, min_length = 1, max_length = 100, examples("Ann's phone"))]
    by: Option<Name>,
    /// The id of the phone, made by it at random for a game or a night. It is in no answer.
    device: Option<DeviceId>,
    /// An id made by the client. A repeat with the same id has no effect, even after the result was taken back.
    id: Option<CommandId>,
    /// The version of the game that the request was made at. If another session has changed how the game ended since that
    /// version, the coordinator gets 409 and nothing changes.
    #[schema(value_type = Option<u64>, minimum = 1, maximum = 4_294_967_295_u32)]
    based_on: Option<Integer<u32, 1, 4_294_967_295>>,
}

impl ResultRequest {
    /// Returns the command, the name of the person who enters the result, and the version of the game it is based on.
    fn action(self) -> (Action, Option<String>, Option<u64>) {
        let ResultRequest { scores, winner, loser, short_by, reason, by, device, id, based_on } = self;
        let (winner, loser, short_by) = (winner.map(u8::from), loser.map(u8::from), short_by.map(u8::from));
        let scores = FinalScores { scores: scores.map(numbers), winner, loser, short_by };
        (Action::EnterResult { scores, reason, device, id }, by.map(String::from), based_on.map(u64::from))
    }
}

/// The result that is to be taken back, and the person who does so.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct ResultQuery {
    /// The id that the result was sent with. If the result with this id is no longer valid, nothing changes. Without
    /// this parameter any result is taken back.
    #[param(nullable = false)]
    id: Option<CommandId>,
    /// The name of the person who takes it back, 1 to 100 letters.
    #[param(value_type = Option<String>, nullable = false, min_length = 1, max_length = 100, example = "Ann's phone")]
    by: Option<Name>,
}

/// A side's confirmation of the result, or its contest.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ConfirmationRequest {
    /// The id of the confirmation, made by the phone.
    id: ConfirmationId,
    /// The side that the phone speaks for, from 0. A joined player's phone speaks for the player's own side.
    #[schema(value_type = u8, minimum = 0, maximum = 2)]
    side: Integer<u8, 0, 2>,
    /// True to confirm the result, false to contest it.
    agrees: bool,
    /// The scores that the side has instead, a score a side. Only for a result that is contested.
    #[schema(inline, min_items = 2, max_items = 3)]
    scores: Option<Vec<Score>>,
    /// The name of the person who sends it, 1 to 100 letters.
    #[schema(value_type = Option<String>, min_length = 1, max_length = 100, examples("Bob's phone"))]
    by: Option<Name>,
    /// The id of the phone, made by it at random for a game or a night. It is in no answer.
    device: Option<DeviceId>,
}

impl ConfirmationRequest {
    /// Returns the confirmation, and the name of the person who sends it.
    fn confirmation(self) -> Result<(Confirmation, Option<String>), Problem> {
        let verdict = match (self.agrees, self.scores) {
            (true, None) => Verdict::Confirmed,
            (true, Some(_)) => return Err(Problem::invalid("/scores", "Scores go with a result that is contested.")),
            (false, scores) => Verdict::Contested { scores: scores.map(numbers) },
        };
        let confirmation = Confirmation { id: self.id, side: self.side.into(), verdict, device: self.device };
        Ok((confirmation, self.by.map(String::from)))
    }
}

/// Records the result
///
/// Ends an open game with these scores, for a table that kept the score on a board. The result replaces the scores of
/// the pegs until it is taken back. Any phone of the table may enter it. With two sides `winner` and `short_by` say as
/// much as `scores`. Idempotent. If two phones enter different results, the first result is kept and the second phone
/// gets 409: it can contest the result with putResultConfirmation. Another result for a finished game needs a reason,
/// and the token of the coordinator or of a representative. Before a league night is finished, the role `results` may
/// also correct it. A phone of the table first takes the result back with deleteResult. The same result with a reason
/// settles a contest.
#[utoipa::path(
    tag = "Games",
    params(GamePath),
    request_body(content = ResultRequest, description = "The scores, and the reason if the game has ended already."),
    responses(
        (status = 200, description = "The game with this result. It had a result before, or had ended with these scores.", body = GameView),
        (status = 201, description = "The finished game.", body = GameView,
            headers(("Location" = String, description = "The path of the result, to take it back."))),
    ),
)]
#[put("/games/{id}/result")]
pub async fn put_result(
    Authenticated(caller): Authenticated,
    wanted: PreferredBody,
    path: Path<GamePath>,
    games: Data<GameService>,
    body: Body<ResultRequest>,
) -> Result<HttpResponse, HttpProblem> {
    let id = path.0.id;
    let (action, by, based_on) = body.0.action();
    let outcome = games.command_based_on(id, caller, by, based_on, action).await?;
    Ok(game::changed_response(&outcome, &format!("/api/v1/games/{id}/result"), wanted))
}

/// Takes the result back
///
/// Restores the scores of the pegs. Idempotent: it has no effect if there is no result. With the parameter `id` it
/// takes that result back alone, so that a repeat leaves a later one as it is.
#[utoipa::path(
    tag = "Games",
    params(GamePath, ResultQuery),
    responses((status = 200, description = "The game with the scores of its pegs.", body = GameView)),
)]
#[delete("/games/{id}/result")]
pub async fn delete_result(
    Authenticated(caller): Authenticated,
    wanted: PreferredBody,
    path: Path<GamePath>,
    query: Query<ResultQuery>,
    games: Data<GameService>,
) -> Result<HttpResponse, HttpProblem> {
    let ResultQuery { id: result, by } = query.0;
    let action = Action::TakeBackResult { result };
    Ok(game::game_response(&games.command(path.0.id, caller, by.map(String::from), action).await?.game, wanted))
}

/// Confirms or contests the result
///
/// Records that a side confirms or contests the result of another phone. The game is finished either way. The
/// confirmation is kept until the result is corrected or taken back; a later one of the same side replaces it. A joined
/// player's phone speaks for the player's side, a table's phone or the game's scorer for any side. Idempotent: the
/// client makes the id.
#[utoipa::path(
    tag = "Games",
    params(GamePath),
    request_body(content = ConfirmationRequest, description = "The side, true if it agrees, and the scores it has instead if it does not."),
    responses(
        (status = 200, description = "The confirmation exists already. Returns the game unchanged.", body = GameView),
        (status = 201, description = "The game with the confirmation.", body = GameView,
            headers(("Location" = String, description = "The path of the confirmation."))),
    ),
)]
#[put("/games/{id}/result/confirmation")]
pub async fn put_result_confirmation(
    Authenticated(caller): Authenticated,
    wanted: PreferredBody,
    path: Path<GamePath>,
    games: Data<GameService>,
    body: Body<ConfirmationRequest>,
) -> Result<HttpResponse, HttpProblem> {
    let (id, (confirmation, by)) = (path.0.id, body.0.confirmation()?);
    let outcome = games.command(id, caller, by, Action::Confirm(confirmation)).await?;
    Ok(game::changed_response(&outcome, &format!("/api/v1/games/{id}/result/confirmation"), wanted))
}

/// The reason to call a game off.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct VoidGameRequest {
    /// The reason, 1 to 1000 letters.
    #[schema(min_length = 1, max_length = 1000, examples("The wrong four sat down"))]
    reason: String,
    /// An id made by the client. A repeat with the same id calls the game off once.
    id: Option<CommandId>,
    /// The name of the person who calls it off, 1 to 100 letters.
    #[schema(value_type = Option<String>, min_length = 1, max_length = 100, examples("Ann's phone"))]
    by: Option<Name>,
    /// The version of the game that the request was made at. If another session has changed how the game ended since that
    /// version, the coordinator gets 409 and nothing changes.
    #[schema(value_type = Option<u64>, minimum = 1, maximum = 4_294_967_295_u32)]
    based_on: Option<Integer<u32, 1, 4_294_967_295>>,
}

/// The void that is to be taken back, and the person who does so.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct VoidGameQuery {
    /// The id that the void was sent with. If the void with this id is no longer valid, nothing changes. Without this
    /// parameter any void is taken back.
    #[param(nullable = false)]
    id: Option<CommandId>,
    /// The name of the person who takes it back, 1 to 100 letters.
    #[param(value_type = Option<String>, nullable = false, min_length = 1, max_length = 100, example = "Ann's phone")]
    by: Option<Name>,
}

/// Voids a game
///
/// Calls a game off: it ends without a winner. Pegs and the result stay in the history and stop counting; the
/// confirmations of the result are gone. At a league night the coordinator or a representative (role `representative`)
/// calls off any open or finished game, while the night is under way. If the night's `full_card` is `excused`, the
/// round is excused for the players. Outside a night the game's scorer calls off an open game. A game whose rematch has
/// begun is not called off. Another reason replaces the earlier one. Idempotent with an `id`: a repeat has no effect,
/// even after the void was taken back.
#[utoipa::path(
    tag = "Games",
    params(GamePath),
    request_body(content = VoidGameRequest, description = "The reason."),
    responses(
        (status = 200, description = "The void was accepted before. Returns the game unchanged.", body = GameView),
        (status = 201, description = "The game, which is called off.", body = GameView,
            headers(("Location" = String, description = "The path of the void, to take it back."))),
    ),
)]
#[put("/games/{id}/void")]
pub async fn put_void(
    Authenticated(caller): Authenticated,
    wanted: PreferredBody,
    path: Path<GamePath>,
    games: Data<GameService>,
    body: Body<VoidGameRequest>,
) -> Result<HttpResponse, HttpProblem> {
    let (GamePath { id }, VoidGameRequest { reason, id: command, by, based_on }) = (path.0, body.0);
    let action = Action::Void { reason: Some(reason), id: command };
    let by = by.map(String::from);
    let outcome = games.command_based_on(id, caller, by, based_on.map(u64::from), action).await?;
    Ok(game::changed_response(&outcome, &format!("/api/v1/games/{id}/void"), wanted))
}

/// Takes the void of a game back
///
/// Restores a game that was called off. The game is open or finished as before; its result is not confirmed. At a
/// league night the coordinator or a representative (role `representative`) may do this, while the night is under way.
/// Outside a night the game's scorer may. Idempotent: a game that was not called off stays the same. With the parameter
/// `id` it takes that void back alone, so that a repeat leaves a later one as it is.
#[utoipa::path(
    tag = "Games",
    params(GamePath, VoidGameQuery),
    responses((status = 200, description = "The game as it was before.", body = GameView)),
)]
#[delete("/games/{id}/void")]
pub async fn delete_void(
    Authenticated(caller): Authenticated,
    wanted: PreferredBody,
    path: Path<GamePath>,
    query: Query<VoidGameQuery>,
    games: Data<GameService>,
) -> Result<HttpResponse, HttpProblem> {
    let VoidGameQuery { id: void, by } = query.0;
    let action = Action::TakeBackVoid { void };
    Ok(game::game_response(&games.command(path.0.id, caller, by.map(String::from), action).await?.game, wanted))
}
