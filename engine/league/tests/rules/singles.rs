//! Nights of singles by the rotation: byes, players who come late, games that are made up, and the cards.

use std::collections::BTreeSet;

use pegout_engine::game;
use pegout_league::night::{Action, Change, DrawWay, Refusal, Status, TableView};
use pegout_league::{Card, Format, PlayerId, Settings};
use proptest::prelude::*;

use super::{NightLog, id, name};

pub(super) fn singles(players: u16, games: u16) -> NightLog {
    let (format, card) = (Format::SinglesRotation, Card::GamePoints);
    NightLog::by(Settings { format, card, games_per_night: games, ..Settings::default() }, players)
}

/// Plays the newest round: the higher number wins, by more points the more it is higher.
pub(super) fn play(night_log: &mut NightLog) {
    let number = night_log.night.rounds().len();
    for (table, sides) in (1..).zip(night_log.sides(number)) {
        let [one, other] = [sides[0][0], sides[1][0]];
        let loser = 121 - 7 * one.abs_diff(other).min(10) as u8;
        night_log.result(number, table, &if one > other { [121, loser] } else { [loser, 121] });
    }
}

/// Draws and plays rounds until the night refuses another one.
fn play_all(night_log: &mut NightLog) {
    loop {
        match night_log.draw(night_log.night.rounds().len() as u8) {
            Ok(_) => play(night_log),
            Err(refusal) => {
                let games_per_night = night_log.view().games_per_night;
                assert_eq!(refusal, Refusal::NoMoreRounds { games_per_night });
                return;
            }
        }
    }
}

/// The two players of a table.
fn opponents(table: &TableView) -> Vec<PlayerId> {
    let mut players: Vec<PlayerId> = table.sides.iter().map(|side| side.players[0].id).collect();
    players.sort_unstable();
    players
}

/// The results of a player's games, counted from the view alone.
#[derive(Debug, Default, PartialEq, Eq)]
struct Count {
    games: usize,
    wins: usize,
    points: u32,
    spread: i32,
    helped: Vec<u16>,
    byes: Vec<u16>,
}

fn count(night_log: &NightLog, player: PlayerId) -> Count {
    let view = night_log.view();
    let mut count = Count::default();
    for round in &view.rounds {
        if round.byes.iter().any(|person| person.id == player) {
            count.byes.push(round.number);
        }
        for table in round.tables.iter().filter(|table| table.status == game::Status::Finished) {
            let scores: Vec<i32> = table.sides.iter().map(|side| i32::from(side.score)).collect();
            let Some(side) = table.sides.iter().position(|side| side.players[0].id == player) else { continue };
            if count.games == usize::from(view.games_per_night) {
                count.helped.push(round.number);
                continue;
            }
            let spread = scores[side] - scores[1 - side];
            count.games += 1;
            count.wins += usize::from(spread > 0);
            count.spread += spread;
            count.points += match spread {
                31.. => 3,
                1.. => 2,
                _ => 0,
            };
        }
    }
    count
}

/// Checks every card and place against a count of its own.
fn check_standings(night_log: &NightLog) {
    let standings = night_log.standings();
    let mut above: Option<(Count, usize)> = None;
    for (index, row) in standings.iter().enumerate() {
        let count = count(night_log, row.player_id);
        let shown = Count {
            games: row.games,
            wins: row.wins,
            points: row.points.unwrap(),
            spread: row.spread.unwrap(),
            helped: row.helped.clone(),
            byes: row.byes.clone(),
        };
        assert_eq!(shown, count, "{}", row.name);
        assert_eq!(row.lines.iter().flatten().count(), row.games);
        assert_eq!(row.card_lines.iter().flatten().map(|spread| i32::from(*spread)).sum::<i32>(), count.spread);
        let (wins, points) = (row.wins as u32, count.points);
        assert!(2 * wins <= points && points <= 3 * wins, "{row:?}");
        let Some(place) = row.place else { continue };
        let expected = match &above {
            Some((other, place)) => {
                let key = |count: &Count| [count.points as i64, count.wins as i64, i64::from(count.spread)];
                let per_game = |count: &Count, others: usize| key(count).map(|sum| sum * others as i64);
                let [one, this] = [per_game(other, count.games), per_game(&count, other.games)];
                assert!(one >= this, "{} is above {}", standings[index - 1].name, row.name);
                if one == this { *place } else { index + 1 }
            }
            None => 1,
        };
        assert_eq!(place, expected, "{}", row.name);
        above = Some((count, place));
    }
}

#[test]
fn everybody_gets_all_games_of_a_night_of_2_to_24() {
    for players in 2..=24_u16 {
        let mut night_log = singles(players, 9);
        let new = night_log.new_round(None, 0, DrawWay::Movement);
        let preview = night_log.night.preview_round(&new, &night_log.played(), &name).unwrap();
        play_all(&mut night_log);
        assert_eq!(preview.rounds_to_come, night_log.night.rounds().len(), "{players} players");
        assert_eq!(preview.byes.len(), usize::from(players % 2), "{players} players");
        check_standings(&night_log);
        let standings = night_log.standings();
        assert!(standings.iter().all(|row| row.games == 9 && row.complete && row.excused.is_empty()), "{players}");
        let helped: usize = standings.iter().map(|row| row.helped.len()).sum();
        assert_eq!(helped, usize::from(players % 2), "{players} players");
        let spreads: i32 = standings.iter().filter_map(|row| row.spread).sum();
        assert!(helped > 0 || spreads == 0, "what one side wins the other side loses");
    }
}

#[test]
fn a_round_shows_who_sits_out_and_who_has_met() {
    let mut night_log = singles(5, 6);
    play_all(&mut night_log);
    let mut met = BTreeSet::new();
    for round in &night_log.view().rounds {
        let sits: BTreeSet<PlayerId> =
            round.tables.iter().flat_map(|table| &table.sides).map(|side| side.players[0].id).collect();
        let out: Vec<PlayerId> = (1..=5).map(id).filter(|player| !sits.contains(player)).collect();
        if round.number <= 6 {
            assert_eq!(round.byes.iter().map(|person| person.id).collect::<Vec<_>>(), out);
        } else {
            assert!(round.is_extra);
        }
        for table in &round.tables {
            assert_eq!(table.forced_repeat, !met.insert(opponents(table)), "round {}", round.number);
        }
    }
}

#[test]
fn the_format_and_the_card_stay_from_the_first_round_on() {
    let mut night_log = NightLog::of(4);
    let format = |format| Action::Change(Change { format: Some(format), ..Change::default() });
    let card = |card| Action::Change(Change { card: Some(card), ..Change::default() });
    assert_eq!(night_log.ask(format(Format::SinglesRotation)), Ok(1));
    assert_eq!(night_log.ask(card(Card::PointsScored)), Ok(1));
    assert_eq!((night_log.view().format, night_log.view().card), (Format::SinglesRotation, Card::PointsScored));
    assert_eq!(night_log.draw(1), Ok(2));
    assert_eq!(night_log.round(1).len(), 2, "the night's own format holds");
    assert_eq!(night_log.ask(format(Format::DoublesMovement)), Err(Refusal::FormatFixed));
    assert_eq!(night_log.ask(card(Card::PointsShort)), Err(Refusal::FormatFixed));
    assert_eq!(night_log.ask(format(Format::SinglesRotation)), Ok(0), "the same is no change");
    night_log.league = Settings { card: Card::GamePoints, ..Settings::default() };
    assert_eq!(night_log.view().card, Card::PointsScored, "a change of the league comes too late");
    assert_eq!(night_log.take_back(1), Ok(1));
    assert_eq!(night_log.ask(format(Format::DoublesMovement)), Ok(1), "without its draw it is free again");
    assert_eq!(night_log.draw(1), Ok(2));
    assert_eq!(night_log.round(1).len(), 1);
    assert_eq!(night_log.fold(), night_log.night);
}

#[test]
fn a_player_who_comes_late_makes_the_missed_round_up() {
    let mut night_log = singles(6, 4);
    night_log.draw(1).unwrap();
    play(&mut night_log);
    night_log.come(7).unwrap();
    for _ in 2..=4 {
        night_log.draw(2).unwrap();
        play(&mut night_log);
    }
    let late = night_log.row(7);
    let entry = night_log.view().entries.into_iter().find(|entry| entry.player_id == id(7)).unwrap();
    assert_eq!((late.complete, late.place, entry.missed), (false, None, vec![1]), "round 1 is missing");
    let lacking = night_log.standings().iter().filter(|row| row.games < 4).count();
    assert_eq!((night_log.view().to_make_up, lacking > 0), (lacking, true));
    play_all(&mut night_log);
    let late = night_log.row(7);
    let entry = night_log.view().entries.into_iter().find(|entry| entry.player_id == id(7)).unwrap();
    assert_eq!((late.complete, late.games, entry.missed), (true, 4, Vec::new()));
    assert_eq!(night_log.view().to_make_up, 0);
    check_standings(&night_log);
}

#[test]
fn a_night_that_ends_without_the_games_to_make_up_excuses_the_byes() {
    let mut night_log = singles(5, 5);
    for _ in 0..5 {
        night_log.draw(3).unwrap();
        play(&mut night_log);
    }
    assert!(night_log.finish(false).is_ok());
    let standings = night_log.standings();
    assert!(standings.iter().all(|row| row.complete && row.games == 4 && row.excused == row.byes), "{standings:?}");
    check_standings(&night_log);
}

#[test]
fn a_game_that_does_not_count_for_the_helper_counts_when_an_earlier_game_is_called_off() {
    let mut night_log = singles(5, 5);
    play_all(&mut night_log);
    let helper = night_log.standings().into_iter().find(|row| !row.helped.is_empty()).unwrap();
    let (round, games) = (helper.helped[0], helper.games);
    assert_eq!(helper.lines[usize::from(round) - 1], None);
    let first = helper.lines.iter().position(Option::is_some).unwrap();
    let tables = night_log.round(first + 1);
    let table = tables.iter().position(|table| table.seats.side_of(helper.player_id).is_some()).unwrap();
    night_log.call_off(tables[table].game).unwrap();
    let row = night_log.standings().into_iter().find(|row| row.player_id == helper.player_id).unwrap();
    assert_eq!((row.games, row.helped), (games, Vec::new()));
    assert!(row.lines[usize::from(round) - 1].is_some());
    check_standings(&night_log);
    night_log.bring_back(tables[table].game).unwrap();
    assert_eq!(night_log.standings().into_iter().find(|row| row.player_id == helper.player_id), Some(helper));
}

#[test]
fn a_reopened_game_keeps_its_place_before_the_helpers_game() {
    let mut night_log = singles(5, 5);
    play_all(&mut night_log);
    let helper = night_log.standings().into_iter().find(|row| !row.helped.is_empty()).unwrap();
    let first = helper.lines.iter().position(Option::is_some).unwrap();
    let table = night_log.round(first + 1).iter().position(|table| table.seats.side_of(helper.player_id).is_some());
    night_log.reopen(first + 1, table.unwrap() + 1);
    let row = night_log.standings().into_iter().find(|row| row.player_id == helper.player_id).unwrap();
    assert_eq!((row.games, row.complete, row.helped), (4, false, helper.helped));
}

#[test]
fn cards_with_a_bye_rank_by_their_averages_whatever_makes_a_card_full() {
    let mut night_log = singles(5, 5);
    night_log.league = Settings { card: Card::PointsShort, ..night_log.league };
    for _ in 0..4 {
        night_log.draw(3).unwrap();
        play(&mut night_log);
    }
    night_log.finish(false).unwrap();
    let standings = night_log.standings();
    let averages: Vec<f64> = standings.iter().map(|row| f64::from(row.total.unwrap()) / row.games as f64).collect();
    assert!(standings.iter().any(|row| row.games == 3) && standings.iter().any(|row| row.games == 4));
    assert!(averages.is_sorted(), "{averages:?}");
}

#[test]
fn the_players_with_the_fewest_byes_of_the_season_sit_out_first() {
    let mut night_log = singles(5, 2);
    let mut new = night_log.new_round(None, 4, DrawWay::Movement);
    new.byes = [1, 2, 3].map(|player| (id(player), 1)).into();
    night_log.ask(Action::DrawRound(new)).unwrap();
    play(&mut night_log);
    night_log.draw(5).unwrap();
    let byes: BTreeSet<PlayerId> =
        night_log.view().rounds.iter().flat_map(|round| &round.byes).map(|person| person.id).collect();
    assert_eq!(byes, [id(4), id(5)].into());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn a_night_of_singles_goes_by_the_rules_whoever_comes_and_leaves(
        players in 2..20_u16,
        games in 1..10_u16,
        changes in prop::collection::vec((0..4_u8, 0..40_u16), 0..12),
    ) {
        let mut night_log = singles(players, games);
        let mut newest = players;
        let mut changes = changes.into_iter();
        loop {
            let before = night_log.view();
            let tables = before.rounds.iter().flat_map(|round| &round.tables);
            // Nobody pegs before a game is called off here.
            let met: BTreeSet<Vec<PlayerId>> =
                tables.filter(|table| table.status != game::Status::Void).map(opponents).collect();
            match night_log.draw(newest as u8) {
                Ok(_) => {}
                Err(Refusal::NoMoreRounds { .. } | Refusal::TooFewPlayers { .. }) => break,
                Err(refusal) => prop_assert!(false, "{refusal}"),
            }
            let view = night_log.view();
            let round = view.rounds.last().unwrap();
            let here: Vec<PlayerId> =
                view.entries.iter().filter(|entry| !entry.left).map(|entry| entry.player_id).collect();
            let seated: Vec<PlayerId> =
                round.tables.iter().flat_map(|table| &table.sides).map(|side| side.players[0].id).collect();
            prop_assert_eq!(seated.iter().collect::<BTreeSet<_>>().len(), seated.len(), "nobody sits twice");
            prop_assert!(seated.iter().all(|player| here.contains(player)));
            prop_assert!(round.tables.iter().all(|table| table.sides.len() == 2));
            if !round.is_extra {
                prop_assert_eq!(seated.len() + round.byes.len(), here.len());
                prop_assert!(round.byes.len() <= 1);
                let byes = |player: PlayerId| {
                    let before = &view.rounds[..view.rounds.len() - 1];
                    before.iter().filter(|round| round.byes.iter().any(|person| person.id == player)).count()
                };
                for bye in &round.byes {
                    prop_assert!(here.iter().all(|player| byes(bye.id) <= byes(*player)), "nobody sits out too early");
                }
            }
            for table in &round.tables {
                prop_assert_eq!(table.forced_repeat, met.contains(&opponents(table)));
            }
            match changes.next() {
                Some((0, _)) => {
                    newest += 1;
                    night_log.come(newest).unwrap();
                }
                Some((1, player)) if here.len() > 3 => {
                    night_log.leave(1 + player % newest).unwrap();
                }
                Some((2, table)) => night_log.void(view.rounds.len(), 1 + usize::from(table) % round.tables.len()),
                _ => {}
            }
            let number = view.rounds.len();
            for (table, sides) in (1..).zip(night_log.sides(number)) {
                if night_log.view().rounds[number - 1].tables[table - 1].status == game::Status::Playing {
                    let loser = 120 - (sides[0][0] * 13 % 110) as u8;
                    night_log.result(number, table, &if sides[0][0] % 2 == 0 { [121, loser] } else { [loser, 121] });
                }
            }
            check_standings(&night_log);
            prop_assert_eq!(&night_log.fold(), &night_log.night);
        }
        if night_log.view().status == Status::Playing {
            night_log.finish(true).unwrap();
            check_standings(&night_log);
        }
    }
}
