//! The lines of a spreadsheet with results, before their names are known.

use pegout_league::Date;
use serde::Serialize;

/// A line of a spreadsheet.
#[derive(Clone, Debug)]
pub struct ListedLine {
    /// Its number, from 1.
    pub line: u64,
    /// The day of the night.
    pub date: Date,
    /// The result.
    pub result: ListedResult,
}

/// The result of a line.
#[derive(Clone, Debug, Serialize)]
pub enum ListedResult {
    /// The card of a player.
    Card {
        /// The name of the player.
        player: String,
        /// A cell a round; empty if the card has its totals only.
        lines: Vec<ListedCell>,
        /// The totals. If there are lines too, they are checked against them.
        totals: ListedTotals,
    },
    /// A table with its scores, or a single player without a table.
    Table {
        /// The round.
        round: u16,
        /// The names of each side.
        sides: Vec<Vec<String>>,
        /// A score a side.
        scores: Vec<u8>,
    },
}

/// A round on a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum ListedCell {
    /// The line, as the card shows it.
    Value(i16),
    /// The player need not have the game.
    Excused,
    /// The player sat out.
    Bye,
    /// The player missed the game.
    Missing,
}

/// The totals of a card.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct ListedTotals {
    /// The number of games.
    pub games: Option<u16>,
    /// The total: points short, game points or points scored.
    pub total: Option<i32>,
    /// The games won.
    pub wins: Option<u16>,
    /// The game points.
    pub points: Option<u32>,
    /// The spread.
    pub spread: Option<i32>,
}

/// The outcome of a line or a night.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The night is new here.
    New,
    /// The night was imported before, with other results.
    Changed,
    /// The night was imported before with these results, and stays as it is.
    Same,
    /// The line has an error.
    Refused,
}
