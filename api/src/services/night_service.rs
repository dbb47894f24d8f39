//! Where everything that happens to a night passes: its own turn is taken first, then those of its games by table.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use actix_web::web::Data;
use pegout_engine::game::{self, Game, GameId, Metadata, Role, TokenId};
use pegout_engine::league::night::{Action, Event, EventKind, NewRound, Night, Schedule};
use pegout_engine::league::{GameResult, GameResults, NightId, PlayerId, Round, Seed, Settings};
use tokio::sync::Mutex;
use uuid::Uuid;

use crate::auth::caller::Coordinator;
use crate::auth::rate_limit::Limits;
use crate::auth::sessions::Tokens;
use crate::clock;
use crate::eventlog::snapshot::Told;
use crate::eventlog::transaction::Change;
use crate::eventlog::{Records, to_the_end};
use crate::http::sse::Watch;
use crate::model::join_code::JoinCode;
use crate::model::token::Token;
use crate::problem::Problem;
use crate::services::night_feed::Boards;
use crate::services::night_report::Evening;
use crate::store::{Along, Joined, NightRow, TokenRow};

/// How long a phone's token opens something after its night is finished.
const AFTERWARDS: Duration = Duration::from_secs(24 * 3600);

/// The hall. All that is known of the nights passes through it.
#[derive(Clone)]
pub struct Hall {
    records: Arc<Records>,
    boards: Boards,
    tokens: Data<Tokens>,
    /// Held by whoever tries a code.
    trying: Arc<Mutex<()>>,
}

/// What came of a request.
pub struct Outcome {
    /// The night before it.
    pub before: Arc<Night>,
    /// Whether anything has happened by it; if not, it had happened already.
    pub happened: bool,
}

impl Hall {
    /// The hall of these nights, which phones join with these tokens.
    pub fn new(records: Arc<Records>, tokens: Data<Tokens>) -> Hall {
        Hall { boards: Boards::new(records.clone()), records, tokens, trying: Arc::default() }
    }

    /// The night and what its games have come to.
    ///
    /// # Errors
    ///
    /// When there is none, or it cannot be loaded.
    pub async fn evening(&self, id: NightId) -> Result<Evening, Problem> {
        Evening::of(&self.records, id).await
    }

    /// The night alone.
    ///
    /// # Errors
    ///
    /// When there is none, or it cannot be loaded.
    pub async fn night(&self, id: NightId) -> Result<Arc<Night>, Problem> {
        self.records.nights.seen(id).await
    }

    /// The night as it is, and whatever becomes of it.
    ///
    /// # Errors
    ///
    /// When there is none, or it cannot be loaded.
    pub async fn watch(&self, id: NightId) -> Result<Watch<Told>, Problem> {
        self.boards.watch(id).await
    }

    /// Everything that happened to a night itself, the oldest first, each with its place from 1.
    ///
    /// # Errors
    ///
    /// When there is none, or it cannot be loaded.
    pub async fn history(&self, id: NightId) -> Result<Vec<(u64, Event)>, Problem> {
        self.records.nights.history(id).await
    }

    /// Schedules a night, and says what phones join it with.
    ///
    /// # Errors
    ///
    /// When there can be no such night, or it cannot be stored.
    pub async fn schedule(&self, schedule: Schedule, coordinator: Coordinator) -> Result<(Evening, JoinCode), Problem> {
        let hall = self.clone();
        to_the_end(async move {
            // Looked up first: once the night is stored, nothing may fail that would have it scheduled again.
            let league = hall.records.store.league().await?.settings;
            let row = NightRow { id: schedule.night, season: schedule.season, code: JoinCode::random() };
            let mut night = hall.records.nights.turn_or_new(schedule.night).await?;
            night.decide(coordinator.stamp(), Action::Schedule(schedule), &GameResults::new())?;
            hall.records.carry_out(Some(&mut night), &mut [], Some(Along::Night(row))).await?;
            Ok((Evening::to_come(&hall.records, night.seen(), league), row.code))
        })
        .await
    }

    /// Does what the coordinator asks of a night, other than to draw a round.
    ///
    /// # Errors
    ///
    /// When the night does not do it, or it cannot be stored.
    pub async fn ask(&self, id: NightId, coordinator: Coordinator, act: Action) -> Result<Outcome, Problem> {
        self.carry_out(id, coordinator, |_| act).await
    }

    /// Withdraws a player from every night that goes on or is to come.
    ///
    /// # Errors
    ///
    /// When the nights cannot be loaded, or the change cannot be stored.
    pub async fn withdraw(&self, player: PlayerId, coordinator: &Coordinator) -> Result<(), Problem> {
        for id in self.records.store.nights(None).await? {
            let night = self.night(id).await?;
            let is_here = night.entry(player).is_some_and(|entry| !entry.left);
            if is_here && night.check_active().is_ok() {
                self.ask(id, coordinator.clone(), Action::Withdraw { player }).await?;
            }
        }
        Ok(())
    }

    /// Draws the next round; with its number, a repeat is harmless. What is left to chance is drawn from the seed.
    ///
    /// # Errors
    ///
    /// When there can be no such round, or it cannot be stored.
    pub async fn draw_round(
        &self,
        id: NightId,
        coordinator: Coordinator,
        number: Option<u16>,
        seed: Seed,
    ) -> Result<Outcome, Problem> {
        let settings = self.records.store.league().await?.settings;
        let round = move |night: &Night| {
            let game = || GameId::from_bytes(Uuid::now_v7().into_bytes());
            let games = std::iter::repeat_with(game).take(night.next_table_count()).collect();
            Action::DrawRound(NewRound { number, seed, games, settings })
        };
        self.carry_out(id, coordinator, round).await
    }

    /// The night that phones join with this code, tried from this address; `None` where no night has it.
    ///
    /// # Errors
    ///
    /// When too many wrong ones came from there, or it cannot be looked up.
    pub async fn find(&self, code: &str, limits: &Limits, address: IpAddr) -> Result<Option<NightId>, Problem> {
        // With one try at a time, none that comes beside a wrong one escapes the limit.
        let _turn = self.trying.lock().await;
        limits.admit_try(address)?;
        let night = match code.parse::<JoinCode>() {
            Ok(code) => self.records.store.night_of_code(code).await?,
            Err(_) => None,
        };
        if night.is_none() {
            limits.note_wrong_try(address);
        }
        Ok(night)
    }

    /// Lets a phone join a night that goes on, and gives it a token.
    ///
    /// # Errors
    ///
    /// When the night is over or cancelled, or the token cannot be stored.
    pub async fn join(&self, joined: Joined) -> Result<Token, Problem> {
        let hall = self.clone();
        to_the_end(async move {
            // With the night's turn, so that no finish passes by this token.
            let night = hall.records.nights.turn(joined.night).await?;
            night.state.check_active()?;
            let token = Token::random();
            let row = TokenRow { role: Role::Phone, joined: Some(joined), ..TokenRow::scorer(token.hash()) };
            hall.records.store.put_token(row, clock::now().millis()).await?;
            Ok(token)
        })
        .await
    }

    /// Sends a phone of a night away, or all of them.
    ///
    /// # Errors
    ///
    /// When there is no such night, or it cannot be stored.
    pub async fn revoke(&self, id: NightId, phone: Option<TokenId>) -> Result<(), Problem> {
        let hall = self.clone();
        to_the_end(async move {
            // With the night's turn, so that none joins meanwhile.
            let _turn = hall.records.nights.turn(id).await?;
            hall.records.store.delete_phones(id, phone.map(TokenId::bytes)).await?;
            hall.tokens.recheck(|token| token.joined.is_some_and(|joined| joined.night == id));
            Ok(())
        })
        .await
    }

    async fn carry_out(
        &self,
        id: NightId,
        coordinator: Coordinator,
        act: impl FnOnce(&Night) -> Action + 'static,
    ) -> Result<Outcome, Problem> {
        let hall = self.clone();
        to_the_end(async move {
            let mut night = hall.records.nights.turn(id).await?;
            let (before, stamp) = (night.seen(), coordinator.stamp());
            let act = act(&night.state);
            let mut games = if needs_games(&act) { hall.turns(&night.state).await? } else { Vec::new() };
            let played = games.iter().map(|game| (game.id, GameResult::of(&game.state))).collect();
            night.decide(stamp.clone(), act, &played)?;
            hall.follow(&night, &mut games, &stamp).await?;
            let finished = night.events.iter().any(|event| matches!(event.kind, EventKind::Finished(_)));
            let expiry = finished.then(|| stamp.at.millis() + AFTERWARDS.as_millis() as i64);
            let along = expiry.map(|at| Along::PhonesExpire { night: id, at });
            hall.records.carry_out(Some(&mut night), &mut games, along).await?;
            if finished {
                hall.tokens.recheck(|token| token.joined.is_some_and(|joined| joined.night == id));
            }
            Ok(Outcome { before, happened: !night.events.is_empty() })
        })
        .await
    }

    /// The turns of all games of a night, by round and table.
    async fn turns(&self, night: &Night) -> Result<Vec<Change<Game>>, Problem> {
        let mut games = Vec::new();
        for (_, table) in night.tables() {
            games.push(self.records.games.turn(table.game).await?);
        }
        Ok(games)
    }

    /// What happens to the games by what happens to their night.
    async fn follow(
        &self,
        night: &Change<Night>,
        games: &mut Vec<Change<Game>>,
        stamp: &Metadata,
    ) -> Result<(), Problem> {
        let after = night.after();
        for event in &night.events {
            match &event.kind {
                EventKind::RoundDrawn(round) => games.extend(self.begin(night.id, &after, round, stamp).await?),
                EventKind::Swapped { round, .. } => {
                    let tables = after.tables().filter(|(at, _)| at.round == *round);
                    for (_, table) in tables {
                        decide(games, table.game, stamp, game::Action::Reseat { sides: table.sides() })?;
                    }
                }
                EventKind::Finished(finish) => {
                    for game in &finish.voided {
                        let reason = Some("The night was finished.".to_owned());
                        decide(games, *game, stamp, game::Action::Void { reason })?;
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// The games of a new round, begun.
    async fn begin(
        &self,
        id: NightId,
        night: &Night,
        round: &Round,
        stamp: &Metadata,
    ) -> Result<Vec<Change<Game>>, Problem> {
        // A night with a round has taken its settings.
        let rules = night.settings(&Settings::default()).rules.clone();
        let mut begun = Vec::new();
        for table in &round.tables {
            let mut game = self.records.games.turn_or_new(table.game).await?;
            game.decide(stamp.clone(), game::Action::Begin(table.setup(id, rules.clone())))?;
            begun.push(game);
        }
        Ok(begun)
    }
}

/// Whether an act looks at the night's games, or changes them.
const fn needs_games(act: &Action) -> bool {
    matches!(act, Action::DrawRound(_) | Action::Swap { .. } | Action::Finish { .. })
}

fn decide(games: &mut [Change<Game>], id: GameId, stamp: &Metadata, act: game::Action) -> Result<(), Problem> {
    let game = games.iter_mut().find(|game| game.id == id);
    Ok(game.map_or(Ok(()), |game| game.decide(stamp.clone(), act))?)
}
