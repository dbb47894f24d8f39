//! Games that are called off and brought back.

use pegout_engine::Rules;
use pegout_engine::game::{Action, Confirmation, Occasion, PegFor, Refusal, Role, Setup, Status, Verdict, VoidView};
use pegout_engine::id::NightId;

use super::{Table, command_id, confirmation_id, coordinator, game_id, metadata, scorer, setup};

fn void(reason: &str, id: u8) -> Action {
    Action::Void { reason: Some(reason.to_owned()), id: Some(command_id(id)) }
}

fn bring_back(id: u8) -> Action {
    Action::TakeBackVoid { void: Some(command_id(id)) }
}

/// A game of a league night, won by a result that the other side has confirmed.
fn won_at_a_night() -> Table {
    let occasion = Occasion::League { night: NightId::from_bytes([1; 16]) };
    let mut table = Table::begun(Setup { occasion, ..setup(1, &["Ann", "Bob"], Rules::default()) });
    table.ask_as(coordinator(), Action::Peg(super::peg(1, 0, 8, PegFor::Hand))).unwrap();
    table.result(coordinator(), &[121, 90], None).unwrap();
    let confirmation = Confirmation { id: confirmation_id(1), side: 1, verdict: Verdict::Confirmed, device: None };
    table.ask_as(metadata("Bob's phone", Role::Phone, 2), Action::Confirm(confirmation)).unwrap();
    table
}

#[test]
fn a_void_stops_the_result_from_counting_and_bringing_the_game_back_restores_it_unconfirmed() {
    let mut table = won_at_a_night();
    assert_eq!(table.view().result.unwrap().confirmed, [1]);
    assert_eq!(table.ask_as(coordinator(), void("The wrong four sat there.", 1)), Ok(1));
    let view = table.view();
    assert_eq!((view.status, view.winner, view.result, view.value), (Status::Void, None, None, None));
    assert_eq!(table.game.scores(), [8, 0], "the pegs stay");
    let reason = Some("The wrong four sat there.".to_owned());
    assert_eq!(view.void, Some(VoidView { id: Some(command_id(1)), reason }));
    assert_eq!(table.ask_as(coordinator(), Action::TakeBackPeg(super::peg_id(1))), Err(Refusal::GameVoid));
    assert_eq!(table.ask_as(coordinator(), bring_back(1)), Ok(1));
    let view = table.view();
    assert_eq!((view.status, view.winner, view.void), (Status::Finished, Some(0), None));
    assert_eq!(table.game.scores(), [121, 90]);
    assert!(view.result.unwrap().confirmed.is_empty());
    table.ask_as(coordinator(), Action::TakeBackResult { result: None }).unwrap();
    assert_eq!((table.view().status, table.game.scores()), (Status::Playing, vec![8, 0]));
}

#[test]
fn a_void_and_its_end_take_effect_once() {
    let mut table = won_at_a_night();
    for _ in 0..2 {
        assert_eq!(table.ask_as(coordinator(), bring_back(1)), Ok(0), "nothing is called off");
    }
    assert_eq!(table.ask_as(coordinator(), void("Snow", 1)), Ok(1));
    assert_eq!(table.ask_as(coordinator(), void("Rain", 1)), Ok(0), "the id alone makes a repeat");
    let without_id = Action::Void { reason: Some("Snow".to_owned()), id: None };
    assert_eq!(table.ask_as(coordinator(), without_id), Ok(0), "called off for this reason already");
    assert_eq!(table.ask_as(coordinator(), bring_back(2)), Ok(0), "another void");
    assert_eq!(table.ask_as(coordinator(), bring_back(1)), Ok(1));
    assert_eq!(table.ask_as(coordinator(), bring_back(1)), Ok(0));
    assert_eq!(table.ask_as(coordinator(), void("Snow", 1)), Ok(0), "also after it was taken back");
    assert_eq!(table.view().status, Status::Finished);
    assert_eq!(table.ask_as(coordinator(), void("Rain", 3)), Ok(1));
    assert_eq!(table.ask_as(coordinator(), bring_back(1)), Ok(0), "a later void stays");
    assert_eq!(table.view().status, Status::Void);
}

#[test]
fn a_repeat_of_a_second_void_for_the_same_reason_has_no_effect_after_the_game_is_brought_back() {
    let mut table = won_at_a_night();
    for id in [1, 2] {
        assert_eq!(table.ask_as(coordinator(), void("Snow", id)), Ok(1));
    }
    assert_eq!(table.ask_as(coordinator(), bring_back(1)), Ok(0), "the second one stands");
    assert_eq!(table.ask_as(coordinator(), bring_back(2)), Ok(1));
    for id in [1, 2] {
        assert_eq!(table.ask_as(coordinator(), void("Snow", id)), Ok(0));
    }
    assert_eq!((table.view().status, table.game.scores()), (Status::Finished, vec![121, 90]));
}

#[test]
fn another_reason_replaces_the_one_before_and_keeps_the_result() {
    let mut table = won_at_a_night();
    table.ask_as(coordinator(), void("Snow", 1)).unwrap();
    assert_eq!(table.ask_as(coordinator(), void("Rain", 2)), Ok(1));
    assert_eq!(table.view().void.unwrap().reason.unwrap(), "Rain");
    assert_eq!(table.ask_as(coordinator(), bring_back(1)), Ok(0));
    assert_eq!(table.ask_as(coordinator(), bring_back(2)), Ok(1));
    assert_eq!(table.game.scores(), [121, 90]);
}

#[test]
fn a_result_entered_over_a_void_stays_when_the_void_is_taken_back() {
    let mut table = won_at_a_night();
    table.ask_as(coordinator(), void("Snow", 1)).unwrap();
    table.result(coordinator(), &[100, 121], Some("They played it out.")).unwrap();
    assert_eq!((table.view().status, table.view().void), (Status::Finished, None));
    assert_eq!(table.ask_as(coordinator(), bring_back(1)), Ok(1));
    assert_eq!(table.game.scores(), [100, 121]);
    table.ask_as(coordinator(), Action::TakeBackResult { result: None }).unwrap();
    assert_eq!(table.view().status, Status::Playing, "nothing is called off under the result");
}

#[test]
fn at_a_night_only_the_coordinator_calls_a_game_off_or_brings_it_back() {
    let mut table = won_at_a_night();
    let only = Err(Refusal::CoordinatorOnly { action: "call a game off or bring it back" });
    for author in [scorer(), metadata("Bob's phone", Role::Phone, 2)] {
        assert_eq!(table.ask_as(author.clone(), void("Snow", 1)), only);
        assert_eq!(table.ask_as(author, bring_back(1)), only);
    }
}

#[test]
fn without_a_night_the_scorer_calls_an_open_game_off_and_brings_it_back() {
    let mut table = Table::at([50, 40], Rules::default());
    assert_eq!(table.ask(void("Supper", 1)), Ok(1));
    assert_eq!(table.view().status, Status::Void);
    assert_eq!(table.ask(bring_back(1)), Ok(1));
    assert_eq!((table.view().status, table.game.scores()), (Status::Playing, vec![50, 40]));
    table.peg(1, 0, 2, PegFor::Play).unwrap();
}

#[test]
fn a_game_with_a_rematch_is_neither_called_off_nor_brought_back() {
    let mut table = Table::usual();
    table.result(scorer(), &[121, 90], None).unwrap();
    table.ask_as(coordinator(), void("Snow", 1)).unwrap();
    table.result(coordinator(), &[121, 90], Some("It was played out.")).unwrap();
    table.ask(Action::BeginRematch(super::request(game_id(2), None))).unwrap();
    let exists = Err(Refusal::RematchExists { rematch: game_id(2) });
    assert_eq!(table.ask_as(coordinator(), void("Snow", 2)), exists);
    assert_eq!(table.ask_as(coordinator(), bring_back(1)), exists);
    assert_eq!(table.ask_as(coordinator(), void("Snow", 1)), Ok(0), "a repeat");
}

#[test]
fn a_game_has_begun_once_anything_was_accepted_also_if_it_was_taken_back() {
    assert!(!Table::usual().game.has_begun());
    let mut pegged = Table::usual();
    pegged.peg(1, 0, 2, PegFor::Play).unwrap();
    pegged.take_back(1).unwrap();
    let mut dealt = Table::usual();
    dealt.ask(Action::BeginDeal { number: 2, deal: super::deal_id(2) }).unwrap();
    dealt.ask(Action::TakeBackDeal { number: 2, deal: None }).unwrap();
    let mut ended = Table::usual();
    ended.result(scorer(), &[121, 90], None).unwrap();
    ended.ask(Action::TakeBackResult { result: None }).unwrap();
    for table in [pegged, dealt, ended] {
        assert!(table.game.has_begun() && table.game.scores() == [0, 0]);
    }
    let mut void = Table::usual();
    void.ask_as(coordinator(), Action::Void { reason: None, id: None }).unwrap();
    assert!(!void.game.has_begun());
}

#[cfg(feature = "serde")]
#[test]
fn a_log_with_voids_that_was_written_once_still_loads() {
    use pegout_engine::game::{Event, Game};

    let log = include_str!("../../data/game_log_with_voids.jsonl");
    let events: Vec<Event> = log.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    for (event, line) in events.iter().zip(log.lines()) {
        assert_eq!(serde_json::to_string(event).unwrap(), line);
    }
    let statuses = [3, 5, 6, 7].map(|events_so_far| Game::fold(&events[..events_so_far]).unwrap().status());
    assert_eq!(statuses, [Status::Finished, Status::Void, Status::Finished, Status::Void]);
    let game = Game::fold(&events).unwrap();
    assert!(game.was_voided_by(Some(command_id(1))) && !game.was_voided_by(None));
    assert_eq!(game.void(), Some(&VoidView { id: None, reason: None }));
}
