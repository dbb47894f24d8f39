//! The backups: the last one that the service made by itself, and one to take away as a file.

use actix_web::web::{Data, Json};
use actix_web::{HttpRequest, HttpResponse, get, post};
use pegout_engine::Time;
use serde::{Deserialize, Serialize};
use utoipa::openapi::{KnownFormat, ObjectBuilder, RefOr, Schema, SchemaFormat, Type};
use utoipa::{PartialSchema, ToSchema};

use super::session::{address_budget, check_length};
use crate::body::Body;
use crate::caller::Permitted;
use crate::download;
use crate::problem_response::HttpProblem;
use pegout_service::auth::passwords::Passwords;
use pegout_service::auth::rate_limit::RateLimits;
use pegout_service::auth::right::rights;
use pegout_service::problem::Problem;
use pegout_service::services::database::backup_service::{BackupService, TakenBackup};

/// The media type of a database of SQLite's.
const SQLITE: &str = "application/vnd.sqlite3";

/// The backups that the service makes by itself.
#[derive(Serialize, ToSchema)]
pub struct Backups {
    /// The seconds from one backup to the next; `null` if the service makes no backups by itself.
    #[schema(required = true, examples(900))]
    every_seconds: Option<u64>,
    /// The moment of the last backup that is whole; `null` before the first.
    #[schema(required = true)]
    last_backup: Option<Time>,
    /// True while the last try failed.
    failed: bool,
    /// Why the last try failed; `null` if it did not.
    #[schema(required = true)]
    reason: Option<String>,
}

/// The password, asked again.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct BackupRequest {
    /// The coordinator's password.
    #[schema(max_length = 1000, format = Password)]
    password: String,
}

/// A database, as the bytes of a file.
struct DatabaseFile;

impl PartialSchema for DatabaseFile {
    fn schema() -> RefOr<Schema> {
        let bytes = ObjectBuilder::new().schema_type(Type::String);
        bytes.format(Some(SchemaFormat::KnownFormat(KnownFormat::Binary))).into()
    }
}

impl ToSchema for DatabaseFile {}

/// Returns the time of the last backup
///
/// Returns the time of the last backup that the service made by itself. It does not know of backups that were made by
/// hand.
#[utoipa::path(
    tag = "Service",
    responses((status = 200, description = "The last backup.", body = Backups)),
)]
#[get("/backups")]
pub async fn get_backups(_: Permitted<rights::ManageLeague>, backups: Data<BackupService>) -> Json<Backups> {
    let reason = backups.last.reason();
    Json(Backups {
        every_seconds: backups.every.map(|every| every.as_secs()),
        last_backup: backups.last.moment(),
        failed: reason.is_some(),
        reason,
    })
}

/// Creates a backup and returns it
///
/// Returns a copy of the whole database, with everything that is private in it: store it safely. `pegout check` checks
/// the file and `pegout restore` restores it. The request has the password again, and a wrong one counts as a failed
/// sign-in. Only one backup is made at a time.
#[utoipa::path(
    tag = "Service",
    request_body(content = BackupRequest, description = "The password."),
    responses(
        (status = 200, description = "The database, a file of SQLite's.", body = inline(DatabaseFile), content_type = SQLITE),
    ),
)]
#[post("/backups")]
pub async fn download_backup(
    _: Permitted<rights::ManageLeague>,
    request: HttpRequest,
    passwords: Data<Passwords>,
    limits: Data<RateLimits>,
    backups: Data<BackupService>,
    body: Body<BackupRequest>,
) -> Result<HttpResponse, HttpProblem> {
    let BackupRequest { password } = body.0;
    check_length(&password)?;
    let budget = address_budget(&request, &limits);
    if passwords.verify(password, None, &limits, budget).await?.is_none() {
        return Err(Problem::wrong_password(false).into());
    }
    let TakenBackup { file, day, permit } = backups.take().await?;
    Ok(download::file(&format!("pegout-{day}.db"), SQLITE, file, permit).map_err(|error| {
        log::error!("503: a backup to be taken away cannot be read: {error}");
        Problem::unavailable()
    })?)
}
