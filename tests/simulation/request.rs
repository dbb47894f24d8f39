//! Requests of the clients, without HTTP.

use pegout_engine::game::{self, GameId, Setup};
use pegout_engine::league::night::Action as NightAction;
use pegout_engine::league::night::EntryAction;
use pegout_engine::league::{CommandId, NightId, PlayerId, night};

use crate::auth::caller::{Caller, Coordinator};
use crate::model::token::Token;
use crate::problem::Problem;
use crate::services::{Effect, Services};
use crate::store::StreamId;

/// A request.
#[derive(Clone, Debug)]
pub enum Request {
    /// Begins a game outside the league.
    Begin(Setup),
    /// Begins a rematch.
    Rematch { old: GameId, new: GameId },
    /// A command on a game.
    Play(GameId, game::Action),
    /// Checks a player in, or notes something of one who is.
    CheckIn { player: PlayerId, paid: Option<bool>, guest: Option<bool> },
    /// Draws the round of this number, with an id or without.
    Draw(u16, Option<CommandId>),
    /// Another command on the night.
    Run(night::Action),
}

impl Request {
    /// Sends the request with a token to a server.
    pub async fn send(&self, server: &Services, token: &Token, night: NightId) -> Result<Effect, Problem> {
        if let Request::Begin(setup) = self {
            return Ok(server.games.begin(setup.clone(), None, token).await?.effect);
        }
        let grant = server.sessions.authenticate(token).await?;
        let caller = Caller { token: token.clone(), grant };
        let outcome = match self {
            Request::Rematch { old, new } => server.games.begin_rematch(*old, *new, None, caller, None).await?,
            Request::Play(game, action) => server.games.command(*game, caller, None, action.clone()).await?,
            _ => return self.send_to_night(server, Coordinator::from_caller(caller)?, night).await,
        };
        Ok(outcome.effect)
    }

    async fn send_to_night(&self, server: &Services, by: Coordinator, night: NightId) -> Result<Effect, Problem> {
        let nights = &server.nights;
        let outcome = match self {
            Request::CheckIn { player, paid: None, guest: None } => {
                nights.check_in(night, by, *player, EntryAction::Arrive).await?
            }
            Request::CheckIn { player, paid, guest } => {
                nights.check_in(night, by, *player, EntryAction::Note { paid: *paid, guest: *guest }).await?
            }
            Request::Draw(number, command) => {
                nights.draw_round(night, by, Some(*number), *command, nights.new_seed()).await?
            }
            Request::Run(action) => nights.command(night, by, action.clone()).await?,
            Request::Begin(_) | Request::Rematch { .. } | Request::Play(..) => unreachable!("a request to a game"),
        };
        Ok(outcome.effect)
    }

    /// The stream that it changes if it is accepted.
    pub fn stream(&self, night: NightId) -> StreamId {
        match self {
            Request::Begin(setup) => setup.game.into(),
            Request::Rematch { new, .. } => (*new).into(),
            Request::Play(game, _) => (*game).into(),
            Request::CheckIn { .. } | Request::Draw(..) | Request::Run(_) => night.into(),
        }
    }

    /// Returns true where a repeat has no effect, however much later it comes.
    pub const fn is_repeatable(&self) -> bool {
        use game::Action;
        matches!(
            self,
            Request::Begin(_)
                | Request::Rematch { .. }
                | Request::Draw(..)
                | Request::Run(
                    NightAction::Swap { id: Some(_), .. }
                        | NightAction::DrawFiftyFifty { id: Some(_), .. }
                        | NightAction::VoidFiftyFifty { draw: Some(_), .. }
                        | NightAction::Finish { .. }
                )
                | Request::Play(_, Action::Peg(_) | Action::TakeBackPeg(_) | Action::BeginDeal { .. })
        )
    }
}
