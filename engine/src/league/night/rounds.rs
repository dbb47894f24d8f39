//! The rounds: the first draw, the movement from then on, and swaps before the first peg.

use super::decide::Decision;
use super::phase::StartedNight;
use super::{EventKind, NewRound, Night, Refusal, Status, TableRef};
use crate::game;
use crate::id::{CommandId, GameId, PlayerId};
use crate::league::seating::{self, Movement, Pairings, Seats, TableResult};
use crate::league::{GameResult, GameResults, Round, RoundOrigin, Settings, Table, scorecard};

impl Night {
    /// The number of tables of the next round; none while fewer than two players are here.
    #[must_use]
    pub fn next_table_count(&self) -> usize {
        seating::sizes(self.present().len()).map_or(0, |sizes| sizes.len())
    }

    pub(super) fn decide_round(&self, new: NewRound, games: &GameResults) -> Decision {
        let next = self.rounds().len() as u16 + 1;
        match new.number {
            Some(number) if (1..next).contains(&number) => return Ok(Vec::new()),
            Some(number) if number != next => return Err(Refusal::RoundNotNext { given: number, next }),
            _ => {}
        }
        self.check_active()?;
        let settings = self.settings(&new.settings);
        settings.check()?;
        let games_per_night = self.games_per_night(settings);
        if next > games_per_night {
            return Err(Refusal::NoMoreRounds { games_per_night });
        }
        let playing: Vec<TableRef> = self.open_tables(games).filter(|at| at.round + 1 == next).collect();
        if !playing.is_empty() {
            return Err(Refusal::StillPlaying { tables: playing.iter().map(|at| at.table).collect() });
        }
        let tables = self.next_table_count();
        if tables == 0 {
            return Err(Refusal::TooFewPlayers { present: self.present().len() });
        }
        if new.games.len() < tables {
            return Err(Refusal::TooFewGames { given: new.games.len(), tables });
        }
        let taken = self.phase.started().is_none().then(|| EventKind::SettingsTaken { settings: settings.clone() });
        let round = EventKind::RoundDrawn(self.round(next, &new, games));
        Ok(taken.into_iter().chain([round]).collect())
    }

    fn round(&self, number: u16, NewRound { id, seed, games: ids, .. }: &NewRound, games: &GameResults) -> Round {
        let mut rng = seed.rng();
        let present = self.present();
        let pairings = Pairings::new(self.rounds().iter().flat_map(|round| &round.tables).map(|table| &table.seats));
        let seated: Vec<PlayerId> = self.seated().collect();
        let left: Vec<PlayerId> = seated.iter().filter(|player| !present.contains(player)).copied().collect();
        let came: Vec<PlayerId> = present.iter().filter(|player| !seated.contains(player)).copied().collect();
        let (origin, tables, tie_breaks) = if !self.rounds().is_empty() && left.len() == came.len() {
            let mut results = self.table_results(games);
            seating::substitute(&mut results, &left, came, &mut rng);
            let Movement { tables, tie_breaks } = seating::move_players(&results, &pairings, &mut rng);
            (RoundOrigin::Moved, tables, tie_breaks)
        } else {
            (RoundOrigin::Drawn, seating::draw_tables(&present, &pairings, &mut rng), Vec::new())
        };
        let table = |(seats, game): (Seats, &GameId)| Table { game: *game, seats };
        let tables = tables.into_iter().zip(ids).map(table).collect();
        Round { number, origin, seed: *seed, tables, tie_breaks, id: *id }
    }

    /// The players who sit at the tables of the newest round.
    fn seated(&self) -> impl Iterator<Item = PlayerId> {
        self.rounds().last().into_iter().flat_map(|round| &round.tables).flat_map(|table| table.seats.players())
    }

    /// The results of the tables of the newest round.
    fn table_results(&self, games: &GameResults) -> Vec<TableResult> {
        let tables = self.rounds().last().into_iter().flat_map(|round| &round.tables);
        let scores = |table: &Table| games.get(&table.game).map(|result| result.scores().to_vec()).unwrap_or_default();
        tables.map(|table| TableResult { seats: table.seats.clone(), scores: scores(table) }).collect()
    }

    /// The tables at which a game is being played.
    pub(super) fn open_tables<'a>(&'a self, games: &'a GameResults) -> impl Iterator<Item = TableRef> + 'a {
        self.tables()
            .filter(|(_, table)| scorecard::status(games, table.game) == game::Status::Playing)
            .map(|(at, _)| at)
    }

    pub(super) fn decide_swap(
        &self,
        number: u16,
        players: [PlayerId; 2],
        id: Option<CommandId>,
        games: &GameResults,
    ) -> Decision {
        let Some(round) = number.checked_sub(1).and_then(|index| self.rounds().get(usize::from(index))) else {
            return Err(Refusal::NoSuchRound { given: number });
        };
        if usize::from(number) < self.rounds().len() {
            return Err(Refusal::RoundClosed { round: number });
        }
        self.check_active()?;
        let pegged = |table: &Table| games.get(&table.game) != Some(&GameResult::Untouched);
        let begun: Vec<usize> = (1..).zip(&round.tables).filter(|(_, table)| pegged(table)).map(|(at, _)| at).collect();
        if !begun.is_empty() {
            return Err(Refusal::RoundBegun { tables: begun });
        }
        if players[0] == players[1] {
            return Err(Refusal::SamePlayer);
        }
        let away = players.into_iter().find(|player| !self.seated().any(|seated| seated == *player));
        match away {
            Some(player) => Err(Refusal::NotSeated { player, round: number }),
            None => Ok(vec![EventKind::Swapped { round: number, players, id }]),
        }
    }

    /// The settings of the night: those it took when its first round was drawn, until then the league's.
    #[must_use]
    pub fn settings<'a>(&'a self, league: &'a Settings) -> &'a Settings {
        self.phase.started().map_or(league, |started| &started.settings)
    }

    /// The number of rounds of the night.
    pub(super) fn games_per_night(&self, league: &Settings) -> u16 {
        self.schedule.games_per_night.unwrap_or(self.settings(league).games_per_night)
    }

    /// Refuses if the night was cancelled or is over.
    ///
    /// # Errors
    ///
    /// Returns an error if it was, or is.
    pub fn check_active(&self) -> Result<(), Refusal> {
        match self.status() {
            Status::Cancelled => Err(Refusal::Cancelled),
            Status::Finished => Err(Refusal::Finished),
            Status::Scheduled | Status::Open | Status::Playing => Ok(()),
        }
    }
}

impl StartedNight {
    pub(super) fn swap(&mut self, number: u16, [one, other]: [PlayerId; 2]) {
        let round = self.rounds.iter_mut().filter(|round| round.number == number);
        for seat in round.flat_map(|round| &mut round.tables).flat_map(|table| table.seats.players_mut()) {
            *seat = match *seat {
                seat if seat == one => other,
                seat if seat == other => one,
                seat => seat,
            };
        }
    }
}
