//! Changes of a round's seats before the games begin, and corrections of the record after that.

mod latecomers;
mod preview;

pub use latecomers::{AddedTable, LatecomersView, NewTable, OfferKind, SeatOffer};
pub use preview::{PrizeChange, ReseatPreview, TableChange};

use super::decide::{Decision, check_reason};
use super::{Entry, EventKind, Night, Refusal, SeatError};
use crate::scorecard;
use crate::seating::{self, Seats};
use crate::{CommandId, Format, GameResult, GameResults, PlayerId, Round, Seed};
use pegout_engine::game;

/// A request to change the seats of a round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reseat {
    /// The round.
    pub round: u16,
    /// The tables that change, with their new seats.
    pub tables: Vec<NewSeats>,
    /// The players who lose their seat.
    pub out: Vec<PlayerId>,
    /// The reason; required if a table has begun.
    pub reason: Option<String>,
    /// The named players who are not active members of the club.
    pub guests: Vec<PlayerId>,
    /// The seed of the pairs that are drawn.
    pub seed: Seed,
    /// The id of the command: a repeat with it has no effect.
    pub id: Option<CommandId>,
}

/// The new seats of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewSeats {
    /// The number of the table, from 1.
    pub number: usize,
    /// The players.
    pub seating: Seating,
}

/// The players of a table, on fixed seats or on seats to be drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Seating {
    /// Two to four players on their seats.
    Fixed(Seats),
    /// Two to four players, whose seats are drawn.
    Drawn(Vec<PlayerId>),
}

impl Seating {
    /// Everybody at the table.
    pub fn players(&self) -> impl Iterator<Item = PlayerId> {
        match self {
            Seating::Fixed(seats) => seats.players().collect(),
            Seating::Drawn(players) => players.clone(),
        }
        .into_iter()
    }
}

/// A change of the seats of a round.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
pub struct Reseating {
    /// The round.
    #[cfg_attr(feature = "utoipa", schema(minimum = 1, maximum = 40))]
    pub round: u16,
    /// The tables that change.
    pub tables: Vec<ReseatedTable>,
    /// The players who are here and lost their seat.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Vec::is_empty"))]
    #[cfg_attr(feature = "utoipa", schema(required = false))]
    pub out: Vec<PlayerId>,
    /// The reason, if one was given.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    #[cfg_attr(feature = "utoipa", schema(nullable = false))]
    pub reason: Option<String>,
    /// The seed of the drawn seats; left out if no seats were drawn.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    #[cfg_attr(feature = "utoipa", schema(nullable = false))]
    pub seed: Option<Seed>,
    /// The id of the command that changed them, if it had one.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    #[cfg_attr(feature = "utoipa", schema(nullable = false))]
    pub id: Option<CommandId>,
}

/// A table with its new seats.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
pub struct ReseatedTable {
    /// The number of the table, from 1.
    #[cfg_attr(feature = "utoipa", schema(minimum = 1))]
    pub number: usize,
    /// The players who sit there now.
    #[cfg_attr(feature = "serde", serde(rename = "sides"))]
    pub seats: Seats,
}

impl Night {
    pub(super) fn decide_reseat(&self, new: Reseat, games: &GameResults) -> Decision {
        let round = self.round(new.round)?;
        new.reason.as_deref().map_or(Ok(()), check_reason)?;
        let mut tables = self.resolve(&new, round, games)?;
        tables.retain(|table| round.tables[table.number - 1].seats != table.seats);
        self.check_seats(&new, round, &tables, games)?;
        if tables.is_empty() {
            return Ok(Vec::new());
        }
        let is_drawn = new.tables.iter().any(|table| matches!(table.seating, Seating::Drawn(_)));
        let sat = |player: &&PlayerId| round.tables.iter().any(|table| table.seats.side_of(**player).is_some());
        let out = new.out.iter().filter(sat).copied().collect();
        let named = tables.iter().flat_map(|table| table.seats.players());
        let enters: Vec<EventKind> = named
            .filter(|player| self.entry(*player).is_none())
            .map(|player| Entry {
                player,
                paid: self.holds_fee(player),
                guest: new.guests.contains(&player),
                left: false,
                pots: Vec::new(),
            })
            .map(EventKind::Entered)
            .collect();
        let Reseat { round, reason, seed, id, .. } = new;
        let seed = is_drawn.then_some(seed);
        let reseating = Reseating { round, tables, out, reason, seed, id };
        Ok(enters.into_iter().chain([EventKind::Reseated(reseating)]).collect())
    }

    /// A round that was drawn.
    pub(super) fn round(&self, number: u16) -> Result<&Round, Refusal> {
        let round = number.checked_sub(1).and_then(|index| self.rounds().get(usize::from(index)));
        round.ok_or(Refusal::NoSuchRound { given: number })
    }

    /// Puts the players on seats, by lot if the request names no seats. A table with the same players keeps its seats.
    fn resolve(&self, new: &Reseat, round: &Round, games: &GameResults) -> Result<Vec<ReseatedTable>, Refusal> {
        let mut rng = new.seed.rng();
        let pairings = scorecard::pairings(self.rounds_before(round.number), games);
        let mut tables: Vec<ReseatedTable> = Vec::new();
        for NewSeats { number, seating } in &new.tables {
            let (number, known) = (*number, round.tables.len());
            let Some(table) = number.checked_sub(1).and_then(|index| round.tables.get(index)) else {
                return Err(Refusal::NoSuchTable { given: number, tables: known });
            };
            if tables.iter().any(|other| other.number == number) {
                return Err(Refusal::TableNamedTwice { table: number });
            }
            let seats = match seating {
                Seating::Fixed(seats) => seats.clone(),
                Seating::Drawn(players) if are_same(players, table.seats.players()) => table.seats.clone(),
                Seating::Drawn(players) if self.started_format() == Format::FixedPairs => {
                    self.seats_of_pairs(players)?.0
                }
                Seating::Drawn(players) => seating::draw_table(players, &pairings, &mut rng)
                    .ok_or(Refusal::TableSize { given: players.len() })?,
            };
            tables.push(ReseatedTable { number, seats });
        }
        Ok(tables)
    }

    fn check_seats(
        &self,
        new: &Reseat,
        round: &Round,
        tables: &[ReseatedTable],
        games: &GameResults,
    ) -> Result<(), Refusal> {
        tables.iter().try_for_each(|table| self.check_table_size(table.seats.players().count()))?;
        let named = |number: usize| tables.iter().find(|table| table.number == number);
        let after =
            (1..).zip(&round.tables).map(|(number, table)| named(number).map_or(&table.seats, |new| &new.seats));
        let seated: Vec<PlayerId> = after.flat_map(Seats::players).collect();
        SeatError::Twice.check(repeated(&seated))?;
        SeatError::OutAndSeated.check(new.out.iter().filter(|player| seated.contains(player)).copied().collect())?;
        let is_closed = self.is_closed(round.number);
        let mut begun = Vec::new();
        for table in tables {
            let old = &round.tables[table.number - 1];
            let result = games.get(&old.game);
            let has_begun = is_closed || result.is_none_or(GameResult::has_begun);
            let is_void = result.is_some_and(|result| result.status() == game::Status::Void);
            let sizes = |seats: &Seats| seats.sides().iter().map(|side| side.len()).collect::<Vec<_>>();
            let is_resized = sizes(&old.seats) != sizes(&table.seats);
            // Scores stay with their side, so chance may not move a player to another side.
            let is_drawn =
                new.tables.iter().any(|new| new.number == table.number && matches!(new.seating, Seating::Drawn(_)));
            if has_begun && (is_resized || is_drawn) || is_void && is_resized {
                return Err(Refusal::SidesFixed { table: table.number });
            }
            if has_begun {
                begun.push(table.number);
                continue;
            }
            SeatError::Away.check(table.seats.players().filter(|player| !self.is_here(*player)).collect())?;
            let nowhere =
                |player: &PlayerId| self.is_here(*player) && !seated.contains(player) && !new.out.contains(player);
            SeatError::Nowhere.check(old.seats.players().filter(nowhere).collect())?;
            if self.started_format() == Format::FixedPairs {
                self.check_sides_are_pairs(&table.seats)?;
            }
        }
        let is_unexplained = new.reason.is_none() && !begun.is_empty();
        if is_unexplained { Err(Refusal::ReasonMissing { tables: begun }) } else { Ok(()) }
    }

    /// Refuses a table of another size than the format has.
    fn check_table_size(&self, given: usize) -> Result<(), Refusal> {
        match self.started_format() {
            Format::SinglesRotation if given != 2 => Err(Refusal::SinglesOnly { given }),
            Format::FixedPairs if given != 4 => Err(Refusal::PairsOnly { given }),
            _ => Ok(()),
        }
    }

    /// Returns true if a later round was drawn, or the night is finished.
    pub(super) fn is_closed(&self, round: u16) -> bool {
        self.phase.finish().is_some() || usize::from(round) < self.rounds().len()
    }
}

/// Returns true if both are the same players, in any order.
pub(super) fn are_same(players: &[PlayerId], seated: impl Iterator<Item = PlayerId>) -> bool {
    sorted(players.iter().copied()) == sorted(seated)
}

/// The players who are in the list more than once.
fn repeated(players: &[PlayerId]) -> Vec<PlayerId> {
    let sorted = sorted(players.iter().copied());
    sorted.chunk_by(PlayerId::eq).filter(|same| same.len() > 1).map(|same| same[0]).collect()
}

fn sorted(players: impl Iterator<Item = PlayerId>) -> Vec<PlayerId> {
    let mut players: Vec<PlayerId> = players.collect();
    players.sort_unstable();
    players
}
