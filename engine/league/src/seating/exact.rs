//! The best seating of a small hall: all seatings are compared, set by set.

use rand::seq::{IndexedRandom, SliceRandom};
use rand::{Rng, RngExt};

use super::search::{Cost, SeatingSearch};

/// The most players for whom all seatings are compared.
pub(super) const MAX_PLAYERS: usize = 16;

/// Seats the players at the lowest possible cost. All seatings of that cost are equally likely.
pub(super) fn seat(search: &SeatingSearch, rng: &mut impl Rng) -> Vec<usize> {
    let sizes: Vec<usize> = search.sizes().collect();
    let everybody = (1 << search.players.len()) - 1;
    let groups: Vec<Groups> = (0..sizes.len()).map(|table| Groups::new(search, table, sizes[table])).collect();
    let best = lowest_costs(&groups, everybody);
    let mut order = Vec::new();
    let mut left = everybody;
    for (table, groups) in groups.iter().enumerate() {
        let group = groups.choose(left, &best, rng);
        order.extend(pair(search, table, &members(group), rng));
        left &= !group;
    }
    order
}

/// The lowest cost at which a set of players fills the last tables, and the number of ways to do so.
type Best = Option<(Cost, u64)>;

/// The lowest costs of all sets, which have a bit for each player; `None` for a set that does not exactly fill the last
/// tables.
fn lowest_costs(groups: &[Groups], everybody: usize) -> Vec<Best> {
    let mut best = vec![None; everybody + 1];
    best[0] = Some((Cost::default(), 1));
    let mut filled = 0;
    for groups in groups.iter().rev() {
        filled += groups.size;
        for set in (0..=everybody).filter(|set| set.count_ones() == filled) {
            best[set] = groups.lowest(set, &best);
        }
    }
    best
}

/// The groups of players that can sit at a table.
struct Groups {
    size: u32,
    all: Vec<usize>,
    /// The cost of each group, by the group.
    costs: Vec<Cost>,
}

impl Groups {
    fn new(search: &SeatingSearch, table: usize, size: usize) -> Groups {
        let mut groups =
            Groups { size: size as u32, all: Vec::new(), costs: vec![Cost::default(); 1 << search.players.len()] };
        for group in (0..groups.costs.len()).filter(|group| group.count_ones() as usize == size) {
            let ways = pairings_of(&members(group)).into_iter();
            groups.costs[group] = ways.map(|way| search.cost_at(table, &way)).min().unwrap_or_default();
            groups.all.push(group);
        }
        groups
    }

    /// The groups of players of a set.
    fn within(&self, set: usize) -> impl Iterator<Item = usize> {
        // A small set has fewer subsets than there are groups.
        let is_small = 1 << set.count_ones() < self.all.len();
        let subsets = std::iter::successors(Some(set), move |subset| (*subset > 0).then(|| (subset - 1) & set));
        let subsets = subsets.filter(|subset| subset.count_ones() == self.size);
        let all = self.all.iter().copied().filter(move |group| group & !set == 0);
        let (small, large) = if is_small { (Some(subsets), None) } else { (None, Some(all)) };
        small.into_iter().flatten().chain(large.into_iter().flatten())
    }

    fn lowest(&self, set: usize, best: &[Best]) -> Best {
        let mut lowest: Best = None;
        for group in self.within(set) {
            let Some((rest, ways)) = best[set & !group] else { continue };
            let cost = self.costs[group] + rest;
            match &mut lowest {
                Some((least, _)) if *least < cost => {}
                Some((least, sum)) if *least == cost => *sum += ways,
                _ => lowest = Some((cost, ways)),
            }
        }
        lowest
    }

    /// The group that sits here, of the players who are left.
    fn choose(&self, left: usize, best: &[Best], rng: &mut impl Rng) -> usize {
        let Some((lowest, ways)) = best[left] else { return 0 };
        let mut nth = rng.random_range(0..ways);
        for group in self.within(left) {
            let is_best = |(rest, _): &(Cost, u64)| self.costs[group] + *rest == lowest;
            let Some((_, ways)) = best[left & !group].filter(is_best) else { continue };
            match nth.checked_sub(ways) {
                Some(after) => nth = after,
                None => return group,
            }
        }
        0
    }
}

/// The players of a set, in ascending order.
fn members(set: usize) -> Vec<usize> {
    (0..MAX_PLAYERS).filter(|player| set >> player & 1 == 1).collect()
}

/// The ways to pair four players, with partners side by side.
fn pairings_of(players: &[usize]) -> Vec<Vec<usize>> {
    match *players {
        [a, b, c, d] => vec![vec![a, b, c, d], vec![a, c, b, d], vec![a, d, b, c]],
        _ => vec![players.to_vec()],
    }
}

/// Pairs the players of a table at the lowest cost, by chance among equal ways.
fn pair(search: &SeatingSearch, table: usize, players: &[usize], rng: &mut impl Rng) -> Vec<usize> {
    let mut players = players.to_vec();
    players.shuffle(rng);
    let ways = pairings_of(&players);
    let lowest = ways.iter().map(|way| search.cost_at(table, way)).min();
    let best: Vec<Vec<usize>> = ways.into_iter().filter(|way| Some(search.cost_at(table, way)) == lowest).collect();
    best.choose(rng).cloned().unwrap_or(players)
}
