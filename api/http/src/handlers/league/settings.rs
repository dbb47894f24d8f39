//! The settings of the league.

use actix_web::http::header::LOCATION;
use actix_web::web::{Data, Json};
use actix_web::{HttpResponse, get, put};
use pegout_engine::Preset;
use pegout_league::{Card, Date, FirstDealer, Format, FullCard, HandOuts, Settings, SettingsError};
use serde::Deserialize;
use utoipa::ToSchema;

use crate::body::{Body, Integer, Patch};
use crate::caching::ReadTag;
use crate::caller::Permitted;
use crate::handlers::scoring::rules::{self, RulesChange};
use crate::problem_response::HttpProblem;
use pegout_model::contact::{Name, Place, WebAddress};
use pegout_model::league::{League, TimeZoneName};
use pegout_service::auth::right::rights;
use pegout_service::problem::Problem;
use pegout_service::services::league_service::LeagueService;

#[derive(Clone, Deserialize, ToSchema)]
#[schema(value_type = u8, minimum = 0, maximum = 100)]
struct PrizeShare(Integer<u8, 0, 100>);

/// The settings of the league. A field that is left out gets its default. But `full_card`, `first_dealer`, `hand_outs`,
/// `format`, `card`, `public`, `address`, `time_zone` and `place` keep their values then.
#[derive(Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct LeagueRequest {
    /// The name of the league.
    name: Name,
    /// The preset of the rules of its games, `auclair` by default.
    preset: Option<Preset>,
    /// The rules that differ from the preset.
    rules: Option<RulesChange>,
    /// The number of rounds of a night without a number of its own, 4 by default.
    #[schema(value_type = Option<u16>, minimum = 1, maximum = 20)]
    games_per_night: Option<Integer<u16, 1, 20>>,
    /// The fee of each player for a night, in cents, 1000 by default.
    #[schema(value_type = Option<u32>, minimum = 0, maximum = 100_000)]
    fee: Option<Integer<u32, 0, 100_000>>,
    /// The part of each fee for the 50/50, in cents, the fee at most; 200 by default.
    #[schema(value_type = Option<u32>, minimum = 0, maximum = 100_000)]
    draw_part: Option<Integer<u32, 0, 100_000>>,
    /// The part of the 50/50 for the drawn player, in percent, 50 by default.
    #[schema(value_type = Option<u8>, minimum = 0, maximum = 100)]
    draw_percent: Option<Integer<u8, 0, 100>>,
    /// The part of the remaining fees for the prize pot, in percent, 80 by default.
    #[schema(value_type = Option<u8>, minimum = 0, maximum = 100)]
    pot_percent: Option<Integer<u8, 0, 100>>,
    /// The part of the pot for each place from the first on, in percent, 100 together at most; 50, 30 and 20 by
    /// default.
    #[schema(inline, max_items = 20)]
    prize_shares: Option<Vec<PrizeShare>>,
    /// The rule for full cards. Without this field it stays as it was, `excused` in a new league.
    full_card: Option<FullCard>,
    /// The way to find the seat that deals first at each table. Without this field it stays as it was, `drawn` in a new
    /// league.
    first_dealer: Option<FirstDealer>,
    /// The way to count hand-outs. Without this field it stays as it was, `ticked` in a new league.
    hand_outs: Option<HandOuts>,
    /// The format of a night without a format of its own. Without this field it stays as it was, `doubles_movement` in a new
    /// league.
    format: Option<Format>,
    /// The numbers that order the cards of a night. Without this field it is the usual card of the given format: `points_short` for `doubles_movement`, `game_points` for `singles_rotation`. Without a format it stays as it was, `points_short` in a new league.
    card: Option<Card>,
    /// True to show lists and prizes to everybody. Without this field it stays as it was, false in a new league.
    public: Option<bool>,
    /// The address of the club's page on the web, which phones and the television show. Without this field it stays as it
    /// was; with `null` there is none.
    #[serde(default)]
    #[schema(value_type = Option<WebAddress>)]
    address: Patch<WebAddress>,
    /// The time zone of the hall by its IANA name, which calendars of the nights go by. Without this field it stays as it
    /// was; with `null` there is none.
    #[serde(default)]
    #[schema(value_type = Option<TimeZoneName>)]
    time_zone: Patch<TimeZoneName>,
    /// The place where the league plays, which calendars of the nights name. Without this field it stays as it was; with
    /// `null` there is none.
    #[serde(default)]
    #[schema(value_type = Option<Place>)]
    place: Patch<Place>,
    /// The day of the rules from a response. The service keeps that day itself and ignores this field.
    #[expect(dead_code, reason = "it is read so that a response is a valid request")]
    rules_since: Option<Date>,
    /// The `ETag` of the settings that this request replaces. If the settings have changed since then, the response is 409
    /// and nothing changes.
    #[schema(
        value_type = Option<String>,
        pattern = "^(W/)?\"[0-9a-f]{16}(-[a-z]+)?\"$",
        examples("\"3f2a9c07d1e4b586\"")
    )]
    based_on: Option<ReadTag>,
}

/// Returns the league's settings
///
/// Returns the league's name, its rules and their first day, the number of games of a night, and the use of the fees.
/// It also has the club's web page, and the hall's time zone and place. `public` is true if everybody sees the prizes
/// and the lists of nights and seasons.
#[utoipa::path(
    tag = "League",
    responses((status = 200, description = "The settings of the league.", body = League)),
)]
#[get("/league")]
pub async fn get_league(league: Data<LeagueService>) -> Result<Json<League>, HttpProblem> {
    Ok(Json(league.league().await?))
}

/// Updates the league's settings
///
/// Replaces the settings of the league. A field that is left out gets its default. But `full_card`, `first_dealer`,
/// `hand_outs`, `format`, `card`, `public`, `address`, `time_zone` and `place` keep their values then. `rules_since` becomes the day
/// of the request if the rules change. A night uses the settings at the time its first round was drawn. Only the
/// coordinator may do this.
#[utoipa::path(
    tag = "League",
    request_body(content = LeagueRequest, description = "The settings."),
    responses(
        (status = 200, description = "The settings, which replaced earlier ones.", body = League),
        (status = 201, description = "The settings, set for the first time.", body = League,
            headers(("Location" = String, description = "The path of the settings."))),
    ),
)]
#[put("/league")]
pub async fn put_league(
    _: Permitted<rights::ManageLeague>,
    leagues: Data<LeagueService>,
    body: Body<LeagueRequest>,
) -> Result<HttpResponse, HttpProblem> {
    let request = body.0;
    let based_on = request.based_on.clone();
    let is_seen = move |league: &League| based_on.as_ref().is_none_or(|tag| tag.is_of(league));
    let (league, created) = leagues.set(move |before| request.clone().apply(before), is_seen).await?;
    let mut response = if created { HttpResponse::Created() } else { HttpResponse::Ok() };
    Ok(response.insert_header((LOCATION, "/api/v1/league")).json(league))
}

impl LeagueRequest {
    /// Returns the league that replaces `before`. Fields that are left out keep their values or get their defaults.
    fn apply(self, before: &League) -> Result<League, Problem> {
        let (request, defaults) = (self, Settings::default());
        let settings = Settings {
            rules: rules::resolve(request.preset, request.rules)?,
            games_per_night: request.games_per_night.map_or(defaults.games_per_night, u16::from),
            fee: request.fee.map_or(defaults.fee, u32::from),
            draw_part: request.draw_part.map_or(defaults.draw_part, u32::from),
            draw_percent: request.draw_percent.map_or(defaults.draw_percent, u8::from),
            pot_percent: request.pot_percent.map_or(defaults.pot_percent, u8::from),
            prize_shares: request.prize_shares.map_or(defaults.prize_shares, |shares| {
                shares.into_iter().map(|PrizeShare(share)| share.into()).collect()
            }),
            full_card: request.full_card.unwrap_or(before.settings.full_card),
            first_dealer: request.first_dealer.unwrap_or(before.settings.first_dealer),
            hand_outs: request.hand_outs.unwrap_or(before.settings.hand_outs),
            format: request.format.unwrap_or(before.settings.format),
            card: request.card.or(request.format.map(Format::usual_card)).unwrap_or(before.settings.card),
        };
        settings.check().map_err(|error| match error {
            SettingsError::DrawPart { .. } if request.draw_part.is_none() => {
                let detail = format!("{error} It is {} unless draw_part says how much it is.", defaults.draw_part);
                Problem::invalid("/fee", detail)
            }
            _ => error.into(),
        })?;
        let is_public = request.public.unwrap_or(before.is_public);
        Ok(League {
            name: request.name.0,
            settings,
            is_public,
            address: request.address.apply(before.address.clone()),
            rules_since: before.rules_since,
            time_zone: request.time_zone.apply(before.time_zone.clone()),
            place: request.place.apply(before.place.clone()),
        })
    }
}
