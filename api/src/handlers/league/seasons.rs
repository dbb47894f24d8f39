//! The seasons of the league.

use actix_web::http::header::LOCATION;
use actix_web::web::{Data, Json};
use actix_web::{HttpRequest, HttpResponse, get, patch, post};
use pegout_league::{Average, Date, SeasonId};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::auth::right::need;
use crate::http::body::{self, Body, Integer, Patch};
use crate::http::caller;
use crate::http::caller::Permitted;
use crate::http::paging::{Limit, Page};
use crate::http::params::{Path, Query};
use crate::problem::Problem;
use crate::services::Effect;
use crate::services::league_service::LeagueService;
use pegout_model::contact::Name;
use pegout_model::league::Season;

/// The path of a season.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
pub struct SeasonPath {
    /// The id of the season.
    pub id: SeasonId,
}

/// A new season.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SeasonRequest {
    /// The season's id, made by the client, which makes the request idempotent. Without it the service makes
    /// one, and a repeated request creates a second season.
    id: Option<SeasonId>,
    /// The name of the season.
    name: Name,
    /// The first day.
    starts: Date,
    /// The last day, not before the first.
    ends: Date,
    /// The number of a player's best full cards that count; all of them by default.
    #[schema(value_type = Option<u16>, minimum = 1, maximum = 1000)]
    best_of: Option<Integer<u16, 1, 1000>>,
    /// The number of full cards a player needs to be ranked, 1 by default.
    #[schema(value_type = Option<u16>, minimum = 1, maximum = 1000)]
    minimum_nights: Option<Integer<u16, 1, 1000>>,
    /// The average that ranks its players, `per_card` by default.
    average: Option<Average>,
}

/// A change of a season. Fields that are left out keep their values.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SeasonChange {
    /// The name of the season.
    #[serde(default, deserialize_with = "body::not_null")]
    #[schema(nullable = false)]
    name: Option<Name>,
    /// The first day.
    #[serde(default, deserialize_with = "body::not_null")]
    #[schema(nullable = false)]
    starts: Option<Date>,
    /// The last day, not before the first.
    #[serde(default, deserialize_with = "body::not_null")]
    #[schema(nullable = false)]
    ends: Option<Date>,
    /// The number of a player's best full cards that count; `null` for all of them.
    #[serde(default)]
    #[schema(value_type = Option<u16>, minimum = 1, maximum = 1000)]
    best_of: Patch<Integer<u16, 1, 1000>>,
    /// The number of full cards a player needs to be ranked.
    #[serde(default, deserialize_with = "body::not_null")]
    #[schema(value_type = Option<u16>, nullable = false, minimum = 1, maximum = 1000)]
    minimum_nights: Option<Integer<u16, 1, 1000>>,
    /// The average that ranks its players.
    #[serde(default, deserialize_with = "body::not_null")]
    #[schema(nullable = false)]
    average: Option<Average>,
}

impl SeasonChange {
    fn apply(&self, season: &mut Season) -> Result<(), Problem> {
        if let Some(Name(name)) = &self.name {
            season.name.clone_from(name);
        }
        season.starts = self.starts.unwrap_or(season.starts);
        season.ends = self.ends.unwrap_or(season.ends);
        season.best_of = self.best_of.clone().map(u16::from).apply(season.best_of);
        season.minimum_nights = self.minimum_nights.map_or(season.minimum_nights, u16::from);
        season.average = self.average.unwrap_or(season.average);
        let moved = if self.ends.is_none() { "/starts" } else { "/ends" };
        check_days(season.starts, season.ends).map_err(|detail| Problem::invalid(moved, detail))
    }
}

/// The part of the list of seasons.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct SeasonsQuery {
    /// The most seasons, 1 to 1000, which is the default.
    #[serde(default)]
    #[param(value_type = Option<u16>, nullable = false, minimum = 1, maximum = 1000, example = 100)]
    limit: Limit,
    /// The id of the season after which the seasons are, as the link in the header has it.
    #[param(nullable = false)]
    after: Option<SeasonId>,
}

/// All seasons.
#[derive(Serialize, ToSchema)]
pub struct Seasons {
    /// The seasons, the earliest first.
    seasons: Vec<Season>,
}

/// Lists the seasons
///
/// Returns the seasons, the earliest first, 1000 at most. Unless the league is public, a token is needed: of a session, a joined phone
/// or a display.
#[utoipa::path(
    operation_id = "listSeasons",
    tag = "Seasons",
    params(SeasonsQuery),
    responses(
        (status = 200, description = "The seasons, the earliest first.", body = Seasons,
            headers(("Link" = String, description = "The path of the seasons after these, with `rel=\"next\"`, if there are any."))),
    ),
    security((), ("token" = [])),
)]
#[get("/seasons")]
pub async fn list_seasons(
    request: HttpRequest,
    query: Query<SeasonsQuery>,
    league: Data<LeagueService>,
) -> Result<HttpResponse, Problem> {
    league.check_lists(caller::optional(&request).await?.as_ref()).await?;
    let SeasonsQuery { limit, after } = query.0;
    let page = Page::after(&request, league.seasons().await?, limit, after, |season: &Season| season.id)?;
    Ok(page.response(|seasons| Seasons { seasons }))
}

/// Creates a season
///
/// Creates a season from one day to another. Its standings rank players by the average of their full cards (the
/// league's `full_card` says which nights those are), or of the games on those cards. Idempotent with an `id`: the same
/// id again creates nothing and changes nothing, whatever else the body says, and returns the season with its current
/// data.
#[utoipa::path(
    operation_id = "addSeason",
    tag = "Seasons",
    request_body(content = SeasonRequest, description = "The name, the days and the ranking rules of the season."),
    responses(
        (status = 200, description = "The season was added before. Returns its current data.", body = Season),
        (status = 201, description = "The season.", body = Season,
            headers(("Location" = String, description = "The path of the season.")),
            links(
                ("getSeason" = (operation_id = "getSeason", parameters(("id" = "$response.body#/id")))),
                ("changeSeason" = (operation_id = "changeSeason", parameters(("id" = "$response.body#/id")))),
            )),
    ),
    security(("token" = [])),
)]
#[post("/seasons")]
pub async fn add_season(
    _: Permitted<need::ManageSeasons>,
    league: Data<LeagueService>,
    body: Body<SeasonRequest>,
) -> Result<HttpResponse, Problem> {
    let SeasonRequest { id, name, starts, ends, best_of, minimum_nights, average } = body.0;
    check_days(starts, ends).map_err(|detail| Problem::invalid("/ends", detail))?;
    let season = Season {
        id: id.unwrap_or_else(|| league.new_season_id()),
        name: name.0,
        starts,
        ends,
        best_of: best_of.map(u16::from),
        minimum_nights: minimum_nights.map_or(1, u16::from),
        average: average.unwrap_or_default(),
    };
    let (season, effect) = league.add_season(season).await?;
    if effect == Effect::Unchanged {
        return Ok(HttpResponse::Ok().json(season));
    }
    let address = format!("/api/v1/seasons/{}", season.id);
    Ok(HttpResponse::Created().insert_header((LOCATION, address)).json(season))
}

/// Returns a season
///
/// Returns the name, the days and the ranking rules of a season.
#[utoipa::path(
    operation_id = "getSeason",
    tag = "Seasons",
    params(SeasonPath),
    responses((status = 200, description = "The season.", body = Season)),
)]
#[get("/seasons/{id}")]
pub async fn get_season(path: Path<SeasonPath>, league: Data<LeagueService>) -> Result<Json<Season>, Problem> {
    league.season(path.0.id).await.map(Json)
}

/// Updates a season
///
/// Changes the given fields and keeps the rest. All nights of the season must stay between its days.
#[utoipa::path(
    operation_id = "changeSeason",
    tag = "Seasons",
    params(SeasonPath),
    request_body(content = SeasonChange, description = "The fields to change."),
    responses((status = 200, description = "The changed season.", body = Season)),
    security(("token" = [])),
)]
#[patch("/seasons/{id}")]
pub async fn change_season(
    _: Permitted<need::ManageSeasons>,
    path: Path<SeasonPath>,
    league: Data<LeagueService>,
    body: Body<SeasonChange>,
) -> Result<Json<Season>, Problem> {
    let change = body.0;
    league.change_season(path.0.id, move |season| change.apply(season)).await.map(Json)
}

/// Checks that a season does not end before it starts.
fn check_days(starts: Date, ends: Date) -> Result<(), String> {
    if starts <= ends { Ok(()) } else { Err(format!("The season cannot end on {ends}: it starts on {starts}.")) }
}
