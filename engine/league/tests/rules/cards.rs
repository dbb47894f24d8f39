//! Scorecards and the standings of a night.

use pegout_engine::{Preset, Rules};
use pegout_league::{Card, FullCard, Line, Scorecard, Settings, rank};

use super::{NightLog, id};

/// A full card with these lines.
fn card(player: u16, lines: &[i16]) -> Scorecard {
    let lines = lines.iter().map(|short| Some(Line { short: *short, ..Line::default() })).collect();
    Scorecard { lines, complete: true, ..Scorecard::empty(id(player)) }
}

#[test]
fn a_win_is_nothing_a_skunk_less_and_a_loss_what_was_missing() {
    for (scores, lines) in [
        ([121, 91], [0, 30]),
        ([120, 121], [1, 0]),
        ([121, 90], [-1, 31]),
        ([121, 61], [-1, 60]),
        ([121, 60], [-2, 61]),
        ([0, 121], [121, -2]),
    ] {
        let mut night_log = NightLog::of(4);
        night_log.draw(1).unwrap();
        night_log.result(1, 1, &scores);
        for (side, line) in night_log.sides(1)[0].iter().zip(lines) {
            let got: Vec<Option<i16>> = side.iter().map(|player| night_log.row(*player).lines[0]).collect();
            assert_eq!(got, [Some(line); 2], "{scores:?}");
        }
    }
}

#[test]
fn a_value_on_a_card_is_the_line_of_the_game_that_has_it() {
    let rules = Rules::default();
    let read = |card: Card, value: i16| Line::of_value(card, value, &rules);
    for loser in 0..=120 {
        let [winners, losers] = <[Line; 2]>::try_from(Line::of_sides(&[121, loser], &rules)).unwrap();
        for card in [Card::PointsShort, Card::GamePoints, Card::PointsScored] {
            assert_eq!(read(card, card.shown(&losers)), Some(losers), "{card} {loser}");
        }
        let without_spread = Line { spread: 0, ..winners };
        assert_eq!(read(Card::GamePoints, winners.spread), Some(winners), "{loser}");
        assert_eq!(read(Card::PointsShort, winners.short), Some(without_spread), "{loser}");
    }
    let plain_win = Line { points: 2, is_won: true, scored: 121, ..Line::default() };
    assert_eq!(read(Card::PointsScored, 121), Some(plain_win));
    for (card, values) in [
        (Card::PointsShort, [-3, 122, i16::MIN, i16::MAX]),
        (Card::GamePoints, [0, 122, -122, i16::MIN]),
        (Card::PointsScored, [-1, 122, i16::MIN + 122, i16::MAX]),
    ] {
        assert_eq!(values.map(|value| read(card, value)), [None; 4], "{card}");
    }
}

#[test]
fn at_a_three_both_losers_add_their_own_and_a_skunk_takes_both() {
    let mut night_log = NightLog::of(3);
    night_log.draw(1).unwrap();
    let seats = night_log.sides(1)[0].concat();
    let lines =
        |night_log: &NightLog| seats.iter().map(|player| night_log.row(*player).lines[0].unwrap()).collect::<Vec<_>>();
    night_log.result(1, 1, &[60, 121, 100]);
    assert_eq!(lines(&night_log), [61, 0, 21]);
    night_log.result(1, 1, &[60, 121, 90]);
    assert_eq!(lines(&night_log), [61, -1, 31]);
}

#[test]
fn a_league_that_plays_once_around_counts_to_its_own_game_hole() {
    let mut night_log = NightLog::by(Settings { rules: Preset::OnceAround.rules(), ..Settings::default() }, 2);
    night_log.draw(1).unwrap();
    night_log.result(1, 1, &[61, 30]);
    let seats = night_log.sides(1)[0].concat();
    assert_eq!([night_log.row(seats[0]).lines[0], night_log.row(seats[1]).lines[0]], [Some(-1), Some(31)]);
}

#[test]
fn the_worked_example_of_a_card_adds_up_to_22() {
    assert_eq!(card(1, &[0, 0, 18, 4]).total(), Some(22));
    assert_eq!(card(1, &[-1, 0, -2, 4]).total(), Some(1));
}

#[test]
fn the_lowest_total_wins_and_ties_share_the_place() {
    let cards = vec![card(1, &[30, 0]), card(2, &[10, 5]), card(3, &[-2, 0]), card(4, &[15, 0]), card(5, &[31, -1])];
    let order: Vec<(Option<usize>, Option<i32>)> = rank(cards, Card::PointsShort, FullCard::EveryRound)
        .iter()
        .map(|standing| (standing.place, standing.card.total()))
        .collect();
    let expected = [(1, -2), (2, 15), (2, 15), (4, 30), (4, 30)].map(|(place, total)| (Some(place), Some(total)));
    assert_eq!(order, expected);
}

#[test]
fn a_game_that_was_not_played_is_nothing_and_never_a_win() {
    let mut night_log = NightLog::of(8);
    night_log.draw(1).unwrap();
    night_log.result(1, 1, &[121, 0]);
    let seats = night_log.sides(1);
    let playing = night_log.row(seats[1][0][0]);
    assert_eq!((playing.lines, playing.total, playing.place), (vec![None; 4], None, None));
    night_log.void(1, 2);
    night_log.draw(2).unwrap();
    night_log.play_round();
    let missed = night_log.row(seats[1][0][0]);
    assert_eq!((missed.lines[0], missed.complete, missed.place, missed.prize), (None, false, None, Some(0)));
    let full = night_log.row(seats[0][1][0]);
    assert!(full.complete && full.place.is_some() && full.total.unwrap() >= 121);
    let places: Vec<bool> = night_log.standings().iter().map(|row| row.place.is_some()).collect();
    assert_eq!(places, [true, true, true, true, false, false, false, false], "who missed a game comes below");
}

#[test]
fn while_a_round_is_played_nobody_has_missed_it_who_is_playing_it() {
    let mut night_log = NightLog::of(8);
    night_log.draw(1).unwrap();
    night_log.play_round();
    night_log.draw(2).unwrap();
    night_log.come(9).unwrap();
    night_log.result(2, 1, &[121, 100]);
    let rows = night_log.standings();
    assert!(rows.iter().take(8).all(|row| row.complete && row.place.is_some()));
    let late = night_log.row(9);
    assert_eq!((late.complete, late.place, late.total, late.lines), (false, None, None, vec![None; 4]));
}

#[test]
fn a_game_that_was_reopened_after_its_round_is_a_hole_and_never_a_low_total() {
    let mut night_log = NightLog::of(8);
    night_log.draw(1).unwrap();
    night_log.play_round();
    night_log.draw(2).unwrap();
    night_log.play_round();
    night_log.reopen(1, 1);
    assert!(
        night_log.view().entries.iter().all(|entry| entry.missed.is_empty()),
        "nobody missed a game that was played"
    );
    let holes: Vec<bool> = night_log.standings().iter().map(|row| row.place.is_none()).collect();
    assert_eq!(holes, [[false; 4], [true; 4]].concat());
    night_log.result(1, 1, &[121, 90]);
    night_log.finish(false).unwrap();
    night_log.reopen(2, 1);
    assert_eq!(night_log.standings().iter().filter(|row| row.place.is_some()).count(), 4);
    assert!(
        night_log.standings().iter().filter(|row| row.place.is_none()).all(|row| row.prize == Some(0) && !row.complete)
    );
}

#[test]
fn who_comes_late_or_leaves_early_keeps_the_lines_that_were_played() {
    let mut night_log = NightLog::of(8);
    night_log.draw(1).unwrap();
    night_log.play_round();
    night_log.leave(8).unwrap();
    night_log.come(9).unwrap();
    night_log.draw(2).unwrap();
    night_log.play_round();
    night_log.finish(false).unwrap();
    let (left, late) = (night_log.row(8), night_log.row(9));
    assert_eq!((left.lines.len(), left.lines[0].is_some(), left.lines[1], left.complete), (2, true, None, false));
    assert_eq!((late.lines[0], late.lines[1].is_some(), late.place), (None, true, None));
}

#[test]
fn a_night_that_is_cut_short_has_full_cards_of_the_rounds_it_held() {
    let mut night_log = NightLog::of(8);
    night_log.draw(1).unwrap();
    night_log.play_round();
    night_log.draw(2).unwrap();
    night_log.finish(true).unwrap();
    let rows = night_log.standings();
    assert!(rows.iter().all(|row| row.complete && row.lines[0].is_some() && row.lines[1].is_none()));
    assert_eq!(rows.iter().filter(|row| row.place == Some(1)).count(), 4, "the winners of the one round that was held");
}

#[test]
fn a_round_that_some_tables_ended_was_held_so_the_others_missed_it() {
    let mut night_log = NightLog::of(8);
    night_log.draw(1).unwrap();
    night_log.play_round();
    night_log.draw(2).unwrap();
    night_log.result(2, 1, &[121, 119]);
    night_log.finish(true).unwrap();
    let full: Vec<bool> = night_log.standings().iter().map(|row| row.complete).collect();
    assert_eq!(full, [true, true, true, true, false, false, false, false]);
}
