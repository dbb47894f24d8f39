//! The pots of a night, and their payment.

use std::collections::BTreeSet;

use actix_web::web::{Data, Json};
use actix_web::{HttpRequest, HttpResponse, delete, get, put};
use pegout_league::ledger::{Payment, PostingId, PotId, Winner};
use pegout_league::{NightId, PlayerId};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use crate::body::Body;
use crate::caller::{self, Permitted};
use crate::handlers::common::created;
use crate::handlers::nights::night::{MinimumRevision, NightPath};
use crate::params::{Path, Query};
use crate::problem_response::HttpProblem;
use pegout_service::auth::right::rights;
use pegout_service::problem::Problem;
use pegout_service::services::nights::NightService;
use pegout_service::services::pots::{NightPots, PotService};

/// The path of a pot of a night.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
pub struct NightPotPath {
    /// The id of the night.
    id: NightId,
    /// The id of the pot.
    pot_id: PotId,
}

/// The payment of a pot.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct WinRequest {
    /// The id of the payment, made by the client. A repeat with the same id pays nothing.
    id: PostingId,
    /// The winners; by default the players who lead. They are required if the players cut, or if no cards show who wins.
    #[schema(min_items = 1, max_items = 200)]
    winners: Option<Vec<WinnerRequest>>,
}

/// A winner of a pot.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct WinnerRequest {
    /// The player.
    player_id: PlayerId,
    /// The way in which they get the money; `cash` by default.
    to: Option<Payment>,
}

/// The reason to take the payment of a pot back.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct WinTakingBack {
    /// The reason, 1 to 1000 letters.
    #[schema(min_length = 1, max_length = 1000, examples("Bob held this hand"))]
    reason: Option<String>,
}

/// Returns the pots of a night
///
/// Returns the pots with their leaders and amounts, and the special hands. A hand that was pegged with its
/// cards needs no claim. Only players with a stake of this night win, also what earlier nights have left. The money is shown as
/// in listPots.
#[utoipa::path(
    tag = "Pots",
    params(NightPath, MinimumRevision),
    responses((status = 200, description = "The pots.", body = NightPots)),
    security((), ("token" = [])),
)]
#[get("/nights/{id}/pots")]
pub async fn get_night_pots(
    request: HttpRequest,
    path: Path<NightPath>,
    query: Query<MinimumRevision>,
    nights: Data<NightService>,
    pots: Data<PotService>,
) -> Result<Json<NightPots>, HttpProblem> {
    let caller = caller::optional(&request).await?;
    nights.report_since(path.0.id, query.0.revision()).await?;
    Ok(Json(pots.of_night(path.0.id, caller.as_ref()).await?))
}

/// Records the payment of a pot
///
/// Pays a pot to the players who lead it, after the night is finished. Each gets an equal part of the amount, rounded
/// down to the cent. The rest stays in the pot. A pot is paid once a night. Idempotent: a repeat with the same `id` has no effect
/// at any later time.
#[utoipa::path(
    tag = "Pots",
    params(NightPotPath),
    request_body(content = WinRequest, description = "The id of the payment, and the winners if they must be named."),
    responses(
        (status = 200, description = "The pot was paid before. Returns the pots of the night.", body = NightPots),
        (status = 201, description = "The pots of the night.", body = NightPots,
            headers(("Location" = String, description = "The path of the payment, to take it back."))),
    ),
)]
#[put("/nights/{id}/pots/{pot_id}/win")]
pub async fn pay_pot(
    caller: Permitted<rights::RunNights>,
    path: Path<NightPotPath>,
    pots: Data<PotService>,
    body: Body<WinRequest>,
) -> Result<HttpResponse, HttpProblem> {
    let (NightPotPath { id, pot_id }, WinRequest { id: posting, winners }) = (path.0, body.0);
    let players: Vec<PlayerId> = winners.iter().flatten().map(|winner| winner.player_id).collect();
    if winners.is_some() && players.is_empty() {
        return Err(Problem::invalid("/winners", "Name at least one winner, or leave “winners” out.").into());
    }
    if BTreeSet::from_iter(&players).len() < players.len() {
        return Err(Problem::invalid("/winners", "A winner is named twice.").into());
    }
    let winner = |WinnerRequest { player_id, to }| Winner { player: player_id, way: to.unwrap_or(Payment::Cash) };
    let named = winners.into_iter().flatten().map(winner).collect();
    let effect = pots.pay(id, pot_id, caller.author(), posting, named).await?;
    let answer = pots.of_night(id, Some(&caller)).await?;
    Ok(created(effect, format!("/api/v1/nights/{id}/pots/{pot_id}/win"), answer))
}

/// Takes the payment of a pot back
///
/// Takes the payment back: the money is in the pot again. A win that went to a credit and was used since stays. Idempotent: it
/// has no effect if the pot was not paid at this night.
#[utoipa::path(
    tag = "Pots",
    params(NightPotPath),
    request_body(content = WinTakingBack, description = "The reason, if there is one."),
    responses((status = 200, description = "The pots of the night.", body = NightPots)),
)]
#[delete("/nights/{id}/pots/{pot_id}/win")]
pub async fn take_back_pot(
    caller: Permitted<rights::RunNights>,
    path: Path<NightPotPath>,
    pots: Data<PotService>,
    body: Body<WinTakingBack>,
) -> Result<Json<NightPots>, HttpProblem> {
    let NightPotPath { id, pot_id } = path.0;
    pots.take_back_win(id, pot_id, caller.author(), body.0.reason).await?;
    Ok(Json(pots.of_night(id, Some(&caller)).await?))
}
