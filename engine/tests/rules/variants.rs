//! The shows of the variants, against `data/variants.txt`, and the errors of cards that a variant does not take.

use pegout_engine::{AnyHand, HandError, Nineteen, Preset, Rules};

use crate::played;

#[test]
fn every_show_of_a_variant_counts_as_its_line_says() {
    let (mut lines, mut wrong) = (0, Vec::new());
    for line in include_str!("../data/variants.txt").lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let (given, expected) = line.split_once(" = ").unwrap();
        let (rules, rest) = given.split_once(' ').unwrap();
        let (kind, cards) = rest.split_once(' ').unwrap();
        let (cards, starter) = cards.split_once(" + ").unwrap_or((cards.trim_end_matches(" -"), ""));
        let rules = rules_of(rules);
        rules.check().unwrap();
        let shown = AnyHand::new(&played(cards), played(starter).pop(), kind == "crib", &rules).unwrap();
        let show = shown.show();
        let declared = show.declared.unwrap_or_default();
        let declared = declared.iter().map(|(joker, card)| format!(" {joker}={card}")).collect::<String>();
        let counted = format!("{}{declared}", show.total);
        if counted != expected || shown.total() != show.total {
            wrong.push(format!("{line}\n    counts {counted}, and {} fast", shown.total()));
        }
        lines += 1;
    }
    assert!(wrong.is_empty(), "in variants.txt,\n{}", wrong.join("\n"));
    assert!(lines > 40, "the file has shrunk to {lines} shows");
}

/// "nineteen=hand,jokers=1"
fn rules_of(text: &str) -> Rules {
    let mut rules = Rules::default();
    for rule in text.split(',').filter(|rule| *rule != "plain") {
        let (name, value) = rule.split_once('=').unwrap();
        match name {
            "nineteen" => rules.nineteen = value.parse().unwrap(),
            "jokers" => rules.jokers = value.parse().unwrap(),
            "lowball" => rules.lowball = value.parse().unwrap(),
            "no_discard" => rules.no_discard = value.parse().unwrap(),
            "crib_flush_of_four" => rules.crib_flush_of_four = value.parse().unwrap(),
            _ => panic!("there is no rule {name}"),
        }
    }
    rules
}

#[test]
fn nineteen_is_called_for_nothing_and_only_with_the_starter() {
    let rules = Preset::Nineteen.rules();
    let calls = |starter: &str| {
        let show = AnyHand::new(&played("2C 4D 6H 8S"), played(starter).pop(), false, &rules).unwrap().show();
        [show.call, show.call_fr]
    };
    assert_eq!(calls("QC"), ["Nothing, and nineteen for it.", "Rien, et dix-neuf pour cela."]);
    assert_eq!(calls(""), ["No score before the cut.", "Rien avant la coupe."]);
    let items = AnyHand::new(&played("2C 4D 6H 8S"), played("QC").pop(), false, &rules).unwrap().show().items;
    assert_eq!(items.iter().map(|item| (item.cards.len(), item.points)).collect::<Vec<_>>(), [(0, 19)]);
}

#[test]
fn long_runs_and_flushes_of_a_large_crib_are_called_by_their_length() {
    let rules = Rules::default();
    let show = AnyHand::new(&played("AH 2H 3H 4H 6H 7H"), played("5H").pop(), true, &rules).unwrap().show();
    assert!(show.call.contains("a run of seven is"), "{}", show.call);
    assert!(show.call.ends_with("and a flush of seven is thirty."), "{}", show.call);
    assert!(show.call_fr.ends_with("une suite de sept, vingt-trois, et la couleur, trente."), "{}", show.call_fr);
}

#[test]
fn cards_that_the_rules_do_not_take_are_refused_with_a_sentence() {
    let plain = Rules::default();
    let refused = |cards: &str, starter: &str, crib, rules: &Rules| {
        AnyHand::new(&played(cards), played(starter).pop(), crib, rules).map(|shown| shown.total()).unwrap_err()
    };
    assert_eq!(refused("5H 5D 5S", "", false, &plain), HandError::NotFour { given: 3 });
    assert_eq!(refused("5H 5D 5S JC 2C", "", false, &plain), HandError::NotFour { given: 5 });
    assert_eq!(refused("5H 5D 5S", "", true, &plain), HandError::CribSize { given: 3 });
    assert_eq!(refused("5H 5D 5S 5C 6C 7C 8C", "", true, &plain), HandError::CribSize { given: 7 });
    assert_eq!(
        refused("5H 5D 5S 5C 5H", "", true, &plain).to_string(),
        "The pack has only one 5H, and it is here twice."
    );
    assert_eq!(
        refused("5H 5D 5S 5C 6C", "6C", true, &plain),
        HandError::StarterInHand { card: played("6C")[0].held() }
    );
    assert_eq!(refused("5H 5D 5S 5C", "", true, &Preset::NoDiscard.rules()), HandError::NoCrib);
    assert_eq!(refused("5H 5D 5S JK", "", false, &plain).to_string(), "This game has no jokers.");
    let one = Preset::Jokers.rules();
    assert_eq!(refused("5H 5D 5S JK1", "JK2", false, &one), HandError::NoSuchJoker { jokers: 1, place: None });
    assert_eq!(
        refused("5H 5D JK JK1", "", false, &one),
        HandError::Duplicate { card: played("JK1")[0].held(), place: 3 }
    );
    let suit = refused("2H 4H 9H JK1=3", "KH", false, &one);
    assert_eq!(suit.to_string(), "JK1=3 counts 7 or 12 here, as its suit is: declare the suit too, like JK1=3H.");
    let nob = refused("2C 4D 6H JK=J", "8S", false, &one);
    assert_eq!(nob.to_string(), "JK1=J counts 0 or 1 here, as its suit is: declare the suit too, like JK1=JH.");
}

#[test]
fn the_default_rules_have_no_variant() {
    let Rules { nineteen, no_discard, lowball, jokers, crash, .. } = Rules::default();
    assert_eq!((nineteen, no_discard, lowball, jokers, crash), (Nineteen::None, false, false, 0, false));
}
