//! The rounds of a night after their draw: swaps before the first peg, and draws that are taken back.

use super::decide::Decision;
use super::pairs::Pairs;
use super::phase::{Phase, StartedNight};
use super::{AddedTable, EventKind, Night, Refusal, ReseatedTable, Reseating, Status, TableRef};
use crate::seating::{Pairings, Seats};
use crate::{
    Card, CommandId, FirstDealer, Format, GameResult, GameResults, PlayerId, Round, Settings, Table, UnitId, scorecard,
};
use pegout_engine::game::{self, GameId};

impl Night {
    /// The partners and opponents who have met in the rounds so far.
    pub(super) fn pairings(&self, games: &GameResults) -> Pairings {
        scorecard::pairings(self.rounds(), games)
    }

    /// The rounds before the round of this number.
    pub(super) fn rounds_before(&self, number: u16) -> &[Round] {
        let rounds = self.rounds();
        &rounds[..rounds.iter().position(|round| round.number >= number).unwrap_or(rounds.len())]
    }

    /// The players who sit at the tables of the newest round.
    pub(super) fn seated(&self) -> impl Iterator<Item = PlayerId> {
        self.rounds().last().into_iter().flat_map(|round| &round.tables).flat_map(|table| table.seats.players())
    }

    /// The tables at which a game is being played.
    pub fn open_tables<'a>(&'a self, games: &'a GameResults) -> impl Iterator<Item = TableRef> + 'a {
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
        let round = self.round(number)?;
        if usize::from(number) < self.rounds().len() {
            return Err(Refusal::RoundClosed { round: number });
        }
        self.check_active()?;
        let pegged = |table: &Table| !games.get(&table.game).is_some_and(GameResult::is_open_without_points);
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
            None if self.started_format() == Format::FixedPairs => Ok(self.swap_pairs(round, players)),
            None => Ok(vec![EventKind::Swapped { round: number, players, id }]),
        }
    }

    /// The whole pairs of two players swap their seats.
    fn swap_pairs(&self, round: &Round, players: [PlayerId; 2]) -> Vec<EventKind> {
        let side = |player: PlayerId| {
            let mut sides = round.tables.iter().flat_map(|table| table.seats.sides());
            sides.find(|side| side.contains(&player)).map(<[PlayerId]>::to_vec).unwrap_or_default()
        };
        let [one, other] = players.map(side);
        let new = |side: &[PlayerId]| match side {
            side if side == one => other.clone(),
            side if side == other => one.clone(),
            side => side.to_vec(),
        };
        let tables = (1..).zip(&round.tables).filter_map(|(number, table)| {
            let seats = Seats::new(&table.seats.sides().into_iter().flat_map(new).collect::<Vec<_>>());
            (seats != table.seats).then_some(ReseatedTable { number, seats })
        });
        let (round, tables) = (round.number, tables.collect::<Vec<_>>());
        let reseating = Reseating { round, tables, out: Vec::new(), reason: None, seed: None, id: None };
        if one == other { Vec::new() } else { vec![EventKind::Reseated(reseating)] }
    }

    /// Decides to take back the draw of a round. A draw with another id stays.
    pub(super) fn decide_take_back_round(&self, number: u16, draw: Option<CommandId>, games: &GameResults) -> Decision {
        let standing = self.rounds().iter().find(|round| round.number == number);
        let Some(round) = standing.filter(|round| draw.is_none() || round.id == draw) else { return Ok(Vec::new()) };
        if self.status() == Status::Finished {
            return Err(Refusal::Finished);
        }
        let newest = self.rounds().len() as u16;
        if number < newest {
            return Err(Refusal::RoundNotNewest { given: number, newest });
        }
        let begun = |table: &Table| games.get(&table.game).is_none_or(GameResult::has_begun);
        let tables: Vec<usize> = (1..).zip(&round.tables).filter(|(_, table)| begun(table)).map(|(at, _)| at).collect();
        if !tables.is_empty() {
            return Err(Refusal::DrawBegun { tables });
        }
        if let Some(draw) = self.fifty_fifty().filter(|_| number == 1) {
            return Err(Refusal::FiftyFiftyStands { player: draw.player, amount: draw.amount });
        }
        Ok(vec![EventKind::RoundTakenBack { round: number, id: round.id }])
    }

    /// Takes the newest round back. Without its first round the night is open again.
    pub(super) fn take_back_round(&mut self, number: u16) {
        let Phase::Playing(started) = &mut self.phase else { return };
        let Some(round) = started.rounds.pop_if(|round| round.number == number) else { return };
        if started.rounds.is_empty() {
            self.phase = Phase::Gathering { cancelled: None };
        }
        self.taken_back.push(round);
        self.excuses.forget_round(number);
        self.pairs.take_back_round(number);
    }

    /// The rounds whose draws were taken back, in the order of the events.
    pub(super) fn taken_back(&self) -> &[Round] {
        &self.taken_back
    }

    /// The number of the round of this game, if its draw was taken back.
    pub(super) fn taken_back_round(&self, game: GameId) -> Option<u16> {
        let at = |round: &&Round| round.tables.iter().any(|table| table.game == game);
        self.taken_back.iter().find(at).map(|round| round.number)
    }

    /// The settings of the night: the settings of its first draw, before that draw the league's.
    #[must_use]
    pub fn settings<'a>(&'a self, league: &'a Settings) -> &'a Settings {
        self.phase.started().map_or(league, |started| &started.settings)
    }

    /// The format of a night that has started; the default before that.
    pub(super) fn started_format(&self) -> Format {
        self.phase.started().map(|started| started.settings.format).unwrap_or_default()
    }

    /// The format of the night.
    #[must_use]
    pub fn format(&self, league: &Settings) -> Format {
        self.schedule.format.filter(|_| self.phase.started().is_none()).unwrap_or(self.settings(league).format)
    }

    /// The numbers that order the cards of the night.
    #[must_use]
    pub fn card(&self, league: &Settings) -> Card {
        self.schedule.card.filter(|_| self.phase.started().is_none()).unwrap_or(self.settings(league).card)
    }

    /// Returns true for a night that has begun and draws the seats that deal first.
    pub(super) fn draws_first_dealers(&self) -> bool {
        self.phase.started().is_some_and(|started| started.settings.first_dealer == FirstDealer::Drawn)
    }

    /// The number of rounds of the night.
    #[must_use]
    pub fn games_per_night(&self, league: &Settings) -> u16 {
        self.schedule.games_per_night.unwrap_or(self.settings(league).games_per_night)
    }

    /// Refuses if the night was cancelled or is over.
    ///
    /// # Errors
    ///
    /// Returns an error for such a night.
    pub fn check_active(&self) -> Result<(), Refusal> {
        match self.status() {
            Status::Cancelled => Err(Refusal::Cancelled),
            Status::Finished => Err(Refusal::Finished),
            Status::Scheduled | Status::Open | Status::Playing => Ok(()),
        }
    }
}

impl StartedNight {
    pub(super) fn reseat(&mut self, reseating: &Reseating, pairs: &Pairs) {
        let round = self.rounds.iter().find(|round| round.number == reseating.round);
        let unit = |player: &PlayerId| round?.tables.iter().find_map(|table| table.unit_at(*player));
        let out: Vec<UnitId> =
            reseating.out.iter().map(|player| unit(player).unwrap_or_else(|| (*player).into())).collect();
        let tables = self.rounds.iter_mut().filter(|round| round.number == reseating.round);
        for (number, table) in tables.flat_map(|round| (1..).zip(&mut round.tables)) {
            if let Some(new) = reseating.tables.iter().find(|new| new.number == number) {
                table.seats = new.seats.clone();
                if let (Some(old), [one, other]) = (table.pairs, &new.seats.sides()[..]) {
                    let of = [pairs.at_side(one, old[0]), pairs.at_side(other, old[1])];
                    // A pair plays on one side only.
                    table.pairs = Some(if of[0] == of[1] { old } else { of });
                }
            }
        }
        for round in self.rounds.iter_mut().filter(|round| round.number == reseating.round) {
            // A correction with a reason says who really sat there.
            if round.rotation.is_some() && reseating.reason.is_none() {
                for unit in &out {
                    if !round.byes.contains(unit) {
                        round.byes.push(*unit);
                    }
                }
            }
            // As in the game: if the first dealer's seat is gone, the first seat deals first.
            for (seat, table) in round.first_dealers.iter_mut().zip(&round.tables) {
                *seat = if usize::from(*seat) < table.seats.players().count() { *seat } else { 0 };
            }
        }
    }

    pub(super) fn add_table(&mut self, added: &AddedTable) {
        let round = self.rounds.iter_mut().filter(|round| round.number == added.round);
        round.for_each(|round| {
            round.tables.push(added.table.clone());
            round.first_dealers.extend(added.first_dealer);
        });
    }

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
