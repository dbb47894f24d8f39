//! The movement from round to round, and newcomers in the places of leavers.

use pegout_league::{RoundOrigin, night::Refusal};

use super::NightLog;

/// A night of `players` players whose first round is drawn.
fn drawn(players: u16) -> NightLog {
    let mut night_log = NightLog::of(players);
    night_log.draw(3).unwrap();
    night_log
}

#[test]
fn the_winners_of_each_table_go_to_the_next_and_play_with_one_of_those_who_stayed() {
    let mut night_log = drawn(12);
    let before = night_log.sides(1);
    night_log.play_round();
    night_log.draw(4).unwrap();
    assert_eq!(night_log.night.rounds()[1].origin, RoundOrigin::Moved);
    for (table, sides) in night_log.sides(2).iter().enumerate() {
        let (stayed, came) = (&before[table][1], &before[(table + 2) % 3][0]);
        for side in sides {
            assert!(stayed.contains(&side[0]) && came.contains(&side[1]), "table {table}: {sides:?}");
        }
    }
}

#[test]
fn where_neither_way_to_pair_repeats_anything_chance_takes_one() {
    let mut night_log = drawn(8);
    night_log.play_round();
    let ways: std::collections::BTreeSet<_> = (0..20)
        .map(|seed| {
            let mut night_log = night_log.clone();
            night_log.draw(seed).unwrap();
            night_log.sides(2)[0].clone()
        })
        .collect();
    assert_eq!(ways.len(), 2, "{ways:?}");
}

#[test]
fn the_lowest_of_a_three_stays_and_both_of_a_two_go_on() {
    let mut night_log = drawn(9);
    let before = night_log.sides(1);
    night_log.result(1, 1, &[80, 121]);
    night_log.result(1, 2, &[95, 90, 121]);
    night_log.result(1, 3, &[121, 45]);
    night_log.draw(4).unwrap();
    let after: Vec<Vec<u16>> = night_log.sides(2).iter().map(|sides| sides.concat()).collect();
    let sorted = |mut players: Vec<u16>| {
        players.sort_unstable();
        players
    };
    assert_eq!(sorted(after[0].clone()), sorted([before[0][0].clone(), before[2].concat()].concat()));
    assert_eq!(sorted(after[1].clone()), sorted([before[1][1].clone(), before[0][1].clone()].concat()));
    assert_eq!(sorted(after[2].clone()), sorted([before[1][0].clone(), before[1][2].clone()].concat()));
    assert_eq!(night_log.night.rounds()[1].tie_breaks, [], "nobody tied");
}

#[test]
fn a_tie_for_the_lowest_at_a_three_is_drawn_and_the_draw_is_recorded() {
    let mut stayed: Vec<u16> = (0..40)
        .map(|seed| {
            let mut night_log = drawn(7);
            let three = night_log.sides(1)[1].concat();
            night_log.result(1, 1, &[80, 121]);
            night_log.result(1, 2, &[121, 90, 90]);
            night_log.draw(seed).unwrap();
            let tie_breaks = &night_log.night.rounds()[1].tie_breaks;
            assert_eq!((tie_breaks.len(), tie_breaks[0].table), (1, 2));
            assert_eq!(tie_breaks[0].tied, [super::id(three[1]), super::id(three[2])]);
            assert_eq!(tie_breaks[0].stay.len(), 1);
            let stays = if tie_breaks[0].stay == tie_breaks[0].tied[..1] { three[1] } else { three[2] };
            assert!(night_log.sides(2)[1].concat().contains(&stays));
            assert!(!night_log.sides(2)[1].concat().contains(&three[0]), "the winner goes on");
            stays
        })
        .collect();
    stayed.sort_unstable();
    stayed.dedup();
    assert_eq!(stayed.len(), 2, "either of the two stays for some seed");
}

#[test]
fn from_a_game_that_was_called_off_those_ahead_go_on_and_a_tie_is_drawn() {
    let mut night_log = drawn(8);
    let before = night_log.sides(1);
    let game = night_log.round(1)[1].game;
    let peg = pegout_engine::game::Peg {
        id: pegout_engine::game::PegId::from_bytes([1; 16]),
        side: 1,
        player: None,
        points: 8,
        earned_by: pegout_engine::game::PegFor::Hand,
        cards: None,
        starter: None,
        tapped_at: None,
        deal: None,
        device: None,
    };
    night_log.ask_game(game, pegout_engine::game::Action::Peg(peg)).unwrap();
    night_log.void(1, 1);
    night_log.void(1, 2);
    night_log.draw(4).unwrap();
    let first = night_log.sides(2)[0].concat();
    assert!(before[1][1].iter().all(|player| first.contains(player)), "who was ahead at table 2 goes to table 1");
    let tie_breaks = &night_log.night.rounds()[1].tie_breaks;
    assert_eq!(
        (tie_breaks.len(), tie_breaks[0].table, tie_breaks[0].tied.len(), tie_breaks[0].stay.len()),
        (1, 1, 4, 2)
    );
}

#[test]
fn from_a_game_that_was_called_off_after_its_result_was_entered_the_winners_go_on() {
    let mut night_log = drawn(8);
    let before = night_log.sides(1);
    night_log.result(1, 1, &[90, 121]);
    night_log.result(1, 2, &[121, 100]);
    night_log.void(1, 1);
    let voided = &night_log.view().rounds[0].tables[0];
    assert_eq!(voided.sides.iter().map(|side| side.score).collect::<Vec<_>>(), [0, 0], "the result does not count");
    night_log.draw(4).unwrap();
    assert_eq!(night_log.night.rounds()[1].tie_breaks, []);
    let second = night_log.sides(2)[1].concat();
    assert!(before[0][1].iter().all(|player| second.contains(player)), "the winners of table 1 go to table 2");
    for side in night_log.sides(2).concat() {
        assert!(!before.concat().contains(&side), "partners of a game with a result have met");
    }
}

#[test]
fn four_players_have_three_different_partners_in_three_rounds_and_a_forced_repeat_is_shown() {
    for seed in 0..30 {
        let mut night_log = drawn(4);
        for round in 2..=4 {
            night_log.play_round();
            night_log.draw(seed * 7 + round).unwrap();
        }
        let mut partners: Vec<Vec<u16>> = (1..=3).flat_map(|round| night_log.sides(round).concat()).collect();
        partners.iter_mut().for_each(|pair| pair.sort_unstable());
        partners.sort();
        partners.dedup();
        assert_eq!(partners.len(), 6, "all six partnerships were there once");
        let forced: Vec<bool> = night_log.view().rounds.iter().map(|round| round.tables[0].forced_repeat).collect();
        assert_eq!(forced, [false, false, false, true]);
    }
}

#[test]
fn as_many_newcomers_as_leavers_take_their_places_in_the_movement() {
    let mut night_log = drawn(12);
    let before = night_log.sides(1);
    let (winner, loser) = (before[0][0][0], before[1][1][0]);
    night_log.play_round();
    for player in [winner, loser] {
        night_log.leave(player).unwrap();
    }
    for player in [13, 14] {
        night_log.come(player).unwrap();
    }
    night_log.draw(4).unwrap();
    assert_eq!(night_log.night.rounds()[1].origin, RoundOrigin::Moved);
    // The winner's place goes from table 1 to table 2, and the loser's stays there.
    let second = night_log.sides(2)[1].concat();
    assert!(second.contains(&13) && second.contains(&14), "{second:?}");
    assert!(
        second.contains(&before[0][0][1]) && second.contains(&before[1][1][1]),
        "their partners went or stayed too"
    );
}

#[test]
fn somebody_who_goes_out_and_comes_back_before_the_next_round_has_not_left() {
    let mut night_log = drawn(8);
    night_log.play_round();
    let mut away = night_log.clone();
    away.leave(5).unwrap();
    away.come(5).unwrap();
    for night in [&mut night_log, &mut away] {
        night.draw(4).unwrap();
    }
    assert_eq!(night_log.sides(2), away.sides(2));
}

#[test]
fn when_the_number_of_players_changes_the_last_tables_change_their_sizes() {
    let mut night_log = drawn(8);
    night_log.play_round();
    night_log.come(9).unwrap();
    night_log.draw(4).unwrap();
    assert_eq!(night_log.night.rounds()[1].origin, RoundOrigin::Moved);
    assert_eq!(night_log.night.rounds()[1].touched, [2, 3]);
    let sizes: Vec<usize> = night_log.sides(2).iter().map(|sides| sides.concat().len()).collect();
    assert_eq!(sizes, [4, 3, 2]);
    night_log.play_round();
    night_log.leave(9).unwrap();
    night_log.leave(8).unwrap();
    night_log.draw(5).unwrap();
    assert_eq!(night_log.sides(3).concat().concat().len(), 7);
    assert!(!night_log.sides(3).concat().concat().contains(&8));
}

#[test]
fn a_result_that_is_corrected_after_the_next_draw_reseats_nobody() {
    let mut night_log = drawn(12);
    night_log.play_round();
    night_log.draw(4).unwrap();
    let seats = night_log.sides(2);
    let winners = night_log.sides(1)[0][0].clone();
    night_log.result(1, 1, &[100, 121]);
    assert_eq!(night_log.sides(2), seats);
    assert_eq!(night_log.row(winners[0]).lines[0], Some(21));
}

#[test]
fn a_round_waits_for_the_tables_that_are_playing_and_names_them() {
    let mut night_log = drawn(12);
    night_log.result(1, 2, &[121, 60]);
    let refusal = night_log.draw(4).unwrap_err();
    assert_eq!(refusal, Refusal::StillPlaying { tables: vec![1, 3] });
    assert_eq!(refusal.to_string(), "Tables 1 and 3 are still playing.");
    night_log.result(1, 1, &[121, 60]);
    assert_eq!(night_log.draw(4).unwrap_err().to_string(), "Table 3 is still playing.");
}
