//! The seasons of the league, and the nights of a season.

use actix_web::web::{Data, Json};
use actix_web::{HttpRequest, HttpResponse, get, patch, post};
use pegout_league::{Average, Card, CommandId, Counts, Date, SeasonId, StartTime, Weekday};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::body::{self, Body, Integer, Patch};
use crate::caller::{self, Permitted};
use crate::handlers::common::created;
use crate::handlers::nights::night::Nights;
use crate::paging::{Limit, Page};
use crate::params::{Path, Query};
use crate::problem_response::HttpProblem;
use pegout_model::contact::Name;
use pegout_model::league::Season;
use pegout_service::auth::right::rights;
use pegout_service::problem::Problem;
use pegout_service::services::league_service::LeagueService;
use pegout_service::services::nights::NightService;
use pegout_service::services::nights::list::NightSummary;
use pegout_service::services::nights::schedule::NightSeries;

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
    /// The card of the nights that count, by default the league's.
    card: Option<Card>,
    /// The number that ranks its players, `average` by default. Only game points and points scored have a `sum`.
    counts: Option<Counts>,
    /// The fewest game points of a card that counts in a sum; every full card counts by default.
    #[schema(value_type = Option<u16>, minimum = 0, maximum = 60)]
    from_points: Option<Integer<u16, 0, 60>>,
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
    /// The card of the nights that count. It is fixed once a finished night has counted.
    #[serde(default, deserialize_with = "body::not_null")]
    #[schema(nullable = false)]
    card: Option<Card>,
    /// The number that ranks its players.
    #[serde(default, deserialize_with = "body::not_null")]
    #[schema(nullable = false)]
    counts: Option<Counts>,
    /// The fewest game points of a card that counts in a sum; `null`: every full card counts.
    #[serde(default)]
    #[schema(value_type = Option<u16>, minimum = 0, maximum = 60)]
    from_points: Patch<Integer<u16, 0, 60>>,
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
        season.card = self.card.unwrap_or(season.card);
        season.counts = self.counts.unwrap_or(season.counts);
        let has_points = (season.card, season.counts) == (Card::GamePoints, Counts::Sum);
        let kept = season.from_points.filter(|_| has_points);
        season.from_points = self.from_points.clone().map(u16::from).apply(kept);
        check_counts(season)?;
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
    /// The id of the last season of the previous page, from the `Link` header.
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
    tag = "Seasons",
    params(SeasonsQuery),
    responses(
        (status = 200, description = "The seasons, the earliest first.", body = Seasons,
            headers(("Link" = String, description = "The path of the next seasons, with `rel=\"next\"`, if there are any."))),
    ),
    security((), ("token" = [])),
)]
#[get("/seasons")]
pub async fn list_seasons(
    request: HttpRequest,
    query: Query<SeasonsQuery>,
    league: Data<LeagueService>,
) -> Result<HttpResponse, HttpProblem> {
    league.check_lists(caller::optional(&request).await?.as_ref()).await?;
    let SeasonsQuery { limit, after } = query.0;
    let page = Page::after(&request, league.seasons().await?, limit, after, |season: &Season| season.id)?;
    Ok(page.response(|seasons| Seasons { seasons }))
}

/// Creates a season
///
/// Creates a season from one day to another. Its standings rank players by the average total of their full cards (see
/// the league's `full_card`). With `per_game` they rank players by the average line of the games on full cards. With the
/// `counts` of `sum` they rank players by the game points, or the points scored, of the cards that count. Only nights with
/// the season's `card` count.
/// Idempotent with an `id`: a repeat with the same id changes nothing and returns the season's current data. The rest of
/// the body is ignored then.
#[utoipa::path(
    tag = "Seasons",
    request_body(content = SeasonRequest, description = "The name, the days and the ranking rules of the season."),
    responses(
        (status = 200, description = "The season was added before. Returns its current data.", body = Season),
        (status = 201, description = "The season.", body = Season,
            headers(("Location" = String, description = "The path of the season."))),
    ),
)]
#[post("/seasons")]
pub async fn add_season(
    _: Permitted<rights::ManageSeasons>,
    league: Data<LeagueService>,
    body: Body<SeasonRequest>,
) -> Result<HttpResponse, HttpProblem> {
    let SeasonRequest { id, name, starts, ends, best_of, minimum_nights, average, card, counts, from_points } = body.0;
    check_days(starts, ends).map_err(|detail| Problem::invalid("/ends", detail))?;
    let season = Season {
        id: id.unwrap_or_else(|| league.new_season_id()),
        name: name.0,
        starts,
        ends,
        best_of: best_of.map(u16::from),
        minimum_nights: minimum_nights.map_or(1, u16::from),
        average: average.unwrap_or_default(),
        card: match card {
            Some(card) => card,
            None => league.league().await?.settings.card,
        },
        counts: counts.unwrap_or_default(),
        from_points: from_points.map(u16::from),
    };
    check_counts(&season)?;
    let (season, effect) = league.add_season(season).await?;
    Ok(created(effect, format!("/api/v1/seasons/{}", season.id), season))
}

/// Returns a season
///
/// Returns the name, the days and the ranking rules of a season.
#[utoipa::path(
    tag = "Seasons",
    params(SeasonPath),
    responses((status = 200, description = "The season.", body = Season)),
)]
#[get("/seasons/{id}")]
pub async fn get_season(path: Path<SeasonPath>, league: Data<LeagueService>) -> Result<Json<Season>, HttpProblem> {
    Ok(Json(league.season(path.0.id).await?))
}

/// Updates a season
///
/// Changes the given fields and keeps the rest. All nights of the season must stay between its days. The `card` cannot change
/// after a finished night has counted.
#[utoipa::path(
    tag = "Seasons",
    params(SeasonPath),
    request_body(content = SeasonChange, description = "The fields to change."),
    responses((status = 200, description = "The changed season.", body = Season)),
)]
#[patch("/seasons/{id}")]
pub async fn change_season(
    _: Permitted<rights::ManageSeasons>,
    path: Path<SeasonPath>,
    league: Data<LeagueService>,
    body: Body<SeasonChange>,
) -> Result<Json<Season>, HttpProblem> {
    let change = body.0;
    Ok(Json(league.change_season(path.0.id, move |season| change.apply(season)).await?))
}

/// Checks that a season does not end before it starts.
fn check_days(starts: Date, ends: Date) -> Result<(), String> {
    if starts <= ends { Ok(()) } else { Err(format!("The season cannot end on {ends}: it starts on {starts}.")) }
}

/// Checks that the card of a season has what its players are ranked by.
fn check_counts(season: &Season) -> Result<(), Problem> {
    if season.counts == Counts::Sum && season.card == Card::PointsShort {
        let detail = "Points short have no sum that ranks players: a night that was missed would be an advantage.";
        return Err(Problem::invalid("/counts", detail));
    }
    if season.from_points.is_some() && (season.card, season.counts) != (Card::GamePoints, Counts::Sum) {
        let detail = "Only a sum of game points leaves cards with too few points out. Leave from_points out.";
        return Err(Problem::invalid("/from_points", detail));
    }
    Ok(())
}

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
    tag = "Nights",
    params(SeasonPath),
    request_body(content = SeriesRequest, description = "The day of the week, the times, and the days without a night."),
    responses(
        (status = 200, description = "All the nights were scheduled before.", body = Nights),
        (status = 201, description = "The nights, some of them new.", body = Nights,
            headers(("Location" = String, description = "The path of the season's nights."))),
    ),
)]
#[post("/seasons/{id}/nights")]
pub async fn create_nights(
    caller: Permitted<rights::ManageSeasons>,
    path: Path<SeasonPath>,
    league: Data<LeagueService>,
    nights: Data<NightService>,
    body: Body<SeriesRequest>,
) -> Result<HttpResponse, HttpProblem> {
    let SeriesRequest { weekday, starts_at, ends_at, except, .. } = body.0;
    let season = league.season(path.0.id).await?;
    let series = NightSeries { weekday, starts_at: starts_at.unwrap_or_default(), ends_at, except };
    let (scheduled, effect) = nights.schedule_series(&season, series, caller.author()).await?;
    let nights = Nights { nights: scheduled.iter().map(|night| NightSummary::from(&**night)).collect() };
    Ok(created(effect, format!("/api/v1/nights?season_id={}", season.id), nights))
}
