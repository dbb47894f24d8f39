//! The nights of the league: scheduling them, looking at them, finishing them.

use actix_web::http::header::LOCATION;
use actix_web::web::{Data, Json};
use actix_web::{HttpRequest, HttpResponse, get, patch, post};
use pegout_engine::league::night::{Action, Change, Night, NightView, Schedule, Status};
use pegout_engine::league::{Date, NightId, SeasonId, StartTime};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::auth::caller::Coordinator;
use crate::http::body::{Body, Integer};
use crate::http::caller;
use crate::http::params::{Path, Query};
use crate::openapi::responses::{
    ChangeNightProblems, FinishProblems, NewNightProblems, NightOrTokenProblems, NightsProblems,
};
use crate::problem::Problem;
use crate::services::night_service::NightService;

/// The path of a night.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
pub struct NightPath {
    /// The night.
    pub id: NightId,
}

/// Which nights to list.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct NightsQuery {
    /// Only those of this season.
    #[param(nullable = false)]
    season_id: Option<SeasonId>,
}

/// A night that is to take place.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NightRequest {
    /// The day.
    date: Date,
    /// When it starts; 19:00 unless given.
    #[serde(default)]
    #[schema(value_type = Option<StartTime>)]
    starts_at: Option<StartTime>,
    /// The season it belongs to, if it belongs to one.
    season_id: Option<SeasonId>,
    /// How many rounds it has; as many as the league's nights have unless given.
    #[schema(value_type = Option<u16>, minimum = 1, maximum = 20)]
    games_per_night: Option<Integer<u16, 1, 20>>,
}

/// What of a night is to be otherwise. What is left out stays as it is.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NightChangeRequest {
    /// The day.
    date: Option<Date>,
    /// When it starts.
    starts_at: Option<StartTime>,
    /// How many rounds it has: not fewer than were drawn.
    #[schema(value_type = Option<u16>, minimum = 1, maximum = 20)]
    games_per_night: Option<Integer<u16, 1, 20>>,
}

/// How a night is to be finished.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct FinishRequest {
    /// Whether the games that are being played are called off. Otherwise the night waits for them.
    #[serde(default)]
    void_open_games: bool,
}

/// A night; with the coordinator's token also what phones join it with.
#[derive(Serialize, ToSchema)]
pub struct NightAnswer {
    /// The night.
    #[serde(flatten)]
    night: NightView,
    /// The code that phones join with, which only the coordinator is told.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, examples("K7QX2M"))]
    join_code: Option<String>,
}

/// The nights that were asked for.
#[derive(Serialize, ToSchema)]
pub struct Nights {
    /// In the order in which they take place.
    nights: Vec<NightSummary>,
}

/// A night in a few words.
#[derive(Serialize, ToSchema)]
pub struct NightSummary {
    /// The night.
    id: NightId,
    /// The season it belongs to; `null` where it belongs to none.
    #[schema(required = true)]
    season_id: Option<SeasonId>,
    /// The day.
    date: Date,
    /// When it starts.
    starts_at: StartTime,
    /// Whether it is to come, going on, over or cancelled.
    status: Status,
    /// How many players are or were checked in.
    players: usize,
    /// How many rounds were drawn.
    rounds: usize,
}

impl NightSummary {
    fn of(night: &Night) -> NightSummary {
        let &Schedule { night: id, season: season_id, date, starts_at, .. } = night.schedule();
        let (players, rounds) = (night.entries().len(), night.rounds().len());
        NightSummary { id, season_id, date, starts_at, status: night.status(), players, rounds }
    }
}

/// List the nights
///
/// All nights, or those of a season, in the order in which they take place: cancelled ones too.
#[utoipa::path(
    operation_id = "listNights",
    tag = "Nights",
    params(NightsQuery),
    responses((status = 200, description = "The nights.", body = Nights), NightsProblems),
)]
#[get("/nights")]
pub async fn list_nights(query: Query<NightsQuery>, nights: Data<NightService>) -> Result<Json<Nights>, Problem> {
    let nights = nights.nights(query.0.season_id).await?;
    let mut nights: Vec<NightSummary> = nights.iter().map(|night| NightSummary::of(night)).collect();
    nights.sort_by_key(|night| (night.date, night.starts_at, night.id));
    Ok(Json(Nights { nights }))
}

/// Schedule a night
///
/// Several nights may share a date. The first round takes the league's settings for the night as they are then.
#[utoipa::path(
    operation_id = "createNight",
    tag = "Nights",
    request_body(content = NightRequest, description = "When it is, and in which season."),
    responses(
        (status = 201, description = "The night.", body = NightAnswer,
            headers(("Location" = String, description = "Where the night is."))),
        NewNightProblems,
    ),
    security(("token" = [])),
)]
#[post("/nights")]
pub async fn create_night(
    coordinator: Coordinator,
    nights: Data<NightService>,
    body: Body<NightRequest>,
) -> Result<HttpResponse, Problem> {
    let NightRequest { date, starts_at, season_id, games_per_night } = body.0;
    let id = nights.new_id();
    let starts_at = starts_at.unwrap_or_default();
    let games_per_night = games_per_night.map(|Integer(games)| games);
    let schedule = Schedule { starts_at, season: season_id, games_per_night, ..Schedule::new(id, date) };
    let (report, code) = nights.schedule(schedule, coordinator).await?;
    let night = NightAnswer { night: report.view(), join_code: Some(code.to_string()) };
    let address = format!("/api/v1/nights/{id}");
    Ok(HttpResponse::Created().insert_header((LOCATION, address)).json(night))
}

/// Look at a night
///
/// Its players, rounds and tables, by names alone. Whoever has its id may look. With the coordinator's token the code is
/// there too that phones join with.
#[utoipa::path(
    operation_id = "getNight",
    tag = "Nights",
    params(NightPath),
    responses((status = 200, description = "The night.", body = NightAnswer), NightOrTokenProblems),
    security((), ("token" = [])),
)]
#[get("/nights/{id}")]
pub async fn get_night(
    request: HttpRequest,
    path: Path<NightPath>,
    nights: Data<NightService>,
) -> Result<Json<NightAnswer>, Problem> {
    let id = path.0.id;
    if caller::optional(&request).await?.is_some_and(|caller| caller.grant.is_coordinator()) {
        return Ok(Json(coordinator_view(&nights, id).await?));
    }
    Ok(Json(NightAnswer { night: nights.report(id).await?.view(), join_code: None }))
}

/// Change a night
///
/// Its day, its hour, or how many rounds it has, which may be raised while it is being played.
#[utoipa::path(
    operation_id = "changeNight",
    tag = "Nights",
    params(NightPath),
    request_body(content = NightChangeRequest, description = "What is to be otherwise."),
    responses((status = 200, description = "The night after it.", body = NightAnswer), ChangeNightProblems),
    security(("token" = [])),
)]
#[patch("/nights/{id}")]
pub async fn change_night(
    coordinator: Coordinator,
    path: Path<NightPath>,
    nights: Data<NightService>,
    body: Body<NightChangeRequest>,
) -> Result<Json<NightAnswer>, Problem> {
    let NightChangeRequest { date, starts_at, games_per_night } = body.0;
    let change = Change { date, starts_at, games_per_night: games_per_night.map(|Integer(games)| games) };
    nights.command(path.0.id, coordinator, Action::Change(change)).await?;
    Ok(Json(coordinator_view(&nights, path.0.id).await?))
}

/// Finish a night
///
/// The rounds that were played are the full card, and the prizes stand as they are; a later correction shows both
/// amounts. While games are being played it is refused, unless they are to be called off. Phones that joined open
/// nothing any more a day later. Finishing twice is harmless.
#[utoipa::path(
    operation_id = "finishNight",
    tag = "Nights",
    params(NightPath),
    request_body(content = FinishRequest, description = "What becomes of the games that are being played."),
    responses((status = 200, description = "The night, finished.", body = NightAnswer), FinishProblems),
    security(("token" = [])),
)]
#[post("/nights/{id}/finish")]
pub async fn finish_night(
    coordinator: Coordinator,
    path: Path<NightPath>,
    nights: Data<NightService>,
    body: Body<FinishRequest>,
) -> Result<Json<NightAnswer>, Problem> {
    let FinishRequest { void_open_games } = body.0;
    nights.command(path.0.id, coordinator, Action::Finish { void_open_games }).await?;
    Ok(Json(coordinator_view(&nights, path.0.id).await?))
}

/// The night as the coordinator sees it.
pub async fn coordinator_view(nights: &NightService, id: NightId) -> Result<NightAnswer, Problem> {
    let night = nights.report(id).await?.view();
    Ok(NightAnswer { night, join_code: Some(nights.join_code(id).await?.to_string()) })
}
