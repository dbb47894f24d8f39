//! The nights of a season in one step.

use actix_web::http::header::LOCATION;
use actix_web::web::Data;
use actix_web::{HttpResponse, post};
use pegout_league::{CommandId, Date, StartTime, Weekday};
use serde::Deserialize;
use utoipa::ToSchema;

use super::seasons::SeasonPath;
use crate::auth::right::need;
use crate::handlers::nights::night::Nights;
use crate::http::body::Body;
use crate::http::caller::Permitted;
use crate::http::params::Path;
use crate::problem::Problem;
use crate::services::Effect;
use crate::services::league_service::LeagueService;
use crate::services::nights::NightService;
use crate::services::nights::list::NightSummary;
use crate::services::nights::schedule::NightSeries;

/// The nights of a season, one a week.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SeriesRequest {
    /// An id made by the client. A repeat is harmless with or without it.
    #[serde(rename = "id")]
    _id: Option<CommandId>,
    /// The day of the week.
    weekday: Weekday,
    /// The time each night starts, 19:00 by default.
    #[schema(value_type = Option<StartTime>)]
    starts_at: Option<StartTime>,
    /// The time each night ends.
    #[schema(value_type = Option<StartTime>)]
    ends_at: Option<StartTime>,
    /// The days of the season without a night, each one on that day of the week.
    #[serde(default)]
    #[schema(max_items = 200)]
    except: Vec<Date>,
}

/// Creates the nights of a season
///
/// Creates a night on the same day of every week of the season, except on the days in `except`. A day that has a night
/// of the season keeps that night as it is, so the request is idempotent. A night of a series that was moved still
/// counts for its original day. Returns the nights of the series, in the order in which they take place.
#[utoipa::path(
    operation_id = "createNights",
    tag = "Nights",
    params(SeasonPath),
    request_body(content = SeriesRequest, description = "The day of the week, the times, and the days without a night."),
    responses(
        (status = 200, description = "All the nights were scheduled before.", body = Nights),
        (status = 201, description = "The nights, some of them new.", body = Nights,
            headers(("Location" = String, description = "The path of the season's nights."))),
    ),
    security(("token" = [])),
)]
#[post("/seasons/{id}/nights")]
pub async fn create_nights(
    caller: Permitted<need::ManageSeasons>,
    path: Path<SeasonPath>,
    league: Data<LeagueService>,
    nights: Data<NightService>,
    body: Body<SeriesRequest>,
) -> Result<HttpResponse, Problem> {
    let author = caller.author();
    let SeriesRequest { weekday, starts_at, ends_at, except, .. } = body.0;
    let season = league.season(path.0.id).await?;
    let series = NightSeries { weekday, starts_at: starts_at.unwrap_or_default(), ends_at, except };
    let (scheduled, effect) = nights.schedule_series(&season, series, author).await?;
    let nights = Nights { nights: scheduled.iter().map(|night| NightSummary::from(&**night)).collect() };
    if effect == Effect::Unchanged {
        return Ok(HttpResponse::Ok().json(nights));
    }
    let address = format!("/api/v1/nights?season_id={}", season.id);
    Ok(HttpResponse::Created().insert_header((LOCATION, address)).json(nights))
}
