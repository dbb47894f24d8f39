//! A play whose hands are not known, against the same play with the hands.

use pegout_engine::game::PegFor;
use pegout_engine::{HeldCard, Play, Rules, Step, Turn, WrongGo};
use proptest::prelude::*;

/// A deal: the players, the dealer, the hands, and the rules.
#[derive(Clone, Debug)]
struct Deal {
    players: u8,
    dealer: u8,
    hands: Vec<Vec<HeldCard>>,
    rules: Rules,
}

impl Deal {
    fn known(&self) -> Play {
        Play::with_hands(self.players, self.dealer, &self.hands, &self.rules).unwrap()
    }

    fn unknown(&self) -> Play {
        Play::new(self.players, self.dealer, &self.rules).unwrap()
    }
}

/// The pack with this number of jokers.
fn pack(jokers: u8) -> Vec<HeldCard> {
    let suits = |rank: char| ["C", "D", "H", "S"].map(|suit| format!("{rank}{suit}"));
    let cards = "A23456789TJQK".chars().flat_map(suits).chain((1..=jokers).map(|joker| format!("JK{joker}")));
    cards.map(|card| card.parse().unwrap()).collect()
}

fn deals() -> impl Strategy<Value = Deal> {
    (2..=6_u8, 0..=2_u8, any::<bool>()).prop_flat_map(|(players, jokers, last_card_point)| {
        let rules = Rules { jokers, last_card_point, ..Rules::default() };
        (0..players, Just(pack(jokers)).prop_shuffle()).prop_map(move |(dealer, pack)| {
            // The jokers come into the hands, which is where they matter.
            let dealt = usize::from(players) * 4;
            let (held, jokers): (Vec<HeldCard>, Vec<HeldCard>) =
                pack.into_iter().partition(|card| matches!(card, HeldCard::Card(_)));
            let mut cards: Vec<HeldCard> = jokers.into_iter().chain(held).take(dealt).collect();
            cards.rotate_left(usize::from(dealer));
            let hands =
                (0..players.into()).map(|player| cards.iter().skip(player).step_by(players.into()).copied().collect());
            Deal { players, dealer, hands: hands.collect(), rules: rules.clone() }
        })
    })
}

fn choices() -> impl Strategy<Value = Vec<usize>> {
    prop::collection::vec(0..1000_usize, 24..60)
}

/// Plays a card; a joker as one of the cards that fit.
fn playing(card: HeldCard, count: u8, choice: usize) -> Turn {
    let fitting = usize::from(31 - count).clamp(1, 13);
    let declared = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K"][choice / 7 % fitting];
    match card {
        HeldCard::Card(card) => Turn::Card(card.into()),
        HeldCard::Joker(joker) => format!("{joker}={declared}").parse().unwrap(),
    }
}

/// The least that a card can count.
fn least(card: HeldCard) -> u8 {
    if let HeldCard::Card(card) = card { card.value() } else { 1 }
}

/// The steps of both plays, without the parts that may differ. Only known hands show that a go was right. Only they show the end of a
/// count before a player says go.
fn told(known: &Play, unknown: &Play) -> (Vec<Step>, Vec<Step>) {
    let (mut told, mut untold) = (known.steps().to_vec(), unknown.steps().to_vec());
    for step in &mut told {
        if let Step::Go(step) = step {
            step.verified = false;
        }
    }
    if unknown.next().is_some_and(|next| next.count > 0) {
        for steps in [&mut told, &mut untold] {
            let newest = steps.iter().rposition(|step| matches!(step, Step::Card(_)));
            steps.truncate(newest.unwrap_or_default());
        }
    }
    (told, untold)
}

/// A player's cards that are not played yet, after these steps.
fn left(deal: &Deal, player: u8, steps: &[Step]) -> Vec<HeldCard> {
    let played =
        |card: &HeldCard| steps.iter().any(|step| matches!(step, Step::Card(step) if step.card.held() == *card));
    deal.hands[usize::from(player)].iter().filter(|card| !played(card)).copied().collect()
}

/// The players who have said go since the newest card, or before it in the same count.
fn have_said_go(steps: &[Step], begun: usize) -> Vec<u8> {
    steps[begun..].iter().filter(|step| matches!(step, Step::Go(_))).map(Step::player).collect()
}

/// The cards and gos of a legal play of the deal. In a count, a player who cannot play says go. After the count, the other players with
/// cards say go; the player of the last card may be silent. Sometimes a player says an unnecessary go.
fn spoken(deal: &Deal, choices: &[usize]) -> Vec<Turn> {
    let (mut play, mut turns, mut begun) = (deal.known(), Vec::new(), 0);
    for choice in choices.iter().cycle() {
        let Some(next) = play.next() else { break };
        let playable = next.playable.unwrap();
        let turn =
            playable.get(choice % playable.len().max(1)).map_or(Turn::Go, |card| playing(*card, next.count, *choice));
        play.apply(turn).unwrap();
        turns.push(turn);
        if play.next().is_some_and(|next| next.count > 0) {
            continue;
        }
        let Some(Step::Card(newest)) = play.steps().last() else { panic!("a count with known hands ends with a card") };
        let (newest, count) = (newest.player, newest.count);
        let said = have_said_go(play.steps(), begun);
        let silent = |player: &u8| !said.contains(player);
        let with_cards = |player: &u8| !left(deal, *player, play.steps()).is_empty();
        let (must, may): (Vec<u8>, Vec<u8>) =
            (0..deal.players).filter(silent).partition(|player| count < 31 && with_cards(player) && *player != newest);
        let gos = must.len() + choice / 13 % (may.len() + 1);
        for _ in 0..gos {
            play.apply(Turn::Go).unwrap();
            turns.push(Turn::Go);
        }
        begun = play.steps().len();
    }
    assert!(play.is_finished());
    turns
}

/// The steps before the first wrong go or card: a go of a player who could play, or a card out of turn.
fn honest(deal: &Deal, steps: &[Step]) -> usize {
    let able = |player: u8, count: u8, before: usize| {
        left(deal, player, &steps[..before]).into_iter().any(|card| least(card) + count <= 31)
    };
    let mut newest: Option<(u8, u8)> = None;
    steps
        .iter()
        .enumerate()
        .position(|(place, step)| match step {
            Step::Go(go) => go.count < 31 && able(go.player, go.count, place),
            Step::Card(card) => {
                let before = newest.replace((card.player, card.count));
                before.is_some_and(|(player, count)| count < 31 && card.count <= count && able(player, count, place))
            }
        })
        .unwrap_or(steps.len())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, ..ProptestConfig::default() })]

    #[test]
    fn what_is_said_at_a_table_plays_alike_with_and_without_the_hands(deal in deals(), choices in choices()) {
        let (mut known, mut unknown) = (deal.known(), deal.unknown());
        for (place, turn) in spoken(&deal, &choices).into_iter().enumerate() {
            prop_assert_eq!(known.apply(turn), Ok(()), "{} at {}", turn, place);
            prop_assert_eq!(unknown.apply(turn), Ok(()), "{} at {}", turn, place);
            let (known, unknown) = told(&known, &unknown);
            prop_assert_eq!(known, unknown);
        }
        prop_assert!(unknown.is_finished());
        prop_assert_eq!(known.totals(), unknown.totals());
        prop_assert_eq!(unknown.summary().wrong_go, None);
        let possible = PegFor::Play.points(&deal.rules, deal.players.into());
        for earned in known.steps().iter().map(Step::points).filter(|points| *points > 0) {
            prop_assert!(possible.contains(earned), "{} cannot be pegged for play", earned);
        }
    }

    #[test]
    fn what_is_accepted_without_the_hands_is_accepted_with_those_that_it_shows(deal in deals(), choices in choices()) {
        let mut cards: Vec<HeldCard> = deal.hands.concat();
        let (mut unknown, mut turns) = (deal.unknown(), Vec::new());
        for choice in choices {
            let count = unknown.next().map_or(0, |next| next.count);
            let says_go = cards.is_empty() || choice % 3 == 0;
            let place = choice / 3 % cards.len().max(1);
            let turn = if says_go { Turn::Go } else { playing(cards[place], count, choice) };
            if unknown.apply(turn).is_ok() {
                turns.push(turn);
                if !says_go {
                    cards.swap_remove(place);
                }
            }
        }
        // Each hand has the cards that its player played, and some other cards.
        let mut hands: Vec<Vec<HeldCard>> = vec![Vec::new(); deal.players.into()];
        for step in unknown.steps() {
            if let Step::Card(step) = step {
                hands[usize::from(step.player)].push(step.card.held());
            }
        }
        for hand in &mut hands {
            while hand.len() < 4 {
                hand.push(cards.pop().unwrap());
            }
        }
        let deal = Deal { hands, ..deal };
        if unknown.is_finished() {
            let is_honest = honest(&deal, unknown.steps()) == unknown.steps().len();
            prop_assert_eq!(unknown.clone().summary().wrong_go.is_none(), is_honest);
        }
        let (mut known, mut again) = (deal.known(), deal.unknown());
        for turn in &turns[..honest(&deal, unknown.steps())] {
            prop_assert_eq!(known.apply(*turn), Ok(()), "{} after {:?}", turn, known.steps());
            prop_assert_eq!(again.apply(*turn), Ok(()));
            let (known, unknown) = told(&known, &again);
            prop_assert_eq!(known, unknown);
        }
    }
}

#[test]
fn the_first_wrong_go_of_a_finished_deal_is_named() {
    for (plays, step, player, count, playable) in [
        ("KC KD 5C go go QD QC JD AC 9H", Some(4), 0, 25, "AC"),
        ("KC KD 5C go go 2H QC QD 9C JD", Some(3), 1, 25, "2H"),
        ("KC JD TC go go QD 8C KD go 5C 2D", None, 1, 28, "2D"),
    ] {
        let mut play = Play::new(2, 1, &Rules::default()).unwrap();
        for turn in plays.split(' ') {
            assert_eq!(play.clone().summary().wrong_go, None, "before {turn}");
            play.apply(turn.parse().unwrap()).unwrap();
        }
        let wrong = WrongGo { step, player, count, playable: vec![playable.parse().unwrap()] };
        assert_eq!(play.summary().wrong_go, Some(wrong), "{plays}");
    }
}
