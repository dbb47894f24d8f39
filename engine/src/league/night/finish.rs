//! The end of a night, and what was paid out then.

use super::{EventKind, Night, Refusal, Status, TableRef, decide::Decision};
use crate::game;
use crate::id::{GameId, PlayerId};
use crate::league::{GameResult, GameResults};

/// How a night was finished.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "utoipa", schema(as = NightFinish))]
pub struct Finish {
    /// The prizes as they stood then.
    pub prizes: Vec<PaidPrize>,
    /// The games that were called off for it.
    #[cfg_attr(feature = "serde", serde(default))]
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub voided: Vec<GameId>,
}

/// A prize as it stood when the night was finished.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "utoipa", schema(as = PaidPrize))]
pub struct PaidPrize {
    /// Who won it.
    pub player: PlayerId,
    /// Their place, from 1.
    #[cfg_attr(feature = "utoipa", schema(minimum = 1))]
    pub place: usize,
    /// What they won, in cents.
    pub amount: u64,
}

impl Night {
    pub(super) fn decide_finish(&self, void_open_games: bool, games: &GameResults) -> Decision {
        match self.status() {
            Status::Finished => return Ok(Vec::new()),
            Status::Cancelled => return Err(Refusal::Cancelled),
            Status::Scheduled | Status::Open => return Err(Refusal::NotPlaying),
            Status::Playing => {}
        }
        let open: Vec<TableRef> = self.open_tables(games).collect();
        if !open.is_empty() && !void_open_games {
            return Err(Refusal::GamesStillPlaying { tables: open });
        }
        let voided: Vec<GameId> =
            self.tables().filter(|(at, _)| open.contains(at)).map(|(_, table)| table.game).collect();
        let called_off = GameResult { status: game::Status::Void, scores: Vec::new(), lines: Vec::new(), pegged: true };
        let mut left = games.clone();
        left.extend(voided.iter().map(|game| (*game, called_off.clone())));
        let prizes = self.settings.iter().flat_map(|settings| self.winners(&left, settings));
        Ok(vec![EventKind::Finished(Finish { prizes: prizes.collect(), voided })])
    }
}
