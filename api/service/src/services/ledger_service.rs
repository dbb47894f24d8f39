//! The operations on the ledger: money between nights.

use std::collections::HashMap;
use std::sync::Arc;

use async_recursion::async_recursion as boxed;
use pegout_engine::Time;
use pegout_league::ledger::{
    self, Account, Action, Balances, Books, Entry, Ledger, MAX_AMOUNT, NightBooks, NightDebt, OfNight, PlayerAccount,
    Posting, PostingId, TakenBack,
};
use pegout_league::night::dollars;
use pegout_league::{Date, Night, NightId, PlayerId};
use serde::Serialize;
use utoipa::ToSchema;

use crate::auth::caller::Author;
use crate::eventlog::Transaction;
use crate::problem::{Problem, ProblemType};
use crate::services::nights::NightService;
use crate::services::{Core, Effect};
use pegout_model::player::Merges;
use pegout_store::{ConditionKind, LedgerId, StreamId};

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
    /// The reason, or `null`.
    #[schema(required = true)]
    pub reason: Option<String>,
    /// The time at which it was taken back; `null` for a posting that stands.
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
    /// The postings of the credit that stand, the oldest first.
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
        if self.core.log.is_shared() {
            self.core.log.refresh([StreamId::Ledger]).await?;
        }
        Ok(self.core.log.ledger.snapshot(LedgerId).await?.map(|snapshot| snapshot.state).unwrap_or_default())
    }

    /// The player whom a player counts as.
    pub async fn person(&self, player: PlayerId) -> Result<PlayerId, Problem> {
        self.nights.person(player).await
    }

    /// A posting.
    pub async fn posting(&self, id: PostingId) -> Result<Posting, Problem> {
        let ledger = self.ledger().await?;
        let entry = ledger.entry(id).ok_or(ledger::Refusal::NoSuchPosting { posting: id })?;
        Ok(entry.posting.clone())
    }

    /// Posts to the ledger, and returns the posting. A repeat changes nothing.
    #[boxed(?Send)]
    pub async fn post(&self, author: Author, posting: Posting) -> Result<(Effect, EntryView), Problem> {
        if posting.is_of_night() {
            return Err(ledger::Refusal::NightOnly.into());
        }
        let id = posting.id;
        let balances = self.balances_for(posting.from).await?;
        let night = posting.night;
        let player = posting.player;
        let service = self.clone();
        let decide = async move |transaction: &mut Transaction| {
            let merges = {
                transaction.ledger().await?;
                transaction.merges_of_ledger().await?
            };
            if let Some(night) = night {
                transaction.night(night).await?.ok_or_else(Problem::no_such_night)?;
            }
            let person = player.map(|player| merges.person(player));
            if let Some(person) = person {
                let missing = || Problem::new(ProblemType::NotFound, format!("There is no player {person}."));
                service.core.store.player(person).await?.ok_or_else(missing)?;
                transaction.require(LedgerId, ConditionKind::Player(person));
            }
            Ok(Action::Post { posting: Posting { player: person, ..posting.clone() }, balances })
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
        let balances = self.balances_for(self.posting(posting).await?.to).await?;
        let decide = async move |_: &mut Transaction| {
            Ok(Action::TakeBack(TakenBack { posting, reason: reason.clone(), balances, with_night: false }))
        };
        self.execute(author, decide).await
    }

    /// The balances, if money would leave a fund.
    async fn balances_for(&self, from: Account) -> Result<Option<Balances>, Problem> {
        Ok(if from.is_fund() { Some(self.books().await?.books.balances) } else { None })
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
        let books = self.books().await?.books;
        let account = |(player, account): (PlayerId, PlayerAccount)| self.account(player, account, shows_prizes);
        let mut accounts: Vec<AccountView> = books.players.into_iter().map(account).collect();
        accounts.retain(|account| {
            account.credit != 0 || !account.owes.is_empty() || account.to_get.is_some_and(|to_get| to_get > 0)
        });
        accounts.sort_by_cached_key(|account| pegout_model::name_key::plain_key(&account.name));
        Ok(accounts)
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

    /// Refuses to forget a player who has money in the box. Their credit may go to the activities.
    pub async fn check_forget(&self, person: PlayerId, credit_to_activities: bool) -> Result<(), Problem> {
        let PlayerAccount { credit, to_get, .. } =
            self.books().await?.books.players.remove(&person).unwrap_or_default();
        // The fees of nights to come go back to the credit.
        let is_to_come = |night: &&Arc<Night>| night.check_active().is_ok() && !night.has_played(person);
        let ledger = self.ledger().await?;
        let fee = |night: &Arc<Night>| {
            let of = OfNight { night: night.schedule().night, player: person, from: Account::Credit, to: Account::Fee };
            ledger.of_night(of).map_or(0, |posting| posting.amount)
        };
        let ahead: u64 = self.nights.nights(None).await?.iter().filter(is_to_come).map(fee).sum();
        let credit = u64::try_from(credit).unwrap_or_default() + ahead;
        if to_get == 0 && (credit == 0 || credit_to_activities) {
            return Ok(());
        }
        let detail = match (credit, to_get) {
            (credit, 0) => format!("The player has {} of credit. Hand it back first.", dollars(credit)),
            (_, to_get) => format!("The player is still to get {}. Hand it out first.", dollars(to_get)),
        };
        Err(Problem::new(ProblemType::HasMoney, detail).member("credit", credit).member("to_get", to_get))
    }

    /// Moves the credit of a player who is being forgotten to the activities.
    pub async fn give_away_credit(&self, person: PlayerId, author: &Author) -> Result<(), Problem> {
        while let Ok(credit @ 1..) = u64::try_from(self.ledger().await?.credit(person)) {
            let (from, to) = (Account::Credit, Account::Activities);
            let (id, amount) = (PostingId::from_bytes(self.core.ids.next()), credit.min(MAX_AMOUNT));
            let posting = Posting { id, from, to, amount, player: Some(person), night: None, reason: None };
            self.post(author.clone(), posting).await?;
        }
        Ok(())
    }

    /// Refuses merges with which somebody would have used more credit than they had.
    pub async fn check_merges(&self, merges: Merges) -> Result<(), Problem> {
        let is_negative = |ledger: &Ledger| ledger.credits().any(|(_, credit)| credit < 0);
        let read = self.core.log.ledger.read_many_by(Arc::new(merges), vec![LedgerId], is_negative).await?;
        if read.contains(&true) {
            let detail = "One of the two would have used more credit than they had. Receive the difference first.";
            return Err(Problem::new(ProblemType::AlreadySpent, detail));
        }
        Ok(())
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
        let Posting { id, from, to, amount, player, night, reason } = entry.posting.clone();
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
            reason,
            taken_back: entry.taken_back.as_ref().map(|taken_back| taken_back.at),
        }
    }

    /// The name of a player.
    pub fn name(&self, player: PlayerId) -> String {
        self.core.names.get(player)
    }
}
