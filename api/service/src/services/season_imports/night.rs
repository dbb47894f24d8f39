//! The results of one night of a spreadsheet: checked, and made into rounds or cards.

mod totals;

use std::collections::{BTreeMap, BTreeSet};

use pegout_engine::Time;
use pegout_engine::game::{FinalScores, GameId};
use pegout_league::night::{Import, ImportedCard, NewImport};
use pegout_league::seating::Seats;
use pegout_league::{
    Card, CommandId, Date, FirstDealer, Format, HandOuts, Line, PlayerId, Round, RoundOrigin, Seed, Settings, Sums,
    Table, UnitId,
};

use super::ImportService;
use super::listed::{ListedCell, ListedLine, ListedResult, ListedTotals};
use super::names::Names;

/// A day, in milliseconds.
const DAY: i64 = 86_400_000;

/// A wrong line: its number, and a sentence about it.
pub type WrongLine = (u64, String);

/// The import of a night.
pub struct NightRules<'r> {
    /// The import.
    pub import: CommandId,
    /// The hash of the lines of the night.
    pub digest: &'r str,
    /// The hash of the request.
    pub request: &'r str,
    /// The card of the season.
    pub card: Card,
    /// The settings of the league. Without money they have no fee.
    pub league: &'r Settings,
    /// True if the night has the league's fees and prizes.
    pub with_money: bool,
    /// Makes the ids of games.
    pub new_game: &'r dyn Fn() -> GameId,
}

impl NightRules<'_> {
    /// The results of a night, or its wrong lines.
    pub fn read(&self, lines: &[ListedLine], names: &mut Names) -> Result<NewImport, Vec<WrongLine>> {
        let is_of_cards = matches!(lines.first().map(|line| &line.result), Some(ListedResult::Card { .. }));
        if is_of_cards { self.cards(lines, names) } else { self.tables(lines, names) }
    }

    fn settings(&self, format: Format, games: u16) -> Settings {
        let (fee, draw_part) = if self.with_money { (self.league.fee, self.league.draw_part) } else { (0, 0) };
        Settings {
            fee,
            draw_part,
            format,
            card: self.card,
            games_per_night: games.max(1),
            hand_outs: HandOuts::Assumed,
            first_dealer: FirstDealer::TableCuts,
            ..self.league.clone()
        }
    }

    fn cards(&self, lines: &[ListedLine], names: &mut Names) -> Result<NewImport, Vec<WrongLine>> {
        let (mut cards, mut wrong) = (Vec::new(), Vec::new());
        let mut seen = BTreeSet::new();
        let games = games_of(lines);
        for ListedLine { line, date, result } in lines {
            let ListedResult::Card { player, lines, totals } = result else { continue };
            let card = names.find(player).and_then(|player| {
                if !seen.insert(player) {
                    return Err(format!("{} has a card of {date} in an earlier line.", names.name(player)));
                }
                self.card(player, &lines[..games.min(lines.len())], totals)
            });
            match card {
                Ok(card) => cards.push(card),
                Err(sentence) => wrong.push((*line, sentence)),
            }
        }
        if !wrong.is_empty() {
            return Err(wrong);
        }
        let of_lines = cards.iter().map(|card| card.lines.len() as u16).max().unwrap_or_default();
        let of_sums = cards.iter().filter_map(|card| Some(card.sums?.games as u16)).max().unwrap_or_default();
        let format = match self.league.format {
            Format::FixedPairs => Format::DoublesMovement,
            format => format,
        };
        let settings = self.settings(format, of_lines.max(of_sums).min(20));
        Ok(self.import(settings, cards.iter().map(|card| card.player).collect(), cards, Vec::new()))
    }

    fn card(&self, player: PlayerId, cells: &[ListedCell], totals: &ListedTotals) -> Result<ImportedCard, String> {
        let rules = &self.league.rules;
        let is_blank = cells.iter().all(|cell| *cell == ListedCell::Missing);
        if is_blank {
            let sums = self.sums(totals)?;
            return Ok(ImportedCard {
                player,
                lines: Vec::new(),
                excused: Vec::new(),
                byes: Vec::new(),
                sums: Some(sums),
            });
        }
        if cells.len() > 20 {
            return Err(format!("A card has 20 games at most, not {}.", cells.len()));
        }
        let mut sums = Vec::new();
        for value in
            cells.iter().filter_map(|cell| if let ListedCell::Value(value) = cell { Some(*value) } else { None })
        {
            sums.push(Line::of_value(self.card, value, rules).ok_or_else(|| self.impossible(value))?);
        }
        let sums: Sums = sums.into_iter().collect();
        self.check_totals(totals, &sums)?;
        let rounds =
            |wanted: ListedCell| (1..).zip(cells).filter(move |(_, cell)| **cell == wanted).map(|(round, _)| round);
        let line = |cell: &ListedCell| if let ListedCell::Value(value) = cell { Some(*value) } else { None };
        Ok(ImportedCard {
            player,
            lines: cells.iter().map(line).collect(),
            excused: rounds(ListedCell::Excused).collect(),
            byes: rounds(ListedCell::Bye).collect(),
            sums: None,
        })
    }

    fn impossible(&self, value: i16) -> String {
        let target = self.league.rules.target;
        match self.card {
            Card::PointsShort => {
                format!("{value} is no line: a win is 0, by a skunk -1 or -2, and a loss is 1 to {target}.")
            }
            Card::GamePoints => format!("{value} is no spread: a win has 1 to {target}, and a loss -1 to -{target}."),
            Card::PointsScored => format!("{value} is no score: a win has {target}, and a loss 0 to {}.", target - 1),
        }
    }

    fn tables(&self, lines: &[ListedLine], names: &mut Names) -> Result<NewImport, Vec<WrongLine>> {
        let mut rounds: BTreeMap<u16, Tables> = BTreeMap::new();
        let mut wrong = Vec::new();
        for ListedLine { line, result, .. } in lines {
            let ListedResult::Table { round, sides, scores } = result else { continue };
            let tables = rounds.entry(*round).or_default();
            if let Err(sentence) = self.table(*round, sides, scores, tables, names) {
                wrong.push((*line, sentence));
            }
        }
        let missing = (1..).zip(rounds.keys()).find(|(number, round)| number != *round).map(|(number, _)| number);
        if let (Some(number), Some(first)) = (missing, lines.first()) {
            wrong.push((first.line, format!("Round {number} of {} is missing.", first.date)));
        }
        if !wrong.is_empty() {
            return Err(wrong);
        }
        let all = || rounds.values().flat_map(|tables| &tables.tables);
        let is_of_singles =
            all().all(|(seats, _)| seats.sides().iter().all(|side| side.len() == 1) && seats.sides().len() == 2);
        let (format, games) = if is_of_singles && self.league.format == Format::SinglesRotation {
            (Format::SinglesRotation, self.league.games_per_night.min(rounds.len() as u16))
        } else {
            (Format::DoublesMovement, rounds.len().min(20) as u16)
        };
        let players: BTreeSet<PlayerId> = rounds.values().flat_map(|tables| tables.seen.iter().copied()).collect();
        let rounds = rounds.into_iter().map(|(number, tables)| {
            let (seats, scores): (Vec<Seats>, Vec<Vec<u8>>) = tables.tables.into_iter().unzip();
            let table = |seats| Table { game: (self.new_game)(), seats, pairs: None };
            let round = Round {
                number,
                origin: RoundOrigin::Drawn,
                is_extra: format == Format::SinglesRotation && number > games,
                seed: Seed::from_bytes([0; 32]),
                tables: seats.into_iter().map(table).collect(),
                tie_breaks: Vec::new(),
                touched: Vec::new(),
                first_dealers: Vec::new(),
                rotation: None,
                byes: tables.byes.into_iter().map(UnitId::from).collect(),
                id: None,
            };
            (round, scores)
        });
        let rounds = rounds.collect();
        Ok(self.import(self.settings(format, games), players.into_iter().collect(), Vec::new(), rounds))
    }

    fn table(
        &self,
        round: u16,
        sides: &[Vec<String>],
        scores: &[u8],
        tables: &mut Tables,
        names: &mut Names,
    ) -> Result<(), String> {
        let mut players = Vec::new();
        for name in sides.iter().flatten() {
            let player = names.find(name)?;
            if !tables.seen.insert(player) {
                return Err(format!("{} plays twice in round {round}.", names.name(player)));
            }
            players.push(player);
        }
        let sizes: Vec<usize> = sides.iter().map(Vec::len).collect();
        match sizes[..] {
            [1] if scores.is_empty() => {
                tables.byes.extend(players);
                return Ok(());
            }
            [2, 2] | [1, 1] | [1, 1, 1] => {}
            _ => return Err("A table has two sides of two players, or two or three sides of one.".to_owned()),
        }
        if scores.len() != sides.len() {
            return Err(format!("{} sides need {} scores, not {}.", sides.len(), sides.len(), scores.len()));
        }
        let scores = FinalScores::from(scores.to_vec()).resolve(sides.len(), &self.league.rules);
        tables.tables.push((Seats::new(&players), scores.map_err(|error| error.to_string())?));
        Ok(())
    }

    fn import(
        &self,
        settings: Settings,
        players: Vec<PlayerId>,
        cards: Vec<ImportedCard>,
        rounds: Vec<(Round, Vec<Vec<u8>>)>,
    ) -> NewImport {
        let (digest, request) = (self.digest.to_owned(), self.request.to_owned());
        let import = Import { import: self.import, digest, request, settings, new_night: false, players, cards };
        NewImport { import, rounds }
    }
}

impl ImportService {
    /// Divides lines into possible results, and wrong lines of days that are still to come. Some places have tomorrow's
    /// date already.
    #[must_use]
    pub fn without_days_to_come(&self, listed: Vec<ListedLine>) -> (Vec<ListedLine>, Vec<WrongLine>) {
        let tomorrow = self.core.clock.now().millis().saturating_add(DAY);
        let tomorrow = Time::from_millis(tomorrow).and_then(Date::of);
        let is_to_come = |line: &ListedLine| tomorrow.is_some_and(|tomorrow| line.date > tomorrow);
        let (to_come, results): (Vec<_>, Vec<_>) = listed.into_iter().partition(is_to_come);
        let wrong = |ListedLine { line, date, .. }| {
            (line, format!("{date} is still to come, and nobody has results of it: correct the date."))
        };
        (results, to_come.into_iter().map(wrong).collect())
    }
}

/// The number of games of a night: up to the last column in which anybody has a cell.
fn games_of(lines: &[ListedLine]) -> usize {
    let cells = lines.iter().filter_map(|line| match &line.result {
        ListedResult::Card { lines, .. } => Some(lines),
        ListedResult::Table { .. } => None,
    });
    let last = cells.filter_map(|cells| cells.iter().rposition(|cell| *cell != ListedCell::Missing)).max();
    last.map_or(0, |last| last + 1)
}

/// The tables of a round, with everybody who is named in it.
#[derive(Default)]
struct Tables {
    tables: Vec<(Seats, Vec<u8>)>,
    byes: Vec<PlayerId>,
    seen: BTreeSet<PlayerId>,
}
