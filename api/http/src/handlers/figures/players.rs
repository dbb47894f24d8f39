//! The figures of a player.

use actix_web::web::{Data, Json};
use actix_web::{HttpRequest, get};
use pegout_league::PlayerId;
use pegout_league::figures::Profile;
use serde::Deserialize;
use utoipa::IntoParams;

use crate::caller;
use crate::handlers::league::players::PlayerPath;
use crate::params::{Path, Query};
use crate::problem_response::HttpProblem;
use pegout_service::services::figures::FigureService;

/// The other player of a profile.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct ProfileQuery {
    /// A player: the profile has the games of the two with each other.
    #[param(nullable = false)]
    against: Option<PlayerId>,
}

/// Returns the figures of a player
///
/// Returns the games, cards, partners and opponents of a player over all finished nights. The prizes are for the coordinator, the
/// representatives, and the player by the personal link or a joined phone. Unless the league is public, a token is needed: of a
/// session, a joined phone, a display or a personal link.
#[utoipa::path(
    tag = "People",
    params(PlayerPath, ProfileQuery),
    responses((status = 200, description = "The figures.", body = Profile)),
    security((), ("token" = [])),
)]
#[get("/players/{id}/profile")]
pub async fn get_profile(
    request: HttpRequest,
    path: Path<PlayerPath>,
    query: Query<ProfileQuery>,
    figures: Data<FigureService>,
) -> Result<Json<Profile>, HttpProblem> {
    let caller = caller::optional(&request).await?;
    figures.check_reads(caller.as_ref()).await?;
    Ok(Json(figures.profile(path.0.id, query.0.against, caller.as_ref()).await?))
}
