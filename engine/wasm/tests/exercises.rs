//! The exercises for practice, recounted with no code of the engine: their points, the means of the kept hands, the cards that
//! may be played.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::BTreeSet;

use pegout_wasm::practice::exercise;
use serde_json::Value;

const SEEDS: usize = 1_000;
/// The engine takes a thousand times as long for its advice on a throw.
const THROWS: u32 = 60;

/// A card: its rank from 1 to 13, and its suit.
type Card = (u32, char);

fn make(seed: &str, kind: u32, number: u32) -> Value {
    exercise(seed, kind, number).parse::<Value>().unwrap()["answer"].take()
}

fn card(value: &Value) -> Card {
    let mut letters = value.as_str().unwrap().chars();
    let rank = "A23456789TJQK".find(letters.next().unwrap()).unwrap();
    (rank as u32 + 1, letters.next().unwrap())
}

fn cards(value: &Value) -> Vec<Card> {
    value.as_array().unwrap().iter().map(card).collect()
}

fn pips(cards: &[Card]) -> u32 {
    cards.iter().map(|(rank, _)| (*rank).min(10)).sum()
}

fn pack() -> impl Iterator<Item = Card> {
    (1..=13).flat_map(|rank| "CDHS".chars().map(move |suit| (rank, suit)))
}

/// All groups of these cards.
fn groups(cards: &[Card]) -> Vec<Vec<Card>> {
    cards.iter().fold(vec![Vec::new()], |groups, card| {
        let with = groups.iter().map(|group| [group.as_slice(), &[*card]].concat()).collect::<Vec<_>>();
        [groups, with].concat()
    })
}

fn is_run(group: &[Card]) -> bool {
    let ranks: BTreeSet<u32> = group.iter().map(|(rank, _)| *rank).collect();
    let span = ranks.last().unwrap_or(&0) - ranks.first().unwrap_or(&0) + 1;
    group.len() >= 3 && ranks.len() == group.len() && span as usize == group.len()
}

/// Counts four cards and the starter, group by group.
fn count(hand: &[Card], starter: Card, is_crib: bool) -> u32 {
    let five = [hand, &[starter]].concat();
    let groups = groups(&five);
    let fifteens = groups.iter().filter(|group| pips(group) == 15).count();
    let pairs = groups.iter().filter(|group| group.len() == 2 && group[0].0 == group[1].0).count();
    let runs: Vec<usize> = groups.iter().filter(|group| is_run(group)).map(Vec::len).collect();
    let longest = runs.iter().max().copied().unwrap_or(0);
    let of_runs = longest * runs.iter().filter(|length| **length == longest).count();
    let suited = |cards: &[Card]| cards.iter().all(|(_, suit)| *suit == hand[0].1);
    let flush = if suited(&five) { 5 } else { 4 * usize::from(suited(hand) && !is_crib) };
    let nobs = usize::from(hand.contains(&(11, starter.1)));
    (2 * (fifteens + pairs) + of_runs + flush + nobs) as u32
}

#[test]
fn the_hands_and_cribs_are_counted_right() {
    let (mut cribs, mut nothing) = (0, 0);
    for number in 0..SEEDS {
        let made = make(&format!("seed {number}"), 0, 0);
        let (hand, starter) = (cards(&made["cards"]), card(&made["starter"]));
        let is_crib = made["crib"].as_bool().unwrap();
        let total = count(&hand, starter, is_crib);
        assert_eq!(made["show"]["total"], total, "{made}");
        let items = made["show"]["items"].as_array().unwrap();
        let points: u64 = items.iter().map(|item| item["points"].as_u64().unwrap()).sum();
        assert_eq!(points, u64::from(total), "{made}");
        let distinct: BTreeSet<Card> = hand.iter().copied().chain([starter]).collect();
        assert_eq!(distinct.len(), 5, "{made}");
        cribs += usize::from(is_crib);
        nothing += usize::from(total == 0);
    }
    assert!((SEEDS / 5..SEEDS / 3).contains(&cribs), "{cribs} cribs");
    assert!((1..SEEDS / 10).contains(&nothing), "{nothing} hands of nothing");
}

#[test]
fn the_throws_have_fifteen_ways_with_the_right_means_of_the_hand() {
    for number in 0..THROWS {
        let made = make("2026-11-28", 1, number);
        let dealt = cards(&made["cards"]);
        let options = made["advice"]["options"].as_array().unwrap();
        assert_eq!(options.len(), 15);
        for option in options {
            let keep = cards(&option["keep"]);
            let starters: Vec<Card> = pack().filter(|card| !dealt.contains(card)).collect();
            let sum: u32 = starters.iter().map(|starter| count(&keep, *starter, false)).sum();
            let mean = option["hand"]["mean"].as_f64().unwrap();
            assert!((mean - f64::from(sum) / starters.len() as f64).abs() < 1e-9, "{option}");
            let sign = if made["crib"] == "own" { 1.0 } else { -1.0 };
            let expected = mean + sign * option["crib"]["mean"].as_f64().unwrap();
            assert!((option["expected"].as_f64().unwrap() - expected).abs() < 1e-9, "{option}");
        }
    }
}

/// The cards of the count that is on the table, and of the count that has just ended at 31.
fn pile(steps: &[Value]) -> Vec<Card> {
    let mut pile: Vec<Card> = Vec::new();
    for step in steps.iter().filter(|step| step["card"].is_string()) {
        if pips(&pile) + pips(&[card(&step["card"])]) != step["count"].as_u64().unwrap() as u32 {
            pile.clear();
        }
        pile.push(card(&step["card"]));
    }
    pile
}

/// Scores the newest card of a pile.
fn score(pile: &[Card]) -> u32 {
    let newest = |n: usize| &pile[pile.len() - n..];
    let alike = (1..=pile.len()).rev().find(|n| newest(*n).iter().all(|card| card.0 == newest(1)[0].0)).unwrap() as u32;
    let run = (3..=pile.len()).rev().find(|n| is_run(newest(*n))).unwrap_or(0) as u32;
    2 * u32::from([15, 31].contains(&pips(pile))) + alike * (alike - 1) + run
}

#[test]
fn the_play_is_scored_right_and_the_cards_that_fit_are_named() {
    let (mut own, mut scoring) = (0, 0);
    for number in 0..SEEDS as u32 {
        let made = make("play", 2, number);
        let played = &made["played"];
        let steps = played["steps"].as_array().unwrap();
        if made["hand"].is_null() {
            let pile = pile(steps);
            assert!((2..=6).contains(&pile.len()) && pile.len() == steps.len(), "{made}");
            assert_eq!(steps.last().unwrap()["points"], score(&pile), "{made}");
            scoring += usize::from(score(&pile) > 0);
            continue;
        }
        own += 1;
        let (hand, count) = (cards(&made["hand"]), played["next"]["count"].as_u64().unwrap() as u32);
        let fits: BTreeSet<Card> = hand.iter().copied().filter(|card| count + pips(&[*card]) <= 31).collect();
        let playable = cards(&played["next"]["playable"]);
        assert_eq!(playable.iter().copied().collect::<BTreeSet<Card>>(), fits, "{made}");
        assert!(hand.len() > 1 && count > 20 && count == pips(&pile(steps)), "{made}");
        assert!(steps.iter().all(|step| step["card"].is_null() || !hand.contains(&card(&step["card"]))), "{made}");
    }
    assert!((SEEDS / 3..SEEDS * 2 / 3).contains(&own), "{own} with a hand");
    assert!((SEEDS / 4..SEEDS / 2).contains(&scoring), "{scoring} cards score");
}

#[test]
fn a_seed_names_its_exercises_and_only_a_text_of_1_to_64_characters_is_one() {
    assert_eq!(exercise("2026-11-28", 0, 0), exercise("2026-11-28", 0, 0));
    let cards: BTreeSet<String> = (0..20).map(|number| make("2026-11-28", 0, number)["cards"].to_string()).collect();
    assert_eq!(cards.len(), 20);
    assert_ne!(make("2026-11-28", 0, 0)["cards"], make("2026-11-29", 0, 0)["cards"]);
    // This exercise must never change: people compare the hand of a day.
    assert_eq!(make("2026-11-28", 0, 0)["cards"].to_string(), r#"["5S","TH","QD","QS"]"#);
    for seed in [String::new(), "é".repeat(65)] {
        assert!(exercise(&seed, 0, 0).contains("\"pointer\":\"/seed\""));
    }
    assert!(exercise(&"é".repeat(64), 0, 0).starts_with("{\"answer\""));
    assert!(exercise("2026-11-28", 3, 0).contains("\"pointer\":\"/kind\""));
}
