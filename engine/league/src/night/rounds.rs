//! The rounds: the first draw, the movement from then on, and swaps before the first peg.

use rand::{Rng, RngExt};

use super::decide::Decision;
use super::phase::{Phase, StartedNight};
use super::{AddedTable, DrawWay, EventKind, NewRound, Night, Refusal, Reseating, Status, TableRef, seats};
use crate::seating::{self, Movement, Pairings, RepairedMovement, Seats, TableResult, TieBreak};
use crate::{
    CommandId, FirstDealer, GameResult, GameResults, PlayerId, Round, RoundOrigin, Settings, Table, scorecard,
};
use pegout_engine::game::{self, GameId};

/// The next round as it would be drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
pub struct RoundPreview {
    /// The number of players of each table, by number.
    pub sizes: Vec<usize>,
    /// The numbers of the tables that would not keep to the movement.
    pub touched: Vec<usize>,
    /// The names of the players who would not sit at their table of the movement.
    pub moves: Vec<String>,
    /// The number of partnerships that there were before and that cannot be avoided.
    pub repeats_forced: u32,
}

/// The tables of the next round, without their games.
struct NextRound {
    origin: RoundOrigin,
    repaired: RepairedMovement,
    tie_breaks: Vec<TieBreak>,
    first_dealers: Vec<u8>,
}

impl NextRound {
    fn into_round(self, number: u16, NewRound { id, seed, games, .. }: &NewRound) -> Round {
        let RepairedMovement { tables, touched, .. } = self.repaired;
        let tables = tables.into_iter().zip(games).map(|(seats, game)| Table { game: *game, seats }).collect();
        Round {
            number,
            origin: self.origin,
            seed: *seed,
            tables,
            tie_breaks: self.tie_breaks,
            touched,
            first_dealers: self.first_dealers,
            id: *id,
        }
    }
}

/// The results of the tables of a round.
fn table_results(round: &Round, games: &GameResults) -> Vec<TableResult> {
    let scores =
        |table: &Table| games.get(&table.game).map(|result| result.movement_scores().to_vec()).unwrap_or_default();
    let result = |table: &Table| TableResult { seats: table.seats.clone(), scores: scores(table) };
    round.tables.iter().map(result).collect()
}

/// Draws the seat that deals first at a table.
pub(super) fn draw_first_dealer(seats: &Seats, rng: &mut impl Rng) -> u8 {
    rng.random_range(0..seats.players().count() as u8)
}

impl Night {
    /// The number of tables of the next round; 0 while fewer than two players are here.
    #[must_use]
    pub fn next_table_count(&self) -> usize {
        seating::sizes(self.present().len()).map_or(0, |sizes| sizes.len())
    }

    pub(super) fn decide_round(&self, new: NewRound, games: &GameResults) -> Decision {
        let drawn = self.rounds().len() as u16;
        if new.number.is_some_and(|number| (1..=drawn).contains(&number)) {
            return Ok(Vec::new());
        }
        let settings = self.check_round(&new, games)?;
        let tables = self.next_table_count();
        if new.games.len() < tables {
            return Err(Refusal::TooFewGames { given: new.games.len(), tables });
        }
        let taken = self.phase.started().is_none().then(|| EventKind::SettingsTaken { settings: settings.clone() });
        let round = EventKind::RoundDrawn(self.next_round(&new, games).into_round(drawn + 1, &new));
        Ok(taken.into_iter().chain([round]).collect())
    }

    /// The next round as this command would draw it.
    ///
    /// # Errors
    ///
    /// Returns an error if the night refuses to draw it.
    pub fn preview_round(
        &self,
        new: &NewRound,
        games: &GameResults,
        name: &dyn Fn(PlayerId) -> String,
    ) -> Result<RoundPreview, Refusal> {
        self.check_round(new, games)?;
        let NextRound { repaired: RepairedMovement { tables, touched, elsewhere }, .. } = self.next_round(new, games);
        let pairings = self.pairings(games);
        Ok(RoundPreview {
            sizes: tables.iter().map(|seats| seats.players().count()).collect(),
            touched,
            moves: elsewhere.into_iter().map(name).collect(),
            repeats_forced: tables.iter().map(|seats| pairings.repeats(seats).partners).sum(),
        })
    }

    /// Refuses a round that is not the next or cannot be drawn yet. Returns the settings of the night.
    fn check_round<'a>(&'a self, new: &'a NewRound, games: &GameResults) -> Result<&'a Settings, Refusal> {
        let next = self.rounds().len() as u16 + 1;
        if let Some(given) = new.number.filter(|number| *number != next) {
            return Err(Refusal::RoundNotNext { given, next });
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
        let present = self.present().len();
        if present < 2 { Err(Refusal::TooFewPlayers { present }) } else { Ok(settings) }
    }

    fn next_round(&self, new: &NewRound, games: &GameResults) -> NextRound {
        let mut rng = new.seed.rng();
        let present = self.present();
        let pairings = self.pairings(games);
        let Some(last) = self.rounds().last() else {
            let tables = seating::draw_tables(&present, &pairings, &mut rng);
            let repaired = RepairedMovement { tables, touched: Vec::new(), elsewhere: Vec::new() };
            let first_dealers = self.draw_first_dealers(&repaired.tables, &new.settings, &mut rng);
            return NextRound { origin: RoundOrigin::Drawn, repaired, tie_breaks: Vec::new(), first_dealers };
        };
        let results = table_results(last, games);
        let Movement { tables: moved, tie_breaks } = seating::move_players(&results, &pairings, &mut rng);
        let repaired = match new.way {
            DrawWay::Afresh => RepairedMovement::new(&moved, seating::draw_tables(&present, &pairings, &mut rng)),
            DrawWay::Movement if self.is_unchanged(last, games) => RepairedMovement::new(&moved, moved.clone()),
            DrawWay::Movement => {
                let last = Pairings::new(last.tables.iter().map(|table| &table.seats));
                seating::repair_movement(&moved, &present, &pairings, &last, &mut rng)
            }
        };
        let is_drawn = new.way == DrawWay::Afresh || repaired.touched.len() == repaired.tables.len();
        let origin = if is_drawn { RoundOrigin::Drawn } else { RoundOrigin::Moved };
        // If all seats are drawn, ties of the movement do not matter.
        let tie_breaks = if new.way == DrawWay::Afresh { Vec::new() } else { tie_breaks };
        let first_dealers = self.draw_first_dealers(&repaired.tables, &new.settings, &mut rng);
        NextRound { origin, repaired, tie_breaks, first_dealers }
    }

    /// Draws the seats that deal first at these tables, if the night draws them.
    fn draw_first_dealers(&self, tables: &[Seats], league: &Settings, rng: &mut impl Rng) -> Vec<u8> {
        let is_drawn = self.settings(league).first_dealer == FirstDealer::Drawn;
        tables.iter().filter(|_| is_drawn).map(|seats| draw_first_dealer(seats, rng)).collect()
    }

    /// Returns true if nobody has come or left since this round, its tables have the usual sizes, and none of its games
    /// was called off.
    fn is_unchanged(&self, last: &Round, games: &GameResults) -> bool {
        let present = self.present();
        let sizes: Vec<usize> = last.tables.iter().map(|table| table.seats.players().count()).collect();
        seats::are_same(&present, self.seated())
            && seating::sizes(present.len()) == Some(sizes)
            && last.tables.iter().all(|table| scorecard::status(games, table.game) != game::Status::Void)
    }

    /// The partners and opponents who have met in the rounds so far.
    pub(super) fn pairings(&self, games: &GameResults) -> Pairings {
        scorecard::pairings(self.rounds(), games)
    }

    /// The players who sit at the tables of the newest round.
    pub(super) fn seated(&self) -> impl Iterator<Item = PlayerId> {
        self.rounds().last().into_iter().flat_map(|round| &round.tables).flat_map(|table| table.seats.players())
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
            None => Ok(vec![EventKind::Swapped { round: number, players, id }]),
        }
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

    /// Returns true for a night that has begun and draws the seats that deal first.
    pub(super) fn draws_first_dealers(&self) -> bool {
        self.phase.started().is_some_and(|started| started.settings.first_dealer == FirstDealer::Drawn)
    }

    /// The number of rounds of the night.
    pub(super) fn games_per_night(&self, league: &Settings) -> u16 {
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
    pub(super) fn reseat(&mut self, reseating: &Reseating) {
        let tables = self.rounds.iter_mut().filter(|round| round.number == reseating.round);
        for (number, table) in tables.flat_map(|round| (1..).zip(&mut round.tables)) {
            if let Some(new) = reseating.tables.iter().find(|new| new.number == number) {
                table.seats = new.seats.clone();
            }
        }
        for round in self.rounds.iter_mut().filter(|round| round.number == reseating.round) {
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
