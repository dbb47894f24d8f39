//! The rounds of a night: drawing them, and changing their seats.

use actix_web::web::Data;
use actix_web::{HttpResponse, delete, post, put};
use pegout_league::night::{Action, DrawWay, NewSeats, ReseatPreview, RoundPreview, Seating};
use pegout_league::seating::Seats;
use pegout_league::{CommandId, NightId, PlayerId};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::body::{Body, Integer};
use crate::caller::Permitted;
use crate::handlers::nights::night::{self, NightAnswer, NightPath};
use crate::params::{self, Path, Query};
use crate::problem_response::HttpProblem;
use crate::response_headers::Versioned;
use pegout_service::auth::right::rights;
use pegout_service::problem::Problem;
use pegout_service::services::nights::seats::ReseatRequest;
use pegout_service::services::nights::{NightService, RoundDraw};

/// A round to draw.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RoundRequest {
    /// The number of the round, from 1. A repeated request with it draws one round. Without it, the next round is
    /// drawn.
    #[schema(value_type = Option<u16>, minimum = 1, maximum = 40)]
    number: Option<Integer<u16, 1, 40>>,
    /// An id made by the client. A repeat with the same id draws one round.
    id: Option<CommandId>,
    /// The way in which a round after the first comes about: `movement` unless given.
    way: Option<DrawWay>,
    /// True to see what the round would change; nothing is drawn.
    #[serde(default)]
    dry_run: bool,
}

/// The night with the round, or the preview of a dry run.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
pub enum RoundAnswer {
    /// The night.
    Night(Box<NightAnswer>),
    /// The round as it would be drawn.
    Preview(RoundPreview),
}

fn in_round_answer(night: NightAnswer) -> RoundAnswer {
    RoundAnswer::Night(Box::new(night))
}

/// The path of a round.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
pub struct RoundPath {
    /// The id of the night.
    pub id: NightId,
    /// The number of the round, from 1.
    #[serde(deserialize_with = "params::number")]
    #[param(minimum = 1, maximum = 4_294_967_295_u32, format = Int64)]
    n: u32,
}

impl RoundPath {
    /// The number of the round.
    pub fn round(&self) -> u16 {
        // No round has a number above this size.
        u16::try_from(self.n).unwrap_or(u16::MAX)
    }
}

/// The draw that is to be taken back.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct DrawQuery {
    /// The id that the round was drawn with. If the draw with this id is no longer valid, nothing changes. Without this
    /// parameter any draw of the round is taken back.
    #[param(nullable = false)]
    id: Option<CommandId>,
}

/// Two players who are to swap their seats.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SwapRequest {
    /// Two players at tables of the round.
    #[schema(min_items = 2, max_items = 2)]
    players: Vec<PlayerId>,
    /// An id made by the client. A repeat with the same id swaps the seats once.
    id: Option<CommandId>,
}

/// Draws the next round
///
/// Draws the tables of the next round. The first round is random. In later rounds two players of every table move to
/// the next table. If players came or left or a game was called off, the table sizes follow the number of players. The
/// draw then repeats the fewest possible partnerships, and next keeps the most players at their table of the movement.
/// `touched` lists the changed tables. The way `afresh` draws all tables instead. With `dry_run` nothing is drawn: the
/// answer shows what the draw would change. Every table gets a game that begins with the round. Phones can no longer
/// change the games of the round before. Idempotent: the night remembers the `id` of each request that drew a round,
/// and a repeat with it has no effect at any later time.
#[utoipa::path(
    tag = "Nights",
    params(NightPath),
    request_body(content = RoundRequest, description = "The number of the round, so that two identical requests draw one round."),
    responses(
        (status = 200, description = "The round was drawn already. Returns the night. Or the preview of a dry run.", body = RoundAnswer),
        (status = 201, description = "The night with the round.", body = NightAnswer,
            headers(("Location" = String, description = "The path of the night."))),
    ),
)]
#[post("/nights/{id}/rounds")]
pub async fn draw_round(
    caller: Permitted<rights::RunNights>,
    path: Path<NightPath>,
    nights: Data<NightService>,
    body: Body<RoundRequest>,
) -> Result<HttpResponse, HttpProblem> {
    let id = path.0.id;
    let RoundRequest { number, id: command, way, dry_run } = body.0;
    let draw = RoundDraw { number: number.map(u16::from), id: command, way: way.unwrap_or_default(), seed: None };
    if dry_run {
        return Ok(HttpResponse::Ok().json(RoundAnswer::Preview(nights.preview_round(id, draw).await?)));
    }
    let outcome = nights.draw_round(id, caller.author(), draw).await?;
    Ok(night::created(outcome.effect, id, night::answer(&nights, id, &caller).await?.map(in_round_answer)))
}

/// Takes the draw of a round back
///
/// Takes back the newest round, so that it can be drawn again. Its games are called off, do not count and cannot be
/// changed. Joined phones follow their players to the next draw. If it was the first round, the night is open again,
/// and its next draw takes the league's current settings. A draw of the 50/50 must be voided first. The request is
/// refused after the night's finish, and after a peg, deal or result in the round, even if taken back. Idempotent: a
/// round that is not drawn stays so. With the parameter `id` a repeat also leaves a later draw of the round as it is.
#[utoipa::path(
    tag = "Nights",
    params(RoundPath, DrawQuery),
    responses((status = 200, description = "The night without the round.", body = NightAnswer)),
)]
#[delete("/nights/{id}/rounds/{n}")]
pub async fn delete_round(
    caller: Permitted<rights::RunNights>,
    path: Path<RoundPath>,
    query: Query<DrawQuery>,
    nights: Data<NightService>,
) -> Result<Versioned<NightAnswer>, HttpProblem> {
    let id = path.0.id;
    let action = Action::TakeBackRound { round: path.0.round(), draw: query.0.id };
    nights.command(id, caller.author(), action).await?;
    Ok(night::answer(&nights, id, &caller).await?)
}

/// Swaps two seats
///
/// Swaps the seats of two players of a round, as long as nobody has pegged in it. Idempotent with an `id`: a repeat has
/// no effect at any later time. Without one, a repeat swaps them back.
#[utoipa::path(
    tag = "Nights",
    params(RoundPath),
    request_body(content = SwapRequest, description = "The two players."),
    responses((status = 200, description = "The night with the swapped seats.", body = NightAnswer)),
)]
#[post("/nights/{id}/rounds/{n}/swaps")]
pub async fn swap_seats(
    caller: Permitted<rights::RunNights>,
    path: Path<RoundPath>,
    nights: Data<NightService>,
    body: Body<SwapRequest>,
) -> Result<Versioned<NightAnswer>, HttpProblem> {
    let (id, round) = (path.0.id, path.0.round());
    let SwapRequest { players, id: command } = body.0;
    let players = <[PlayerId; 2]>::try_from(players).map_err(|players| {
        let given = players.len();
        let are = if given == 1 { "is" } else { "are" };
        Problem::invalid("/players", format!("Two players swap their seats, and here {are} {given}."))
            .member("given", given)
    })?;
    nights.command(id, caller.author(), Action::Swap { round, players, id: command }).await?;
    Ok(night::answer(&nights, id, &caller).await?)
}

/// The tables of a round whose seats change.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SeatsRequest {
    /// The tables, each as it is to be. Tables that are not named stay as they are.
    #[schema(min_items = 1)]
    tables: Vec<TableSeatsRequest>,
    /// Players who sat at one of the tables, are still here, and are to have no seat in this round.
    #[serde(default)]
    out: Vec<PlayerId>,
    /// The reason. A table that has begun or is over needs one.
    #[schema(min_length = 1, max_length = 1000)]
    reason: Option<String>,
    /// An id made by the client. A repeat with the same id changes the seats once.
    id: Option<CommandId>,
    /// The version of the night that the request was made at. If another session has changed one of the named tables since, the answer is
    /// 409 and nothing changes.
    #[schema(value_type = Option<u64>, minimum = 1, maximum = 4_294_967_295_u32)]
    based_on: Option<Integer<u32, 1, 4_294_967_295>>,
    /// True to see what the request would change; nothing is changed.
    #[serde(default)]
    dry_run: bool,
}

impl SeatsRequest {
    /// Returns the change of the seats of this round.
    fn reseat(self, round: u16) -> Result<ReseatRequest, Problem> {
        let SeatsRequest { tables, out, reason, id, based_on, .. } = self;
        if tables.is_empty() {
            return Err(Problem::invalid("/tables", "Name at least one table."));
        }
        let tables = tables.into_iter().enumerate().map(|(place, table)| table.into_seats(place));
        let tables = tables.collect::<Result<_, _>>()?;
        Ok(ReseatRequest { round, tables, out, reason, id, based_on: based_on.map(u64::from) })
    }
}

/// A table as it is to be: with `sides`, or with `players` whose seats are drawn.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TableSeatsRequest {
    /// The number of the table, from 1.
    #[schema(value_type = u32, minimum = 1, maximum = 1_000_000)]
    number: Integer<u32, 1, 1_000_000>,
    /// The players of each side: two sides of two players, or two or three single players.
    #[schema(min_items = 2, max_items = 3)]
    sides: Option<Vec<Vec<PlayerId>>>,
    /// Two to four players who sit down as chance has it, with as few repeated partnerships as possible. Only for a
    /// table that has not begun.
    #[schema(min_items = 2, max_items = 4)]
    players: Option<Vec<PlayerId>>,
}

impl TableSeatsRequest {
    fn into_seats(self, place: usize) -> Result<NewSeats, Problem> {
        let seating = match (self.sides, self.players) {
            (Some(sides), None) => match sides.iter().map(Vec::len).collect::<Vec<_>>()[..] {
                [2, 2] | [1, 1] | [1, 1, 1] => Seating::Fixed(Seats::new(&sides.concat())),
                _ => {
                    let detail = "A table has two sides of two players, or two or three sides of one.";
                    return Err(Problem::invalid(format!("/tables/{place}/sides"), detail));
                }
            },
            (None, Some(players)) => Seating::Drawn(players),
            _ => {
                let detail = "A table is named with its sides, or with players whose seats are drawn.";
                return Err(Problem::invalid(format!("/tables/{place}"), detail));
            }
        };
        Ok(NewSeats { number: u32::from(self.number) as usize, seating })
    }
}

/// The night with the changed seats, or the preview of a dry run.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
pub enum SeatsAnswer {
    /// The night.
    Night(Box<NightAnswer>),
    /// The effects that the request would have.
    Preview(ReseatPreview),
}

/// Players who get a table of their own.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewTableRequest {
    /// Two to four players who are here and have no seat in the round.
    #[schema(min_items = 2, max_items = 4)]
    players: Vec<PlayerId>,
    /// An id made by the client. A repeat with the same id adds one table.
    id: CommandId,
}

/// Updates the seats of a round
///
/// Replaces the players of whole tables, whose games keep their ids. At a table of the newest round that has not begun,
/// all players must be here, and the sides may change in number and size. Its earlier players must sit at one of the
/// tables again, unless they left or are named in `out`. At any other table the request corrects the players who really
/// sat there, also after the night is finished. It needs a `reason`, and the scores stay with their sides. A player who
/// was never checked in gets an entry and owes the fee. A replaced player loses that line. A game has begun once a peg,
/// a deal or a result was accepted, also if it was taken back since. Nobody sits twice in a round. Rounds drawn since
/// stay as they are. With `dry_run` nothing changes: the answer lists the changes. Idempotent: the night remembers the
/// `id`, and a repeat with it has no effect at any later time.
#[utoipa::path(
    tag = "Nights",
    params(RoundPath),
    request_body(content = SeatsRequest, description = "The tables as they are to be."),
    responses(
        (status = 200, description = "The night with the changed seats. Or the preview of a dry run.", body = SeatsAnswer),
    ),
)]
#[put("/nights/{id}/rounds/{n}/seats")]
pub async fn put_seats(
    caller: Permitted<rights::RunNights>,
    path: Path<RoundPath>,
    nights: Data<NightService>,
    body: Body<SeatsRequest>,
) -> Result<HttpResponse, HttpProblem> {
    let author = caller.author();
    let (night, dry_run) = (path.0.id, body.0.dry_run);
    let new = body.0.reseat(path.0.round())?;
    if dry_run {
        let preview = nights.preview_reseat(night, &author, new).await?;
        return Ok(HttpResponse::Ok().json(SeatsAnswer::Preview(preview)));
    }
    nights.reseat(night, author, new).await?;
    let answer = night::answer(&nights, night, &caller).await?;
    Ok(answer.map(|night| SeatsAnswer::Night(Box::new(night))).response(HttpResponse::Ok()))
}

/// Creates a table in a round
///
/// Gives players who came during the newest round a table of their own, numbered after the last one. Its game begins at
/// once, and its seats are drawn with as few repeated partnerships as possible. The next round has tables of the usual
/// sizes again. Idempotent: the night remembers the `id` of each request, and a repeat with it has no effect at any
/// later time.
#[utoipa::path(
    tag = "Nights",
    params(RoundPath),
    request_body(content = NewTableRequest, description = "The players, and an id made by the client."),
    responses(
        (status = 200, description = "The table was added already. Returns the night.", body = NightAnswer),
        (status = 201, description = "The night with the table.", body = NightAnswer,
            headers(("Location" = String, description = "The path of the night."))),
    ),
)]
#[post("/nights/{id}/rounds/{n}/tables")]
pub async fn add_table(
    caller: Permitted<rights::RunNights>,
    path: Path<RoundPath>,
    nights: Data<NightService>,
    body: Body<NewTableRequest>,
) -> Result<HttpResponse, HttpProblem> {
    let (night, round) = (path.0.id, path.0.round());
    let NewTableRequest { players, id } = body.0;
    let outcome = nights.add_table(night, caller.author(), round, players, id).await?;
    Ok(night::created(outcome.effect, night, night::answer(&nights, night, &caller).await?))
}
