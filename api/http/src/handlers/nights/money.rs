//! The money of a night: the 50/50, and the amounts that were handed out.

use actix_web::http::header::LOCATION;
use actix_web::web::{Data, Json};
use actix_web::{HttpResponse, delete, get, post, put};
use pegout_league::CommandId;
use pegout_league::ledger::Payment;
use pegout_league::night::{Action, FiftyFiftyView, Money, Payout, PayoutKind};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use crate::body::{Body, Integer};
use crate::caller::Permitted;
use crate::handlers::common::created;
use crate::handlers::league::season_money::MoneyTable;
use crate::handlers::nights::night::{self, MinimumRevision, NightAnswer, NightPath, NightPlayerPath};
use crate::params::{Path, Query};
use crate::problem_response::HttpProblem;
use crate::response_headers::Versioned;
use pegout_service::auth::right::rights;
use pegout_service::problem::Problem;
use pegout_service::services::Effect;
use pegout_service::services::nights::{CommandOrigin, NightService};

/// A draw of the 50/50.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct DrawRequest {
    /// An id made by the client. A repeat with the same id draws once.
    id: Option<CommandId>,
    /// The version of the night that the request was made at. If another session has changed the 50/50 since, the answer is
    /// 409 and nothing changes.
    #[schema(value_type = Option<u64>, minimum = 1, maximum = 4_294_967_295_u32)]
    based_on: Option<Integer<u32, 1, 4_294_967_295>>,
}

/// The draw of the 50/50 that is to be voided.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct VoidQuery {
    /// The id that the draw was sent with. If the draw with this id is no longer valid, nothing changes. Without this
    /// parameter any draw is voided.
    #[param(nullable = false)]
    id: Option<CommandId>,
}

/// The reason to void a draw of the 50/50.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct VoidRequest {
    /// The reason, 1 to 1000 letters.
    #[schema(min_length = 1, max_length = 1000, examples("The winner had gone home"))]
    reason: String,
    /// The version of the night that the request was made at. If another session has changed the 50/50 since, the answer is
    /// 409 and nothing changes.
    #[schema(value_type = Option<u64>, minimum = 1, maximum = 4_294_967_295_u32)]
    based_on: Option<Integer<u32, 1, 4_294_967_295>>,
}

/// Returns the money of a night
///
/// Returns the use of the fees that are marked as paid: the 50/50, supplies, prizes by the current standings, and
/// activities. Together they add up to the fees, to the cent.
#[utoipa::path(
    tag = "Nights",
    params(NightPath, MinimumRevision),
    responses((status = 200, description = "The use of the money, in cents.", body = Money)),
)]
#[get("/nights/{id}/money")]
pub async fn get_money(
    _: Permitted<rights::ReadMoney>,
    path: Path<NightPath>,
    query: Query<MinimumRevision>,
    nights: Data<NightService>,
) -> Result<Json<Money>, HttpProblem> {
    Ok(Json(nights.report_since(path.0.id, query.0.revision()).await?.money()))
}

/// Draws the 50/50
///
/// Draws one of the players who have paid, by the operating system's randomness. The draw happens once and fixes the
/// winner's amount. Idempotent: the night remembers the `id` of each draw. A repeat with it returns the night in its
/// current state and changes nothing at any later time, also after the draw was voided.
#[utoipa::path(
    tag = "Nights",
    params(NightPath),
    request_body(content = DrawRequest, description = "The id of the draw, so that two identical requests draw once."),
    responses(
        (status = 200, description = "The draw was made before. Returns the night in its current state.", body = NightAnswer),
        (status = 201, description = "The winner and the amount.", body = FiftyFiftyView,
            headers(("Location" = String, description = "The path of the draw, to void it."))),
    ),
)]
#[post("/nights/{id}/fifty-fifty")]
pub async fn draw_fifty_fifty(
    caller: Permitted<rights::RunNights>,
    path: Path<NightPath>,
    nights: Data<NightService>,
    body: Body<DrawRequest>,
) -> Result<HttpResponse, HttpProblem> {
    let id = path.0.id;
    let DrawRequest { id: command, based_on } = body.0;
    let action = Action::DrawFiftyFifty { seed: nights.new_seed(), id: command };
    if nights.command_based_on(id, caller.author(), based_on.map(u64::from), action).await?.effect == Effect::Unchanged
    {
        return Ok(night::answer(&nights, id, &caller).await?.response(HttpResponse::Ok()));
    }
    let drawn = nights.report(id).await?.view().fifty_fifty;
    let address = format!("/api/v1/nights/{id}/fifty-fifty");
    Ok(HttpResponse::Created().insert_header((LOCATION, address)).json(drawn))
}

/// Voids the draw of the 50/50
///
/// Voids the draw, so that the 50/50 can be drawn again. The draw stays in the night's history. Idempotent: it has no
/// effect if there is no draw. With the parameter `id` it voids that draw alone, so that a repeat leaves a later draw
/// as it is.
#[utoipa::path(
    tag = "Nights",
    params(NightPath, VoidQuery),
    request_body(content = VoidRequest, description = "The reason."),
    responses((status = 200, description = "The night without a draw.", body = NightAnswer)),
)]
#[delete("/nights/{id}/fifty-fifty")]
pub async fn void_fifty_fifty(
    caller: Permitted<rights::RunNights>,
    path: Path<NightPath>,
    query: Query<VoidQuery>,
    nights: Data<NightService>,
    body: Body<VoidRequest>,
) -> Result<Versioned<NightAnswer>, HttpProblem> {
    let VoidRequest { reason, based_on } = body.0;
    let action = Action::VoidFiftyFifty { draw: query.0.id, reason };
    nights.command_based_on(path.0.id, caller.author(), based_on.map(u64::from), action).await?;
    Ok(night::answer(&nights, path.0.id, &caller).await?)
}

/// The amount that was handed out.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PayoutRequest {
    /// The amount that the player has in hand of it, in cents.
    #[schema(value_type = u32, minimum = 0, maximum = 100_000_000)]
    amount: Integer<u32, 0, 100_000_000>,
    /// An id made by the client. A repeat with the same id has no effect at any later time.
    id: Option<CommandId>,
    /// The thing that was handed out; `prize` by default.
    what: Option<PayoutKind>,
    /// `credit` if the money that is added goes to the player's credit; `cash` by default. An amount that is lower by that
    /// money takes it back from the credit.
    to: Option<Payment>,
    /// True if the fee is paid. It is noted together with the amount: both or neither. Without it the fee stays as it is.
    /// For a withdrawn player, false means that they got it back.
    paid: Option<bool>,
    /// The version of the night that the request was made at. If another session has changed this amount, or the entry whose
    /// fee is noted, since, the answer is 409 and nothing changes.
    #[schema(value_type = Option<u64>, minimum = 1, maximum = 4_294_967_295_u32)]
    based_on: Option<Integer<u32, 1, 4_294_967_295>>,
}

/// Records an amount that was handed out to a player
///
/// Records the amount that a player was given of all their prizes of the night, or of the 50/50. Idempotent: the night
/// remembers the `id` of each request.
#[utoipa::path(
    tag = "Nights",
    params(NightPlayerPath),
    request_body(content = PayoutRequest, description = "The amount, its kind, and whether the fee is paid."),
    responses(
        (status = 200, description = "The amount was noted before. Returns the money of the night.", body = Money),
        (status = 201, description = "The money of the night.", body = Money,
            headers(("Location" = String, description = "The path of the amount."))),
    ),
)]
#[put("/nights/{id}/payouts/{player_id}")]
pub async fn put_payout(
    caller: Permitted<rights::RunNights>,
    path: Path<NightPlayerPath>,
    nights: Data<NightService>,
    body: Body<PayoutRequest>,
) -> Result<HttpResponse, HttpProblem> {
    let NightPlayerPath { id, player_id: player } = path.0;
    let PayoutRequest { amount, id: command, what, to, paid, based_on } = body.0;
    if to == Some(Payment::Credit) && paid.is_some() {
        return Err(Problem::invalid("/to", "A prize goes to the credit alone: note the fee with putEntry.").into());
    }
    let payout = Payout { player, amount: amount.into(), what: what.unwrap_or_default(), id: command, noted_for: None };
    let action = paid.map_or(Action::PayOut(payout), |paid| Action::Settle { payout, paid });
    let origin = CommandOrigin { id: command, based_on: based_on.map(u64::from), payment: to };
    let effect = nights.command_with_money(id, caller.author(), origin, action).await?.effect;
    let money = nights.report(id).await?.money();
    Ok(created(effect, format!("/api/v1/nights/{id}/payouts/{player}"), money))
}

/// Returns the money of a night as CSV
///
/// Returns the treasurer's table as CSV in UTF-8, for spreadsheets. Each player has a row with the fee paid or due, the
/// 50/50, the prize, the amounts handed out and the amount to settle. A row of totals has the pot, supplies and
/// activities. Amounts are in dollars.
#[utoipa::path(
    tag = "Nights",
    params(NightPath, MinimumRevision),
    responses((status = 200, description = "The money.", body = String, content_type = "text/csv")),
)]
#[get("/nights/{id}/money.csv")]
pub async fn download_night_money(
    _: Permitted<rights::ReadMoney>,
    path: Path<NightPath>,
    query: Query<MinimumRevision>,
    nights: Data<NightService>,
) -> Result<HttpResponse, HttpProblem> {
    let report = nights.report_since(path.0.id, query.0.revision()).await?;
    let mut table = MoneyTable::default();
    table.add_night(&report);
    Ok(table.response(&format!("night-money-{}", report.night.schedule().date)))
}
