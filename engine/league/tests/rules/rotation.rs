//! The rotation of singles and of fixed pairs.

use std::collections::{BTreeMap, BTreeSet};

use pegout_league::rotation::{Circle, MakeUp, Turn, make_up, next_turn};
use proptest::prelude::*;
use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};

type Met = BTreeMap<[u16; 2], usize>;

fn rng(seed: u64) -> ChaCha8Rng {
    ChaCha8Rng::seed_from_u64(seed)
}

fn pair(one: u16, other: u16) -> [u16; 2] {
    [one.min(other), one.max(other)]
}

/// The tables that a club finds by hand: the first player stays, and all other players move one seat after each turn.
fn tables_by_hand(seats: &[Option<u16>]) -> Vec<[Option<u16>; 2]> {
    let (front, back) = seats.split_at(seats.len() / 2);
    let facing = front.iter().zip(back.iter().rev());
    facing.map(|(one, other)| [*one, *other]).filter(|units| units.iter().any(Option::is_some)).collect()
}

#[test]
fn the_circle_turns_as_people_move_by_hand() {
    for players in 1..=60 {
        let units: Vec<u16> = (0..players).collect();
        let circle = Circle::draw(&units, 9, |_| 0, &mut rng(u64::from(players)));
        let mut seats = circle.places().to_vec();
        assert_eq!(seats.len(), usize::from(players).next_multiple_of(2));
        let mut met = BTreeSet::new();
        for turn in 0..3 * circle.turns() {
            assert_eq!(circle.tables(turn).collect::<Vec<_>>(), tables_by_hand(&seats), "{players}, turn {turn}");
            seats[1..].rotate_right(1);
            for units in circle.tables(turn) {
                assert_eq!(
                    met.insert(units.iter().min().copied().zip(units.iter().max().copied())),
                    turn < circle.turns()
                );
            }
        }
    }
}

#[test]
fn the_units_with_the_fewest_byes_sit_out_first() {
    let mut sat_out = BTreeSet::new();
    for seed in 0..50 {
        let units: Vec<u16> = (0..13).collect();
        let circle = Circle::draw(&units, 4, |unit| usize::from(unit >= 4), &mut rng(seed));
        let alone = |turn| circle.tables(turn).find(|units| units.contains(&None)).unwrap().into_iter().flatten();
        let byes: Vec<u16> = (0..4).flat_map(alone).collect();
        assert!(byes.iter().all(|unit| *unit < 4), "{byes:?}");
        sat_out.insert(byes);
    }
    assert!(sat_out.len() > 10, "the lot decides who of them is first");
}

/// All ways to pair these units.
fn all_pairings(units: &[u16]) -> Vec<Vec<[u16; 2]>> {
    let Some((first, others)) = units.split_first() else { return vec![Vec::new()] };
    let with = |index: usize| {
        let rest = [&others[..index], &others[index + 1..]].concat();
        let add = move |mut tables: Vec<[u16; 2]>| {
            tables.push(pair(*first, others[index]));
            tables
        };
        all_pairings(&rest).into_iter().map(add)
    };
    (0..others.len()).flat_map(with).collect()
}

/// The fewest repeats of all pairings of a set of units, which has a bit for each unit.
fn fewest_repeats(set: usize, met: &BTreeSet<[u16; 2]>, known: &mut BTreeMap<usize, usize>) -> usize {
    if set == 0 {
        return 0;
    }
    if let Some(repeats) = known.get(&set) {
        return *repeats;
    }
    let first = set.trailing_zeros() as u16;
    let others = (first + 1..16).filter(|other| set >> other & 1 == 1);
    let repeats = |other: u16| {
        let rest = set & !(1 << first) & !(1 << other);
        usize::from(met.contains(&[first, other])) + fewest_repeats(rest, met, known)
    };
    let fewest = others.map(repeats).min().unwrap();
    known.insert(set, fewest);
    fewest
}

/// The numbers of repeats, and of tables that are not the circle's.
fn cost(tables: &[[u16; 2]], met: &BTreeSet<[u16; 2]>, drawn: &BTreeSet<[u16; 2]>) -> (usize, usize) {
    let is = |set: &BTreeSet<[u16; 2]>, [one, other]: &[u16; 2]| set.contains(&pair(*one, *other));
    (tables.iter().filter(|table| is(met, table)).count(), tables.iter().filter(|table| !is(drawn, table)).count())
}

/// A circle with empty places, and units of it that have met, from a seed.
fn random_turn(seed: u64, players: u16) -> (Circle<u16>, BTreeSet<[u16; 2]>, Vec<usize>) {
    let rng = &mut rng(seed);
    let mut places: Vec<Option<u16>> = (0..players).map(Some).collect();
    places.extend(vec![None; rng.random_range(0..4)]);
    places.shuffle(rng);
    let likely = rng.random_range(1..10);
    let pairs = (0..players).flat_map(|one| (one + 1..players).map(move |other| [one, other]));
    let met = pairs.filter(|_| rng.random_range(0..10) < likely).collect();
    let byes = (0..players).map(|_| rng.random_range(0..2)).collect();
    (Circle::new(places), met, byes)
}

#[test]
fn a_mended_turn_has_the_fewest_byes_then_repeats_then_other_tables() {
    let mut mended = 0;
    for seed in 0..600 {
        let players = 2 + (seed % 7) as u16;
        let (circle, met, byes) = random_turn(seed, players);
        let turn = next_turn(
            &circle,
            1,
            |one, other| met.contains(&pair(one, other)),
            |u| byes[usize::from(u)],
            &mut rng(seed),
        );
        let (drawn, alone): (Vec<_>, Vec<_>) = circle.tables(1).partition(|units| units.iter().all(Option::is_some));
        let drawn: BTreeSet<[u16; 2]> = drawn.iter().map(|units| pair(units[0].unwrap(), units[1].unwrap())).collect();
        let found = cost(&turn.tables, &met, &drawn);
        assert_eq!(turn.touched.len(), found.1);
        let is_fair = alone.iter().flatten().flatten().all(|unit| Some(&byes[usize::from(*unit)]) == byes.iter().min());
        if alone.len() <= 1 && is_fair && drawn.is_disjoint(&met) {
            assert_eq!((found, turn.tables.len()), ((0, 0), drawn.len()), "the circle's own turn needs no mending");
            continue;
        }
        mended += 1;
        let fewest = byes.iter().min();
        let benches = (0..players).filter(|unit| Some(&byes[usize::from(*unit)]) == fewest).map(Some);
        let benches: Vec<Option<u16>> = if players.is_multiple_of(2) { vec![None] } else { benches.collect() };
        assert!(benches.contains(&turn.bye), "{seed}");
        let rest = |bye| (0..players).filter(|unit| Some(*unit) != bye).collect::<Vec<_>>();
        let best = benches.iter().flat_map(|bye| all_pairings(&rest(*bye))).map(|tables| cost(&tables, &met, &drawn));
        assert_eq!(Some(found), best.min(), "{seed}: {turn:?}");
    }
    assert!(mended > 300, "{mended}");
}

#[test]
fn many_units_repeat_only_if_every_pairing_repeats() {
    let mut forced = 0;
    for seed in 0..300 {
        let players = 13 + (seed % 4) as u16;
        let (circle, met, byes) = random_turn(seed, players);
        let has_met = |one, other| met.contains(&pair(one, other));
        let byes_of = |unit| byes[usize::from(unit)];
        let Turn { tables, bye, .. } = next_turn(&circle, 1, has_met, byes_of, &mut rng(seed));
        let everybody = (1 << players) - 1;
        let mut known = BTreeMap::new();
        let least = byes.iter().min().unwrap();
        let benches = (0..players).filter(|unit| byes_of(*unit) == *least).map(|unit| everybody & !(1_usize << unit));
        let sets: Vec<usize> = if players.is_multiple_of(2) { vec![everybody] } else { benches.collect() };
        assert!(bye.is_none_or(|bye| byes_of(bye) == *least), "{seed}");
        let fewest = sets.into_iter().map(|set| fewest_repeats(set, &met, &mut known)).min().unwrap();
        let found = tables.iter().filter(|[one, other]| has_met(*one, *other)).count();
        assert_eq!(found, fewest, "{seed}");
        assert_eq!(tables.len(), usize::from(players / 2));
        let seated: BTreeSet<u16> = tables.iter().flatten().copied().chain(bye).collect();
        assert_eq!(seated.len(), usize::from(players), "everybody sits once");
        forced += usize::from(fewest > 0);
    }
    assert!(forced > 20, "{forced}");
}

#[test]
fn a_search_goes_round_odd_cycles_from_both_ends() {
    // 0 and 1 have met. Each can only sit with a unit of the circle's first tables, and each way leads round a triangle.
    let half = |end, [a, b, c, d]: [u16; 4]| [[end, a], [a, b], [b, c], [b, d], [c, d]];
    let mut fresh: BTreeSet<[u16; 2]> = half(0, [2, 3, 4, 5]).into_iter().chain(half(1, [6, 7, 8, 9])).collect();
    fresh = fresh.into_iter().map(|[one, other]| pair(one, other)).chain([[4, 8], [10, 11], [12, 13]]).collect();
    let seats = [0, 2, 4, 6, 8, 10, 12, 13, 11, 9, 7, 5, 3, 1];
    let circle = Circle::new(seats.map(Some).to_vec());
    let has_met = |one, other| !fresh.contains(&pair(one, other));
    let turn = next_turn(&circle, 0, has_met, |_| 0, &mut rng(1));
    let tables: BTreeSet<[u16; 2]> = turn.tables.iter().map(|[one, other]| pair(*one, *other)).collect();
    assert_eq!(tables, [[0, 2], [3, 5], [4, 8], [7, 9], [1, 6], [10, 11], [12, 13]].into());
}

#[test]
fn whoever_comes_back_gets_the_empty_place_with_the_fewest_repeats() {
    let places: Vec<Option<u16>> = vec![Some(0), Some(1), None, Some(3), Some(4), None, Some(6), Some(7)];
    // The opponents of unit 9 at a place, in the turns to come.
    let opponents = |place: usize| -> BTreeSet<u16> {
        let mut seated = places.clone();
        seated[place] = Some(9);
        let circle = Circle::new(seated);
        let tables = (2..5).flat_map(|turn| circle.tables(turn).find(|units| units.contains(&Some(9))).unwrap());
        tables.flatten().filter(|unit| *unit != 9).collect()
    };
    for (place, other) in [(2, 5), (5, 2)] {
        let met: BTreeSet<u16> = opponents(other).difference(&opponents(place)).copied().collect();
        assert!(!met.is_empty());
        for seed in 0..20 {
            let mut circle = Circle::new(places.clone());
            circle.admit(9, 2..5, |one, other| met.contains(&one.min(other)), &mut rng(seed));
            assert_eq!(circle.places()[place], Some(9), "{met:?}");
        }
    }
}

#[test]
fn a_helper_has_helped_the_least_and_then_meets_nobody_again() {
    for seed in 0..20 {
        let helps = |unit: u16| usize::from(unit == 7);
        let has_met = |one, other| pair(one, other) == [1, 8];
        let MakeUp { tables, helper, waits } = make_up(&[(1, 1)], &[7, 8, 9], has_met, helps, &mut rng(seed));
        assert_eq!((helper, waits, tables.len()), (Some(9), None, 1), "7 has helped before, and 8 has met 1");
        let has_met = |one, other| pair(one, other) != [1, 7];
        let MakeUp { helper, .. } = make_up(&[(1, 1)], &[7, 8, 9], has_met, helps, &mut rng(seed));
        assert_ne!(helper, Some(7), "the number of helps comes before the repeats");
    }
}

/// The fewest repeats of all possible turns. If the number of players is odd, a player with the fewest byes sits out.
fn fewest_repeats_of_turn(
    here: &BTreeSet<u16>,
    byes: &BTreeMap<u16, usize>,
    has_met: impl Fn(u16, u16) -> bool,
) -> usize {
    let pairs = here.iter().flat_map(|one| here.range(one + 1..).map(|other| [*one, *other]));
    let met = pairs.filter(|[one, other]| has_met(*one, *other)).collect();
    let everybody = here.iter().fold(0, |set, unit| set | 1_usize << unit);
    let least = here.iter().map(|unit| byes.get(unit)).min().flatten();
    let benches = here.iter().filter(|unit| byes.get(unit) == least).map(|unit| everybody & !(1 << unit));
    let sets: Vec<usize> = if here.len().is_multiple_of(2) { vec![everybody] } else { benches.collect() };
    let mut known = BTreeMap::new();
    sets.into_iter().map(|set| fewest_repeats(set, &met, &mut known)).min().unwrap()
}

/// A night of singles: the numbers of its rounds, games, helpers and repeats, and the games of each player. `in_turns` has
/// the repeats before the make-up rounds. No player sits out in more turns than `most_byes`.
struct Evening {
    rounds: usize,
    games: usize,
    helpers: usize,
    repeats: usize,
    in_turns: usize,
    most_byes: usize,
    lines: Vec<usize>,
}

/// Plays a night of `games` games. A turn with an avoidable repeat fails the test. `comes` and `leaves` have players with
/// the turn.
fn evening(players: u16, games: usize, seed: u64, comes: &[(u16, usize)], leaves: &[(u16, usize)]) -> Evening {
    let rng = &mut rng(seed);
    let units: Vec<u16> = (0..players).collect();
    let mut circle = Circle::draw(&units, games, |_| 0, rng);
    let (mut met, mut byes, mut helps) = (Met::new(), BTreeMap::new(), BTreeMap::new());
    let everybody = usize::from(players) + comes.len();
    let mut night =
        Evening { rounds: 0, games: 0, helpers: 0, repeats: 0, in_turns: 0, most_byes: 0, lines: vec![0; everybody] };
    let mut here: BTreeSet<u16> = units.into_iter().collect();
    let play = |night: &mut Evening, met: &mut Met, tables: &[[u16; 2]]| {
        night.rounds += 1;
        for [one, other] in tables {
            let times = met.entry(pair(*one, *other)).or_default();
            night.repeats += usize::from(*times > 0);
            *times += 1;
            night.games += 1;
            night.lines[usize::from(*one)] += 1;
            night.lines[usize::from(*other)] += 1;
        }
    };
    for turn in 0..games {
        for (unit, _) in leaves.iter().filter(|(_, at)| *at == turn) {
            circle.remove(*unit);
            here.remove(unit);
        }
        let times = met.clone();
        for (unit, _) in comes.iter().filter(|(_, at)| *at == turn) {
            circle.admit(*unit, turn..games, |one, other| times.contains_key(&pair(one, other)), rng);
            here.insert(*unit);
        }
        let before = turn / circle.turns().max(1);
        let has_met = |one, other| times.get(&pair(one, other)).is_some_and(|times| *times > before);
        let next = next_turn(&circle, turn, has_met, |unit| byes.get(&unit).copied().unwrap_or(0), rng);
        if let Some(bye) = next.bye {
            assert!(
                here.iter().all(|unit| byes.get(&bye) <= byes.get(unit)),
                "nobody sits out twice before all others"
            );
        }
        let repeats = next.tables.iter().filter(|[one, other]| has_met(*one, *other)).count();
        assert!(repeats == 0 || repeats == fewest_repeats_of_turn(&here, &byes, has_met), "turn {turn} of {seed}");
        if let Some(bye) = next.bye {
            *byes.entry(bye).or_insert(0) += 1;
        }
        play(&mut night, &mut met, &next.tables);
    }
    night.in_turns = night.repeats;
    loop {
        let missing = |unit: &u16| games - night.lines[usize::from(*unit)];
        let (lack, all): (Vec<u16>, Vec<u16>) = here.iter().partition(|unit| missing(unit) > 0);
        let lack: Vec<(u16, usize)> = lack.into_iter().map(|unit| (unit, missing(&unit))).collect();
        if lack.is_empty() {
            break;
        }
        let times = met.clone();
        let has_met = |one, other| times.contains_key(&pair(one, other));
        let MakeUp { tables, helper, waits } =
            make_up(&lack, &all, has_met, |unit| helps.get(&unit).copied().unwrap_or(0), rng);
        assert_eq!(waits.is_some(), lack.len() % 2 == 1 && all.is_empty());
        if tables.is_empty() {
            break;
        }
        play(&mut night, &mut met, &tables);
        if let Some(helper) = helper {
            night.helpers += 1;
            *helps.entry(helper).or_insert(0) += 1;
            // The helper's game counts for the opponent alone.
            night.lines[usize::from(helper)] -= 1;
        }
    }
    night.most_byes = byes.into_values().max().unwrap_or(0);
    night
}

#[test]
fn everybody_ends_with_all_games() {
    for players in 2..=40 {
        for games in 1..=12 {
            let night = evening(players, games, u64::from(players), &[], &[]);
            let [n, all] = [usize::from(players), games];
            assert_eq!(night.lines, vec![games; n], "{players} players, {games} games");
            assert_eq!(night.helpers, n * all % 2, "{players} players, {games} games");
            assert_eq!(
                night.most_byes,
                if n.is_multiple_of(2) { 0 } else { games.div_ceil(n) },
                "{players} players, {games} games"
            );
            assert!(n < games + 2 || night.repeats == 0, "{players} players, {games} games");
        }
    }
}

#[test]
fn the_nights_of_clubs_take_their_known_rounds() {
    let known = [
        (7, 6, 7, 21, 0, 0),
        (9, 8, 9, 36, 0, 0),
        (9, 9, 11, 41, 1, 5),
        (10, 9, 9, 45, 0, 0),
        (11, 9, 10, 50, 1, 0),
        (13, 9, 10, 59, 1, 0),
        (15, 9, 10, 68, 1, 0),
        (16, 9, 9, 72, 0, 0),
        (49, 7, 8, 172, 1, 0),
    ];
    for (players, games, rounds, tables, helpers, repeats) in known {
        let night = evening(players, games, 1, &[], &[]);
        let found = (night.rounds, night.games, night.helpers, night.repeats);
        assert_eq!(found, (rounds, tables, helpers, repeats), "{players} players, {games} games");
    }
}

#[test]
fn eleven_players_may_have_to_repeat_in_the_last_turn() {
    let night = evening(11, 9, 145_440_661_101_887_417, &[(11, 6), (12, 6)], &[(0, 7), (1, 2)]);
    assert_eq!(night.in_turns, 1, "each has met all but two of the others by then");
}

proptest! {
    #[test]
    fn players_who_come_late_or_leave_cause_no_repeat(
        players in prop::sample::select(vec![12_u16, 14, 15, 18, 21, 24]),
        seed: u64,
        turns in prop::array::uniform4(1_usize..8),
    ) {
        let [one, other, third, fourth] = turns;
        let comes = [(players, one), (players + 1, other)];
        let leaves = [(0, third), (1, fourth)];
        let night = evening(players, 9, seed, &comes, &leaves);
        prop_assert_eq!(night.in_turns, 0);
        prop_assert!(night.most_byes <= 1);
        let stays = |player: &usize| *player > 1;
        prop_assert!((0..night.lines.len()).filter(stays).all(|player| night.lines[player] == 9));
    }
}
