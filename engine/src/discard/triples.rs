//! The totals of two ranks together with any three others.

use std::sync::LazyLock;

use crate::card::Rank;
use crate::show::lookup::{RANK_TOTALS, rank_pairs};

/// The number of ways to choose three ranks, any of them more than once.
pub(super) const TRIPLES: usize = 455;

/// The totals of two ranks, by their id, with each three others, without flush and nobs. They are not integers, since
/// they are multiplied by likelihoods.
static TOTALS: LazyLock<Vec<[f32; TRIPLES]>> = LazyLock::new(|| rank_pairs().map(of_pair).collect());

/// Every two ranks by their indexes, the lower first, in the order of the lower.
pub(super) fn pairs() -> impl Iterator<Item = [usize; 2]> {
    (0..13).flat_map(|a| (a..13).map(move |b| [a, b]))
}

/// Every three ranks by their indexes, in order: by the lowest, then the middle one, then the highest.
pub(super) fn all() -> impl Iterator<Item = [usize; 3]> {
    pairs().flat_map(|[a, b]| (b..13).map(move |c| [a, b, c]))
}

fn of_pair(pair: [Rank; 2]) -> [f32; TRIPLES] {
    let id = RANK_TOTALS.id(pair[0].index(), pair[1].index());
    let mut totals = [0.0; TRIPLES];
    for (total, [a, b, c]) in totals.iter_mut().zip(all()) {
        *total = f32::from(RANK_TOTALS.row(id, RANK_TOTALS.id(a, b))[c]);
    }
    totals
}

/// The weighted sum of the totals of two ranks, given by their indexes, with each triple from `first` on.
pub(super) fn mean(one: usize, other: usize, first: usize, weights: &[f64]) -> f64 {
    dot(&TOTALS[RANK_TOTALS.id(one, other)][first..], weights)
}

/// The sum of the products, in eight sums that do not wait for each other.
fn dot(one: &[f32], other: &[f64]) -> f64 {
    let (ones, one_rest) = one.as_chunks::<8>();
    let (others, other_rest) = other.as_chunks::<8>();
    let mut sums = [0.0; 8];
    for (one, other) in ones.iter().zip(others) {
        for lane in 0..8 {
            sums[lane] += f64::from(one[lane]) * other[lane];
        }
    }
    for (sum, (one, other)) in sums.iter_mut().zip(one_rest.iter().zip(other_rest)) {
        *sum += f64::from(*one) * other;
    }
    let [a, b, c, d, e, f, g, h] = sums;
    ((a + b) + (c + d)) + ((e + f) + (g + h))
}
