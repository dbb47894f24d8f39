//! The end of a night, and the prizes paid out then.

use super::decide::{Decision, check_reason};
use super::phase::Phase;
use super::{EventKind, Night, PayoutKind, Refusal, TableRef};
use crate::id::{CommandId, GameId, PlayerId};
use crate::{GameResult, GameResults};

/// The finish of a night.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "utoipa", schema(as = NightFinish))]
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
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "utoipa", schema(as = PaidPrize))]
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

    /// Decides to take back the finish. One that is gone, or another, stays as it is.
    pub(super) fn decide_reopen(&self, finish: Option<CommandId>, reason: String) -> Decision {
        check_reason(&reason)?;
        let standing = self.phase.finish().filter(|standing| finish.is_none() || standing.id == finish);
        let Some(Finish { id, voided, .. }) = standing else { return Ok(Vec::new()) };
        let reopened = EventKind::Reopened { reason, id: *id, games: voided.clone() };
        Ok(self.unnoted(PayoutKind::Prize).into_iter().chain([reopened]).collect())
    }
}
