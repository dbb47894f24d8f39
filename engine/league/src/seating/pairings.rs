//! The partners and opponents of a night.

use std::collections::BTreeSet;

use super::Seats;
use crate::PlayerId;

/// The pairs of partners and of opponents in the rounds before.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pairings {
    partners: BTreeSet<[PlayerId; 2]>,
    opponents: BTreeSet<[PlayerId; 2]>,
}

/// The repeats of a seating. Fewer partnerships come first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Repeats {
    /// The number of its partnerships that there were before.
    pub partners: u32,
    /// The number of its pairs of opponents that there were before.
    pub opponents: u32,
}

impl std::ops::Add for Repeats {
    type Output = Repeats;

    fn add(self, other: Repeats) -> Repeats {
        Repeats { partners: self.partners + other.partners, opponents: self.opponents + other.opponents }
    }
}

impl Pairings {
    /// The pairings of these tables.
    pub fn new<'a>(tables: impl IntoIterator<Item = &'a Seats>) -> Pairings {
        let mut pairings = Pairings::default();
        for seats in tables {
            let sides = seats.sides();
            for (nth, side) in sides.iter().enumerate() {
                pairings.partners.extend(pairs(side));
                pairings.opponents.extend(sides[..nth].iter().flat_map(|other| across(other, side)));
            }
        }
        pairings
    }

    /// Returns true if nobody has played yet.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.partners.is_empty() && self.opponents.is_empty()
    }

    /// Returns true if these two have been partners.
    #[must_use]
    pub fn were_partners(&self, one: PlayerId, other: PlayerId) -> bool {
        self.partners.contains(&pair(one, other))
    }

    /// Returns true if these two have been opponents.
    #[must_use]
    pub fn were_opponents(&self, one: PlayerId, other: PlayerId) -> bool {
        self.opponents.contains(&pair(one, other))
    }

    /// The repeats of a table.
    #[must_use]
    pub fn repeats(&self, seats: &Seats) -> Repeats {
        let sides = seats.sides();
        let mut repeats = Repeats::default();
        for (nth, side) in sides.iter().enumerate() {
            let met = sides[..nth].iter().flat_map(|other| across(other, side));
            repeats.partners += pairs(side).filter(|pair| self.partners.contains(pair)).count() as u32;
            repeats.opponents += met.filter(|pair| self.opponents.contains(pair)).count() as u32;
        }
        repeats
    }
}

/// Two players, ordered by id.
fn pair(one: PlayerId, other: PlayerId) -> [PlayerId; 2] {
    [one.min(other), one.max(other)]
}

fn pairs(side: &[PlayerId]) -> impl Iterator<Item = [PlayerId; 2]> {
    side.iter().enumerate().flat_map(|(nth, one)| side[..nth].iter().map(|other| pair(*one, *other)))
}

fn across(side: &[PlayerId], other: &[PlayerId]) -> impl Iterator<Item = [PlayerId; 2]> {
    side.iter().flat_map(|one| other.iter().map(|two| pair(*one, *two)))
}
