//! The time to count a hand with Pegout's engine and with another crate, and the hands whose totals differ. Writes the hands,
//! with their totals by Pegout, into the file that the argument names. See `tests/load/peers`.

use std::hint::black_box;
use std::time::Instant;

use pegout_engine::{AnyHand, Card, Hand, PlayedCard, Rules};

/// Five cards as texts: four of the hand, then the starter.
type Texts = [String; 5];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let hands: Vec<Texts> = hands(4096);
    let rules = Rules::default();
    let from_texts = |texts: &Texts| {
        let [a, b, c, d, starter] = texts.each_ref().map(|text| text.parse::<PlayedCard>().expect("a card"));
        AnyHand::new(&[a, b, c, d], Some(starter), false, &rules).expect("five different cards").total()
    };
    let counted = |cards: &[Card; 5]| {
        let [a, b, c, d, starter] = *cards;
        Hand::new(&[a, b, c, d], Some(starter), false).expect("five different cards").total(&rules)
    };
    let cards = |texts: &Texts| texts.each_ref().map(|text| text.parse::<Card>().expect("a card"));
    let totals: Vec<u8> = hands.iter().map(from_texts).collect();
    let lines: Vec<String> =
        hands.iter().zip(&totals).map(|(texts, total)| format!("{} {total}", texts.join(" "))).collect();
    std::fs::write(std::env::args().nth(1).ok_or("name a file for the hands")?, lines.join("\n"))?;

    measure("pegout-engine, from cards", &hands.iter().map(cards).collect::<Vec<_>>(), &totals, counted);
    measure("pegout-engine, from texts", &hands, &totals, from_texts);
    let cards = |texts: &Texts| texts.each_ref().map(|text| text.parse::<cribbage_core::Card>().expect("a card"));
    let counted = |cards: &[cribbage_core::Card; 5]| {
        let [a, b, c, d, starter] = *cards;
        cribbage_core::Hand::new([a, b, c, d], starter, false).score()
    };
    measure("cribbage-core, from cards", &hands.iter().map(cards).collect::<Vec<_>>(), &totals, counted);
    measure("cribbage-core, from texts", &hands, &totals, |texts| counted(&cards(texts)));
    Ok(())
}

/// Prints the nanoseconds of a hand, the median of 21 rounds over all hands, and the number of other totals.
fn measure<T>(name: &str, hands: &[T], totals: &[u8], count: impl Fn(&T) -> u8) {
    let different = hands.iter().zip(totals).filter(|(hand, total)| count(hand) != **total).count();
    let mut rounds: Vec<f64> = (0..21)
        .map(|_| {
            let start = Instant::now();
            for hand in hands {
                black_box(count(black_box(hand)));
            }
            start.elapsed().as_nanos() as f64 / hands.len() as f64
        })
        .collect();
    rounds.sort_by(f64::total_cmp);
    println!("{name:<27} {:>9.1} ns a hand, {different} of {} totals differ", rounds[10], hands.len());
}

/// Random hands, the same in every run.
fn hands(count: usize) -> Vec<Texts> {
    let mut state = 1_u64;
    let mut random = move |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((state >> 33) as usize) % below
    };
    let mut pack: Vec<String> = Card::all().map(|card| card.to_string()).collect();
    let mut deal = || {
        std::array::from_fn(|place| {
            pack.swap(place, place + random(52 - place));
            pack[place].clone()
        })
    };
    (0..count).map(|_| deal()).collect()
}
