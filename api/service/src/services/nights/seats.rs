//! Changes of the seats of a round that was drawn.

use async_recursion::async_recursion as boxed;
use pegout_engine::game::GameId;
use pegout_league::night::{Action, NewSeats, NewTable, Night, Pair, PersonView, Refusal, Reseat, ReseatPreview};
use pegout_league::{CommandId, NightId, PlayerId, Seed};

use super::{CommandOrigin, NightOutcome, NightService};
use crate::auth::caller::Author;
use crate::eventlog::Transaction;
use crate::problem::Problem;
use pegout_store::ConditionKind;

/// A request to change the seats of a round.
#[derive(Clone, Debug)]
pub struct ReseatRequest {
    /// The number of the round.
    pub round: u16,
    /// The tables after the change.
    pub tables: Vec<NewSeats>,
    /// The players without a seat after the change.
    pub out: Vec<PlayerId>,
    /// The reason.
    pub reason: Option<String>,
    /// The id of the request.
    pub id: Option<CommandId>,
    /// The version of the night that the request was made at.
    pub based_on: Option<u64>,
}

impl ReseatRequest {
    fn into_reseat(self, seed: Seed, guests: Vec<PlayerId>) -> Reseat {
        let ReseatRequest { round, tables, out, reason, id, .. } = self;
        Reseat { round, tables, out, reason, guests, seed, id }
    }
}

/// The players at tables.
#[derive(Default)]
struct Seated {
    /// The players who were not forgotten.
    known: Vec<PlayerId>,
    /// The players who are not active members of the club.
    guests: Vec<PlayerId>,
}

impl NightService {
    /// Changes the seats of a round.
    #[boxed(?Send)]
    pub async fn reseat(&self, id: NightId, author: Author, new: ReseatRequest) -> Result<NightOutcome, Problem> {
        self.core.names.ensure_loaded().await?;
        let (service, seeds, based_on) = (self.clone(), self.preview_seeds().await, new.based_on);
        let action = async move |transaction: &mut Transaction, night: &Night| {
            let Seated { known, guests } = service.guests(night, &new.tables).await?;
            known.into_iter().for_each(|player| transaction.require(id, ConditionKind::Player(player)));
            Ok(Action::Reseat(new.clone().into_reseat(seeds.of(night), guests)))
        };
        self.execute(id, author, CommandOrigin::based_on(based_on), action).await
    }

    /// The effects that a change of seats would have.
    #[boxed(?Send)]
    pub async fn preview_reseat(
        &self,
        id: NightId,
        author: &Author,
        new: ReseatRequest,
    ) -> Result<ReseatPreview, Problem> {
        let report = self.report(id).await?;
        let guests = self.guests(&report.night, &new.tables).await?.guests;
        let seed = self.preview_seeds().await.of(&report.night);
        let preview = report.preview_reseat(author.metadata(self.core.clock.now()), new.into_reseat(seed, guests));
        preview.map_err(|refusal| self.name_refusal(refusal))
    }

    /// Gives players who came during the newest round a table.
    #[boxed(?Send)]
    pub async fn add_table(
        &self,
        id: NightId,
        author: Author,
        round: u16,
        players: Vec<PlayerId>,
        command: CommandId,
    ) -> Result<NightOutcome, Problem> {
        self.core.names.ensure_loaded().await?;
        let (service, seed) = (self.clone(), self.new_seed());
        let action = async move |_: &mut Transaction, _: &Night| {
            let game = GameId::from_bytes(service.core.ids.next());
            Ok(Action::AddTable(NewTable { round, players: players.clone(), game, seed, id: Some(command) }))
        };
        self.execute(id, author, CommandOrigin::default(), action).await
    }

    /// Makes a pair, or changes its players.
    #[boxed(?Send)]
    pub async fn pair(
        &self,
        id: NightId,
        author: Author,
        pair: Pair,
        may_correct: bool,
        based_on: Option<u64>,
    ) -> Result<NightOutcome, Problem> {
        self.core.names.ensure_loaded().await?;
        let settings = self.core.store.league().await?.settings;
        let mut unknown = Vec::new();
        for absent in pair.players.iter().filter_map(|member| member.stands_for) {
            let person = self.person(absent).await?;
            if self.core.store.player(person).await?.is_none() {
                unknown.push(person);
            }
        }
        let action = async move |_: &mut Transaction, night: &Night| {
            // A player who was forgotten keeps the cards of the night.
            let is_known =
                |player: PlayerId| night.entry(player).is_some() || night.stood_for().any(|absent| absent == player);
            if let Some(stranger) = unknown.iter().find(|player| !is_known(**player)) {
                return Err(Problem::invalid("/players", format!("There is no player {stranger}.")));
            }
            Ok(Action::Pair { pair: pair.clone(), format: night.format(&settings), may_correct })
        };
        self.execute(id, author, CommandOrigin::based_on(based_on), action).await
    }

    /// The players at these tables. All must be known.
    async fn guests(&self, night: &Night, tables: &[NewSeats]) -> Result<Seated, Problem> {
        let mut seated = Seated::default();
        for player in tables.iter().flat_map(|table| table.seating.players()) {
            let known = self.core.store.player(player).await?;
            if known.is_none() && night.entry(player).is_none() {
                return Err(Problem::invalid("/tables", format!("There is no player {player}.")));
            }
            if known.as_ref().is_none_or(|known| !known.active_member) {
                seated.guests.push(player);
            }
            seated.known.extend(known.map(|known| known.id));
        }
        Ok(seated)
    }

    /// The refusal as a problem that names its players.
    pub(super) fn name_refusal(&self, refusal: Refusal) -> Problem {
        let person = |id| PersonView { id, name: self.name(id) };
        match refusal {
            Refusal::Seats { players, error } => Problem::of_seats(error, players.into_iter().map(person).collect()),
            Refusal::PairPlayers { players, error } => {
                Problem::of_players("/players", error, players.into_iter().map(person).collect())
            }
            refusal => refusal.into(),
        }
    }
}
