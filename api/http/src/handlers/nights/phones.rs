//! The phones at a night: joining by code or QR code, the new code, and the list of phones.

use actix_web::web::{Data, Json};
use actix_web::{HttpRequest, HttpResponse, delete, get, post};
use pegout_engine::game::TokenId;
use pegout_league::{CommandId, NightId, PlayerId};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::address;
use crate::body::{Body, Integer};
use crate::caller::Permitted;
use crate::handlers::common::{Pool, created};
use crate::handlers::nights::night::{self, NightAnswer, NightPath};
use crate::handlers::qr;
use crate::params::Path;
use crate::problem_response::HttpProblem;
use pegout_model::grant::PhoneOwner;
use pegout_model::join_code::JoinKeys;
use pegout_model::name_key;
use pegout_model::token::Token;
use pegout_service::auth::rate_limit::{RateLimits, WriteKey};
use pegout_service::auth::right::rights;
use pegout_service::problem::{Problem, ProblemType, truncate};
use pegout_service::services::nights::NightService;
use pegout_service::services::phone_service::{Phone, PhoneService};

/// A phone that is to join a night.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct JoinRequest {
    /// The night's join code, in letters of either case. Either the code or the secret is needed.
    #[schema(max_length = 40, examples("K7QX2M"))]
    code: Option<String>,
    /// The secret of the night's link.
    #[schema(max_length = 40, examples("Tm90IGEgc2VjcmV0ISE_Pw"))]
    secret: Option<String>,
    /// The player whose games the phone is to score, at any table.
    player_id: Option<PlayerId>,
    /// The table whose games the phone is to score, with any players. No draw needs to have made it yet.
    #[schema(value_type = Option<u8>, minimum = 1, maximum = 200)]
    table: Option<Integer<u8, 1, 200>>,
    /// The token that the phone is to have, 32 random bytes made by it, so that the request can be repeated safely. Without it
    /// the service makes one, and a repeated request joins a second phone.
    token: Option<Token>,
}

/// The key of a night that a phone has sent.
enum GivenKey {
    Code(String),
    Secret(String),
}

impl JoinRequest {
    fn key(&self) -> Result<GivenKey, Problem> {
        match (self.code.clone(), self.secret.clone()) {
            (Some(code), None) => Ok(GivenKey::Code(code)),
            (None, Some(secret)) => Ok(GivenKey::Secret(secret)),
            (None, None) => Err(Problem::invalid("/code", "“code” is missing.")),
            (Some(_), Some(_)) => Err(Problem::invalid("/secret", "Send the code or the secret, not both.")),
        }
    }

    /// Returns the owner of the phone: a player, a table, or nobody where only the code was sent.
    fn owner(&self) -> Result<Option<PhoneOwner>, Problem> {
        match (self.player_id, self.table) {
            (None, None) if self.token.is_some() => {
                Err(Problem::invalid("/token", "A phone has a token for a player or for a table: send one of them."))
            }
            (None, None) => Ok(None),
            (Some(player), None) => Ok(Some(PhoneOwner::Player(player))),
            (None, Some(table)) => Ok(Some(PhoneOwner::Table(table.into()))),
            (Some(_), Some(_)) => {
                Err(Problem::invalid("/table", "A phone joins for a player or for a table, not for both."))
            }
        }
    }
}

/// A night found by its code, and the token of a phone that has joined it.
#[derive(Serialize, ToSchema)]
pub struct Joining {
    /// The id of the night.
    night_id: NightId,
    /// The phone's token for scoring games; absent if only the code was sent.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    token: Option<Token>,
}

/// Joins a night
///
/// With the code or the secret alone, returns the id of the night. The phone can then read its players with getNight and
/// offer their names. With a player or a table, the phone also gets a token that keeps the score of that player's or
/// table's games in every round. The token expires a day after the night is finished. Idempotent with a `token` that the
/// phone makes. A phone that has joined with it for the same player or table gets it again, and nothing is changed.
/// After 300 wrong codes from one address within a minute, further wrong codes are 429 for a while. The right code still
/// joins. After 3,000 wrong codes from all addresses, an address with more than 30 wrong codes gets 429 even for the right
/// code. Secrets have no such limit.
#[utoipa::path(
    tag = "Nights",
    request_body(content = JoinRequest, description = "The code or the secret, and the player or the table."),
    responses(
        (status = 200, description = "The id of the night, and the token of a phone that had joined with it before.",
            body = Joining),
        (status = 201, description = "The id of the night, and the phone's token.", body = Joining,
            headers(("Location" = String, description = "The path of the night."))),
    ),
)]
#[post("/nights/join")]
pub async fn join_night(
    request: HttpRequest,
    limits: Data<RateLimits>,
    phones: Data<PhoneService>,
    body: Body<JoinRequest>,
) -> Result<HttpResponse, HttpProblem> {
    let key = body.0.key()?;
    let found = match &key {
        GivenKey::Code(code) => {
            let address = address::rate_limit_key(&request, limits.behind_proxy);
            limits.check_write(WriteKey::Address(address))?;
            phones.night_by_code(code, &limits, address).await?
        }
        GivenKey::Secret(secret) => phones.night_by_secret(secret).await?,
    };
    let (night, opening) = found.ok_or_else(|| unknown(&key))?;
    if let GivenKey::Secret(_) = key {
        // The QR code lets phones in whatever a stranger sends from their address.
        limits.check_write(WriteKey::Night(night))?;
    }
    let Some(owner) = body.0.owner()? else {
        return Ok(HttpResponse::Ok().json(Joining { night_id: night, token: None }));
    };
    let joined = phones.join(night, opening, owner, body.0.token).await?;
    let (token, effect) = joined.ok_or_else(|| unknown(&key))?;
    let joining = Joining { night_id: night, token: Some(token) };
    Ok(created(effect, format!("/api/v1/nights/{night}"), joining))
}

fn unknown(key: &GivenKey) -> Problem {
    let of = |detail: String, pointer| Problem::new(ProblemType::NotFound, detail).at_pointer(pointer);
    match key {
        GivenKey::Code(code) => of(format!("No night has the code “{}”.", truncate(code)), "/code"),
        GivenKey::Secret(_) => of("No night has this secret: the link is an old one.".to_owned(), "/secret"),
    }
}

/// Returns a night's QR code
///
/// Returns an SVG image of the link that phones join by, to print or to show in the hall. It is
/// `/#/join-night?code=K7QX2M&secret=…` at the address of this request. If the operator has named an address
/// (`--public-url`), the link has that address. On a phone `localhost` is the phone itself. So after a request to
/// `localhost` the link has this machine's own address in the network. The link is also the image's title.
#[utoipa::path(
    tag = "Nights",
    params(NightPath),
    responses((status = 200, description = "The QR code.", body = String, content_type = "image/svg+xml")),
)]
#[get("/nights/{id}/join.svg")]
pub async fn draw_join_qr(
    request: HttpRequest,
    _: Permitted<rights::ReadJoinCode>,
    path: Path<NightPath>,
    limits: Data<RateLimits>,
    nights: Data<NightService>,
    pool: Pool,
) -> Result<HttpResponse, HttpProblem> {
    let JoinKeys { code, secret } = nights.join_keys(path.0.id).await?;
    let address = address::of_service(&request, limits.behind_proxy);
    Ok(qr::svg_response(&pool, format!("{address}/#/join-night?code={code}&secret={secret}")).await?)
}

/// The request for a new join code.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct JoinCodeRequest {
    /// An id made by the client. A repeat with the same id makes one code.
    id: CommandId,
}

/// Creates a new join code
///
/// Replaces the join code and the join secret of a night, so that the old code, link and QR code no longer work. Phones
/// that have joined stay. Idempotent: a repeat with the same id has no effect at any later time.
#[utoipa::path(
    tag = "Nights",
    params(NightPath),
    request_body(content = JoinCodeRequest, description = "An id made by the client."),
    responses(
        (status = 200, description = "The code was made already. Returns the night.", body = NightAnswer),
        (status = 201, description = "The night with the new code.", body = NightAnswer,
            headers(("Location" = String, description = "The path of the night."))),
    ),
)]
#[post("/nights/{id}/join-code")]
pub async fn renew_join_code(
    caller: Permitted<rights::RunNights>,
    path: Path<NightPath>,
    nights: Data<NightService>,
    phones: Data<PhoneService>,
    body: Body<JoinCodeRequest>,
) -> Result<HttpResponse, HttpProblem> {
    let night = path.0.id;
    let effect = phones.renew_join_keys(night, body.0.id).await?;
    Ok(night::created(effect, night, night::answer(&nights, night, &caller).await?))
}

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
    /// The phones of players by name, then the phones of tables by number.
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
    tag = "Nights",
    params(NightPath),
    responses((status = 200, description = "The phones.", body = Phones)),
)]
#[get("/nights/{id}/phones")]
pub async fn list_phones(
    _: Permitted<rights::RunNights>,
    path: Path<NightPath>,
    phones: Data<PhoneService>,
) -> Result<Json<Phones>, HttpProblem> {
    Ok(Json(phone_list(&phones, path.0.id).await?))
}

/// Deletes all phones of a night
///
/// Revokes the tokens of all phones. If there were phones, the night gets a new join code and secret at once, so the
/// phones cannot join again with the old code. Idempotent.
#[utoipa::path(
    tag = "Nights",
    params(NightPath),
    responses((status = 200, description = "The remaining phones: none.", body = Phones)),
)]
#[delete("/nights/{id}/phones")]
pub async fn revoke_phones(
    _: Permitted<rights::RunNights>,
    path: Path<NightPath>,
    phones: Data<PhoneService>,
) -> Result<Json<Phones>, HttpProblem> {
    phones.revoke(path.0.id, None).await?;
    Ok(Json(phone_list(&phones, path.0.id).await?))
}

/// Deletes a phone of a night
///
/// Revokes the token of a phone. The night gets a new join code and secret at once, so the phone cannot join again with
/// the old code. Other phones stay. Idempotent.
#[utoipa::path(
    tag = "Nights",
    params(PhonePath),
    responses((status = 200, description = "The remaining phones.", body = Phones)),
)]
#[delete("/nights/{id}/phones/{phone}")]
pub async fn revoke_phone(
    _: Permitted<rights::RunNights>,
    path: Path<PhonePath>,
    phones: Data<PhoneService>,
) -> Result<Json<Phones>, HttpProblem> {
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
