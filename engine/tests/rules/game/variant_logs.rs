//! Logs of the variants, as they were written once.
#![cfg(feature = "serde")]

use pegout_engine::game::{Crash, CrashedPeg, Direction, Event, Game, Status};

use super::{game_id, peg_id};

fn fold(log: &str) -> (Vec<Event>, Game) {
    let events: Vec<Event> = log.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let written: Vec<String> = events.iter().map(|event| serde_json::to_string(event).unwrap()).collect();
    // The first line holds the rules, and a later version may write more rules.
    assert_eq!(written[1..], log.lines().skip(1).collect::<Vec<_>>(), "byte for byte");
    let game = Game::fold(&events).unwrap();
    (events, game)
}

fn scores(game: &Game) -> Vec<(u8, u8)> {
    game.view().sides.iter().map(|side| (side.score, side.previous)).collect()
}

#[test]
fn a_log_of_crash_cribbage_still_loads_and_tells_its_throws() {
    let (events, game) = fold(include_str!("../../data/game_log_of_crash.jsonl"));
    assert_eq!((scores(&game), game.status()), (vec![(29, 0), (63, 58)], Status::Playing));
    assert_eq!(game.crashes(peg_id(5)), [Crash { side: 0, peg: CrashedPeg::Front, by: 29 }]);
    assert_eq!(game.crashes(peg_id(6)), [], "it was taken back");
    let view = game.view();
    assert_eq!(view.crash_directions, Some(vec![Direction::Clockwise, Direction::CounterClockwise]));
    assert_eq!(view.rematch, Some(game_id(2)));
    let finished = Game::fold(&events[..9]).unwrap();
    assert_eq!((scores(&finished), finished.view().winner), (vec![(121, 121), (90, 90)], Some(0)));
}

#[test]
fn a_log_of_lowball_still_loads_with_its_two_winners() {
    let view = fold(include_str!("../../data/game_log_of_lowball.jsonl")).1.view();
    assert_eq!((view.winner, view.winners, view.loser, view.value), (Some(1), vec![1, 2], Some(0), Some(2)));
    assert_eq!(view.match_tally, [0, 2, 2]);
}

#[test]
fn a_log_without_a_discard_still_loads_without_a_crib() {
    let (events, game) = fold(include_str!("../../data/game_log_without_discard.jsonl"));
    assert_eq!((game.view().crib, game.view().dealer, game.hints()[0].side), (None, 1, Some(0)));
    assert_eq!(game.view().pegs.iter().map(|peg| peg.player).collect::<Vec<_>>(), [Some(1), Some(0), None]);
    let before = Game::fold(&events[..4]).unwrap();
    let allowed: Vec<(String, u8)> =
        before.allowed().iter().map(|entry| (entry.earned_by.to_string(), entry.left)).collect();
    assert_eq!(allowed, [("hand".to_owned(), 2)], "the hands of the dealer's side");
}

#[test]
fn a_log_of_a_match_still_loads_with_the_tally_that_was_carried() {
    let (events, game) = fold(include_str!("../../data/game_log_of_a_match.jsonl"));
    let view = game.view();
    assert_eq!((view.match_to, view.match_tally, view.match_winner), (Some(2), vec![0, 2], Some(1)));
    assert!(!view.rules.go_from_120 && view.rules.penalties.renege == 1);
    assert_eq!(Game::fold(&events[..3]).unwrap().view().match_winner, None);
}
