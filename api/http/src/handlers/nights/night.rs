//! The operations on a night as a whole: scheduling, reading and changing it.

use actix_web::http::header::LOCATION;
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse, get, patch, post};
use pegout_league::night::{Change, NightView, Schedule};
use pegout_league::{Card, Date, Format, NightId, PlayerId, SeasonId, StartTime};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::body::{Body, Integer, Patch};
use crate::caching::EtagCache;
use crate::caller;
use crate::caller::Permitted;
use crate::paging::{Limit, Page};
use crate::params::{Path, Query};
use crate::problem_response::HttpProblem;
use crate::response_headers::{self, Versioned};
use pegout_model::join_code::JoinKeys;
use pegout_service::auth::caller::Caller;
use pegout_service::auth::right::{Right, rights};
use pegout_service::problem::Problem;
use pegout_service::services::Effect;
use pegout_service::services::league_service::LeagueService;
use pegout_service::services::nights::NightService;
use pegout_service::services::nights::list::NightSummary;
use pegout_service::services::nights::report::{NightReport, Revision};

/// The path of a night.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
pub struct NightPath {
    /// The id of the night.
    pub id: NightId,
}

/// The path of a player at a night.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
pub struct NightPlayerPath {
    /// The id of the night.
    pub id: NightId,
    /// The id of the player.
    pub player_id: PlayerId,
}

/// The versions of a night and its games that the client has seen.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct MinimumRevision {
    /// The last `X-Seen` of the night. No server returns an older state, unless a backup was restored.
    #[serde(default, deserialize_with = "revision")]
    #[param(value_type = Option<String>, nullable = false, pattern = "^[0-9]{1,10}\\.[0-9]{1,10}$", example = "12.340")]
    seen: Revision,
}

impl MinimumRevision {
    /// Returns the versions, or zeros without the parameter.
    pub const fn revision(&self) -> Revision {
        self.seen
    }
}

/// Deserializes the `X-Seen` of a night: its version, a full stop, and the sum of the versions of its games.
pub fn revision<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Revision, D::Error> {
    let text = String::deserialize(deserializer)?;
    let is_number = |text: &&str| (1..=10).contains(&text.len()) && text.bytes().all(|digit| digit.is_ascii_digit());
    let number = |text: &str| Some(text).filter(is_number).and_then(|text| text.parse().ok());
    let numbers = text.split_once('.').and_then(|(night, games)| Some((number(night)?, number(games)?)));
    let refused = || D::Error::custom(format!("“{text:.21}” is not what the X-Seen of a night tells, such as 12.340."));
    numbers.map(|(night, games)| Revision { night, games }).ok_or_else(refused)
}

/// The filter of a list of nights.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct NightsQuery {
    /// The season of the nights; without it, all nights are listed.
    #[param(nullable = false)]
    season_id: Option<SeasonId>,
    /// A player: only the nights with an entry of this player are listed.
    #[param(nullable = false)]
    player_id: Option<PlayerId>,
    /// The most nights, 1 to 1000, by default 1000: the latest nights are listed.
    #[serde(default)]
    #[param(value_type = Option<u16>, nullable = false, minimum = 1, maximum = 1000, example = 100)]
    limit: Limit,
    /// The id of the first night of the later page, from the `Link` header: earlier nights are listed.
    #[param(nullable = false)]
    before: Option<NightId>,
}

/// A new night.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NightRequest {
    /// The night's id, made by the client, which makes the request idempotent. Without it the service makes
    /// one, and a repeated request creates a second night.
    id: Option<NightId>,
    /// The day.
    date: Date,
    /// The time it starts, 19:00 by default.
    #[serde(default)]
    #[schema(value_type = Option<StartTime>)]
    starts_at: Option<StartTime>,
    /// The time it ends, if anybody wants to know.
    #[serde(default)]
    #[schema(value_type = Option<StartTime>)]
    ends_at: Option<StartTime>,
    /// The season it belongs to, if any; the day must be one of the season's.
    season_id: Option<SeasonId>,
    /// The number of rounds, by default that of the league.
    #[schema(value_type = Option<u16>, minimum = 1, maximum = 20)]
    games_per_night: Option<Integer<u16, 1, 20>>,
    /// The format, by default that of the league.
    format: Option<Format>,
    /// The numbers that order its cards. By default it is the usual card of the given format, or the league's.
    card: Option<Card>,
}

/// A change of a night. Fields that are left out keep their values.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NightChangeRequest {
    /// The day, one of its season's.
    date: Option<Date>,
    /// The time it starts.
    starts_at: Option<StartTime>,
    /// The time it ends; `null`: nobody says when.
    #[serde(default)]
    #[schema(value_type = Option<StartTime>)]
    ends_at: Patch<StartTime>,
    /// The number of rounds, not less than were drawn.
    #[schema(value_type = Option<u16>, minimum = 1, maximum = 20)]
    games_per_night: Option<Integer<u16, 1, 20>>,
    /// The format; it is fixed while the first round is drawn.
    format: Option<Format>,
    /// The numbers that order its cards; fixed like the format. Without this field a new format brings its usual card.
    card: Option<Card>,
    /// The version of the night that the request was made at. If another session has changed one of these fields since,
    /// the answer is 409 and nothing changes.
    #[schema(value_type = Option<u64>, minimum = 1, maximum = 4_294_967_295_u32)]
    based_on: Option<Integer<u32, 1, 4_294_967_295>>,
}

/// A night, with its join code for callers who may show it.
#[derive(Serialize, ToSchema)]
pub struct NightAnswer {
    /// The night.
    #[serde(flatten)]
    night: NightView,
    /// The code that phones join with. It is only returned to the coordinator, the representatives, helpers at the door,
    /// and displays.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, examples("K7QX2M"))]
    join_code: Option<String>,
    /// The secret of the join link and the QR code; returned together with `join_code`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, examples("Tm90IGEgc2VjcmV0ISE_Pw"))]
    join_secret: Option<String>,
}

impl NightAnswer {
    fn new(night: NightView, keys: Option<JoinKeys>) -> NightAnswer {
        let text = |keys: JoinKeys| (keys.code.to_string(), keys.secret.to_string());
        let (join_code, join_secret) = keys.map(text).unzip();
        NightAnswer { night, join_code, join_secret }
    }
}

/// A list of nights.
#[derive(Serialize, ToSchema)]
pub struct Nights {
    /// The nights, in the order in which they take place.
    pub nights: Vec<NightSummary>,
}

/// Lists the nights
///
/// Returns all nights, or the nights of a season or a player, by date, also the cancelled nights. It returns the latest `limit`
/// nights, and the `Link` header with `rel="prev"` has the path of the earlier nights.
/// Unless the league is public, a token is needed: of a session, a joined phone or a display.
#[utoipa::path(
    tag = "Nights",
    params(NightsQuery),
    responses(
        (status = 200, description = "The nights.", body = Nights,
            headers(("Link" = String, description = "The path of the earlier nights, with `rel=\"prev\"`, if there are any."))),
    ),
    security((), ("token" = [])),
)]
#[get("/nights")]
pub async fn list_nights(
    request: HttpRequest,
    query: Query<NightsQuery>,
    league: Data<LeagueService>,
    nights: Data<NightService>,
) -> Result<HttpResponse, HttpProblem> {
    league.check_lists(caller::optional(&request).await?.as_ref()).await?;
    let NightsQuery { season_id, player_id, limit, before } = query.0;
    let nights = nights.summaries(season_id, player_id).await?;
    let page = Page::before(&request, nights, limit, before, |night| night.id)?;
    Ok(page.response(|nights| Nights { nights }))
}

/// Creates a night
///
/// Creates a night of a season, or one without a season. Several nights may have the same date. The league's settings
/// are fixed for the night when its first round is drawn. Idempotent with an `id`: a repeat with the same id changes
/// nothing and returns the night in its current state. The rest of the body is ignored then.
#[utoipa::path(
    tag = "Nights",
    request_body(content = NightRequest, description = "The date, the time and the season."),
    responses(
        (status = 200, description = "The night was scheduled before. Returns its current state.", body = NightAnswer),
        (status = 201, description = "The night.", body = NightAnswer,
            headers(("Location" = String, description = "The path of the night."))),
    ),
)]
#[post("/nights")]
pub async fn create_night(
    caller: Permitted<rights::ManageSeasons>,
    nights: Data<NightService>,
    body: Body<NightRequest>,
) -> Result<HttpResponse, HttpProblem> {
    let NightRequest { id, date, starts_at, ends_at, season_id, games_per_night, format, card } = body.0;
    let id = id.unwrap_or_else(|| nights.new_id());
    let starts_at = starts_at.unwrap_or_default();
    let games_per_night = games_per_night.map(u16::from);
    let card = card.or(format.map(Format::usual_card));
    let schedule =
        Schedule { starts_at, ends_at, season: season_id, games_per_night, format, card, ..Schedule::new(id, date) };
    let (report, keys, effect) = nights.schedule(schedule, caller.author()).await?;
    let night = with_versions(&report, NightAnswer::new(report.view_for(Some(&*caller)), Some(keys)));
    Ok(created(effect, id, night))
}

/// Returns a night
///
/// Returns the players, rounds and tables of a night, without contact data. Anybody with the night's id may read it.
/// `paid` is for callers who may read fees. The amount of the 50/50 is for callers who may read prizes, and for everybody in
/// a public league. A joined phone sees both for its own player. With the token of a session or a display that may show it, the response has the join
/// code.
#[utoipa::path(
    tag = "Nights",
    params(NightPath, MinimumRevision),
    responses((status = 200, description = "The night.", body = NightAnswer)),
    security((), ("token" = [])),
)]
#[get("/nights/{id}")]
pub async fn get_night(
    request: HttpRequest,
    path: Path<NightPath>,
    query: Query<MinimumRevision>,
    nights: Data<NightService>,
    tags: Data<EtagCache>,
) -> Result<HttpResponse, HttpProblem> {
    let caller = caller::optional(&request).await?;
    let report = nights.report_since(path.0.id, query.0.revision()).await?;
    let keys = join_keys(&nights, path.0.id, caller.as_ref()).await?;
    let texts = keys.map(|keys| (keys.code.to_string(), keys.secret.to_string()));
    let sources = (report.sources(caller.as_ref()), texts);
    let view = || NightAnswer::new(report.view_for(caller.as_ref()), keys);
    let mut response = tags.respond(&request, &sources, view);
    let Versioned { version, seen, .. } = with_versions(&report, ());
    response_headers::insert_version(response.headers_mut(), version, &seen);
    Ok(response)
}

/// Updates a night
///
/// Changes the day, the times, the number of rounds, the format or the card of a night. A night of a season stays between the
/// season's first and last day. The number of rounds may be raised while the night is played. The format and the card
/// are fixed while the first round is drawn.
#[utoipa::path(
    tag = "Nights",
    params(NightPath),
    request_body(content = NightChangeRequest, description = "The fields to change."),
    responses((status = 200, description = "The changed night.", body = NightAnswer)),
)]
#[patch("/nights/{id}")]
pub async fn change_night(
    caller: Permitted<rights::ManageSeasons>,
    path: Path<NightPath>,
    nights: Data<NightService>,
    body: Body<NightChangeRequest>,
) -> Result<Versioned<NightAnswer>, HttpProblem> {
    let NightChangeRequest { date, starts_at, ends_at, games_per_night, format, card, based_on } = body.0;
    let games_per_night = games_per_night.map(u16::from);
    let change = Change { date, starts_at, ends_at: ends_at.given(), games_per_night, format, card };
    nights.change(path.0.id, change, based_on.map(u64::from), caller.author()).await?;
    Ok(answer(&nights, path.0.id, &caller).await?)
}

/// Responds with the night after a request to create: 201 if something was created, or 200.
pub fn created<T: Serialize>(effect: Effect, night: NightId, body: Versioned<T>) -> HttpResponse {
    if effect == Effect::Unchanged {
        return body.response(HttpResponse::Ok());
    }
    let mut response = HttpResponse::Created();
    response.insert_header((LOCATION, format!("/api/v1/nights/{night}")));
    body.response(response)
}

/// Returns the night as this caller sees it, with the join keys for callers who may show them.
pub async fn answer(nights: &NightService, id: NightId, caller: &Caller) -> Result<Versioned<NightAnswer>, Problem> {
    let report = nights.report(id).await?;
    let keys = join_keys(nights, id, Some(caller)).await?;
    Ok(with_versions(&report, NightAnswer::new(report.view_for(Some(caller)), keys)))
}

/// Returns the join keys for callers who may show them.
async fn join_keys(nights: &NightService, id: NightId, caller: Option<&Caller>) -> Result<Option<JoinKeys>, Problem> {
    let may_show = caller.is_some_and(|caller| caller.has(Right::ReadJoinCode));
    if may_show { Ok(Some(nights.join_keys(id).await?)) } else { Ok(None) }
}

/// Returns this body with the versions of the night that it shows.
fn with_versions<T>(report: &NightReport, body: T) -> Versioned<T> {
    let Revision { night, games } = report.revision;
    Versioned { body, version: night, seen: format!("{night}.{games}") }
}
