//! Rounds with all seats drawn again: as few repeated partnerships as possible.

use pegout_league::PlayerId;
use pegout_league::seating::{Pairings, Repeats, Seats, draw_tables, sizes};
use proptest::prelude::*;
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom;

use super::id;

fn rng(seed: u64) -> ChaCha8Rng {
    ChaCha8Rng::seed_from_u64(seed)
}

fn players(count: usize) -> Vec<PlayerId> {
    (1..=count as u16).map(id).collect()
}

/// The tables of `rounds` rounds with random seats.
fn anyhow(players: &[PlayerId], rounds: usize, rng: &mut ChaCha8Rng) -> Vec<Seats> {
    let round = |_| {
        let mut order = players.to_vec();
        order.shuffle(rng);
        let mut rest = &order[..];
        let mut tables = Vec::new();
        for size in sizes(order.len()).unwrap() {
            let (table, others) = rest.split_at(size);
            rest = others;
            tables.push(Seats::new(table));
        }
        tables
    };
    (0..rounds).flat_map(round).collect()
}

fn repeats(tables: &[Seats], pairings: &Pairings) -> Repeats {
    tables.iter().map(|table| pairings.repeats(table)).fold(Repeats::default(), |sum, table| sum + table)
}

/// The fewest possible repeated partnerships, found by trying everything: the first player left sits alone, or with
/// each remaining player in turn.
fn fewest(left: &[PlayerId], alone: usize, pairings: &Pairings) -> u32 {
    let Some((first, rest)) = left.split_first() else { return 0 };
    let sits_alone = (alone > 0).then(|| fewest(rest, alone - 1, pairings));
    let with_partner = (0..rest.len()).filter(|_| left.len() > alone + 1).map(|partner| {
        let others: Vec<PlayerId> = [&rest[..partner], &rest[partner + 1..]].concat();
        u32::from(pairings.were_partners(*first, rest[partner])) + fewest(&others, alone, pairings)
    });
    sits_alone.into_iter().chain(with_partner).min().unwrap()
}

/// The number of players who sit at no four.
fn singles(players: usize) -> usize {
    sizes(players).unwrap().into_iter().filter(|size| *size < 4).sum()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1_500, ..ProptestConfig::default() })]

    #[test]
    fn in_a_small_hall_no_seating_at_all_repeats_fewer_partnerships(
        count in 2..=9_usize,
        rounds in 0..8_usize,
        seed: u64,
    ) {
        let (players, mut rng) = (players(count), rng(seed));
        let pairings = Pairings::new(&anyhow(&players, rounds, &mut rng));
        let tables = draw_tables(&players, &pairings, &mut rng);
        prop_assert_eq!(repeats(&tables, &pairings).partners, fewest(&players, singles(count), &pairings));
    }

    #[test]
    fn everybody_sits_once_however_often_a_hall_is_drawn(count in 2..=60_usize, rounds in 0..12_usize, seed: u64) {
        let (players, mut rng) = (players(count), rng(seed));
        let pairings = Pairings::new(&anyhow(&players, rounds, &mut rng));
        let tables = draw_tables(&players, &pairings, &mut rng);
        let mut seated: Vec<PlayerId> = tables.iter().flat_map(Seats::players).collect();
        seated.sort_unstable();
        prop_assert_eq!(seated, players);
        let seats: Vec<usize> = tables.iter().map(|table| table.players().count()).collect();
        prop_assert_eq!(Some(seats), sizes(count));
    }
}

#[test]
fn ten_to_twelve_players_are_seated_with_the_fewest_repeats_too() {
    for (count, seed) in (10..=12).flat_map(|count| (0..6).map(move |seed| (count, seed))) {
        let (players, mut rng) = (players(count), rng(seed));
        let pairings = Pairings::new(&anyhow(&players, 14, &mut rng));
        let tables = draw_tables(&players, &pairings, &mut rng);
        assert_eq!(
            repeats(&tables, &pairings).partners,
            fewest(&players, singles(count), &pairings),
            "{count} players"
        );
    }
}

#[test]
fn a_hall_of_17_to_200_repeats_no_partnership_in_a_long_night() {
    for count in (17..40).chain([77, 120, 200]) {
        let (players, mut rng) = (players(count), rng(count as u64));
        let mut tables = Vec::new();
        for round in 1..=7 {
            let pairings = Pairings::new(&tables);
            let drawn = draw_tables(&players, &pairings, &mut rng);
            assert_eq!(repeats(&drawn, &pairings).partners, 0, "{count} players in round {round}");
            tables.extend(drawn);
        }
    }
}

#[test]
fn a_hall_of_24_repeats_no_opponents_in_two_rounds_and_few_in_four() {
    let (players, mut rng) = (players(24), rng(1));
    let mut tables = Vec::new();
    let mut opponents = Vec::new();
    for _ in 1..=4 {
        let pairings = Pairings::new(&tables);
        let drawn = draw_tables(&players, &pairings, &mut rng);
        opponents.push(repeats(&drawn, &pairings).opponents);
        tables.extend(drawn);
    }
    assert_eq!(opponents[..2], [0, 0]);
    // By chance about 6 of the 24 pairs of opponents would repeat in the fourth round.
    assert!(opponents[3] <= 2, "{opponents:?}");
}

#[test]
fn nobody_is_seated_where_there_are_fewer_than_two() {
    for count in 0..2 {
        assert_eq!(draw_tables(&players(count), &Pairings::default(), &mut rng(1)), []);
    }
}
