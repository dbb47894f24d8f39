//! Random seasons of pots, counted a second time. Each hand is counted by its combinations of cards, each leader is found among
//! all hands, and a notebook has each cent.

use std::collections::{BTreeMap, BTreeSet};

use pegout_engine::PlayedCard;
use pegout_engine::game::GameId;
use pegout_league::ledger::{Among, Payment, Pot, PotHand, PotShare, Refusal, Winner};
use pegout_league::night::{self, ClaimedHand, HandId, HeldHand};
use proptest::prelude::*;

use super::super::{NightLog, id};
use super::ledger::{League, night_id, night_of};
use super::pots::{hand_id, pot, pot_id};

const PLAYERS: u16 = 4;

/// A night of a season: the stakes of each player, the claimed hands, and whether the payments are taken back.
#[derive(Clone, Debug)]
struct Evening {
    stakes: Vec<(u16, Vec<u8>)>,
    /// The player's place at the table, and five cards by number: four and the starter.
    hands: Vec<(usize, Vec<u8>)>,
    takes_back: bool,
}

fn shares() -> impl Strategy<Value = (Vec<(PotHand, u8)>, Among)> {
    let hand = prop::sample::subsequence(
        vec![PotHand::TwentyNine, PotHand::TwentyEight, PotHand::TwentyFour, PotHand::FourOfAKind, PotHand::High],
        1..=5,
    );
    let percents = prop::collection::vec(1..=100_u8, 5);
    let among = prop_oneof![Just(Among::Share), Just(Among::Last), Just(Among::Cut)];
    (hand, percents, among).prop_map(|(hands, percents, among)| (hands.into_iter().zip(percents).collect(), among))
}

fn evening() -> impl Strategy<Value = Evening> {
    let stakes = prop::collection::vec((1..=PLAYERS, prop::sample::subsequence(vec![1_u8, 2], 0..=2)), 0..6);
    // Mostly fives and jacks, so that the rare hands are not rare here.
    let fives = prop::sample::subsequence(vec![4_u8, 17, 30, 43, 10, 23, 36, 49], 5).prop_shuffle();
    let any = prop::sample::subsequence((0..52_u8).collect::<Vec<_>>(), 5).prop_shuffle();
    let hands = prop::collection::vec((0..4_usize, prop_oneof![fives, any]), 0..8);
    (stakes, hands, rarely()).prop_map(|(stakes, hands, takes_back)| Evening { stakes, hands, takes_back })
}

fn rarely() -> impl Strategy<Value = bool> {
    prop::bool::weighted(0.2)
}

/// The points of four cards and a starter, each a number from 0 to 51: the rank from 0, and 13 for each suit.
fn points(cards: &[u8]) -> u32 {
    let (rank, suit) = (|card: u8| u32::from(card % 13), |card: u8| card / 13);
    let value = |card: u8| (rank(card) + 1).min(10);
    let mut total = 0;
    for set in 0..32_u32 {
        let chosen: Vec<u8> = (0..5).filter(|place| set >> place & 1 == 1).map(|place| cards[place]).collect();
        if chosen.iter().map(|card| value(*card)).sum::<u32>() == 15 {
            total += 2;
        }
        if chosen.len() == 2 && rank(chosen[0]) == rank(chosen[1]) {
            total += 2;
        }
        let is_run = |chosen: &[u8]| {
            let mut ranks: Vec<u32> = chosen.iter().map(|card| rank(*card)).collect();
            ranks.sort_unstable();
            chosen.len() >= 3 && ranks.windows(2).all(|pair| pair[0] + 1 == pair[1])
        };
        let is_longer = |card: &u8| {
            let longer: Vec<u8> = chosen.iter().copied().chain([*card]).collect();
            !chosen.contains(card) && is_run(&longer)
        };
        if is_run(&chosen) && !cards.iter().any(is_longer) {
            total += chosen.len() as u32;
        }
    }
    let same = |cards: &[u8]| cards.iter().all(|card| suit(*card) == suit(cards[0]));
    total += if same(cards) {
        5
    } else if same(&cards[..4]) {
        4
    } else {
        0
    };
    total + u32::from(cards[..4].iter().any(|card| rank(*card) == 10 && suit(*card) == suit(cards[4])))
}

fn card(number: u8) -> PlayedCard {
    let rank = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"][usize::from(number % 13)];
    format!("{rank}{}", ["C", "D", "H", "S"][usize::from(number / 13)]).parse().unwrap()
}

/// A hand of the notebook: its player, its cards, and its id.
type Note = (u16, Vec<u8>, HandId);

/// The winners by the notebook, with the share that they have.
fn winners(pot: &Pot, staked: &[u16], notes: &[Note]) -> Option<(PotShare, Vec<u16>)> {
    let of_staked: Vec<&Note> = notes.iter().filter(|(player, ..)| staked.contains(player)).collect();
    for share in &pot.pays {
        let counts = |(_, cards, _): &&&Note| match share.hand {
            PotHand::High => of_staked.iter().all(|(_, other, _)| points(other) <= points(cards)),
            PotHand::FourOfAKind => (0..13).any(|rank| cards.iter().filter(|card| *card % 13 == rank).count() == 4),
            PotHand::TwentyFour => points(cards) == 24,
            PotHand::TwentyEight => points(cards) == 28,
            PotHand::TwentyNine => points(cards) == 29,
            PotHand::GrandSlam | PotHand::Named => false,
        };
        let mut players: Vec<u16> = of_staked.iter().filter(counts).map(|(player, ..)| *player).collect();
        // All hands of a night come at the same moment here, so that the last ones share.
        players.sort_unstable();
        players.dedup();
        if !players.is_empty() {
            return Some((*share, players));
        }
    }
    None
}

/// A night of four players at one table.
fn night_with_table(number: u8) -> (NightLog, GameId, Vec<u16>) {
    let mut log = night_of(number, PLAYERS);
    log.draw(number).unwrap();
    let players = log.sides(1)[0].concat();
    let game = log.round(1)[0].game;
    (log, game, players)
}

/// Claims the hands of an evening, and returns them as the notebook has them.
fn claim(league: &mut League, night: usize, game: GameId, players: &[u16], evening: &Evening) -> Vec<Note> {
    let mut notes = Vec::new();
    let mut seen = BTreeSet::new();
    for (nth, (place, cards)) in (0..).zip(&evening.hands) {
        let (player, hand) = (players[*place], hand_id(nth));
        // The same cards again are the same hand.
        if !seen.insert((BTreeSet::from_iter(&cards[..4]), cards[4])) {
            continue;
        }
        let claimed = ClaimedHand {
            hand,
            player: id(player),
            game,
            cards: cards[..4].iter().map(|number| card(*number)).collect(),
            starter: card(cards[4]),
            crib: false,
        };
        league.nights[night].ask(night::Action::ClaimHand { claimed, points: Some(points(cards) as u8) }).unwrap();
        notes.push((player, cards.clone(), hand));
    }
    notes
}

fn run(pots: &[(Vec<(PotHand, u8)>, Among)], evenings: &[Evening]) -> Result<(), TestCaseError> {
    let tables: Vec<_> = (1..).take(evenings.len()).map(night_with_table).collect();
    let mut league = League::new(tables.iter().map(|(log, ..)| log.clone()).collect());
    let pots: Vec<Pot> = (1..).zip(pots).map(|(number, (pays, among))| pot(number, pays, *among)).collect();
    for pot in &pots {
        league.set_pot(pot).unwrap();
    }
    let mut balances = BTreeMap::new();
    let mut cash = 0;
    for (night, (evening, (_, game, players))) in evenings.iter().zip(&tables).enumerate() {
        let number = night as u8 + 1;
        let mut staked: BTreeMap<u16, Vec<u8>> = BTreeMap::new();
        for (player, wanted) in &evening.stakes {
            league.stake(night, *player, wanted, Payment::Cash).unwrap();
            let before = staked.insert(*player, wanted.clone()).unwrap_or_default();
            for (pot, sign) in wanted.iter().map(|pot| (pot, 100)).chain(before.iter().map(|pot| (pot, -100))) {
                *balances.entry(*pot).or_insert(0_i64) += sign;
                cash += sign;
            }
        }
        let notes = claim(&mut league, night, *game, players, evening);
        let log = &league.nights[night];
        let hands: Vec<HeldHand> = log.night.hands(|id| log.games.get(&id));
        prop_assert_eq!(hands.len(), notes.len());
        for (place, pot) in (1..).zip(&pots) {
            let of_pot: Vec<u16> =
                staked.iter().filter(|(_, pots)| pots.contains(&place)).map(|(player, _)| *player).collect();
            let balance = balances.entry(place).or_insert(0);
            prop_assert_eq!(i64::try_from(league.in_pot(place, number)).unwrap(), *balance);
            let expected = winners(pot, &of_pot, &notes);
            let is_cut = |players: &[u16]| pot.among == Among::Cut && players.len() > 1;
            let named: Vec<Winner> = match &expected {
                Some((_, players)) if is_cut(players) => vec![Winner { player: id(players[0]), way: Payment::Cash }],
                _ => Vec::new(),
            };
            let paid = league.pay_pot(place, number, &hands, &[], &named);
            let Some((share, players)) = expected else {
                prop_assert!(matches!(paid, Err(Refusal::NobodyWins { .. })), "{:?}", paid);
                continue;
            };
            let count = if is_cut(&players) { 1 } else { players.len() as i64 };
            let each = *balance * i64::from(share.percent) / 100 / count;
            if each == 0 {
                prop_assert!(matches!(paid, Err(Refusal::NobodyWins { .. })), "{:?}", paid);
                continue;
            }
            prop_assert_eq!(paid, Ok(vec![u64::try_from(each).unwrap(); count as usize]));
            if evening.takes_back {
                for action in league.ledger.take_back_win(pot_id(place), night_id(number), None).unwrap() {
                    league.ask(action).unwrap();
                }
            } else {
                *balance -= each * count;
                cash -= each * count;
            }
        }
        let books = league.books().balances;
        prop_assert_eq!(books.pots, balances.values().sum::<i64>());
        prop_assert_eq!(books.in_box, cash);
        prop_assert!(balances.values().all(|balance| *balance >= 0));
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1_000, ..ProptestConfig::default() })]

    #[test]
    fn stakes_are_wins_and_balances_in_1000_random_seasons(
        pots in prop::collection::vec(shares(), 2),
        evenings in prop::collection::vec(evening(), 1..6),
    ) {
        run(&pots, &evenings)?;
    }
}
