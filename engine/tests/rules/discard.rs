//! Advice on discards, compared with a plain enumeration over the explained show.

use std::collections::BTreeSet;

use pegout_engine::discard::{DiscardFrequencies, fictitious_play, skilled};
use pegout_engine::{Card, Crib, Discard, DiscardError, DiscardOption, Hand, Opponent, Rules};

use crate::cards;

const CRIBS: [Crib; 2] = [Crib::Own, Crib::Other];
const OPPONENTS: [Opponent; 2] = [Opponent::Skilled, Opponent::Random];

#[test]
fn throwing_seven_and_nine_into_ones_own_crib_is_worth_what_is_known_of_it() {
    let dealt = cards("7C 9H 5H 5C 5D JS");
    let advice = Discard::new(&dealt, 2, Crib::Own, &Rules::default())
        .expect("six cards")
        .advice(Opponent::Random)
        .expect("two players");
    let option = advice.options.iter().find(|option| option.throw[..] == dealt[..2]).expect("it is a way to throw");
    assert_eq!(option.keep[..], dealt[2..]);
    assert_eq!(format!("{:.5} {:.4}", option.hand.mean, option.crib.mean), "16.65217 4.2558");
    assert_eq!((option.hand.min, option.hand.max), (14, 29));
    near(option.expected, option.hand.mean + option.crib.mean, "own crib: the points are added");
    assert_eq!(advice.options[0], *option, "nothing is better");
}

#[test]
fn at_two_players_every_way_to_throw_is_worth_what_a_plain_enumeration_says() {
    for dealt in ["7C 9H 5H 5C 5D JS", "2H 2C 2D 2S JC KC", "4H 5H 6H JH KH AS", "AC 3D 8S TC JD QH"] {
        let dealt = cards(dealt);
        let left = left(&dealt);
        let pairs: Vec<[Card; 2]> = every_choice(left.len()).map(|places| places.map(|place| left[place])).collect();
        let weights = |(crib, opponent)| -> Vec<f64> {
            let weight = |pair: &[Card; 2]| {
                let [low, high] = pair.map(Card::rank);
                let alike = pairs.iter().filter(|pair| pair.map(Card::rank) == [low, high]).count();
                match opponent {
                    Opponent::Random => 1.0,
                    Opponent::Skilled => skilled::TWO_PLAYERS.pair(other_side(crib), low, high) / alike as f64,
                }
            };
            pairs.iter().map(weight).collect()
        };
        let questions: Vec<_> = questions().map(|question| (question, weights(question))).collect();
        for places in every_choice::<2>(6) {
            let throw = places.map(|place| dealt[place]);
            let totals = |pair: &[Card; 2]| -> Vec<u8> {
                let starters = left.iter().filter(|starter| !pair.contains(starter));
                starters.map(|starter| total([throw[0], throw[1], pair[0], pair[1]], *starter, true)).collect()
            };
            let totals: Vec<Vec<u8>> = pairs.iter().map(totals).collect();
            for ((crib, opponent), weights) in &questions {
                let weighted = weights.iter().zip(&totals);
                let weighted = weighted.flat_map(|(weight, totals)| totals.iter().map(|total| (*weight, *total)));
                check(&dealt, 2, *crib, *opponent, &throw, mean(weighted));
            }
        }
    }
}

#[test]
fn at_three_and_four_players_every_way_to_throw_is_worth_what_a_plain_enumeration_says() {
    for dealt in ["5H JH 7H 8C AC", "TD TS TC 3S JS"] {
        let dealt = cards(dealt);
        let left = left(&dealt);
        for throw in &dealt {
            let seen: Vec<_> = every_choice::<3>(left.len())
                .flat_map(|places| {
                    let three = places.map(|place| left[place]);
                    left.iter().filter(move |starter| !three.contains(starter)).map(move |starter| (three, *starter))
                })
                .map(|(three, starter)| (three, total([*throw, three[0], three[1], three[2]], starter, true)))
                .collect();
            for (players, throws) in [(3, &skilled::THREE_PLAYERS), (4, &skilled::FOUR_PLAYERS)] {
                for (crib, opponent) in questions() {
                    let likelihood = |thrower: Option<Crib>, card: Card| match (thrower, opponent) {
                        (Some(crib), Opponent::Skilled) => {
                            let alike = left.iter().filter(|left| left.rank() == card.rank()).count();
                            throws.single(crib, card.rank()) / alike as f64
                        }
                        _ => 1.0,
                    };
                    let [x, y, z] = throwers(players, crib)
                        .map(|thrower| Card::all().map(|card| likelihood(thrower, card)).collect::<Vec<f64>>());
                    let weight = |[a, b, c]: [Card; 3]| {
                        let orders = [[a, b, c], [a, c, b], [b, a, c], [b, c, a], [c, a, b], [c, b, a]];
                        orders.map(|[a, b, c]| x[a.index()] * y[b.index()] * z[c.index()]).iter().sum()
                    };
                    let mean = mean(seen.iter().map(|(three, total)| (weight(*three), *total)));
                    check(&dealt, players, crib, opponent, &[*throw], mean);
                }
            }
        }
    }
}

#[test]
fn the_best_way_to_throw_comes_first_and_every_way_once() {
    for (players, dealt) in [(2, "AC 3D 8S TC JD QH"), (3, "AC 3D 8S TC JD"), (4, "AC 3D 8S TC JD")] {
        let dealt = cards(dealt);
        for (crib, opponent) in questions() {
            let options = Discard::new(&dealt, players, crib, &Rules::default())
                .expect("as many as are dealt")
                .advice(opponent)
                .expect("known")
                .options;
            assert!(options.is_sorted_by(|one, other| one.expected >= other.expected), "{players} players, {crib:?}");
            assert_eq!(options.len(), if players == 2 { 15 } else { 5 });
            for option in &options {
                let both: BTreeSet<Card> = option.keep.iter().chain(&option.throw).copied().collect();
                assert_eq!(both, dealt.iter().copied().collect(), "{option:?}");
                assert_eq!(options.iter().filter(|other| other.throw == option.throw).count(), 1);
            }
        }
    }
}

#[test]
fn ones_own_crib_is_worth_half_a_point_less_against_a_good_player_than_against_chance() {
    let (mut skilled, mut random, mut options) = (0.0, 0.0, 0.0);
    for places in every_choice::<6>(13) {
        let dealt = places.map(|place| Card::all().nth(place * 4 + place % 4).expect("a card of the pack"));
        let discard = Discard::new(&dealt, 2, Crib::Own, &Rules::default()).expect("six cards");
        skilled += discard.advice(Opponent::Skilled).expect("two players").options[0].crib.mean;
        random += discard.advice(Opponent::Random).expect("two players").options[0].crib.mean;
        options += 1.0;
    }
    let overstated = (random - skilled) / options;
    assert!((0.3..0.7).contains(&overstated), "{overstated}");
}

#[test]
fn cards_of_which_nothing_can_be_thrown_are_refused_in_words_that_a_player_understands() {
    let six = cards("AC 2C 3C 4C 5C 6C");
    for (given, players, sentence) in [
        (&six[..], 7, "Cribbage is played by 2 to 6 players, not by 7."),
        (&six[..], 1, "Cribbage is played by 2 to 6 players, not by 1."),
        (&six[..5], 2, "With 2 players everybody is dealt six cards and throws two, and here are 5."),
        (&six[..], 3, "With 3 players everybody is dealt five cards and throws one, and here are 6."),
        (&six[..], 6, "With 6 players everybody is dealt five cards and throws one, and here are 6."),
        (&six[..1], 4, "With 4 players everybody is dealt five cards and throws one, and here is 1."),
    ] {
        assert_eq!(
            Discard::new(given, players, Crib::Own, &Rules::default()).map_err(|error| error.to_string()),
            Err(sentence.to_owned())
        );
    }
    let twice = cards("AC 2C 3C 4C 2C 6C");
    let error = DiscardError::Duplicate { card: twice[1], place: 4 };
    assert_eq!(error.to_string(), "The pack has only one 2C, and it is here twice.");
    assert_eq!(Discard::new(&twice, 2, Crib::Own, &Rules::default()), Err(error));
}

#[cfg(feature = "serde")]
#[test]
fn advice_travels_as_the_interface_writes_it() {
    let dealt = cards("7C 9H 5H 5C 5D JS");
    let advice = Discard::new(&dealt, 2, Crib::Own, &Rules::default())
        .expect("six cards")
        .advice(Opponent::Random)
        .expect("two players");
    let written = serde_json::to_value(&advice).expect("advice can be written");
    let best = &advice.options[0];
    let expected = serde_json::json!({
        "keep": ["5H", "5C", "5D", "JS"],
        "throw": ["7C", "9H"],
        "hand": {"mean": best.hand.mean, "min": 14, "max": 29},
        "crib": {"mean": best.crib.mean},
        "expected": best.expected,
    });
    assert_eq!(written["options"][0], expected);
    assert_eq!(serde_json::from_str::<Crib>("\"other\"").ok(), Some(Crib::Other));
    assert_eq!(serde_json::from_str::<Opponent>("\"skilled\"").ok(), Some(Opponent::default()));
}

/// At three and four players the shares still move a little after the last round: see the least that is asked of them.
#[test]
fn another_round_of_practice_would_hardly_move_what_good_players_throw() {
    fn stand_still<const N: usize>(usual: &DiscardFrequencies<N>, best: &DiscardFrequencies<N>, least: f64) {
        for crib in CRIBS {
            let sum: f64 = usual.to(crib).iter().sum();
            assert!((sum - 1.0).abs() < 1e-6, "{crib:?}: shares are written with eight decimals, and add up to {sum}");
            for (place, (usual, best)) in usual.to(crib).iter().zip(best.to(crib)).enumerate() {
                let step = (best - usual).abs() / f64::from(fictitious_play::ROUNDS);
                assert!(step < least, "{crib:?}, place {place} of {N}: {usual}, but best is {best}");
            }
        }
    }
    stand_still(&skilled::TWO_PLAYERS, &fictitious_play::best_pairs(&skilled::TWO_PLAYERS), fictitious_play::CONVERGED);
    stand_still(&skilled::THREE_PLAYERS, &fictitious_play::best_singles(3, &skilled::THREE_PLAYERS), 1e-5);
    stand_still(&skilled::FOUR_PLAYERS, &fictitious_play::best_singles(4, &skilled::FOUR_PLAYERS), 1e-5);
}

/// Compares the advice on this throw with the enumerated mean of the crib, and with the hand's starters.
#[track_caller]
fn check(dealt: &[Card], players: u8, crib: Crib, opponent: Opponent, throw: &[Card], crib_mean: f64) {
    let advice = Discard::new(dealt, players, crib, &Rules::default())
        .expect("as many as are dealt")
        .advice(opponent)
        .expect("known");
    let option: &DiscardOption =
        advice.options.iter().find(|option| option.throw[..] == *throw).expect("it is a way to throw");
    let hands: Vec<u8> = left(dealt).into_iter().map(|starter| total(option.keep, starter, false)).collect();
    let hand_mean = mean(hands.iter().map(|total| (1.0, *total)));
    let question = format!("{throw:?} of {dealt:?}, {players} players, {crib:?}, {opponent:?}");
    assert_eq!(Some(&option.hand.min), hands.iter().min(), "{question}");
    assert_eq!(Some(&option.hand.max), hands.iter().max(), "{question}");
    near(option.hand.mean, hand_mean, &question);
    near(option.crib.mean, crib_mean, &question);
    let expected = match crib {
        Crib::Own => hand_mean + crib_mean,
        Crib::Other => hand_mean - crib_mean,
    };
    near(option.expected, expected, &question);
}

#[track_caller]
fn near(one: f64, other: f64, what: &str) {
    assert!((one - other).abs() < 1e-9, "{what}: {one}, not {other}");
}

fn questions() -> impl Iterator<Item = (Crib, Opponent)> {
    CRIBS.into_iter().flat_map(|crib| OPPONENTS.map(|opponent| (crib, opponent)))
}

/// The crib of each other thrower: own for the dealer's side, `None` for a card from the pack.
fn throwers(players: u8, crib: Crib) -> [Option<Crib>; 3] {
    let (own, other) = (Some(Crib::Own), Some(Crib::Other));
    match (players, crib) {
        (3, Crib::Own) => [other, other, None],
        (3, Crib::Other) => [own, other, None],
        (_, Crib::Own) => [own, other, other],
        (_, Crib::Other) => [other, own, own],
    }
}

fn other_side(crib: Crib) -> Crib {
    if crib == Crib::Own { Crib::Other } else { Crib::Own }
}

fn total(cards: [Card; 4], starter: Card, crib: bool) -> u8 {
    Hand::new(&cards, Some(starter), crib).expect("the cards differ").show(&Rules::default()).total
}

fn mean(weighted: impl Iterator<Item = (f64, u8)>) -> f64 {
    let (sum, weights) = weighted
        .fold((0.0, 0.0), |(sum, weights), (weight, total)| (sum + weight * f64::from(total), weights + weight));
    sum / weights
}

fn left(dealt: &[Card]) -> Vec<Card> {
    Card::all().filter(|card| !dealt.contains(card)).collect()
}

/// All ways to choose N of `places` places, in order.
fn every_choice<const N: usize>(places: usize) -> impl Iterator<Item = [usize; N]> {
    let mut next = (N <= places).then(|| std::array::from_fn(|place| place));
    std::iter::from_fn(move || {
        let choice: [usize; N] = next?;
        next = (0..N).rev().find(|place| choice[*place] < places - N + place).map(|last| {
            std::array::from_fn(|place| if place < last { choice[place] } else { choice[last] + 1 + place - last })
        });
        Some(choice)
    })
}
