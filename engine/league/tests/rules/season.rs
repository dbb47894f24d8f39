//! The standings of a season.

use pegout_league::night::StandingsRow;
use pegout_league::{Average, Card, Counts, SeasonRow, SeasonRules, season_standings};

use super::{id, name};

/// A player's row of a night: these lines, complete if none is missing.
fn row(player: u16, lines: &[Option<i16>], prize: u64) -> StandingsRow {
    let total = lines.iter().flatten().map(|line| i32::from(*line)).reduce(|sum, line| sum + line);
    StandingsRow {
        games: lines.iter().flatten().count(),
        wins: lines.iter().flatten().filter(|line| **line <= 0).count(),
        points: None,
        spread: None,
        scored: None,
        marked: false,
        excused: Vec::new(),
        byes: Vec::new(),
        helped: Vec::new(),
        place: None,
        player_id: id(player),
        name: name(id(player)),
        partner_id: None,
        stands_for: None,
        lines: lines.to_vec(),
        card_lines: lines.to_vec(),
        total,
        card_returned: false,
        complete: lines.iter().all(Option::is_some),
        prize: Some(prize),
        prize_at_finish: None,
    }
}

fn nights() -> Vec<Vec<StandingsRow>> {
    vec![
        vec![row(1, &[Some(0), Some(-1)], 6_400), row(2, &[Some(10), Some(20)], 0), row(3, &[Some(5), None], 0)],
        vec![row(1, &[Some(30), Some(0)], 0), row(2, &[Some(-2), Some(0)], 3_800), row(4, &[None, None], 0)],
        vec![row(1, &[Some(1), Some(0)], 2_600), row(2, &[Some(0), Some(2)], 0)],
    ]
}

fn of(rows: &[SeasonRow], player: u16) -> SeasonRow {
    rows.iter().find(|row| row.player_id == id(player)).unwrap().clone()
}

#[test]
fn a_season_counts_nights_games_wins_skunks_and_prizes() {
    let rows = season_standings(&nights(), SeasonRules::default());
    let first = of(&rows, 1);
    assert_eq!((first.nights, first.full_cards, first.games), (3, 3, 6));
    assert_eq!((first.wins, first.skunks, first.double_skunks, first.money_won), (4, 1, 0, Some(9_000)));
    assert_eq!((of(&rows, 2).skunks, of(&rows, 2).double_skunks), (1, 1));
}

#[test]
fn the_lowest_average_of_full_cards_leads_and_equal_ones_share_the_place() {
    let rows = season_standings(&nights(), SeasonRules::default());
    // Player 1: -1 + 30 + 1 = 30; player 2: 30 - 2 + 2 = 30; both of three cards.
    let order: Vec<(Option<usize>, String, Option<f64>)> =
        rows.iter().map(|row| (row.place, row.name.clone(), row.average)).collect();
    assert_eq!(
        order,
        [
            (Some(1), "Player 1".to_owned(), Some(10.0)),
            (Some(1), "Player 2".to_owned(), Some(10.0)),
            (None, "Player 3".to_owned(), None)
        ]
    );
}

#[test]
fn only_the_best_cards_count_when_the_season_says_so() {
    let rows = season_standings(&nights(), SeasonRules { best_of: Some(2), ..SeasonRules::default() });
    // Player 1: -1 and 1; player 2: -2 and 2; with one card: -1 and -2.
    assert_eq!((of(&rows, 1).best_average, of(&rows, 2).best_average), (Some(0.0), Some(0.0)));
    assert_eq!((of(&rows, 1).average, of(&rows, 1).place, of(&rows, 2).place), (Some(10.0), Some(1), Some(1)));
    let rows = season_standings(&nights(), SeasonRules { best_of: Some(1), ..SeasonRules::default() });
    assert_eq!((of(&rows, 1).place, of(&rows, 2).place), (Some(2), Some(1)));
}

#[test]
fn a_card_that_is_not_full_counts_its_games_and_nothing_else() {
    let rows = season_standings(&nights(), SeasonRules::default());
    let third = of(&rows, 3);
    assert_eq!((third.nights, third.games, third.full_cards), (1, 1, 0));
    assert_eq!((third.place, third.average, third.best_average), (None, None, None));
}

#[test]
fn who_played_no_game_to_its_end_is_not_in_the_season() {
    assert!(season_standings(&nights(), SeasonRules::default()).iter().all(|row| row.player_id != id(4)));
}

#[test]
fn a_minimum_of_full_cards_keeps_others_below_without_a_place() {
    let mut nights = nights();
    nights[0].push(row(5, &[Some(-2), Some(-2)], 0));
    let rows = season_standings(&nights, SeasonRules { minimum_nights: 2, ..SeasonRules::default() });
    let order: Vec<(Option<usize>, &str)> = rows.iter().map(|row| (row.place, row.name.as_str())).collect();
    let expected = [(Some(1), "Player 1"), (Some(1), "Player 2"), (None, "Player 5"), (None, "Player 3")];
    assert_eq!(order, expected);
}

#[test]
fn averages_are_compared_as_fractions_and_shown_unrounded() {
    let night = |lines: &[(u16, i16)]| lines.iter().map(|(player, line)| row(*player, &[Some(*line)], 0)).collect();
    let nights: Vec<Vec<StandingsRow>> =
        vec![night(&[(1, 1), (2, 1), (3, 1)]), night(&[(1, 0), (2, 0), (3, 0)]), night(&[(1, 0), (2, 0)])];
    let rows = season_standings(&nights, SeasonRules::default());
    assert_eq!((of(&rows, 1).place, of(&rows, 2).place, of(&rows, 3).place), (Some(1), Some(1), Some(3)));
    assert_eq!((of(&rows, 1).average, of(&rows, 3).average), (Some(1.0 / 3.0), Some(0.5)));
}

#[test]
fn an_average_per_game_weighs_every_line_of_full_cards_alike() {
    // Player 1 has 4 points in 4 games and 8 in 2. Player 2 has 6 in 3 games and 3 in one. Player 3 lacks a line.
    let four = row(1, &[Some(1), Some(1), Some(1), Some(1)], 0);
    let two = row(1, &[Some(4), Some(4)], 0);
    let three = row(2, &[Some(2), Some(2), Some(2)], 0);
    let one = row(2, &[Some(3)], 0);
    let nights = [vec![four, three, row(3, &[Some(-1), None], 0)], vec![two, one]];
    let by = |average, best_of| season_standings(&nights, SeasonRules { best_of, average, ..SeasonRules::default() });
    let rows = by(Average::PerGame, None);
    assert_eq!((of(&rows, 1).average, of(&rows, 2).average), (Some(2.0), Some(2.25)));
    assert_eq!((of(&rows, 1).place, of(&rows, 2).place, of(&rows, 3).place), (Some(1), Some(2), None));
    let rows = by(Average::PerCard, None);
    assert_eq!((of(&rows, 1).place, of(&rows, 2).place), (Some(2), Some(1)), "6 and 4.5 points a card");
    let rows = by(Average::PerGame, Some(1));
    assert_eq!((of(&rows, 1).best_average, of(&rows, 2).best_average), (Some(1.0), Some(2.0)));
    let rows = by(Average::PerCard, Some(1));
    assert_eq!((of(&rows, 1).best_average, of(&rows, 2).best_average), (Some(4.0), Some(3.0)));
}

#[test]
fn a_full_card_with_an_excused_round_counts_as_its_average_for_each_round() {
    let excused = StandingsRow { excused: vec![4], complete: true, ..row(1, &[Some(1), Some(2), Some(2), None], 0) };
    let nights = [vec![excused, row(2, &[Some(2), Some(2), Some(1), Some(2)], 0)]];
    let by = |average| season_standings(&nights, SeasonRules { average, ..SeasonRules::default() });
    let rows = by(Average::PerCard);
    assert_eq!((of(&rows, 1).average, of(&rows, 2).average), (Some(20.0 / 3.0), Some(7.0)));
    let rows = by(Average::PerGame);
    assert_eq!((of(&rows, 1).average, of(&rows, 2).average), (Some(5.0 / 3.0), Some(1.75)));
}

/// A full card of nine games with these game points, wins and spread.
fn points(player: u16, (points, wins, spread): (u32, usize, i32)) -> StandingsRow {
    let card = StandingsRow { games: 9, wins, points: Some(points), spread: Some(spread), ..row(player, &[], 0) };
    StandingsRow { total: Some(0), complete: true, ..card }
}

#[test]
fn a_season_adds_up_the_game_points_of_the_best_cards() {
    let cards = [(16, 7, 71), (11, 5, 4), (13, 6, 30), (12, 6, -9)];
    let nights: Vec<Vec<StandingsRow>> = cards.iter().map(|card| vec![points(1, *card)]).collect();
    let rules = SeasonRules { card: Card::GamePoints, counts: Counts::Sum, from_points: 12, ..SeasonRules::default() };
    let only = |rules| of(&season_standings(&nights, rules), 1);
    assert_eq!((only(rules).points, only(rules).spread, only(rules).qualifying), (Some(41), Some(92), 3));
    let best = SeasonRules { best_of: Some(2), ..rules };
    assert_eq!((only(best).points, only(best).spread, only(best).qualifying), (Some(29), Some(101), 3));
    let all = SeasonRules { from_points: 0, ..rules };
    assert_eq!((only(all).points, only(all).full_cards), (Some(52), 4));
}

#[test]
fn the_sums_of_a_season_hold_the_highest_numbers_of_its_nights() {
    let most = |player, spread| StandingsRow { scored: Some(u32::MAX), ..points(player, (u32::MAX, 9, spread)) };
    let nights = vec![vec![most(1, i32::MAX), most(2, i32::MIN)]; 3];
    let rules = SeasonRules { card: Card::GamePoints, ..SeasonRules::default() };
    let rows = season_standings(&nights, rules);
    let (one, other) = (of(&rows, 1), of(&rows, 2));
    assert_eq!((one.points, one.spread), (Some(3 * u64::from(u32::MAX)), Some(3 * i64::from(i32::MAX))));
    assert_eq!((other.spread, other.place), (Some(3 * i64::from(i32::MIN)), Some(2)));
    let rows = season_standings(&nights, SeasonRules { card: Card::PointsScored, ..rules });
    assert_eq!(of(&rows, 1).scored, Some(3 * u64::from(u32::MAX)));
}

#[test]
fn equal_sums_rank_by_wins_and_then_by_spread() {
    let rules = SeasonRules { card: Card::GamePoints, counts: Counts::Sum, ..SeasonRules::default() };
    let night = vec![
        points(1, (12, 5, 90)),
        points(2, (12, 6, 1)),
        points(3, (12, 6, 2)),
        points(4, (12, 6, 2)),
        points(5, (13, 5, -70)),
    ];
    let rows = season_standings(&[night], rules);
    let order: Vec<(Option<usize>, &str)> = rows.iter().map(|row| (row.place, row.name.as_str())).collect();
    let places = [(1, "Player 5"), (2, "Player 3"), (2, "Player 4"), (4, "Player 2"), (5, "Player 1")];
    assert_eq!(order, places.map(|(place, name)| (Some(place), name)));
}

#[test]
fn the_most_game_points_per_game_lead_by_the_average() {
    let card = SeasonRules { card: Card::GamePoints, ..SeasonRules::default() };
    let short = StandingsRow { games: 8, excused: vec![3], ..points(2, (12, 6, 0)) };
    let rows = season_standings(&[vec![points(1, (13, 6, 0)), short]], card);
    assert_eq!((of(&rows, 2).place, of(&rows, 2).average), (Some(1), Some(1.5)));
    assert_eq!((of(&rows, 1).place, of(&rows, 1).average), (Some(2), Some(13.0 / 9.0)));
}

#[test]
fn the_most_points_scored_lead() {
    let card = |player, scored| StandingsRow { scored: Some(scored), ..points(player, (0, 0, 0)) };
    let nights = [vec![card(1, 841), card(2, 828)], vec![card(1, 700), card(2, 830)]];
    for counts in [Counts::Average, Counts::Sum] {
        let rules = SeasonRules { card: Card::PointsScored, counts, ..SeasonRules::default() };
        let rows = season_standings(&nights, rules);
        assert_eq!((of(&rows, 2).place, of(&rows, 2).scored, of(&rows, 2).average), (Some(1), Some(1658), Some(829.0)));
        assert_eq!(of(&rows, 1).place, Some(2));
    }
}
