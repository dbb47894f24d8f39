//! The draw of the next round.

use rand::{Rng, RngExt};

use super::decide::Decision;
use super::{DrawWay, EventKind, NewRound, Night, Refusal, RotationTurn, TableRef, rotation, seats};
use crate::seating::{self, Movement, Pairings, RepairedMovement, Seats, TableResult, TieBreak};
use crate::settings::MAX_ROUNDS;
use crate::{
    FirstDealer, Format, GameResults, PairId, PlayerId, Round, RoundOrigin, Settings, Table, UnitId, round, scorecard,
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
    /// The number of partnerships that there were before and that cannot be avoided. In a rotation, the number of tables whose
    /// players have met tonight.
    pub repeats_forced: u32,
    /// The names of the players who would sit out.
    pub byes: Vec<String>,
    /// The name of the player who has all games and would help; `null` if nobody would.
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub helper: Option<String>,
    /// The number of rounds from this one on, if nobody comes or leaves.
    pub rounds_to_come: usize,
}

/// The tables of the next round, without their games.
#[derive(Debug)]
pub(super) struct NextRound {
    pub origin: RoundOrigin,
    pub is_extra: bool,
    pub tables: Vec<Seats>,
    /// The pairs of each table on a night of fixed pairs.
    pub pairs: Vec<[PairId; 2]>,
    pub touched: Vec<usize>,
    /// The players who would not sit at their table of the movement.
    pub elsewhere: Vec<PlayerId>,
    pub tie_breaks: Vec<TieBreak>,
    pub rotation: Option<RotationTurn>,
    pub byes: Vec<UnitId>,
    pub helper: Option<UnitId>,
    pub first_dealers: Vec<u8>,
}

impl NextRound {
    pub const fn new(origin: RoundOrigin, tables: Vec<Seats>) -> NextRound {
        NextRound {
            origin,
            is_extra: false,
            tables,
            pairs: Vec::new(),
            touched: Vec::new(),
            elsewhere: Vec::new(),
            tie_breaks: Vec::new(),
            rotation: None,
            byes: Vec::new(),
            helper: None,
            first_dealers: Vec::new(),
        }
    }

    fn into_round(self, number: u16, NewRound { id, seed, games, .. }: &NewRound) -> Round {
        let mut pairs = self.pairs.into_iter();
        let table = |(seats, game): (Seats, &GameId)| Table { game: *game, seats, pairs: pairs.next() };
        let tables = self.tables.into_iter().zip(games).map(table).collect();
        Round {
            number,
            origin: self.origin,
            is_extra: self.is_extra,
            seed: *seed,
            tables,
            tie_breaks: self.tie_breaks,
            touched: self.touched,
            first_dealers: self.first_dealers,
            rotation: self.rotation,
            byes: self.byes,
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
    /// The most tables that the next round can have: a game is ready for each of them.
    #[must_use]
    pub fn next_table_count(&self) -> usize {
        self.present().len() / 2
    }

    pub(super) fn decide_round(&self, new: NewRound, games: &GameResults) -> Decision {
        let drawn = self.rounds().len() as u16;
        if new.number.is_some_and(|number| (1..=drawn).contains(&number)) {
            return Ok(Vec::new());
        }
        let settings = self.check_round(&new, games)?;
        let next = self.next_round(&new, &settings, games);
        if new.games.len() < next.tables.len() {
            return Err(Refusal::TooFewGames { given: new.games.len(), tables: next.tables.len() });
        }
        let taken = self.phase.started().is_none().then(|| EventKind::SettingsTaken { settings });
        let round = EventKind::RoundDrawn(next.into_round(drawn + 1, &new));
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
        let settings = self.check_round(new, games)?;
        let next = self.next_round(new, &settings, games);
        let names = |players: Vec<PlayerId>| players.into_iter().map(name).collect::<Vec<_>>();
        let repeats = |(at, seats): (usize, &Seats)| {
            let units = round::units(seats, next.pairs.get(at).copied());
            rotation::repeats(settings.format, seats, units, self.rounds(), games)
        };
        Ok(RoundPreview {
            sizes: next.tables.iter().map(|seats| seats.players().count()).collect(),
            touched: next.touched,
            moves: names(next.elsewhere),
            repeats_forced: next.tables.iter().enumerate().map(repeats).sum(),
            byes: names(next.byes.into_iter().flat_map(|unit| self.players_of(unit)).collect()),
            helper: next.helper.map(|unit| names(self.players_of(unit)).join(" + ")),
            rounds_to_come: self.rounds_to_come(&settings, games),
        })
    }

    /// Refuses a round that is not the next or cannot be drawn yet. Returns the settings of the night.
    fn check_round(&self, new: &NewRound, games: &GameResults) -> Result<Settings, Refusal> {
        let next = self.rounds().len() as u16 + 1;
        if let Some(given) = new.number.filter(|number| *number != next) {
            return Err(Refusal::RoundNotNext { given, next });
        }
        self.check_active()?;
        let (format, card) = (self.format(&new.settings), self.card(&new.settings));
        let settings = Settings { format, card, ..self.settings(&new.settings).clone() };
        settings.check()?;
        let games_per_night = self.games_per_night(&settings);
        let is_lacking = || {
            let lacking = self.lacking(&settings, games);
            format.is_rotation() && next <= MAX_ROUNDS && lacking.iter().any(|(_, missing)| *missing > 0)
        };
        if self.turns() >= games_per_night && !is_lacking() {
            return Err(Refusal::NoMoreRounds { games_per_night });
        }
        let playing: Vec<TableRef> = self.open_tables(games).filter(|at| at.round + 1 == next).collect();
        if !playing.is_empty() {
            return Err(Refusal::StillPlaying { tables: playing.iter().map(|at| at.table).collect() });
        }
        let present = self.present().len();
        let pairs = self.pairs_here().count();
        match settings.format {
            Format::FixedPairs if pairs < 2 => Err(Refusal::TooFewPairs { present: pairs }),
            _ if present < 2 => Err(Refusal::TooFewPlayers { present }),
            _ => Ok(settings),
        }
    }

    fn next_round(&self, new: &NewRound, settings: &Settings, games: &GameResults) -> NextRound {
        let mut rng = new.seed.rng();
        let next = match settings.format {
            Format::DoublesMovement => self.next_in_movement(new, games, &mut rng),
            Format::SinglesRotation | Format::FixedPairs => self.next_in_rotation(new, settings, games, &mut rng),
        };
        let first_dealers = self.draw_first_dealers(&next.tables, settings, &mut rng);
        NextRound { first_dealers, ..next }
    }

    fn next_in_movement(&self, new: &NewRound, games: &GameResults, rng: &mut impl Rng) -> NextRound {
        let present = self.present();
        let pairings = self.pairings(games);
        let Some(last) = self.rounds().last() else {
            return NextRound::new(RoundOrigin::Drawn, seating::draw_tables(&present, &pairings, rng));
        };
        let results = table_results(last, games);
        let Movement { tables: moved, tie_breaks } = seating::move_players(&results, &pairings, rng);
        let RepairedMovement { tables, touched, elsewhere } = match new.way {
            DrawWay::Afresh => RepairedMovement::new(&moved, seating::draw_tables(&present, &pairings, rng)),
            DrawWay::Movement if self.is_unchanged(last, games) => RepairedMovement::new(&moved, moved.clone()),
            DrawWay::Movement => {
                let last = Pairings::new(last.tables.iter().map(|table| &table.seats));
                seating::repair_movement(&moved, &present, &pairings, &last, rng)
            }
        };
        let is_drawn = new.way == DrawWay::Afresh || touched.len() == tables.len();
        let origin = if is_drawn { RoundOrigin::Drawn } else { RoundOrigin::Moved };
        // If all seats are drawn, ties of the movement do not matter.
        let tie_breaks = if new.way == DrawWay::Afresh { Vec::new() } else { tie_breaks };
        NextRound { touched, elsewhere, tie_breaks, ..NextRound::new(origin, tables) }
    }

    /// Draws the seats that deal first at these tables, if the night draws them.
    fn draw_first_dealers(&self, tables: &[Seats], settings: &Settings, rng: &mut impl Rng) -> Vec<u8> {
        let is_drawn = settings.first_dealer == FirstDealer::Drawn;
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
}
