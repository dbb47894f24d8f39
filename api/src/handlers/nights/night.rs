//! The operations on a night as a whole: scheduling, reading, changing and finishing it.

use actix_web::http::header::LOCATION;
use actix_web::web::{Data, Json};
use actix_web::{HttpRequest, HttpResponse, get, patch, post};
use pegout_engine::league::night::{Action, Change, Night, NightView, Schedule, Status};
use pegout_engine::league::{CommandId, Date, NightId, SeasonId, StartTime};
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
use crate::services::Effect;
use crate::services::night_service::NightService;

/// The path of a night.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
pub struct NightPath {
    /// The id of the night.
    pub id: NightId,
}

/// The filter of a list of nights.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct NightsQuery {
    /// The season of the nights; without it, all nights are listed.
    #[param(nullable = false)]
    season_id: Option<SeasonId>,
}

/// A new night.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NightRequest {
    /// The night's id, made by the client, so that the request can be repeated safely. Without it the service makes
    /// one, and a repeated request schedules a second night.
    id: Option<NightId>,
    /// The day.
    date: Date,
    /// The time it starts, 19:00 by default.
    #[serde(default)]
    #[schema(value_type = Option<StartTime>)]
    starts_at: Option<StartTime>,
    /// The season it belongs to, if any.
    season_id: Option<SeasonId>,
    /// The number of rounds, by default that of the league.
    #[schema(value_type = Option<u16>, minimum = 1, maximum = 20)]
    games_per_night: Option<Integer<u16, 1, 20>>,
}

/// A change of a night. Fields that are left out keep their values.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NightChangeRequest {
    /// The day.
    date: Option<Date>,
    /// The time it starts.
    starts_at: Option<StartTime>,
    /// The number of rounds, not less than were drawn.
    #[schema(value_type = Option<u16>, minimum = 1, maximum = 20)]
    games_per_night: Option<Integer<u16, 1, 20>>,
}

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

/// A night, with its join code if the coordinator asks.
#[derive(Serialize, ToSchema)]
pub struct NightAnswer {
    /// The id of the night.
    #[serde(flatten)]
    night: NightView,
    /// The code that phones join with. It is only returned to the coordinator and the representatives.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, examples("K7QX2M"))]
    join_code: Option<String>,
}

/// A list of nights.
#[derive(Serialize, ToSchema)]
pub struct Nights {
    /// The nights, in the order in which they take place.
    nights: Vec<NightSummary>,
}

/// A summary of a night.
#[derive(Serialize, ToSchema)]
pub struct NightSummary {
    /// The id of the night.
    id: NightId,
    /// The season it belongs to; `null` if there is none.
    #[schema(required = true)]
    season_id: Option<SeasonId>,
    /// The day.
    date: Date,
    /// The time it starts.
    starts_at: StartTime,
    /// The state of the night: to come, in progress, over or cancelled.
    status: Status,
    /// The number of players who are or were checked in.
    players: usize,
    /// The number of rounds that were drawn.
    rounds: usize,
}

impl NightSummary {
    fn from_night(night: &Night) -> NightSummary {
        let &Schedule { night: id, season: season_id, date, starts_at, .. } = night.schedule();
        let (players, rounds) = (night.entries().len(), night.rounds().len());
        NightSummary { id, season_id, date, starts_at, status: night.status(), players, rounds }
    }
}

/// Lists the nights
///
/// Returns all nights, or those of a season, in the order in which they take place, cancelled ones included.
#[utoipa::path(
    operation_id = "listNights",
    tag = "Nights",
    params(NightsQuery),
    responses((status = 200, description = "The nights.", body = Nights), NightsProblems),
)]
#[get("/nights")]
pub async fn list_nights(query: Query<NightsQuery>, nights: Data<NightService>) -> Result<Json<Nights>, Problem> {
    let nights = nights.nights(query.0.season_id).await?;
    let mut nights: Vec<NightSummary> = nights.iter().map(|night| NightSummary::from_night(night)).collect();
    nights.sort_by_key(|night| (night.date, night.starts_at, night.id));
    Ok(Json(Nights { nights }))
}

/// Schedules a night
///
/// Schedules a night. Several nights may have the same date. The league's settings are fixed for the night when its
/// first round is drawn. With an `id` the request can be repeated safely: the same id again schedules nothing and
/// changes nothing, whatever else the body says, and returns the night in its current state.
#[utoipa::path(
    operation_id = "createNight",
    tag = "Nights",
    request_body(content = NightRequest, description = "The date, the time and the season."),
    responses(
        (status = 200, description = "The night was scheduled before. Returns its current state.", body = NightAnswer),
        (status = 201, description = "The night.", body = NightAnswer,
            headers(("Location" = String, description = "The path of the night."))),
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
    let NightRequest { id, date, starts_at, season_id, games_per_night } = body.0;
    let id = id.unwrap_or_else(|| nights.new_id());
    let starts_at = starts_at.unwrap_or_default();
    let games_per_night = games_per_night.map(|Integer(games)| games);
    let schedule = Schedule { starts_at, season: season_id, games_per_night, ..Schedule::new(id, date) };
    let (report, code, effect) = nights.schedule(schedule, coordinator).await?;
    let night = NightAnswer { night: report.view(), join_code: Some(code.to_string()) };
    if effect == Effect::Unchanged {
        return Ok(HttpResponse::Ok().json(night));
    }
    let address = format!("/api/v1/nights/{id}");
    Ok(HttpResponse::Created().insert_header((LOCATION, address)).json(night))
}

/// Returns a night
///
/// Returns the players, rounds and tables of a night, without contact data. Anybody with the night's id may read it.
/// With the coordinator's token the response has the join code too.
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

/// Changes a night
///
/// Changes the day, the time or the number of rounds of a night. The number of rounds may be raised while the night is
/// played.
#[utoipa::path(
    operation_id = "changeNight",
    tag = "Nights",
    params(NightPath),
    request_body(content = NightChangeRequest, description = "The fields to change."),
    responses((status = 200, description = "The changed night.", body = NightAnswer), ChangeNightProblems),
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

/// Finishes a night
///
/// Ends a night. The rounds that were played make a full card, and the prizes are fixed; a later correction shows both
/// amounts. The request is refused while games are in progress, unless it voids them. The tokens of the joined phones
/// expire a day later. The request can be repeated safely. The night remembers the `id` of the request that finished
/// it: a repeat with the same id has no effect at any later time.
#[utoipa::path(
    operation_id = "finishNight",
    tag = "Nights",
    params(NightPath),
    request_body(content = FinishRequest, description = "The way to finish the night."),
    responses((status = 200, description = "The finished night.", body = NightAnswer), FinishProblems),
    security(("token" = [])),
)]
#[post("/nights/{id}/finish")]
pub async fn finish_night(
    coordinator: Coordinator,
    path: Path<NightPath>,
    nights: Data<NightService>,
    body: Body<FinishRequest>,
) -> Result<Json<NightAnswer>, Problem> {
    let FinishRequest { void_open_games, id } = body.0;
    nights.command(path.0.id, coordinator, Action::Finish { void_open_games, id }).await?;
    Ok(Json(coordinator_view(&nights, path.0.id).await?))
}

/// Returns the night as the coordinator sees it, with its join code.
pub async fn coordinator_view(nights: &NightService, id: NightId) -> Result<NightAnswer, Problem> {
    let night = nights.report(id).await?.view();
    Ok(NightAnswer { night, join_code: Some(nights.join_code(id).await?.to_string()) })
}
