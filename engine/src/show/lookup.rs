//! The fast form of the show: the total alone, looked up by rank.
//!
//! A pair of ranks has one of 91 ids. Two pairs lead to one of 1,820 rows, for any division of four cards into pairs. A
//! row has the points of its four ranks with each rank of starter. Flush and nobs are added separately.

use std::sync::LazyLock;

use arrayvec::ArrayVec;

use super::scoring_cards::ScoringCard;
use super::{Hand, NINETEEN, items};
use crate::card::{Card, Rank, Suit};
use crate::rules::Rules;

/// The column of a row for no starter, after the thirteen ranks.
pub(super) const NO_STARTER: usize = 13;

// Sizes are rounded up to powers of two: masked by one less, no index needs a bounds check.
const COLUMNS: usize = 16;
const IDS: usize = 128;
const ROWS: usize = 2048;

/// The totals of ranks alone, without suits: fifteens, pairs and runs.
pub(crate) struct RankTotals {
    /// The id of two ranks, 0 to 90, either way round.
    ids: [[u8; COLUMNS]; COLUMNS],
    /// The row of two ids, 0 to 1,819, either way round.
    rows: [[u16; IDS]; IDS],
    totals: [[u8; COLUMNS]; ROWS],
}

/// Built once, at the first use, from the explained show.
pub(crate) static RANK_TOTALS: LazyLock<RankTotals> = LazyLock::new(RankTotals::new);

impl RankTotals {
    fn new() -> RankTotals {
        let mut table =
            RankTotals { ids: [[0; COLUMNS]; COLUMNS], rows: [[0; IDS]; IDS], totals: [[0; COLUMNS]; ROWS] };
        for (id, [low, high]) in (0..).zip(rank_pairs()) {
            table.ids[low.index()][high.index()] = id;
            table.ids[high.index()][low.index()] = id;
        }
        let fours = rank_pairs().flat_map(|high| rank_pairs().map(move |low| [low[0], low[1], high[0], high[1]]));
        for (row, [a, b, c, d]) in (0..).zip(fours.filter(|four| four.is_sorted())) {
            for [w, x, y, z] in [[a, b, c, d], [a, c, b, d], [a, d, b, c]] {
                let (one, other) = (table.id(w.index(), x.index()), table.id(y.index(), z.index()));
                table.rows[one][other] = row;
                table.rows[other][one] = row;
            }
            let totals = &mut table.totals[usize::from(row)];
            for starter in Rank::ALL {
                totals[starter.index()] = of_ranks(&[a, b, c, d, starter]);
            }
            totals[NO_STARTER] = of_ranks(&[a, b, c, d]);
        }
        table
    }

    /// The id of two ranks by their indexes: 0 to 90.
    pub(crate) const fn id(&self, one: usize, other: usize) -> usize {
        self.ids[one % COLUMNS][other % COLUMNS] as usize
    }

    /// The totals of four ranks, given as two ids, with each rank of starter.
    pub(crate) const fn row(&self, one: usize, other: usize) -> &[u8; COLUMNS] {
        &self.totals[self.rows[one % IDS][other % IDS] as usize % ROWS]
    }

    /// The totals of four ranks, given by their indexes, with each rank of starter.
    pub(super) const fn of_four(&self, [a, b, c, d]: [usize; 4]) -> &[u8; COLUMNS] {
        self.row(self.id(a, b), self.id(c, d))
    }
}

/// Every two ranks, the lower first, in the order of their ids: by the higher rank, then by the lower.
pub(crate) fn rank_pairs() -> impl Iterator<Item = [Rank; 2]> {
    Rank::ALL
        .into_iter()
        .flat_map(|high| Rank::ALL.into_iter().map(move |low| [low, high]))
        .filter(|pair| pair.is_sorted())
}

impl Hand {
    /// The total of [`Hand::show`] alone, 0 to 29, in a few nanoseconds.
    ///
    /// # Examples
    ///
    /// ```
    /// use pegout_engine::{Card, Hand, Rules};
    ///
    /// let cards: Vec<Card> = ["5H", "5D", "5S", "JC"].iter().map(|card| card.parse()).collect::<Result<_, _>>()?;
    /// assert_eq!(Hand::new(&cards, Some("5C".parse()?), false)?.total(&Rules::default()), 29);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn total(&self, rules: &Rules) -> u8 {
        let row = RANK_TOTALS.of_four(self.cards.map(Card::rank_index));
        let Some(starter) = self.starter else { return row[NO_STARTER] + self.flush(rules, false) };
        let suited = starter.suit_index() == self.cards[0].suit_index();
        let nobs = u8::from(self.bytes().contain(Card::new(Rank::Jack, starter.suit())));
        let total = row[starter.rank_index() % COLUMNS] + self.flush(rules, suited) + nobs;
        let nineteen = (total == 0) & rules.nineteen.applies(self.crib);
        total + NINETEEN * u8::from(nineteen)
    }

    /// The total of [`Hand::show`] with each starter that is not among the four cards. The hand's own starter is
    /// ignored.
    ///
    /// # Examples
    ///
    /// ```
    /// use pegout_engine::{Card, Hand, Rules};
    ///
    /// let cards: Vec<Card> = ["5H", "5D", "5S", "JC"].iter().map(|card| card.parse()).collect::<Result<_, _>>()?;
    /// let totals = Hand::new(&cards, None, false)?.totals_by_starter(&Rules::default());
    /// assert_eq!(totals.get("5C".parse()?), Some(29));
    /// assert_eq!(totals.iter().map(|(_, total)| total).min(), Some(14));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn totals_by_starter(&self, rules: &Rules) -> TotalsByStarter {
        let row = RANK_TOTALS.of_four(self.cards.map(Card::rank_index));
        let each = |points: u8| u32::from(points) * 0x0101_0101;
        let one = |card: Card, points: u8| u32::from(points) << (8 * card.suit_index());
        // Four totals at a time, a byte a suit: none passes 29, so none spills into the next.
        let unsuited = self.flush(rules, false);
        let flush = each(unsuited) + one(self.cards[0], self.flush(rules, true) - unsuited);
        let nobs = self.cards.map(|card| one(card, u8::from(card.rank_index() == Rank::Jack.index())));
        let by_suit = nobs.into_iter().fold(flush, |sum, points| sum + points);
        let mut totals = [[0; 4]; 13];
        for (of_rank, ranks) in totals.iter_mut().zip(row) {
            *of_rank = (each(*ranks) + by_suit).to_le_bytes();
        }
        if rules.nineteen.applies(self.crib) {
            nineteen_for_nothing(&mut totals);
        }
        TotalsByStarter { hand: self.cards, totals }
    }

    /// The points of the flush. `starter_suited` is true if the starter has the first card's suit.
    fn flush(&self, rules: &Rules, starter_suited: bool) -> u8 {
        let four = self.bytes().are_of_one_suit();
        let four_count = !self.crib | rules.crib_flush_of_four;
        4 * u8::from(four & (four_count | starter_suited)) + u8::from(four & starter_suited)
    }

    fn bytes(&self) -> FourBytes {
        FourBytes(u32::from_le_bytes(self.cards.map(|card| card.index() as u8)))
    }
}

// A function of its own, because inlined it would slow down the count without this rule.
#[cold]
fn nineteen_for_nothing(totals: &mut [[u8; 4]; 13]) {
    for total in totals.as_flattened_mut().iter_mut().filter(|total| **total == 0) {
        *total = NINETEEN;
    }
}

/// The places of four cards in the pack, a byte each: all four are compared at once, without a branch.
#[derive(Clone, Copy)]
struct FourBytes(u32);

impl FourBytes {
    const fn are_of_one_suit(self) -> bool {
        (self.0 ^ self.0.rotate_left(8)) & 0x0303_0303 == 0
    }

    const fn contain(self, card: Card) -> bool {
        // A byte that becomes 0 borrows, and sets its highest bit; no other does, for none passes 63.
        let differences = self.0 ^ (card.index() as u32 * 0x0101_0101);
        differences.wrapping_sub(0x0101_0101) & 0x8080_8080 != 0
    }
}

/// The totals of a hand with each of the 48 starters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TotalsByStarter {
    hand: [Card; 4],
    /// By rank, then by suit, so in the order of the pack. Totals at the places of the hand's own cards are
    /// meaningless.
    totals: [[u8; 4]; 13],
}

impl TotalsByStarter {
    /// The total with this starter, 0 to 29; none when it is one of the hand's own cards.
    #[must_use]
    pub fn get(&self, starter: Card) -> Option<u8> {
        (!self.hand.contains(&starter)).then(|| self.by_place()[starter.index()])
    }

    /// The totals by the starter's place in the pack. Totals at the places of the hand's own cards are meaningless.
    pub(crate) const fn by_place(&self) -> &[u8] {
        self.totals.as_flattened()
    }

    /// Each of the 48 starters in order, and the total with it.
    pub fn iter(&self) -> impl Iterator<Item = (Card, u8)> {
        Card::all().zip(self.by_place().iter().copied()).filter(|(starter, _)| !self.hand.contains(starter))
    }
}

/// By their places: the totals of six ranks, 18,564 of them. Built at the first use, from the explained show.
static SIX: LazyLock<Vec<u8>> = LazyLock::new(totals::<6>);

/// By their places: the totals of seven ranks, 50,388 of them. Built at the first use, from the explained show.
static SEVEN: LazyLock<Vec<u8>> = LazyLock::new(totals::<7>);

/// By a position and a rank: the number of ways to have only lower ranks up to this position.
const PLACES: [[usize; 13]; 7] = places();

/// The total of six or seven ranks, given by their indexes: `sorted` is in ascending order, `last` is any rank.
pub(crate) fn large_total(sorted: &[usize], last: usize) -> u8 {
    let (mut place, mut lower) = (0, 0);
    for (position, &rank) in sorted.iter().enumerate() {
        // Higher ranks come after the last.
        place += PLACES[position + usize::from(rank > last)][rank];
        lower += usize::from(rank <= last);
    }
    let place = place + PLACES[lower][last];
    if sorted.len() == 5 { SIX[place] } else { SEVEN[place] }
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
    // The lowest rank that can go up without passing the next goes up, and all ranks below restart at 0.
    while let Some(up) = (0..N).find(|&place| ranks[place] < *ranks.get(place + 1).unwrap_or(&12)) {
        ranks[up] += 1;
        ranks[..up].fill(0);
        totals.push(of_ranks(&ranks.map(|rank| Rank::ALL[rank])));
    }
    totals
}

/// The explained total of these ranks, for which suits do not matter.
fn of_ranks(ranks: &[Rank]) -> u8 {
    let scoring_cards: ArrayVec<ScoringCard, 7> =
        ranks.iter().map(|rank| ScoringCard::from(Card::new(*rank, Suit::Clubs))).collect();
    items::by_rank(&scoring_cards).0.iter().map(|item| item.points).sum()
}
