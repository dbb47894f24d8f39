//! Where the money of a night goes, and the 50/50.

use actix_web::http::header::LOCATION;
use actix_web::web::{Data, Json};
use actix_web::{HttpResponse, delete, get, post};
use pegout_engine::league::night::{Action, FiftyFiftyView, Money};
use serde::Deserialize;
use utoipa::ToSchema;

use crate::auth::caller::Coordinator;
use crate::handlers::nights::night::{self, NightAnswer, NightPath};
use crate::http::body::Body;
use crate::http::params::Path;
use crate::openapi::responses::{DrawProblems, MoneyProblems, VoidDrawProblems};
use crate::problem::Problem;
use crate::services::night_service::NightService;

/// Why a draw of the 50/50 is void.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct VoidRequest {
    /// Why, 1 to 1000 letters.
    #[schema(min_length = 1, max_length = 1000, examples("The winner had gone home"))]
    reason: String,
}

/// Look at the money
///
/// Where the fees that are marked as paid go, from the first of them on: the 50/50, supplies, prizes as the standings
/// are, activities. They are the fees together, to the cent.
#[utoipa::path(
    operation_id = "getMoney",
    tag = "Nights",
    params(NightPath),
    responses((status = 200, description = "Where the money goes, in cents.", body = Money), MoneyProblems),
    security(("token" = [])),
)]
#[get("/nights/{id}/money")]
pub async fn get_money(
    _: Coordinator,
    path: Path<NightPath>,
    nights: Data<NightService>,
) -> Result<Json<Money>, Problem> {
    Ok(Json(nights.report(path.0.id).await?.money()))
}

/// Draw the 50/50
///
/// Draws one of those who have paid, once, from the operating system's randomness. What the winner gets is fixed by it.
#[utoipa::path(
    operation_id = "drawFiftyFifty",
    tag = "Nights",
    params(NightPath),
    responses(
        (status = 201, description = "Who won it, and how much.", body = FiftyFiftyView,
            headers(("Location" = String, description = "The draw's address, to void it."))),
        DrawProblems,
    ),
    security(("token" = [])),
)]
#[post("/nights/{id}/fifty-fifty")]
pub async fn draw_fifty_fifty(
    coordinator: Coordinator,
    path: Path<NightPath>,
    nights: Data<NightService>,
) -> Result<HttpResponse, Problem> {
    let id = path.0.id;
    nights.command(id, coordinator, Action::DrawFiftyFifty { seed: nights.new_seed() }).await?;
    let drawn = nights.report(id).await?.view().fifty_fifty;
    let address = format!("/api/v1/nights/{id}/fifty-fifty");
    Ok(HttpResponse::Created().insert_header((LOCATION, address)).json(drawn))
}

/// Void the draw of the 50/50
///
/// So that it can be drawn again. The draw stays in the night's history. Harmless where there is none.
#[utoipa::path(
    operation_id = "voidFiftyFifty",
    tag = "Nights",
    params(NightPath),
    request_body(content = VoidRequest, description = "Why."),
    responses((status = 200, description = "The night without a draw.", body = NightAnswer), VoidDrawProblems),
    security(("token" = [])),
)]
#[delete("/nights/{id}/fifty-fifty")]
pub async fn void_fifty_fifty(
    coordinator: Coordinator,
    path: Path<NightPath>,
    nights: Data<NightService>,
    body: Body<VoidRequest>,
) -> Result<Json<NightAnswer>, Problem> {
    nights.command(path.0.id, coordinator, Action::VoidFiftyFifty { reason: body.0.reason }).await?;
    Ok(Json(night::coordinator_view(&nights, path.0.id).await?))
}
