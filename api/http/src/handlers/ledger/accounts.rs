//! The accounts of players: money paid ahead, debts, and money to get.

use actix_web::get;
use actix_web::web::{Data, Json};
use serde::Serialize;
use utoipa::ToSchema;

use crate::caller::{Authenticated, Permitted};
use crate::handlers::league::players::PlayerPath;
use crate::params::Path;
use crate::problem_response::HttpProblem;
use pegout_service::auth::right::{Right, rights};
use pegout_service::services::ledger_service::{AccountView, LedgerService, Statement};

/// The accounts of the players who have one.
#[derive(Serialize, ToSchema)]
pub struct PlayerBalances {
    /// The accounts, by name.
    players: Vec<AccountView>,
}

/// Lists the accounts of players
///
/// Lists the players who have money ahead, owe a fee or are to get something, by name. Helpers at the door do not see what
/// players are to get.
#[utoipa::path(
    tag = "Ledger",
    responses((status = 200, description = "The accounts.", body = PlayerBalances)),
)]
#[get("/ledger/players")]
pub async fn list_players_money(
    caller: Permitted<rights::CheckIn>,
    ledger: Data<LedgerService>,
) -> Result<Json<PlayerBalances>, HttpProblem> {
    Ok(Json(PlayerBalances { players: ledger.accounts(caller.has(Right::ReadMoney)).await? }))
}

/// Returns the statement of a player
///
/// Returns the credit, the debts and the unpaid prizes of a player, and every posting of the credit with the credit after it. A
/// personal link reads the statement of its own player.
#[utoipa::path(
    tag = "Ledger",
    params(PlayerPath),
    responses((status = 200, description = "The statement.", body = Statement)),
)]
#[get("/players/{id}/statement")]
pub async fn get_statement(
    Authenticated(caller): Authenticated,
    path: Path<PlayerPath>,
    ledger: Data<LedgerService>,
) -> Result<Json<Statement>, HttpProblem> {
    ledger.check_reads_statement(&caller, path.0.id).await?;
    Ok(Json(ledger.statement(path.0.id).await?))
}
