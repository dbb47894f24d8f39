//! The sizes of the tables, and the first draw.

use pegout_league::seating::{Pairings, Seats, sizes};
use pegout_league::{RoundOrigin, Seed, Settings};

use super::{NightLog, id};

#[test]
fn there_are_as_many_fours_as_possible_then_a_three_then_a_two() {
    for (players, expected) in [
        (2, vec![2]),
        (3, vec![3]),
        (4, vec![4]),
        (5, vec![3, 2]),
        (6, vec![4, 2]),
        (7, vec![4, 3]),
        (8, vec![4, 4]),
        (9, vec![4, 3, 2]),
        (10, vec![4, 4, 2]),
        (13, vec![4, 4, 3, 2]),
        (23, vec![4, 4, 4, 4, 4, 3]),
    ] {
        assert_eq!(sizes(players), Some(expected), "{players} players");
    }
    assert_eq!([sizes(0), sizes(1)], [None, None]);
}

#[test]
fn every_number_of_players_from_2_to_200_is_seated_once_at_tables_of_the_right_sizes() {
    for players in 2..=200 {
        let mut night_log = NightLog::of(players);
        night_log.draw(players as u8).unwrap();
        let tables = night_log.sides(1);
        let seated: Vec<usize> = tables.iter().map(|sides| sides.concat().len()).collect();
        assert_eq!(Some(seated), sizes(usize::from(players)));
        let mut everybody: Vec<u16> = tables.concat().concat();
        everybody.sort_unstable();
        assert_eq!(everybody, (1..=players).collect::<Vec<u16>>());
        for sides in tables {
            let expected = if sides.concat().len() == 4 { vec![2, 2] } else { vec![1; sides.len()] };
            assert_eq!(sides.iter().map(Vec::len).collect::<Vec<usize>>(), expected);
        }
    }
}

#[test]
fn the_same_seed_draws_the_same_seats_and_another_one_others() {
    let drawn = |seed| {
        let mut night_log = NightLog::of(23);
        night_log.draw(seed).unwrap();
        (night_log.sides(1), night_log.night.rounds()[0].seed, night_log.night.rounds()[0].origin)
    };
    assert_eq!(drawn(1), drawn(1));
    assert_ne!(drawn(1).0, drawn(2).0);
    assert_eq!((drawn(1).1, drawn(1).2), (Seed::from_bytes([1; 32]), RoundOrigin::Drawn));
}

#[test]
fn the_first_draw_gives_everybody_every_seat_equally_often() {
    // 8 players, 4,000 draws: each of 8 seats about 500 times, with a standard deviation of 21.
    let mut at_first_seat = [0_u32; 8];
    let mut partners = 0_u32;
    for draw in 0..4000_u16 {
        let mut bytes = [0; 32];
        bytes[..2].copy_from_slice(&draw.to_be_bytes());
        let mut night_log = NightLog::of(8);
        let mut round = new_round(&night_log);
        round.seed = Seed::from_bytes(bytes);
        night_log.ask(pegout_league::night::Action::DrawRound(round)).unwrap();
        let sides = night_log.sides(1);
        at_first_seat[usize::from(sides[0][0][0]) - 1] += 1;
        partners += u32::from(sides.concat().iter().any(|side| side.contains(&1) && side.contains(&2)));
    }
    assert!(at_first_seat.iter().all(|times| (400..600).contains(times)), "{at_first_seat:?}");
    assert!((4000 / 7 - 110..4000 / 7 + 110).contains(&partners), "1 and 2 were partners {partners} times");
}

fn new_round(night_log: &NightLog) -> pegout_league::night::NewRound {
    pegout_league::night::NewRound {
        number: Some(1),
        id: None,
        way: pegout_league::night::DrawWay::Movement,
        seed: Seed::from_bytes([0; 32]),
        games: (1..).take(night_log.night.next_table_count()).map(super::game_id).collect(),
        settings: Settings::default(),
        byes: std::collections::BTreeMap::new(),
    }
}

#[test]
fn a_seed_is_written_as_64_digits_and_reads_back() {
    let seed = Seed::from_bytes(std::array::from_fn(|byte| byte as u8 * 8));
    assert_eq!(seed.to_string().len(), 64);
    assert_eq!(seed.to_string().parse(), Ok(seed));
    for text in ["", "00", &"0".repeat(63), &"g".repeat(64), &"0".repeat(65), &"é".repeat(64)] {
        assert!(text.parse::<Seed>().unwrap_err().to_string().contains("64 hexadecimal digits"), "{text}");
    }
}

#[test]
fn the_past_knows_partners_and_opponents_in_either_order() {
    let four = Seats::Pairs([[id(1), id(2)], [id(3), id(4)]]);
    let pairings = Pairings::new([&four, &Seats::new(&[id(5), id(6), id(7)])]);
    assert!(
        pairings.were_partners(id(2), id(1))
            && pairings.were_opponents(id(4), id(1))
            && pairings.were_opponents(id(7), id(5))
    );
    assert!(
        !pairings.were_partners(id(1), id(3))
            && !pairings.were_opponents(id(1), id(2))
            && !pairings.were_opponents(id(4), id(5))
    );
    let repeats = pairings.repeats(&Seats::Pairs([[id(1), id(3)], [id(2), id(4)]]));
    // 1-4 and 3-2 have met; 1-2 and 3-4 were partners, not opponents.
    assert_eq!((repeats.partners, repeats.opponents), (0, 2));
}
