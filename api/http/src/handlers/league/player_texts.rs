//! The free texts that name a player.

use actix_web::web::{Data, Json};
use actix_web::{get, post};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::body::Body;
use crate::caller::Permitted;
use crate::handlers::league::players::PlayerPath;
use crate::params::Path;
use crate::problem_response::HttpProblem;
use pegout_model::player::PlayerText;
use pegout_service::auth::right::rights;
use pegout_service::problem::Problem;
use pegout_service::services::players::player_service::PlayerService;

/// The free texts that name a player.
#[derive(Serialize, ToSchema)]
pub struct PlayerTexts {
    /// The texts in the order of the alphabet.
    texts: Vec<PlayerText>,
}

/// The most texts in one request.
const MAX_TEXTS: usize = 1000;

/// The texts to remove.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TextRemoval {
    /// The texts, as `listPlayerTexts` returns them.
    #[schema(min_items = 1, max_items = 1000)]
    texts: Vec<String>,
}

/// The effect of a removal.
#[derive(Serialize, ToSchema)]
pub struct TextsRemoved {
    /// The number of events that had one of the texts; 0 for a repeat.
    events: usize,
}

/// Lists the texts that name a player
///
/// Returns the free texts of nights and games with the player's name or a word of it: reasons, and the names of scorers
/// and helpers. Read them before you forget a player: some may be about somebody else with that name.
#[utoipa::path(
    tag = "People",
    params(PlayerPath),
    responses((status = 200, description = "The texts.", body = PlayerTexts)),
)]
#[get("/players/{id}/texts")]
pub async fn list_player_texts(
    _: Permitted<rights::ManageLeague>,
    path: Path<PlayerPath>,
    players: Data<PlayerService>,
) -> Result<Json<PlayerTexts>, HttpProblem> {
    Ok(Json(PlayerTexts { texts: players.texts(path.0.id).await? }))
}

/// Deletes texts that name a player
///
/// Deletes these texts for good, wherever they occur: a reason becomes empty, and a name `null`. Everything else in the
/// histories stays. Idempotent.
#[utoipa::path(
    tag = "People",
    params(PlayerPath),
    request_body(content = TextRemoval, description = "The texts."),
    responses((status = 200, description = "The texts are removed.", body = TextsRemoved)),
)]
#[post("/players/{id}/texts/removal")]
pub async fn remove_player_texts(
    _: Permitted<rights::ManageLeague>,
    path: Path<PlayerPath>,
    players: Data<PlayerService>,
    body: Body<TextRemoval>,
) -> Result<Json<TextsRemoved>, HttpProblem> {
    let TextRemoval { texts } = body.0;
    if !(1..=MAX_TEXTS).contains(&texts.len()) {
        let detail = format!("Send 1 to {MAX_TEXTS} texts, not {}.", texts.len());
        return Err(Problem::invalid("/texts", detail).into());
    }
    let events = players.remove_texts(path.0.id, texts).await?;
    Ok(Json(TextsRemoved { events }))
}
