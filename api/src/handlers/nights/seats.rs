//! The seats of a round that was drawn: corrected, or added for players who come late.

use actix_web::web::Data;
use actix_web::{HttpResponse, post, put};
use pegout_league::night::{NewSeats, ReseatPreview, Seating};
use pegout_league::seating::Seats;
use pegout_league::{CommandId, PlayerId};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::auth::right::need;
use crate::handlers::nights::night::{self, NightAnswer};
use crate::handlers::nights::rounds::RoundPath;
use crate::http::body::{Body, Integer};
use crate::http::caller::Permitted;
use crate::http::params::Path;
use crate::problem::Problem;
use crate::services::nights::NightService;
use crate::services::nights::seats::NewReseat;

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
    fn reseat(self, round: u16) -> Result<NewReseat, Problem> {
        let SeatsRequest { tables, out, reason, id, based_on, .. } = self;
        if tables.is_empty() {
            return Err(Problem::invalid("/tables", "Name at least one table."));
        }
        let tables = tables.into_iter().enumerate().map(|(place, table)| table.into_seats(place));
        let tables = tables.collect::<Result<_, _>>()?;
        Ok(NewReseat { round, tables, out, reason, id, based_on: based_on.map(u64::from) })
    }
}

/// A table as it is to be: with `sides`, or with `players` whose seats are drawn.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TableSeatsRequest {
    /// The number of the table, from 1.
    #[schema(value_type = u32, minimum = 1, maximum = 1_000_000)]
    number: Integer<u32, 1, 1_000_000>,
    /// The players of each side: two sides of two players, or two or three of one.
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
/// only players sit who are here, the sides may change in number and size, and whoever sat there must sit at one of the
/// tables again, unless they left or are named in `out`. At any other table the request corrects who really sat there,
/// also after the night is finished: it needs a `reason`, the scores stay with their sides, a player who was never
/// checked in gets an entry and owes the fee, and whoever is replaced loses that line. A game has begun once a peg, a
/// deal or a result was accepted, also if it was taken back since. Nobody sits twice in a round. Rounds drawn since
/// stay as they are. With `dry_run` nothing changes: the answer says what would change. Idempotent: the night remembers
/// the `id`, and a repeat with it has no effect at any later time.
#[utoipa::path(
    operation_id = "putSeats",
    tag = "Nights",
    params(RoundPath),
    request_body(content = SeatsRequest, description = "The tables as they are to be."),
    responses(
        (status = 200, description = "The night with the changed seats. Or the preview of a dry run.", body = SeatsAnswer),
    ),
    security(("token" = [])),
)]
#[put("/nights/{id}/rounds/{n}/seats")]
pub async fn put_seats(
    caller: Permitted<need::RunNights>,
    path: Path<RoundPath>,
    nights: Data<NightService>,
    body: Body<SeatsRequest>,
) -> Result<HttpResponse, Problem> {
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
    operation_id = "addTable",
    tag = "Nights",
    params(RoundPath),
    request_body(content = NewTableRequest, description = "The players, and an id made by the client."),
    responses(
        (status = 200, description = "The table was added already. Returns the night.", body = NightAnswer),
        (status = 201, description = "The night with the table.", body = NightAnswer,
            headers(("Location" = String, description = "The path of the night."))),
    ),
    security(("token" = [])),
)]
#[post("/nights/{id}/rounds/{n}/tables")]
pub async fn add_table(
    caller: Permitted<need::RunNights>,
    path: Path<RoundPath>,
    nights: Data<NightService>,
    body: Body<NewTableRequest>,
) -> Result<HttpResponse, Problem> {
    let author = caller.author();
    let (night, round) = (path.0.id, path.0.round());
    let NewTableRequest { players, id } = body.0;
    let outcome = nights.add_table(night, author, round, players, id).await?;
    Ok(night::created(outcome.effect, night, night::answer(&nights, night, &caller).await?))
}
