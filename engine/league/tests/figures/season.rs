//! The race of a season by worked nights.

use pegout_league::figures::{NightToCome, Race, race};
use pegout_league::{Card, Counts, SeasonRules, season_standings};

use super::{facts, night_of_singles};
use crate::{id, name};

const RULES: SeasonRules = SeasonRules {
    card: Card::GamePoints,
    counts: Counts::Sum,
    from_points: 0,
    best_of: None,
    minimum_nights: 1,
    average: pegout_league::Average::PerCard,
};

const LEFT: NightToCome = NightToCome { card: Card::GamePoints, games: 3, target: 121 };

fn can_win(race: &Race) -> Vec<(u8, Option<bool>)> {
    let mut players: Vec<_> = race.players.iter().map(|row| (row.player_id.bytes()[1], row.can_win)).collect();
    players.sort_unstable();
    players
}

#[test]
fn the_places_after_each_night_are_those_of_the_season_until_then() {
    let logs = [night_of_singles(4, 3), night_of_singles(6, 3), night_of_singles(4, 3)];
    let nights: Vec<_> = (0..).zip(&logs).map(|(week, log)| facts(log, week)).collect();
    for rules in [RULES, SeasonRules { counts: Counts::Average, minimum_nights: 2, ..RULES }] {
        let race = race(&nights, rules, &[], &name);
        let rows: Vec<_> = logs.iter().map(|log| log.standings()).collect();
        for end in 1..=rows.len() {
            for row in season_standings(&rows[..end], rules) {
                let found = race.players.iter().find(|player| player.player_id == row.player_id).unwrap();
                assert_eq!(found.places[end - 1], row.place, "{} after {end}", row.name);
                let value =
                    if rules.counts == Counts::Sum { row.points.map(|sum| sum as f64) } else { row.best_average };
                assert_eq!(found.value[end - 1], value, "{} after {end}", row.name);
            }
        }
        assert_eq!(race.nights.len(), 3);
        let late = race.players.iter().find(|player| player.player_id == id(6)).unwrap();
        assert_eq!((late.places[0], late.value[0]), (None, None), "not there yet");
    }
}

#[test]
fn a_player_can_win_while_the_best_cards_of_the_nights_left_reach_the_first() {
    // 6, 4, 2 and 0 game points.
    let nights = [facts(&night_of_singles(4, 3), 0)];
    let now = race(&nights, RULES, &[], &name);
    assert_eq!(can_win(&now), [(1, Some(false)), (2, Some(false)), (3, Some(false)), (4, Some(true))]);
    // A night of one game gives 3 points.
    let short = NightToCome { games: 1, ..LEFT };
    let one = race(&nights, RULES, &[short], &name);
    assert_eq!(can_win(&one), [(1, Some(false)), (2, Some(false)), (3, Some(true)), (4, Some(true))]);
    assert_eq!(one.nights_left, 1);
    let two = race(&nights, RULES, &[short, short], &name);
    assert_eq!(can_win(&two), [1, 2, 3, 4].map(|player| (player, Some(true))), "a tie is enough");
    let other_card = NightToCome { card: Card::PointsShort, ..LEFT };
    assert_eq!(race(&nights, RULES, &[other_card], &name).nights_left, 0);
}

#[test]
fn only_the_best_cards_and_cards_with_enough_points_can_win() {
    let nights = [facts(&night_of_singles(4, 3), 0)];
    let short = NightToCome { games: 1, ..LEFT };
    let best_of_one = SeasonRules { best_of: Some(1), ..RULES };
    let one = race(&nights, best_of_one, &[short, short], &name);
    assert_eq!(can_win(&one), [(1, Some(false)), (2, Some(false)), (3, Some(false)), (4, Some(true))]);
    let from_four = SeasonRules { from_points: 4, ..RULES };
    let none = race(&nights, from_four, &[short, short], &name);
    assert_eq!(can_win(&none), [(1, Some(false)), (2, Some(false)), (3, Some(false)), (4, Some(true))]);
    let average = SeasonRules { counts: Counts::Average, ..RULES };
    assert_eq!(can_win(&race(&nights, average, &[LEFT], &name)), [1, 2, 3, 4].map(|player| (player, None)));
    let many_needed = SeasonRules { minimum_nights: 3, ..RULES };
    assert_eq!(can_win(&race(&nights, many_needed, &[LEFT], &name))[3], (4, Some(false)), "too few cards are left");
}
