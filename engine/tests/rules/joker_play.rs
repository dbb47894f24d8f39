//! Jokers in the play, and the play of five and six players.

use pegout_engine::game::PegFor;
use pegout_engine::{DealError, HeldCard, Play, PlayError, Preset, Rules, Step, Turn};

/// The points of each card of the list, and how many gos were put in.
fn points(play: &mut Play, turns: &str) -> Vec<u8> {
    for turn in turns.split(' ') {
        play.apply(turn.parse().unwrap()).unwrap_or_else(|error| panic!("{turn}: {error}"));
    }
    let card = |step: &Step| if let Step::Card(step) = step { Some(step.points) } else { None };
    play.steps().iter().filter_map(card).collect()
}

fn two_jokers() -> Rules {
    Rules { jokers: 2, ..Rules::default() }
}

fn hands(texts: &[&str]) -> Vec<Vec<HeldCard>> {
    texts.iter().map(|text| text.split(' ').map(|card| card.parse().unwrap()).collect()).collect()
}

#[test]
fn a_joker_scores_as_the_card_that_it_is_declared_to_be() {
    let new = || Play::new(2, 1, &two_jokers()).unwrap();
    assert_eq!(points(&mut new(), "TC JK=5"), [0, 2]);
    assert_eq!(points(&mut new(), "AC AD AH AS JK=A"), [0, 2, 6, 12, 20]);
    assert_eq!(points(&mut new(), "AC AD AH AS JK=A JK2=A"), [0, 2, 6, 12, 20, 30]);
    assert_eq!(points(&mut new(), "7C 8D JK=9"), [0, 2, 3]);
    assert_eq!(points(&mut new(), "3C 3D 3H 3S JK1=3H"), [0, 2, 6, 12, 22]);
    assert_eq!(points(&mut new(), "AC 5C 5D 5H 5S JK1=5 JK2=5C"), [0, 0, 2, 6, 12, 20, 32]);
}

#[test]
fn a_joker_in_a_hand_can_always_be_played_below_31_and_its_holder_says_no_go() {
    let hands = hands(&["TC TD 9C JK1", "KC KD QC 2S"]);
    let mut play = Play::with_hands(2, 1, &hands, &two_jokers()).unwrap();
    points(&mut play, "TC KC TD");
    let next = play.next().unwrap();
    assert_eq!((next.player, next.playable), (1, Some(Vec::new())), "the 2 would be 32");
    play.apply(Turn::Go).unwrap();
    let renege = PlayError::Renege { player: 0, count: 30, playable: Some(vec![hands[0][3]]) };
    assert_eq!(play.next().unwrap().playable, Some(vec![hands[0][3]]));
    assert_eq!(play.apply(Turn::Go), Err(renege));
    let over = play.apply("JK1=2".parse().unwrap()).unwrap_err();
    assert_eq!(over.to_string(), "JK1=2 would bring the count from 30 to 32, and it never goes above 31.");
    assert_eq!(play.apply("JK=A".parse().unwrap()), Ok(()));
    assert_eq!(play.steps().last().map(Step::points), Some(2), "thirty-one");
}

#[test]
fn a_joker_is_declared_when_it_is_played_and_only_once_and_only_where_there_is_one() {
    let mut play = Play::new(2, 1, &Preset::Jokers.rules()).unwrap();
    let refused = |play: &mut Play, turn: &str| play.apply(turn.parse().unwrap()).unwrap_err().to_string();
    assert_eq!(refused(&mut play, "JK"), "JK1 is declared when it is played: write its rank too, like JK1=5.");
    assert_eq!(refused(&mut play, "JK2=5"), "This game has one joker, JK1.");
    play.apply("JK=5".parse().unwrap()).unwrap();
    assert_eq!(refused(&mut play, "JK1=6"), "JK1 has been played already, and there is only one in the pack.");
    play.apply("5H".parse().unwrap()).unwrap();
    let mut plain = Play::new(2, 1, &Rules::default()).unwrap();
    assert_eq!(refused(&mut plain, "JK1=6"), "This game has no jokers.");
    let dealt = hands(&["TC TD 9C JK1", "KC KD QC 2S"]);
    let error = Play::with_hands(2, 1, &dealt, &Rules::default()).unwrap_err();
    assert_eq!(error, DealError::NoSuchJoker { jokers: 0, player: 0, place: 3 });
}

#[test]
fn six_play_four_cards_each_and_the_turn_goes_round_all_of_them() {
    let hands = hands(&["AC 2C 3C 4C", "AD 2D 3D 4D", "AH 2H 3H 4H", "5S 6S 7S 8S", "9S TS JS QS", "9H TH JH QH"]);
    let mut play = Play::with_hands(6, 5, &hands, &Rules::default()).unwrap();
    while let Some(next) = play.next() {
        let turn = next.playable.unwrap().first().map_or("go".to_owned(), HeldCard::to_string);
        play.apply(turn.parse().unwrap()).unwrap();
    }
    let cards = play.steps().iter().filter(|step| matches!(step, Step::Card(_))).count();
    assert_eq!((cards, play.totals().len(), play.is_finished()), (24, 6, true));
    assert_eq!(play.steps().iter().take(6).map(Step::player).collect::<Vec<_>>(), [0, 1, 2, 3, 4, 5]);
    assert_eq!(play.steps().iter().take(3).map(Step::points).collect::<Vec<_>>(), [0, 2, 6]);
}

#[test]
fn what_a_card_can_earn_at_most_with_jokers_can_be_pegged() {
    for (jokers, most, turns) in [
        (1, 23, "TC 6C 5C 4C 2C 2D 2H 3C 3D 3H 3S JK1=3"),
        (2, 33, "KC QC 9D 2C JC TC 5C 4C 2D 9C AC AD AH AS JK1=A JK2=A"),
    ] {
        let cards: Vec<&str> = turns.split(' ').map(|turn| turn.split('=').next().unwrap()).collect();
        let players = cards.len() / 4;
        let dealt: Vec<String> = (0..players)
            .map(|seat| cards[seat..].iter().step_by(players).copied().collect::<Vec<_>>().join(" "))
            .collect();
        let dealt = hands(&dealt.iter().map(String::as_str).collect::<Vec<_>>());
        let dealer = players as u8 - 1;
        for last_card_point in [true, false] {
            let rules = Rules { jokers, last_card_point, ..Rules::default() };
            let mut play = Play::with_hands(players as u8, dealer, &dealt, &rules).unwrap();
            let earned = *points(&mut play, turns).last().unwrap();
            assert_eq!(earned, most - u8::from(!last_card_point));
            let possible = PegFor::Play.points(&rules, players);
            assert!(possible.contains(earned) && !possible.contains(earned + 1), "{possible}");
        }
    }
}
