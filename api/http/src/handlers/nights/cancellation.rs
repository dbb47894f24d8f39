//! Cancelling a night, finishing it, and taking either back.

use std::collections::HashSet;

use actix_web::http::header::LOCATION;
use actix_web::web::{Data, Json};
use actix_web::{HttpResponse, delete, get, post, put};
use pegout_league::ledger::Payment;
use pegout_league::night::{Action, NightView, Notified, Refusal, Status};
use pegout_league::{CommandId, NightId, PlayerId};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::body::Body;
use crate::caller::Permitted;
use crate::handlers::common::created;
use crate::handlers::nights::night::{self, NightAnswer, NightPath, NightPlayerPath};
use crate::params::{Path, Query};
use crate::problem_response::HttpProblem;
use crate::response_headers::Versioned;
use pegout_model::player::Player;
use pegout_service::auth::caller::Caller;
use pegout_service::auth::right::rights;
use pegout_service::problem::{Problem, ProblemType};
use pegout_service::services::league_service::LeagueService;
use pegout_service::services::nights::{CommandOrigin, NightService};
use pegout_service::services::players::player_service::PlayerService;

/// The reason of a cancellation.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CancellationRequest {
    /// The reason, 1 to 1000 letters.
    #[schema(min_length = 1, max_length = 1000, examples("Snow"))]
    reason: String,
    /// The way back of the fees: `cash` if they were handed back, or `credit`. Without this field the fees stay open until
    /// putEntry gives each of them back. A fee that was paid by credit always goes back to the credit.
    fees: Option<Payment>,
}

/// A cancelled night, with the contact data of the active members and of the players who were checked in.
#[derive(Serialize, ToSchema)]
pub struct Cancellation {
    /// The night.
    #[serde(flatten)]
    night: NightAnswer,
    /// The telephone numbers of the players, by name.
    phones: Vec<PhoneNumber>,
    /// A link that opens one e-mail to all players with an address, as blind copies; `null` if there is no address.
    #[schema(required = true, examples("mailto:?bcc=ann%40example%2Eorg&subject=No%20cribbage%20on%202026%2D01%2D28"))]
    mailto: Option<String>,
}

/// The telephone number of a player.
#[derive(Serialize, ToSchema)]
pub struct PhoneNumber {
    /// The player.
    player_id: PlayerId,
    /// The player's name.
    name: String,
    /// The player's telephone number.
    #[schema(examples("555-0134"))]
    phone: String,
    /// The tick of a player who was notified; `null` before.
    #[schema(required = true)]
    notified: Option<Notified>,
}

/// Returns the cancellation of a night
///
/// Returns the telephone numbers to call, the author of each call that was made, and a prepared e-mail.
#[utoipa::path(
    tag = "Nights",
    params(NightPath),
    responses((status = 200, description = "The cancelled night, and the people to notify.", body = Cancellation)),
)]
#[get("/nights/{id}/cancellation")]
pub async fn get_cancellation(
    caller: Permitted<rights::RunNights>,
    path: Path<NightPath>,
    nights: Data<NightService>,
    players: Data<PlayerService>,
    league: Data<LeagueService>,
) -> Result<Json<Cancellation>, HttpProblem> {
    Ok(Json(cancellation_view(&nights, &players, &league, path.0.id, &caller).await?))
}

/// Cancels a night
///
/// Cancels a night for a reason that everybody can read. The response has the telephone numbers to call and a prepared
/// e-mail. Another reason replaces the earlier one. A night that has begun cannot be cancelled; finish it early
/// instead.
#[utoipa::path(
    tag = "Nights",
    params(NightPath),
    request_body(content = CancellationRequest, description = "The reason."),
    responses(
        (status = 200, description = "The night was cancelled before, and has a new reason.", body = Cancellation),
        (status = 201, description = "The cancelled night, and the people to notify.", body = Cancellation,
            headers(("Location" = String, description = "The path of the cancellation, to take it back."))),
    ),
)]
#[put("/nights/{id}/cancellation")]
pub async fn cancel_night(
    caller: Permitted<rights::RunNights>,
    path: Path<NightPath>,
    nights: Data<NightService>,
    players: Data<PlayerService>,
    league: Data<LeagueService>,
    body: Body<CancellationRequest>,
) -> Result<HttpResponse, HttpProblem> {
    let (id, CancellationRequest { reason, fees }) = (path.0.id, body.0);
    let origin = CommandOrigin { payment: fees, ..CommandOrigin::default() };
    let outcome = nights.command_with_money(id, caller.author(), origin, Action::Cancel { reason }).await?;
    let cancellation = cancellation_view(&nights, &players, &league, id, &caller).await?;
    if outcome.before.status() == Status::Cancelled {
        return Ok(HttpResponse::Ok().json(cancellation));
    }
    let address = format!("/api/v1/nights/{id}/cancellation");
    Ok(HttpResponse::Created().insert_header((LOCATION, address)).json(cancellation))
}

/// Takes a cancellation back
///
/// Reinstates a cancelled night. A night that was taken back with its import does not come back. Idempotent: a night that is not
/// cancelled stays the same.
#[utoipa::path(
    tag = "Nights",
    params(NightPath),
    responses((status = 200, description = "The reinstated night.", body = NightAnswer)),
)]
#[delete("/nights/{id}/cancellation")]
pub async fn reinstate_night(
    caller: Permitted<rights::RunNights>,
    path: Path<NightPath>,
    nights: Data<NightService>,
) -> Result<Versioned<NightAnswer>, HttpProblem> {
    nights.command(path.0.id, caller.author(), Action::Reinstate).await?;
    Ok(night::answer(&nights, path.0.id, &caller).await?)
}

/// Records that a player was told
///
/// Records that a player was notified of the cancellation, so that several people can share the list. Idempotent: the
/// first record stays, with its author and time.
#[utoipa::path(
    tag = "Nights",
    params(NightPlayerPath),
    responses(
        (status = 200, description = "The player was ticked off before.", body = Cancellation),
        (status = 201, description = "The cancelled night, with the player marked as notified.", body = Cancellation,
            headers(("Location" = String, description = "The path of the tick, to take it back."))),
    ),
)]
#[put("/nights/{id}/cancellation/notified/{player_id}")]
pub async fn put_notified(
    caller: Permitted<rights::RunNights>,
    path: Path<NightPlayerPath>,
    nights: Data<NightService>,
    players: Data<PlayerService>,
    league: Data<LeagueService>,
) -> Result<HttpResponse, HttpProblem> {
    let NightPlayerPath { id, player_id } = path.0;
    players.player(player_id).await?;
    let action = Action::Notify { player: player_id, notified: true };
    let effect = nights.command(id, caller.author(), action).await?.effect;
    let cancellation = cancellation_view(&nights, &players, &league, id, &caller).await?;
    Ok(created(effect, format!("/api/v1/nights/{id}/cancellation/notified/{player_id}"), cancellation))
}

/// Deletes the record that a player was told
///
/// Puts a player back on the list of players to notify. Idempotent: a player on the list stays there.
#[utoipa::path(
    tag = "Nights",
    params(NightPlayerPath),
    responses((status = 200, description = "The cancelled night, and the people to notify.", body = Cancellation)),
)]
#[delete("/nights/{id}/cancellation/notified/{player_id}")]
pub async fn delete_notified(
    caller: Permitted<rights::RunNights>,
    path: Path<NightPlayerPath>,
    nights: Data<NightService>,
    players: Data<PlayerService>,
    league: Data<LeagueService>,
) -> Result<Json<Cancellation>, HttpProblem> {
    let NightPlayerPath { id, player_id } = path.0;
    nights.command(id, caller.author(), Action::Notify { player: player_id, notified: false }).await?;
    Ok(Json(cancellation_view(&nights, &players, &league, id, &caller).await?))
}

async fn cancellation_view(
    nights: &NightService,
    players: &PlayerService,
    league: &LeagueService,
    id: NightId,
    caller: &Caller,
) -> Result<Cancellation, Problem> {
    let report = nights.report(id).await?;
    let (night, view) = (&report.night, report.view());
    let not_cancelled = || Problem::new(ProblemType::NotFound, Refusal::NotCancelled.to_string());
    let cancellation = night.cancellation().ok_or_else(not_cancelled)?;
    let entered: HashSet<_> = night.entries().iter().map(|entry| entry.player).collect();
    let players = players.to_notify(&entered).await?;
    let mailto = mailto(&players, &view, cancellation.reason(), &league.league().await?.name);
    let number = |Player { id, name, phone, .. }| {
        let notified = cancellation.notified().get(&id).cloned();
        Some(PhoneNumber { player_id: id, name, phone: phone?, notified })
    };
    let phones = players.into_iter().filter_map(number).collect();
    Ok(Cancellation { night: night::answer(nights, id, caller).await?.body, phones, mailto })
}

fn mailto(players: &[Player], night: &NightView, reason: &str, league: &str) -> Option<String> {
    let encode = |text: &str| utf8_percent_encode(text, NON_ALPHANUMERIC).to_string();
    let addresses: Vec<String> = players.iter().filter_map(|player| player.email.as_deref()).map(encode).collect();
    let NightView { date, starts_at, .. } = night;
    let subject = encode(&format!("{league}: no cribbage on {date}"));
    let body = encode(&format!("The night of {date} at {starts_at} is cancelled: {reason}"));
    (!addresses.is_empty()).then(|| format!("mailto:?bcc={}&subject={subject}&body={body}", addresses.join(",")))
}

/// The way to finish a night.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct FinishRequest {
    /// True to void the games in progress. Otherwise the night cannot be finished while there are any.
    #[serde(default)]
    void_open_games: bool,
    /// An id made by the client. A repeat with the same id finishes the night once.
    id: Option<CommandId>,
}

/// The finish that is to be taken back.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct FinishQuery {
    /// The id that the finish was sent with. If the finish with this id is no longer valid, nothing changes. Without
    /// this parameter any finish is taken back.
    #[param(nullable = false)]
    id: Option<CommandId>,
}

/// The reason to take a finish back.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ReopenRequest {
    /// The reason, 1 to 1000 letters.
    #[schema(min_length = 1, max_length = 1000, examples("One round was still to come"))]
    reason: String,
}

/// Finishes a night
///
/// Ends a night. The rounds that were played make a full card, and the prizes are fixed; a later correction shows both
/// amounts. The request is refused while games are in progress, unless it voids them. The tokens of the joined phones
/// expire a day later. Idempotent: the night remembers the `id` of the request that finished it, and a repeat with it
/// has no effect at any later time.
#[utoipa::path(
    tag = "Nights",
    params(NightPath),
    request_body(content = FinishRequest, description = "The way to finish the night."),
    responses((status = 200, description = "The finished night.", body = NightAnswer)),
)]
#[post("/nights/{id}/finish")]
pub async fn finish_night(
    caller: Permitted<rights::RunNights>,
    path: Path<NightPath>,
    nights: Data<NightService>,
    body: Body<FinishRequest>,
) -> Result<Versioned<NightAnswer>, HttpProblem> {
    let FinishRequest { void_open_games, id } = body.0;
    nights.command(path.0.id, caller.author(), Action::Finish { void_open_games, id }).await?;
    Ok(night::answer(&nights, path.0.id, &caller).await?)
}

/// Takes the finish of a night back
///
/// Reopens a finished night. The games that the finish called off are open again, with their pegs; games that were
/// called off before stay so. The prizes follow the standings again, and the tokens of the joined phones do not expire.
/// The finish stays in the night's history. Idempotent: a night that is not finished stays the same. With the parameter
/// `id` it takes that finish back alone, so that a repeat leaves a later finish as it is.
#[utoipa::path(
    tag = "Nights",
    params(NightPath, FinishQuery),
    request_body(content = ReopenRequest, description = "The reason."),
    responses((status = 200, description = "The night, under way again.", body = NightAnswer)),
)]
#[delete("/nights/{id}/finish")]
pub async fn reopen_night(
    caller: Permitted<rights::RunNights>,
    path: Path<NightPath>,
    query: Query<FinishQuery>,
    nights: Data<NightService>,
    body: Body<ReopenRequest>,
) -> Result<Versioned<NightAnswer>, HttpProblem> {
    let action = Action::Reopen { finish: query.0.id, reason: body.0.reason };
    nights.command(path.0.id, caller.author(), action).await?;
    Ok(night::answer(&nights, path.0.id, &caller).await?)
}
