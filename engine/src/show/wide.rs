//! The points of six and seven ranks: those of a crib of five or six cards and its starter.

use std::sync::LazyLock;

use super::faces::of_ranks;
use crate::card::Rank;

/// By their places: the totals of six ranks, 18,564 of them. Built at the first use, from the explained show.
static SIX: LazyLock<Vec<u8>> = LazyLock::new(totals::<6>);

/// By their places: the totals of seven ranks, 50,388 of them. Built at the first use, from the explained show.
static SEVEN: LazyLock<Vec<u8>> = LazyLock::new(totals::<7>);

/// By a position and a rank: the number of ways to have only lower ranks up to this position.
const PLACES: [[usize; 13]; 7] = places();

/// The total of six or seven ranks, given by their indexes in any order.
pub(crate) fn total(ranks: &mut [usize]) -> u8 {
    ranks.sort_unstable();
    let place: usize = ranks.iter().zip(&PLACES).map(|(rank, places)| places[*rank]).sum();
    if ranks.len() == 6 { SIX[place] } else { SEVEN[place] }
}

const fn places() -> [[usize; 13]; 7] {
    let mut places = [[1; 13]; 7];
    let mut position = 0;
    while position < 7 {
        places[position][0] = 0;
        let mut rank = 1;
        while rank < 13 {
            let below = if position == 0 { 1 } else { places[position - 1][rank] };
            places[position][rank] = places[position][rank - 1] + below;
            rank += 1;
        }
        position += 1;
    }
    places
}

/// The totals of every N ranks, in the order of their places: the lowest rank goes up first.
fn totals<const N: usize>() -> Vec<u8> {
    let mut ranks = [0; N];
    let mut totals = vec![of_ranks(&ranks.map(|rank| Rank::ALL[rank]))];
    // The lowest of those that can go up without passing the next does, and those below start again.
    while let Some(up) = (0..N).find(|&place| ranks[place] < *ranks.get(place + 1).unwrap_or(&12)) {
        ranks[up] += 1;
        ranks[..up].fill(0);
        totals.push(of_ranks(&ranks.map(|rank| Rank::ALL[rank])));
    }
    totals
}
