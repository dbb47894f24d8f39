//! The movement of a hall in which somebody came, left or had a game called off.

use pegout_league::night::DrawWay;
use pegout_league::seating::{Pairings, RepairedMovement, Repeats, Seats, repair_movement, sizes};
use pegout_league::{PlayerId, RoundOrigin};
use proptest::prelude::*;
use rand::rngs::ChaCha8Rng;
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};

use super::{NightLog, id};

/// A list of numbers in the data: "-" is none.
fn numbers(text: &str) -> Vec<usize> {
    text.split([',', ' ']).filter(|number| !["", "-"].contains(number)).map(|number| number.parse().unwrap()).collect()
}

#[test]
fn each_change_of_a_hall_touches_the_tables_that_it_must() {
    let lines = include_str!("../data/movements.txt").lines().filter(|line| !line.starts_with('#'));
    for (line, seed) in lines.flat_map(|line| (0..8).map(move |seed| (line, seed))) {
        let parts: Vec<&str> = line.split('|').map(str::trim).collect();
        let mut hall = parts[0].split_whitespace();
        let mut numbers_of = || numbers(hall.next().unwrap());
        let (players, left, came) = (numbers_of()[0], numbers_of(), numbers_of());
        let mut night_log = NightLog::of(players as u16);
        night_log.draw(seed).unwrap();
        night_log.play_round();
        // Nobody has come or left yet: the second round as the movement alone would have it.
        let mut moved = night_log.clone();
        moved.draw(seed).unwrap();
        let mut tables: Vec<Vec<u16>> = moved.sides(2).iter().map(|sides| sides.concat()).collect();
        for table in left {
            night_log.leave(tables[table - 1].pop().unwrap()).unwrap();
        }
        for newcomer in 0..came.first().copied().unwrap_or(0) {
            night_log.come((players + newcomer + 1) as u16).unwrap();
        }
        let new = night_log.new_round(None, seed, DrawWay::Movement);
        let preview = night_log.night.preview_round(&new, &night_log.played(), &super::name).unwrap();
        night_log.draw(seed).unwrap();
        let round = &night_log.night.rounds()[1];
        let drawn: Vec<usize> = round.tables.iter().map(|table| table.seats.players().count()).collect();
        assert_eq!((&drawn, &round.touched), (&numbers(parts[1]), &numbers(parts[2])), "{line}");
        assert_eq!(preview.moves.len(), numbers(parts[3])[0], "{line}: {:?}", preview.moves);
        assert_eq!((preview.sizes, &preview.touched, preview.repeats_forced), (drawn, &round.touched, 0), "{line}");
        let all = round.touched.len() == round.tables.len();
        assert_eq!(round.origin, if all { RoundOrigin::Drawn } else { RoundOrigin::Moved }, "{line}");
    }
}

#[test]
fn the_whole_hall_is_drawn_where_that_is_asked_for() {
    let mut night_log = NightLog::of(24);
    night_log.draw(1).unwrap();
    night_log.play_round();
    let afresh = night_log.new_round(Some(2), 5, DrawWay::Afresh);
    let preview = night_log.night.preview_round(&afresh, &night_log.played(), &super::name).unwrap();
    assert!(preview.moves.len() > 12, "{preview:?}");
    night_log.ask(pegout_league::night::Action::DrawRound(afresh)).unwrap();
    let round = &night_log.night.rounds()[1];
    assert_eq!((round.origin, &round.touched, round.tie_breaks.len()), (RoundOrigin::Drawn, &preview.touched, 0));
}

#[test]
fn partners_of_a_game_that_was_called_off_before_the_first_peg_have_not_met() {
    for seed in 0..20 {
        let mut night_log = NightLog::of(4);
        night_log.draw(seed).unwrap();
        night_log.void(1, 1);
        for round in 2..=4 {
            night_log.draw(seed + round).unwrap();
            night_log.play_round();
        }
        let forced: Vec<bool> = night_log.view().rounds.iter().map(|round| round.tables[0].forced_repeat).collect();
        assert_eq!(forced, [false; 4], "three rounds, three pairs of pairs");
    }
}

/// A hall after a movement: its tables, still with players who left, and the players who are here.
struct Hall {
    moved: Vec<Seats>,
    present: Vec<PlayerId>,
    pairings: Pairings,
    last: Pairings,
}

/// A hall of about `players` players after some rounds with random seats.
fn hall(players: usize, rounds: usize, rng: &mut ChaCha8Rng) -> Hall {
    let mut before: Vec<PlayerId> = (1..=players as u16).map(id).collect();
    let mut tables = Vec::new();
    for _ in 0..=rounds {
        before.shuffle(rng);
        let mut rest = &before[..];
        for size in sizes(players).unwrap() {
            let (table, others) = rest.split_at(size);
            rest = others;
            tables.push(Seats::new(table));
        }
    }
    let moved = tables.split_off(tables.len() - sizes(players).unwrap().len());
    let last = tables.len().saturating_sub(moved.len());
    let mut present = before.clone();
    for _ in 0..rng.random_range(0..=3_usize.min(players - 2)) {
        present.swap_remove(rng.random_range(0..present.len()));
    }
    for newcomer in 0..rng.random_range(0..=3_u16).min(16_u16.saturating_sub(present.len() as u16)) {
        present.push(id(players as u16 + newcomer + 1));
    }
    let (pairings, last) = (Pairings::new(&tables), Pairings::new(&tables[last..]));
    Hall { moved, present, pairings, last }
}

/// The repeated partnerships of a seating, and the number of players at another table than their destination.
fn cost(hall: &Hall, tables: &[Seats]) -> (u32, usize) {
    let mut cost = (0, 0);
    for (table, seats) in tables.iter().enumerate() {
        if let Seats::Pairs(pairs) = seats {
            cost.0 +=
                pairs.iter().map(|[one, other]| u32::from(hall.pairings.were_partners(*one, *other))).sum::<u32>();
        }
        cost.1 += seats.players().filter(|player| destination(hall, *player).is_some_and(|to| to != table)).count();
    }
    cost
}

fn destination(hall: &Hall, player: PlayerId) -> Option<usize> {
    hall.moved.iter().position(|seats| seats.players().any(|other| other == player))
}

/// Tries everything: returns true if the players from `next` on fit in the seats left. At most `repeats` partnerships
/// may repeat, and at most `elsewhere` players may miss their destination.
fn is_possible(hall: &Hall, tables: &mut [Vec<Vec<PlayerId>>], next: usize, repeats: u32, elsewhere: usize) -> bool {
    let Some(player) = hall.present.get(next) else { return true };
    let destination = destination(hall, *player);
    for table in 0..tables.len() {
        let strays = usize::from(destination.is_some_and(|to| to != table));
        let size = if tables[table].len() == 2 && tables[table].capacity() == 4 { 2 } else { 1 };
        if strays > elsewhere {
            continue;
        }
        for side in 0..tables[table].len() {
            // The first of two empty sides is as good as the second.
            let is_same = side > 0 && tables[table][side].is_empty() && tables[table][side - 1].is_empty();
            if tables[table][side].len() == size || is_same {
                continue;
            }
            let met = |other: &PlayerId| hall.pairings.were_partners(*other, *player);
            let repeated = tables[table][side].iter().filter(|other| met(other)).count() as u32;
            if repeated <= repeats {
                tables[table][side].push(*player);
                let found = is_possible(hall, tables, next + 1, repeats - repeated, elsewhere - strays);
                tables[table][side].pop();
                if found {
                    return true;
                }
            }
        }
    }
    false
}

/// Empty tables of the right sizes. The capacity of the list of sides distinguishes a four from a two.
fn empty(hall: &Hall) -> Vec<Vec<Vec<PlayerId>>> {
    let table = |size: usize| {
        let mut sides = Vec::with_capacity(size);
        sides.resize(if size == 4 { 2 } else { size }, Vec::new());
        sides
    };
    sizes(hall.present.len()).unwrap().into_iter().map(table).collect()
}

/// The lowest cost of all seatings.
fn lowest(hall: &Hall) -> (u32, usize) {
    let all = hall.present.len();
    let repeats = (0..).find(|repeats| is_possible(hall, &mut empty(hall), 0, *repeats, all)).unwrap();
    let elsewhere = (0..=all).find(|elsewhere| is_possible(hall, &mut empty(hall), 0, repeats, *elsewhere)).unwrap();
    (repeats, elsewhere)
}

fn repaired(hall: &Hall, rng: &mut ChaCha8Rng) -> RepairedMovement {
    repair_movement(&hall.moved, &hall.present, &hall.pairings, &hall.last, rng)
}

fn check(hall: &Hall, repaired: &RepairedMovement) -> Result<(), TestCaseError> {
    let seats: Vec<usize> = repaired.tables.iter().map(|table| table.players().count()).collect();
    prop_assert_eq!(Some(seats), sizes(hall.present.len()));
    let mut seated: Vec<PlayerId> = repaired.tables.iter().flat_map(Seats::players).collect();
    seated.sort_unstable();
    let mut present = hall.present.clone();
    present.sort_unstable();
    prop_assert_eq!(seated, present);
    prop_assert_eq!(repaired.elsewhere.len(), cost(hall, &repaired.tables).1);
    for (number, table) in (1..).zip(&repaired.tables) {
        let Some(moved) = hall.moved.get(number - 1).filter(|_| !repaired.touched.contains(&number)) else { continue };
        let here: Vec<PlayerId> = table.players().collect();
        let stays = |player: &PlayerId| !hall.present.contains(player) || here.contains(player);
        prop_assert!(moved.players().all(|player| stays(&player)) && moved.players().count() == here.len());
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn in_a_small_hall_no_seating_repeats_less_and_moves_fewer(
        players in 2..=11_usize,
        rounds in 0..7_usize,
        seed: u64,
    ) {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let hall = hall(players, rounds, &mut rng);
        prop_assume!(hall.present.len() >= 2);
        let repaired = repaired(&hall, &mut rng);
        check(&hall, &repaired)?;
        prop_assert_eq!(cost(&hall, &repaired.tables), lowest(&hall));
    }

    #[test]
    fn everybody_sits_once_in_a_hall_of_any_size(players in 2..=80_usize, rounds in 0..7_usize, seed: u64) {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let hall = hall(players, rounds, &mut rng);
        prop_assume!(hall.present.len() >= 2);
        check(&hall, &repaired(&hall, &mut rng))?;
    }
}

#[test]
fn twelve_to_sixteen_players_are_moved_at_the_lowest_cost_too() {
    for (players, seed) in (12..=16).flat_map(|players| (0..8).map(move |seed| (players, seed))) {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let hall = hall(players, seed as usize % 7, &mut rng);
        let repaired = repaired(&hall, &mut rng);
        check(&hall, &repaired).unwrap();
        assert_eq!(cost(&hall, &repaired.tables), lowest(&hall), "{players} players, seed {seed}");
    }
}

#[test]
fn a_worse_seating_is_noticed() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let hall = hall(9, 3, &mut rng);
    let mut worse = repaired(&hall, &mut rng).tables;
    let lowest = lowest(&hall);
    assert_eq!(cost(&hall, &worse), lowest);
    let moves = |player: PlayerId, table: usize| destination(&hall, player) == Some(table);
    let first = worse[0].players().find(|player| moves(*player, 0)).unwrap();
    let second = worse[1].players().find(|player| moves(*player, 1)).unwrap();
    for table in &mut worse {
        let swap = |player| {
            if player == first {
                second
            } else if player == second {
                first
            } else {
                player
            }
        };
        *table = Seats::new(&table.players().map(swap).collect::<Vec<_>>());
    }
    assert!(cost(&hall, &worse) > lowest);
}

#[test]
fn a_long_night_of_17_to_60_with_comings_and_goings_repeats_no_partnership() {
    for players in [17, 18, 23, 30, 41, 60] {
        let mut rng = ChaCha8Rng::seed_from_u64(players as u64);
        let mut present: Vec<PlayerId> = (1..=players).map(id).collect();
        let mut tables: Vec<Seats> = Vec::new();
        let mut moved: Vec<Seats> = Vec::new();
        for round in 1..=6_u16 {
            let pairings = Pairings::new(&tables);
            let repaired = repair_movement(&moved, &present, &pairings, &Pairings::default(), &mut rng);
            let repeats: Repeats = repaired
                .tables
                .iter()
                .map(|table| pairings.repeats(table))
                .fold(Repeats::default(), |sum, one| sum + one);
            assert_eq!(repeats.partners, 0, "{players} players in round {round}");
            assert!(round == 1 || repaired.elsewhere.len() <= 12, "{} sit elsewhere", repaired.elsewhere.len());
            // The winners of each table move on: its first side, or two of its players.
            let (go, stay): (Vec<_>, Vec<_>) = repaired
                .tables
                .iter()
                .map(|table| {
                    let seated: Vec<PlayerId> = table.players().collect();
                    let (go, stay) = seated.split_at(2);
                    (go.to_vec(), stay.to_vec())
                })
                .unzip();
            let next = |table: usize| [&stay[table][..], &go[(table + go.len() - 1) % go.len()][..]].concat();
            moved = (0..go.len()).map(|table| Seats::new(&next(table))).collect();
            tables.extend(repaired.tables);
            let leaver = *present.choose(&mut rng).unwrap();
            present.retain(|player| *player != leaver);
            present.extend((0..round % 3).map(|newcomer| id(100 * round + newcomer + 100)));
        }
    }
}
