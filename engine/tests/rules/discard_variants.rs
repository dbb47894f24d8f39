//! Advice on discards under the variants, compared with a plain enumeration over the explained show.

use pegout_engine::{Card, Crib, Discard, Hand, Nineteen, Opponent, Rules};

use crate::cards;

/// The rules under which a crib is counted whole: its points depend on all its cards.
fn whole() -> [Rules; 3] {
    let nineteen = Rules { nineteen: Nineteen::HandAndCrib, ..Rules::default() };
    let flush = Rules { crib_flush_of_four: true, ..Rules::default() };
    let both = Rules { crib_flush_of_four: true, ..nineteen.clone() };
    [nineteen, flush, both]
}

fn left(dealt: &[Card]) -> Vec<Card> {
    Card::all().filter(|card| !dealt.contains(card)).collect()
}

/// The mean of a hand or crib of these cards over the starters that are left.
fn mean(cards: [Card; 4], crib: bool, left: &[Card], rules: &Rules) -> f64 {
    let starters: Vec<Card> = left.iter().copied().filter(|starter| !cards.contains(starter)).collect();
    let total = |starter: &Card| {
        f64::from(Hand::new(&cards, Some(*starter), crib).expect("the cards differ").show(rules).total)
    };
    starters.iter().map(total).sum::<f64>() / starters.len() as f64
}

#[track_caller]
fn near(one: f64, other: f64, what: &str) {
    assert!((one - other).abs() < 1e-9, "{what}: {one}, not {other}");
}

#[test]
fn at_two_players_a_crib_that_is_counted_whole_is_worth_what_a_plain_enumeration_says() {
    for dealt in ["2H 4H 6H 8H TC QD", "7C 9H 5H 5C 5D JS"] {
        let dealt = cards(dealt);
        let left = left(&dealt);
        for rules in whole() {
            let advice = Discard::new(&dealt, 2, Crib::Own, &rules).unwrap().advice(Opponent::Random).unwrap();
            for option in [&advice.options[0], &advice.options[14]] {
                let (mut sum, mut pairs) = (0.0, 0.0);
                for (place, one) in left.iter().enumerate() {
                    for other in &left[place + 1..] {
                        sum += mean([option.throw[0], option.throw[1], *one, *other], true, &left, &rules);
                        pairs += 1.0;
                    }
                }
                near(option.crib.mean, sum / pairs, &format!("{:?} by {rules:?}", option.throw));
                near(option.hand.mean, mean(option.keep, false, &left, &rules), &format!("{:?}", option.keep));
                near(option.expected, option.hand.mean + option.crib.mean, "own crib");
            }
        }
    }
}

#[test]
fn at_four_players_a_crib_that_is_counted_whole_is_worth_what_a_plain_enumeration_says() {
    let dealt = cards("2H 4H 6H 8H TC");
    let left = left(&dealt);
    for rules in whole() {
        let advice = Discard::new(&dealt, 4, Crib::Other, &rules).unwrap().advice(Opponent::Random).unwrap();
        let option = &advice.options[0];
        let (mut sum, mut sets) = (0.0, 0.0);
        for (place, one) in left.iter().enumerate() {
            for (next, other) in left.iter().enumerate().skip(place + 1) {
                for last in &left[next + 1..] {
                    sum += mean([option.throw[0], *one, *other, *last], true, &left, &rules);
                    sets += 1.0;
                }
            }
        }
        near(option.crib.mean, sum / sets, &format!("{:?} by {rules:?}", option.throw));
        near(option.expected, option.hand.mean - option.crib.mean, "another's crib");
    }
}

#[test]
fn where_cribs_are_counted_whole_good_players_throw_as_they_do_by_the_usual_rules() {
    // A crib with the same points by these rules: it never has a flush, and it always has points.
    let dealt = cards("5H 5C 9D 8S KC 2H");
    let throw = &dealt[..2];
    let worth = |rules: &Rules, opponent| {
        let advice = Discard::new(&dealt, 2, Crib::Own, rules).unwrap().advice(opponent).unwrap();
        advice.options.iter().find(|option| option.throw[..] == *throw).unwrap().crib.mean
    };
    for opponent in [Opponent::Skilled, Opponent::Random] {
        for rules in whole() {
            near(worth(&rules, opponent), worth(&Rules::default(), opponent), &format!("{opponent:?}"));
        }
    }
}

#[test]
fn by_lowball_the_least_that_is_expected_comes_first() {
    let dealt = cards("7C 9H 5H 5C 5D JS");
    for crib in [Crib::Own, Crib::Other] {
        let options =
            |rules: &Rules| Discard::new(&dealt, 2, crib, rules).unwrap().advice(Opponent::Skilled).unwrap().options;
        let (plain, low) = (options(&Rules::default()), options(&Rules { lowball: true, ..Rules::default() }));
        assert!(low.is_sorted_by(|one, other| one.expected <= other.expected), "{crib:?}");
        near(low[0].expected, plain[14].expected, "the same sums from the other end");
    }
}

/// The points of these ranks, 1 to 13, counted without the engine.
fn points_of_ranks(ranks: &[usize]) -> usize {
    let mut of_rank = [0; 15];
    for rank in ranks {
        of_rank[*rank] += 1;
    }
    let pairs: usize = of_rank.iter().map(|cards: &usize| cards * cards.saturating_sub(1)).sum();
    let value = |set: usize| -> usize {
        ranks.iter().enumerate().filter(|(place, _)| set >> place & 1 == 1).map(|(_, rank)| *rank.min(&10)).sum()
    };
    let fifteens = (0..1 << ranks.len()).filter(|set| value(*set) == 15).count() * 2;
    let (mut runs, mut length, mut ways) = (0, 0, 1);
    for cards in of_rank.into_iter().skip(1) {
        if cards > 0 {
            length += 1;
            ways *= cards;
        } else {
            runs += if length > 2 { length * ways } else { 0 };
            (length, ways) = (0, 1);
        }
    }
    pairs + fifteens + runs
}

/// The points of a crib of five or six cards and its starter, which is the last, counted without the engine.
fn points(crib: &[Card]) -> f64 {
    let ranks: Vec<usize> = crib.iter().map(|card| card.rank().index() + 1).collect();
    let starter = crib[crib.len() - 1];
    let flush = if crib.iter().all(|card| card.suit() == starter.suit()) { crib.len() } else { 0 };
    let nobs = crib[..crib.len() - 1].iter().any(|card| card.suit() == starter.suit() && card.rank().index() == 10);
    (points_of_ranks(&ranks) + flush + usize::from(nobs)) as f64
}

fn crib_mean(dealt: &[Card], players: u8, throw: Card) -> f64 {
    let advice = Discard::new(dealt, players, Crib::Other, &Rules::default()).unwrap().advice(Opponent::Random);
    advice.unwrap().options.iter().find(|option| option.throw[..] == [throw]).unwrap().crib.mean
}

#[test]
fn at_five_players_a_crib_is_worth_what_a_plain_enumeration_says() {
    let dealt = cards("JS 4S 6S 8S TC");
    let left = left(&dealt);
    let (mut sum, mut sets) = (0.0, 0.0);
    // The ranks make the same points with each of the five as the starter.
    for a in 0..left.len() {
        for b in a + 1..left.len() {
            for c in b + 1..left.len() {
                for d in c + 1..left.len() {
                    for e in d + 1..left.len() {
                        let mut crib = [dealt[0], left[a], left[b], left[c], left[d], left[e]];
                        let ranks = crib.map(|card| card.rank().index() + 1);
                        let all = points_of_ranks(&ranks) as f64;
                        let mut suits = 0.0;
                        for starter in 1..6 {
                            crib.swap(starter, 5);
                            let spades = crib.iter().filter(|card| card.suit() == crib[5].suit()).count();
                            let jack =
                                crib[..5].iter().any(|card| card.rank().index() == 10 && card.suit() == crib[5].suit());
                            suits += f64::from(u8::from(jack)) + if spades == 6 { 6.0 } else { 0.0 };
                            crib.swap(starter, 5);
                        }
                        sum += all + suits / 5.0;
                        sets += 1.0;
                    }
                }
            }
        }
    }
    near(crib_mean(&dealt, 5, dealt[0]), sum / sets, "five players");
}

#[test]
fn at_six_players_a_crib_is_worth_what_many_random_ones_make() {
    let dealt = cards("JS 4S 6S 8S TC");
    let mut left = left(&dealt);
    let (mut sum, mut drawn) = (0.0, 0.0);
    let mut seed: u64 = 6;
    for _ in 0..200_000 {
        for place in 0..6 {
            // Knuth's generator of random numbers: its high bits are good enough to shuffle by.
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let other = place + (seed >> 33) as usize % (left.len() - place);
            left.swap(place, other);
        }
        sum += points(&[&dealt[..1], &left[..6]].concat());
        drawn += 1.0;
    }
    let (mean, random) = (crib_mean(&dealt, 6, dealt[0]), sum / drawn);
    assert!((mean - random).abs() < 0.05, "{mean}, not {random}");
}

#[test]
fn what_good_players_throw_is_not_known_at_five_and_six_players() {
    let dealt = cards("JS 4S 6S 8S TC");
    for players in [5, 6] {
        let discard = Discard::new(&dealt, players, Crib::Own, &Rules::default()).unwrap();
        let sentence = discard.advice(Opponent::Skilled).unwrap_err().to_string();
        assert!(sentence.contains(&format!("With {players}")), "{sentence}");
        assert_eq!(Opponent::usual(players), Opponent::Random);
        let nineteen = Rules { nineteen: Nineteen::HandAndCrib, ..Rules::default() };
        let sentence = Discard::new(&dealt, players, Crib::Own, &nineteen).unwrap_err().to_string();
        assert!(sentence.contains("nothing scores 19"), "{sentence}");
    }
}
