//! Pegs: the points that may be pegged, repeats, takebacks, and the end of the game.

use pegout_engine::game::{Action, DeviceId, Peg, PegError, PegFor, PegId, Refusal, Role, Status};
use pegout_engine::{HandError, Preset, Rules, Skunk};

use super::{Table, deal_id, metadata, peg, peg_id, scorer};
use crate::played;

#[test]
fn every_kind_of_peg_takes_the_points_it_can_earn_and_no_others() {
    let shows: Vec<u8> = (0..=29).filter(|points| ![19, 25, 26, 27].contains(points)).collect();
    let any: Vec<u8> = (1..=29).collect();
    for (earned_by, points) in [
        (PegFor::Play, (1..=15).collect()),
        (PegFor::Go, vec![1]),
        (PegFor::Heels, vec![2]),
        (PegFor::Hand, shows.clone()),
        (PegFor::Crib, shows),
        (PegFor::Muggins, any.clone()),
        (PegFor::Penalty, any.clone()),
        (PegFor::Other, any),
    ] {
        for given in 0..=u8::MAX {
            let possible = earned_by.points(&Rules::default(), 2);
            let refused = Err(Refusal::Peg(PegError::Points { given, earned_by, possible }));
            let expected = if points.contains(&given) { Ok(1) } else { refused };
            let mut table = Table::of(&["Ann", "Bob"], Preset::Tournament.rules());
            assert_eq!(table.peg(1, 0, given, earned_by), expected, "{given} for {earned_by}");
        }
    }
}

#[test]
fn a_hand_of_nothing_is_recorded_and_moves_no_peg() {
    let mut table = Table::usual();
    table.peg(1, 0, 2, PegFor::Play).unwrap();
    table.peg(2, 0, 8, PegFor::Hand).unwrap();
    assert_eq!(table.peg(3, 0, 0, PegFor::Crib), Ok(1));
    assert_eq!((table.game.scores(), table.previous()), (vec![10, 0], vec![2, 0]));
    assert_eq!((table.view().pegs[0].id, table.view().pegs[0].points), (peg_id(3), 0));
    assert_eq!(table.peg(3, 0, 0, PegFor::Crib), Ok(0));
    assert_eq!(table.take_back(3), Ok(1));
    assert_eq!((table.game.scores(), table.previous()), (vec![10, 0], vec![2, 0]));
    assert_eq!(table.peg(4, 1, 0, PegFor::Hand), Ok(1));
    assert_eq!((table.game.scores(), table.previous()), (vec![10, 0], vec![2, 0]));
}

#[test]
fn nothing_is_pegged_for_other_reasons_and_the_refusal_says_for_which() {
    let refused = Table::usual().peg(1, 0, 0, PegFor::Play).unwrap_err();
    let sentence =
        "0 cannot be pegged for play, only 1 to 15. A hand or crib without points is pegged as 0 for hand or crib.";
    assert_eq!(refused.to_string(), sentence);
    let refused = Table::usual().peg(1, 0, 19, PegFor::Hand).unwrap_err();
    assert_eq!(refused.to_string(), "19 cannot be pegged for hand, only 0 to 18, 20 to 24, 28 or 29.");
}

#[test]
fn a_peg_with_another_deal_or_device_is_a_repeat() {
    let mut table = Table::usual();
    let first = Peg { deal: Some(1), device: Some(DeviceId::from_bytes([1; 16])), ..peg(1, 0, 8, PegFor::Hand) };
    assert_eq!(table.ask(Action::Peg(first.clone())), Ok(1));
    let other = Some(DeviceId::from_bytes([2; 16]));
    for repeat in [
        Peg { deal: None, device: None, ..first.clone() },
        Peg { deal: Some(2), ..first.clone() },
        Peg { device: other, ..first.clone() },
    ] {
        assert_eq!(table.ask(Action::Peg(repeat)), Ok(0));
    }
    let differs = Err(Refusal::PegIdTaken { peg: peg_id(1) });
    assert_eq!(table.ask(Action::Peg(Peg { points: 9, ..first })), differs);
}

#[test]
fn muggins_is_pegged_only_where_it_is_played() {
    assert_eq!(Table::usual().peg(1, 0, 2, PegFor::Muggins), Err(Refusal::Peg(PegError::Muggins)));
    let mut strict = Table::of(&["Ann", "Bob"], Rules { muggins: true, ..Rules::default() });
    assert_eq!(strict.peg(1, 0, 2, PegFor::Muggins), Ok(1));
}

#[test]
fn only_a_side_that_plays_can_peg() {
    let refused = |given, sides| Err(Refusal::Peg(PegError::Side { given, sides }));
    assert_eq!(Table::usual().peg(1, 2, 2, PegFor::Play), refused(2, 2));
    let mut three = Table::of(&["Ann", "Bob", "Cy"], Rules::default());
    assert_eq!(three.peg(1, 2, 2, PegFor::Play), Ok(1));
    assert_eq!(three.peg(2, 3, 2, PegFor::Play), refused(3, 3));
}

fn shown(points: u8, earned_by: PegFor, four: Option<&str>, starter: Option<&str>) -> Result<usize, Refusal> {
    let starter = starter.map(|card| card.parse().unwrap());
    let peg = Peg { cards: four.map(played), starter, ..peg(1, 0, points, earned_by) };
    Table::usual().ask(Action::Peg(peg))
}

#[test]
fn cards_that_are_told_must_count_what_is_pegged() {
    let counted = |given, counted| Err(Refusal::Peg(PegError::Counted { given, counted }));
    assert_eq!(shown(29, PegFor::Hand, Some("5H 5D 5S JC"), Some("5C")), Ok(1));
    assert_eq!(shown(28, PegFor::Hand, Some("5H 5D 5S JC"), Some("5C")), counted(28, 29));
    assert_eq!(shown(8, PegFor::Hand, Some("8S 7H 7D AC"), None), Ok(1));
    assert_eq!(shown(0, PegFor::Hand, Some("5H 5D 5S JC"), Some("5C")), counted(0, 29));
    assert_eq!(shown(0, PegFor::Crib, Some("2H 4H 6H 8D"), Some("KC")), Ok(1));
    assert_eq!(shown(4, PegFor::Hand, Some("2H 4H 6H 8H"), Some("KC")), Ok(1));
    assert_eq!(shown(4, PegFor::Crib, Some("2H 4H 6H 8H"), Some("KC")), counted(4, 0));
    let both = Refusal::Peg(PegError::Counted { given: 12, counted: 8 }).to_string();
    assert_eq!(both, "These cards count 8, not 12.");
}

#[test]
fn cards_that_are_told_must_be_a_hand() {
    let refused = |error| Err(Refusal::Peg(error));
    assert_eq!(shown(2, PegFor::Hand, Some(""), None), refused(HandError::NotFour { given: 0 }.into()));
    assert_eq!(shown(2, PegFor::Play, Some("5H 5D 5S JC"), None), refused(PegError::Cards { earned_by: PegFor::Play }));
    assert_eq!(shown(2, PegFor::Hand, None, Some("5C")), refused(PegError::Starter));
    assert_eq!(shown(2, PegFor::Heels, None, Some("JC")), Ok(1));
    let five = "5C".parse().unwrap();
    assert_eq!(shown(2, PegFor::Heels, None, Some("5C")), refused(PegError::NoJack { starter: five }));
}

#[test]
fn the_front_peg_jumps_over_the_back_peg() {
    let mut table = Table::usual();
    for (id, points) in [(1, 2), (2, 8), (3, 5)] {
        table.peg(id, 0, points, PegFor::Other).unwrap();
    }
    assert_eq!((table.game.scores(), table.previous()), (vec![15, 0], vec![10, 0]));
    table.take_back(3).unwrap();
    assert_eq!((table.game.scores(), table.previous()), (vec![10, 0], vec![2, 0]));
    table.take_back(1).unwrap();
    assert_eq!((table.game.scores(), table.previous()), (vec![8, 0], vec![0, 0]));
}

#[test]
fn the_same_peg_again_is_harmless_and_another_with_its_id_is_refused() {
    let mut table = Table::usual();
    assert_eq!(table.peg(1, 0, 8, PegFor::Hand), Ok(1));
    assert_eq!(table.peg(1, 0, 8, PegFor::Hand), Ok(0));
    let differs = Err(Refusal::PegIdTaken { peg: peg_id(1) });
    assert_eq!(table.peg(1, 0, 9, PegFor::Hand), differs);
    assert_eq!(table.peg(1, 1, 8, PegFor::Hand), differs);
    assert_eq!(table.peg(1, 0, 8, PegFor::Crib), differs);
    let again = Action::Peg(peg(1, 0, 8, PegFor::Hand));
    assert_eq!(table.ask_as(metadata("Ann's phone", Role::Scorer, 2), again.clone()), differs, "another token");
    assert_eq!(table.ask_as(metadata("Bob's phone", Role::Scorer, 1), again.clone()), differs, "another name");
    let later = pegout_engine::Time::from_millis(2_000_000_000_000).unwrap();
    assert_eq!(table.ask_as(pegout_engine::game::Metadata { at: later, ..scorer() }, again), Ok(0), "sent again later");
    assert_eq!(table.game.scores(), [8, 0]);
}

#[test]
fn a_peg_that_was_taken_back_is_not_brought_back_by_its_repeat() {
    let mut table = Table::usual();
    table.peg(1, 0, 8, PegFor::Hand).unwrap();
    assert_eq!(table.take_back(1), Ok(1));
    assert_eq!(table.take_back(1), Ok(0));
    assert_eq!(table.peg(1, 0, 8, PegFor::Hand), Ok(0));
    assert_eq!(table.game.scores(), [0, 0]);
    assert_eq!(table.take_back(2), Err(Refusal::NoSuchPeg { peg: peg_id(2) }));
}

#[test]
fn the_score_stops_on_the_game_hole_and_nothing_after_it_is_scored() {
    let mut table = Table::at([118, 100], Rules::default());
    assert_eq!(table.peg(1, 0, 8, PegFor::Hand), Ok(1));
    assert_eq!((table.game.scores(), table.previous()[0]), (vec![121, 100], 118));
    let over = Err(Refusal::GameOver { winner: "Ann".to_owned() });
    assert_eq!(table.peg(2, 1, 24, PegFor::Hand), over);
    assert_eq!(table.ask(Action::BeginDeal { number: 2, deal: deal_id(1) }), over);
    assert_eq!(table.peg(1, 0, 8, PegFor::Hand), Ok(0), "what was pegged in time is answered");
    assert_eq!(table.peg(1, 0, 7, PegFor::Hand), Err(Refusal::PegIdTaken { peg: peg_id(1) }));
    let view = table.view();
    assert_eq!((view.status, view.winner, view.skunk, view.value), (Status::Finished, Some(0), Skunk::None, Some(1)));
}

#[test]
fn taking_the_winning_peg_back_opens_the_game_again() {
    let mut table = Table::at([118, 100], Rules::default());
    table.peg(1, 0, 8, PegFor::Hand).unwrap();
    table.take_back(1).unwrap();
    let view = table.view();
    assert_eq!((view.status, view.winner, view.value), (Status::Playing, None, None));
    assert_eq!(table.peg(2, 1, 21, PegFor::Hand), Ok(1));
    assert_eq!(table.view().winner, Some(1));
}

#[test]
fn taking_an_earlier_peg_back_opens_the_game_only_when_the_rest_no_longer_reach() {
    let mut table = Table::usual();
    for (id, points) in [(1, 3), (2, 24), (3, 24), (4, 24), (5, 24), (6, 19), (7, 8)] {
        table.peg(id, 0, points, PegFor::Other).unwrap();
    }
    assert_eq!((table.game.scores()[0], table.previous()[0]), (121, 118));
    table.take_back(1).unwrap();
    assert_eq!((table.game.scores()[0], table.previous()[0], table.view().status), (121, 115, Status::Finished));
    table.take_back(2).unwrap();
    assert_eq!((table.game.scores()[0], table.view().status), (99, Status::Playing));
}

#[test]
fn heels_and_go_win_unless_the_rules_forbid_it() {
    let no_heels = Rules { heels_can_win: false, ..Rules::default() };
    let no_go = Rules { go_can_win: false, ..Rules::default() };
    assert_eq!(Table::at([119, 0], Rules::default()).peg(1, 0, 2, PegFor::Heels), Ok(1));
    assert_eq!(Table::at([120, 0], Rules::default()).peg(1, 0, 1, PegFor::Go), Ok(1));
    let refused = |earned_by| Err(Refusal::MayNotWin { side: "Ann".to_owned(), earned_by, target: 121 });
    for score in [119, 120] {
        let mut table = Table::at([score, 0], no_heels.clone());
        assert_eq!(table.peg(1, 0, 2, PegFor::Heels), refused(PegFor::Heels), "from {score}");
        assert_eq!(table.game.scores(), [score, 0]);
    }
    assert_eq!(Table::at([118, 0], no_heels.clone()).peg(1, 0, 2, PegFor::Heels), Ok(1));
    assert_eq!(Table::at([120, 0], no_heels).peg(1, 0, 1, PegFor::Go), Ok(1));
    assert_eq!(Table::at([120, 0], no_go.clone()).peg(1, 0, 1, PegFor::Go), refused(PegFor::Go));
    assert_eq!(Table::at([119, 0], no_go.clone()).peg(1, 0, 1, PegFor::Go), Ok(1));
    assert_eq!(Table::at([119, 0], no_go.clone()).peg(1, 0, 2, PegFor::Heels), Ok(1));
    assert_eq!(Table::at([120, 0], no_go.clone()).peg(1, 0, 1, PegFor::Play), refused(PegFor::Go), "it counts as a go");
    assert_eq!(Table::at([120, 0], no_go).peg(1, 0, 2, PegFor::Play), Ok(1));
}

#[test]
fn the_newest_twenty_pegs_that_stand_are_told() {
    let mut table = Table::usual();
    for id in 1..=25 {
        table.peg(id, id % 2, 1, PegFor::Play).unwrap();
    }
    table.take_back(24).unwrap();
    let shown: Vec<_> = table.view().pegs.iter().map(|peg| peg.id).collect();
    let expected: Vec<_> = [25].into_iter().chain((5..=23).rev()).map(peg_id).collect();
    assert_eq!(shown, expected);
    let newest = &table.view().pegs[0];
    assert_eq!((newest.by.as_deref(), newest.at), (Some("Ann's phone"), scorer().at));
}

#[test]
fn a_peg_is_told_with_the_time_of_its_tap() {
    let mut table = Table::usual();
    let tapped_at: Option<pegout_engine::Time> = Some("2026-01-31T18:59:00Z".parse().unwrap());
    table.ask(Action::Peg(Peg { tapped_at, ..peg(1, 0, 2, PegFor::Play) })).unwrap();
    assert_eq!(Some(table.view().pegs[0].at), tapped_at);
}

#[test]
fn a_game_that_has_changed_a_thousand_times_takes_no_more_pegs_but_can_still_be_ended_by_the_coordinator() {
    let mut table = Table::usual();
    let id = |nth: u32| {
        let mut bytes = [9; 16];
        bytes[..4].copy_from_slice(&nth.to_be_bytes());
        PegId::from_bytes(bytes)
    };
    let one = |nth| Action::Peg(Peg { id: id(nth), ..peg(0, 0, 1, PegFor::Other) });
    for nth in 0..499 {
        assert_eq!(table.ask(one(nth)), Ok(1));
        assert_eq!(table.ask(Action::TakeBackPeg(id(nth))), Ok(1));
    }
    assert_eq!(table.ask(one(499)), Ok(1));
    let full = Err(Refusal::TooManyEvents { changes: 1000 });
    assert_eq!(table.ask(one(500)), full);
    assert_eq!(table.ask(Action::BeginDeal { number: 2, deal: deal_id(3) }), full);
    assert_eq!(table.ask(one(499)), Ok(0), "a repeat is harmless");
    assert_eq!(table.ask(Action::TakeBackPeg(id(499))), Ok(1), "what stands can be taken back");
    let result = || Action::EnterResult { scores: vec![121, 90].into(), reason: None, device: None, id: None };
    assert!(matches!(table.ask(result()), Err(Refusal::CoordinatorOnly { .. })));
    assert_eq!(table.ask_as(metadata("Cy", Role::Coordinator, 9), result()), Ok(1));
}
