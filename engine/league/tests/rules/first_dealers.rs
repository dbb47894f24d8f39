//! The seats that deal first: the first seat, a seat that is drawn with the round, or a seat that the table names.

use std::collections::BTreeSet;

use pegout_engine::game::{self, ChangeId};
use pegout_league::night::{Action, NewSeats, NewTable, Reseat, Seating};
use pegout_league::seating::Seats;
use pegout_league::{FirstDealer, Night, Seed, Settings};

use super::{NightLog, game_id, id};

fn night(first_dealer: FirstDealer, players: u16) -> NightLog {
    NightLog::by(Settings { first_dealer, ..Settings::default() }, players)
}

/// The seat that deals first in each game of a round, and whether anybody has said so.
fn dealers(night_log: &NightLog, round: usize) -> Vec<(u8, bool)> {
    let setups = night_log.round(round).into_iter().map(|table| night_log.games[&table.game].setup().clone());
    setups.map(|setup| (setup.first_dealer, setup.first_dealer_known)).collect()
}

/// Players of the newest round's first table, who are to sit there and nobody else.
fn reseat(night_log: &mut NightLog, table: usize, players: &[u16], out: &[u16]) {
    let seats = Seats::new(&players.iter().copied().map(id).collect::<Vec<_>>());
    let reseat = Reseat {
        round: night_log.night.rounds().len() as u16,
        tables: vec![NewSeats { number: table, seating: Seating::Fixed(seats) }],
        out: out.iter().copied().map(id).collect(),
        reason: None,
        guests: Vec::new(),
        seed: Seed::from_bytes([0; 32]),
        id: None,
    };
    assert_eq!(night_log.ask(Action::Reseat(reseat)), Ok(1));
}

#[test]
fn drawn_seats_deal_first_in_their_games_and_every_seat_is_drawn_at_some_time() {
    let mut drawn = BTreeSet::new();
    for seed in 0..40 {
        let mut night_log = night(FirstDealer::Drawn, 9);
        night_log.draw(seed).unwrap();
        night_log.play_round();
        night_log.draw(seed).unwrap();
        for round in 1..=2 {
            let stored = &night_log.night.rounds()[round - 1].first_dealers;
            assert_eq!(night_log.view().rounds[round - 1].first_dealers, *stored);
            let expected: Vec<(u8, bool)> = stored.iter().map(|seat| (*seat, true)).collect();
            assert_eq!(dealers(&night_log, round), expected);
            drawn.extend((1..).zip(stored.clone()));
        }
    }
    let sizes = [(1, 4), (2, 3), (3, 2)];
    let every: BTreeSet<(i32, u8)> =
        sizes.into_iter().flat_map(|(table, size)| (0..size).map(move |seat| (table, seat))).collect();
    assert_eq!(drawn, every);
}

#[test]
fn the_draw_of_the_dealers_changes_no_seat() {
    let seats = |first_dealer| {
        let mut night_log = night(first_dealer, 11);
        night_log.draw(7).unwrap();
        night_log.play_round();
        night_log.draw(8).unwrap();
        (night_log.sides(1), night_log.sides(2))
    };
    assert_eq!(seats(FirstDealer::Drawn), seats(FirstDealer::FirstSeat));
}

#[test]
fn the_first_seat_deals_where_no_other_way_is_set_and_the_log_says_nothing_of_it() {
    let mut night_log = NightLog::of(8);
    night_log.draw(1).unwrap();
    assert_eq!(night_log.night.rounds()[0].first_dealers, [0; 0]);
    assert_eq!(night_log.view().rounds[0].first_dealers, [0, 0]);
    assert_eq!(dealers(&night_log, 1), [(0, true), (0, true)]);
}

#[test]
fn a_table_that_cuts_names_its_dealer_and_names_another_when_that_seat_is_gone() {
    let mut night_log = night(FirstDealer::TableCuts, 4);
    night_log.draw(1).unwrap();
    assert_eq!(night_log.view().rounds[0].first_dealers, [0; 0]);
    assert_eq!(dealers(&night_log, 1), [(0, false)]);
    let game = night_log.round(1)[0].game;
    let change = game::DetailsChange { id: ChangeId::from_bytes([1; 16]), sides: None, first_dealer: Some(3) };
    night_log.ask_game(game, game::Action::Change(change)).unwrap();
    assert_eq!(dealers(&night_log, 1), [(3, true)]);
    reseat(&mut night_log, 1, &[1, 2, 3], &[4]);
    assert_eq!(dealers(&night_log, 1), [(0, false)]);
}

#[test]
fn late_tables_and_other_seats_keep_the_round_and_its_games_alike() {
    for seed in 0..20 {
        let mut night_log = night(FirstDealer::Drawn, 4);
        night_log.draw(seed).unwrap();
        reseat(&mut night_log, 1, &[1, 2], &[3, 4]);
        let (players, seed) = (vec![id(3), id(4)], Seed::from_bytes([seed; 32]));
        let table = NewTable { round: 1, players, game: game_id(90), seed, id: None };
        assert_eq!(night_log.ask(Action::AddTable(table)), Ok(1));
        let round = &night_log.night.rounds()[0];
        let told: Vec<(u8, bool)> = round.first_dealers.iter().map(|seat| (*seat, true)).collect();
        assert_eq!(told.len(), 2);
        assert!(round.first_dealers.iter().all(|seat| *seat < 2));
        assert_eq!(dealers(&night_log, 1), told);
        assert_eq!(Night::fold(&night_log.log), Some(night_log.night));
    }
}
