//! The phones that have joined a night.

use actix_web::web::{Data, Json};
use actix_web::{delete, get};
use pegout_engine::game::TokenId;
use pegout_engine::league::{NightId, PlayerId};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::auth::caller::Coordinator;
use crate::handlers::nights::night::NightPath;
use crate::http::params::Path;
use crate::model::grant::{PhoneGrant, PhoneOwner};
use crate::model::name_key;
use crate::openapi::responses::{PhonesProblems, RevokeProblems};
use crate::problem::Problem;
use crate::services::night_service::NightService;

/// The path of a phone.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
pub struct PhonePath {
    /// The night.
    id: NightId,
    /// The phone, by the id of its token.
    phone: TokenId,
}

/// The phones of a night.
#[derive(Serialize, ToSchema)]
pub struct Phones {
    /// Those that players joined with, by name, then those of the tables, by number.
    phones: Vec<JoinedPhone>,
}

/// A phone that has joined.
#[derive(Serialize, ToSchema)]
pub struct JoinedPhone {
    /// Its id, by which the histories of the games name it.
    id: TokenId,
    /// The player whose games it keeps; `null` where it is a table's.
    #[schema(required = true)]
    player_id: Option<PlayerId>,
    /// The player's name.
    #[schema(required = true)]
    name: Option<String>,
    /// The table whose games it keeps; `null` where it is a player's.
    #[schema(required = true, minimum = 1)]
    table: Option<usize>,
}

/// List the phones
///
/// The phones that have joined the night, and for whom.
#[utoipa::path(
    operation_id = "listPhones",
    tag = "Nights",
    params(NightPath),
    responses((status = 200, description = "The phones.", body = Phones), PhonesProblems),
    security(("token" = [])),
)]
#[get("/nights/{id}/phones")]
pub async fn list_phones(
    _: Coordinator,
    path: Path<NightPath>,
    nights: Data<NightService>,
) -> Result<Json<Phones>, Problem> {
    Ok(Json(phone_list(&nights, path.0.id).await?))
}

/// Send all phones away
///
/// Their tokens open nothing any more. The code stays: who has it may join again.
#[utoipa::path(
    operation_id = "revokePhones",
    tag = "Nights",
    params(NightPath),
    responses((status = 200, description = "The phones that are left: none.", body = Phones), RevokeProblems),
    security(("token" = [])),
)]
#[delete("/nights/{id}/phones")]
pub async fn revoke_phones(
    _: Coordinator,
    path: Path<NightPath>,
    nights: Data<NightService>,
) -> Result<Json<Phones>, Problem> {
    nights.revoke_phones(path.0.id, None).await?;
    Ok(Json(phone_list(&nights, path.0.id).await?))
}

/// Send a phone away
///
/// Its token opens nothing any more. Harmless twice. The code stays: who has it may join again.
#[utoipa::path(
    operation_id = "revokePhone",
    tag = "Nights",
    params(PhonePath),
    responses((status = 200, description = "The phones that are left.", body = Phones), RevokeProblems),
    security(("token" = [])),
)]
#[delete("/nights/{id}/phones/{phone}")]
pub async fn revoke_phone(
    _: Coordinator,
    path: Path<PhonePath>,
    nights: Data<NightService>,
) -> Result<Json<Phones>, Problem> {
    nights.revoke_phones(path.0.id, Some(path.0.phone)).await?;
    Ok(Json(phone_list(&nights, path.0.id).await?))
}

async fn phone_list(nights: &NightService, night: NightId) -> Result<Phones, Problem> {
    let phone = |(id, grant): (TokenId, PhoneGrant)| {
        let (player_id, table) = match grant.owner {
            PhoneOwner::Player(player) => (Some(player), None),
            PhoneOwner::Table(table) => (None, Some(table)),
        };
        JoinedPhone { id, player_id, name: player_id.map(|player| nights.name(player)), table }
    };
    let mut phones: Vec<JoinedPhone> = nights.phones(night).await?.into_iter().map(phone).collect();
    phones.sort_by_cached_key(|phone| (phone.table, phone.name.as_deref().map(name_key::search_key), phone.id));
    Ok(Phones { phones })
}
