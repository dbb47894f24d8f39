//! Commands with ids, which take effect once however often they are sent.

use std::collections::BTreeMap;

use pegout_engine::game::Role;
use pegout_league::night::{
    Action, AddedTable, Command, DrawWay, EntryAction, Event, EventKind, Excuse, FiftyFifty, Finish, NewEntry,
    NewRound, NewTable, NightView, Refusal, Reseat, Reseating,
};
use pegout_league::{CommandId, GameResults, Night, Round, Seed, Settings};
use proptest::prelude::*;

use super::properties::random_night;
use super::{NightLog, command_id, id, metadata};

/// The six commands that carry this id, each with other details than any that was sent.
fn commands(command: CommandId) -> [Action; 6] {
    let (seed, id) = (Seed::from_bytes([99; 32]), Some(command));
    let way = DrawWay::Movement;
    let (games, settings, byes) = (Vec::new(), Settings::default(), BTreeMap::new());
    let round = NewRound { number: Some(20), id, way, seed, games, settings, byes };
    [
        Action::DrawRound(round),
        Action::Swap { round: 20, players: [super::id(1); 2], id },
        Action::DrawFiftyFifty { seed, id },
        Action::Finish { void_open_games: false, id },
        Action::Reseat(Reseat {
            round: 20,
            tables: Vec::new(),
            out: Vec::new(),
            reason: None,
            guests: Vec::new(),
            seed,
            id,
        }),
        Action::AddTable(NewTable { round: 20, players: Vec::new(), game: super::game_id(999), seed, id }),
    ]
}

/// The id of the command that has led to this event, and the place of its operation among the commands above.
fn sent(event: &Event) -> Option<(CommandId, usize)> {
    let (id, operation) = match &event.kind {
        EventKind::RoundDrawn(Round { id, .. }) => (*id, 0),
        EventKind::Swapped { id, .. } => (*id, 1),
        EventKind::FiftyFiftyDrawn(FiftyFifty { id, .. }) => (*id, 2),
        EventKind::Finished(Finish { id, .. }) => (*id, 3),
        EventKind::Reseated(Reseating { id, .. }) => (*id, 4),
        EventKind::TableAdded(AddedTable { id, .. }) => (*id, 5),
        _ => return None,
    };
    Some((id?, operation))
}

/// Checks that every command so far takes no effect again, and that no other operation takes its id.
fn check_repeats(events: &[Event]) -> Result<(), TestCaseError> {
    let night = Night::fold(events).unwrap();
    for (command, operation) in events.iter().filter_map(sent) {
        for (place, action) in commands(command).into_iter().enumerate() {
            let expected = if place == operation { Ok(Vec::new()) } else { Err(Refusal::CommandIdTaken { command }) };
            let asked = Command { metadata: metadata(Role::Coordinator), action };
            prop_assert_eq!(night.decide(asked, &GameResults::new()), expected);
        }
    }
    Ok(())
}

fn with_ids(players: u16) -> NightLog {
    NightLog { has_ids: true, ..NightLog::of(players) }
}

fn void(draw: Option<CommandId>) -> Action {
    Action::VoidFiftyFifty { draw, reason: "a ticket fell down".to_owned() }
}

proptest! {
    #[test]
    fn a_repeat_has_no_effect_at_any_later_moment_of_a_night(players in 2..24_u16, seed: u64) {
        let night_log = random_night(players, seed | 1)?;
        for known in 1..=night_log.log.len() {
            check_repeats(&night_log.log[..known])?;
        }
    }
}

#[test]
fn a_repeat_of_a_swap_does_not_swap_back() {
    let mut night_log = with_ids(8);
    night_log.draw(1).unwrap();
    let [one, other] = [0, 1].map(|table| night_log.round(1)[table].seats.players().next().unwrap());
    let swap = |number| Action::Swap { round: 1, players: [one, other], id: Some(command_id(number)) };
    assert_eq!(night_log.ask(swap(100)), Ok(1));
    let swapped = night_log.round(1);
    assert_eq!(night_log.ask(swap(100)), Ok(0));
    assert_eq!(night_log.round(1), swapped);
    assert_eq!(night_log.ask(swap(101)), Ok(1), "another swap of the two");
    assert_eq!(night_log.ask(swap(100)), Ok(0), "also when it was swapped back");
}

#[test]
fn a_draw_that_was_voided_is_not_made_again_by_its_repeat() {
    let mut night_log = with_ids(8);
    night_log.draw(1).unwrap();
    let draw = |number| Action::DrawFiftyFifty { seed: Seed::from_bytes([3; 32]), id: Some(command_id(number)) };
    assert_eq!(night_log.ask(draw(100)), Ok(1));
    assert_eq!(night_log.ask(draw(100)), Ok(0));
    assert!(matches!(night_log.ask(draw(101)), Err(Refusal::AlreadyDrawn { .. })));
    assert_eq!(night_log.ask(void(Some(command_id(100)))), Ok(2));
    assert_eq!(night_log.ask(draw(100)), Ok(0));
    assert_eq!(night_log.view().fifty_fifty, None);
    assert_eq!(night_log.ask(draw(101)), Ok(1), "a refused command has not used its id");
    assert_eq!(night_log.ask(void(Some(command_id(100)))), Ok(0), "another draw stands");
    assert_eq!(night_log.view().fifty_fifty.unwrap().id, Some(command_id(101)));
    assert_eq!(night_log.ask(void(None)), Ok(1), "without an id any draw is voided");
}

#[test]
fn a_draw_without_an_id_is_voided_by_no_id() {
    let mut night_log = NightLog::of(8);
    night_log.draw(1).unwrap();
    night_log.draw_fifty_fifty(1).unwrap();
    assert_eq!(night_log.ask(void(Some(command_id(1)))), Ok(0));
    assert_eq!(night_log.ask(void(None)), Ok(2));
}

#[test]
fn only_the_coordinator_repeats_a_command() {
    let mut night_log = with_ids(8);
    night_log.draw(1).unwrap();
    let [repeat, ..] = commands(command_id(9));
    assert_eq!(night_log.ask(repeat.clone()), Ok(0));
    assert_eq!(night_log.ask_as(metadata(Role::Phone), repeat), Err(Refusal::CoordinatorOnly));
}

#[test]
fn an_id_of_another_operation_is_refused_in_a_sentence() {
    let mut night_log = with_ids(8);
    night_log.draw(1).unwrap();
    let [_, _, draw, ..] = commands(command_id(9));
    let sentence = "The id 00000009-0808-0808-0808-080808080808 was used for another operation of this night. \
                    Use a new id for this one.";
    assert_eq!(night_log.ask(draw).unwrap_err().to_string(), sentence);
}

#[test]
fn a_command_without_an_effect_has_none_either_when_it_is_repeated_after_a_take_back() {
    let mut night_log = NightLog::of(8);
    let draw = |night_log: &mut NightLog, number| {
        let round = NewRound { id: Some(command_id(number)), ..night_log.new_round(Some(1), 1, DrawWay::Movement) };
        night_log.ask(Action::DrawRound(round))
    };
    assert_eq!(draw(&mut night_log, 1), Ok(2));
    let version = night_log.night.version();
    assert_eq!(draw(&mut night_log, 2), Ok(1), "the round stands: only the id is noted");
    assert_eq!(night_log.log.last().unwrap().kind, EventKind::CommandNoted { id: command_id(2) });
    assert_eq!(night_log.night.version(), version + 1);
    night_log.take_back(1).unwrap();
    assert_eq!(draw(&mut night_log, 2), Ok(0));
    assert_eq!(draw(&mut night_log, 3), Ok(2));
    let finish = |number| Action::Finish { void_open_games: true, id: Some(command_id(number)) };
    assert_eq!(night_log.ask(finish(4)), Ok(1));
    assert_eq!(night_log.ask(finish(5)), Ok(1));
    night_log.reopen_night().unwrap();
    assert_eq!(night_log.ask(finish(5)), Ok(0));
    assert_eq!(night_log.view().finish, None);
    let excuse = |rounds: &[u16], number| {
        let excuse = Some(Excuse { rounds: rounds.to_vec(), reason: Some("no table was free".to_owned()) });
        let action = EntryAction::Note { paid: None, guest: None, pots: None };
        Action::Enter(NewEntry { action, excuse, id: Some(command_id(number)), ..NewEntry::member(id(1)) })
    };
    assert_eq!(night_log.ask(excuse(&[1], 6)), Ok(2));
    assert_eq!(night_log.ask(excuse(&[1], 7)), Ok(1));
    night_log.excuse(1, &[]).unwrap();
    for number in [6, 7] {
        assert_eq!(night_log.ask(excuse(&[1], number)), Ok(0));
    }
    assert_eq!(night_log.view().entries[0].excused, [0; 0]);
    assert_eq!(Night::fold(&night_log.log), Some(night_log.night));
}

/// A night with an id in every command that allows an id.
fn eventful() -> NightLog {
    let mut night_log = with_ids(7);
    night_log.games_per_night(2).unwrap();
    night_log.draw(1).unwrap();
    let seats = night_log.sides(1);
    night_log.swap([seats[0][0][0], seats[1][0][0]]).unwrap();
    night_log.draw_fifty_fifty(2).unwrap();
    night_log.ask(void(night_log.view().fifty_fifty.unwrap().id)).unwrap();
    night_log.draw_fifty_fifty(3).unwrap();
    night_log.result(1, 1, &[121, 88]);
    night_log.result(1, 2, &[97, 121, 97]);
    night_log.draw(4).unwrap();
    night_log.finish(true).unwrap();
    night_log
}

#[test]
fn the_night_tells_the_ids_of_its_rounds_its_fifty_fifty_and_its_finish() {
    let night_log = eventful();
    let NightView { rounds, fifty_fifty, finish, .. } = night_log.view();
    let told = [rounds[0].id, rounds[1].id, fifty_fifty.unwrap().id, finish.unwrap().id];
    assert_eq!(told, [9, 16, 15, 17].map(|number| Some(command_id(number))));
    let mut without = NightLog::of(2);
    without.draw(1).unwrap();
    assert_eq!((without.view().rounds[0].id, without.view().finish), (None, None));
    without.finish(true).unwrap();
    assert_eq!(without.view().finish.unwrap().id, None);
    assert_eq!(without.view().entries[0].player_id, id(1));
}

#[cfg(feature = "serde")]
#[test]
fn a_log_with_ids_that_was_written_once_still_loads_and_knows_its_repeats() {
    let log = include_str!("../data/night_log_with_ids.jsonl");
    let events: Vec<Event> = log.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    for (event, line) in events.iter().zip(log.lines()) {
        assert_eq!(serde_json::to_string(event).unwrap(), line);
    }
    let ids: Vec<(CommandId, usize)> = events.iter().filter_map(sent).collect();
    assert_eq!(ids, [(9, 0), (11, 1), (12, 2), (14, 2), (15, 0), (16, 3)].map(|(id, place)| (command_id(id), place)));
    for known in 1..=events.len() {
        check_repeats(&events[..known]).unwrap();
    }
}
