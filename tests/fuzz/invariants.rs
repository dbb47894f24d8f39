//! Invariants of the card parser and of the play. The fuzz targets search for inputs that break them, and the engine's
//! tests try a bounded number.

use pegout_engine::{Card, HeldCard, Play, Rules, Step, Turn};

/// Checks a text that parses as a card: the card is written as two characters, and parses as the same card again.
///
/// # Panics
///
/// Panics if the invariant is broken.
pub fn card(text: &str) {
    let Ok(card) = text.parse::<Card>() else { return };
    let written = card.to_string();
    assert_eq!(written.len(), 2, "{text} is written {written}");
    assert_eq!(written.parse(), Ok(card));
    assert_eq!(text.to_lowercase().parse(), Ok(card));
    assert_eq!(text.to_uppercase().parse(), Ok(card));
}

/// Plays a deal by these bytes, legal or not. The first byte has the number of players, the dealer, and a bit for known
/// hands. The next bytes deal the cards. Each remaining byte is a card or a go.
///
/// # Panics
///
/// Panics if a refused turn changes something, a count passes 31, points have no reason, or a playable card cannot be
/// played.
pub fn play(bytes: &[u8]) {
    let Some((&first, rest)) = bytes.split_first() else { return };
    let players = 2 + first % 5;
    let dealer = (first >> 2) % players;
    let dealt = usize::from(players) * 4;
    let mut pack: Vec<Card> = Card::all().collect();
    let hands: Vec<Card> =
        (0..dealt).map(|i| pack.swap_remove(usize::from(*rest.get(i).unwrap_or(&0)) % pack.len())).collect();
    let known = first & 0x80 != 0;
    let rules = Rules::default();
    let mut play = if known {
        Play::with_hands(players, dealer, &hands.chunks(4).collect::<Vec<_>>(), &rules)
    } else {
        Play::new(players, dealer, &rules)
    }
    .expect("the deal is a good one");
    for byte in rest.iter().skip(dealt) {
        let turn = match byte % 64 {
            60.. => Turn::Go,
            52..60 => Turn::Card(hands[usize::from(byte / 4) % hands.len()].into()),
            index => Card::all().nth(index.into()).map_or(Turn::Go, |card| Turn::Card(card.into())),
        };
        let before = play.clone().summary();
        match play.apply(turn) {
            Err(_) => assert_eq!(play.clone().summary(), before, "a refused {turn} has changed something"),
            Ok(()) => assert!(play.steps().len() > before.steps.len(), "{turn} left no step"),
        }
        check(&play, players);
    }
}

fn check(play: &Play, players: u8) {
    for step in play.steps() {
        assert!(step.player() < players);
        match step {
            Step::Card(step) => {
                assert!(step.count <= 31 && step.points <= 15);
                assert_eq!(step.points, step.scores.iter().map(|score| score.points).sum::<u8>());
            }
            Step::Go(step) => assert_eq!(step.points, 0),
        }
    }
    assert_eq!(play.is_finished(), play.next().is_none(), "somebody is to act until all cards are out");
    if let Some(next) = play.next() {
        assert!(next.count < 31);
        for card in next.playable.unwrap_or_default() {
            let HeldCard::Card(card) = card else { panic!("{card} is in no hand") };
            assert!(next.count + card.value() <= 31);
            play.clone().apply(Turn::Card(card.into())).expect("what is playable can be played");
        }
    }
}
