//! The fields of `Rules`, their presets, and what they make of a game.

use pegout_engine::{Card, CardError, FirstDeal, Nineteen, Penalties, Preset, Rank, Rules, RulesError, Skunk, Suit};

#[test]
fn every_card_reads_back_as_it_is_written() {
    assert_eq!(Card::all().count(), 52);
    for card in Card::all() {
        assert_eq!(card.to_string().len(), 2);
        assert_eq!(card.to_string().parse(), Ok(card));
        assert_eq!(Card::new(card.rank(), card.suit()), card);
    }
}

#[test]
fn a_card_is_read_in_every_form_that_people_use() {
    let ten = Card::new(Rank::Ten, Suit::Diamonds);
    for text in ["10D", "TD", "10d", "td", "tD", "10♦", "T♦"] {
        assert_eq!(text.parse(), Ok(ten), "{text}");
    }
    for (text, suit) in [
        ("A♣", Suit::Clubs),
        ("a♥", Suit::Hearts),
        ("A♠", Suit::Spades),
        ("A♠\u{fe0f}", Suit::Spades),
        ("a♧", Suit::Clubs),
        ("a♢", Suit::Diamonds),
        ("A♡", Suit::Hearts),
        ("A♤\u{fe0f}", Suit::Spades),
    ] {
        assert_eq!(text.parse(), Ok(Card::new(Rank::Ace, suit)), "{text}");
    }
}

#[test]
fn what_is_no_card_is_refused_with_what_was_given() {
    for text in ["", "5", "H", "H5", "1H", "11H", "0H", "010D", "5HH", " 5H", "5H ", "5X", "♥", "é♥", "joker of hearts"]
    {
        let given = text.chars().take(12).collect();
        assert_eq!(text.parse::<Card>(), Err(CardError { given }), "{text}");
    }
}

#[test]
fn counting_values_are_the_pips_and_ten_for_court_cards() {
    let values: Vec<u8> = Rank::ALL.into_iter().map(Rank::value).collect();
    assert_eq!(values, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10]);
}

#[test]
fn skunks_are_drawn_at_their_lines() {
    let rules = Rules::default();
    for (score, skunk, value) in [
        (120, Skunk::None, 1),
        (91, Skunk::None, 1),
        (90, Skunk::Skunk, 2),
        (61, Skunk::Skunk, 2),
        (60, Skunk::DoubleSkunk, 3),
        (0, Skunk::DoubleSkunk, 3),
    ] {
        assert_eq!(rules.skunk(score), skunk, "{score}");
        assert_eq!(rules.game_value(skunk), value, "{score}");
    }
    let once_around = Preset::OnceAround.rules();
    assert_eq!(once_around.skunk(31), Skunk::None);
    assert_eq!(once_around.skunk(30), Skunk::Skunk);
    assert_eq!(once_around.skunk(0), Skunk::Skunk);
}

#[test]
fn every_preset_can_be_played_by_and_is_what_its_source_says() {
    for preset in Preset::ALL {
        assert_eq!(preset.rules().check(), Ok(()), "{preset:?}");
    }
    assert_eq!(Preset::default().rules(), Rules::default());
    let of = |preset: Preset| {
        let rules = preset.rules();
        (rules.target, rules.skunk_below, rules.double_skunk_below, rules.game_values, rules.last_card_point)
    };
    assert_eq!(of(Preset::Auclair), (121, Some(91), Some(61), [1, 2, 3], true));
    assert_eq!(of(Preset::OnceAround), (61, Some(31), None, [1, 2, 2], true));
    assert_eq!(of(Preset::Lurch), (121, Some(61), None, [1, 2, 2], true));
    assert_eq!(of(Preset::DoubleGame), (121, Some(91), Some(61), [1, 2, 4], true));
    assert_eq!(of(Preset::Tournament), (121, Some(91), Some(61), [2, 3, 3], true));
    assert_eq!(of(Preset::Classy), (121, Some(91), Some(61), [1, 2, 3], false));
    let same = |rules: Rules| !rules.crib_flush_of_four && rules.heels_can_win && rules.go_can_win;
    assert!(Preset::ALL.into_iter().all(|preset| same(preset.rules())));
    for preset in Preset::ALL {
        let strict = preset == Preset::Tournament;
        let first_deal = if strict { FirstDeal::Cut } else { FirstDeal::Loser };
        let muggins = strict || preset == Preset::Muggins;
        assert_eq!((preset.rules().muggins, preset.rules().first_deal), (muggins, first_deal), "{preset}");
    }
    assert_eq!(of(Preset::OnceAroundDouble), (61, Some(46), Some(31), [1, 2, 4], true));
    assert_eq!(of(Preset::Lowball), (121, Some(92), None, [1, 2, 2], true));
    let variant = |preset: Preset| {
        let Rules { nineteen, no_discard, lowball, jokers, crash, .. } = preset.rules();
        (nineteen, no_discard, lowball, jokers, crash)
    };
    let plain = (Nineteen::None, false, false, 0, false);
    for preset in Preset::ALL {
        let expected = match preset {
            Preset::Nineteen => (Nineteen::Hand, false, false, 0, false),
            Preset::NoDiscard => (Nineteen::None, true, false, 0, false),
            Preset::Lowball => (Nineteen::None, false, true, 0, false),
            Preset::Jokers => (Nineteen::None, false, false, 1, false),
            Preset::Crash => (Nineteen::None, false, false, 0, true),
            _ => plain,
        };
        assert_eq!(variant(preset), expected, "{preset}");
    }
}

#[test]
fn rules_that_clash_are_refused_with_both_their_names() {
    let usual = Rules::default();
    let no_crib = Rules { no_discard: true, ..usual.clone() };
    let clashing = [
        (Rules { nineteen: Nineteen::HandAndCrib, ..no_crib.clone() }, "nineteen", "no_discard"),
        (Rules { crib_flush_of_four: true, ..no_crib.clone() }, "crib_flush_of_four", "no_discard"),
        (Rules { crash: true, lowball: true, ..usual.clone() }, "crash", "lowball"),
        (Rules { crash: true, ..Preset::OnceAround.rules() }, "crash", "target"),
        (Rules { first_deal: FirstDeal::AlternateThenCut, ..usual.clone() }, "first_deal", "match_to"),
    ];
    for (rules, field, other) in clashing {
        let error = rules.check().unwrap_err();
        let sentence = error.to_string();
        assert_eq!(error.field(), field);
        assert!(sentence.contains(field) && sentence.contains(other), "{sentence}");
    }
    for rules in [
        Rules { nineteen: Nineteen::Hand, lowball: true, jokers: 2, ..no_crib },
        Rules { first_deal: FirstDeal::AlternateThenCut, match_to: Some(2), ..usual.clone() },
    ] {
        assert_eq!(rules.check(), Ok(()));
    }
    assert_eq!(Rules { match_to: Some(10), ..usual.clone() }.check(), Err(RulesError::MatchTo(10)));
    assert_eq!(Rules { jokers: 3, ..usual.clone() }.check(), Err(RulesError::Jokers(3)));
    assert_eq!(Rules { penalties: Penalties { renege: 30, cut: 2 }, ..usual }.check(), Err(RulesError::Penalty(30)));
}

#[test]
fn lines_that_do_not_fit_the_target_are_refused() {
    let check = |target, skunk_below, double_skunk_below| {
        Rules { target, skunk_below, double_skunk_below, ..Rules::default() }.check().err()
    };
    assert_eq!(check(100, Some(91), Some(61)), Some(RulesError::Target(100)));
    assert_eq!(check(61, Some(91), Some(61)), Some(RulesError::SkunkBelow { line: 91, target: 61 }));
    assert_eq!(check(121, Some(0), None), Some(RulesError::SkunkBelow { line: 0, target: 121 }));
    assert_eq!(check(121, Some(61), Some(61)), Some(RulesError::DoubleSkunkBelow { line: 61, skunk_below: Some(61) }));
    assert_eq!(check(121, None, Some(61)), Some(RulesError::DoubleSkunkBelow { line: 61, skunk_below: None }));
    assert_eq!(check(61, Some(61), Some(60)), None);
    assert_eq!(check(121, None, None), None);
}
