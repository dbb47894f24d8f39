//! The rounds of a night that seats its players by a rotation.

use std::collections::BTreeMap;

use rand::Rng;

use super::draw::NextRound;
use super::phase::{Phase, StartedNight};
use super::{DrawWay, NewRound, Night};
use crate::rotation::{self, Circle, MakeUp, Turn};
use crate::seating::Seats;
use crate::settings::MAX_ROUNDS;
use crate::{Format, GameResults, PairId, PlayerId, Round, RoundOrigin, Settings, Table, UnitId, scorecard};

/// The circle of a rotation, and the turn of it that a round was.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema), schema(as = Rotation))]
pub struct RotationTurn {
    /// The unit of each place of the circle, an even number; `null` for an empty place.
    pub circle: Vec<Option<UnitId>>,
    /// The turn, from 0. The unit of the first place stays, and the other units have moved as many seats. The first seat
    /// plays the last seat, and the second seat plays the seat before the last. A mended turn has other tables.
    pub turn: u16,
}

/// The numbers of meetings of two units in the rounds so far.
struct Meetings {
    counts: BTreeMap<[UnitId; 2], usize>,
    /// The number of meetings of the two units that have met the fewest times.
    fewest: usize,
}

impl Meetings {
    fn new(tables: impl Iterator<Item = [UnitId; 2]>, units: &[UnitId]) -> Meetings {
        let mut counts = BTreeMap::new();
        for units in tables {
            *counts.entry(sorted(units)).or_default() += 1;
        }
        let pairs = units.iter().enumerate().flat_map(|(at, one)| units[..at].iter().map(|other| [*one, *other]));
        let fewest = pairs.map(|pair| counts.get(&sorted(pair)).copied().unwrap_or(0)).min().unwrap_or(0);
        Meetings { counts, fewest }
    }

    /// Returns true if two units have met more often than another pair. When all pairs have met, they may meet again.
    fn is_repeat(&self, one: UnitId, other: UnitId) -> bool {
        self.counts.get(&sorted([one, other])).is_some_and(|count| *count > self.fewest)
    }
}

fn sorted([one, other]: [UnitId; 2]) -> [UnitId; 2] {
    [one.min(other), one.max(other)]
}

impl Night {
    /// The next round of a rotation: a turn of the circle, or a round for the players who lack a game.
    pub(super) fn next_in_rotation(
        &self,
        new: &NewRound,
        settings: &Settings,
        games: &GameResults,
        rng: &mut impl Rng,
    ) -> NextRound {
        let games_per_night = self.games_per_night(settings);
        if self.turns() < games_per_night {
            return self.next_turn(new, settings.format, games_per_night, games, rng);
        }
        let (lack, all): (Vec<_>, Vec<_>) =
            self.lacking(settings, games).into_iter().partition(|(_, missing)| *missing > 0);
        let all: Vec<UnitId> = all.into_iter().map(|(unit, _)| unit).collect();
        let meetings = self.meetings(settings.format, games);
        let helps = self.helps(settings, games);
        let MakeUp { tables, helper, waits } = rotation::make_up(
            &lack,
            &all,
            |one, other| meetings.is_repeat(one, other),
            |unit| helps.get(&unit).copied().unwrap_or(0),
            rng,
        );
        NextRound {
            helper,
            byes: waits.into_iter().collect(),
            is_extra: true,
            ..self.round_of(RoundOrigin::Drawn, settings.format, tables)
        }
    }

    fn next_turn(
        &self,
        new: &NewRound,
        format: Format,
        games_per_night: u16,
        games: &GameResults,
        rng: &mut impl Rng,
    ) -> NextRound {
        let units = self.units(format);
        let meetings = self.meetings(format, games);
        let is_repeat = |one, other| meetings.is_repeat(one, other);
        let left = usize::from(games_per_night - self.turns());
        let last = self.rounds().iter().rev().find_map(|round| round.rotation.as_ref());
        let (origin, circle, turn) = match last.filter(|_| new.way == DrawWay::Movement) {
            None => {
                let of = |player: &PlayerId| new.byes.get(player).copied().unwrap_or(0);
                let byes = |unit| self.players_of(unit).iter().map(of).sum::<usize>();
                (RoundOrigin::Drawn, Circle::draw(&units, left, byes, rng), 0)
            }
            Some(RotationTurn { circle, turn }) => {
                let turn = usize::from(*turn) + 1;
                let mut circle = Circle::new(circle.clone());
                let gone = circle.places().iter().flatten().filter(|unit| !units.contains(unit));
                for unit in gone.copied().collect::<Vec<_>>() {
                    circle.remove(unit);
                }
                for unit in &units {
                    if !circle.places().contains(&Some(*unit)) {
                        circle.admit(*unit, turn..turn + left, is_repeat, rng);
                    }
                }
                (RoundOrigin::Moved, circle, turn)
            }
        };
        let byes = count(self.rounds().iter().flat_map(Round::byes));
        let Turn { tables, bye, touched } =
            rotation::next_turn(&circle, turn, is_repeat, |unit| byes.get(&unit).copied().unwrap_or(0), rng);
        NextRound {
            touched,
            byes: bye.into_iter().collect(),
            rotation: Some(RotationTurn { circle: circle.places().to_vec(), turn: turn as u16 }),
            ..self.round_of(origin, format, tables)
        }
    }

    /// A round with these units at its tables.
    fn round_of(&self, origin: RoundOrigin, format: Format, tables: Vec<[UnitId; 2]>) -> NextRound {
        let seats = |units: &[UnitId; 2]| Seats::new(&units.map(|unit| self.players_of(unit)).concat());
        let is_of_pairs = format == Format::FixedPairs;
        let pairs = tables.iter().filter(|_| is_of_pairs).map(|units| units.map(PairId::from)).collect();
        NextRound { pairs, ..NextRound::new(origin, tables.iter().map(seats).collect()) }
    }

    /// The number of rounds from the next on, if nobody comes or leaves.
    pub(super) fn rounds_to_come(&self, settings: &Settings, games: &GameResults) -> usize {
        let turns = usize::from(self.games_per_night(settings).saturating_sub(self.turns()));
        if !settings.format.is_rotation() {
            return turns;
        }
        let missing: Vec<usize> = self.lacking(settings, games).into_iter().map(|(_, missing)| missing).collect();
        rounds_left(&missing, turns)
    }

    /// The units that are here.
    fn units(&self, format: Format) -> Vec<UnitId> {
        match format {
            Format::FixedPairs => self.pairs_here().map(UnitId::from).collect(),
            _ => self.present().into_iter().map(UnitId::from).collect(),
        }
    }

    /// The number of rounds so far, without the rounds of games to make up.
    pub(super) fn turns(&self) -> u16 {
        self.rounds().iter().filter(|round| !round.is_extra).count() as u16
    }

    /// The units that are here, with the number of games that they lack. A game that is being played is not missing.
    pub(super) fn lacking(&self, settings: &Settings, games: &GameResults) -> Vec<(UnitId, usize)> {
        let games_per_night = usize::from(self.games_per_night(settings));
        let has_game = |round: &&Round, unit: UnitId| scorecard::has_game(unit, round, games);
        let held = |unit| self.rounds().iter().filter(|round| has_game(round, unit)).count();
        self.units(settings.format).into_iter().map(|unit| (unit, games_per_night.saturating_sub(held(unit)))).collect()
    }

    /// The number of players who are here and lack a game after the last turn of the night.
    pub(super) fn to_make_up(&self, games: &GameResults) -> usize {
        let Phase::Playing(StartedNight { settings, .. }) = &self.phase else { return 0 };
        let is_late = settings.format.is_rotation()
            && self.turns() >= self.games_per_night(settings)
            && self.rounds().len() < usize::from(MAX_ROUNDS);
        let lacking = || {
            let units = self.lacking(settings, games).into_iter().filter(|(_, missing)| *missing > 0);
            units.map(|(unit, _)| self.players_of(unit).len()).sum()
        };
        if is_late { lacking() } else { 0 }
    }

    fn meetings(&self, format: Format, games: &GameResults) -> Meetings {
        Meetings::new(met(self.rounds(), games), &self.units(format))
    }

    /// The number of rounds in which each player sat out.
    #[must_use]
    pub fn byes(&self) -> BTreeMap<PlayerId, usize> {
        count(self.rounds().iter().flat_map(|round| self.byes_of(round)))
    }

    /// The players with an entry who sit out in a round: a player may be withdrawn before the first game.
    pub(super) fn byes_of(&self, round: &Round) -> impl Iterator<Item = PlayerId> {
        round.byes().flat_map(|unit| self.players_in(unit, round.number)).filter(|player| self.entry(*player).is_some())
    }

    /// The number of games of each unit that did not count for the unit itself.
    fn helps(&self, settings: &Settings, games: &GameResults) -> BTreeMap<UnitId, usize> {
        let cards = self.cards(games, settings);
        count(cards.iter().flat_map(|card| card.helped.iter().map(|_| card.unit)))
    }
}

fn count<T: Ord>(items: impl Iterator<Item = T>) -> BTreeMap<T, usize> {
    let mut counts = BTreeMap::new();
    for item in items {
        *counts.entry(item).or_default() += 1;
    }
    counts
}

/// The units of the tables of these rounds whose games count as met.
fn met(rounds: &[Round], games: &GameResults) -> impl Iterator<Item = [UnitId; 2]> {
    let tables = rounds.iter().flat_map(|round| &round.tables);
    tables.filter(|table| scorecard::has_met(games, table.game)).filter_map(Table::units)
}

/// The number of repeats at a table after the rounds `before`. In a rotation it is 1 if the two units have met; otherwise it
/// is the number of repeated partnerships.
pub(super) fn repeats(
    format: Format,
    seats: &Seats,
    units: Option<[UnitId; 2]>,
    before: &[Round],
    games: &GameResults,
) -> u32 {
    if format.is_rotation() {
        let units = units.map(sorted);
        u32::from(units.is_some() && met(before, games).any(|other| Some(sorted(other)) == units))
    } else {
        scorecard::pairings(before, games).repeats(seats).partners
    }
}

/// The number of rounds from the next on, if nobody comes or leaves. `missing` has the games that each unit lacks after the
/// rounds so far, `turns` is the number of turns that are left.
fn rounds_left(missing: &[usize], turns: usize) -> usize {
    let mut missing = missing.to_vec();
    // The units with the fewest games sit out last.
    for _ in 0..turns {
        missing.sort_unstable();
        let out = missing.len() % 2;
        missing.iter_mut().skip(out).for_each(|games| *games = games.saturating_sub(1));
    }
    let mut rounds = turns;
    // Nobody plays alone.
    while missing.len() > 1 && missing.iter().any(|games| *games > 0) {
        missing.sort_unstable();
        let all = missing.iter().filter(|games| **games == 0).count();
        // One waits if an odd number lacks a game and nobody can help.
        let waits = usize::from(all == 0 && missing.len() % 2 == 1);
        missing[all..].iter_mut().skip(waits).for_each(|games| *games -= 1);
        rounds += 1;
    }
    rounds
}
