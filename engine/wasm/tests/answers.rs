//! The committed file against the native engine: both answer the same questions, the file in Node.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod file;

use file::answers_of_the_file;
use pegout_engine::{Card, Play, Preset, Rank, Rules, Suit};
use pegout_wasm::{practice, questions};
use rand::rngs::ChaCha8Rng;
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};
use serde_json::json;

const QUESTIONS: usize = 10_000;

/// A question as JavaScript asks it: the function, its numbers and the text.
struct Question {
    function: &'static str,
    numbers: Vec<u32>,
    text: String,
}

impl Question {
    fn native_answer(&self) -> String {
        let (text, numbers) = (self.text.as_str(), &self.numbers);
        match self.function {
            "count" => questions::count(text, numbers[0] != 0),
            "play" => questions::play(text, numbers[0] as u8),
            "points" => questions::points(text, numbers[0] as u8),
            "ending" => questions::ending(text),
            "exercise" => practice::exercise(text, numbers[0], numbers[1]),
            _ => questions::discard(text, numbers[0] as u8, numbers[1] != 0),
        }
    }
}

#[test]
fn the_file_answers_as_the_native_engine_does() {
    let mut random = ChaCha8Rng::seed_from_u64(29);
    let asked: Vec<Question> = (0..QUESTIONS).map(|_| question(&mut random)).collect();
    let lines: Vec<String> = asked
        .iter()
        .map(|Question { function, numbers, text }| serde_json::json!([function, numbers, text]).to_string())
        .collect();
    let answers = answers_of_the_file(&lines.join("\n"));
    assert_eq!(answers.len(), QUESTIONS);
    for (question, answer) in asked.iter().zip(&answers) {
        // The order of the members depends on the features that other crates ask of serde_json.
        let [native, of_file] =
            [&question.native_answer(), answer].map(|text| text.parse::<serde_json::Value>().unwrap());
        assert_eq!(of_file, native, "{} {:?} {}", question.function, question.numbers, question.text);
    }
    for (kind, fewest) in [("answer", QUESTIONS * 2 / 3), ("fault", QUESTIONS / 50)] {
        let found = answers.iter().filter(|answer| answer.starts_with(&format!("{{\"{kind}\""))).count();
        assert!(found >= fewest, "only {found} of {QUESTIONS} questions have the result {kind}");
    }
}

#[test]
fn rules_are_read_as_the_service_reads_them() {
    let usual = serde_json::to_value(Rules::default()).unwrap();
    let mut names: Vec<&str> = usual.as_object().unwrap().keys().map(String::as_str).collect();
    names.push("blessing");
    let values = json!([0, 1, 2, 7, 61, 90, 121, 300, -1, 1.5, true, false, null, "loser", "cut", "hand", "none",
        [1, 2, 3], [1, 2], [1, 2, 300], {"renege": 3}, {"renege": 3, "cut": 30}, {"blessing": 1}]);
    let (mut right, mut wrong) = (0, 0);
    for (name, value) in names.iter().flat_map(|name| values.as_array().unwrap().iter().map(move |value| (name, value)))
    {
        // The service takes an array for an object too. The document does not say so.
        if *name == "penalties" && value.is_array() {
            continue;
        }
        let text = json!({*name: value}).to_string();
        let service = serde_json::from_str::<Rules>(&text).ok().filter(|rules| rules.check().is_ok());
        assert_eq!(questions::read_rules(&text).ok(), service, "{text}");
        *if service.is_some() { &mut right } else { &mut wrong } += 1;
    }
    assert!(right >= names.len() && wrong >= names.len(), "{right} right, {wrong} wrong");
}

/// Draws a question. Most have an answer; some have a card twice, a card too many, or rules that do not fit.
fn question(random: &mut ChaCha8Rng) -> Question {
    let preset = *Preset::ALL.choose(random).unwrap();
    let rules = match random.random_range(0..10) {
        0 => "{\"to\": 121}".to_owned(),
        1..4 => String::new(),
        _ => serde_json::to_string(&preset.rules()).unwrap(),
    };
    let players = random.random_range(2..=6_u32);
    let mut pack: Vec<String> =
        Suit::ALL.iter().flat_map(|suit| Rank::ALL.map(|rank| Card::new(rank, *suit).to_string())).collect();
    pack.extend((0..preset.rules().jokers).map(|joker| format!("JK{}", joker + 1)));
    pack.shuffle(random);
    if random.random_ratio(1, 20) {
        pack[1] = pack[0].clone();
    }
    let extra = usize::from(random.random_ratio(1, 20));
    match random.random_range(0..20) {
        // The advice takes a thousand times as long as a count.
        0 => {
            let dealt = if players == 2 { 6 } else { 5 } + extra;
            let players = if random.random_ratio(9, 10) { players.min(4) } else { players };
            let text = format!("{}\n{rules}", pack[..dealt].join(","));
            Question { function: "discard", numbers: vec![players, random.random_range(0..2)], text }
        }
        1 => {
            // As rarely as above: an exercise in throwing has the same advice.
            let kind = if random.random_ratio(1, 20) { 1 } else { *[0, 2, 2, 3].choose(random).unwrap() };
            let seed = ["2026-11-28", "été", ""].choose(random).unwrap();
            let text = seed.repeat(random.random_range(0..8));
            Question { function: "exercise", numbers: vec![kind, random.random_range(0..200)], text }
        }
        2 => Question { function: "points", numbers: vec![players], text: rules },
        3 => {
            let target = preset.rules().target;
            let scores = (0..players.min(3)).map(|_| *[target, target - 1, 95, 60, 0].choose(random).unwrap());
            let text = format!("{}\n{rules}", scores.map(|score| score.to_string()).collect::<Vec<_>>().join(","));
            Question { function: "ending", numbers: vec![], text }
        }
        4..11 => {
            let cards: Vec<String> = pack.iter().map(|card| played(card, random)).collect();
            let plays = plays(&cards, players as u8, random);
            Question { function: "play", numbers: vec![players], text: format!("{}\n{rules}", plays.join(",")) }
        }
        _ => {
            let is_crib = random.random_ratio(1, 3);
            let size = if is_crib { random.random_range(4..=6) } else { 4 } + extra;
            let starter = if random.random_ratio(1, 5) { "" } else { &pack[size] };
            let text = format!("{}\n{starter}\n{rules}", pack[..size].join(","));
            Question { function: "count", numbers: vec![is_crib.into()], text }
        }
    }
}

/// Plays of a deal up to a chance end: each card that fits, and gos before a card that does not fit. One deal in ten has a wrong play.
fn plays(cards: &[String], players: u8, random: &mut ChaCha8Rng) -> Vec<String> {
    let mut deal = Play::new(players, players - 1, &Preset::Jokers.rules()).unwrap();
    let mut plays = Vec::new();
    for card in &cards[..random.random_range(0..=usize::from(players) * 4)] {
        for turn in [card, "go", "go", "go", card] {
            if deal.apply(turn.parse().unwrap()).is_ok() {
                plays.push(turn.to_owned());
            }
            if plays.last() == Some(card) {
                break;
            }
        }
    }
    if random.random_ratio(1, 10) {
        plays.insert(plays.len() / 2, "go".to_owned());
    }
    plays
}

/// A card as it is played: a joker has a rank.
fn played(card: &str, random: &mut ChaCha8Rng) -> String {
    let rank = ["A", "2", "5", "9", "T", "K"].choose(random).unwrap();
    if card.starts_with("JK") { format!("{card}={rank}") } else { card.to_owned() }
}
