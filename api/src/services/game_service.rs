//! Where everything that happens to a game passes: load, decide, append, publish.

use std::sync::Arc;

use pegout_engine::game::{Action, Event, Game, GameId, Metadata, Refusal, Setup};
use pegout_engine::league::Night;
use serde::Serialize;
use utoipa::ToSchema;

use crate::auth::caller::Caller;
use crate::eventlog::aggregate::GameSeen;
use crate::eventlog::snapshot::Told;
use crate::eventlog::transaction::Change;
use crate::eventlog::{Records, to_the_end};
use crate::http::sse::Watch;
use crate::problem::{Problem, ProblemType};
use crate::store::{Along, TokenRow};

/// The desk. All that is known of the games passes through it.
#[derive(Clone)]
pub struct Desk(Arc<Records>);

/// What came of a request.
pub struct Outcome {
    /// The game after it.
    pub told: Told,
    /// Whether something is there that was not; if not, it was there already, or replaces another.
    pub created: bool,
}

/// An event of a game with its place in the log.
#[derive(Serialize, ToSchema)]
pub struct Recorded {
    /// Its place, from 1.
    version: u64,
    /// What happened, when, and who did it.
    #[serde(flatten)]
    event: Event,
}

impl Desk {
    /// The desk of these games.
    pub const fn new(records: Arc<Records>) -> Desk {
        Desk(records)
    }

    /// The game as it is.
    ///
    /// # Errors
    ///
    /// When there is none, or it cannot be loaded.
    pub async fn game(&self, id: GameId) -> Result<Told, Problem> {
        Ok(self.0.games.seen(id).await?.told)
    }

    /// The game as it is, and whatever becomes of it.
    ///
    /// # Errors
    ///
    /// When there is none, or it cannot be loaded.
    pub async fn watch(&self, id: GameId) -> Result<Watch<GameSeen>, Problem> {
        let held = self.0.games.held(id).await?;
        Ok(Watch::new(held.seen.subscribe(), held))
    }

    /// Everything that happened, the oldest first.
    ///
    /// # Errors
    ///
    /// When there is no such game, or it cannot be loaded.
    pub async fn history(&self, id: GameId) -> Result<Vec<Recorded>, Problem> {
        let league = self.0.games.seen(id).await?.league.is_some();
        let named = |(version, mut event)| {
            if league {
                self.0.names.put_into_event(&mut event);
            }
            Recorded { version, event }
        };
        Ok(self.0.games.history(id).await?.into_iter().map(named).collect())
    }

    /// Begins a game; `token` is the one that keeps its score.
    ///
    /// # Errors
    ///
    /// When it cannot begin so, or cannot be stored.
    pub async fn begin(&self, setup: Setup, stamp: Metadata, token: TokenRow) -> Result<Outcome, Problem> {
        let desk = self.clone();
        to_the_end(async move {
            let mut change = desk.0.games.turn_or_new(setup.game).await?;
            change.decide(stamp, Action::Begin(setup))?;
            desk.carry_out(change, Vec::new(), Some(Along::Token(token))).await
        })
        .await
    }

    /// Does what a caller asks of a game.
    ///
    /// # Errors
    ///
    /// When the caller may not, the game does not do it, or it cannot be stored.
    pub async fn change(
        &self,
        id: GameId,
        caller: Caller,
        by: Option<String>,
        act: Action,
    ) -> Result<Outcome, Problem> {
        let desk = self.clone();
        to_the_end(async move {
            let mut change = desk.0.games.turn(id).await?;
            let night = desk.night_of(&change.state).await?;
            let stamp = caller.stamp(&change.state, night.as_deref(), by)?;
            let replaces = matches!(act, Action::EnterResult { .. }) && change.state.has_result();
            let decided = desk.decide(&mut change, stamp.clone(), act);
            let over = night.clone();
            let closed = night.filter(|night| !caller.is_coordinator() && night.is_round_closed(id));
            // A repeat of what was accepted is harmless all the same.
            match closed {
                Some(night) if decided.is_err() || !change.events.is_empty() => return Err(round_closed(&night, id)),
                _ => decided?,
            }
            if over.is_some_and(|night| night.is_round_closed(id)) && change.takes_end_back() {
                return Err(stays_over());
            }
            let rematches = desk.tallies(&change, &stamp).await?;
            let outcome = desk.carry_out(change, rematches, None).await?;
            Ok(Outcome { created: outcome.created && !replaces, ..outcome })
        })
        .await
    }

    /// Begins the rematch of the game `old`.
    ///
    /// # Errors
    ///
    /// When the caller may not, there can be no such rematch, or it cannot be stored.
    pub async fn rematch(
        &self,
        old: GameId,
        new: GameId,
        first_dealer: Option<u8>,
        caller: Caller,
        by: Option<String>,
    ) -> Result<Outcome, Problem> {
        let desk = self.clone();
        to_the_end(async move {
            let mut old = desk.0.games.turn(old).await?;
            let night = desk.night_of(&old.state).await?;
            let stamp = caller.stamp(&old.state, night.as_deref(), by)?;
            old.decide(stamp.clone(), Action::BeginRematch { game: new, first_dealer })?;
            if old.events.is_empty() {
                return Ok(Outcome { told: desk.game(new).await?, created: false });
            }
            if desk.0.games.held_or_new(new).await?.begun() {
                // To wait for the turn of a game that could wait for this one's would be to wait for ever.
                return Err(Refusal::GameIdTaken { game: new }.into());
            }
            let setup = old.state.rematch(new, first_dealer)?;
            let mut new = desk.0.games.turn_or_new(new).await?;
            new.decide(stamp, Action::Begin(setup))?;
            desk.carry_out(new, vec![old], None).await
        })
        .await
    }

    /// Decides what is to happen to a game, and says by names why not.
    fn decide(&self, change: &mut Change<Game>, stamp: Metadata, act: Action) -> Result<(), Refusal> {
        let league = change.state.setup().is_some_and(|setup| setup.night.is_some());
        change.decide(stamp, act).map_err(|mut refusal| {
            if league {
                self.0.names.put_into_refusal(&mut refusal);
            }
            refusal
        })
    }

    /// The night that a game is played at, as it is. Whoever has the game's turn keeps the night from going on to its
    /// next round, and from being finished.
    async fn night_of(&self, game: &Game) -> Result<Option<Arc<Night>>, Problem> {
        match game.setup().and_then(|setup| setup.night) {
            Some(night) => Ok(Some(self.0.nights.seen(night).await?)),
            None => Ok(None),
        }
    }

    /// What follows from a change for the tallies of the games after it in the match.
    async fn tallies(&self, change: &Change<Game>, stamp: &Metadata) -> Result<Vec<Change<Game>>, Problem> {
        let mut following: Vec<Change<Game>> = Vec::new();
        let mut last = change;
        while !last.events.is_empty()
            && let Some(rematch) = last.state.rematch_id()
        {
            let tally = last.after().match_tally();
            let mut next = self.0.games.turn(rematch).await?;
            next.decide(stamp.clone(), Action::CarryTally { tally })?;
            last = following.push_mut(next);
        }
        Ok(following)
    }

    /// Stores all changes at once, and only then makes and tells them. What comes of it is the first one's.
    async fn carry_out(
        &self,
        first: Change<Game>,
        others: Vec<Change<Game>>,
        along: Option<Along>,
    ) -> Result<Outcome, Problem> {
        let created = !first.events.is_empty();
        let mut games = others;
        games.insert(0, first);
        self.0.carry_out(None, &mut games, along).await?;
        Ok(Outcome { told: games[0].seen().told, created })
    }
}

/// A correction takes a reason, which taking back does not give.
fn stays_over() -> Problem {
    let detail = "The round is over, so what the game came to is not taken back. Enter the right result, with a reason, instead.";
    Problem::new(ProblemType::RoundClosed, detail)
}

/// Phones can no longer change a game.
fn round_closed(night: &Night, game: GameId) -> Problem {
    let round = night.table_of(game).map_or(0, |(at, _)| at.round);
    let detail = format!("Round {round} is over: only the coordinator can still correct its games.");
    Problem::new(ProblemType::RoundClosed, detail).with("round", round)
}
