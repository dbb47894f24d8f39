//! Properties of every hand and every deal.

#[path = "../../../tests/fuzz/invariants.rs"]
mod invariants;

use pegout_engine::play::score_card;
use pegout_engine::{Card, Hand, Item, ItemKind, Play, Preset, Rank, Rules, ScoreKind, Step, Suit, Turn};
use proptest::prelude::*;
use proptest::sample::{select, subsequence};

fn shuffled(count: usize) -> impl Strategy<Value = Vec<Card>> {
    subsequence(Card::all().collect::<Vec<_>>(), count).prop_shuffle()
}

fn items(cards: &[Card], crib: bool) -> Vec<Item> {
    Hand::new(&cards[..4], Some(cards[4]), crib).unwrap().show(&Rules::default()).items
}

/// A legal deal, played by `choices`, every go said that is due.
fn played(players: u8, dealer: u8, hands: &[Vec<Card>], choices: &[usize], rules: &Rules) -> Play {
    let mut play = Play::with_hands(players, dealer, hands, rules).unwrap();
    for choice in choices.iter().cycle() {
        let Some(next) = play.next() else { break };
        match next.playable.unwrap().as_slice() {
            [] => play.apply(Turn::Go).unwrap(),
            cards => play.apply(cards[choice % cards.len()].to_string().parse().unwrap()).unwrap(),
        }
    }
    play
}

fn deal() -> impl Strategy<Value = (u8, u8, Vec<Vec<Card>>, Vec<usize>, Rules)> {
    (2..=6_u8).prop_flat_map(|players| {
        let hands =
            shuffled(usize::from(players) * 4).prop_map(|cards| cards.chunks(4).map(<[Card]>::to_vec).collect());
        let rules = select(vec![Preset::Auclair.rules(), Preset::Classy.rules()]);
        (Just(players), 0..players, hands, prop::collection::vec(0..12_usize, 16), rules)
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, ..ProptestConfig::default() })]

    #[test]
    fn the_order_of_the_four_cards_changes_nothing(cards in shuffled(5), order in Just([0, 1, 2, 3]).prop_shuffle(), crib: bool) {
        let mut reordered: Vec<Card> = order.iter().map(|place| cards[*place]).collect();
        reordered.push(cards[4]);
        let sorted = |cards: &[Card]| {
            let mut items: Vec<_> = items(cards, crib).into_iter().map(|mut item| {
                item.cards.sort();
                (item.kind as u8, item.cards, item.points)
            }).collect();
            items.sort();
            items
        };
        prop_assert_eq!(sorted(&cards), sorted(&reordered));
    }

    #[test]
    fn other_suits_change_only_flush_and_nobs(cards in shuffled(5), suits in prop::collection::vec(select(Suit::ALL.to_vec()), 5)) {
        let other: Vec<Card> = cards.iter().zip(suits).map(|(card, suit)| Card::new(card.rank(), suit)).collect();
        let mut distinct = other.clone();
        distinct.sort();
        distinct.dedup();
        prop_assume!(distinct.len() == 5);
        let ranked = |cards: &[Card]| -> Vec<_> {
            let of_ranks = items(cards, false).into_iter().filter(|item| !matches!(item.kind, ItemKind::Flush | ItemKind::Nobs));
            of_ranks.map(|item| (item.kind, item.points, item.cards.iter().map(|card| card.rank()).collect::<Vec<_>>())).collect()
        };
        prop_assert_eq!(ranked(&cards), ranked(&other));
    }

    #[test]
    fn renaming_the_suits_changes_no_total(cards in shuffled(5), names in Just(Suit::ALL).prop_shuffle(), crib: bool) {
        let renamed: Vec<Card> = cards.iter().map(|card| Card::new(card.rank(), names[card.suit() as usize])).collect();
        let total = |cards: &[Card]| items(cards, crib).iter().map(|item| item.points).sum::<u8>();
        prop_assert_eq!(total(&cards), total(&renamed));
    }

    #[test]
    fn every_legal_play_ends_with_all_cards_out_and_no_count_above_31((players, dealer, hands, choices, rules) in deal()) {
        let play = played(players, dealer, &hands, &choices, &rules);
        prop_assert!(play.is_finished());
        let cards: Vec<&pegout_engine::CardStep> =
            play.steps().iter().filter_map(|step| if let Step::Card(step) = step { Some(step) } else { None }).collect();
        prop_assert_eq!(cards.len(), usize::from(players) * 4);
        prop_assert!(cards.iter().all(|step| step.count <= 31));
        let ends = |step: &pegout_engine::CardStep| step.scores.iter().filter(|score| matches!(score.kind, ScoreKind::Go | ScoreKind::Last | ScoreKind::ThirtyOne)).count();
        prop_assert!(cards.iter().all(|step| ends(step) <= 1), "a count is paid once");
    }

    #[test]
    fn with_two_players_the_dealer_pegs_at_least_one(cards in shuffled(8), choices in prop::collection::vec(0..12_usize, 16), dealer in 0..2_u8) {
        let hands = [cards[..4].to_vec(), cards[4..].to_vec()];
        let play = played(2, dealer, &hands, &choices, &Rules::default());
        prop_assert!(play.totals()[usize::from(dealer)] >= 1);
    }

    #[test]
    fn writing_the_gos_out_or_not_changes_no_points((players, dealer, hands, choices, rules) in deal()) {
        let said = played(players, dealer, &hands, &choices, &rules);
        let mut unsaid = Play::with_hands(players, dealer, &hands, &rules).unwrap();
        for step in said.steps() {
            if let Step::Card(step) = step {
                unsaid.apply(Turn::Card(step.card)).unwrap();
            }
        }
        prop_assert_eq!(said.totals(), unsaid.totals());
        let silent = |play: &Play| play.steps().iter().map(|step| (step.player(), step.points(), matches!(step, Step::Go(_)))).collect::<Vec<_>>();
        prop_assert_eq!(silent(&said), silent(&unsaid));
    }

    #[test]
    fn not_knowing_the_hands_changes_no_points((players, dealer, hands, choices, rules) in deal()) {
        let known = played(players, dealer, &hands, &choices, &rules);
        let mut unknown = Play::new(players, dealer, &rules).unwrap();
        for step in known.steps() {
            if let Step::Card(step) = step {
                while unknown.next().unwrap().count > 0
                    && (unknown.next().unwrap().player != step.player || unknown.next().unwrap().count + step.card.rank().unwrap().value() > step.count)
                {
                    unknown.apply(Turn::Go).unwrap();
                }
                unknown.apply(Turn::Card(step.card)).unwrap();
            }
        }
        prop_assert!(unknown.is_finished());
        prop_assert_eq!(known.totals(), unknown.totals());
    }

    #[test]
    fn a_card_pegs_the_same_as_in_a_brute_force_check(drawn in prop::collection::vec(select(Rank::ALL[..8].to_vec()), 1..=12)) {
        let mut ranks: Vec<Rank> = Vec::new();
        for rank in drawn {
            let count = ranks.iter().map(|rank| rank.value()).sum::<u8>();
            if count + rank.value() <= 31 && ranks.iter().filter(|other| **other == rank).count() < 4 {
                ranks.push(rank);
            }
        }
        let count = ranks.iter().map(|rank| rank.value()).sum::<u8>();
        let last = |n: usize| &ranks[ranks.len() - n..];
        let alike = (2..=4.min(ranks.len())).rev().find(|n| last(*n).iter().all(|rank| *rank == ranks[ranks.len() - 1]));
        let run = (3..=ranks.len()).rev().find(|n| {
            let mut sorted = last(*n).to_vec();
            sorted.sort();
            sorted.windows(2).all(|two| two[0].index() + 1 == two[1].index())
        });
        let expected = u8::from(count == 15) * 2
            + u8::from(count == 31) * 2
            + alike.map_or(0, |n| [2, 6, 12][n - 2])
            + run.unwrap_or(0) as u8;
        prop_assert_eq!(score_card(&ranks, count).iter().map(|score| score.points).sum::<u8>(), expected);
    }

    #[test]
    fn any_text_keeps_the_invariants_of_the_card_parser(text in "\\PC{0,4}|([0-9atjqkATJQK]{1,2}[cdhsCDHS♣♦♥♠♧♢♡♤])") {
        invariants::card(&text);
    }

    #[test]
    fn any_turns_keep_the_invariants_of_the_play(bytes in prop::collection::vec(any::<u8>(), 0..80)) {
        invariants::play(&bytes);
    }
}
