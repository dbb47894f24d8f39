//! The representatives, who sign in besides the coordinator.

use actix_web::web::{Data, Json};
use actix_web::{HttpResponse, delete, get, post};
use pegout_league::RepresentativeId;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::body::Body;
use crate::caller::Permitted;
use crate::handlers::common::{Done, created};
use crate::handlers::session;
use crate::params::Path;
use crate::problem_response::HttpProblem;
use pegout_model::contact::Name;
use pegout_model::role::{Representative, RepresentativeRole};
use pegout_service::auth::passwords;
use pegout_service::auth::right::rights;
use pegout_service::problem::Problem;
use pegout_service::services::league_service::LeagueService;

/// The path of a representative.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
pub struct RepresentativePath {
    /// The id of the representative.
    id: RepresentativeId,
}

/// A new representative.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RepresentativeRequest {
    /// The representative's id, made by the client, which makes the request idempotent. Without it the service makes
    /// one.
    id: Option<RepresentativeId>,
    /// The name for signing in. Case, accents and the number of blanks make no difference.
    name: Name,
    /// The password for signing in, 8 to 1000 letters.
    #[schema(min_length = 8, max_length = 1000, format = Password)]
    password: String,
    /// The role, `representative` by default.
    #[serde(default)]
    role: RepresentativeRole,
}

/// All representatives.
#[derive(Serialize, ToSchema)]
pub struct Representatives {
    /// The representatives by name.
    representatives: Vec<Representative>,
}

/// Lists the representatives
///
/// Returns all representatives, sorted by name.
#[utoipa::path(
    tag = "People",
    responses((status = 200, description = "The representatives by name.", body = Representatives)),
)]
#[get("/representatives")]
pub async fn list_representatives(
    _: Permitted<rights::ManageLeague>,
    league: Data<LeagueService>,
) -> Result<Json<Representatives>, HttpProblem> {
    Ok(Json(Representatives { representatives: league.representatives().await? }))
}

/// Creates a representative
///
/// Creates a sign-in with a name and a password of its own. The role decides the rights: `representative` runs nights
/// and manages players, seasons and money, `door` checks players in, `results` enters and corrects results. The name
/// appears in the history of everything they do. Idempotent with an `id`: a repeat with the same id changes nothing,
/// and the rest of the body is ignored. If that representative was removed since, the answer is 410.
#[utoipa::path(
    tag = "People",
    request_body(content = RepresentativeRequest, description = "The name and the password."),
    responses(
        (status = 200, description = "The representative was added before. Returns them as they are.", body = Representative),
        (status = 201, description = "The representative.", body = Representative,
            headers(("Location" = String, description = "The path of the representative, to remove them."))),
    ),
)]
#[post("/representatives")]
pub async fn add_representative(
    _: Permitted<rights::ManageLeague>,
    league: Data<LeagueService>,
    body: Body<RepresentativeRequest>,
) -> Result<HttpResponse, HttpProblem> {
    let RepresentativeRequest { id, name, password: chosen, role } = body.0;
    session::check_length(&chosen)?;
    if chosen.trim().is_empty() {
        return Err(Problem::invalid("/password", "A password needs something besides spaces.").into());
    }
    if passwords::is_short(&chosen) {
        let detail = format!("A password has at least {} letters.", passwords::MIN_LENGTH);
        return Err(Problem::invalid("/password", detail).into());
    }
    let (added, effect) = league.add_representative(id, name.into(), role, chosen).await?;
    Ok(created(effect, format!("/api/v1/representatives/{}", added.id), added))
}

/// Deletes a representative
///
/// Ends the representative's sessions and sign-in at once. The name stays in the history. Idempotent.
#[utoipa::path(
    tag = "People",
    params(RepresentativePath),
    responses((status = 200, description = "The representative is removed.", body = Done)),
)]
#[delete("/representatives/{id}")]
pub async fn remove_representative(
    _: Permitted<rights::ManageLeague>,
    path: Path<RepresentativePath>,
    league: Data<LeagueService>,
) -> Result<Json<Done>, HttpProblem> {
    league.remove_representative(path.0.id).await?;
    Ok(Json(Done {}))
}
