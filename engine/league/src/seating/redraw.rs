//! The draw of a round: the fewest repeated partnerships, then few repeated opponents, then chance.

use rand::Rng;
use rand::seq::{IndexedRandom, SliceRandom};

use super::search::{Cost, SeatingSearch};
use super::{Pairings, Seats};
use crate::PlayerId;

/// The most players for whom all sets are tried, so that the result is optimal.
const MAX_EXHAUSTIVE_PLAYERS: usize = 16;
/// The most draws. The best draw is kept.
const MAX_DRAWS: usize = 24;

/// Draws the tables of a round with the fewest repeated partnerships, by number. Returns no tables for fewer than two
/// players. Before the first game chance alone decides.
pub fn draw_tables(players: &[PlayerId], pairings: &Pairings, rng: &mut impl Rng) -> Vec<Seats> {
    let search = SeatingSearch::new(players, pairings);
    let table = (players.len() <= MAX_EXHAUSTIVE_PLAYERS && !pairings.is_empty()).then(|| PairingTable::new(&search));
    let mut best: Option<(Cost, Vec<usize>)> = None;
    for _ in 0..MAX_DRAWS {
        let mut order: Vec<usize> = (0..players.len()).collect();
        order.shuffle(rng);
        if search.cost(&order) != Cost::default() {
            if let Some(table) = &table {
                order = table.draw(rng);
            }
            search.improve(&mut order);
        }
        let cost = search.cost(&order);
        if best.as_ref().is_none_or(|(lowest, _)| cost < *lowest) {
            best = Some((cost, order));
        }
        if cost == Cost::default() {
            break;
        }
    }
    best.map_or_else(Vec::new, |(_, order)| search.seats(&order))
}

/// Draws the seats of one table in the same way. Returns `None` unless there are two to four players.
pub(crate) fn draw_table(players: &[PlayerId], pairings: &Pairings, rng: &mut impl Rng) -> Option<Seats> {
    (2..=4).contains(&players.len()).then(|| draw_tables(players, pairings, rng)).and_then(|mut tables| tables.pop())
}

/// The most new partnerships that each set of players can form.
struct PairingTable<'a> {
    search: &'a SeatingSearch<'a>,
    /// By the set, which has a bit for each player.
    most: Vec<u8>,
}

impl PairingTable<'_> {
    fn new<'a>(search: &'a SeatingSearch<'a>) -> PairingTable<'a> {
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
        // Players without a new partner come last: they fill the missing pairs, then the last tables.
        pairs.shuffle(rng);
        alone.shuffle(rng);
        [pairs.concat(), alone].concat()
    }

    /// The choices of the first player of a set: no new partner, or a partner from the set. Returns the rest of the
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
