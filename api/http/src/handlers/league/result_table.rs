//! A table of results that a spreadsheet saved as CSV: cards of players, or tables with their scores.

use std::collections::HashMap;

use ::csv::StringRecord;
use pegout_league::Date;

pub use super::spreadsheet::WrongLine;
use super::spreadsheet::{Spreadsheet, key, number};
use crate::download;
use pegout_model::contact::Name;
use pegout_model::listed_name::is_spoiled;
use pegout_service::problem::{Problem, truncate};
use pegout_service::services::season_imports::{ListedCell, ListedLine, ListedResult, ListedTotals};

/// The pointer of the problems of a table.
pub const POINTER: &str = "/csv";
/// The most lines in one import.
const MAX_LINES: usize = 5000;
/// The most rounds of a night.
const MAX_ROUNDS: u16 = 40;
/// The most sides of a table.
const MAX_SIDES: usize = 3;
/// The most columns that are passed over.
const MAX_IGNORED: usize = 50;
/// The sentence about a line whose cell never ends.
/// The marks between the names of a side.
const BETWEEN_NAMES: [&str; 5] = [" + ", "+", "&", "/", ";"];

/// A column that is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Column {
    Date,
    Player,
    Game(u16),
    Games,
    Total,
    Wins,
    Points,
    Spread,
    Round,
    Side(usize),
    Score(usize),
}

impl Column {
    /// Returns true for a column of this kind of table, and of cards otherwise.
    const fn is_read(self, has_tables: bool) -> bool {
        match self {
            Column::Date => true,
            Column::Round => has_tables,
            Column::Side(nth) | Column::Score(nth) => has_tables && nth <= MAX_SIDES,
            _ => !has_tables,
        }
    }
}

/// The titles of columns without a number.
const TITLES: [(Column, &[&str]); 8] = [
    (Column::Date, &["date", "day", "night", "jour", "soiree"]),
    (Column::Player, &["player", "name", "joueur", "nom"]),
    (Column::Games, &["games", "parties"]),
    (Column::Total, &["total"]),
    (Column::Wins, &["wins", "won", "victoires", "gagnees"]),
    (Column::Points, &["points", "game_points", "points_de_partie"]),
    (Column::Spread, &["spread", "ecart"]),
    (Column::Round, &["round", "ronde"]),
];
/// Makes the column of a title with this number.
type Numbered = fn(u16) -> Column;

/// The beginnings of titles that end in a number.
const NUMBERED: [(&str, Numbered); 10] = [
    ("game", Column::Game),
    ("partie", Column::Game),
    ("g", Column::Game),
    ("p", Column::Game),
    ("side", |nth| Column::Side(usize::from(nth))),
    ("team", |nth| Column::Side(usize::from(nth))),
    ("camp", |nth| Column::Side(usize::from(nth))),
    ("equipe", |nth| Column::Side(usize::from(nth))),
    ("score", |nth| Column::Score(usize::from(nth))),
    ("marque", |nth| Column::Score(usize::from(nth))),
];

/// The results of a table.
pub struct ResultTable {
    /// The results, in the order of their lines.
    pub results: Vec<ListedLine>,
    /// The lines that have none, in order.
    pub wrong: Vec<WrongLine>,
    /// The titles of the columns that were passed over.
    pub ignored: Vec<String>,
}

/// Parses a table.
pub fn parse(table: &str) -> Result<ResultTable, Problem> {
    let invalid = |sentence: String| Problem::invalid(POINTER, sentence);
    let sheet = Spreadsheet::read(table, MAX_LINES + 1).map_err(invalid)?;
    let Spreadsheet { table, titles, records, mut wrong, .. } = sheet;
    if records.len() > MAX_LINES {
        let sentence = format!("More than {MAX_LINES} lines are too many at once: send fewer nights.");
        return Err(invalid(sentence));
    }
    let mut results = Vec::new();
    let (columns, ignored) =
        columns(&titles).map_err(|sentence| invalid(format!("Line {}: {sentence}", number(&table, &titles))))?;
    let has_tables = columns.contains_key(&Column::Round);
    for record in &records {
        let (line, row) = (number(&table, record), Row { columns: &columns, record });
        let result = || if has_tables { row.table() } else { row.card() };
        let read = has_titles(record, &titles).and_then(|()| row.date());
        match read.and_then(|date| Ok(ListedLine { line, date, result: result()? })) {
            Ok(result) => results.push(result),
            Err(sentence) => wrong.push(WrongLine { line, sentence }),
        }
    }
    Ok(ResultTable { results, wrong, ignored })
}

/// The columns that are read, each with its place, and the titles of the unread columns.
fn columns(titles: &StringRecord) -> Result<(HashMap<Column, usize>, Vec<String>), String> {
    let has_tables = titles.iter().any(|title| column(title) == Some(Column::Round));
    let (mut columns, mut ignored) = (HashMap::new(), Vec::new());
    for (place, title) in titles.iter().enumerate().filter(|(_, title)| !title.is_empty()) {
        match column(title).filter(|column| column.is_read(has_tables)) {
            None if ignored.len() == MAX_IGNORED => {
                return Err(format!("More than {MAX_IGNORED} columns are unknown: remove them from the table."));
            }
            None => ignored.push(truncate(title).to_string()),
            Some(column) => {
                if columns.insert(column, place).is_some() {
                    return Err(format!("The column “{}” is there more than once.", truncate(title)));
                }
            }
        }
    }
    let wanted: &[(Column, &str)] = if has_tables {
        &[(Column::Date, "date"), (Column::Side(1), "side 1"), (Column::Score(1), "score 1")]
    } else {
        &[(Column::Date, "date"), (Column::Player, "player")]
    };
    match wanted.iter().find(|(column, _)| !columns.contains_key(column)) {
        None => Ok((columns, ignored)),
        Some((_, title)) => Err(format!(
            "The first line has the titles of the columns, and “{title}” must be one of them. Cards have the columns date, player \
             and game 1, game 2 and so on, or total. Tables have the columns date, round, side 1, side 2, score 1 and score 2."
        )),
    }
}

/// Refuses a line with a cell that has no title.
fn has_titles(record: &StringRecord, titles: &StringRecord) -> Result<(), String> {
    let has_title = |place: usize| titles.get(place).is_some_and(|title| !title.is_empty());
    match record.iter().enumerate().find(|(place, cell)| !cell.is_empty() && !has_title(*place)) {
        None => Ok(()),
        Some((_, cell)) => {
            let cell = truncate(cell);
            Err(format!("“{cell}” is in a column without a title: write a title, or empty the cell."))
        }
    }
}

/// The column of a title; `None` for an unknown title.
fn column(title: &str) -> Option<Column> {
    let key = key(title);
    if let Some((column, _)) = TITLES.iter().find(|(_, titles)| titles.contains(&key.as_str())) {
        return Some(*column);
    }
    let digits = key.trim_start_matches(|letter: char| !letter.is_ascii_digit());
    let nth = digits.parse::<u16>().ok().filter(|nth| (1..=MAX_ROUNDS).contains(nth))?;
    let beginning = key.strip_suffix(digits)?.trim_end_matches('_');
    NUMBERED.iter().find(|(name, _)| *name == beginning).map(|(_, column)| column(nth))
}

/// A line with the places of its columns.
struct Row<'r> {
    columns: &'r HashMap<Column, usize>,
    record: &'r StringRecord,
}

impl Row<'_> {
    /// The cell of a column; `None` if it is blank or missing.
    fn cell(&self, column: Column) -> Option<String> {
        let cell = self.record.get(*self.columns.get(&column)?).map(download::unescape)?;
        Some(cell.trim().to_owned()).filter(|cell| !cell.is_empty())
    }

    fn number<T: std::str::FromStr>(&self, column: Column, name: &str) -> Result<Option<T>, String> {
        let Some(cell) = self.cell(column) else { return Ok(None) };
        let number = cell.replace('−', "-").trim_start_matches('+').parse();
        number.map(Some).map_err(|_| format!("“{}” is no {name}: write a whole number.", truncate(&cell)))
    }

    fn date(&self) -> Result<Date, String> {
        let cell = self.cell(Column::Date).ok_or("The date is missing.")?;
        cell.parse().map_err(|_| format!("“{}” is no date: write it like 2026-01-28.", truncate(&cell)))
    }

    fn card(&self) -> Result<ListedResult, String> {
        let player = name(&self.cell(Column::Player).ok_or("The player is missing.")?)?;
        let rounds = self.columns.keys().filter_map(|column| match column {
            Column::Game(nth) => Some(*nth),
            _ => None,
        });
        let mut lines = Vec::new();
        for nth in 1..=rounds.max().unwrap_or_default() {
            lines.push(match self.cell(Column::Game(nth)).unwrap_or_default().to_lowercase().as_str() {
                "" => ListedCell::Missing,
                "x" => ListedCell::Excused,
                "bye" | "exempt" => ListedCell::Bye,
                _ => ListedCell::Value(self.number(Column::Game(nth), "line")?.unwrap_or_default()),
            });
        }
        let totals = ListedTotals {
            games: self.number(Column::Games, "number of games")?,
            total: self.number(Column::Total, "total")?,
            wins: self.number(Column::Wins, "number of wins")?,
            points: self.number(Column::Points, "number of game points")?,
            spread: self.number(Column::Spread, "spread")?,
        };
        Ok(ListedResult::Card { player, lines, totals })
    }

    fn table(&self) -> Result<ListedResult, String> {
        let round = self.number(Column::Round, "round")?.ok_or("The round is missing.")?;
        if !(1..=MAX_ROUNDS).contains(&round) {
            return Err(format!("A night has rounds 1 to {MAX_ROUNDS}, not {round}."));
        }
        let (mut sides, mut scores) = (Vec::new(), Vec::new());
        for nth in 1..=MAX_SIDES {
            if let Some(side) = self.cell(Column::Side(nth)) {
                let mark = BETWEEN_NAMES.into_iter().find(|mark| side.contains(mark));
                let names = mark.map_or_else(|| vec![&*side], |mark| side.split(mark).collect());
                sides.push((nth, names.into_iter().map(name).collect::<Result<Vec<_>, _>>()?));
            }
            scores.extend(self.number::<u8>(Column::Score(nth), "score")?.map(|score| (nth, score)));
        }
        let (sides, scores) = (without_gaps("Side", sides)?, without_gaps("Score", scores)?);
        Ok(ListedResult::Table { round, sides, scores })
    }
}

/// Refuses numbered cells with an empty one before them: they may belong one to the left.
fn without_gaps<T>(what: &str, cells: Vec<(usize, T)>) -> Result<Vec<T>, String> {
    match (1..).zip(&cells).find(|(place, (nth, _))| place != nth) {
        None => Ok(cells.into_iter().map(|(_, cell)| cell).collect()),
        Some((empty, (nth, _))) => {
            Err(format!("{what} {empty} is empty, and number {nth} is not: fill in the empty cell."))
        }
    }
}

fn name(cell: &str) -> Result<String, String> {
    if is_spoiled(cell) {
        let name = truncate(cell);
        return Err(format!("“{name}” has a spoiled letter: write the name anew, or save the table again as UTF-8."));
    }
    Ok(Name::parse(cell.trim())?.0)
}
