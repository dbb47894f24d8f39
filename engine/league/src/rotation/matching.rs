//! A maximum matching: as many pairs of vertices with an edge as there can be. (J. Edmonds, Paths, trees, and flowers,
//! 1965.)

use std::collections::VecDeque;

/// Adds pairs to a matching until no other matching has more pairs. Each step changes only the pairs on one path, so most
/// of the given pairs stay.
///
/// `partner` has the partner of each vertex.
pub(super) fn complete(partner: &mut [Option<usize>], is_edge: &dyn Fn(usize, usize) -> bool) {
    for root in 0..partner.len() {
        if partner[root].is_none() {
            Search::new(root, partner, is_edge).add_pair();
        }
    }
}

/// The search for a path from a single vertex to another single vertex, on which every second edge is a pair.
struct Search<'a> {
    partner: &'a mut [Option<usize>],
    is_edge: &'a dyn Fn(usize, usize) -> bool,
    root: usize,
    /// The vertex before, on the way from the root; only of vertices that an odd number of edges leads to.
    before: Vec<Option<usize>>,
    /// The first vertex of the odd cycle that a vertex belongs to; itself without a cycle.
    cycle: Vec<usize>,
    /// True for the vertices that an even number of edges leads to.
    is_even: Vec<bool>,
    waiting: VecDeque<usize>,
}

impl<'a> Search<'a> {
    fn new(root: usize, partner: &'a mut [Option<usize>], is_edge: &'a dyn Fn(usize, usize) -> bool) -> Search<'a> {
        let n = partner.len();
        let mut is_even = vec![false; n];
        is_even[root] = true;
        let waiting = VecDeque::from([root]);
        Search { partner, is_edge, root, before: vec![None; n], cycle: (0..n).collect(), is_even, waiting }
    }

    /// Makes one more pair, if there is a path.
    fn add_pair(&mut self) {
        while let Some(vertex) = self.waiting.pop_front() {
            for next in 0..self.partner.len() {
                let is_new = self.cycle[vertex] != self.cycle[next] && self.partner[vertex] != Some(next);
                if !is_new || !(self.is_edge)(vertex, next) {
                    continue;
                }
                if self.is_even[next] {
                    self.join_cycle(vertex, next);
                } else if self.before[next].is_none() {
                    self.before[next] = Some(vertex);
                    let Some(partner) = self.partner[next] else { return self.swap_pairs(next) };
                    self.is_even[partner] = true;
                    self.waiting.push_back(partner);
                }
            }
        }
    }

    /// Pairs the other edges of the path that ends at `end`.
    fn swap_pairs(&mut self, end: usize) {
        let mut next = Some(end);
        while let Some(vertex) = next {
            let Some(before) = self.before[vertex] else { return };
            next = self.partner[before];
            self.partner[vertex] = Some(before);
            self.partner[before] = Some(vertex);
        }
    }

    /// An edge between two even vertices closes an odd cycle. Each vertex of an odd cycle can be reached both ways.
    fn join_cycle(&mut self, one: usize, other: usize) {
        let first = self.first_of_cycle(one, other);
        let mut is_in = vec![false; self.partner.len()];
        self.mark(one, other, first, &mut is_in);
        self.mark(other, one, first, &mut is_in);
        for vertex in 0..self.partner.len() {
            if is_in[self.cycle[vertex]] {
                self.cycle[vertex] = first;
                if !self.is_even[vertex] {
                    self.is_even[vertex] = true;
                    self.waiting.push_back(vertex);
                }
            }
        }
    }

    /// The last vertex that is on the ways to both vertices.
    fn first_of_cycle(&self, one: usize, other: usize) -> usize {
        let on_way: Vec<usize> = self.way_back(one).collect();
        self.way_back(other).find(|vertex| on_way.contains(vertex)).unwrap_or(self.root)
    }

    /// The even vertices on the way back to the root; of an odd cycle its first vertex.
    fn way_back(&self, from: usize) -> impl Iterator<Item = usize> {
        let up = |vertex: &usize| Some(self.cycle[self.before[self.partner[*vertex]?]?]);
        std::iter::successors(Some(self.cycle[from]), up)
    }

    /// Marks the cycles on the way from `from` back to `first`. `next` is the vertex after `from` on the cycle.
    fn mark(&mut self, from: usize, next: usize, first: usize, is_in: &mut [bool]) {
        let (mut vertex, mut next) = (from, next);
        while self.cycle[vertex] != first {
            let Some(partner) = self.partner[vertex] else { return };
            is_in[self.cycle[vertex]] = true;
            is_in[self.cycle[partner]] = true;
            self.before[vertex] = Some(next);
            let Some(before) = self.before[partner] else { return };
            (vertex, next) = (before, partner);
        }
    }
}
