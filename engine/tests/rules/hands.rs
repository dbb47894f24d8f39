//! The show, against `data/hands.txt`.

use pegout_engine::{Hand, HandError, Rules, Show};

use crate::cards;

#[test]
fn every_worked_hand_counts_as_its_line_says() {
    let (mut lines, mut wrong) = (0, Vec::new());
    for (number, line) in include_str!("../data/hands.txt").lines().enumerate() {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let words: Vec<&str> = line.split_whitespace().collect();
        let (four, rest) = words.split_at(4);
        let starter = (rest[0] != "-").then(|| rest[0].parse().unwrap());
        let rules = Rules { crib_flush_of_four: rest[1] == "crib+", ..Rules::default() };
        let hand = Hand::new(&cards(&four.join(" ")), starter, rest[1] != "hand").unwrap();
        let show = hand.show(&rules);
        let counted = summary(&show);
        if counted != rest[2..].join(" ") {
            wrong.push(format!(
                "line {}: {line}
    counts {counted}",
                number + 1
            ));
        }
        lines += 1;
    }
    assert!(
        wrong.is_empty(),
        "in hands.txt,
{}",
        wrong.join(
            "
"
        )
    );
    assert!(lines > 35, "the file has shrunk to {lines} hands");
}

/// "16 fifteen*4 pair run*2 double_run_of_three"
fn summary(show: &Show) -> String {
    let mut words: Vec<(String, usize)> = Vec::new();
    for item in &show.items {
        let kind = snake(&format!("{:?}", item.kind));
        match words.last_mut() {
            Some((last, times)) if *last == kind => *times += 1,
            _ => words.push((kind, 1)),
        }
    }
    words.extend(show.patterns.iter().map(|pattern| (snake(&format!("{pattern:?}")), 1)));
    let words = words.iter().map(|(word, times)| if *times > 1 { format!("{word}*{times}") } else { word.clone() });
    let text = words.collect::<Vec<_>>().join(" ");
    format!("{} {}", show.total, if text.is_empty() { "nothing" } else { &text })
}

/// `DoubleRunOfThree` as `double_run_of_three`.
pub fn snake(name: &str) -> String {
    let mut text = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && !text.is_empty() {
            text.push('_');
        }
        text.extend(letter.to_lowercase());
    }
    text
}

#[test]
fn the_call_goes_through_the_items_in_counting_order() {
    for (four, starter, call, call_fr) in [
        (
            "AH 2D 3C JS",
            "3S",
            "Fifteen two, fifteen four, a pair is six, a run of three is nine, a run of three is twelve, and one for his nob is thirteen.",
            "Quinze-deux, quinze-quatre, une paire, six, une suite de trois, neuf, une suite de trois, douze, et un pour le valet de la couleur, treize.",
        ),
        ("2H 4H 6H 8H", "KC", "A flush of four is four.", "La couleur, quatre."),
        ("JH 2C 4D 8S", "KH", "One for his nob is one.", "Un pour le valet de la couleur, un."),
        ("7C 8D 2H 4S", "KC", "Fifteen two.", "Quinze-deux."),
        ("2C 4D 8H TS", "KD", "No score.", "Rien."),
        (
            "5H 5D 5S JC",
            "5C",
            "Fifteen two, fifteen four, fifteen six, fifteen eight, fifteen ten, fifteen twelve, fifteen fourteen, fifteen sixteen, a double pair royal is twenty-eight, and one for his nob is twenty-nine.",
            "Quinze-deux, quinze-quatre, quinze-six, quinze-huit, quinze-dix, quinze-douze, quinze-quatorze, quinze-seize, une double paire royale, vingt-huit, et un pour le valet de la couleur, vingt-neuf.",
        ),
    ] {
        let hand = Hand::new(&cards(four), Some(starter.parse().unwrap()), false).unwrap();
        let show = hand.show(&Rules::default());
        assert_eq!((show.call.as_str(), show.call_fr.as_str()), (call, call_fr));
    }
}

#[test]
fn fifteens_name_their_cards_the_fewest_first_and_runs_go_up() {
    let hand = Hand::new(&cards("6S 5H 5C TD"), Some("4H".parse().unwrap()), false).unwrap();
    let named: Vec<String> =
        hand.show(&Rules::default()).items.iter().map(|item| format!("{:?}", item.cards)).collect();
    assert_eq!(
        named,
        ["[5H, TD]", "[5C, TD]", "[6S, 5H, 4H]", "[6S, 5C, 4H]", "[5H, 5C]", "[4H, 5H, 6S]", "[4H, 5C, 6S]"]
    );
}

#[test]
fn a_hand_has_four_different_cards_and_another_starter() {
    let starter = |card: &str| Some(card.parse().unwrap());
    let refused = |four: &str, starter| Hand::new(&cards(four), starter, false).unwrap_err();
    assert_eq!(refused("5H 5D 5S", None), HandError::NotFour { given: 3 });
    assert_eq!(refused("5H 5D 5S JC 2C", None), HandError::NotFour { given: 5 });
    assert_eq!(refused("5H 5D 5H JC", None), HandError::Duplicate { card: cards("5H")[0].into(), place: 2 });
    assert_eq!(refused("5H 5D 5S JC", starter("JC")), HandError::StarterInHand { card: cards("JC")[0].into() });
}
