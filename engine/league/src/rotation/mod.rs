//! The rotation seats a night of singles or of fixed pairs. Each unit plays as many different units as possible.
//!
//! A unit is a player or a pair. A [`Circle`] says who plays whom next. [`next_turn`] mends a turn in which more than one
//! unit would sit out, or two would meet again. [`make_up`] pairs the units that lack a game in the end.

mod circle;
mod matching;
mod pairing;

pub use circle::Circle;

use rand::Rng;
use rand::seq::SliceRandom;

use pairing::Pairing;

/// A player or a pair: a side of a table.
pub trait Unit: Copy + Ord {}

impl<U: Copy + Ord> Unit for U {}

/// The tables of a turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn<U> {
    /// The two units of each table. The tables of the circle come in its order.
    pub tables: Vec<[U; 2]>,
    /// The unit that sits out.
    pub bye: Option<U>,
    /// The tables that are not the circle's, by number from 1.
    pub touched: Vec<usize>,
}

/// The tables of a round for the units that lack a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MakeUp<U> {
    /// The two units of each table.
    pub tables: Vec<[U; 2]>,
    /// The unit with all its games that plays one more, if the units that lack a game are odd.
    pub helper: Option<U>,
    /// The unit that waits, if there is no helper.
    pub waits: Option<U>,
}

/// The tables of a turn of the circle, mended if it is necessary. A turn is mended in three cases:
/// - More than one unit would sit out.
/// - A unit would sit out that has had more `byes` tonight than another unit.
/// - Two units would meet again: `has_met` returns true for them.
///
/// A mended turn keeps to these rules, the most important first:
/// 1. At most one unit sits out. It has the fewest byes tonight.
/// 2. As few units as possible meet again.
/// 3. Few tables are not the circle's.
/// 4. Chance decides.
///
/// Up to twelve units the tables are the best by all of it. Above, there may be more tables that are not the circle's than
/// necessary, and chance decides only who sits out.
pub fn next_turn<U: Unit>(
    circle: &Circle<U>,
    turn: usize,
    has_met: impl Fn(U, U) -> bool,
    byes: impl Fn(U) -> usize,
    rng: &mut impl Rng,
) -> Turn<U> {
    let drawn: Vec<[Option<U>; 2]> = circle.tables(turn).collect();
    let units: Vec<U> = drawn.iter().flatten().flatten().copied().collect();
    let wanted = drawn.iter().flat_map(|[one, other]| match (one, other) {
        (Some(one), Some(other)) => vec![Some(*other), Some(*one)],
        _ => vec![None],
    });
    let wanted: Vec<Option<usize>> = wanted.map(|unit| units.iter().position(|other| Some(*other) == unit)).collect();
    let pairing = Pairing::new(&units, wanted, has_met);
    let alone: Vec<usize> = pairing.alone().collect();
    let is_fair = |bye: &usize| units.iter().all(|unit| byes(units[*bye]) <= byes(*unit));
    if alone.len() <= 1 && alone.iter().all(is_fair) && !pairing.repeats() {
        return pairing.turn(pairing.tables_of_circle(), alone.first().copied());
    }
    let mut candidates = vec![None];
    if !units.len().is_multiple_of(2) {
        candidates = least(0..units.len(), |at| byes(units[at]));
        candidates.shuffle(rng);
        // The circle's own bye changes the fewest tables.
        candidates.sort_by_key(|at| at.is_none_or(|at| !alone.contains(&at)));
    }
    let members = |bye: Option<usize>| (0..units.len()).filter(|at| Some(*at) != bye).collect();
    let (tables, bye) = pairing.best(candidates, members, rng);
    pairing.turn(tables, bye)
}

/// The tables for the units that lack a game: as few as possible meet again, then chance decides. `lack` has each unit with
/// the number of its missing games, `all` the units with all their games.
///
/// If the units that lack a game are odd, a unit of `all` helps. It has the fewest `helps` tonight, and then the fewest
/// repeats. Without a helper the unit waits that lacks the fewest games.
pub fn make_up<U: Unit>(
    lack: &[(U, usize)],
    all: &[U],
    has_met: impl Fn(U, U) -> bool,
    helps: impl Fn(U) -> usize,
    rng: &mut impl Rng,
) -> MakeUp<U> {
    let (mut lack, mut all) = (lack.to_vec(), all.to_vec());
    lack.shuffle(rng);
    all.shuffle(rng);
    let units: Vec<U> = lack.iter().map(|(unit, _)| *unit).chain(all.iter().copied()).collect();
    let mut candidates: Vec<Option<usize>> = vec![None];
    if !lack.len().is_multiple_of(2) {
        candidates = if all.is_empty() {
            least(0..lack.len(), |at| lack[at].1)
        } else {
            least(lack.len()..units.len(), |at| helps(units[at]))
        };
    }
    let pairing = Pairing::new(&units, vec![None; units.len()], has_met);
    // A candidate that lacks a game waits, another helps.
    let members = |chosen: Option<usize>| {
        let lacking = (0..lack.len()).filter(|at| Some(*at) != chosen);
        lacking.chain(chosen.filter(|at| *at >= lack.len())).collect()
    };
    let (tables, chosen) = pairing.best(candidates, members, rng);
    let tables = tables.into_iter().map(|pair| pair.map(|at| units[at])).collect();
    let [helper, waits] = [!all.is_empty(), all.is_empty()].map(|is| chosen.filter(|_| is).map(|at| units[at]));
    MakeUp { tables, helper, waits }
}

/// The candidates with the lowest number.
fn least(candidates: std::ops::Range<usize>, number: impl Fn(usize) -> usize) -> Vec<Option<usize>> {
    let lowest = candidates.clone().map(&number).min();
    candidates.filter(|at| Some(number(*at)) == lowest).map(Some).collect()
}
