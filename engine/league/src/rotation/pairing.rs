//! The search for the tables of a turn: the fewest repeats, then few tables that are not the circle's.

use rand::{Rng, RngExt};

use super::{Turn, Unit, matching};

/// The most units for which all pairings are compared.
const MAX_EXHAUSTIVE_UNITS: usize = 12;

/// The number of repeats, and of tables that are not the circle's. The first outweighs the second.
type Cost = (usize, usize);
/// The places of two units in the list of all units.
type Pair = [usize; 2];

/// The units of a turn.
pub(super) struct Pairing<'a, U> {
    units: &'a [U],
    /// The opponent by the circle.
    wanted: Vec<Option<usize>>,
    has_met: Vec<Vec<bool>>,
}

impl<'a, U: Unit> Pairing<'a, U> {
    pub fn new(units: &'a [U], wanted: Vec<Option<usize>>, has_met: impl Fn(U, U) -> bool) -> Pairing<'a, U> {
        let row = |one: &U| units.iter().map(|other| has_met(*one, *other)).collect();
        Pairing { units, wanted, has_met: units.iter().map(row).collect() }
    }

    /// The units whom the circle gives no opponent.
    pub fn alone(&self) -> impl Iterator<Item = usize> {
        (0..self.units.len()).filter(|at| self.wanted[*at].is_none())
    }

    /// The tables of the circle.
    pub fn tables_of_circle(&self) -> Vec<Pair> {
        let pair = |(one, other): (usize, &Option<usize>)| Some([one, (*other)?]);
        self.wanted.iter().enumerate().filter_map(pair).filter(|[one, other]| one < other).collect()
    }

    /// Returns true if units meet again at a table of the circle.
    pub fn repeats(&self) -> bool {
        self.tables_of_circle().into_iter().any(|[one, other]| self.has_met[one][other])
    }

    /// The tables with the lowest cost over all candidates, and the candidate. A candidate sits out, or helps.
    ///
    /// `members` has the units that play if the candidate is chosen.
    pub fn best(
        &self,
        candidates: Vec<Option<usize>>,
        members: impl Fn(Option<usize>) -> Vec<usize>,
        rng: &mut impl Rng,
    ) -> (Vec<Pair>, Option<usize>) {
        let mut best: Option<(Cost, Vec<Pair>, Option<usize>)> = None;
        for candidate in candidates {
            let members = members(candidate);
            let is_small = members.len() <= MAX_EXHAUSTIVE_UNITS;
            let tables = if is_small { self.compare_all(&members, rng) } else { self.matched(&members) };
            let cost = self.cost(&tables);
            if best.as_ref().is_none_or(|(lowest, ..)| cost < *lowest) {
                best = Some((cost, tables, candidate));
            }
            // Without tables of the circle, a cost without repeats is the lowest. And a matching takes long.
            if cost.0 == 0 && (!is_small || self.alone().count() == self.units.len()) {
                break;
            }
        }
        best.map_or_else(Default::default, |(_, tables, candidate)| (tables, candidate))
    }

    /// The turn with these tables.
    pub fn turn(&self, mut tables: Vec<Pair>, bye: Option<usize>) -> Turn<U> {
        // The units are in the order of the circle's tables.
        for pair in &mut tables {
            pair.sort_unstable();
        }
        tables.sort_unstable();
        let touched = tables.iter().enumerate().filter(|(_, pair)| self.is_strange(**pair));
        Turn {
            touched: touched.map(|(index, _)| index + 1).collect(),
            tables: tables.iter().map(|pair| pair.map(|at| self.units[at])).collect(),
            bye: bye.map(|at| self.units[at]),
        }
    }

    fn is_strange(&self, [one, other]: Pair) -> bool {
        self.wanted[one] != Some(other)
    }

    fn cost(&self, tables: &[Pair]) -> Cost {
        let cost = |pair: &Pair| (usize::from(self.has_met[pair[0]][pair[1]]), usize::from(self.is_strange(*pair)));
        tables.iter().map(cost).fold((0, 0), |(repeats, strange), (one, other)| (repeats + one, strange + other))
    }

    /// The best tables of all, by lot among equals.
    fn compare_all(&self, members: &[usize], rng: &mut impl Rng) -> Vec<Pair> {
        let mut best = (Cost::default(), Vec::new(), 0_u32);
        self.compare(members, &mut Vec::new(), &mut best, rng);
        best.1
    }

    /// Adds tables of the units `left` in all ways. `best` has the cost, the tables and the number of equal tables.
    fn compare(&self, left: &[usize], tables: &mut Vec<Pair>, best: &mut (Cost, Vec<Pair>, u32), rng: &mut impl Rng) {
        let cost = self.cost(tables);
        if best.2 > 0 && cost > best.0 {
            return;
        }
        let Some((first, others)) = left.split_first() else {
            if best.2 == 0 || cost < best.0 {
                *best = (cost, tables.clone(), 0);
            }
            best.2 += 1;
            if rng.random_range(0..best.2) == 0 {
                best.1.clone_from(tables);
            }
            return;
        };
        for (index, other) in others.iter().enumerate() {
            let rest = [&others[..index], &others[index + 1..]].concat();
            tables.push([*first, *other]);
            self.compare(&rest, tables, best, rng);
            tables.pop();
        }
    }

    /// The tables of a maximum matching of units that have not met, which starts from the tables of the circle. The units
    /// left over meet again.
    fn matched(&self, members: &[usize]) -> Vec<Pair> {
        let is_edge = |one: usize, other: usize| !self.has_met[members[one]][members[other]];
        let place = |unit: usize| members.iter().position(|member| *member == unit);
        let wanted: Vec<Option<usize>> = members.iter().map(|unit| self.wanted[*unit].and_then(place)).collect();
        let first = |(at, other): (usize, &Option<usize>)| other.filter(|other| is_edge(at, *other));
        let mut partner: Vec<Option<usize>> = wanted.iter().enumerate().map(first).collect();
        matching::complete(&mut partner, &is_edge);
        let mut left: Vec<usize> = (0..members.len()).filter(|at| partner[*at].is_none()).collect();
        // A repeat of the circle's is no better than another repeat, but it stays at its table.
        while let Some(one) = left.pop() {
            let index = left.iter().position(|other| wanted[one] == Some(*other)).unwrap_or(0);
            if left.is_empty() {
                break;
            }
            let other = left.swap_remove(index);
            (partner[one], partner[other]) = (Some(other), Some(one));
        }
        let pair = |(one, other): (usize, &Option<usize>)| other.filter(|other| one < *other).map(|other| [one, other]);
        partner.iter().enumerate().filter_map(pair).map(|pair| pair.map(|at| members[at])).collect()
    }
}
