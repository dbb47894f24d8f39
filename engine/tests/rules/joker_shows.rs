//! The best declaration of jokers, compared with a count that tries every card and knows nothing of the engine's.
//! Possible totals of shows of every size, by enumeration.

use std::collections::BTreeSet;

use pegout_engine::game::PegFor;
use pegout_engine::{AnyHand, Card, Declaration, Joker, Nineteen, PlayedCard, Rank, Rules, Suit};
use proptest::prelude::*;

/// The points of cards that may be copies of each other, the starter last if there is one, counted over every subset.
fn plain_total(cards: &[(u8, u8)], has_starter: bool, rules: &Rules) -> u8 {
    let held = if has_starter { &cards[..cards.len() - 1] } else { cards };
    let mut points = 0;
    let mut longest: Vec<Vec<u8>> = Vec::new();
    for subset in 1_u32..1 << cards.len() {
        let chosen: Vec<(u8, u8)> = (0..cards.len()).filter(|i| subset >> i & 1 == 1).map(|i| cards[i]).collect();
        if chosen.iter().map(|card| card.0.min(10)).sum::<u8>() == 15 {
            points += 2;
        }
        if chosen.len() == 2 && chosen[0].0 == chosen[1].0 {
            points += 2;
        }
        let mut ranks: Vec<u8> = chosen.iter().map(|card| card.0).collect();
        ranks.sort_unstable();
        if ranks.len() >= 3 && ranks.windows(2).all(|two| two[0] + 1 == two[1]) {
            longest.push(ranks);
        }
    }
    let has = |rank: u8| cards.iter().any(|card| card.0 == rank);
    for run in &longest {
        if !has(run[0] - 1) && !has(run[run.len() - 1] + 1) {
            points += run.len() as u8;
        }
    }
    if held.iter().all(|card| card.1 == held[0].1) {
        points += 4;
        if has_starter && cards[held.len()].1 == held[0].1 {
            points += 1;
        }
    }
    if has_starter {
        points += held.iter().filter(|card| card.0 == 11 && card.1 == cards[held.len()].1).count() as u8;
        if points == 0 && rules.nineteen == Nineteen::Hand {
            points = 19;
        }
    }
    points
}

/// The best total, the number of declarations that reach it, and the first of them.
type Best = (u8, u16, Vec<(u8, u8)>);

fn plain_best(cards: &[Option<(u8, u8)>], has_starter: bool, rules: &Rules) -> Best {
    let pack: Vec<(u8, u8)> = (1..=13).flat_map(|rank| (0..4).map(move |suit| (rank, suit))).collect();
    let wild: Vec<usize> = (0..cards.len()).filter(|place| cards[*place].is_none()).collect();
    let mut found: Option<Best> = None;
    for number in 0..52_usize.pow(wild.len() as u32) {
        let declared: Vec<(u8, u8)> =
            (0..wild.len()).rev().map(|digit| pack[number / 52_usize.pow(digit as u32) % 52]).collect();
        let mut next = declared.iter();
        let whole: Vec<(u8, u8)> = cards.iter().map(|card| card.unwrap_or_else(|| *next.next().unwrap())).collect();
        let total = plain_total(&whole, has_starter, rules);
        found = Some(match found {
            Some((best, ways, first)) if total == best => (best, ways + 1, first),
            Some((best, ways, first)) if (total < best) != rules.lowball => (best, ways, first),
            _ => (total, 1, declared),
        });
    }
    found.unwrap()
}

fn as_numbers(card: Card) -> (u8, u8) {
    (card.rank() as u8, card.suit() as u8)
}

/// Compares the engine's best declaration of these cards, the starter last if there is one, with the plain one.
#[track_caller]
fn agree(cards: &[PlayedCard], has_starter: bool, rules: &Rules) {
    let (held, starter) = if has_starter { cards.split_at(4) } else { (cards, &[][..]) };
    let shown = AnyHand::new(held, starter.first().copied(), false, rules).unwrap();
    let show = shown.show();
    let numbers: Vec<Option<(u8, u8)>> = cards.iter().map(|card| card.card().map(as_numbers)).collect();
    let (best, ways, first) = plain_best(&numbers, has_starter, rules);
    let first: Vec<(Joker, (u8, u8))> = cards
        .iter()
        .filter_map(|card| if let PlayedCard::Joker(joker, _) = card { Some(*joker) } else { None })
        .zip(first)
        .collect();
    let declared: BTreeSet<(Joker, (u8, u8))> =
        show.declared.unwrap().into_iter().map(|(joker, card)| (joker, as_numbers(card))).collect();
    assert_eq!((show.total, shown.total(), show.ways), (best, best, Some(ways)), "{cards:?} {rules:?}");
    assert_eq!(declared, first.into_iter().collect(), "{cards:?} {rules:?}");
}

const ONE: PlayedCard = PlayedCard::Joker(Joker::One, Declaration::Open);
const TWO: PlayedCard = PlayedCard::Joker(Joker::Two, Declaration::Open);

fn variants(jokers: u8) -> Vec<Rules> {
    let mut all = Vec::new();
    for lowball in [false, true] {
        for nineteen in [Nineteen::None, Nineteen::Hand] {
            all.push(Rules { jokers, lowball, nineteen, ..Rules::default() });
        }
    }
    all
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, ..ProptestConfig::default() })]

    #[test]
    fn one_joker_is_declared_as_trying_all_52_cards_says(
        pack in Just(Card::all().collect::<Vec<_>>()).prop_shuffle(), place in 0..5_usize, rules in prop::sample::select(variants(1)), cut: bool
    ) {
        let size = if cut { 5 } else { 4 };
        let mut cards: Vec<PlayedCard> = pack[..size].iter().map(|card| (*card).into()).collect();
        cards[place % size] = ONE;
        agree(&cards, cut, &rules);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    #[test]
    fn two_jokers_are_declared_as_trying_all_pairs_of_52_cards_says(
        pack in Just(Card::all().collect::<Vec<_>>()).prop_shuffle(), places in prop::sample::subsequence(vec![0, 1, 2, 3, 4], 2), rules in prop::sample::select(variants(2))
    ) {
        let mut cards: Vec<PlayedCard> = pack[..5].iter().map(|card| (*card).into()).collect();
        cards[places[0]] = ONE;
        cards[places[1]] = TWO;
        agree(&cards, true, &rules);
    }
}

#[test]
fn with_a_reduced_pack_every_hand_with_a_joker_is_declared_as_trying_all_cards_says() {
    let ranks = [Rank::Two, Rank::Five, Rank::Six, Rank::Jack];
    let pack: Vec<PlayedCard> =
        ranks.iter().flat_map(|rank| [Suit::Clubs, Suit::Hearts].map(|suit| Card::new(*rank, suit).into())).collect();
    let mut hands = 0;
    for set in (0_u32..1 << pack.len()).filter(|set| set.count_ones() == 4) {
        let chosen: Vec<PlayedCard> =
            pack.iter().enumerate().filter(|(i, _)| set >> i & 1 == 1).map(|(_, card)| *card).collect();
        for starter in 0..4 {
            let mut cards = chosen.clone();
            let cut = cards.remove(starter);
            for rules in variants(1) {
                agree(&[cards[0], cards[1], cards[2], ONE, cut], true, &rules);
                hands += 1;
            }
        }
        agree(&[chosen[0], chosen[1], chosen[2], chosen[3], ONE], true, &variants(1)[0]);
    }
    assert_eq!(hands, 70 * 4 * 4);
}

#[test]
fn a_rank_alone_is_enough_where_every_suit_counts_the_same() {
    let rules = Rules { jokers: 1, ..Rules::default() };
    let shown = |text: &str| {
        let cards = crate::played(text);
        AnyHand::new(&cards[..4], Some(cards[4]), false, &rules).map(|shown| (shown.show().total, shown.show().ways))
    };
    assert_eq!(shown("5H 5D 5S JK=5 5C"), Ok((40, Some(4))));
    assert_eq!(shown("5H 5D 5S JK=5H 5C"), Ok((40, Some(1))));
    assert!(shown("2H 4H 6H JK=8 KC").is_err(), "a flush or none");
}

/// Calls `put` for each number of points that the suits can add to a show of these ranks. The arguments are the fewest
/// jokers needed, and the total.
fn totals_of(held: &[usize; 13], starter: usize, base: u8, mut put: impl FnMut(usize, u8)) {
    const JACK: usize = Rank::Jack.index();
    let with_starter = |rank: usize| held[rank] + usize::from(rank == starter);
    let cards: usize = held.iter().sum();
    let over = |limit: usize, count: &dyn Fn(usize) -> usize| -> usize {
        (0..13).map(|rank| count(rank).saturating_sub(limit)).sum()
    };
    let others: usize = (0..13).filter(|rank| *rank != JACK).map(|rank| with_starter(rank).saturating_sub(4)).sum();
    // The pack's jacks other than nobs have three suits.
    for nobs in 0..=held[JACK] {
        let copies = if starter == JACK { nobs } else { nobs.saturating_sub(1) };
        put(others + copies + (held[JACK] - nobs).saturating_sub(3), base + nobs as u8);
    }
    put(over(1, &with_starter), base + (cards + 1 + held[JACK]) as u8);
    if cards == 4 {
        put(over(1, &|rank| held[rank]), base + 4);
    }
}

/// The possible totals of `cards` cards and a starter, by the number of jokers in the pack.
fn possible_totals(cards: usize) -> [BTreeSet<u8>; 3] {
    let mut totals: [BTreeSet<u8>; 3] = Default::default();
    let mut ranks = vec![0; cards + 1];
    loop {
        let mut counts = [0; 13];
        for rank in &ranks {
            counts[*rank] += 1;
        }
        if counts.iter().map(|count: &usize| count.saturating_sub(4)).sum::<usize>() <= 2 {
            let alternating: Vec<(u8, u8)> =
                ranks.iter().zip([0, 1].iter().cycle()).map(|(rank, suit)| (*rank as u8 + 1, *suit)).collect();
            let base = plain_total(&alternating, false, &Rules::default());
            for starter in (0..13).filter(|rank| counts[*rank] > 0) {
                let mut held = counts;
                held[starter] -= 1;
                totals_of(&held, starter, base, |jokers, total| {
                    for totals in totals.iter_mut().skip(jokers) {
                        totals.insert(total);
                    }
                });
            }
        }
        let Some(up) = (0..=cards).find(|place| ranks[*place] < *ranks.get(place + 1).unwrap_or(&12)) else { break };
        ranks[up] += 1;
        ranks[..up].fill(0);
    }
    totals
}

#[test]
fn a_show_may_peg_exactly_what_an_enumeration_of_all_ranks_and_suits_finds_possible() {
    for players in [4, 5, 6] {
        for (jokers, possible) in (0..).zip(possible_totals(players)) {
            let rules = Rules { jokers, ..Rules::default() };
            let crib = PegFor::Crib.points(&rules, players);
            let taken: BTreeSet<u8> = (0..=u8::MAX).filter(|points| crib.contains(*points)).collect();
            assert_eq!(taken, possible, "{players} players, {jokers} jokers");
            if players == 4 {
                assert_eq!(PegFor::Hand.points(&rules, 2), crib);
            }
            let highest = *possible.last().unwrap();
            assert!(PegFor::Other.points(&rules, players).contains(highest));
            assert!(!PegFor::Other.points(&rules, players).contains(highest + 1));
        }
    }
}

#[test]
fn a_joker_that_copies_the_jack_of_the_starters_suit_scores_nobs_again() {
    let total = |starter: &str| {
        let held = ["JH", "JK1=JH", "5S", "5D"].map(|card| card.parse::<PlayedCard>().unwrap());
        let rules = Rules { jokers: 1, ..Rules::default() };
        AnyHand::new(&held, Some(starter.parse().unwrap()), false, &rules).unwrap().total()
    };
    // Two pairs are 4, four fifteens 8.
    assert_eq!((total("4S"), total("4H")), (12, 14));
}
