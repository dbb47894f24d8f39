//! The pots of the league.

use actix_web::web::{Data, Json};
use actix_web::{HttpRequest, HttpResponse, get, put};
use pegout_league::ledger::{Among, Pot, PotHand, PotId, PotShare};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::body::{Body, Integer};
use crate::caller::{self, Permitted};
use crate::handlers::common::created;
use crate::params::Path;
use crate::problem_response::HttpProblem;
use pegout_model::contact::Name;
use pegout_service::auth::right::rights;
use pegout_service::services::league_service::LeagueService;
use pegout_service::services::pots::{PotService, PotView};

/// The path of a pot.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
pub struct PotPath {
    /// The id of the pot.
    id: PotId,
}

/// The pots of the league.
#[derive(Serialize, ToSchema)]
pub struct Pots {
    /// The pots by the time of their making, also pots that are switched off.
    pots: Vec<PotView>,
}

/// The settings of a pot.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PotRequest {
    /// The name, 1 to 100 letters.
    #[schema(value_type = String, min_length = 1, max_length = 100, examples("28 and 29"))]
    name: Name,
    /// The stake of a player at a night, in cents. A change holds from the next stake on.
    #[schema(value_type = u32, minimum = 25, maximum = 2000)]
    stake: Integer<u32, 25, 2000>,
    /// The hands that it pays for, the best first. Only the best hand that was held is paid.
    #[schema(min_items = 1, max_items = 7)]
    pays: Vec<PotShareRequest>,
    /// The way to find the winner among several players with the best hand; `share` by default.
    among: Option<Among>,
    /// True for a pot of everybody: at the check-in a player who pays the fee takes part too. False by default.
    everyone: Option<bool>,
    /// False to switch the pot off; true by default. There must be no money in it.
    active: Option<bool>,
    /// The `version` of the pot that the request was made at, 0 for a new pot. If another session has changed the pot since, the
    /// answer is 409 and nothing changes.
    #[schema(value_type = Option<u32>, minimum = 0, maximum = 4_294_967_295_u32)]
    based_on: Option<Integer<u32, 0, 4_294_967_295>>,
}

/// The part of a pot that a hand wins.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct PotShareRequest {
    /// The hand.
    hand: PotHand,
    /// The part of the pot that it wins, in percent.
    #[schema(value_type = u8, minimum = 1, maximum = 100)]
    percent: Integer<u8, 1, 100>,
}

/// Lists the pots
///
/// Lists the pots of the league with the money in them. Money that nobody wins stays for the next night. Televisions, joined phones
/// and helpers see the money; other callers see it in a public league. Unless the league is public, a token is needed.
#[utoipa::path(
    tag = "Pots",
    responses((status = 200, description = "The pots.", body = Pots)),
    security((), ("token" = [])),
)]
#[get("/pots")]
pub async fn list_pots(
    request: HttpRequest,
    league: Data<LeagueService>,
    pots: Data<PotService>,
) -> Result<Json<Pots>, HttpProblem> {
    let caller = caller::optional(&request).await?;
    league.check_lists(caller.as_ref()).await?;
    Ok(Json(Pots { pots: pots.pots(caller.as_ref()).await? }))
}

/// Creates a pot
///
/// Creates a pot, or changes one. Players stake in it with putEntry. Money that is in the jar already is brought in with
/// putLedgerEntry, from `outside` to `pot`. Idempotent.
#[utoipa::path(
    tag = "Pots",
    params(PotPath),
    request_body(content = PotRequest, description = "The settings of the pot."),
    responses(
        (status = 200, description = "The pot, which existed before.", body = PotView),
        (status = 201, description = "The pot.", body = PotView,
            headers(("Location" = String, description = "The path of the pot."))),
    ),
)]
#[put("/pots/{id}")]
pub async fn put_pot(
    caller: Permitted<rights::RunNights>,
    path: Path<PotPath>,
    pots: Data<PotService>,
    body: Body<PotRequest>,
) -> Result<HttpResponse, HttpProblem> {
    let PotRequest { name, stake, pays, among, everyone, active, based_on } = body.0;
    let share = |PotShareRequest { hand, percent }| PotShare { hand, percent: percent.into() };
    let pot = Pot {
        id: path.0.id,
        name: name.into(),
        stake: stake.into(),
        pays: pays.into_iter().map(share).collect(),
        among: among.unwrap_or_default(),
        everyone: everyone.unwrap_or(false),
        active: active.unwrap_or(true),
    };
    let id = pot.id;
    let (effect, pot) = pots.set_pot(caller.author(), pot, based_on.map(u32::from).map(u64::from)).await?;
    Ok(created(effect, format!("/api/v1/pots/{id}"), pot))
}
