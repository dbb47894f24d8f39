//! The prizes that were handed out at a night, and the treasurer's table.

use actix_web::http::header::LOCATION;
use actix_web::web::Data;
use actix_web::{HttpResponse, get, put};
use pegout_league::night::{Action, Money, Payout, PayoutKind};
use pegout_league::{CommandId, NightId, PlayerId};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use crate::auth::right::need;
use crate::handlers::money_table::MoneyTable;
use crate::handlers::nights::night::NightPath;
use crate::handlers::seen::NightSeenQuery;
use crate::http::body::{Body, Integer};
use crate::http::caller::Permitted;
use crate::http::params::{Path, Query};
use crate::problem::Problem;
use crate::services::Effect;
use crate::services::nights::NightService;

/// The path of what was handed out to a player.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
pub struct PayoutPath {
    /// The id of the night.
    id: NightId,
    /// The id of the player.
    player_id: PlayerId,
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
    /// True if the fee is paid. It is noted together with the amount: both or neither. Without it the fee stays as it is.
    /// For a withdrawn player, false means that they got it back.
    paid: Option<bool>,
    /// The version of the night that the request was made at. If another session has changed this amount, or the entry whose
    /// fee is noted, since, the answer is 409 and nothing changes.
    #[schema(value_type = Option<u64>, minimum = 1, maximum = 4_294_967_295_u32)]
    based_on: Option<Integer<u32, 1, 4_294_967_295>>,
}

/// Records what was handed out to a player
///
/// Records the amount that a player was given of all their prizes of the night, or of the 50/50. Idempotent: the night
/// remembers the `id` of each request.
#[utoipa::path(
    operation_id = "putPayout",
    tag = "Nights",
    params(PayoutPath),
    request_body(content = PayoutRequest, description = "The amount, in cents."),
    responses(
        (status = 200, description = "The amount was noted before. Returns the money of the night.", body = Money),
        (status = 201, description = "The money of the night.", body = Money,
            headers(("Location" = String, description = "The path of the amount."))),
    ),
    security(("token" = [])),
)]
#[put("/nights/{id}/payouts/{player_id}")]
pub async fn put_payout(
    caller: Permitted<need::RunNights>,
    path: Path<PayoutPath>,
    nights: Data<NightService>,
    body: Body<PayoutRequest>,
) -> Result<HttpResponse, Problem> {
    let author = caller.author();
    let PayoutPath { id, player_id: player } = path.0;
    let PayoutRequest { amount, id: command, what, paid, based_on } = body.0;
    let payout = Payout { player, amount: amount.into(), what: what.unwrap_or_default(), id: command, noted_for: None };
    let action = paid.map_or(Action::PayOut(payout), |paid| Action::Settle { payout, paid });
    let effect = nights.command_based_on(id, author, based_on.map(u64::from), action).await?.effect;
    let money = nights.report(id).await?.money();
    if effect == Effect::Unchanged {
        return Ok(HttpResponse::Ok().json(money));
    }
    let address = format!("/api/v1/nights/{id}/payouts/{player}");
    Ok(HttpResponse::Created().insert_header((LOCATION, address)).json(money))
}

/// Returns the money of a night as CSV
///
/// Returns the treasurer's table as CSV in UTF-8, for spreadsheets: a row for each player, with the fee they have paid
/// or owe, the 50/50, the prize, what was handed out and what is to be settled, and a row of totals with the pot,
/// supplies and activities. Amounts are in dollars.
#[utoipa::path(
    operation_id = "downloadNightMoney",
    tag = "Nights",
    params(NightPath, NightSeenQuery),
    responses((status = 200, description = "The money.", body = String, content_type = "text/csv")),
    security(("token" = [])),
)]
#[get("/nights/{id}/money.csv")]
pub async fn download_night_money(
    _: Permitted<need::ReadMoney>,
    path: Path<NightPath>,
    query: Query<NightSeenQuery>,
    nights: Data<NightService>,
) -> Result<HttpResponse, Problem> {
    let report = nights.report_since(path.0.id, query.0.revision()).await?;
    let mut table = MoneyTable::default();
    table.add_night(&report);
    Ok(table.response(&format!("night-money-{}", report.night.schedule().date)))
}
