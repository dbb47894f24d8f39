//! The time that the engine takes, each figure beside a plain scorer's in the same run.

mod plain;

use std::hint::black_box;
use std::sync::LazyLock;

use divan::Bencher;
use pegout_engine::{AnyHand, Card, Crib, Discard, Hand, HeldCard, Opponent, Play, PlayedCard, Rules, Turn};

/// Hands with a starter, the same in every run, so many that no branch is learnt by heart.
static HANDS: LazyLock<Vec<[Card; 5]>> = LazyLock::new(|| deals::<5>(4096));
static RULES: LazyLock<Rules> = LazyLock::new(Rules::default);

fn main() {
    divan::main();
}

/// So many draws of N cards from a full pack.
fn deals<const N: usize>(count: usize) -> Vec<[Card; N]> {
    let mut state = 1_u64;
    let mut random = move |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((state >> 33) as usize) % below
    };
    let mut pack: Vec<Card> = Card::all().collect();
    let mut deal = || {
        std::array::from_fn(|place| {
            pack.swap(place, place + random(52 - place));
            pack[place]
        })
    };
    (0..count).map(|_| deal()).collect()
}

/// Runs one call a time over all of these, round and round.
fn each<T: Copy, O>(bencher: Bencher, of: &[T], call: impl Fn(T) -> O) {
    // The tables are built at their first use: that is not to be measured.
    black_box(call(of[0]));
    let mut next = of.iter().cycle();
    bencher.bench_local(|| next.next().map(|one| call(black_box(*one))));
}

fn hand([a, b, c, d, starter]: [Card; 5]) -> Hand {
    Hand::new(&[a, b, c, d], Some(starter), false).expect("the cards of one deal differ")
}

mod a_random_hand {
    use super::*;

    #[divan::bench(sample_size = 4096)]
    fn plain(bencher: Bencher) {
        each(bencher, &HANDS, plain::total);
    }

    #[divan::bench(sample_size = 4096)]
    fn checked_and_totalled(bencher: Bencher) {
        each(bencher, &HANDS, |cards| hand(cards).total(&RULES));
    }

    /// The loop by itself: every figure has it in it.
    #[divan::bench(sample_size = 4096)]
    fn nothing(bencher: Bencher) {
        let hands: Vec<Hand> = HANDS.iter().copied().map(hand).collect();
        each(bencher, &hands, |hand| hand.starter());
    }

    #[divan::bench(sample_size = 4096)]
    fn totalled(bencher: Bencher) {
        let hands: Vec<Hand> = HANDS.iter().copied().map(hand).collect();
        each(bencher, &hands, |hand| hand.total(&RULES));
    }

    #[divan::bench(sample_size = 4096)]
    fn explained(bencher: Bencher) {
        let hands: Vec<Hand> = HANDS.iter().copied().map(hand).collect();
        each(bencher, &hands, |hand| hand.show(&RULES));
    }
}

mod a_hand_from_a_text {
    use super::*;

    fn texts() -> Vec<[&'static str; 5]> {
        let pack: Vec<&str> = Card::all().map(|card| &*card.to_string().leak()).collect();
        HANDS.iter().map(|cards| cards.map(|card| pack[card.index()])).collect()
    }

    fn read(texts: [&str; 5]) -> AnyHand<'static> {
        let [a, b, c, d, starter] = texts.map(|text| text.parse::<PlayedCard>().expect("the text of a card"));
        AnyHand::new(&[a, b, c, d], Some(starter), false, &RULES).expect("the cards of one deal differ")
    }

    #[divan::bench(sample_size = 4096)]
    fn totalled(bencher: Bencher) {
        each(bencher, &texts(), |texts| read(texts).total());
    }

    #[divan::bench(sample_size = 4096)]
    fn explained(bencher: Bencher) {
        each(bencher, &texts(), |texts| read(texts).show());
    }
}

mod every_starter_of_a_hand {
    use super::*;

    #[divan::bench(sample_size = 4096)]
    fn plain(bencher: Bencher) {
        each(bencher, &HANDS, |[a, b, c, d, _]| {
            let left = Card::all().filter(|starter| ![a, b, c, d].contains(starter));
            left.map(|starter| plain::total([a, b, c, d, starter])).collect::<Vec<_>>()
        });
    }

    #[divan::bench(sample_size = 4096)]
    fn batch(bencher: Bencher) {
        let hands: Vec<Hand> = HANDS.iter().copied().map(hand).collect();
        each(bencher, &hands, |hand| hand.totals_by_starter(&RULES));
    }
}

mod one_step_of_the_play {
    use super::*;

    /// The play of one deal for two: its beginning, and the cards that are played, each the first that can be.
    struct Deal {
        beginning: Play,
        cards: Vec<Card>,
    }

    fn played([a, b, c, d, e, f, g, h]: [Card; 8]) -> Deal {
        let beginning =
            Play::with_hands(2, 0, &[[a, b, c, d], [e, f, g, h]], &RULES).expect("the cards of one deal differ");
        let mut play = beginning.clone();
        let mut cards = Vec::new();
        while let Some(next) = play.next() {
            let playable = next.playable.expect("the hands are known");
            match playable.first() {
                Some(HeldCard::Card(card)) => {
                    play.apply(Turn::Card((*card).into())).expect("the card is playable");
                    cards.push(*card);
                }
                Some(HeldCard::Joker(_)) | None => play.apply(Turn::Go).expect("nothing is playable"),
            }
        }
        Deal { beginning, cards }
    }

    /// The piles of one deal, as the plain scorer is given them.
    fn piles(deal: Deal) -> Vec<Vec<Card>> {
        let mut pile = Vec::new();
        let mut count = 0;
        let mut grow = |card: Card| {
            if count + card.value() > 31 {
                pile.clear();
                count = 0;
            }
            count += card.value();
            pile.push(card);
            pile.clone()
        };
        deal.cards.into_iter().map(&mut grow).collect()
    }

    #[divan::bench(sample_size = 4096)]
    fn plain(bencher: Bencher) {
        let piles: Vec<Vec<Card>> = deals::<8>(512).into_iter().map(played).flat_map(piles).collect();
        let piles: Vec<&[Card]> = piles.iter().map(Vec::as_slice).collect();
        each(bencher, &piles, plain::peg);
    }

    /// Eight steps a deal, and an eighth of what it takes to begin the next deal.
    #[divan::bench(sample_size = 4096)]
    fn taken(bencher: Bencher) {
        let deals: Vec<Deal> = deals::<8>(512).into_iter().map(played).collect();
        let mut deals = deals.iter().cycle();
        let mut play = None;
        let mut cards = [].iter();
        bencher.bench_local(move || {
            if cards.len() == 0
                && let Some(deal) = deals.next()
            {
                cards = deal.cards.iter();
                play = Some(deal.beginning.clone());
            }
            play.as_mut().zip(cards.next()).map(|(play, card)| play.apply(Turn::Card(black_box(*card).into())))
        });
    }
}

mod one_discard {
    use super::*;

    /// Every way to throw, every pair of the other player, every starter.
    fn by_enumeration(dealt: [Card; 6]) -> Vec<f64> {
        let left: Vec<Card> = Card::all().filter(|card| !dealt.contains(card)).collect();
        let mut expected = Vec::new();
        for (i, first) in dealt.iter().enumerate() {
            for second in &dealt[i + 1..] {
                let mut kept = dealt.into_iter().filter(|card| card != first && card != second);
                let keep: [Card; 4] = std::array::from_fn(|_| kept.next().expect("four of six are kept"));
                let with = |[a, b, c, d]: [Card; 4], starter| f64::from(plain::total([a, b, c, d, starter]));
                let hand: f64 = left.iter().map(|starter| with(keep, *starter)).sum();
                let mut crib = 0.0;
                for (j, one) in left.iter().enumerate() {
                    for other in &left[j + 1..] {
                        let starters = left.iter().filter(|starter| *starter != one && *starter != other);
                        crib += starters.map(|starter| with([*first, *second, *one, *other], *starter)).sum::<f64>();
                    }
                }
                expected.push(hand / 46.0 + crib / (1035.0 * 44.0));
            }
        }
        expected
    }

    #[divan::bench(sample_size = 1, sample_count = 3)]
    fn plain(bencher: Bencher) {
        each(bencher, &deals::<6>(3), by_enumeration);
    }

    #[divan::bench(sample_size = 1024)]
    fn advised(bencher: Bencher) {
        each(bencher, &deals::<6>(1024), |dealt| {
            Discard::new(&dealt, 2, Crib::Own, &RULES).and_then(|discard| discard.advice(Opponent::Skilled))
        });
    }

    #[divan::bench(sample_size = 128)]
    fn advised_at_four_players(bencher: Bencher) {
        each(bencher, &deals::<5>(128), |dealt| {
            Discard::new(&dealt, 4, Crib::Own, &RULES).and_then(|discard| discard.advice(Opponent::Skilled))
        });
    }

    #[divan::bench(sample_size = 8)]
    fn advised_at_six_players(bencher: Bencher) {
        each(bencher, &deals::<5>(8), |dealt| {
            Discard::new(&dealt, 6, Crib::Own, &RULES).and_then(|discard| discard.advice(Opponent::Random))
        });
    }
}
