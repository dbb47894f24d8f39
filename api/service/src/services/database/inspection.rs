//! The check of a whole database: every log folds, every night has its games, and the money adds up.

use std::collections::{HashMap, HashSet};
use std::path::Path;

use pegout_engine::game::{Game, GameId};
use pegout_league::ledger::{Entry, Ledger};
use pegout_league::night::Night;
use pegout_league::{GameResult, GameResults, NightId, PlayerId, Settings};

use crate::eventlog::aggregate::fold;
use pegout_model::player::Merges;
use pegout_store::{Inspection, LedgerId, StoreError, StoredEvent, StreamId};

/// The contents of a database, and their faults.
#[derive(Default)]
pub struct Report {
    /// The number of games.
    pub games: usize,
    /// The number of nights.
    pub nights: usize,
    /// The number of people.
    pub players: usize,
    /// A sentence for each fault; empty if the database is intact.
    pub findings: Vec<String>,
}

/// The logs of a database, folded.
#[derive(Default)]
pub struct Folded {
    /// The games, as their nights need them.
    pub games: HashMap<GameId, GameResult>,
    /// The nights.
    pub nights: HashMap<NightId, Night>,
    /// The ledger.
    pub ledger: Ledger,
}

impl Report {
    /// The contents in words.
    pub fn contents(&self) -> String {
        let count = |number: usize, one: &str, more: &str| format!("{number} {}", if number == 1 { one } else { more });
        let (games, nights) = (count(self.games, "game", "games"), count(self.nights, "night", "nights"));
        format!("{games}, {nights}, {}", count(self.players, "player", "players"))
    }
}

/// Checks a database.
pub fn check(inspection: &Inspection) -> Result<Report, StoreError> {
    let mut findings = inspection.damage.clone();
    if !findings.is_empty() {
        // The data of a damaged file is not reliable.
        return Ok(Report { findings, ..Report::default() });
    }
    let folded = Folded::read(inspection, &mut findings)?;
    let players = inspection.player_ids()?;
    let rows = inspection.night_ids()?;
    let settings = inspection.league()?.settings;
    for id in rows.iter().filter(|id| !folded.nights.contains_key(id)) {
        findings.push(format!("The night {id} has a row, and no log that can be read."));
    }
    for (id, night) in &folded.nights {
        if !rows.contains(id) {
            findings.push(format!("The night {id} has a log and no row: no list of nights shows it."));
        }
        findings.extend(night_findings(*id, night, &folded, &players, &settings));
    }
    findings.extend(ledger_findings(&folded, &players));
    Ok(Report { games: folded.games.len(), nights: folded.nights.len(), players: players.len(), findings })
}

/// The report on a copy. An unreadable copy counts as damaged.
pub fn examine(copy: &Path) -> Report {
    let checked = Inspection::open(copy).and_then(|inspection| check(&inspection));
    checked.unwrap_or_else(|error| Report { findings: vec![format!("{error}.")], ..Report::default() })
}

impl Folded {
    /// Folds every log. Adds a sentence to `findings` for each log that cannot be read.
    pub fn read(inspection: &Inspection, findings: &mut Vec<String>) -> Result<Folded, StoreError> {
        let merges = inspection.merges()?;
        let mut folded = Folded::default();
        inspection.each_stream(|stream, events| {
            if let Err(finding) = folded.add(stream, &events, &merges) {
                findings.push(format!("{finding}."));
            }
        })?;
        Ok(folded)
    }

    /// The results of the games of a night, without missing games.
    pub fn results(&self, night: &Night) -> GameResults {
        let found = |game: GameId| Some((game, self.games.get(&game)?.clone()));
        night.tables().filter_map(|(_, table)| found(table.game)).collect()
    }

    fn add(&mut self, stream: [u8; 16], events: &[StoredEvent], merges: &Merges) -> Result<(), StoreError> {
        let (game, night) = (GameId::from_bytes(stream), NightId::from_bytes(stream));
        if stream == StreamId::LEDGER {
            let other = || StoreError::Unavailable("the log of the ledger does not begin one".to_owned());
            self.ledger = fold::<Ledger>(LedgerId, events, merges)?.ok_or_else(other)?;
        } else if let Some(state) = fold::<Game>(game, events, merges)? {
            self.games.insert(game, GameResult::new(&state));
        } else if let Some(state) = fold::<Night>(night, events, merges)? {
            self.nights.insert(night, state);
        } else {
            return Err(StoreError::Unavailable(format!("the log of {game} begins neither a game nor a night")));
        }
        Ok(())
    }
}

/// The faults of the ledger: it names people and nights that are there, and a fee that a credit paid is paid at its night.
fn ledger_findings(folded: &Folded, players: &HashSet<PlayerId>) -> Vec<String> {
    let mut findings = Vec::new();
    for Entry { posting, .. } in folded.ledger.entries().iter().filter(|entry| entry.taken_back.is_none()) {
        if let Some(player) = posting.player.filter(|player| !players.contains(player)) {
            findings.push(format!("The player {player} of the posting {} is missing.", posting.id));
        }
        let Some(id) = posting.night else { continue };
        if !folded.nights.contains_key(&id) {
            findings.push(format!("The night {id} of the posting {} is missing.", posting.id));
        }
    }
    let disagreeing = folded.nights.iter().filter(|(_, night)| folded.ledger.disagreement(night, None).is_some());
    findings.extend(
        disagreeing
            .map(|(id, _)| format!("The ledger does not agree with the fees, prizes and stakes of the night {id}.")),
    );
    findings
}

fn night_findings(
    id: NightId,
    night: &Night,
    folded: &Folded,
    players: &HashSet<PlayerId>,
    league: &Settings,
) -> Vec<String> {
    let mut findings = Vec::new();
    for (_, table) in night.tables().filter(|(_, table)| !folded.games.contains_key(&table.game)) {
        findings.push(format!("The game {} of the night {id} is missing.", table.game));
    }
    for entry in night.entries().iter().filter(|entry| !players.contains(&entry.player)) {
        findings.push(format!("The player {} of the night {id} is missing.", entry.player));
    }
    let money = night.money(&folded.results(night), league, &|_| String::new());
    let prizes: u64 = money.prizes.iter().map(|prize| prize.amount).sum();
    let spent = money.fifty_fifty + money.supplies + prizes + money.activities;
    if money.fees != spent {
        findings.push(format!(
            "The money of the night {id} does not add up: {} cents came in, {spent} went out.",
            money.fees
        ));
    }
    findings
}
