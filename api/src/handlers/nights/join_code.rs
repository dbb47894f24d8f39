//! A new join code for a night.

use actix_web::web::Data;
use actix_web::{HttpResponse, post};
use pegout_league::CommandId;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::auth::right::need;
use crate::handlers::nights::night::{self, NightAnswer, NightPath};
use crate::http::body::Body;
use crate::http::caller::Permitted;
use crate::http::params::Path;
use crate::problem::Problem;
use crate::services::nights::NightService;
use crate::services::phone_service::PhoneService;

/// The request for a new join code.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct JoinCodeRequest {
    /// An id made by the client. A repeat with the same id makes one code.
    id: CommandId,
}

/// Creates a new join code
///
/// Replaces the join code and the join secret of a night, so that the old code, link and QR code no longer work. Phones
/// that have joined stay. Idempotent: a repeat with the same id has no effect at any later time.
#[utoipa::path(
    operation_id = "renewJoinCode",
    tag = "Nights",
    params(NightPath),
    request_body(content = JoinCodeRequest, description = "An id made by the client."),
    responses(
        (status = 200, description = "The code was made already. Returns the night.", body = NightAnswer),
        (status = 201, description = "The night with the new code.", body = NightAnswer,
            headers(("Location" = String, description = "The path of the night."))),
    ),
    security(("token" = [])),
)]
#[post("/nights/{id}/join-code")]
pub async fn renew_join_code(
    caller: Permitted<need::RunNights>,
    path: Path<NightPath>,
    nights: Data<NightService>,
    phones: Data<PhoneService>,
    body: Body<JoinCodeRequest>,
) -> Result<HttpResponse, Problem> {
    let night = path.0.id;
    let effect = phones.renew_join_keys(night, body.0.id).await?;
    Ok(night::created(effect, night, night::answer(&nights, night, &caller).await?))
}
