//! Phones that join a night: the code, its picture, and what a phone gets for it.

use actix_web::http::header::LOCATION;
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse, get, post};
use pegout_engine::league::{NightId, PlayerId};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::auth::caller::Coordinator;
use crate::auth::rate_limit::{Limits, Writer};
use crate::eventlog::Records;
use crate::handlers::nights::night::NightPath;
use crate::handlers::qr;
use crate::http::body::{self, Body};
use crate::http::path::Path;
use crate::http::{client_address, origin};
use crate::model::token::Token;
use crate::openapi::responses::{JoinProblems, JoinSvgProblems};
use crate::problem::{Problem, ProblemType, brief};
use crate::services::night_service::Hall;
use crate::store::{Joined, Whose};

/// A phone that wants to join.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct JoinRequest {
    /// The night's code, in letters of either case.
    #[schema(max_length = 40, examples("K7QX2M"))]
    code: String,
    /// The player whose games the phone is to keep, wherever they sit.
    player_id: Option<PlayerId>,
    /// The table whose games the phone is to keep, whoever sits there.
    #[serde(default, deserialize_with = "body::maybe_whole::<_, _, 1, 200>")]
    #[schema(minimum = 1, maximum = 200)]
    table: Option<u8>,
}

/// A night that was found by its code, or joined.
#[derive(Serialize, ToSchema)]
pub struct Joining {
    /// The night.
    night_id: NightId,
    /// What the phone keeps games with; not there where only the code was sent.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    token: Option<Token>,
}

/// Join a night
///
/// With the code alone it says which night that is, to pick a name from. With a player or a table too, the phone gets a
/// token that keeps the score of the games that they play there, as each round comes. It opens nothing any more a day
/// after the night is finished. Wrong codes count like wrong passwords.
#[utoipa::path(
    operation_id = "joinNight",
    tag = "Nights",
    request_body(content = JoinRequest, description = "The code, and for whom."),
    responses(
        (status = 200, description = "The night with this code.", body = Joining),
        (status = 201, description = "The night, and the phone's token.", body = Joining,
            headers(("Location" = String, description = "Where the night is."))),
        JoinProblems,
    ),
)]
#[post("/nights/join")]
pub async fn join_night(
    request: HttpRequest,
    limits: Data<Limits>,
    hall: Data<Hall>,
    records: Data<Records>,
    body: Body<JoinRequest>,
) -> Result<HttpResponse, Problem> {
    let JoinRequest { code, player_id, table } = body.0;
    let address = client_address::rate_limit_key(&request, limits.behind_proxy);
    limits.admit(Writer::Address(address))?;
    let Some(night) = hall.find(&code, &limits, address).await? else {
        let detail = format!("No night has the code “{}”.", brief(&code));
        return Err(Problem::new(ProblemType::NotFound, detail).at("/code"));
    };
    let whose = match (player_id, table) {
        (None, None) => return Ok(HttpResponse::Ok().json(Joining { night_id: night, token: None })),
        (Some(player), None) => {
            let here = hall.night(night).await?.entry(player).is_some();
            // A person who was forgotten has an entry still, and plays no more.
            if !here || records.store.player(player).await?.is_none() {
                return Err(Problem::invalid("/player_id", "This player is not checked in to this night."));
            }
            Whose::Player(player)
        }
        (None, Some(table)) => Whose::Table(usize::from(table)),
        (Some(_), Some(_)) => {
            return Err(Problem::invalid("/table", "A phone joins for a player or for a table, not for both."));
        }
    };
    let token = Some(hall.join(Joined { night, whose }).await?);
    let address = format!("/api/v1/nights/{night}");
    Ok(HttpResponse::Created().insert_header((LOCATION, address)).json(Joining { night_id: night, token }))
}

/// Draw a night's QR code
///
/// An SVG image of the link that phones join by, for the wall of the hall: `/#/join-night?code=K7QX2M` at the address
/// that this was asked at, or at this machine's own in the hall where that was `localhost`, which leads a phone to itself.
/// The image's title is the link.
#[utoipa::path(
    operation_id = "drawJoinQr",
    tag = "Nights",
    params(NightPath),
    responses((status = 200, description = "The code.", body = String, content_type = "image/svg+xml"), JoinSvgProblems),
    security(("token" = [])),
)]
#[get("/nights/{id}/join.svg")]
pub async fn draw_join_qr(
    request: HttpRequest,
    _: Coordinator,
    path: Path<NightPath>,
    records: Data<Records>,
    limits: Data<Limits>,
) -> Result<HttpResponse, Problem> {
    records.nights.seen(path.0.id).await?;
    let code = records.store.join_code(path.0.id).await?.ok_or_else(Problem::unavailable)?;
    qr::image(&format!("{}/#/join-night?code={code}", origin::origin(&request, limits.behind_proxy)))
}
