//! What the league has set.

use actix_web::http::header::LOCATION;
use actix_web::web::{Data, Json};
use actix_web::{HttpResponse, get, put};
use pegout_engine::Preset;
use pegout_engine::league::{Settings, SettingsError};
use serde::Deserialize;
use utoipa::ToSchema;

use crate::auth::caller::Coordinator;
use crate::handlers::scoring::rules::{self, RulesChange};
use crate::http::body::{Body, Integer};
use crate::model::contact::Name;
use crate::model::league::League;
use crate::openapi::responses::{NewProblems, StoreProblems};
use crate::problem::Problem;
use crate::services::league_service::LeagueService;

/// What the league is to set. What is left out becomes what is usual.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct LeagueRequest {
    /// The league's name.
    name: Name,
    /// The rules that its games are played by; `auclair` unless given.
    preset: Option<Preset>,
    /// The rules that differ from the preset's.
    rules: Option<RulesChange>,
    /// How many rounds a night has, unless that night has its own number; 4 unless given.
    #[schema(value_type = Option<u16>, minimum = 1, maximum = 20)]
    games_per_night: Option<Integer<u16, 1, 20>>,
    /// What each player pays for a night, in cents; 1000 unless given.
    #[schema(value_type = Option<u32>, minimum = 0, maximum = 100_000)]
    fee: Option<Integer<u32, 0, 100_000>>,
    /// How much of each fee goes to the 50/50, in cents, the fee at most; 200 unless given.
    #[schema(value_type = Option<u32>, minimum = 0, maximum = 100_000)]
    draw_part: Option<Integer<u32, 0, 100_000>>,
    /// How much of the 50/50 the drawn player gets, in percent; 50 unless given.
    #[schema(value_type = Option<u8>, minimum = 0, maximum = 100)]
    draw_percent: Option<Integer<u8, 0, 100>>,
    /// How much of the other part of the fees is the prize pot, in percent; 80 unless given.
    #[schema(value_type = Option<u8>, minimum = 0, maximum = 100)]
    pot_percent: Option<Integer<u8, 0, 100>>,
    /// How much of the pot each place gets, from the first on, in percent: 100 together at most; 50, 30 and 20 unless
    /// given.
    #[schema(value_type = Option<Vec<u8>>, max_items = 20)]
    prize_shares: Option<Vec<Integer<u8, 0, 100>>>,
}

/// Look at the league
///
/// Its name, the rules of its games, how many of them a night has, and what becomes of the fees.
#[utoipa::path(
    operation_id = "getLeague",
    tag = "League",
    responses((status = 200, description = "What the league has set.", body = League), StoreProblems),
)]
#[get("/league")]
pub async fn get_league(league: Data<LeagueService>) -> Result<Json<League>, Problem> {
    Ok(Json(league.league().await?))
}

/// Set the league
///
/// Replaces all that the league has set: what is left out becomes what is usual. A night goes by what was set when
/// its first round was drawn.
#[utoipa::path(
    operation_id = "putLeague",
    tag = "League",
    request_body(content = LeagueRequest, description = "What the league is to set."),
    responses(
        (status = 200, description = "The league. It was set before.", body = League),
        (status = 201, description = "The league, set for the first time.", body = League,
            headers(("Location" = String, description = "Where the league is."))),
        NewProblems,
    ),
    security(("token" = [])),
)]
#[put("/league")]
pub async fn put_league(
    _: Coordinator,
    leagues: Data<LeagueService>,
    body: Body<LeagueRequest>,
) -> Result<HttpResponse, Problem> {
    let given = body.0;
    let usual = Settings::default();
    let settings = Settings {
        rules: rules::resolve(given.preset, given.rules)?,
        games_per_night: given.games_per_night.map_or(usual.games_per_night, |Integer(given)| given),
        fee: given.fee.map_or(usual.fee, |Integer(given)| given),
        draw_part: given.draw_part.map_or(usual.draw_part, |Integer(given)| given),
        draw_percent: given.draw_percent.map_or(usual.draw_percent, |Integer(given)| given),
        pot_percent: given.pot_percent.map_or(usual.pot_percent, |Integer(given)| given),
        prize_shares: given
            .prize_shares
            .map_or(usual.prize_shares, |shares| shares.into_iter().map(|Integer(share)| share).collect()),
    };
    settings.check().map_err(|error| match error {
        SettingsError::DrawPart { .. } if given.draw_part.is_none() => {
            let detail = format!("{error} It is {} unless draw_part says how much it is.", usual.draw_part);
            Problem::invalid("/fee", detail)
        }
        _ => error.into(),
    })?;
    let league = League { name: given.name.0, settings };
    let created = leagues.set(league.clone()).await?;
    let mut response = if created { HttpResponse::Created() } else { HttpResponse::Ok() };
    Ok(response.insert_header((LOCATION, "/api/v1/league")).json(league))
}
