//! The operations on the ledger: money between nights.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use async_recursion::async_recursion as boxed;
use pegout_engine::Time;
use pegout_league::ledger::{
    self, Account, Action, Balances, Books, Entry, Ledger, MAX_AMOUNT, NightBooks, NightDebt, PlayerAccount, Posting,
    PostingId, PotId, TakenBack,
};
use pegout_league::night::{self, Schedule, Status};
use pegout_league::{Date, Night, NightId, PlayerId};
use serde::Serialize;
use serde_json::json;
use utoipa::ToSchema;

use crate::auth::caller::{Author, Caller};
use crate::auth::right::Right;
use crate::eventlog::Transaction;
use crate::problem::{Problem, ProblemType};
use crate::services::nights::NightService;
use crate::services::{Core, Effect};
use pegout_model::player::Merges;
use pegout_store::{ConditionKind, LedgerId};

/// The operations on the ledger.
#[derive(Clone)]
pub struct LedgerService {
    pub(super) core: Arc<Core>,
    pub(super) nights: NightService,
}

/// The ledger with the money of all nights.
pub struct LeagueBooks {
    /// The ledger.
    pub ledger: Arc<Ledger>,
    /// The money of each night that has any, by day.
    pub nights: Vec<NightBooks>,
    /// The balances, and the account of each player.
    pub books: Books,
    dates: HashMap<NightId, Date>,
}

/// A posting of the ledger.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = LedgerEntry)]
pub struct EntryView {
    /// The id.
    pub id: PostingId,
    /// The time of arrival at the service.
    pub at: Time,
    /// The author's name; `null` if it is not known.
    #[schema(required = true)]
    by: Option<String>,
    /// The account that the money left.
    pub from: Account,
    /// The account that it went to.
    pub to: Account,
    /// The amount, in cents.
    pub amount: u64,
    /// The player: the owner of the credit, or the person who gave or got the money; `null` if nobody is named.
    #[schema(required = true)]
    pub player_id: Option<PlayerId>,
    /// The player's name, or `null`.
    #[schema(required = true)]
    pub name: Option<String>,
    /// The night; `null` for a posting without a night.
    #[schema(required = true)]
    pub night_id: Option<NightId>,
    /// The day of that night, or `null`.
    #[schema(required = true)]
    pub date: Option<Date>,
    /// The pot that the money left or went to, or `null`.
    #[schema(required = true)]
    pub pot_id: Option<PotId>,
    /// The reason, or `null`.
    #[schema(required = true)]
    pub reason: Option<String>,
    /// The time at which it was taken back; `null` for a posting that counts.
    #[schema(required = true)]
    pub taken_back: Option<Time>,
}

/// The account of a player.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = PlayerBalance)]
pub struct AccountView {
    /// The player.
    player_id: PlayerId,
    /// The player's name.
    pub name: String,
    /// The money that the player has paid ahead, or left in the box, in cents.
    credit: i64,
    /// The fees that the player owes, by day.
    owes: Vec<NightDebt>,
    /// The prizes, 50/50s and fees that the player is still to get, in cents; `null` for helpers at the door.
    #[schema(required = true)]
    to_get: Option<u64>,
}

/// A line of a player's statement.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct StatementLine {
    /// The posting.
    #[serde(flatten)]
    entry: EntryView,
    /// The credit after it, in cents.
    balance: i64,
}

/// The statement of a player.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Statement {
    /// The account.
    #[serde(flatten)]
    account: AccountView,
    /// The postings of the credit without those taken back, the oldest first.
    lines: Vec<StatementLine>,
}

impl LedgerService {
    /// The ledger with the money of all nights.
    #[boxed(?Send)]
    pub async fn books(&self) -> Result<LeagueBooks, Problem> {
        let ledger = self.ledger().await?;
        let mut nights = self.nights.nights(None).await?;
        nights.sort_by_key(|night| (night.schedule().date, night.schedule().starts_at, night.schedule().night));
        let dates = nights.iter().map(|night| (night.schedule().night, night.schedule().date)).collect();
        nights.retain(|night| !night.entries().is_empty() || !night.withdrawn().is_empty());
        let nights: Vec<NightBooks> = self.nights.reports(&nights).await?.iter().map(|report| report.books()).collect();
        let books = Books::new(&ledger, &nights);
        self.core.names.ensure_loaded().await?;
        Ok(LeagueBooks { ledger, nights, books, dates })
    }

    /// The ledger as the database has it; empty before its first posting.
    async fn ledger(&self) -> Result<Arc<Ledger>, Problem> {
        self.core.ledger().await
    }

    /// The player whom a player counts as.
    pub async fn person(&self, player: PlayerId) -> Result<PlayerId, Problem> {
        self.nights.person(player).await
    }

    /// A posting with its history.
    pub async fn posting(&self, id: PostingId) -> Result<Entry, Problem> {
        let ledger = self.ledger().await?;
        Ok(ledger.entry(id).ok_or(ledger::Refusal::NoSuchPosting { posting: id })?.clone())
    }

    /// Posts to the ledger, and returns the posting. A repeat changes nothing.
    #[boxed(?Send)]
    pub async fn post(&self, author: Author, posting: Posting) -> Result<(Effect, EntryView), Problem> {
        if posting.is_of_night() {
            return Err(ledger::Refusal::NightOnly.into());
        }
        let id = posting.id;
        let nights = self.share_of_nights(posting.from).await?;
        let service = self.clone();
        let decide = async move |transaction: &mut Transaction| {
            let is_repeat = transaction.ledger().await?.entry(id).is_some();
            let merges = transaction.merges_of_ledger().await?;
            if let Some(night) = posting.night.filter(|_| !is_repeat) {
                let night = transaction.night(night).await?.ok_or_else(Problem::no_such_night)?;
                if night.status() == Status::Cancelled {
                    return Err(night::Refusal::Cancelled.into());
                }
            }
            let player = posting.player.map(|player| merges.person(player));
            // Money of a player who was forgotten can still leave their credit.
            if let Some(person) = player.filter(|_| !is_repeat && posting.from != Account::Credit) {
                let missing = || Problem::new(ProblemType::NotFound, format!("There is no player {person}."));
                service.core.store.player(person).await?.ok_or_else(missing)?;
                transaction.require(LedgerId, ConditionKind::Player(person));
            }
            Ok(Action::Post { posting: Posting { player, ..posting.clone() }, nights })
        };
        let effect = self.execute(author, decide).await?;
        let ledger = self.ledger().await?;
        let entry = ledger.entry(id).ok_or_else(Problem::unavailable)?;
        self.core.names.ensure_known(entry.posting.player).await?;
        let date = match entry.posting.night {
            Some(night) => Some(self.core.night(night).await?.schedule().date),
            None => None,
        };
        Ok((effect, self.view(entry, date)))
    }

    /// Takes a posting back. A repeat changes nothing.
    #[boxed(?Send)]
    pub async fn take_back(
        &self,
        author: Author,
        posting: PostingId,
        reason: Option<String>,
    ) -> Result<Effect, Problem> {
        let nights = self.share_of_nights(self.posting(posting).await?.posting.to).await?;
        let decide = async move |_: &mut Transaction| {
            Ok(Action::TakeBack(TakenBack {
                posting,
                reason: reason.clone(),
                nights,
                with_night: false,
                won: Vec::new(),
            }))
        };
        self.execute(author, decide).await
    }

    /// The share of the nights in the funds, if money would leave a fund.
    async fn share_of_nights(&self, from: Account) -> Result<Option<Balances>, Problem> {
        if !from.is_fund() {
            return Ok(None);
        }
        Ok(Some(Books::new(&Ledger::default(), &self.books().await?.nights).balances))
    }

    async fn execute(
        &self,
        author: Author,
        decide: impl AsyncFn(&mut Transaction) -> Result<Action, Problem> + 'static,
    ) -> Result<Effect, Problem> {
        let service = self.clone();
        let committed = self.core.log.execute(LedgerId, async move |transaction| {
            let metadata = author.metadata(service.core.clock.now());
            let action = decide(transaction).await?;
            let events = transaction.ledger().await?.decide(ledger::Command { metadata, action })?;
            let effect = Effect::of(!events.is_empty());
            transaction.append_ledger(events);
            Ok::<_, Problem>(effect)
        });
        Ok(committed.await?.value)
    }

    /// The accounts of all players who have one, by name. Helpers at the door do not see what players are to get.
    #[boxed(?Send)]
    pub async fn accounts(&self, shows_prizes: bool) -> Result<Vec<AccountView>, Problem> {
        let mut books = self.books().await?.books;
        let known: HashSet<PlayerId> = self.core.store.players().await?.into_iter().map(|player| player.id).collect();
        // Nobody asks a player who was forgotten for an old fee.
        books
            .players
            .iter_mut()
            .filter(|(player, _)| !known.contains(player))
            .for_each(|(_, account)| account.owes.clear());
        let account = |(player, account): (PlayerId, PlayerAccount)| self.account(player, account, shows_prizes);
        let mut accounts: Vec<AccountView> = books.players.into_iter().map(account).collect();
        accounts.retain(|account| {
            account.credit != 0 || !account.owes.is_empty() || account.to_get.is_some_and(|to_get| to_get > 0)
        });
        accounts.sort_by_cached_key(|account| pegout_model::name_key::plain_key(&account.name));
        Ok(accounts)
    }

    /// Refuses a caller who may not read the statement of a player.
    pub async fn check_reads_statement(&self, caller: &Caller, player: PlayerId) -> Result<(), Problem> {
        let merges = self.core.merges().await?;
        caller.require_for(Right::ReadMoney, player, &|player| merges.person(player)).map(drop)
    }

    /// The account of a player.
    #[boxed(?Send)]
    pub async fn account_of(&self, person: PlayerId) -> Result<AccountView, Problem> {
        let account = self.books().await?.books.players.remove(&person).unwrap_or_default();
        Ok(self.account(person, account, true))
    }

    /// The statement of a player.
    #[boxed(?Send)]
    pub async fn statement(&self, player: PlayerId) -> Result<Statement, Problem> {
        let person = self.nights.person(player).await?;
        let missing = || Problem::new(ProblemType::NotFound, format!("There is no player {person}."));
        self.core.store.player(person).await?.ok_or_else(missing)?;
        let all = self.books().await?;
        let account = all.books.players.get(&person).cloned().unwrap_or_default();
        let mut balance = 0;
        let mut lines = Vec::new();
        for entry in all.ledger.entries().iter().filter(|entry| entry.taken_back.is_none()) {
            let Posting { from, to, amount, player, .. } = entry.posting;
            let amount = i64::try_from(amount).unwrap_or(i64::MAX);
            match (from, to) {
                (Account::Credit, _) if player == Some(person) => balance -= amount,
                (_, Account::Credit) if player == Some(person) => balance += amount,
                _ => continue,
            }
            lines.push(StatementLine { entry: self.entry_view(&all, entry), balance });
        }
        Ok(Statement { account: self.account(person, account, true), lines })
    }

    /// Moves the credit of a player who is being forgotten to the activities.
    pub async fn give_away_credit(&self, person: PlayerId, author: &Author) -> Result<(), Problem> {
        while let Ok(credit @ 1..) = u64::try_from(self.ledger().await?.credit(person)) {
            let (from, to) = (Account::Credit, Account::Activities);
            let (id, amount) = (PostingId::from_bytes(self.core.ids.next()), credit.min(MAX_AMOUNT));
            let posting = Posting { player: Some(person), ..Posting::new(id, from, to, amount) };
            self.post(author.clone(), posting).await?;
        }
        Ok(())
    }

    /// Refuses merges that would set the money of these two players against the nights, or make a credit negative.
    /// Returns the version of the ledger.
    pub async fn check_merges(&self, merges: Merges, players: [PlayerId; 2]) -> Result<u64, Problem> {
        let merges = Arc::new(merges);
        let log = &self.core.log;
        let read = log.ledger.read_many_by(merges.clone(), vec![LedgerId], Ledger::clone).await?;
        let Some(ledger) = read.into_iter().next() else { return Ok(0) };
        let people = players.map(|player| merges.person(player));
        let nights: BTreeSet<NightId> = ledger.nights_of(&people).collect();
        let nights = log.nights.read_many_by(merges, nights.into_iter().collect(), Night::clone).await?;
        if let Some(night) = nights.iter().find(|night| ledger.disagreement(night, Some(&people)).is_some()) {
            let Schedule { night, date, .. } = night.schedule();
            let detail = format!(
                "At the night of {date} one of the two has a stake in a pot, or a fee that credit has paid. Take them back there \
                 first, and mark the prizes as not handed out that went to a credit."
            );
            return Err(Problem::new(ProblemType::OfANight, detail).member("night_id", json!(night)));
        }
        if people.iter().any(|person| ledger.credit(*person) < 0) {
            let detail = "One of the two would have used more credit than they had. Receive the difference first.";
            return Err(Problem::new(ProblemType::AlreadySpent, detail));
        }
        Ok(ledger.version())
    }

    fn account(&self, player: PlayerId, account: PlayerAccount, shows_prizes: bool) -> AccountView {
        let PlayerAccount { credit, owes, to_get } = account;
        let (name, to_get) = (self.core.names.get(player), shows_prizes.then_some(to_get));
        AccountView { player_id: player, name, credit, owes, to_get }
    }

    /// A posting as it is shown.
    pub fn entry_view(&self, books: &LeagueBooks, entry: &Entry) -> EntryView {
        self.view(entry, entry.posting.night.and_then(|night| books.dates.get(&night).copied()))
    }

    fn view(&self, entry: &Entry, date: Option<Date>) -> EntryView {
        let Posting { id, from, to, amount, player, night, pot, reason, .. } = entry.posting.clone();
        EntryView {
            id,
            at: entry.posted.at,
            by: entry.posted.by.clone(),
            from,
            to,
            amount,
            player_id: player,
            name: player.map(|player| self.core.names.get(player)),
            night_id: night,
            date,
            pot_id: pot,
            reason,
            taken_back: entry.taken_back.as_ref().map(|taken_back| taken_back.at),
        }
    }

    /// The name of a player.
    pub fn name(&self, player: PlayerId) -> String {
        self.core.names.get(player)
    }
}
