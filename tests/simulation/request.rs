//! Requests of the clients, without HTTP.

use std::collections::BTreeSet;

use pegout_engine::game::{self, DetailsChange, GameId, RematchRequest, Setup};
use pegout_league::night::Action as NightAction;
use pegout_league::night::{DrawWay, EntryAction, EventKind, Excuse, Night, Pair, Payout, PayoutKind};
use pegout_league::{CommandId, HandOuts, NightId, PlayerId, night};

use super::acknowledged::Acknowledged;
use crate::auth::caller::{Author, Caller};
use crate::auth::right::Right;
use crate::eventlog_tests::servers::ADDRESS;
use crate::problem::Problem;
use crate::services::nights::seats::ReseatRequest;
use crate::services::nights::{CommandOrigin, RoundDraw};
use crate::services::{Effect, Services};
use pegout_model::token::Token;
use pegout_store::StreamId;

/// A request.
#[derive(Clone, Debug)]
pub enum Request {
    /// Begins a game outside the league.
    Begin(Setup),
    /// Begins a rematch.
    Rematch { old: GameId, new: GameId },
    /// A command on a game.
    Play(GameId, game::Action),
    /// Checks a player in, or changes the notes about a player who is checked in.
    CheckIn { player: PlayerId, paid: Option<bool>, guest: Option<bool> },
    /// Draws the round of this number, with an id or without.
    Draw(u16, Option<CommandId>),
    /// Excuses a player for these rounds.
    Excuse { player: PlayerId, rounds: Vec<u16>, id: CommandId },
    /// Changes seats.
    Reseat(ReseatRequest),
    /// Gives players who wait a table in the round of this number.
    AddTable { round: u16, players: Vec<PlayerId>, id: CommandId },
    /// Makes a pair.
    Pair(Pair),
    /// Lets a player count as another.
    Merge { from: PlayerId, into: PlayerId, id: CommandId },
    /// Another command on the night.
    Run(night::Action),
}

impl Request {
    /// Sends the request with a token to a server.
    pub async fn send(&self, server: &Services, token: &Token, night: NightId) -> Result<Effect, Problem> {
        if let Request::Begin(setup) = self {
            return Ok(server.games.begin(setup.clone(), None, token, ADDRESS).await?.effect);
        }
        let grant = server.sessions.authenticate(token).await?;
        let caller = Caller::new(token.clone(), grant, ADDRESS);
        let outcome = match self {
            Request::Rematch { old, new } => {
                server.games.begin_rematch(*old, RematchRequest::new(*new), caller, None).await?
            }
            Request::Play(game, action) => server.games.command(*game, caller, None, action.clone()).await?,
            _ => return self.send_to_night(server, caller.require(Right::RunNights)?, night).await,
        };
        Ok(outcome.effect)
    }

    async fn send_to_night(&self, server: &Services, by: Author, night: NightId) -> Result<Effect, Problem> {
        let nights = &server.nights;
        let outcome = match self {
            Request::CheckIn { player, paid: None, guest: None } => {
                nights.check_in(night, by, *player, EntryAction::Arrive, None, Default::default()).await?
            }
            Request::CheckIn { player, paid, guest } => {
                nights
                    .check_in(
                        night,
                        by,
                        *player,
                        EntryAction::Note { paid: *paid, guest: *guest, pots: None },
                        None,
                        Default::default(),
                    )
                    .await?
            }
            Request::Draw(number, command) => {
                let draw = RoundDraw { number: Some(*number), id: *command, way: DrawWay::Movement, seed: None };
                nights.draw_round(night, by, draw).await?
            }
            Request::Excuse { player, rounds, id } => {
                let (action, reason) =
                    (EntryAction::Note { paid: None, guest: None, pots: None }, "There was no table.".to_owned());
                let excuse = Some(Excuse { rounds: rounds.clone(), reason: Some(reason) });
                let origin = CommandOrigin { id: Some(*id), ..CommandOrigin::default() };
                nights.check_in(night, by, *player, action, excuse, origin).await?
            }
            Request::Reseat(new) => nights.reseat(night, by, new.clone()).await?,
            Request::AddTable { round, players, id } => {
                nights.add_table(night, by, *round, players.clone(), *id).await?
            }
            Request::Pair(pair) => nights.pair(night, by, pair.clone(), false, None).await?,
            Request::Merge { from, into, id } => {
                server.players.merge(*from, *into, Some(*id)).await?;
                return Ok(Effect::Unchanged);
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
            _ => night.into(),
        }
    }

    /// The id of a request to the night, if the night remembers the id.
    pub const fn command_id(&self) -> Option<CommandId> {
        match self {
            Request::Draw(_, id)
            | Request::Run(
                NightAction::Swap { id, .. }
                | NightAction::DrawFiftyFifty { id, .. }
                | NightAction::PayOut(Payout { id, .. })
                | NightAction::Finish { id, .. },
            ) => *id,
            Request::Reseat(ReseatRequest { id, .. }) | Request::Pair(Pair { id, .. }) => *id,
            Request::Excuse { id, .. } | Request::AddTable { id, .. } => Some(*id),
            _ => None,
        }
    }

    /// Returns true if a repeat has no effect, however late it comes.
    pub const fn is_repeatable(&self) -> bool {
        use game::Action;
        self.command_id().is_some()
            || matches!(
                self,
                Request::Begin(_)
                    | Request::Rematch { .. }
                    | Request::Merge { .. }
                    | Request::Run(
                        NightAction::VoidFiftyFifty { draw: Some(_), .. }
                            | NightAction::TakeBackRound { draw: Some(_), .. }
                            | NightAction::Reopen { finish: Some(_), .. }
                    )
                    | Request::Play(
                        _,
                        Action::Peg(_)
                            | Action::AmendPeg(_)
                            | Action::TakeBackPeg(_)
                            | Action::BeginDeal { .. }
                            | Action::TakeBackDeal { deal: Some(_), .. }
                            | Action::Confirm(_)
                            | Action::Change(_)
                            | Action::EnterResult { id: Some(_), .. }
                            | Action::Void { id: Some(_), .. }
                            | Action::TakeBackVoid { void: Some(_) }
                    )
            )
    }

    /// The number of events that an accepted request adds to its stream. `before` is the night before it, `log` its events, and
    /// `known` the requests before it.
    pub fn new_events(&self, before: Option<&Night>, log: &[night::Event], known: &Acknowledged) -> u64 {
        let is_new = |player: &PlayerId| before.is_none_or(|night| night.entry(known.person(*player)).is_none());
        match self {
            // A change of names and of the first dealer is two.
            Request::Play(_, game::Action::Change(DetailsChange { sides: Some(_), first_dealer: Some(_), .. })) => 2,
            // The first round comes with the settings that the night takes.
            Request::Draw(1, _) => 2,
            // The entry, the excuse, and the id, which neither of them names.
            Request::Excuse { player, rounds, .. } if is_new(player) => 2 + u64::from(!rounds.is_empty()),
            Request::Excuse { .. } => 2,
            Request::Reseat(new) => {
                let named: BTreeSet<PlayerId> = new.tables.iter().flat_map(|table| table.seating.players()).collect();
                1 + named.iter().filter(|player| is_new(player)).count() as u64
            }
            // The new seats of two pairs, and the id, which they do not name.
            Request::Run(NightAction::Swap { id: Some(_), .. }) if before.is_some_and(has_pairs) => 2,
            Request::Run(NightAction::Reopen { .. }) => 1 + unnoted_winners(log, PayoutKind::Prize),
            Request::Run(NightAction::VoidFiftyFifty { .. }) => 1 + unnoted_winners(log, PayoutKind::FiftyFifty),
            _ => 1,
        }
    }
}

fn has_pairs(night: &Night) -> bool {
    night.tables().any(|(_, table)| table.pairs.is_some())
}

/// The number of winners of the newest finish, or of the newest draw, without a note of a payout. It is 0 with
/// `HandOuts::Ticked`.
fn unnoted_winners(log: &[night::Event], kind: PayoutKind) -> u64 {
    let (mut is_assumed, mut noted, mut winners) = (false, BTreeSet::new(), BTreeSet::new());
    for event in log {
        match &event.kind {
            EventKind::SettingsTaken { settings } => is_assumed = settings.hand_outs == HandOuts::Assumed,
            EventKind::PaidOut(Payout { player, what, .. }) if *what == kind => drop(noted.insert(*player)),
            EventKind::Finished(finish) if kind == PayoutKind::Prize => {
                winners = finish.prizes.iter().map(|paid| paid.player).collect();
            }
            EventKind::FiftyFiftyDrawn(draw) if kind == PayoutKind::FiftyFifty => winners = [draw.player].into(),
            _ => {}
        }
    }
    if is_assumed { winners.difference(&noted).count() as u64 } else { 0 }
}
