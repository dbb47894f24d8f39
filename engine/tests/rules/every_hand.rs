//! Every hand and crib that can be dealt, with every starter, counted both ways.

use std::thread;

use pegout_engine::{Card, Hand, Nineteen, Rules};

/// The number of hands or cribs with each total, 0 to 29.
type Distribution = [u64; 30];

#[test]
fn the_fast_total_is_the_explained_one_for_every_hand_and_crib_and_their_distribution_is_the_known_one() {
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let [hands, cribs] = thread::scope(|scope| {
        let shares: Vec<_> = (0..threads).map(|share| scope.spawn(move || count(share, threads))).collect();
        let shares = shares.into_iter().map(|share| share.join().expect("no count differs"));
        shares.fold([[0; 30]; 2], |sums, share| std::array::from_fn(|kind| sum(sums[kind], share[kind])))
    });

    assert_eq!(hands.iter().sum::<u64>(), 12_994_800);
    assert_eq!([hands[29], hands[28], hands[0]], [4, 76, 1_009_008]);
    assert_eq!([hands[19], hands[25], hands[26], hands[27]], [0; 4]);
    assert_eq!(format!("{:.5}", mean(hands)), "4.76915");

    assert_eq!(cribs.iter().sum::<u64>(), 12_994_800);
    assert_eq!(cribs[0], 1_022_208);
    assert_eq!([cribs[19], cribs[25], cribs[26], cribs[27]], [0; 4]);
    assert_eq!(format!("{:.5}", mean(cribs)), "4.73482");
}

#[test]
fn the_fast_total_is_the_explained_one_for_every_hand_and_crib_before_the_cut_under_either_flush_rule() {
    for crib_flush_of_four in [false, true] {
        let rules = Rules { crib_flush_of_four, ..Rules::default() };
        every_four(|cards| {
            for crib in [false, true] {
                let hand = Hand::new(&cards, None, crib).expect("four cards differ");
                assert_eq!(hand.total(&rules), hand.show(&rules).total, "{cards:?}, crib: {crib}, {rules:?}");
            }
        });
    }
}

#[test]
fn a_crib_where_four_make_a_flush_counts_it_fast_as_explained_with_every_starter() {
    let rules = Rules { crib_flush_of_four: true, ..Rules::default() };
    every_four(|cards| {
        if cards.iter().all(|card| card.suit() == cards[0].suit()) {
            agree(cards, true, &rules, |_| {});
        }
    });
}

#[test]
fn with_nineteen_for_nothing_exactly_the_shows_of_nothing_count_19_and_the_mean_hand_is_the_known_one() {
    let plain = Rules::default();
    let mut nineteens = [0_u64; 2];
    let mut points = 0_u64;
    for (rule, cribs_count) in [(Nineteen::Hand, false), (Nineteen::HandAndCrib, true)] {
        let rules = Rules { nineteen: rule, ..Rules::default() };
        every_four(|cards| {
            for crib in [false, true] {
                let before_the_cut = Hand::new(&cards, None, crib).expect("four cards differ");
                let totals = before_the_cut.totals_by_starter(&rules);
                for ((starter, usual), (_, total)) in before_the_cut.totals_by_starter(&plain).iter().zip(totals.iter())
                {
                    let becomes_nineteen = usual == 0 && (!crib || cribs_count);
                    assert_eq!(total, if becomes_nineteen { 19 } else { usual }, "{cards:?} {starter}, crib: {crib}");
                    if becomes_nineteen && rule == Nineteen::HandAndCrib {
                        nineteens[usize::from(crib)] += 1;
                    }
                    if usual == 0 {
                        let hand = Hand::new(&cards, Some(starter), crib).expect("a starter is none of the four");
                        assert_eq!((hand.total(&rules), hand.show(&rules).total), (total, total));
                    }
                    if !crib && rule == Nineteen::Hand {
                        points += u64::from(total);
                    }
                }
                assert_eq!(before_the_cut.total(&rules), before_the_cut.total(&plain), "nothing is 0 before the cut");
            }
        });
    }
    assert_eq!(nineteens, [1_009_008, 1_022_208]);
    assert_eq!(format!("{:.5}", points as f64 / 12_994_800.0), "6.24445");
}

/// The distributions of one share of all hands: counted as hands, then as cribs.
fn count(share: usize, shares: usize) -> [Distribution; 2] {
    let rules = Rules::default();
    let mut distributions = [[0; 30]; 2];
    let mut turn = 0;
    every_four(|cards| {
        turn += 1;
        if turn % shares == share {
            for (crib, distribution) in [false, true].into_iter().zip(&mut distributions) {
                agree(cards, crib, &rules, |total| distribution[usize::from(total)] += 1);
            }
        }
    });
    distributions
}

/// Checks that all ways to count the four cards agree with every starter, and hands on each total.
#[track_caller]
fn agree(cards: [Card; 4], crib: bool, rules: &Rules, mut on_total: impl FnMut(u8)) {
    let before_the_cut = Hand::new(&cards, None, crib).expect("four cards differ");
    let mut starters = 0;
    for (starter, total) in before_the_cut.totals_by_starter(rules).iter() {
        let hand = Hand::new(&cards, Some(starter), crib).expect("a starter is none of the four");
        let explained = hand.show(rules).total;
        assert_eq!((total, hand.total(rules)), (explained, explained), "{cards:?} {starter}, crib: {crib}");
        on_total(total);
        starters += 1;
    }
    assert_eq!(starters, 48);
}

/// All ways to choose four cards.
fn every_four(mut of: impl FnMut([Card; 4])) {
    let pack: Vec<Card> = Card::all().collect();
    for (i, &a) in pack.iter().enumerate() {
        for (j, &b) in pack.iter().enumerate().skip(i + 1) {
            for (k, &c) in pack.iter().enumerate().skip(j + 1) {
                for &d in &pack[k + 1..] {
                    of([a, b, c, d]);
                }
            }
        }
    }
}

fn sum(one: Distribution, other: Distribution) -> Distribution {
    std::array::from_fn(|total| one[total] + other[total])
}

fn mean(distribution: Distribution) -> f64 {
    let points: u64 = distribution.iter().zip(0..).map(|(hands, total)| hands * total).sum();
    points as f64 / distribution.iter().sum::<u64>() as f64
}
