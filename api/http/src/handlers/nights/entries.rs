//! The entries of a night: checking in, paying and leaving.

use std::collections::BTreeSet;

use actix_web::http::header::LOCATION;
use actix_web::web::Data;
use actix_web::{HttpResponse, delete, put};
use pegout_league::CommandId;
use pegout_league::ledger::{Payment, PotId};
use pegout_league::night::{Action, EntryAction, Excuse, Status};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use crate::body::{Body, Integer};
use crate::caller::Permitted;
use crate::handlers::nights::night::{self, NightAnswer, NightPlayerPath};
use crate::params::{self, Path, Query};
use crate::problem_response::HttpProblem;
use crate::response_headers::Versioned;
use pegout_service::auth::right::{Right, rights};
use pegout_service::problem::Problem;
use pegout_service::services::Effect;
use pegout_service::services::nights::{CommandOrigin, NightService};

/// The most pots that a player takes part in.
const MAX_POTS: usize = 20;

#[derive(Deserialize, ToSchema)]
#[schema(value_type = u16, minimum = 1, maximum = 40)]
struct RoundNumber(Integer<u16, 1, 40>);

/// The notes about a player who is checked in.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct EntryRequest {
    /// True if the player has paid. Without this field it stays as it was, at first false.
    paid: Option<bool>,
    /// The way in which the fee is paid or given back; `cash` by default. With `credit` and `paid` true, the money that the
    /// player has paid ahead pays the fee. With `paid` false, the fee goes to their credit. A fee that credit has paid
    /// always goes back to the credit.
    with: Option<Payment>,
    /// The pots that the player takes part in. The player stakes in a new pot, in the way of `with`. A stake in a pot that
    /// is left out goes back. Without this field they stay as they were, at first none.
    #[schema(max_items = 20)]
    pots: Option<Vec<PotId>>,
    /// True if the player plays as a guest. Without this field it stays as it was, at first false. Players who are not
    /// active members can only play as guests.
    guest: Option<bool>,
    /// All rounds for which the player is excused: they do not count as missed if the night's `full_card` is `excused`.
    /// Without this field the excuses stay the same, at first none. A `reason` goes with them.
    #[schema(inline, max_items = 40)]
    excused: Option<Vec<RoundNumber>>,
    /// The reason of the excuse, 1 to 1000 letters. It is required if `excused` names other rounds than before.
    #[schema(min_length = 1, max_length = 1000, examples("There was no table for her"))]
    reason: Option<String>,
    /// An id made by the client. A repeat with the same id has no effect at any later time.
    id: Option<CommandId>,
    /// The version of the night that the request was made at. If another session has changed this entry since, the answer is
    /// 409 and nothing changes.
    #[schema(value_type = Option<u64>, minimum = 1, maximum = 4_294_967_295_u32)]
    based_on: Option<Integer<u32, 1, 4_294_967_295>>,
}

/// The state of the night that a request goes by.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct WithdrawQuery {
    /// The version of the night that the request was made at. If another session has changed this since, the answer is 409 and
    /// nothing changes.
    #[serde(default, deserialize_with = "params::optional_number")]
    #[param(value_type = Option<u64>, nullable = false, minimum = 1, maximum = 4_294_967_295_u32)]
    based_on: Option<u32>,
}

impl WithdrawQuery {
    pub(super) fn based_on(&self) -> Option<u64> {
        self.based_on.map(u64::from)
    }
}

/// Checks a player in
///
/// Checks a player in. The player plays from the next round on. In a repeated request, fields that are left out stay as
/// they were. A request without `paid`, `pots`, `guest` and `excused` brings back a player who has left; a request with one of
/// these fields only stores it. Rounds for which the player is excused must have been drawn. Idempotent: the night
/// remembers the `id` of each request, and a repeat with it has no effect at any later time. Helpers at the door check
/// players in, but do not excuse them.
#[utoipa::path(
    tag = "Nights",
    params(NightPlayerPath),
    request_body(content = EntryRequest, description = "The fee, the guest and the excused rounds. An empty body only checks in."),
    responses(
        (status = 200, description = "The player was checked in already. Returns the night.", body = NightAnswer),
        (status = 201, description = "The night with the player.", body = NightAnswer,
            headers(("Location" = String, description = "The path of the entry, to withdraw the player."))),
    ),
)]
#[put("/nights/{id}/entries/{player_id}")]
pub async fn put_entry(
    caller: Permitted<rights::CheckIn>,
    path: Path<NightPlayerPath>,
    nights: Data<NightService>,
    body: Body<EntryRequest>,
) -> Result<HttpResponse, HttpProblem> {
    let (
        NightPlayerPath { id, player_id: player },
        EntryRequest { paid, with, pots, guest, excused, reason, id: command, based_on },
    ) = (path.0, body.0);
    let player = nights.person(player).await?;
    if excused.is_some() {
        caller.require(Right::RunNights)?;
    }
    if with.is_some() && paid.is_none() && pots.is_none() {
        let detail = "The way goes with “paid” or “pots”: say if the fee is paid or given back, or who takes part.";
        return Err(Problem::invalid("/with", detail).into());
    }
    let rounds = excused.map(|rounds| rounds.into_iter().map(|RoundNumber(round)| round.into()).collect());
    if rounds.is_none() && reason.is_some() {
        return Err(
            Problem::invalid("/reason", "A reason goes with the rounds for which the player is excused.").into()
        );
    }
    let excuse = rounds.map(|rounds| Excuse { rounds, reason });
    let pots = pots.map(|pots| BTreeSet::from_iter(pots).into_iter().collect::<Vec<_>>());
    if pots.as_ref().is_some_and(|pots| pots.len() > MAX_POTS) {
        return Err(Problem::invalid("/pots", format!("A player takes part in {MAX_POTS} pots at most.")).into());
    }
    // After the finish the hands are known.
    if pots.is_some() && nights.night(id).await?.status() == Status::Finished {
        caller.require(Right::RunNights)?;
    }
    let action = match (paid, guest, &pots, &excuse) {
        (None, None, None, None) => EntryAction::Arrive,
        _ => EntryAction::Note { paid, guest, pots },
    };
    let origin = CommandOrigin { id: command, based_on: based_on.map(u64::from), payment: with };
    let outcome = nights.check_in(id, caller.author(), player, action, excuse, origin).await?;
    let night = night::answer(&nights, id, &caller).await?;
    if outcome.before.entry(player).is_some() || outcome.effect == Effect::Unchanged {
        return Ok(night.response(HttpResponse::Ok()));
    }
    let mut response = HttpResponse::Created();
    response.insert_header((LOCATION, format!("/api/v1/nights/{id}/entries/{player}")));
    Ok(night.response(response))
}

/// Withdraws a player
///
/// Removes a player who has not played from the list. A player who has played keeps the lines and the fee, and does not
/// play from the next round on. Idempotent.
#[utoipa::path(
    tag = "Nights",
    params(NightPlayerPath, WithdrawQuery),
    responses((status = 200, description = "The night without the player.", body = NightAnswer)),
)]
#[delete("/nights/{id}/entries/{player_id}")]
pub async fn delete_entry(
    caller: Permitted<rights::CheckIn>,
    path: Path<NightPlayerPath>,
    query: Query<WithdrawQuery>,
    nights: Data<NightService>,
) -> Result<Versioned<NightAnswer>, HttpProblem> {
    let NightPlayerPath { id, player_id: player } = path.0;
    nights.command_based_on(id, caller.author(), query.0.based_on(), Action::Withdraw { player }).await?;
    Ok(night::answer(&nights, id, &caller).await?)
}
