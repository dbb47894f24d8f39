//! The search for a seating of a round: the cost of a seating, and swaps that lower the cost.

use super::{Pairings, Seats, sizes};
use crate::PlayerId;

/// The cost of a seating. An earlier field outweighs all later ones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Cost {
    /// The number of partnerships that there were before.
    pub partners: u16,
    /// The number of players who do not sit at their table of the movement.
    pub elsewhere: u16,
    /// The sum of the distances of their tables from the last table.
    pub from_last: u16,
    /// The number of partnerships of the last round whose game was called off before the first peg.
    pub together: u16,
    /// The number of pairs of opponents that there were before.
    pub opponents: u16,
}

impl std::ops::Add for Cost {
    type Output = Cost;

    fn add(self, other: Cost) -> Cost {
        Cost {
            partners: self.partners + other.partners,
            elsewhere: self.elsewhere + other.elsewhere,
            from_last: self.from_last + other.from_last,
            together: self.together + other.together,
            opponents: self.opponents + other.opponents,
        }
    }
}

/// A table's places in the order of the players: the partners of a four sit side by side there.
struct Slots {
    first: usize,
    size: usize,
}

/// The players and tables of a round. An order of the players seats them, table by table.
pub(super) struct SeatingSearch<'a> {
    pub players: &'a [PlayerId],
    tables: Vec<Slots>,
    /// The table of each place.
    pub table_at: Vec<usize>,
    /// The table of the movement for each player, from 0; `None` for a newcomer.
    pub destinations: Vec<Option<usize>>,
    /// The repeats of two players: 0 or 1.
    pub partners: Vec<Vec<u16>>,
    together: Vec<Vec<u16>>,
    opponents: Vec<Vec<u16>>,
}

impl<'a> SeatingSearch<'a> {
    /// The search for a round that keeps to no movement.
    pub fn new(players: &'a [PlayerId], pairings: &Pairings) -> SeatingSearch<'a> {
        SeatingSearch::with_movement(players, pairings, &Pairings::default(), vec![None; players.len()])
    }

    /// The search for a round after a round with the pairings `last`.
    pub fn with_movement(
        players: &'a [PlayerId],
        pairings: &Pairings,
        last: &Pairings,
        destinations: Vec<Option<usize>>,
    ) -> SeatingSearch<'a> {
        let mut tables: Vec<Slots> = Vec::new();
        let mut table_at = Vec::new();
        for size in sizes(players.len()).unwrap_or_default() {
            table_at.extend(vec![tables.len(); size]);
            tables.push(Slots { first: table_at.len() - size, size });
        }
        let grid = |met: &dyn Fn(PlayerId, PlayerId) -> bool| {
            players.iter().map(|one| players.iter().map(|other| u16::from(met(*one, *other))).collect()).collect()
        };
        let partners = grid(&|one, other| pairings.were_partners(one, other));
        let together = grid(&|one, other| last.were_partners(one, other));
        let opponents = grid(&|one, other| pairings.were_opponents(one, other));
        SeatingSearch { players, tables, table_at, destinations, partners, together, opponents }
    }

    /// The sizes of the tables, by number.
    pub fn sizes(&self) -> impl DoubleEndedIterator<Item = usize> + Clone {
        self.tables.iter().map(|table| table.size)
    }

    /// The seats of an order of the players.
    pub fn seats(&self, order: &[usize]) -> Vec<Seats> {
        let seats = |Slots { first, size }: &Slots| {
            let seated: Vec<PlayerId> = order[*first..][..*size].iter().map(|player| self.players[*player]).collect();
            Seats::new(&seated)
        };
        self.tables.iter().map(seats).collect()
    }

    /// The cost of a seating.
    pub fn cost(&self, order: &[usize]) -> Cost {
        (0..self.tables.len()).map(|table| self.cost_of(table, order)).fold(Cost::default(), |sum, cost| sum + cost)
    }

    fn cost_of(&self, table: usize, order: &[usize]) -> Cost {
        let Slots { first, size } = self.tables[table];
        self.cost_at(table, &order[first..][..size])
    }

    /// The cost of these players at a table. At a table of four, the first two players are partners, and the last two.
    pub fn cost_at(&self, table: usize, players: &[usize]) -> Cost {
        let opposed = |one: usize, other: usize| self.opponents[one][other];
        let mut cost = match *players {
            [a, b, c, d] => Cost {
                partners: self.partners[a][b] + self.partners[c][d],
                together: self.together[a][b] + self.together[c][d],
                opponents: opposed(a, c) + opposed(a, d) + opposed(b, c) + opposed(b, d),
                ..Cost::default()
            },
            [a, b, c] => Cost { opponents: opposed(a, b) + opposed(a, c) + opposed(b, c), ..Cost::default() },
            [a, b] => Cost { opponents: opposed(a, b), ..Cost::default() },
            _ => Cost::default(),
        };
        let moved = |player: &&usize| self.destinations[**player].is_some_and(|destination| destination != table);
        cost.elsewhere = players.iter().filter(moved).count() as u16;
        cost.from_last = cost.elsewhere * (self.tables.len() - 1 - table) as u16;
        cost
    }

    /// Swaps players while a swap lowers the cost.
    pub fn improve(&self, order: &mut [usize]) {
        let mut improved = true;
        while improved {
            improved = false;
            for place in 0..order.len() {
                for other in 0..order.len() {
                    let here = self.table_at[place];
                    if self.cost_of(here, order) == Cost::default() {
                        break;
                    }
                    improved |= self.try_swap(place, other, order);
                }
            }
        }
    }

    /// Swaps two players if that lowers the cost. Returns true if it does.
    fn try_swap(&self, place: usize, other: usize, order: &mut [usize]) -> bool {
        let (here, there) = (self.table_at[place], self.table_at[other]);
        let both = |order: &[usize]| {
            let elsewhere = if here == there { Cost::default() } else { self.cost_of(there, order) };
            self.cost_of(here, order) + elsewhere
        };
        let before = both(order);
        order.swap(place, other);
        let improves = both(order) < before;
        if !improves {
            order.swap(place, other);
        }
        improves
    }
}
