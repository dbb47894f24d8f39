//! The movement: from every table exactly two players go on to the next, the rest stay.

use rand::seq::IndexedRandom;
use rand::{Rng, RngExt};

use super::{Pairings, Repeats, Seats};
use crate::PlayerId;

/// A table at the end of a round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableResult {
    /// The players who sit there.
    pub seats: Seats,
    /// The score of each side when the game ended or was called off.
    pub scores: Vec<u8>,
}

/// A tie that chance has broken.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema), schema(as = Lot))]
pub struct TieBreak {
    /// The number of the table, from 1.
    #[cfg_attr(feature = "utoipa", schema(minimum = 1))]
    pub table: usize,
    /// The players who tied for staying there.
    pub tied: Vec<PlayerId>,
    /// The players of them who stay.
    pub stay: Vec<PlayerId>,
}

/// The next round by the movement alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Movement {
    /// The tables, by number.
    pub tables: Vec<Seats>,
    /// The ties that chance has broken.
    pub tie_breaks: Vec<TieBreak>,
}

/// The next round. At a four the side that is behind stays, at a three the player; ties are drawn. New partners are
/// paired with the fewest repeats, by chance if both ways are equal.
pub fn move_players(results: &[TableResult], pairings: &Pairings, rng: &mut impl Rng) -> Movement {
    let mut tie_breaks = Vec::new();
    let (stay, go): (Vec<_>, Vec<_>) =
        (1..).zip(results).map(|(table, result)| split(table, result, &mut tie_breaks, rng)).unzip();
    // Players who go from the last table come to the first.
    let come = go.iter().cycle().skip(go.len().saturating_sub(1));
    let tables = stay.iter().zip(come).map(|(stay, come)| seat(stay, come, pairings, rng)).collect();
    Movement { tables, tie_breaks }
}

/// The players who stay at a table, and the players who go on.
fn split(
    table: usize,
    TableResult { seats, scores }: &TableResult,
    tie_breaks: &mut Vec<TieBreak>,
    rng: &mut impl Rng,
) -> (Vec<PlayerId>, Vec<PlayerId>) {
    let sides = seats.sides();
    if let [[one], [other]] = sides[..] {
        return (Vec::new(), vec![*one, *other]);
    }
    let score = |side: usize| scores.get(side).copied().unwrap_or(0);
    let lowest = (0..sides.len()).map(score).min().unwrap_or(0);
    let behind: Vec<usize> = (0..sides.len()).filter(|side| score(*side) == lowest).collect();
    let stays = behind.choose(rng).copied().unwrap_or(0);
    if behind.len() > 1 {
        let tied = behind.iter().flat_map(|side| sides[*side].iter().copied()).collect();
        tie_breaks.push(TieBreak { table, tied, stay: sides[stays].to_vec() });
    }
    let go = sides.iter().enumerate().filter(|(side, _)| *side != stays).flat_map(|(_, side)| side.iter().copied());
    (sides[stays].to_vec(), go.collect())
}

/// Seats the players who stay and the players who come, with the fewest repeated partners.
fn seat(stay: &[PlayerId], come: &[PlayerId], pairings: &Pairings, rng: &mut impl Rng) -> Seats {
    let (&[a, b], &[c, d]) = (stay, come) else { return Seats::new(&[stay, come].concat()) };
    let ways = [[[a, c], [b, d]], [[a, d], [b, c]]].map(Seats::Pairs);
    let [one, other]: [Repeats; 2] = [0, 1].map(|way| pairings.repeats(&ways[way]));
    let [first, second] = ways;
    let take_first = if one == other { rng.random() } else { one < other };
    if take_first { first } else { second }
}
