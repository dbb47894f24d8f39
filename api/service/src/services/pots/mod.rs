//! The operations on pots: their settings, who leads them at a night, and their payment.

mod hands;
mod views;
mod waiting;

pub use views::{HandView, LeaderView, NightPotView, NightPots, PaidPot, PotLead, PotView, WinnerView};
pub use waiting::WaitingPot;

use std::collections::BTreeSet;
use std::sync::Arc;

use async_recursion::async_recursion as boxed;
use pegout_engine::Game;
use pegout_league::ledger::{self, Action, Ledger, OtherNights, PostingId, Pot, PotId, PotOfNight, Refusal, Winner};
use pegout_league::night::{self, HeldHand, Schedule, Status};
use pegout_league::{Date, GameResult, GameResults, Night, NightId, PlayerId, Settings, StartTime};

use serde_json::json;

use crate::auth::caller::{Author, Caller};
use crate::auth::right::Right;
use crate::eventlog::Transaction;
use crate::problem::{Problem, ProblemType};
use crate::services::nights::NightService;
use crate::services::{Core, Effect};
use pegout_store::LedgerId;

/// The operations on pots.
#[derive(Clone)]
pub struct PotService {
    pub(super) core: Arc<Core>,
    pub(super) nights: NightService,
}

/// The place of a night in the order of the league's nights.
type NightOrder = (Date, StartTime, NightId);

/// The facts of a night that decide who wins its pots.
struct Facts {
    hands: Vec<HeldHand>,
    slams: Vec<PlayerId>,
}

impl Facts {
    fn new(night: &Night, games: &[Arc<Game>], league: &Settings) -> Facts {
        let results: GameResults = games.iter().map(|game| (game.setup().game, GameResult::new(game))).collect();
        let hands = night.hands(|id| games.iter().find(|game| game.setup().game == id).map(Arc::as_ref));
        let rows = night.standings(&results, league, &|_| String::new());
        // Before the finish a card may still lose a game.
        let is_over = night.status() == Status::Finished;
        let games = night.rounds().len().min(night.games_per_night(league).into());
        let has_slam = |row: &&night::StandingsRow| is_over && row.is_slam(games);
        Facts { hands, slams: rows.iter().filter(has_slam).map(|row| row.player_id).collect() }
    }

    fn of<'a>(&'a self, pot: &'a Pot, night: NightId, players: &'a BTreeSet<PlayerId>) -> PotOfNight<'a> {
        PotOfNight { pot, night, players, hands: &self.hands, slams: &self.slams }
    }
}

/// The money that a caller sees.
#[derive(Clone, Copy)]
struct Shown {
    /// True for the amounts.
    amounts: bool,
    /// True for the authors and the ways of payments.
    payments: bool,
}

/// The order of a night.
pub(super) fn order(night: &Night) -> NightOrder {
    let &Schedule { night, date, starts_at, .. } = night.schedule();
    (date, starts_at, night)
}

/// The other nights of the pots, as this night sees them. `all` may have this night too.
fn others_of(all: &[Arc<Night>], night: &Night) -> OtherNights {
    let mut others: Vec<&Arc<Night>> = all.iter().filter(|other| order(other) != order(night)).collect();
    others.sort_by_key(|other| order(other));
    let is_later = |other: &Night| order(other) > order(night);
    let is_finished = |other: &Night| other.status() == Status::Finished;
    let ids = |is_wanted: &dyn Fn(&Night) -> bool| {
        others.iter().filter(|other| is_wanted(other)).map(|other| other.schedule().night).collect::<Vec<_>>()
    };
    OtherNights {
        out: ids(&|other| is_later(other) || !is_finished(other)).into_iter().collect(),
        later: ids(&|other| is_later(other) && is_finished(other)),
    }
}

impl PotService {
    /// The ledger as the database has it; empty before its first event.
    async fn ledger(&self) -> Result<Arc<Ledger>, Problem> {
        self.core.ledger().await
    }

    /// The pots of the league, as this caller sees them.
    #[boxed(?Send)]
    pub async fn pots(&self, caller: Option<&Caller>) -> Result<Vec<PotView>, Problem> {
        let ledger = self.ledger().await?;
        let shows_amounts = self.shows_amounts(caller).await?;
        let view = |pot: &Pot| {
            let balance = shows_amounts.then(|| ledger.in_pot(pot.id));
            PotView::new(pot, ledger.pot_version(pot.id), balance)
        };
        Ok(ledger.pots().iter().map(view).collect())
    }

    /// Makes a pot, or changes it.
    #[boxed(?Send)]
    pub async fn set_pot(&self, author: Author, pot: Pot, based_on: Option<u64>) -> Result<(Effect, PotView), Problem> {
        let (id, service) = (pot.id, self.clone());
        let committed = self.core.log.execute(LedgerId, async move |transaction| {
            let metadata = author.metadata(service.core.clock.now());
            let ledger = transaction.ledger().await?;
            let is_new = ledger.pot(id).is_none();
            let action = Action::SetPot { pot: pot.clone(), based_on };
            let events = ledger.decide(ledger::Command { metadata, action }).map_err(|refusal| match refusal {
                Refusal::PotChanged { pot } => Problem::changed_meanwhile(None, None, json!(ledger.pot(pot))),
                refusal => refusal.into(),
            })?;
            transaction.append_ledger(events);
            Ok::<_, Problem>(Effect::of(is_new))
        });
        let effect = committed.await?.value;
        let ledger = self.ledger().await?;
        let pot = ledger.pot(id).ok_or_else(Problem::unavailable)?;
        Ok((effect, PotView::new(pot, ledger.pot_version(id), Some(ledger.in_pot(id)))))
    }

    /// Returns true if the caller sees the money in the pots, because the caller sees prizes, takes stakes or plays.
    async fn shows_amounts(&self, caller: Option<&Caller>) -> Result<bool, Problem> {
        let sees = |caller: &Caller| {
            let rights = [Right::ReadPrizes, Right::CheckIn, Right::ScoreTables];
            rights.into_iter().any(|right| caller.has(right)) || caller.grant.phone().is_some()
        };
        Ok(caller.is_some_and(sees) || self.core.store.league().await?.is_public)
    }

    /// The pots of a night with their hands, as this caller sees them.
    #[boxed(?Send)]
    pub async fn of_night(&self, id: NightId, caller: Option<&Caller>) -> Result<NightPots, Problem> {
        let night = self.nights.night(id).await?;
        let facts = self.facts(&night).await?;
        let ledger = self.ledger().await?;
        let others = others_of(&self.nights_of_pots(&ledger).await?, &night);
        let amounts = self.shows_amounts(caller).await?;
        let shown = Shown { amounts, payments: caller.is_some_and(|caller| caller.has(Right::ReadMoney)) };
        let entries = night.entries().iter().map(|entry| entry.player);
        self.core.names.ensure_known(entries.chain(ledger.stakers(id))).await?;
        let name = |player: PlayerId| self.core.names.get(player);
        Ok(NightPots::new(&ledger, &facts, &night, &others, shown, &name))
    }

    /// The facts of a night, as the games are now.
    async fn facts(&self, night: &Night) -> Result<Facts, Problem> {
        let league = self.core.store.league().await?.settings;
        let mut games = Vec::new();
        self.core.log.games.preload(night.games_ever()).await;
        for (_, table) in night.tables() {
            games.extend(self.core.log.games.snapshot(table.game).await?.map(|snapshot| snapshot.state));
        }
        Ok(Facts::new(night, &games, &league))
    }

    /// The nights with money of a pot.
    async fn nights_of_pots(&self, ledger: &Ledger) -> Result<Vec<Arc<Night>>, Problem> {
        let mut nights = Vec::new();
        for id in ledger.nights_of_pots() {
            nights.push(self.core.night(id).await?);
        }
        Ok(nights)
    }

    /// Pays a pot to its winners after the last game of the night. A repeat changes nothing.
    #[boxed(?Send)]
    pub async fn pay(
        &self,
        night: NightId,
        pot: PotId,
        author: Author,
        posting: PostingId,
        named: Vec<Winner>,
    ) -> Result<Effect, Problem> {
        let service = self.clone();
        self.change(night, author, async move |transaction, before, ledger| {
            let known = ledger.pot_at(pot, night).ok_or(Refusal::NoSuchPot { pot })?.clone();
            let mut games = Vec::new();
            for (_, table) in before.tables() {
                games.extend(transaction.game(table.game).await?);
            }
            let is_repeat = ledger.entry(posting).is_some();
            if before.status() != Status::Finished && !is_repeat {
                return Err(not_finished(before, &games));
            }
            transaction.merges_of(night);
            let merges = transaction.merges_of_ledger().await?;
            let mut others = Vec::new();
            for id in ledger.nights_of_pots() {
                others.push(transaction.night(id).await?.ok_or_else(Problem::no_such_night)?);
            }
            let person = |winner: &Winner| Winner { player: merges.person(winner.player), ..*winner };
            let named: Vec<Winner> = named.iter().map(person).collect();
            let league = service.core.store.league().await?.settings;
            let facts = Facts::new(before, &games, &league);
            let players = ledger.players_in(pot, night);
            let in_pot = ledger.in_pot_until(pot, &others_of(&others, before));
            let new_id = || PostingId::from_bytes(service.core.ids.next());
            Ok(ledger.pay_pot(facts.of(&known, night, &players), in_pot, &named, posting, new_id)?)
        })
        .await
    }

    /// Takes the payment of a pot back.
    #[boxed(?Send)]
    pub async fn take_back_win(
        &self,
        night: NightId,
        pot: PotId,
        author: Author,
        reason: Option<String>,
    ) -> Result<Effect, Problem> {
        self.change(night, author, async move |_, _, ledger| {
            ledger.pot(pot).ok_or(Refusal::NoSuchPot { pot })?;
            Ok(ledger.take_back_win(pot, night, reason.as_deref())?)
        })
        .await
    }

    /// Carries out changes of the ledger that depend on a night.
    async fn change(
        &self,
        night: NightId,
        author: Author,
        actions: impl AsyncFn(&mut Transaction, &Night, &Ledger) -> Result<Vec<Action>, Problem> + 'static,
    ) -> Result<Effect, Problem> {
        let service = self.clone();
        let committed = self.core.log.execute(night, async move |transaction| {
            let metadata = author.metadata(service.core.clock.now());
            let before = transaction.night(night).await?.ok_or_else(Problem::no_such_night)?;
            let mut ledger = transaction.ledger().await?;
            let actions = actions(transaction, &before, &ledger).await?;
            let effect = Effect::of(!actions.is_empty());
            for action in actions {
                let posted = ledger.decide(ledger::Command { metadata: metadata.clone(), action })?;
                transaction.append_ledger(posted);
                ledger = transaction.ledger().await?;
            }
            Ok::<_, Problem>(effect)
        });
        Ok(committed.await?.value)
    }
}

/// The problem of a pot that is paid before the last game.
fn not_finished(night: &Night, games: &[Arc<Game>]) -> Problem {
    let results: GameResults = games.iter().map(|game| (game.setup().game, GameResult::new(game))).collect();
    let tables: Vec<night::TableRef> = night.open_tables(&results).collect();
    if tables.is_empty() {
        let detail = "Pots are paid after the last game of the night. Finish the night first.";
        return Problem::new(ProblemType::StillPlaying, detail).member("tables", Vec::<usize>::new());
    }
    night::Refusal::GamesStillPlaying { tables }.into()
}
