//! Full cards in a league with excused rounds.

use pegout_league::night::Refusal;
use pegout_league::{Card, FullCard, Line, Scorecard, SeasonRules, Settings, rank, season_standings};

use super::{NightLog, id};

fn excusing(players: u16) -> NightLog {
    NightLog::by(Settings { full_card: FullCard::Excused, ..Settings::default() }, players)
}

fn card(player: u16, lines: &[Option<i16>]) -> Scorecard {
    let lines = lines.iter().map(|short| Some(Line { short: (*short)?, ..Line::default() })).collect();
    Scorecard { lines, complete: true, ..Scorecard::empty(id(player)) }
}

#[test]
fn nobody_loses_the_place_by_a_game_that_was_called_off() {
    let mut night_log = excusing(8);
    night_log.draw(1).unwrap();
    night_log.play_round();
    night_log.draw(2).unwrap();
    let game = night_log.round(2)[0].game;
    let four = night_log.sides(2)[0].concat();
    night_log.call_off(game).unwrap();
    night_log.result(2, 2, &[121, 90]);
    night_log.finish(false).unwrap();
    for row in night_log.standings() {
        assert!(row.complete && row.place.is_some(), "{row:?}");
    }
    let row = night_log.row(four[0]);
    assert_eq!((row.excused, row.games, row.lines[1]), (vec![2], 1, None));
}

#[test]
fn nobody_loses_the_place_by_an_early_finish_but_a_league_may_want_every_round() {
    for (full_card, placed) in [(FullCard::Excused, 8), (FullCard::EveryRound, 4)] {
        let mut night_log = NightLog::by(Settings { full_card, ..Settings::default() }, 8);
        night_log.draw(1).unwrap();
        night_log.play_round();
        night_log.draw(2).unwrap();
        night_log.result(2, 1, &[121, 119]);
        night_log.finish(true).unwrap();
        let rows = night_log.standings();
        assert_eq!(rows.iter().filter(|row| row.place.is_some()).count(), placed, "{full_card}");
        assert_eq!(rows.iter().filter(|row| !row.excused.is_empty()).count(), placed - 4);
    }
}

#[test]
fn at_least_half_of_the_rounds_that_were_held_have_a_line() {
    let mut night_log = excusing(8);
    let mut off = Vec::new();
    for round in 1..=3 {
        night_log.draw(round).unwrap();
        let table = night_log.sides(round.into()).iter().position(|sides| sides.concat().contains(&1)).unwrap();
        night_log.result(round.into(), 2 - table, &[121, 90]);
        if round < 3 {
            let game = night_log.round(round.into())[table].game;
            night_log.call_off(game).unwrap();
            off.push(game);
        } else {
            night_log.result(3, table + 1, &[121, 90]);
        }
    }
    let row = night_log.row(1);
    assert_eq!((row.complete, row.place, &row.excused[..], row.games), (false, None, &[1, 2][..], 1));
    night_log.bring_back(off[0]).unwrap();
    night_log.result(
        1,
        night_log.view().rounds[0].tables.iter().position(|table| table.game_id == off[0]).unwrap() + 1,
        &[121, 90],
    );
    let row = night_log.row(1);
    assert_eq!((row.complete, &row.excused[..], row.games), (true, &[2][..], 2));
}

#[test]
fn rounds_before_somebody_came_or_after_they_left_are_missed_unless_the_coordinator_excuses_them() {
    let mut night_log = excusing(8);
    assert_eq!(night_log.excuse(1, &[1]), Err(Refusal::ExcusedRound { given: 1, drawn: 0 }));
    night_log.draw(1).unwrap();
    night_log.play_round();
    night_log.come(9).unwrap();
    night_log.leave(1).unwrap();
    night_log.draw(2).unwrap();
    night_log.play_round();
    assert_eq!([1, 9].map(|player| night_log.row(player).complete), [false; 2]);
    assert_eq!(night_log.excuse(9, &[1, 1]), Ok(1));
    assert_eq!(night_log.excuse(9, &[1]), Ok(0));
    let row = night_log.row(9);
    assert_eq!((row.complete, row.excused, row.games), (true, vec![1], 1));
    assert_eq!(night_log.excuse(9, &[]), Ok(1));
    assert!(!night_log.row(9).complete);
}

#[test]
fn a_round_that_nobody_ended_was_not_held_and_is_excused_for_nobody() {
    let mut night_log = excusing(8);
    night_log.draw(1).unwrap();
    night_log.play_round();
    night_log.draw(2).unwrap();
    night_log.finish(true).unwrap();
    assert!(night_log.standings().iter().all(|row| row.complete && row.excused.is_empty()));
}

#[test]
fn full_cards_rank_by_their_average_per_line_as_fractions() {
    let cards = vec![
        card(1, &[Some(10), Some(20), Some(0)]),
        card(2, &[Some(10), None, Some(10)]),
        card(3, &[Some(9), None, None]),
        card(4, &[Some(10), None, None]),
        card(5, &[Some(1), Some(0), Some(0)]),
    ];
    let order: Vec<_> =
        rank(cards, Card::PointsShort, FullCard::Excused).into_iter().map(|standing| standing.place).collect();
    assert_eq!(order, [1, 2, 3, 3, 3].map(Some));
}

#[test]
fn in_a_season_a_full_card_counts_as_its_average_times_the_rounds_of_its_night() {
    let mut night_log = excusing(8);
    night_log.draw(1).unwrap();
    night_log.result(1, 1, &[121, 111]);
    night_log.result(1, 2, &[121, 111]);
    let loser = night_log.sides(1)[0][1][0];
    night_log.draw(2).unwrap();
    let table = night_log.sides(2).iter().position(|sides| sides.concat().contains(&loser)).unwrap();
    night_log.call_off(night_log.round(2)[table].game).unwrap();
    night_log.result(2, 2 - table, &[121, 111]);
    night_log.finish(false).unwrap();
    let seasons = season_standings(&[night_log.standings()], SeasonRules::default());
    let row = seasons.iter().find(|row| row.player_id == id(loser)).unwrap();
    assert_eq!((row.full_cards, row.games, row.average), (1, 1, Some(20.0)));
}
