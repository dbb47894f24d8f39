//! The circle of a rotation: one unit stays, and after each turn all other units move one seat.

use rand::Rng;
use rand::seq::{IndexedRandom, SliceRandom};

use super::Unit;

/// The places of the units, an even number. A place may be empty: the unit opposite then sits out.
///
/// In turn `t` the unit of the first place stays, and the other units have moved `t` seats. The first seat plays the last
/// seat, and the second seat plays the seat before the last. Nobody meets twice in `turns()` turns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Circle<U> {
    places: Vec<Option<U>>,
}

impl<U: Unit> Circle<U> {
    /// The circle with these places; a last empty place makes their number even.
    #[must_use]
    pub fn new(mut places: Vec<Option<U>>) -> Circle<U> {
        if !places.len().is_multiple_of(2) {
            places.push(None);
        }
        Circle { places }
    }

    /// Draws the places by lot. If the number of units is odd, the units with the fewest `byes` before sit out in the first
    /// `turns` turns.
    #[must_use]
    pub fn draw(units: &[U], turns: usize, byes: impl Fn(U) -> usize, rng: &mut impl Rng) -> Circle<U> {
        let mut order = units.to_vec();
        order.shuffle(rng);
        let mut circle = Circle::new(vec![None; units.len()]);
        let Some(empty) = circle.places.len().checked_sub(1) else { return circle };
        let mut free: Vec<usize> = (0..units.len()).collect();
        if empty == units.len() {
            let turns = turns.min(circle.turns());
            let mut early: Vec<usize> = (0..turns).map(|turn| circle.opposite(empty, turn)).collect();
            free.retain(|place| !early.contains(place));
            order.sort_by_key(|unit| byes(*unit));
            let (early_units, others) = order.split_at_mut(turns);
            early_units.shuffle(rng);
            others.shuffle(rng);
            early.append(&mut free);
            free = early;
        }
        for (place, unit) in free.into_iter().zip(order) {
            circle.places[place] = Some(unit);
        }
        circle
    }

    /// The unit of each place.
    #[must_use]
    pub fn places(&self) -> &[Option<U>] {
        &self.places
    }

    /// The number of turns in which nobody meets twice.
    #[must_use]
    pub const fn turns(&self) -> usize {
        self.places.len().saturating_sub(1)
    }

    /// The two places of each table in a turn, from 0; `None` for an empty place. A table of two empty places is left out.
    pub fn tables(&self, turn: usize) -> impl Iterator<Item = [Option<U>; 2]> {
        let last = self.places.len().saturating_sub(1);
        let unit = move |seat| self.places[self.place_at(seat, turn)];
        let tables = (0..self.places.len() / 2).map(move |seat| [unit(seat), unit(last - seat)]);
        tables.filter(|units| units.iter().any(Option::is_some))
    }

    /// Gives a newcomer an empty place: the place with the fewest opponents whom the newcomer has `met` in the turns `left`,
    /// then by lot. If no place is empty, two places are added.
    pub fn admit(&mut self, unit: U, left: std::ops::Range<usize>, has_met: impl Fn(U, U) -> bool, rng: &mut impl Rng) {
        let repeats = |place: usize| {
            let opponents = left.clone().filter_map(|turn| self.places[self.opposite(place, turn)]);
            opponents.filter(|opponent| has_met(unit, *opponent)).count()
        };
        let empty: Vec<(usize, usize)> = (0..self.places.len())
            .filter(|place| self.places[*place].is_none())
            .map(|place| (repeats(place), place))
            .collect();
        let fewest = empty.iter().map(|(repeats, _)| *repeats).min();
        let best: Vec<usize> =
            empty.iter().filter(|(repeats, _)| Some(*repeats) == fewest).map(|(_, place)| *place).collect();
        match best.choose(rng) {
            Some(place) => self.places[*place] = Some(unit),
            None => self.places.extend([Some(unit), None]),
        }
    }

    /// Empties the place of a unit that leaves.
    pub fn remove(&mut self, unit: U) {
        for place in self.places.iter_mut().filter(|place| **place == Some(unit)) {
            *place = None;
        }
    }

    /// The place that sits at a seat in a turn.
    const fn place_at(&self, seat: usize, turn: usize) -> usize {
        let others = self.turns();
        if seat == 0 { 0 } else { 1 + (seat - 1 + others - turn % others) % others }
    }

    /// The place that plays this place in a turn.
    fn opposite(&self, place: usize, turn: usize) -> usize {
        let seat = (0..self.places.len()).find(|seat| self.place_at(*seat, turn) == place).unwrap_or(0);
        self.place_at(self.turns() - seat, turn)
    }
}
