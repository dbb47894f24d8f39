//! The postings of the ledger.

use actix_web::web::{Data, Json};
use actix_web::{HttpRequest, HttpResponse, delete, get, put};
use pegout_league::ledger::{Account, Balances, Entry, Posting, PostingId, PotId};
use pegout_league::{NightId, PlayerId};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::body::{Body, Integer};
use crate::caller::Permitted;
use crate::handlers::common::{Done, created};
use crate::paging::{Limit, Page};
use crate::params::{Path, Query};
use crate::problem_response::HttpProblem;
use pegout_service::auth::caller::Caller;
use pegout_service::auth::right::{Right, rights};
use pegout_service::problem::Problem;
use pegout_service::services::ledger_service::{EntryView, LedgerService};

/// A posting of the ledger.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
pub struct PostingPath {
    /// The id of the posting.
    id: PostingId,
}

/// The part of the ledger to return.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct LedgerQuery {
    /// Only the postings at this night, or of its fees and prizes.
    #[param(nullable = false)]
    night_id: Option<NightId>,
    /// Only the postings of this player.
    #[param(nullable = false)]
    player_id: Option<PlayerId>,
    /// The most postings to return, the newest ones.
    #[serde(default)]
    #[param(value_type = Option<usize>, nullable = false, minimum = 1, maximum = 1000)]
    limit: Option<Limit>,
    /// Only the postings before this one: the first one of the part that was returned before.
    #[param(nullable = false)]
    before: Option<PostingId>,
}

/// The ledger: the money that should be in the box, and the postings.
#[derive(Serialize, ToSchema)]
#[schema(as = Ledger)]
pub struct LedgerAnswer {
    /// The balances of the whole league.
    #[serde(flatten)]
    balances: Balances,
    /// The postings in their order, also those that were taken back.
    entries: Vec<EntryView>,
}

/// A posting: an amount that is moved from one account to another.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = LedgerEntryRequest)]
pub struct PostingRequest {
    /// The account that the money leaves: `outside` for cash that a person or a shop gives, `credit`, `pot`, or a fund. Fees,
    /// prizes and stakes are noted at their night.
    from: Account,
    /// The account that the money goes to.
    to: Account,
    /// The amount, in cents.
    #[schema(value_type = u32, minimum = 1, maximum = 100_000)]
    amount: Integer<u32, 1, 100_000>,
    /// The player: the owner of the credit, or the person who gives or gets the money. A posting to or from `credit` needs
    /// it.
    player_id: Option<PlayerId>,
    /// The pot that the money leaves or goes to: a posting to or from `pot` needs it.
    pot_id: Option<PotId>,
    /// The night at which the money goes over the table.
    night_id: Option<NightId>,
    /// The reason, 1 to 1000 letters.
    #[schema(min_length = 1, max_length = 1000, examples("Cake for the last night"))]
    reason: Option<String>,
}

/// The reason to take a posting back.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = LedgerEntryTakingBack)]
pub struct TakingBackRequest {
    /// The reason, 1 to 1000 letters.
    #[schema(min_length = 1, max_length = 1000, examples("It was Bob"))]
    reason: Option<String>,
}

/// Returns the ledger
///
/// Returns the cash that should be in the box, and its parts. They add up to the cent. The postings are money that was paid
/// ahead, handed back or moved between funds. The balances include the fees and prizes of nights. A part of a long list has
/// a link to the part before it.
#[utoipa::path(
    tag = "Ledger",
    params(LedgerQuery),
    responses((status = 200, description = "The ledger.", body = LedgerAnswer)),
)]
#[get("/ledger")]
pub async fn get_ledger(
    request: HttpRequest,
    _: Permitted<rights::ReadMoney>,
    query: Query<LedgerQuery>,
    ledger: Data<LedgerService>,
) -> Result<HttpResponse, HttpProblem> {
    let LedgerQuery { night_id, player_id, limit, before } = query.0;
    let books = ledger.books().await?;
    let player_id = match player_id {
        Some(player) => Some(ledger.person(player).await?),
        None => None,
    };
    let is_wanted = |entry: &EntryView| {
        night_id.is_none_or(|night| entry.night_id == Some(night))
            && player_id.is_none_or(|player| entry.player_id == Some(player))
    };
    let entries = books.ledger.entries().iter().map(|entry| ledger.entry_view(&books, entry)).filter(is_wanted);
    let limit = limit.unwrap_or(Limit::default_limit());
    let page = Page::before(&request, entries.collect(), limit, before, |entry| entry.id)?;
    let balances = books.books.balances;
    Ok(page.response(|entries| LedgerAnswer { balances, entries }))
}

/// Creates a posting
///
/// Moves an amount from one account to another. A player pays ahead from `outside` to `credit`, and gets money back the other
/// way. Purchases go from a fund to `outside`. Helpers at the door may receive money that players pay ahead. Neither a credit
/// nor a fund is spent twice. Idempotent: a repeat with the same content has no effect at any later time.
#[utoipa::path(
    tag = "Ledger",
    params(PostingPath),
    request_body(content = PostingRequest, description = "The accounts and the amount."),
    responses(
        (status = 200, description = "The posting was made before.", body = EntryView),
        (status = 201, description = "The posting.", body = EntryView,
            headers(("Location" = String, description = "The path of the posting, to take it back."))),
    ),
)]
#[put("/ledger/{id}")]
pub async fn put_ledger_entry(
    caller: Permitted<rights::CheckIn>,
    path: Path<PostingPath>,
    ledger: Data<LedgerService>,
    body: Body<PostingRequest>,
) -> Result<HttpResponse, HttpProblem> {
    let PostingRequest { from, to, amount, player_id: player, pot_id: pot, night_id: night, reason } = body.0;
    check_may_move(&caller, from, to)?;
    let posting = Posting { player, night, pot, reason, ..Posting::new(path.0.id, from, to, amount.into()) };
    let (effect, entry) = ledger.post(caller.author(), posting).await?;
    Ok(created(effect, format!("/api/v1/ledger/{}", entry.id), entry))
}

/// Takes a posting back
///
/// Takes a posting back: the money was not moved. The posting stays in the list. If the money was spent since, take that
/// posting back first. A posting of a fee, a prize or a stake is taken back at its night. Helpers at the door take back only money that
/// they have received. Idempotent.
#[utoipa::path(
    tag = "Ledger",
    params(PostingPath),
    request_body(content = TakingBackRequest, description = "The reason, if there is one."),
    responses((status = 200, description = "The posting is taken back.", body = Done)),
)]
#[delete("/ledger/{id}")]
pub async fn delete_ledger_entry(
    caller: Permitted<rights::CheckIn>,
    path: Path<PostingPath>,
    ledger: Data<LedgerService>,
    body: Body<TakingBackRequest>,
) -> Result<Json<Done>, HttpProblem> {
    let Entry { posting: Posting { from, to, .. }, posted, .. } = ledger.posting(path.0.id).await?;
    check_may_move(&caller, from, to)?;
    if posted.token != Some(caller.token.hash().id()) {
        caller.require(Right::RunNights)?;
    }
    ledger.take_back(caller.author(), path.0.id, body.0.reason).await?;
    Ok(Json(Done {}))
}

/// Refuses a helper at the door who does more than to receive money that is paid ahead.
fn check_may_move(caller: &Caller, from: Account, to: Account) -> Result<(), Problem> {
    match (from, to) {
        (Account::Outside, Account::Credit) => Ok(()),
        _ => caller.require(Right::RunNights).map(drop),
    }
}
