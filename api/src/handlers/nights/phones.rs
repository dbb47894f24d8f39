//! The phones that have joined a night.

use actix_web::web::{Data, Json};
use actix_web::{delete, get};
use pegout_engine::game::TokenId;
use pegout_league::{NightId, PlayerId};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::auth::right::need;
use crate::handlers::nights::night::NightPath;
use crate::http::caller::Permitted;
use crate::http::params::Path;
use crate::problem::Problem;
use crate::services::phone_service::{Phone, PhoneService};
use pegout_model::grant::PhoneOwner;
use pegout_model::name_key;

/// The path of a phone.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
pub struct PhonePath {
    /// The id of the night.
    id: NightId,
    /// The id of the phone's token.
    phone: TokenId,
}

/// The phones of a night.
#[derive(Serialize, ToSchema)]
pub struct Phones {
    /// The phones: first those of players, by name, then those of tables, by number.
    phones: Vec<JoinedPhone>,
}

/// A phone that has joined.
#[derive(Serialize, ToSchema)]
pub struct JoinedPhone {
    /// The id of its token, which names the phone in the histories of the games.
    id: TokenId,
    /// The player whose games it scores; `null` for the phone of a table.
    #[schema(required = true)]
    player_id: Option<PlayerId>,
    /// The name of the player.
    #[schema(required = true)]
    name: Option<String>,
    /// The table whose games it scores; `null` for the phone of a player.
    #[schema(required = true, minimum = 1)]
    table: Option<usize>,
}

/// Lists the phones
///
/// Returns the phones that have joined the night, with their players or tables.
#[utoipa::path(
    operation_id = "listPhones",
    tag = "Nights",
    params(NightPath),
    responses((status = 200, description = "The phones.", body = Phones)),
    security(("token" = [])),
)]
#[get("/nights/{id}/phones")]
pub async fn list_phones(
    _: Permitted<need::RunNights>,
    path: Path<NightPath>,
    phones: Data<PhoneService>,
) -> Result<Json<Phones>, Problem> {
    Ok(Json(phone_list(&phones, path.0.id).await?))
}

/// Deletes all phones of a night
///
/// Revokes the tokens of all phones. If there were any, the night gets a new join code and secret in the same step, so
/// that they cannot come back with the old ones. Idempotent.
#[utoipa::path(
    operation_id = "revokePhones",
    tag = "Nights",
    params(NightPath),
    responses((status = 200, description = "The remaining phones: none.", body = Phones)),
    security(("token" = [])),
)]
#[delete("/nights/{id}/phones")]
pub async fn revoke_phones(
    _: Permitted<need::RunNights>,
    path: Path<NightPath>,
    phones: Data<PhoneService>,
) -> Result<Json<Phones>, Problem> {
    phones.revoke(path.0.id, None).await?;
    Ok(Json(phone_list(&phones, path.0.id).await?))
}

/// Deletes a phone of a night
///
/// Revokes the token of a phone. The night gets a new join code and secret in the same step, so that the phone cannot
/// come back with the old ones; other phones stay. Idempotent.
#[utoipa::path(
    operation_id = "revokePhone",
    tag = "Nights",
    params(PhonePath),
    responses((status = 200, description = "The remaining phones.", body = Phones)),
    security(("token" = [])),
)]
#[delete("/nights/{id}/phones/{phone}")]
pub async fn revoke_phone(
    _: Permitted<need::RunNights>,
    path: Path<PhonePath>,
    phones: Data<PhoneService>,
) -> Result<Json<Phones>, Problem> {
    phones.revoke(path.0.id, Some(path.0.phone)).await?;
    Ok(Json(phone_list(&phones, path.0.id).await?))
}

async fn phone_list(phones: &PhoneService, night: NightId) -> Result<Phones, Problem> {
    let phone = |Phone { id, owner, name }: Phone| {
        let (player_id, table) = match owner {
            PhoneOwner::Player(player) => (Some(player), None),
            PhoneOwner::Table(table) => (None, Some(table)),
        };
        JoinedPhone { id, player_id, name, table }
    };
    let mut phones: Vec<JoinedPhone> = phones.phones(night).await?.into_iter().map(phone).collect();
    phones.sort_by_cached_key(|phone| (phone.table, phone.name.as_deref().map(name_key::plain_key), phone.id));
    Ok(Phones { phones })
}
