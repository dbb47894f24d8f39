//! The movement of a hall in which somebody came, left or had a game called off. First it avoids repeated partnerships,
//! then it keeps players at their tables of the movement.

use rand::Rng;
use rand::seq::SliceRandom;

use super::search::SeatingSearch;
use super::{Pairings, Seats, exact};
use crate::PlayerId;

/// The number of seatings that are improved for a larger hall. The best seating is kept.
const STARTS: usize = 8;

/// The next round, and its differences from the movement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RepairedMovement {
    /// The tables, by number.
    pub tables: Vec<Seats>,
    /// The numbers of the tables, from 1, that do not keep to the movement.
    pub touched: Vec<usize>,
    /// The players who do not sit at their table of the movement.
    pub elsewhere: Vec<PlayerId>,
}

/// Seats the present players with the fewest repeated partnerships, then with the fewest differences from the movement.
/// `moved` are the tables of the movement, with the players who left; `last` are the pairings of the round before.
pub fn repair_movement(
    moved: &[Seats],
    present: &[PlayerId],
    pairings: &Pairings,
    last: &Pairings,
    rng: &mut impl Rng,
) -> RepairedMovement {
    let mut players = present.to_vec();
    players.shuffle(rng);
    let destination = |player: &PlayerId| moved.iter().position(|seats| seats.side_of(*player).is_some());
    let destinations = players.iter().map(destination).collect();
    let search = SeatingSearch::with_movement(&players, pairings, last, destinations);
    let order = if players.len() <= exact::MAX_PLAYERS { exact::seat(&search, rng) } else { seat(&search, rng) };
    RepairedMovement::new(moved, search.seats(&order))
}

impl RepairedMovement {
    /// Compares the tables of a round with the tables of the movement.
    pub fn new(moved: &[Seats], tables: Vec<Seats>) -> RepairedMovement {
        let destination = |player: PlayerId| moved.iter().position(|seats| seats.side_of(player).is_some());
        let mut touched: Vec<bool> = (0..tables.len())
            .map(|table| {
                moved.get(table).is_none_or(|seats| seats.players().count() != tables[table].players().count())
            })
            .collect();
        let mut elsewhere = Vec::new();
        for (table, seats) in tables.iter().enumerate() {
            for player in seats.players() {
                let Some(destination) = destination(player).filter(|destination| *destination != table) else {
                    continue;
                };
                elsewhere.push(player);
                touched[table] = true;
                touched.iter_mut().skip(destination).take(1).for_each(|touched| *touched = true);
            }
        }
        let touched = (1..).zip(touched).filter(|(_, touched)| *touched).map(|(number, _)| number).collect();
        RepairedMovement { tables, touched, elsewhere }
    }
}

/// A seating of a hall that is too large to compare all seatings.
fn seat(search: &SeatingSearch, rng: &mut impl Rng) -> Vec<usize> {
    let seatings = (0..STARTS).map(|_| {
        let mut order = first_order(search, rng);
        search.improve(&mut order);
        order
    });
    seatings.min_by_key(|order| search.cost(order)).unwrap_or_default()
}

/// Seats players at their tables of the movement while there is room. Newcomers take the first free places, and the
/// remaining players the last free places.
fn first_order(search: &SeatingSearch, rng: &mut impl Rng) -> Vec<usize> {
    let mut waiting: Vec<usize> = Vec::new();
    let mut tables: Vec<(usize, Vec<usize>)> = search.sizes().map(|size| (size, Vec::new())).collect();
    let mut players: Vec<usize> = (0..search.players.len()).collect();
    players.shuffle(rng);
    for player in players {
        match search.destinations[player].and_then(|table| tables.get_mut(table)) {
            Some((size, seated)) if seated.len() < *size => seated.push(player),
            _ => waiting.push(player),
        }
    }
    // Newcomers come last in the list and are seated first, at the first tables.
    waiting.sort_by_key(|player| search.destinations[*player].is_none());
    for (size, seated) in &mut tables {
        while seated.len() < *size
            && let Some(player) = waiting.pop()
        {
            seated.push(player);
        }
        seated.shuffle(rng);
    }
    tables.into_iter().flat_map(|(_, seated)| seated).collect()
}
