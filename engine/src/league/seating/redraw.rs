//! The draw of a round: the fewest repeated partnerships, then few repeated opponents, then chance.

use rand::Rng;
use rand::seq::{IndexedRandom, SliceRandom};

use super::{Pairings, Repeats, Seats, sizes};
use crate::id::PlayerId;

/// The most players for whom all sets are tried, so that the result is the best there is.
const MAX_EXHAUSTIVE_PLAYERS: usize = 16;
/// The most draws, of which the best is kept.
const MAX_DRAWS: usize = 24;

/// Draws the tables of a round with the fewest repeated partnerships, by number. Returns no tables for fewer than two
/// players. Where nobody has played yet it is chance alone.
pub fn draw_tables(players: &[PlayerId], pairings: &Pairings, rng: &mut impl Rng) -> Vec<Seats> {
    let search = SeatingSearch::new(players, pairings);
    let table = (players.len() <= MAX_EXHAUSTIVE_PLAYERS && !pairings.is_empty()).then(|| PairingTable::new(&search));
    let mut best: Option<(Repeats, Vec<usize>)> = None;
    for _ in 0..MAX_DRAWS {
        let mut order: Vec<usize> = (0..players.len()).collect();
        order.shuffle(rng);
        if search.repeats(&order) != Repeats::default() {
            if let Some(table) = &table {
                order = table.draw(rng);
            }
            search.improve(&mut order);
        }
        let repeats = search.repeats(&order);
        if best.as_ref().is_none_or(|(fewest, _)| repeats < *fewest) {
            best = Some((repeats, order));
        }
        if repeats == Repeats::default() {
            break;
        }
    }
    best.map_or_else(Vec::new, |(_, order)| search.tables.iter().map(|table| table.seats(&order, players)).collect())
}

/// A table's places in the order of the players: the partners of a four sit side by side there.
struct Slots {
    first: usize,
    size: usize,
}

impl Slots {
    fn seats(&self, order: &[usize], players: &[PlayerId]) -> Seats {
        let seated: Vec<PlayerId> = order[self.first..][..self.size].iter().map(|player| players[*player]).collect();
        Seats::new(&seated)
    }
}

/// The tables and the repeats of each two players, by which seatings are compared.
struct SeatingSearch {
    tables: Vec<Slots>,
    /// The table of each place.
    table_at: Vec<usize>,
    /// The repeats of two players as partners and as opponents: 0 or 1.
    partners: Vec<Vec<u32>>,
    opponents: Vec<Vec<u32>>,
}

impl SeatingSearch {
    fn new(players: &[PlayerId], pairings: &Pairings) -> SeatingSearch {
        let mut tables: Vec<Slots> = Vec::new();
        let mut table_at = Vec::new();
        for size in sizes(players.len()).unwrap_or_default() {
            table_at.extend(vec![tables.len(); size]);
            tables.push(Slots { first: table_at.len() - size, size });
        }
        let grid = |met: &dyn Fn(PlayerId, PlayerId) -> bool| {
            players.iter().map(|one| players.iter().map(|other| u32::from(met(*one, *other))).collect()).collect()
        };
        let partners = grid(&|one, other| pairings.were_partners(one, other));
        let opponents = grid(&|one, other| pairings.were_opponents(one, other));
        SeatingSearch { tables, table_at, partners, opponents }
    }

    /// The repeats of a seating.
    fn repeats(&self, order: &[usize]) -> Repeats {
        (0..self.tables.len()).map(|table| self.at(table, order)).fold(Repeats::default(), |sum, table| sum + table)
    }

    fn at(&self, table: usize, order: &[usize]) -> Repeats {
        let Slots { first, size } = self.tables[table];
        let opposed = |one: usize, other: usize| self.opponents[one][other];
        match order[first..][..size] {
            [a, b, c, d] => Repeats {
                partners: self.partners[a][b] + self.partners[c][d],
                opponents: opposed(a, c) + opposed(a, d) + opposed(b, c) + opposed(b, d),
            },
            [a, b, c] => Repeats { partners: 0, opponents: opposed(a, b) + opposed(a, c) + opposed(b, c) },
            [a, b] => Repeats { partners: 0, opponents: opposed(a, b) },
            _ => Repeats::default(),
        }
    }

    /// Swaps players for as long as that leaves fewer repeats.
    fn improve(&self, order: &mut [usize]) {
        let mut improved = true;
        while improved {
            improved = false;
            for place in 0..order.len() {
                for other in 0..order.len() {
                    let here = self.table_at[place];
                    if self.at(here, order) == Repeats::default() {
                        break;
                    }
                    improved |= self.try_swap(place, other, order);
                }
            }
        }
    }

    /// Swaps two players if that leaves fewer repeats. Returns true if it does.
    fn try_swap(&self, place: usize, other: usize, order: &mut [usize]) -> bool {
        let (here, there) = (self.table_at[place], self.table_at[other]);
        let both = |order: &[usize]| {
            let elsewhere = if here == there { Repeats::default() } else { self.at(there, order) };
            self.at(here, order) + elsewhere
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

/// The most new partnerships that each set of players can form.
struct PairingTable<'a> {
    search: &'a SeatingSearch,
    /// By the set, which has a bit for each player.
    most: Vec<u8>,
}

impl PairingTable<'_> {
    fn new(search: &SeatingSearch) -> PairingTable<'_> {
        let mut table = PairingTable { search, most: vec![0; 1 << search.table_at.len()] };
        for set in 1..table.most.len() {
            table.most[set] = table.choices(set).map(|(rest, pair)| table.value(rest, pair)).max().unwrap_or(0);
        }
        table
    }

    /// A seating with as few repeated partnerships as there can be.
    fn draw(&self, rng: &mut impl Rng) -> Vec<usize> {
        let mut pairs = Vec::new();
        let mut alone = Vec::new();
        let mut set = self.most.len() - 1;
        while set != 0 {
            let best = |(rest, pair): &(usize, Option<usize>)| self.value(*rest, *pair) == self.most[set];
            let choices: Vec<_> = self.choices(set).filter(best).collect();
            let Some((rest, pair)) = choices.choose(rng).copied() else { break };
            let player = set.trailing_zeros() as usize;
            match pair {
                Some(partner) => pairs.push([player, partner]),
                None => alone.push(player),
            }
            set = rest;
        }
        // Those who find no new partner make up the pairs that are missing, and then the last tables.
        pairs.shuffle(rng);
        alone.shuffle(rng);
        [pairs.concat(), alone].concat()
    }

    /// The choices of the first player of a set: to stay without a new partner, or to take one. Returns the rest of the
    /// set, and the partner.
    fn choices(&self, set: usize) -> impl Iterator<Item = (usize, Option<usize>)> {
        let player = set.trailing_zeros() as usize;
        let rest = set & (set - 1);
        let partners = (player + 1..self.search.table_at.len())
            .filter(move |other| rest >> other & 1 == 1 && self.search.partners[player][*other] == 0)
            .map(move |other| (rest & !(1 << other), Some(other)));
        std::iter::once((rest, None)).chain(partners)
    }

    fn value(&self, rest: usize, pair: Option<usize>) -> u8 {
        self.most[rest] + u8::from(pair.is_some())
    }
}
