//! The scorecards of paper that players hand in.

use pegout_engine::game::{Metadata, Role, TokenId};
use pegout_league::night::{Action, Open, Refusal, ReturnedCard};

use super::super::pairs::{night_of, pair_for, play};
use super::super::{NightLog, command_id, id, metadata};

fn card(log: &NightLog, player: u16, returned: bool) -> Action {
    let card = ReturnedCard { player: id(player), returned, id: None };
    Action::ReturnCard { card, league: log.league.clone() }
}

fn hand_in(log: &mut NightLog, player: u16, returned: bool) -> Result<usize, Refusal> {
    log.ask(card(log, player, returned))
}

/// The players whose cards are open items, in the order of the items.
fn missing(log: &NightLog) -> Vec<u16> {
    let items = log.money().open.into_iter().filter(|item| item.what == Open::Card);
    items
        .filter_map(|item| item.player_id)
        .map(|player| u16::from_be_bytes([player.bytes()[0], player.bytes()[1]]))
        .collect()
}

fn returned(log: &NightLog) -> Vec<u16> {
    let rows = log.standings().into_iter().filter(|row| row.card_returned);
    let mut players: Vec<u16> =
        rows.map(|row| u16::from_be_bytes([row.player_id.bytes()[0], row.player_id.bytes()[1]])).collect();
    players.sort_unstable();
    players
}

#[test]
fn once_one_card_is_handed_in_the_others_are_open() {
    let mut log = NightLog::of(4);
    log.draw(1).unwrap();
    log.play_round();
    assert_eq!(missing(&log), [0; 0]);
    let before = (log.standings(), log.money());
    assert_eq!(hand_in(&mut log, 3, true), Ok(1));
    assert_eq!(hand_in(&mut log, 3, true), Ok(0));
    assert_eq!((missing(&log), returned(&log)), (vec![1, 2, 4], vec![3]));
    let last = log.money().open;
    assert_eq!(last.iter().rev().take(3).filter(|item| item.what == Open::Card).count(), 3, "money comes first");
    let mut rows = log.standings();
    rows.iter_mut().for_each(|row| row.card_returned = false);
    let mut money = log.money();
    money.open.retain(|item| item.what != Open::Card);
    assert_eq!((rows, money), before, "places and prizes are as they were");
    for player in [1, 2, 4] {
        hand_in(&mut log, player, true).unwrap();
    }
    assert_eq!((missing(&log), returned(&log)), (Vec::new(), vec![1, 2, 3, 4]));
    assert_eq!(hand_in(&mut log, 2, false), Ok(1));
    assert_eq!(missing(&log), [2]);
    for player in [1, 3, 4] {
        hand_in(&mut log, player, false).unwrap();
    }
    assert_eq!(missing(&log), [0; 0], "a club without paper has no list");
    assert_eq!(log.fold(), log.night);
}

#[test]
fn who_has_no_game_has_no_card() {
    let mut log = NightLog::of(4);
    assert_eq!(hand_in(&mut log, 1, true), Err(Refusal::NoCard { player: id(1) }), "before the first round");
    log.draw(1).unwrap();
    log.play_round();
    log.come(5).unwrap();
    assert_eq!(hand_in(&mut log, 5, true), Err(Refusal::NoCard { player: id(5) }));
    assert_eq!(hand_in(&mut log, 9, true), Err(Refusal::NoCard { player: id(9) }), "not here");
    hand_in(&mut log, 1, true).unwrap();
    assert_eq!(missing(&log), [2, 3, 4]);
    log.leave(4).unwrap();
    assert_eq!(missing(&log), [2, 3, 4], "who has left has a card");
    log.finish(false).unwrap();
    assert_eq!(hand_in(&mut log, 4, true), Ok(1), "also after the finish");
}

#[test]
fn the_fixed_partners_have_one_card() {
    let mut log = night_of(3, 2);
    log.draw(1).unwrap();
    play(&mut log);
    hand_in(&mut log, 2, true).unwrap();
    assert_eq!(
        (returned(&log), missing(&log)),
        (vec![1, 2], vec![3, 5]),
        "a card a pair, also of the pair that sat out"
    );
    assert_eq!(hand_in(&mut log, 1, true), Ok(0), "the partner has handed it in");
    assert_eq!(hand_in(&mut log, 1, false), Ok(1), "unticked by either");
    assert_eq!((returned(&log), missing(&log)), (Vec::new(), Vec::new()));
    hand_in(&mut log, 1, true).unwrap();
    log.come(9).unwrap();
    pair_for(&mut log, 1, [(1, None), (9, Some(2))]).unwrap();
    assert_eq!(returned(&log), [1, 9], "the substitute has the card of the pair");
    assert_eq!(missing(&log), [3, 5]);
}

#[test]
fn a_person_who_was_entered_twice_has_one_card() {
    let mut log = NightLog::of(4);
    log.draw(1).unwrap();
    log.play_round();
    hand_in(&mut log, 1, true).unwrap();
    log.merge(id(1), id(40)).unwrap();
    assert_eq!((returned(&log), missing(&log)), (vec![40], vec![2, 3, 4]));
    assert_eq!(hand_in(&mut log, 1, false), Ok(1), "by either id");
    log.unmerge(id(1)).unwrap();
    assert_eq!(returned(&log), [1], "as if never merged: the tick of the other id is another player's");
}

#[test]
fn a_card_is_repeated_by_its_id_and_clashes_with_a_newer_tick_also_of_the_partner() {
    let mut log = night_of(2, 2);
    log.draw(1).unwrap();
    play(&mut log);
    let session = |byte: u8| Some(TokenId::from_bytes([byte; 16]));
    let author = |byte: u8| Metadata { token: session(byte), ..metadata(Role::Coordinator) };
    let with_id = |log: &NightLog, returned: bool| {
        let card = ReturnedCard { player: id(1), returned, id: Some(command_id(700)) };
        Action::ReturnCard { card, league: log.league.clone() }
    };
    let seen = log.night.version();
    assert_eq!(log.ask_as(author(1), with_id(&log, true)), Ok(1));
    let clash =
        |player: u16, token: u8| log.night.changed_since(&card(&log, player, false), seen, session(token)).is_some();
    assert_eq!([clash(1, 2), clash(2, 2), clash(3, 2), clash(2, 1)], [true, true, false, false]);
    assert_eq!(hand_in(&mut log, 1, false), Ok(1));
    assert_eq!(log.ask_as(author(1), with_id(&log, true)), Ok(0), "a late repeat");
    assert_eq!(returned(&log), [0; 0]);
    for role in [Role::Scorer, Role::Phone, Role::Player] {
        assert_eq!(log.ask_as(metadata(role), card(&log, 1, true)), Err(Refusal::CoordinatorOnly));
    }
}
