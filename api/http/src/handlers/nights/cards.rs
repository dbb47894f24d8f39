//! The scorecards of paper that players hand in at the end of a night.

use actix_web::web::Data;
use actix_web::{HttpResponse, put};
use pegout_league::CommandId;
use pegout_league::night::{Action, ReturnedCard};
use serde::Deserialize;
use utoipa::ToSchema;

use crate::body::{Body, Integer};
use crate::caller::Permitted;
use crate::handlers::common::created;
use crate::handlers::nights::night::NightPlayerPath;
use crate::handlers::nights::standings::NightStandings;
use crate::params::Path;
use crate::problem_response::HttpProblem;
use pegout_service::auth::right::rights;
use pegout_service::services::league_service::LeagueService;
use pegout_service::services::nights::{CommandOrigin, NightService};

/// A scorecard that was handed in, or was not after all.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CardRequest {
    /// True if the card was handed in.
    returned: bool,
    /// An id made by the client. A repeat with the same id has no effect at any later time.
    id: Option<CommandId>,
    /// The version of the night that the request was made at. If another session has changed this since, the answer is 409 and
    /// nothing changes.
    #[schema(value_type = Option<u64>, minimum = 1, maximum = 4_294_967_295_u32)]
    based_on: Option<Integer<u32, 1, 4_294_967_295>>,
}

/// Records that a scorecard was handed in
///
/// Records that a player has handed in the scorecard of paper, or has not. Partners on a night of fixed pairs have one card. It has
/// no effect on places. If a card is handed in, the missing cards are open items of the night's money. Idempotent: the night
/// remembers the `id` of each request.
#[utoipa::path(
    tag = "Nights",
    params(NightPlayerPath),
    request_body(content = CardRequest, description = "True if the card was handed in."),
    responses(
        (status = 200, description = "The card was noted before. Returns the standings.", body = NightStandings),
        (status = 201, description = "The standings.", body = NightStandings,
            headers(("Location" = String, description = "The path of the card."))),
    ),
)]
#[put("/nights/{id}/cards/{player_id}")]
pub async fn put_card_returned(
    caller: Permitted<rights::ScoreTables>,
    path: Path<NightPlayerPath>,
    nights: Data<NightService>,
    league: Data<LeagueService>,
    body: Body<CardRequest>,
) -> Result<HttpResponse, HttpProblem> {
    let (NightPlayerPath { id, player_id: player }, CardRequest { returned, id: command, based_on }) = (path.0, body.0);
    let league = league.league().await?.settings;
    let action = Action::ReturnCard { card: ReturnedCard { player, returned, id: command }, league };
    let origin = CommandOrigin { id: command, based_on: based_on.map(u64::from), payment: None };
    let effect = nights.command_with_money(id, caller.author(), origin, action).await?.effect;
    let standings = NightStandings::new(&nights.report(id).await?, Some(&caller));
    Ok(created(effect, format!("/api/v1/nights/{id}/cards/{player}"), standings))
}
