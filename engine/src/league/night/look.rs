//! What others than its coordinator need to know of a night: its games, and who sits where.

use super::{At, Entry, Night, Schedule, Status};
use crate::game::GameId;
use crate::league::{Round, Table};

impl Night {
    /// How many events have made it.
    #[must_use]
    pub const fn version(&self) -> u64 {
        self.version
    }

    /// When it is; `None` before it is scheduled.
    #[must_use]
    pub const fn schedule(&self) -> Option<&Schedule> {
        self.schedule.as_ref()
    }

    /// The players, in the order in which they were checked in.
    #[must_use]
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Its rounds, the first one first.
    #[must_use]
    pub fn rounds(&self) -> &[Round] {
        &self.rounds
    }

    /// Whether it is to come, going on, over or cancelled.
    #[must_use]
    pub const fn status(&self) -> Status {
        if self.cancelled.is_some() {
            Status::Cancelled
        } else if self.finish.is_some() {
            Status::Finished
        } else if !self.rounds.is_empty() {
            Status::Playing
        } else if !self.entries.is_empty() {
            Status::Open
        } else {
            Status::Scheduled
        }
    }

    /// All its tables of all its rounds.
    pub fn tables(&self) -> impl Iterator<Item = (At, &Table)> {
        self.rounds
            .iter()
            .flat_map(|round| (1..).zip(&round.tables).map(|(table, seats)| (At { round: round.number, table }, seats)))
    }

    /// Where a game of the night is played, and by whom.
    #[must_use]
    pub fn find(&self, game: GameId) -> Option<(At, &Table)> {
        self.tables().find(|(_, table)| table.game == game)
    }

    /// Whether phones can no longer change a game: a later round is drawn, or the night is finished.
    #[must_use]
    pub fn is_closed(&self, game: GameId) -> bool {
        let earlier = |(at, _): (At, &Table)| usize::from(at.round) < self.rounds.len();
        self.finish.is_some() || self.find(game).is_some_and(earlier)
    }
}
