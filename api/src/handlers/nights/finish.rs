//! The finish of a night, and taking it back.

use actix_web::web::Data;
use actix_web::{delete, post};
use pegout_league::CommandId;
use pegout_league::night::Action;
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use crate::auth::right::need;
use crate::handlers::nights::night::{NightAnswer, NightPath, answer};
use crate::http::body::Body;
use crate::http::caller::Permitted;
use crate::http::params::{Path, Query};
use crate::http::response_headers::Versioned;
use crate::problem::Problem;
use crate::services::nights::NightService;

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
    /// The id that the finish was sent with. If the finish with this id does not stand any more, nothing changes.
    /// Without this parameter any finish is taken back.
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
    operation_id = "finishNight",
    tag = "Nights",
    params(NightPath),
    request_body(content = FinishRequest, description = "The way to finish the night."),
    responses((status = 200, description = "The finished night.", body = NightAnswer)),
    security(("token" = [])),
)]
#[post("/nights/{id}/finish")]
pub async fn finish_night(
    caller: Permitted<need::RunNights>,
    path: Path<NightPath>,
    nights: Data<NightService>,
    body: Body<FinishRequest>,
) -> Result<Versioned<NightAnswer>, Problem> {
    let author = caller.author();
    let FinishRequest { void_open_games, id } = body.0;
    nights.command(path.0.id, author, Action::Finish { void_open_games, id }).await?;
    answer(&nights, path.0.id, &caller).await
}

/// Takes the finish of a night back
///
/// Reopens a finished night. The games that the finish called off are open again, with their pegs; games that were
/// called off before stay so. The prizes follow the standings again, and the tokens of the joined phones do not expire.
/// The finish stays in the night's history. Idempotent: it has no effect on a night that is not finished. With the
/// parameter `id` it takes that finish back alone, so that a repeat leaves a later finish as it is.
#[utoipa::path(
    operation_id = "reopenNight",
    tag = "Nights",
    params(NightPath, FinishQuery),
    request_body(content = ReopenRequest, description = "The reason."),
    responses((status = 200, description = "The night, under way again.", body = NightAnswer)),
    security(("token" = [])),
)]
#[delete("/nights/{id}/finish")]
pub async fn reopen_night(
    caller: Permitted<need::RunNights>,
    path: Path<NightPath>,
    query: Query<FinishQuery>,
    nights: Data<NightService>,
    body: Body<ReopenRequest>,
) -> Result<Versioned<NightAnswer>, Problem> {
    let author = caller.author();
    let action = Action::Reopen { finish: query.0.id, reason: body.0.reason };
    nights.command(path.0.id, author, action).await?;
    answer(&nights, path.0.id, &caller).await
}
