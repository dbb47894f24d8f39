//! The seats of a night of singles: byes, players without a seat, and one place in the circle for each person.

use std::collections::BTreeSet;

use pegout_league::night::{Action, NewSeats, NewTable, Refusal, Reseat, Seating};
use pegout_league::seating::Seats;
use pegout_league::{PlayerId, Seed};

use super::singles::{play, singles};
use super::{game_id, id};

#[test]
fn whoever_has_all_games_does_not_wait_in_a_round_for_others() {
    let mut night_log = singles(7, 3);
    for _ in 0..3 {
        night_log.draw(1).unwrap();
        play(&mut night_log);
    }
    assert_eq!(night_log.draw(2), Ok(1));
    assert_eq!(night_log.round(4).len(), 2, "three players lack a game, and one helps");
    let late = night_log.view().late.unwrap();
    assert_eq!((late.waiting, late.offer), (Vec::new(), None), "three others have all games");
}

#[test]
fn tables_of_singles_keep_their_two_players() {
    let mut night_log = singles(7, 4);
    night_log.draw(1).unwrap();
    let [one, other] = [night_log.round(1)[0].clone(), night_log.round(1)[1].clone()];
    let players: Vec<PlayerId> = one.seats.players().chain(other.seats.players()).collect();
    let reseat = |tables| {
        let (out, guests, seed) = (Vec::new(), Vec::new(), Seed::from_bytes([1; 32]));
        Action::Reseat(Reseat { round: 1, tables, out, reason: None, guests, seed, id: None })
    };
    let four = NewSeats { number: 1, seating: Seating::Fixed(Seats::new(&players)) };
    assert_eq!(night_log.ask(reseat(vec![four])), Err(Refusal::SinglesOnly { given: 4 }));
    let swapped = [[players[0], players[2]], [players[1], players[3]]];
    let swapped = (1..).zip(swapped);
    let tables = swapped.map(|(number, pair)| NewSeats { number, seating: Seating::Fixed(Seats::new(&pair)) });
    assert_eq!(night_log.ask(reseat(tables.collect())), Ok(1));

    let bye = night_log.view().rounds[0].byes[0].id;
    assert_eq!(night_log.view().late.unwrap().offer, None, "one alone waits for the next round");
    night_log.come(8).unwrap();
    night_log.come(9).unwrap();
    let offer = night_log.view().late.unwrap().offer.unwrap();
    assert_eq!(offer.players.iter().map(|person| person.id).collect::<Vec<_>>(), [bye, id(8)]);
    let (seed, id_) = (Seed::from_bytes([2; 32]), None);
    let table = |players| NewTable { round: 1, players, game: game_id(99), seed, id: id_ };
    let three = table(vec![bye, id(8), id(9)]);
    assert_eq!(night_log.ask(Action::AddTable(three)), Err(Refusal::SinglesOnly { given: 3 }));
    assert_eq!(night_log.ask(Action::AddTable(table(vec![bye, id(8)]))), Ok(1));
    assert!(night_log.view().rounds[0].byes.is_empty(), "whoever has a seat does not sit out");
    assert_eq!(night_log.row(9).byes, Vec::<u16>::new());
}

#[test]
fn whoever_gives_up_a_seat_sits_out() {
    let mut night_log = singles(5, 4);
    night_log.draw(1).unwrap();
    let bye = night_log.view().rounds[0].byes[0].id;
    let [stays, out] = {
        let players: Vec<PlayerId> = night_log.round(1)[0].seats.players().collect();
        [players[0], players[1]]
    };
    let seating = Seating::Fixed(Seats::new(&[stays, bye]));
    let (tables, guests, seed) = (vec![NewSeats { number: 1, seating }], Vec::new(), Seed::from_bytes([1; 32]));
    let reseat = Reseat { round: 1, tables, out: vec![out], reason: None, guests, seed, id: None };
    assert_eq!(night_log.ask(Action::Reseat(reseat)), Ok(1));
    assert_eq!(night_log.view().rounds[0].byes.iter().map(|person| person.id).collect::<Vec<_>>(), [out]);
    assert_eq!(night_log.fold(), night_log.night);
}

#[test]
fn seats_that_are_changed_and_changed_back_make_no_second_bye() {
    let mut night_log = singles(5, 4);
    night_log.draw(1).unwrap();
    let bye = night_log.view().rounds[0].byes[0].id;
    let players: Vec<PlayerId> = night_log.round(1)[0].seats.players().collect();
    let mut seat = |players: [PlayerId; 2], out: PlayerId| {
        let seating = Seating::Fixed(Seats::new(&players));
        let (tables, guests, seed) = (vec![NewSeats { number: 1, seating }], Vec::new(), Seed::from_bytes([1; 32]));
        let reseat = Reseat { round: 1, tables, out: vec![out], reason: None, guests, seed, id: None };
        assert_eq!(night_log.ask(Action::Reseat(reseat)), Ok(1));
        night_log.view().rounds[0].byes.iter().map(|person| person.id).collect::<Vec<_>>()
    };
    assert_eq!(seat([players[0], bye], players[1]), [players[1]]);
    assert_eq!(seat([players[0], players[1]], bye), [bye]);
    assert_eq!(night_log.night.byes(), [(bye, 1)].into());
}

#[test]
fn a_merged_player_keeps_the_place_in_the_circle() {
    let mut night_log = singles(5, 5);
    night_log.draw(1).unwrap();
    play(&mut night_log);
    let bye = night_log.view().rounds[0].byes[0].id;
    night_log.merge(bye, id(50)).unwrap();
    let rotation = night_log.night.rounds()[0].rotation.clone().unwrap();
    assert!(rotation.circle.contains(&Some(id(50).into())) && !rotation.circle.contains(&Some(bye.into())));
    let row = night_log.standings().into_iter().find(|row| row.player_id == id(50)).unwrap();
    assert_eq!(row.byes, [1]);
    night_log.draw(2).unwrap();
    assert_eq!(night_log.view().rounds[1].byes.len(), 1);
}

#[test]
fn a_person_who_was_entered_twice_has_one_place_in_the_circle() {
    let mut night_log = singles(5, 5);
    night_log.draw(1).unwrap();
    let bye = night_log.view().rounds[0].byes[0].id;
    let players: Vec<PlayerId> = night_log.round(1)[0].seats.players().collect();
    let seating = Seating::Fixed(Seats::new(&[players[0], bye]));
    let (tables, guests, seed) = (vec![NewSeats { number: 1, seating }], Vec::new(), Seed::from_bytes([1; 32]));
    let reseat = Reseat { round: 1, tables, out: vec![players[1]], reason: None, guests, seed, id: None };
    night_log.ask(Action::Reseat(reseat)).unwrap();
    play(&mut night_log);
    night_log.merge(players[1], bye).unwrap();
    for seed in 2..6 {
        if night_log.draw(seed).is_err() {
            break;
        }
        let number = night_log.night.rounds().len();
        let seated: Vec<PlayerId> = night_log.round(number).iter().flat_map(|table| table.seats.players()).collect();
        assert_eq!(seated.iter().collect::<BTreeSet<_>>().len(), seated.len(), "round {number}: {seated:?}");
        play(&mut night_log);
    }
}
