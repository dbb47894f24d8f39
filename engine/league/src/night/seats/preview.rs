//! The effects of a change of seats, before it is made.

use crate::night::{Action, Command, EventKind, Night, Refusal, Reseat, StandingsRow, Status, TableRef, view};
use crate::{GameResult, GameResults, PlayerId, Settings};
use pegout_engine::game::{GameId, Metadata};

/// The effects of a change of seats.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
pub struct ReseatPreview {
    /// The tables that would change.
    pub tables: Vec<TableChange>,
    /// The names of the players who would be checked in by it.
    pub enters: Vec<String>,
    /// The names of the players who would lose their seat, and wait.
    pub waits: Vec<String>,
    /// The names of the players who would lose the line of the round.
    pub loses_line: Vec<String>,
    /// The names of the players who would get a line for the round.
    pub gains_line: Vec<String>,
    /// The tables at which partners would play together again.
    pub repeats: Vec<TableRef>,
    /// The prizes that would change.
    pub prizes: Vec<PrizeChange>,
}

/// A table whose players would change.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
pub struct TableChange {
    /// Its number, from 1.
    pub number: usize,
    /// The game that is played there.
    pub game_id: GameId,
    /// True if the game has begun.
    pub begun: bool,
    /// The names of the players of each side.
    pub before: Vec<Vec<String>>,
    /// The names of the players who would sit there, by side.
    pub after: Vec<Vec<String>>,
}

/// A prize whose amount would change.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
pub struct PrizeChange {
    /// The player.
    pub player_id: PlayerId,
    /// Their name.
    pub name: String,
    /// The amount so far, in cents.
    pub before: u64,
    /// The amount it would be, in cents.
    pub after: u64,
}

impl Night {
    /// The effects that a change of seats would have.
    ///
    /// # Errors
    ///
    /// Returns an error if the night refuses the change.
    pub fn preview_reseat(
        &self,
        metadata: Metadata,
        new: Reseat,
        games: &GameResults,
        league: &Settings,
        name: &dyn Fn(PlayerId) -> String,
    ) -> Result<ReseatPreview, Refusal> {
        let number = new.round;
        let events = self.decide(Command { metadata, action: Action::Reseat(new) }, games)?;
        let mut after = self.clone();
        events.iter().for_each(|event| after.apply(event));
        let mut preview = ReseatPreview::default();
        for event in &events {
            if let EventKind::Entered(entry) = &event.kind {
                preview.enters.push(name(entry.player));
            }
        }
        let names = |night: &Night, index: usize| -> Vec<Vec<String>> {
            let table = &night.rounds()[usize::from(number) - 1].tables[index];
            table.seats.sides().into_iter().map(|side| side.iter().map(|player| name(*player)).collect()).collect()
        };
        let round = self.round(number)?;
        for (index, table) in round.tables.iter().enumerate() {
            if after.round(number)?.tables[index] != *table {
                preview.tables.push(TableChange {
                    number: index + 1,
                    game_id: table.game,
                    begun: games.get(&table.game).is_none_or(GameResult::has_begun),
                    before: names(self, index),
                    after: names(&after, index),
                });
            }
        }
        let waiting = self.waiting(games);
        let is_playing = self.status() == Status::Playing;
        let waits = after.waiting(games).into_iter().filter(|player| is_playing && !waiting.contains(player));
        preview.waits = waits.map(name).collect();
        preview.compare_standings(number, &self.standings(games, league, name), &after.standings(games, league, name));
        let repeats = |night: &Night| view::repeated_tables(night, games);
        let before = repeats(self);
        preview.repeats = repeats(&after).into_iter().filter(|table| !before.contains(table)).collect();
        Ok(preview)
    }
}

impl ReseatPreview {
    fn compare_standings(&mut self, round: u16, before: &[StandingsRow], after: &[StandingsRow]) {
        let has_line = |row: &StandingsRow| row.lines.get(usize::from(round) - 1).is_some_and(Option::is_some);
        for row in after {
            let old = before.iter().find(|old| old.player_id == row.player_id);
            let (had, prize) = old.map_or((false, Some(0)), |old| (has_line(old), old.prize));
            match (had, has_line(row)) {
                (true, false) => self.loses_line.push(row.name.clone()),
                (false, true) => self.gains_line.push(row.name.clone()),
                _ => {}
            }
            if let (Some(before), Some(now)) = (prize, row.prize)
                && before != now
            {
                let (player_id, name) = (row.player_id, row.name.clone());
                self.prizes.push(PrizeChange { player_id, name, before, after: now });
            }
        }
    }
}
