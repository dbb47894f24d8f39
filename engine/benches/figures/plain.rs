//! The plain scorer that every figure stands beside: it looks at every subset, keeps nothing and knows no table.

use arrayvec::ArrayVec;
use pegout_engine::{Card, Rank};

/// The total of five cards as hand, the starter last.
pub fn total(cards: [Card; 5]) -> u32 {
    let mut total = 0;
    let mut longest = 0;
    let mut runs = 0;
    for subset in 1_u32..32 {
        let chosen: ArrayVec<Card, 5> =
            (0..5).filter(|place| subset >> place & 1 == 1).map(|place| cards[place]).collect();
        if chosen.iter().map(|card| card.value()).sum::<u8>() == 15 {
            total += 2;
        }
        if chosen.len() == 2 && chosen[0].rank() == chosen[1].rank() {
            total += 2;
        }
        if chosen.len() >= 3 && is_run(chosen.iter().map(|card| card.rank()).collect()) {
            if chosen.len() > longest {
                longest = chosen.len();
                runs = 0;
            }
            runs += u32::from(chosen.len() == longest);
        }
    }
    total += runs * longest as u32;
    let [hand @ .., starter] = cards;
    if hand.iter().all(|card| card.suit() == hand[0].suit()) {
        total += if starter.suit() == hand[0].suit() { 5 } else { 4 };
    }
    total + u32::from(hand.contains(&Card::new(Rank::Jack, starter.suit())))
}

/// The points of the newest card of the pile.
pub fn peg(pile: &[Card]) -> u32 {
    let count: u8 = pile.iter().map(|card| card.value()).sum();
    let mut points = if count == 15 || count == 31 { 2 } else { 0 };
    let ranks: ArrayVec<Rank, 13> = pile.iter().map(|card| card.rank()).collect();
    for (length, pay) in [(4, 12), (3, 6), (2, 2)] {
        if ranks.len() >= length && ranks[ranks.len() - length..].iter().all(|rank| Some(rank) == ranks.last()) {
            return points + pay;
        }
    }
    for length in (3..=ranks.len()).rev() {
        if is_run(ranks[ranks.len() - length..].iter().copied().collect()) {
            points += length as u32;
            break;
        }
    }
    points
}

fn is_run(mut ranks: ArrayVec<Rank, 13>) -> bool {
    ranks.sort();
    ranks.windows(2).all(|two| two[1].index() == two[0].index() + 1)
}
