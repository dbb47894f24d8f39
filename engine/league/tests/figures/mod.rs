//! The figures of players and of the league, by worked nights.

mod records;
mod season;

use std::sync::Arc;

use pegout_engine::game::{Action, Peg, PegFor, PegId};
use pegout_league::figures::{NightFacts, Profile, StreakKind, against, meetings, profile};
use pegout_league::{Card, NightId, Settings};

use super::{NightLog, id, name, pairs, singles};

/// The facts of a finished night, as the night of this number of weeks after the first.
fn facts(night_log: &NightLog, week: u8) -> Arc<NightFacts> {
    let facts = NightFacts::new(&night_log.night, |game| night_log.games.get(&game)).unwrap();
    let date = ["2026-01-07", "2026-01-14", "2026-01-21", "2026-01-28"][usize::from(week)].parse().unwrap();
    Arc::new(NightFacts { night: NightId::from_bytes([week; 16]), date, ..facts })
}

fn of(nights: &[Arc<NightFacts>], player: u16) -> Profile {
    profile(nights, id(player), &name)
}

/// A night of singles at which the higher number wins, by seven points for each number between the two.
fn night_of_singles(players: u16, games: u16) -> NightLog {
    let mut night_log = singles::singles(players, games);
    for seed in 0..games {
        night_log.draw(seed as u8).unwrap();
        singles::play(&mut night_log);
    }
    night_log.finish(false).unwrap();
    night_log
}

#[test]
fn a_night_has_facts_once_it_is_finished_and_loses_them_when_it_is_opened_again() {
    let mut night_log = night_of_singles(4, 3);
    let of_night = |night_log: &NightLog| NightFacts::new(&night_log.night, |game| night_log.games.get(&game));
    assert!(of_night(&night_log).is_some());
    night_log.reopen_night().unwrap();
    assert_eq!(of_night(&night_log), None);
}

#[test]
fn games_wins_skunks_and_runs_are_counted_over_several_nights() {
    let nights = [facts(&night_of_singles(4, 3), 0), facts(&night_of_singles(6, 3), 1)];
    let first = of(&nights, 6);
    assert_eq!((first.nights, first.games, first.wins), (1, 3, 3));
    let best = of(&nights, 4);
    assert_eq!((best.nights, best.games, best.streak.longest_won >= 3), (2, 6, true));
    let last = of(&nights, 1);
    assert_eq!((last.games, last.wins, last.streak.kind, last.streak.now), (6, 0, Some(StreakKind::Lost), 6));
    assert_eq!((last.streak.longest_lost, last.streak.longest_won), (6, 0));
    // Five numbers between the two are 35 points.
    let taken = |player| of(&nights, player).skunks_taken;
    let given: usize = (1..=6).map(|player| of(&nights, player).skunks_given).sum();
    assert_eq!((1..=6).map(taken).sum::<usize>(), given);
    let by_night: Vec<_> = best.by_night.iter().map(|card| (card.place, card.of)).collect();
    assert_eq!((by_night[0], by_night.len()), ((Some(1), 4), 2));
    assert_eq!(
        best.money_won,
        Some(
            nights
                .iter()
                .flat_map(|night| &night.cards)
                .filter(|card| card.holder == id(4))
                .map(|card| card.prize)
                .sum()
        )
    );
}

#[test]
fn opponents_and_the_games_of_two_agree() {
    let nights = [facts(&night_of_singles(4, 3), 0), facts(&night_of_singles(4, 3), 1)];
    let figures = of(&nights, 4);
    let rows: Vec<_> = figures.opponents.iter().map(|row| (row.player_id, row.games, row.wins, row.spread)).collect();
    assert_eq!(rows, [(id(1), 2, 2, 42), (id(2), 2, 2, 28), (id(3), 2, 2, 14)]);
    let two = against(&nights, id(1), id(4), &name);
    assert_eq!((two.games, two.wins, two.losses, two.spread, two.last.len()), (2, 0, 2, -42, 2));
    assert!(two.last.iter().all(|game| (game.score, game.other_score) == (100, 121)));
    assert!(two.last[0].date > two.last[1].date, "the latest first");
}

#[test]
fn a_mean_of_fewer_than_five_is_left_out() {
    let one = facts(&night_of_singles(4, 3), 0);
    let card = |nights: &[Arc<NightFacts>]| of(nights, 4).by_card[0].clone();
    let four = card(&[one.clone(), one.clone(), one.clone(), one.clone()]);
    assert_eq!((four.card, four.full_cards, four.average), (Card::GamePoints, 4, None));
    // Three games won, none by a skunk.
    assert_eq!(card(&vec![one; 5]).average, Some(2.0));
}

#[test]
fn a_game_that_was_called_off_and_a_game_of_a_round_that_was_taken_back_do_not_count() {
    let mut night_log = NightLog::of(8);
    night_log.draw(1).unwrap();
    night_log.take_back(1).unwrap();
    night_log.draw(2).unwrap();
    night_log.play_round();
    night_log.draw(3).unwrap();
    night_log.void(2, 1);
    night_log.result(2, 2, &[100, 121]);
    let off = night_log.sides(2)[0][0][0];
    night_log.finish(true).unwrap();
    let night = [facts(&night_log, 0)];
    assert_eq!((night[0].games.len(), of(&night, off).games), (3, 1));
    assert_eq!(
        meetings(&night, &name).meetings.iter().map(|pair| pair.partners + pair.opponents).sum::<usize>(),
        3 * 6
    );
}

#[test]
fn at_a_table_of_three_only_the_winner_beats_the_others() {
    let mut night_log = NightLog::of(3);
    night_log.draw(1).unwrap();
    night_log.result(1, 1, &[121, 80, 100]);
    let sides = night_log.sides(1);
    let [first, second, third] = [0, 1, 2].map(|side| sides[0][side][0]);
    night_log.finish(true).unwrap();
    let night = [facts(&night_log, 0)];
    let rows = |player| of(&night, player).opponents.into_iter().map(|row| (row.player_id, row.wins, row.spread));
    let mut of_winner: Vec<_> = rows(first).collect();
    of_winner.sort_unstable();
    let mut expected = vec![(id(second), 1, 41), (id(third), 1, 21)];
    expected.sort_unstable();
    assert_eq!(of_winner, expected);
    assert_eq!(rows(second).collect::<Vec<_>>(), [(id(first), 0, -41)]);
    let met = meetings(&night, &name).meetings;
    assert_eq!(met.len(), 3, "the two losers have met");
    assert!(met.iter().all(|pair| pair.opponents == 1 && pair.a_wins + pair.b_wins <= 1));
}

#[test]
fn games_belong_to_the_substitute_and_the_card_to_the_player_who_is_away() {
    let mut night_log = pairs::night_of(2, 1);
    night_log.come(9).unwrap();
    pairs::pair_for(&mut night_log, 1, [(1, None), (9, Some(2))]).unwrap();
    night_log.draw(1).unwrap();
    pairs::play(&mut night_log);
    night_log.finish(false).unwrap();
    let night = [facts(&night_log, 0)];
    let (substitute, away) = (of(&night, 9), of(&night, 2));
    assert_eq!((substitute.games, substitute.wins, substitute.by_night.len()), (1, 1, 0));
    assert_eq!((away.games, away.nights, away.by_night.len(), away.by_card[0].full_cards), (0, 0, 1, 1));
    assert_eq!((substitute.partners[0].player_id, substitute.partners[0].wins), (id(1), 1));
    assert_eq!(night[0].of, 2, "a pair has one card");
}

#[test]
fn merged_players_are_one_in_every_figure() {
    let mut night_log = NightLog::of(4);
    night_log.merge(id(30), id(1)).unwrap();
    night_log.draw(1).unwrap();
    night_log.play_round();
    night_log.finish(false).unwrap();
    night_log.unmerge(id(30)).unwrap();
    let before = of(&[facts(&night_log, 0)], 2);
    night_log.merge(id(1), id(30)).unwrap();
    let after = [facts(&night_log, 0)];
    assert_eq!((of(&after, 30).games, of(&after, 1).games), (1, 0));
    assert_eq!(of(&after, 2).games, before.games);
}

/// Pegs the game of the first table of the newest round: Side 0 wins, after it was behind.
fn peg_game(night_log: &mut NightLog) {
    let number = night_log.night.rounds().len();
    let game = night_log.round(number)[0].game;
    let pegs = [(1, 24, PegFor::Hand, Some("5H 5D 5S KC"), "5C"), (1, 4, PegFor::Play, None, "")];
    let of_winner = (0..5).map(|_| (0, 24, PegFor::Other, None, ""));
    for (number, (side, points, earned_by, cards, starter)) in
        (1..).zip(pegs.into_iter().chain(of_winner).chain([(0, 1, PegFor::Go, None, "")]))
    {
        let mut played: Option<Vec<_>> = None;
        let mut points = points;
        if let Some(cards) = cards {
            played = Some(cards.split(' ').map(|card: &str| card.parse().unwrap()).collect());
            points = 28;
        }
        let starter = played.is_some().then(|| starter.parse().unwrap());
        let id = PegId::from_bytes([number; 16]);
        let (player, tapped_at, deal, device) = (None, None, None, None);
        let peg = Peg { id, side, player, points, earned_by, cards: played, starter, tapped_at, deal, device };
        night_log.ask_game(game, Action::Peg(peg)).unwrap();
    }
}

#[test]
fn pegs_give_the_play_the_hands_and_the_special_hands_until_a_result_is_entered() {
    let mut night_log = NightLog::by(Settings::default(), 2);
    night_log.draw(1).unwrap();
    peg_game(&mut night_log);
    let [winner, loser] = [0, 1].map(|side| night_log.sides(1)[0][side][0]);
    night_log.finish(true).unwrap();
    let night = [facts(&night_log, 0)];
    let figures = of(&night, loser);
    assert_eq!((figures.pegging.deals, figures.pegging.play, figures.pegging.hand.n), (1, None, 1));
    assert_eq!(
        (figures.pegging.hand.best, figures.pegging.hand.mean, figures.pegging.crib.best),
        (Some(28), None, None)
    );
    assert_eq!((figures.specials.len(), figures.specials[0].points), (1, 28));
    assert_eq!(
        night[0].games[0].pegged.as_ref().map(|pegged| (pegged.behind, pegged.play.to_vec())),
        Some((32, vec![1, 4]))
    );
    // The first seat deals first.
    assert_eq!((of(&night, winner).first_deals.dealt, of(&night, winner).first_deals.won), (1, 1));
    night_log.result(1, 1, &[121, 90]);
    let corrected = [facts(&night_log, 0)];
    assert_eq!(of(&corrected, loser).pegging.deals, 0);
    assert_eq!(of(&corrected, loser).specials.len(), 1, "the hand was held");
}
