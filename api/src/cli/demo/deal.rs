//! Deals for the games of the demonstration: the hands are dealt and counted, the play is random.

use pegout_engine::game::PegFor;
use pegout_engine::{Card, Hand, Rank, Rules};
use rand::RngExt;
use rand::rngs::ChaCha8Rng;
use rand::seq::{IndexedRandom, SliceRandom};

/// The points that one card of the play may score, by frequency.
const PLAY: [u8; 8] = [1, 2, 2, 2, 2, 2, 3, 6];

/// Points that a seat pegs.
pub struct Points {
    /// The seat, from 0.
    pub seat: usize,
    /// The number of points.
    pub points: u8,
    /// The reason.
    pub earned_by: PegFor,
    /// The cards and the starter, if they are counted.
    pub cards: Option<(Vec<Card>, Card)>,
}

/// Returns the points of a deal in order: heels, the play, the hands, the crib.
pub fn points(seats: usize, dealer: usize, rules: &Rules, rng: &mut ChaCha8Rng) -> Vec<Points> {
    let mut deck: Vec<Card> = Card::all().collect();
    deck.shuffle(rng);
    let dealt = if seats == 2 { 6 } else { 5 };
    let (mut hands, mut crib) = (Vec::new(), Vec::new());
    for _ in 0..seats {
        let (keep, throw) = best_discard(&deck.split_off(deck.len() - dealt), rules);
        hands.push(keep);
        crib.extend(throw);
    }
    // Three players discard three cards: the fourth card of the crib comes from the deck.
    crib.extend(deck.split_off(deck.len() - (4 - crib.len())));
    let Some(starter) = deck.pop() else { return Vec::new() };
    let mut points = Vec::new();
    let mut earn = |seat, amount, earned_by, cards| points.push(Points { seat, points: amount, earned_by, cards });
    if starter.rank() == Rank::Jack {
        earn(dealer, 2, PegFor::Heels, None);
    }
    for _ in 0..rng.random_range(1..=seats) {
        let amount = PLAY.choose(rng).copied().unwrap_or(2);
        earn(rng.random_range(0..seats), amount, PegFor::Play, None);
    }
    earn(if rng.random_bool(0.7) { dealer } else { (dealer + 1) % seats }, 1, PegFor::Go, None);
    let clockwise = (1..=seats).map(|place| (dealer + place) % seats);
    let shown = clockwise.map(|seat| (seat, PegFor::Hand, hands[seat].clone()));
    for (seat, earned_by, cards) in shown.chain([(dealer, PegFor::Crib, crib.clone())]) {
        let counted = total(&cards, Some(starter), earned_by == PegFor::Crib, rules);
        if counted > 0 {
            earn(seat, counted, earned_by, Some((cards, starter)));
        }
    }
    points
}

/// Returns the four cards with the highest count, and the discarded cards.
fn best_discard(cards: &[Card], rules: &Rules) -> (Vec<Card>, Vec<Card>) {
    let part = |set: u8, kept: bool| {
        let cards = cards.iter().enumerate().filter(|(place, _)| (set >> place & 1 == 1) == kept);
        cards.map(|(_, card)| *card).collect::<Vec<_>>()
    };
    let fours = (0..1 << cards.len()).filter(|set: &u8| set.count_ones() == 4);
    let best = fours.max_by_key(|set| total(&part(*set, true), None, false, rules)).unwrap_or(0);
    (part(best, true), part(best, false))
}

fn total(cards: &[Card], starter: Option<Card>, crib: bool, rules: &Rules) -> u8 {
    Hand::new(cards, starter, crib).map_or(0, |hand| hand.total(rules))
}
