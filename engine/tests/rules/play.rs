//! The play, against `data/deals.txt`.

use std::collections::HashMap;

use pegout_engine::{Card, DealError, Play, Preset, Rules, Step, Turn};

use crate::cards;
use crate::hands::snake;

#[test]
fn every_worked_deal_plays_as_its_lines_say() {
    let (mut deals, mut wrong) = (0, Vec::new());
    for paragraph in include_str!("../data/deals.txt").split("\n\n") {
        let fields: HashMap<&str, &str> = paragraph
            .lines()
            .filter(|line| !line.starts_with('#'))
            .map(|line| line.split_once(": ").unwrap_or_else(|| panic!("no field in the line “{line}”")))
            .collect();
        if fields.is_empty() {
            continue;
        }
        let name = fields["deal"];
        let (steps, error) = follow(&fields);
        if fields.get("steps").is_some_and(|expected| *expected != steps)
            || error.as_deref() != fields.get("error").copied()
        {
            wrong.push(format!("{name}\n    steps: {steps}\n    error: {}", error.as_deref().unwrap_or("none")));
        }
        deals += 1;
    }
    assert!(wrong.is_empty(), "in deals.txt,\n{}", wrong.join("\n"));
    assert!(deals > 30, "the file has shrunk to {deals} deals");
}

/// Plays the turns of a deal. Returns its steps, and the place and the error of a refused turn.
fn follow(fields: &HashMap<&str, &str>) -> (String, Option<String>) {
    let setting: Vec<&str> = fields["play"].split(' ').collect();
    let (players, dealer) = (setting[0].parse().unwrap(), setting[1].parse().unwrap());
    let rules = Preset::ALL.into_iter().find(|preset| snake(&format!("{preset:?}")) == setting[2]).unwrap().rules();
    let mut play = match fields.get("hands") {
        Some(hands) => {
            let hands: Vec<Vec<Card>> = hands.split('/').map(cards).collect();
            Play::with_hands(players, dealer, &hands, &rules).unwrap()
        }
        None => Play::new(players, dealer, &rules).unwrap(),
    };
    for (place, turn) in fields["turns"].split(' ').enumerate() {
        let before = play.clone().summary();
        if let Err(illegal) = play.apply(turn.parse().unwrap()) {
            assert_eq!(play.clone().summary(), before, "a refused turn has changed something");
            return (shown(play.steps()), Some(format!("{place} {illegal:?}")));
        }
    }
    (shown(play.steps()), None)
}

fn shown(steps: &[Step]) -> String {
    let words = steps.iter().map(|step| match step {
        Step::Card(step) => {
            let scores: String = step
                .scores
                .iter()
                .map(|score| format!("+{}{}", score.points, snake(&format!("{:?}", score.kind))))
                .collect();
            format!("{}:{}={}{scores}", step.player, step.card, step.count)
        }
        Step::Go(step) if step.said => format!("{}:go={}", step.player, step.count),
        Step::Go(step) => format!("{}:(go)={}", step.player, step.count),
    });
    words.collect::<Vec<_>>().join(" ")
}

#[test]
fn what_is_said_with_a_card_is_the_count_and_what_it_scores() {
    let hands = [cards("4C 7S 4D 9H"), cards("7D JS 5H 8C")];
    let mut play = Play::with_hands(2, 1, &hands, &Rules::default()).unwrap();
    for card in cards("4C 7D 4D JS 5H 7S 8C 9H") {
        play.apply(Turn::Card(card.into())).unwrap();
    }
    let calls: Vec<String> = play
        .steps()
        .iter()
        .filter_map(|step| match step {
            Step::Card(step) => Some(step.call.to_string()),
            Step::Go(_) => None,
        })
        .collect();
    assert_eq!(
        calls,
        [
            "Four",
            "Eleven",
            "Fifteen for two",
            "Twenty-five",
            "Thirty, and one for the go",
            "Seven",
            "Fifteen for two",
            "Twenty-four for three, and one for last"
        ]
    );
}

#[test]
fn the_next_player_is_named_with_what_they_can_play() {
    let hands = [cards("4C 7S 4D 9H"), cards("7D JS 5H 8C")];
    let mut play = Play::with_hands(2, 1, &hands, &Rules::default()).unwrap();
    for card in cards("4C 7D 4D JS") {
        play.apply(Turn::Card(card.into())).unwrap();
    }
    let next = play.next().unwrap();
    assert_eq!((next.player, next.count, next.playable), (0, 25, Some(Vec::new())), "who cannot play is to say go");
    play.apply(Turn::Go).unwrap();
    let next = play.next().unwrap();
    assert_eq!((next.player, next.count, next.playable), (1, 25, Some(vec![cards("5H")[0].into()])));
    let unknown = Play::new(4, 3, &Rules::default()).unwrap().next().unwrap();
    assert_eq!((unknown.player, unknown.count, unknown.playable), (0, 0, None));
}

#[test]
fn a_deal_that_cannot_be_played_is_refused() {
    let rules = Rules::default();
    let refused = |players, dealer, hands: &[Vec<Card>]| Play::with_hands(players, dealer, hands, &rules).unwrap_err();
    let (one, other) = (cards("4C 7S 4D 9H"), cards("7D JS 5H 8C"));
    assert_eq!(Play::new(1, 0, &rules).unwrap_err(), DealError::Players(1));
    assert_eq!(Play::new(7, 0, &rules).unwrap_err(), DealError::Players(7));
    assert_eq!(Play::new(3, 3, &rules).unwrap_err(), DealError::Dealer { dealer: 3, players: 3 });
    assert_eq!(refused(2, 0, std::slice::from_ref(&one)), DealError::Hands { given: 1, players: 2 });
    assert_eq!(refused(2, 0, &[one.clone(), cards("7D JS")]), DealError::NotFour { player: 1, given: 2 });
    let twice = cards("7D JS 4C 8C");
    assert_eq!(
        refused(2, 0, &[one, twice]),
        DealError::DuplicateCard { card: cards("4C")[0].into(), player: 1, place: 2 }
    );
    assert_eq!(refused(2, 2, &[other.clone(), other]), DealError::Dealer { dealer: 2, players: 2 });
}

#[test]
fn each_score_names_the_cards_that_make_it() {
    let named = |turns: &str| {
        let mut play = Play::new(2, 1, &Rules { jokers: 1, ..Rules::default() }).unwrap();
        for turn in turns.split(' ') {
            play.apply(turn.parse().unwrap()).unwrap();
        }
        let newest =
            play.steps().iter().rev().find_map(|step| if let Step::Card(step) = step { Some(step) } else { None });
        let scores = newest.unwrap().scores.iter();
        scores.map(|score| format!("{:?} {:?}", score.kind, score.cards)).collect::<Vec<_>>()
    };
    assert_eq!(named("KC 3D 2H"), ["Fifteen [KC, 3D, 2H]"]);
    assert_eq!(named("9C 6D 8H 7S"), ["Run [9C, 6D, 8H, 7S]"]);
    assert_eq!(named("2C 9D 8H 7S"), ["Run [9D, 8H, 7S]"]);
    assert_eq!(named("KC 5D 5S"), ["Pair [5D, 5S]"]);
    assert_eq!(named("5C 5D JK=5H"), ["Fifteen [5C, 5D, JK1=5H]", "PairRoyal [5C, 5D, JK1=5H]"]);
    assert_eq!(named("KC QD AH TS"), ["ThirtyOne [KC, QD, AH, TS]"]);
    assert_eq!(named("KC QD JH go go"), ["Run [KC, QD, JH]", "Go [JH]"]);
}
