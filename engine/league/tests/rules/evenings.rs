//! Cards by game points and by points scored. The evenings are cards that clubs have printed.

use pegout_engine::Rules;
use pegout_league::{Card, FullCard, Line, Scorecard, Sums, rank};

use super::id;

const TARGET: i32 = 121;

/// A printed card: the game points, the games won, and the spread if it was printed.
type Printed = (u32, usize, Option<i32>);

/// The evenings: the number of games, and the cards in the order in which they were printed.
const EVENINGS: [(usize, &[Printed]); 10] = [
    (9, &[(13, 6, Some(97)), (13, 6, Some(46)), (13, 6, Some(37)), (12, 6, None)]),
    (9, &[(16, 7, None), (14, 6, None), (13, 6, Some(74)), (13, 6, Some(71)), (12, 6, None)]),
    (9, &[(15, 6, None), (13, 6, Some(63)), (13, 6, Some(57)), (12, 6, None)]),
    (9, &[(18, 8, None), (15, 7, None), (11, 5, Some(42)), (11, 5, Some(5))]),
    (9, &[(13, 6, None), (11, 5, Some(37)), (11, 5, Some(34)), (11, 5, Some(18)), (11, 5, Some(0))]),
    (9, &[(17, 8, None), (15, 6, None), (13, 6, Some(68)), (13, 6, Some(28))]),
    (9, &[(14, 7, None), (12, 6, Some(71)), (12, 6, Some(60))]),
    (9, &[(14, 7, None), (12, 5, None), (10, 5, Some(14)), (6, 3, Some(-34))]),
    (6, &[(12, 5, Some(94)), (11, 5, Some(49)), (9, 4, Some(85)), (9, 4, Some(43)), (8, 4, Some(35))]),
    (9, &[(19, 9, None), (16, 7, None), (14, 6, None), (12, 6, None)]),
];

/// The cards of the evenings by points scored, and their places: the number of games, the totals, the places.
const SCORED: [(usize, &[u32], &[usize]); 3] = [
    (7, &[841, 828, 823, 817], &[1, 2, 3, 4]),
    (7, &[840, 838, 826, 823, 823], &[1, 2, 3, 4, 4]),
    (9, &[1075, 1072, 1063, 1037, 1036], &[1, 2, 3, 4, 5]),
];

/// The line of the first of two sides.
fn line(own: i32, other: i32) -> Line {
    Line::of_sides(&[own as u8, other as u8], &Rules::default())[0]
}

fn scorecard(player: u16, lines: Vec<Line>) -> Scorecard {
    let lines = lines.into_iter().map(Some).collect();
    Scorecard { lines, complete: true, ..Scorecard::empty(id(player)) }
}

/// Games that make a printed card.
fn games((points, wins, spread): Printed, games: usize) -> Vec<Line> {
    let skunks = points as usize - 2 * wins;
    let mut margins: Vec<i32> = (0..games)
        .map(|game| {
            if game < skunks {
                31
            } else if game < wins {
                1
            } else {
                -1
            }
        })
        .collect();
    let highest = |game: usize| {
        if game < skunks {
            121
        } else if game < wins {
            30
        } else {
            -1
        }
    };
    let lowest = |game: usize| if game < wins { i32::MIN } else { -121 };
    let mut missing = spread.map_or(0, |spread| spread - margins.iter().sum::<i32>());
    for (game, margin) in margins.iter_mut().enumerate() {
        let step = missing.clamp(lowest(game).saturating_sub(*margin).min(0), highest(game) - *margin);
        let step = if game < wins { step.max(0) } else { step.min(0) };
        *margin += step;
        missing -= step;
    }
    assert_eq!(missing, 0, "{points}/{wins} {spread:?} cannot be");
    margins.iter().map(|margin| line(TARGET.min(TARGET + margin), TARGET.min(TARGET - margin))).collect()
}

#[test]
fn the_printed_evenings_come_out_as_they_were_printed() {
    for (count, printed) in EVENINGS {
        let cards: Vec<Scorecard> = (1..=printed.len() as u16)
            .zip(printed)
            .map(|(player, card)| scorecard(player, games(*card, count)))
            .rev()
            .collect();
        let standings = rank(cards, Card::GamePoints, FullCard::Excused);
        let places: Vec<Option<usize>> = standings.iter().map(|standing| standing.place).collect();
        assert_eq!(places, (1..=printed.len()).map(Some).collect::<Vec<_>>());
        for (standing, (points, wins, spread)) in standings.iter().zip(printed) {
            let sums = standing.card.sums();
            assert_eq!((sums.games, sums.points, sums.wins), (count, *points, *wins));
            assert!(spread.is_none_or(|spread| spread == sums.spread), "{sums:?}");
        }
    }
}

#[test]
fn the_evenings_by_points_scored_share_a_place_when_they_are_equal() {
    for (count, totals, places) in SCORED {
        let card = |(player, total): (u16, &u32)| {
            // The last game has the rest of the points.
            let last = *total as i32 - TARGET * (count as i32 - 1);
            let mut lines = vec![line(TARGET, 120); count - 1];
            lines.push(line(last, if last == TARGET { 120 } else { TARGET }));
            scorecard(player, lines)
        };
        let cards: Vec<Scorecard> = (1..=totals.len() as u16).zip(totals).map(card).rev().collect();
        let standings = rank(cards, Card::PointsScored, FullCard::Excused);
        let scored: Vec<u32> = standings.iter().map(|standing| standing.card.sums().scored).collect();
        assert_eq!(scored, totals);
        let found: Vec<usize> = standings.iter().filter_map(|standing| standing.place).collect();
        assert_eq!(found, places);
    }
}

#[test]
fn the_lines_of_a_night_of_four_add_up() {
    let rounds = [[121, 90, 121, 120], [110, 121, 121, 60], [121, 119, 121, 91]];
    let seats = [[0, 3, 1, 2], [0, 2, 3, 1], [0, 1, 2, 3]];
    let mut lines = vec![Vec::new(); 4];
    for (scores, seats) in rounds.iter().zip(seats) {
        for pair in [0, 2] {
            let [own, other] = [scores[pair], scores[pair + 1]];
            lines[seats[pair]].push(line(own, other));
            lines[seats[pair + 1]].push(line(other, own));
        }
    }
    let cards = (1..).zip(lines).map(|(player, lines)| scorecard(player, lines)).collect();
    let standings = rank(cards, Card::GamePoints, FullCard::Excused);
    let found = standings.iter().map(|standing| {
        let Sums { points, wins, spread, .. } = standing.card.sums();
        (standing.card.player, points, wins, spread)
    });
    assert_eq!(found.collect::<Vec<_>>(), [(id(1), 5, 2, 22), (id(3), 4, 2, 40), (id(4), 3, 1, 0), (id(2), 2, 1, -62)]);
}

#[test]
fn a_skunk_is_a_point_more_and_the_spread_is_what_the_best_loser_missed() {
    for (own, other, points, spread) in [(121, 90, 3, 31), (121, 91, 2, 30), (121, 60, 3, 61), (91, 121, 0, -30)] {
        let line = line(own, other);
        assert_eq!((line.points, line.spread, line.is_won), (points, spread, own == TARGET));
    }
    let three = Line::of_sides(&[60, 121, 100], &Rules::default());
    assert_eq!(three.iter().map(|line| (line.points, line.spread)).collect::<Vec<_>>(), [(0, -61), (2, 21), (0, -21)]);
    let skunked = Line::of_sides(&[60, 121, 90], &Rules::default());
    assert_eq!(skunked.iter().map(|line| line.points).collect::<Vec<_>>(), [0, 3, 0]);
    assert!(Line::of_sides(&[60, 120], &Rules::default()).is_empty(), "nobody has won yet");
}

#[test]
fn cards_with_fewer_lines_rank_by_their_averages() {
    let full = scorecard(1, vec![line(121, 100), line(121, 100), line(100, 121)]);
    // Each total would put the other card first.
    for (card, lines, first) in [
        (Card::GamePoints, [line(121, 80), line(100, 121)], 2),
        (Card::PointsScored, [line(121, 110), line(108, 121)], 2),
        (Card::PointsShort, [line(121, 110), line(105, 121)], 1),
    ] {
        let standings = rank(vec![full.clone(), scorecard(2, lines.into())], card, FullCard::Excused);
        assert_eq!(standings[0].card.player, id(first), "{card:?}");
    }
    let empty = scorecard(3, Vec::new());
    let standings = rank(vec![empty, full], Card::GamePoints, FullCard::Excused);
    assert_eq!(standings[0].card.player, id(1), "a card without a line comes last");
}

#[test]
fn a_card_of_twelve_in_nine_games_is_marked() {
    for (points, games, is_marked) in
        [(12, 9, true), (11, 9, false), (8, 6, true), (7, 6, false), (10, 7, true), (9, 7, false)]
    {
        assert_eq!(Sums { points, ..Sums::default() }.is_marked(games), is_marked, "{points} in {games}");
    }
}
