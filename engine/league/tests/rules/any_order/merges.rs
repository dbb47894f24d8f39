//! Players who were entered twice, at a night at which anything is done.

use pegout_league::Night;
use proptest::prelude::*;

use super::RandomNight;
use crate::{NightLog, id};

impl RandomNight {
    /// Lets a player count as another player. That player has all games and entries from now on.
    pub fn merge(&mut self) -> Result<(), TestCaseError> {
        let [from, into] = [self.somebody(), self.somebody()].map(id);
        let is_person =
            |player| self.log.person(player) == player && !self.log.merges.values().any(|one| *one == player);
        if from == into || !is_person(from) || self.log.person(into) != into {
            return Ok(());
        }
        let sat_in = |player| {
            let rounds = self.log.night.rounds().iter();
            let sits = rounds.map(move |round| round.tables.iter().any(|table| table.seats.side_of(player).is_some()));
            sits.collect::<Vec<bool>>()
        };
        let sat: Vec<[bool; 2]> = sat_in(from).into_iter().zip(sat_in(into)).map(|(one, other)| [one, other]).collect();
        prop_assert_eq!(self.log.night.are_both_seated(from, into), sat.contains(&[true, true]));
        if sat.contains(&[true, true]) {
            return Ok(());
        }
        let lines = |log: &NightLog, player| {
            let row = log.standings().into_iter().find(|row| row.player_id == player);
            row.map(|row| row.lines).unwrap_or_default()
        };
        let (one, other) = (lines(&self.log, from), lines(&self.log, into));
        if self.log.merge(from, into).is_err() {
            return Ok(());
        }
        prop_assert!(self.log.view().entries.iter().all(|entry| entry.player_id != from));
        if self.log.night.entry(into).is_some() {
            for (number, line) in lines(&self.log, into).into_iter().enumerate() {
                let line_of = |lines: &[Option<i16>]| lines.get(number).copied().flatten();
                prop_assert_eq!(line, line_of(&one).or(line_of(&other)));
            }
        }
        Ok(())
    }

    /// Lets a player count as themselves again. Changes since the merge stay with the other player.
    pub fn unmerge(&mut self) -> Result<(), TestCaseError> {
        let first = self.log.merges.keys().next().copied();
        if let Some(from) = first
            && self.log.unmerge(from).is_ok()
        {
            let raw = if self.log.merges.is_empty() { Night::fold(&self.log.log) } else { None };
            prop_assert!(raw.is_none_or(|raw| raw == self.log.night), "{from} is as if never merged");
        }
        Ok(())
    }
}
