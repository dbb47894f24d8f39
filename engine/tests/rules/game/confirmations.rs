//! Results by winner and shortfall, and their confirmations.

use pegout_engine::Rules;
use pegout_engine::game::{
    Action, Confirmation, ContestView, DeviceId, FinalScores, Metadata, PegFor, Refusal, ResultError, ResultView, Role,
    Verdict,
};

use super::{Table, confirmation_id, coordinator, device_id, metadata, scorer};

fn bob() -> Metadata {
    metadata("Bob's phone", Role::Phone, 2)
}

fn confirm(id: u8, side: u8, device: Option<DeviceId>) -> Action {
    Action::Confirm(Confirmation { id: confirmation_id(id), side, verdict: Verdict::Confirmed, device })
}

fn contest(id: u8, side: u8, scores: Option<&[u8]>) -> Action {
    let verdict = Verdict::Contested { scores: scores.map(<[u8]>::to_vec) };
    Action::Confirm(Confirmation { id: confirmation_id(id), side, verdict, device: None })
}

fn won(scores: &[u8], device: Option<DeviceId>) -> Action {
    Action::EnterResult { scores: scores.to_vec().into(), reason: None, device, id: None }
}

/// Ann's phone has entered a result.
fn entered() -> Table {
    let mut table = Table::usual();
    table.ask(won(&[121, 90], Some(device_id(1)))).unwrap();
    table
}

fn result(confirmed: &[u8], contested: &[(u8, &str, Option<&[u8]>)]) -> Option<ResultView> {
    let contest = |(side, by, scores): &(u8, &str, Option<&[u8]>)| ContestView {
        side: *side,
        by: Some((*by).to_owned()),
        scores: scores.map(<[u8]>::to_vec),
    };
    Some(ResultView {
        by: Some("Ann's phone".to_owned()),
        role: Role::Scorer,
        id: None,
        confirmed: confirmed.to_vec(),
        contested: contested.iter().map(contest).collect(),
    })
}

#[test]
fn the_winner_and_the_points_short_are_a_result_of_two_sides() {
    for (winner, short_by, scores) in [(0, 31, [121, 90]), (1, 1, [120, 121]), (1, 121, [0, 121])] {
        let mut table = Table::usual();
        let said = FinalScores { winner: Some(winner), short_by: Some(short_by), ..FinalScores::default() };
        assert_eq!(
            table.ask(Action::EnterResult { scores: said.clone(), reason: None, device: None, id: None }),
            Ok(1)
        );
        assert_eq!(table.game.scores(), scores);
        let both = FinalScores { scores: Some(scores.to_vec()), ..said };
        assert_eq!(table.ask(Action::EnterResult { scores: both, reason: None, device: None, id: None }), Ok(0));
    }
}

#[test]
fn parts_of_a_result_that_say_too_little_or_differ_are_refused() {
    let two = [
        (None, None, None, ResultError::Missing { short_by: true }),
        (None, Some(0), None, ResultError::WinnerAlone),
        (Some(vec![121, 90]), Some(0), None, ResultError::WinnerAlone),
        (None, None, Some(3), ResultError::ShortByAlone),
        (None, Some(2), Some(3), ResultError::Winner { given: 2, sides: 2 }),
        (None, Some(0), Some(0), ResultError::ShortBy { given: 0, target: 121 }),
        (None, Some(0), Some(122), ResultError::ShortBy { given: 122, target: 121 }),
        (Some(vec![121, 90]), Some(1), Some(31), ResultError::Contradiction),
        (Some(vec![121, 90]), Some(0), Some(30), ResultError::Contradiction),
    ];
    let three = [
        (None, Some(0), None, ResultError::Missing { short_by: false }),
        (None, Some(0), Some(3), ResultError::ShortByOfThree { sides: 3 }),
        (Some(vec![121, 90, 80]), Some(1), None, ResultError::Contradiction),
        (Some(vec![121, 90]), Some(0), None, ResultError::Scores { given: 2, sides: 3 }),
    ];
    let of_two = two.into_iter().map(|case| (Table::usual(), case));
    let of_three = three.into_iter().map(|case| (Table::of(&["Ann", "Bob", "Cy"], Rules::default()), case));
    for (mut table, (scores, winner, short_by, error)) in of_two.chain(of_three) {
        let scores = FinalScores { scores, winner, loser: None, short_by };
        let action = Action::EnterResult { scores: scores.clone(), reason: None, device: None, id: None };
        assert_eq!(table.ask(action), Err(Refusal::Result(error)), "{scores:?}");
    }
    let mut table = Table::of(&["Ann", "Bob", "Cy"], Rules::default());
    let scores = FinalScores { scores: Some(vec![90, 121, 80]), winner: Some(1), ..FinalScores::default() };
    assert_eq!(table.ask(Action::EnterResult { scores, reason: None, device: None, id: None }), Ok(1));
}

#[test]
fn of_two_results_the_first_stands_and_the_other_phone_is_told_so() {
    let mut table = entered();
    let other = Err(Refusal::OtherResult { winner: "Ann".to_owned() });
    assert_eq!(table.ask_as(bob(), won(&[90, 121], None)), other);
    assert_eq!(table.ask(won(&[90, 121], Some(device_id(2)))), other, "another phone with the same token");
    let coordinator_only = Err(Refusal::CoordinatorOnly { action: "change how a game has ended" });
    assert_eq!(table.ask(won(&[90, 121], Some(device_id(1)))), coordinator_only, "the phone that entered it");
    assert_eq!(table.ask(won(&[90, 121], None)), coordinator_only);
    assert_eq!(table.ask_as(bob(), won(&[121, 90], None)), Ok(0), "the same result");
    assert_eq!(table.result(bob(), &[90, 121], Some("swapped")), coordinator_only, "a correction");
    let mut pegged = Table::at([120, 80], Rules::default());
    pegged.peg(1, 0, 1, PegFor::Go).unwrap();
    assert_eq!(pegged.ask_as(bob(), won(&[90, 121], None)), coordinator_only);
    assert_eq!(pegged.view().result, None);
}

#[test]
fn the_last_word_of_each_side_is_shown_with_the_result() {
    let mut table = Table::usual();
    assert_eq!(table.view().result, None);
    table.ask(won(&[121, 90], None)).unwrap();
    assert_eq!(table.view().result, result(&[], &[]));
    assert_eq!(table.ask_as(bob(), confirm(1, 1, None)), Ok(1));
    assert_eq!(table.view().result, result(&[1], &[]));
    assert_eq!(table.ask_as(bob(), confirm(2, 0, None)), Ok(1));
    assert_eq!(table.view().result, result(&[0, 1], &[]));
    assert_eq!(table.ask_as(bob(), contest(3, 1, Some(&[121, 91]))), Ok(1));
    assert_eq!(table.view().result, result(&[0], &[(1, "Bob's phone", Some(&[121, 91]))]));
    assert_eq!(table.ask_as(bob(), contest(4, 0, None)), Ok(1));
    let both: [(u8, &str, Option<&[u8]>); 2] = [(0, "Bob's phone", None), (1, "Bob's phone", Some(&[121, 91]))];
    assert_eq!(table.view().result, result(&[], &both));
    assert_eq!(table.ask_as(bob(), confirm(1, 1, None)), Ok(0), "a repeat changes nothing");
    assert_eq!(table.view().result, result(&[], &both));
    assert_eq!(table.view().winner, Some(0), "the result stands");
}

#[test]
fn the_coordinator_settles_a_contest_by_the_same_result_with_a_reason() {
    let mut table = entered();
    assert_eq!(table.result(coordinator(), &[121, 90], Some("looked at the board")), Ok(0), "nobody contests it");
    table.ask_as(bob(), confirm(1, 0, None)).unwrap();
    assert_eq!(table.result(coordinator(), &[121, 90], Some("looked at the board")), Ok(0), "it is confirmed");
    table.ask_as(bob(), contest(2, 1, Some(&[121, 91]))).unwrap();
    assert_eq!(table.result(coordinator(), &[121, 90], None), Ok(0), "a repeat without a reason settles nothing");
    assert_eq!(table.ask_as(bob(), won(&[121, 90], None)), Ok(0));
    assert_eq!(table.view().result.unwrap().contested.len(), 1);
    assert_eq!(table.result(coordinator(), &[121, 90], Some("looked at the board")), Ok(1));
    assert_eq!((table.view().result.unwrap().contested, table.game.scores()), (vec![], vec![121, 90]));
    assert_eq!(table.result(coordinator(), &[121, 90], Some("looked at the board")), Ok(0), "a repeat changes nothing");
}

#[test]
fn a_corrected_or_taken_back_result_is_confirmed_anew() {
    let mut table = entered();
    table.ask_as(bob(), confirm(1, 1, None)).unwrap();
    table.result(coordinator(), &[121, 91], Some("misread")).unwrap();
    let corrected = table.view().result.unwrap();
    assert_eq!((corrected.role, corrected.confirmed), (Role::Coordinator, vec![]));
    assert_eq!(table.ask_as(bob(), confirm(1, 1, None)), Ok(0), "a repeat is of the old result");
    assert_eq!(table.view().result.unwrap().confirmed, [0; 0]);
    assert_eq!(table.ask_as(bob(), confirm(2, 1, None)), Ok(1));
    table.ask(Action::TakeBackResult { result: None }).unwrap();
    assert_eq!(table.view().result, None);
    assert_eq!(table.ask_as(bob(), confirm(3, 1, None)), Err(Refusal::NoResult));
    table.ask(won(&[121, 90], None)).unwrap();
    assert_eq!(table.view().result, result(&[], &[]));
}

#[test]
fn a_phone_does_not_confirm_what_it_has_entered() {
    let mut table = entered();
    for device in [None, Some(device_id(1))] {
        assert_eq!(table.ask(confirm(1, 1, device)), Err(Refusal::OwnResult), "{device:?}");
    }
    assert_eq!(table.ask(confirm(1, 1, Some(device_id(2)))), Ok(1), "another phone with the same token");
    assert_eq!(table.ask_as(bob(), confirm(2, 1, Some(device_id(1)))), Ok(1), "another token");
    let mut nameless = Table::usual();
    nameless.ask(won(&[121, 90], None)).unwrap();
    assert_eq!(nameless.ask(confirm(1, 1, Some(device_id(2)))), Err(Refusal::OwnResult));
}

#[test]
fn only_a_word_on_a_result_of_this_table_is_taken() {
    let mut table = Table::usual();
    assert_eq!(table.ask_as(bob(), confirm(1, 1, None)), Err(Refusal::NoResult));
    table.ask(won(&[121, 90], None)).unwrap();
    assert_eq!(table.ask_as(bob(), confirm(1, 2, None)), Err(Refusal::NoSuchSide { given: 2, sides: 2 }));
    let refused = Err(Refusal::Result(ResultError::Winners { winners: 0, target: 121 }));
    assert_eq!(table.ask_as(bob(), contest(1, 1, Some(&[120, 90]))), refused);
    assert_eq!(table.ask_as(coordinator(), confirm(1, 1, None)), Err(Refusal::NotAtTheTable));
    assert_eq!(table.ask_as(bob(), confirm(1, 1, Some(device_id(2)))), Ok(1));
    assert_eq!(table.ask_as(bob(), confirm(1, 1, Some(device_id(3)))), Ok(0), "the phone is no part of it");
    let taken = Err(Refusal::ConfirmationIdTaken { confirmation: confirmation_id(1) });
    assert_eq!(table.ask_as(bob(), confirm(1, 0, None)), taken);
    assert_eq!(table.ask_as(bob(), contest(1, 1, None)), taken);
    assert_eq!(table.ask_as(scorer(), confirm(1, 1, None)), taken);
}

#[cfg(feature = "serde")]
#[test]
fn the_phone_is_stored_and_is_in_no_answer() {
    use serde_json::json;

    let mut table = entered();
    assert_eq!(json!(table.log[1])["device"], json!(device_id(1)));
    assert_eq!(json!(table.view())["latest"].get("device"), None);
    table.ask_as(bob(), confirm(1, 1, Some(device_id(2)))).unwrap();
    table.ask_as(bob(), contest(2, 1, None)).unwrap();
    let expected = json!({
        "at": "2026-01-31T19:05:00.000Z", "by": "Bob's phone", "role": "phone",
        "token": "02020202-0202-0202-0202-020202020202",
        "kind": "result_confirmed", "id": "01010101-0101-0101-0101-010101010101", "side": 1,
        "device": "02020202-0202-0202-0202-020202020202",
    });
    assert_eq!(json!(table.log[2]), expected);
    let expected = json!({
        "at": "2026-01-31T19:05:00.000Z", "by": "Bob's phone", "role": "phone",
        "token": "02020202-0202-0202-0202-020202020202",
        "kind": "result_contested", "id": "02020202-0202-0202-0202-020202020202", "side": 1, "scores": null,
    });
    assert_eq!(json!(table.log[3]), expected);
    for event in table.log {
        assert_eq!(json!(table.game.shown(event)).get("device"), None);
    }
}
