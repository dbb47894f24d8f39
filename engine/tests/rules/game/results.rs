//! The ends of games: results, corrections, skunks, games called off.

use pegout_engine::game::{Action, PegFor, Refusal, ResultError, Role, Status, TextError};
use pegout_engine::{Preset, Rules, Skunk};

use super::{Table, coordinator, metadata, peg_id, scorer};

#[test]
fn a_game_from_a_wooden_board_is_a_result_alone() {
    let mut table = Table::usual();
    assert_eq!(table.result(scorer(), &[88, 121], None), Ok(1));
    let view = table.view();
    assert_eq!((view.status, view.winner, view.skunk, view.value), (Status::Finished, Some(1), Skunk::Skunk, Some(2)));
    assert_eq!((table.game.scores(), table.previous()), (vec![88, 121], vec![0, 0]));
    assert_eq!(table.result(scorer(), &[88, 121], None), Ok(0), "the same again");
}

#[test]
fn a_result_is_a_score_a_side_and_exactly_one_of_them_the_target() {
    let mut table = Table::usual();
    let refused = |error| Err(Refusal::Result(error));
    for (scores, error) in [
        (&[121][..], ResultError::Scores { given: 1, sides: 2 }),
        (&[121, 80, 70], ResultError::Scores { given: 3, sides: 2 }),
        (&[120, 80], ResultError::Winners { winners: 0, target: 121 }),
        (&[121, 121], ResultError::Winners { winners: 2, target: 121 }),
        (&[121, 122], ResultError::Beyond { given: 122, side: 1, target: 121 }),
    ] {
        assert_eq!(table.result(coordinator(), scores, Some("why not")), refused(error), "{scores:?}");
    }
    assert_eq!(table.view().version, 1);
}

#[test]
fn a_result_stands_over_the_pegs_until_it_is_taken_back() {
    let mut table = Table::at([100, 90], Rules::default());
    table.peg(1, 0, 4, PegFor::Hand).unwrap();
    table.peg(2, 0, 3, PegFor::Hand).unwrap();
    table.take_back(2).unwrap();
    table.result(scorer(), &[121, 95], None).unwrap();
    assert_eq!(table.game.scores(), [121, 95]);
    assert_eq!(table.peg(3, 1, 2, PegFor::Play), Err(Refusal::GameOver { winner: "Ann".to_owned() }));
    assert_eq!(table.take_back(1), Err(Refusal::ResultInForce));
    assert_eq!(table.peg(1, 0, 4, PegFor::Hand), Ok(0), "a repeat is answered");
    assert_eq!(table.take_back(2), Ok(0), "and this one");
    assert_eq!(table.take_back(9), Err(Refusal::NoSuchPeg { peg: peg_id(9) }));
    assert_eq!(table.ask(Action::TakeBackResult { result: None }), Ok(1));
    assert_eq!(table.ask(Action::TakeBackResult { result: None }), Ok(0));
    assert_eq!((table.game.scores(), table.view().status), (vec![104, 90], Status::Playing));
}

#[test]
fn no_back_peg_stands_ahead_of_a_result() {
    let mut table = Table::usual();
    table.peg(1, 0, 20, PegFor::Other).unwrap();
    table.peg(2, 0, 2, PegFor::Play).unwrap();
    table.result(scorer(), &[15, 121], None).unwrap();
    assert_eq!(table.previous(), [15, 0]);
}

#[test]
fn another_result_is_the_coordinators_and_says_why() {
    for finish in [&[121, 91][..], &[]] {
        let mut table = Table::at([120, 91], Rules::default());
        match finish {
            [] => table.peg(1, 0, 1, PegFor::Go),
            scores => table.result(scorer(), scores, None),
        }
        .unwrap();
        let coordinator_only = Err(Refusal::CoordinatorOnly { action: "change how a game has ended" });
        assert_eq!(table.result(scorer(), &[91, 121], Some("swapped")), coordinator_only);
        let phone = metadata("Bob's phone", Role::Phone, 3);
        assert_eq!(table.result(phone, &[91, 121], Some("swapped")), coordinator_only);
        assert_eq!(table.result(coordinator(), &[91, 121], None), Err(Refusal::ReasonMissing));
        assert_eq!(table.result(coordinator(), &[91, 121], Some("swapped")), Ok(1));
        assert_eq!((table.game.scores(), table.view().winner), (vec![91, 121], Some(1)));
        assert_eq!(table.result(coordinator(), &[91, 121], Some("swapped")), Ok(0));
    }
}

#[test]
fn the_result_that_the_pegs_have_made_is_no_other_result() {
    let mut table = Table::at([120, 80], Rules::default());
    table.peg(1, 0, 1, PegFor::Go).unwrap();
    assert_eq!(table.result(scorer(), &[121, 80], None), Ok(0));
    assert_eq!(table.take_back(1), Ok(1), "so the pegs can be taken back as before");
}

#[test]
fn a_reason_can_be_read() {
    let mut table = Table::usual();
    let refused = |given| Err(Refusal::InvalidReason(TextError { given, max: 1000 }));
    assert_eq!(table.result(coordinator(), &[121, 91], Some(" ")), refused(0));
    assert_eq!(table.result(coordinator(), &[121, 91], Some(&"x".repeat(1001))), refused(1001));
    assert_eq!(table.result(coordinator(), &[121, 91], Some(&"x".repeat(1000))), Ok(1));
}

#[test]
fn skunks_are_worth_what_the_rules_say() {
    for (preset, scores, skunk, value) in [
        (Preset::Auclair, [121, 91], Skunk::None, 1),
        (Preset::Auclair, [121, 90], Skunk::Skunk, 2),
        (Preset::Auclair, [121, 60], Skunk::DoubleSkunk, 3),
        (Preset::DoubleGame, [121, 60], Skunk::DoubleSkunk, 4),
        (Preset::Tournament, [121, 60], Skunk::DoubleSkunk, 3),
        (Preset::Lurch, [121, 60], Skunk::Skunk, 2),
        (Preset::Lurch, [121, 61], Skunk::None, 1),
        (Preset::OnceAround, [61, 31], Skunk::None, 1),
        (Preset::OnceAround, [61, 30], Skunk::Skunk, 2),
    ] {
        let mut table = Table::of(&["Ann", "Bob"], preset.rules());
        table.result(scorer(), &scores, None).unwrap();
        let view = table.view();
        assert_eq!((view.skunk, view.value), (skunk, Some(value)), "{preset} {scores:?}");
    }
}

#[test]
fn of_three_sides_every_loser_must_be_below_the_line() {
    for (scores, skunk) in [
        ([121, 60, 91], Skunk::None),
        ([121, 60, 90], Skunk::Skunk),
        ([121, 60, 61], Skunk::Skunk),
        ([121, 60, 0], Skunk::DoubleSkunk),
    ] {
        let mut table = Table::of(&["Ann", "Bob", "Cy"], Rules::default());
        table.result(scorer(), &scores, None).unwrap();
        assert_eq!(table.view().skunk, skunk, "{scores:?}");
    }
}

#[test]
fn the_coordinator_calls_an_open_game_off() {
    let mut table = Table::at([50, 40], Rules::default());
    let void = || Action::Void { reason: Some("snow".to_owned()), id: None };
    let action = "call a game off or bring it back";
    let phone = metadata("Ann's phone", Role::Phone, 1);
    assert_eq!(table.ask_as(phone, void()), Err(Refusal::CoordinatorOnly { action }));
    assert_eq!(table.ask_as(coordinator(), void()), Ok(1));
    assert_eq!(table.ask_as(coordinator(), void()), Ok(0));
    let view = table.view();
    assert_eq!((view.status, view.winner, view.value, &view.match_tally[..]), (Status::Void, None, None, &[0, 0][..]));
    assert_eq!(table.peg(1, 0, 2, PegFor::Play), Err(Refusal::GameVoid));
    assert_eq!(table.take_back(101), Err(Refusal::GameVoid));
    assert_eq!(table.game.scores(), [50, 40]);
}

#[test]
fn a_game_that_was_won_is_called_off_by_the_coordinator_alone() {
    let mut table = Table::at([120, 40], Rules::default());
    table.peg(1, 0, 1, PegFor::Go).unwrap();
    let void = || Action::Void { reason: None, id: None };
    assert_eq!(table.ask(void()), Err(Refusal::GameOver { winner: "Ann".to_owned() }));
    assert_eq!(table.ask_as(coordinator(), void()), Ok(1));
    let view = table.view();
    assert_eq!((view.status, view.winner, &view.match_tally[..]), (Status::Void, None, &[0, 0][..]));
    assert_eq!(table.ask_as(coordinator(), Action::TakeBackVoid { void: None }), Ok(1));
    assert_eq!((table.view().status, table.view().winner), (Status::Finished, Some(0)));
}

#[test]
fn a_game_that_was_called_off_can_still_get_its_result_from_the_coordinator() {
    let mut table = Table::usual();
    table.ask_as(coordinator(), Action::Void { reason: None, id: None }).unwrap();
    let coordinator_only = Err(Refusal::CoordinatorOnly { action: "change how a game has ended" });
    assert_eq!(table.result(scorer(), &[121, 91], None), coordinator_only);
    assert_eq!(table.result(coordinator(), &[121, 91], Some("it was played out")), Ok(1));
    assert_eq!(table.view().status, Status::Finished);
    table.ask(Action::TakeBackResult { result: None }).unwrap();
    assert_eq!(table.view().status, Status::Void);
}
