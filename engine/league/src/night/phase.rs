//! The phases of a night: players gather, play, and finish. At the finish prizes are won.

use super::decide::{Decision, check_reason};
use super::{Cancellation, EventKind, FiftyFifty, Night, PayoutKind, Refusal, TableRef};
use crate::{CommandId, GameResult, GameResults, PlayerId, Round, Settings};
use pegout_engine::game::GameId;

/// The phase of a night, with the data that only this phase has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    /// No round is drawn yet.
    Gathering {
        /// The cancellation, if the night is cancelled.
        cancelled: Option<Cancellation>,
    },
    /// The first round is drawn.
    Playing(StartedNight),
    /// The night is over.
    Finished(StartedNight, Finish),
}

/// The data of a night whose first round is drawn.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct StartedNight {
    /// The league's settings when the first round was drawn.
    pub settings: Settings,
    pub rounds: Vec<Round>,
    pub fifty_fifty: Option<FiftyFifty>,
}

impl Phase {
    pub const fn started(&self) -> Option<&StartedNight> {
        match self {
            Phase::Gathering { .. } => None,
            Phase::Playing(started) | Phase::Finished(started, _) => Some(started),
        }
    }

    pub const fn started_mut(&mut self) -> Option<&mut StartedNight> {
        match self {
            Phase::Gathering { .. } => None,
            Phase::Playing(started) | Phase::Finished(started, _) => Some(started),
        }
    }

    pub const fn finish(&self) -> Option<&Finish> {
        if let Phase::Finished(_, finish) = self { Some(finish) } else { None }
    }

    /// Takes the finish of a night back; changes no other.
    pub fn reopen(&mut self) {
        if let Phase::Finished(started, _) = self {
            *self = Phase::Playing(std::mem::take(started));
        }
    }

    /// Finishes a night that is being played; changes no other.
    pub fn end(&mut self, finish: &Finish) {
        if let Phase::Playing(started) = self {
            *self = Phase::Finished(std::mem::take(started), finish.clone());
        }
    }
}

/// The finish of a night.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema), schema(as = NightFinish))]
pub struct Finish {
    /// The prizes by the standings at that time.
    pub prizes: Vec<PaidPrize>,
    /// The games that were called off for it.
    #[cfg_attr(feature = "serde", serde(default))]
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub voided: Vec<GameId>,
    /// The id of the command that finished it, if it had one.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    #[cfg_attr(feature = "utoipa", schema(nullable = false))]
    pub id: Option<CommandId>,
}

/// A prize by the standings when the night was finished.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema), schema(as = PaidPrize))]
pub struct PaidPrize {
    /// The player who won it.
    pub player: PlayerId,
    /// Their place, from 1.
    #[cfg_attr(feature = "utoipa", schema(minimum = 1))]
    pub place: usize,
    /// The amount they won, in cents.
    pub amount: u64,
}

impl Night {
    pub(super) fn decide_finish(&self, void_open_games: bool, id: Option<CommandId>, games: &GameResults) -> Decision {
        let started = match &self.phase {
            Phase::Playing(started) => started,
            Phase::Finished(..) => return Ok(Vec::new()),
            Phase::Gathering { cancelled: Some(_) } => return Err(Refusal::Cancelled),
            Phase::Gathering { cancelled: None } => return Err(Refusal::NotPlaying),
        };
        let open: Vec<TableRef> = self.open_tables(games).collect();
        if !open.is_empty() && !void_open_games {
            return Err(Refusal::GamesStillPlaying { tables: open });
        }
        let voided: Vec<GameId> =
            self.tables().filter(|(at, _)| open.contains(at)).map(|(_, table)| table.game).collect();
        let mut left = games.clone();
        left.extend(voided.iter().map(|game| (*game, GameResult::called_off())));
        let prizes = self.winners(&left, &started.settings);
        Ok(vec![EventKind::Finished(Finish { prizes, voided, id })])
    }

    /// Decides to take back the finish with this id. A finish with another id stays.
    pub(super) fn decide_reopen(&self, finish: Option<CommandId>, reason: String) -> Decision {
        check_reason(&reason)?;
        let standing = self.phase.finish().filter(|standing| finish.is_none() || standing.id == finish);
        let Some(Finish { id, voided, .. }) = standing else { return Ok(Vec::new()) };
        let reopened = EventKind::Reopened { reason, id: *id, games: voided.clone() };
        Ok(self.unnoted(PayoutKind::Prize).into_iter().chain([reopened]).collect())
    }
}
