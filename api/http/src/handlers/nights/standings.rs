//! The standings of a night, as JSON and as a table for spreadsheets.

use std::collections::BTreeMap;

use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse, get};
use pegout_engine::game::GameId;
use pegout_league::night::{NightView, StandingsRow};
use pegout_league::{Card, Format};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::caching::EtagCache;
use crate::caller;
use crate::download::{self, Cell};
use crate::handlers::nights::night::{self, MinimumRevision, NightPath};
use crate::params::{self, Path, Query};
use crate::problem_response::HttpProblem;
use pegout_service::auth::caller::Caller;
use pegout_service::problem::truncate;
use pegout_service::services::nights::NightService;
use pegout_service::services::nights::report::{NightReport, Revision};

/// The standings of a night.
#[derive(Serialize, ToSchema)]
pub struct NightStandings {
    /// The format of the night.
    format: Format,
    /// The numbers that order its cards.
    card: Card,
    /// The cards, the best first: only `place` says who is better. Cards that lack a game come last.
    rows: Vec<StandingsRow>,
}

impl NightStandings {
    /// The standings as this caller sees them.
    pub fn new(report: &NightReport, caller: Option<&Caller>) -> NightStandings {
        let NightView { format, card, .. } = report.view();
        NightStandings { format, card, rows: report.standings_for(caller) }
    }
}

/// The imagined results of the night's games, and the versions that the client has seen.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct StandingsQuery {
    /// The ids of games with commas between them: the answer shows the standings as they would be if these games were
    /// called off. A game of another night changes nothing.
    #[serde(default, deserialize_with = "params::list")]
    #[param(required = false, nullable = false, min_items = 1, style = Form, explode = false)]
    without: Vec<GameId>,
    /// The id of a game, a colon, and a score a side with commas between them. The answer then shows the standings with this
    /// result. A game of another night changes nothing.
    #[serde(default, deserialize_with = "other_result")]
    #[param(
        value_type = Option<String>,
        nullable = false,
        pattern = "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}:1?[0-9]{1,2}(,1?[0-9]{1,2}){1,2}$",
        example = "0198c5a2-0000-7000-8000-000000000001:121,109"
    )]
    with: Option<(GameId, Vec<u8>)>,
    /// The last `X-Seen` of the night. No server returns an older state, unless a backup was restored.
    #[serde(default, deserialize_with = "night::revision")]
    #[param(value_type = Option<String>, nullable = false, pattern = "^[0-9]{1,10}\\.[0-9]{1,10}$", example = "12.340")]
    seen: Revision,
}

/// Deserializes the id of a game with its scores.
fn other_result<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<(GameId, Vec<u8>)>, D::Error> {
    let text = String::deserialize(deserializer)?;
    let score = |text: &str| text.parse().ok().filter(|_| text.len() <= 3);
    let parts = text.split_once(':').and_then(|(game, scores)| {
        Some((game.parse().ok()?, scores.split(',').map(score).collect::<Option<Vec<u8>>>()?))
    });
    let refused = || {
        let text = truncate(&text);
        D::Error::custom(format!("“{text}” is not the id of a game with its scores: write it like GAME_ID:121,109."))
    };
    parts.map(Some).ok_or_else(refused)
}

/// Returns a night's standings
///
/// Returns every player's card with a line for each round, and the prizes. The standings change with every finished
/// game and every correction. With `without` they leave games out, as a call-off or an early finish does. With `with` they
/// show the effect of another result of a game. Strangers see prizes only in a public league; a joined phone sees its own
/// player's.
#[utoipa::path(
    tag = "Nights",
    params(NightPath, StandingsQuery),
    responses((status = 200, description = "The standings.", body = NightStandings)),
    security((), ("token" = [])),
)]
#[get("/nights/{id}/standings")]
pub async fn get_night_standings(
    request: HttpRequest,
    path: Path<NightPath>,
    query: Query<StandingsQuery>,
    nights: Data<NightService>,
    tags: Data<EtagCache>,
) -> Result<HttpResponse, HttpProblem> {
    let caller = caller::optional(&request).await?;
    let StandingsQuery { without, with, seen } = query.0;
    let mut report = nights.report_since(path.0.id, seen).await?.without(&without);
    if let Some((game, scores)) = with.clone() {
        report = nights.with_scores(report, game, scores).await?;
    }
    let sources = (report.sources(caller.as_ref()), without, with);
    Ok(tags.respond(&request, &sources, || NightStandings::new(&report, caller.as_ref())))
}

/// Returns a night's standings as CSV
///
/// Returns the standings as CSV in UTF-8, for spreadsheets. Prizes are in dollars; a prize that the caller does not see
/// is left out. `Excused` lists the rounds that do not count as missed.
#[utoipa::path(
    tag = "Nights",
    params(NightPath, MinimumRevision),
    responses((status = 200, description = "The standings.", body = String, content_type = "text/csv")),
    security((), ("token" = [])),
)]
#[get("/nights/{id}/standings.csv")]
pub async fn download_night_standings(
    request: HttpRequest,
    path: Path<NightPath>,
    query: Query<MinimumRevision>,
    nights: Data<NightService>,
) -> Result<HttpResponse, HttpProblem> {
    let caller = caller::optional(&request).await?;
    let report = nights.report_since(path.0.id, query.0.revision()).await?;
    let rows = report.standings_for(caller.as_ref());
    let games = rows.first().map_or(0, |row| row.lines.len());
    let is_of_pairs = report.view().format == Format::FixedPairs;
    let names: BTreeMap<_, _> = rows.iter().map(|row| (row.player_id, row.name.clone())).collect();
    let titles = ["Place", "Player"].into_iter().chain(is_of_pairs.then_some("Partner")).map(Cell::text);
    let titles = titles.chain((1..=games).map(|game| Cell::text(format!("Game {game}"))));
    let card_titles: &[&str] = match report.view().card {
        Card::PointsShort => &[],
        Card::GamePoints => &["Points", "Wins", "Spread"],
        Card::PointsScored => &["Scored"],
    };
    let titles =
        titles.chain(["Total"].iter().chain(card_titles).chain(&["Prize", "Excused"]).copied().map(Cell::text));
    let titles = titles.collect();
    let row =
        |StandingsRow {
             place, name, partner_id, lines, total, wins, points, spread, scored, excused, prize, ..
         }| {
            let partner = partner_id.and_then(|partner| names.get(&partner)).map_or("", String::as_str);
            let lines = lines.into_iter().map(Cell::number);
            let cells = [Cell::number(place), Cell::text(name)]
                .into_iter()
                .chain(is_of_pairs.then(|| Cell::text(partner)))
                .chain(lines);
            let excused = excused.iter().map(u16::to_string).collect::<Vec<_>>().join(" ");
            let prize = prize.map_or_else(|| Cell::text(""), Cell::dollars);
            let of_points =
                points.map(|points| [Cell::number(Some(points)), Cell::number(Some(wins)), Cell::number(spread)]);
            let of_card = of_points.into_iter().flatten().chain(scored.map(|scored| Cell::number(Some(scored))));
            cells.chain([Cell::number(total)]).chain(of_card).chain([prize, Cell::text(excused)]).collect()
        };
    let name = format!("night-{}", report.view().date);
    Ok(download::csv(&name, std::iter::once(titles).chain(rows.into_iter().map(row)).collect()))
}
