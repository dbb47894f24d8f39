//! Draws and finishes that are taken back.

use pegout_engine::game::{self, Role, Status};
use pegout_league::night::{Action, Refusal, Status as NightStatus};
use pegout_league::{RoundOrigin, Settings};

use super::{NightLog, command_id, id};

#[test]
fn a_round_that_is_taken_back_leaves_no_partners_and_no_lots() {
    let mut night_log = NightLog::of(8);
    night_log.draw(1).unwrap();
    night_log.play_round();
    night_log.draw(2).unwrap();
    let (before, taken_back) = (night_log.view().rounds[0].clone(), night_log.round(2));
    assert_eq!(night_log.take_back(2), Ok(1));
    assert_eq!(night_log.view().rounds, [before]);
    night_log.draw(2).unwrap();
    let again = night_log.round(2);
    assert!(taken_back.iter().zip(&again).all(|(old, new)| old.seats == new.seats && old.game != new.game));
    assert_eq!(night_log.night.rounds()[1].origin, RoundOrigin::Moved);
    assert!(night_log.view().rounds[1].tables.iter().all(|table| !table.forced_repeat));
}

#[test]
fn without_its_first_round_the_night_is_open_and_takes_the_settings_anew() {
    let mut night_log = NightLog::of(7);
    night_log.draw(1).unwrap();
    night_log.leave(7).unwrap();
    assert_eq!(night_log.take_back(1), Ok(1));
    assert_eq!(night_log.view().status, NightStatus::Open);
    night_log.ask(Action::Cancel { reason: "snow".to_owned() }).unwrap();
    night_log.ask(Action::Reinstate).unwrap();
    night_log.league = Settings { fee: 500, draw_part: 0, ..Settings::default() };
    assert_eq!(night_log.money().fees, 3500);
    assert_eq!(night_log.draw(2), Ok(2));
    assert_eq!((night_log.money().fees, night_log.sides(1).concat().concat().len()), (3500, 6));
}

#[test]
fn a_round_is_begun_by_anything_that_was_ever_accepted() {
    let begin = |night_log: &mut NightLog| {
        let game = night_log.round(1)[1].game;
        let deal = game::DealId::from_bytes([1; 16]);
        night_log.ask_at_night(game, game::Action::BeginDeal { number: 2, deal }).unwrap();
        night_log.ask_at_night(game, game::Action::TakeBackDeal { number: 2, deal: None }).unwrap();
    };
    let mut night_log = NightLog::of(8);
    night_log.draw(1).unwrap();
    begin(&mut night_log);
    assert_eq!(night_log.take_back(1), Err(Refusal::DrawBegun { tables: vec![2] }));
    let seats = night_log.sides(1);
    assert_eq!(night_log.swap([seats[0][0][0], seats[1][0][0]]), Ok(1), "seats are swapped while nobody has points");
    let game = night_log.round(1)[1].game;
    night_log.call_off(game).unwrap();
    assert_eq!(night_log.take_back(1), Err(Refusal::DrawBegun { tables: vec![2] }), "called off, and begun");
}

#[test]
fn a_game_called_off_before_its_first_peg_does_not_keep_its_draw() {
    let mut night_log = NightLog::of(8);
    night_log.draw(1).unwrap();
    let game = night_log.round(1)[0].game;
    night_log.call_off(game).unwrap();
    assert_eq!(night_log.take_back(1), Ok(1));
    let reason = |night_log: &NightLog| night_log.games[&game].void().unwrap().reason.clone().unwrap();
    assert_eq!(reason(&night_log), "The draw was taken back.");
}

#[test]
fn a_draw_is_taken_back_by_its_id_and_never_made_again() {
    let mut night_log = NightLog { has_ids: true, ..NightLog::of(8) };
    night_log.draw(1).unwrap();
    let draw = night_log.night.rounds()[0].id;
    let take_back = |draw| Action::TakeBackRound { round: 1, draw };
    assert_eq!(night_log.ask(take_back(Some(command_id(99)))), Ok(0), "another draw");
    assert_eq!(night_log.ask(take_back(draw)), Ok(1));
    assert_eq!(night_log.ask(take_back(draw)), Ok(0));
    night_log.draw(2).unwrap();
    assert_eq!(night_log.ask(take_back(draw)), Ok(0), "a later draw stays");
    assert_eq!(night_log.ask(Action::TakeBackRound { round: 9, draw: None }), Ok(0), "no such round");
    let phone = super::metadata(Role::Phone);
    assert_eq!(night_log.ask_as(phone, take_back(None)), Err(Refusal::CoordinatorOnly));
}

#[test]
fn a_fifty_fifty_is_voided_before_the_first_round_is_taken_back() {
    let mut night_log = NightLog::of(4);
    night_log.draw(1).unwrap();
    night_log.draw_fifty_fifty(2).unwrap();
    let player = night_log.view().fifty_fifty.unwrap().player_id;
    assert_eq!(night_log.take_back(1), Err(Refusal::FiftyFiftyStands { player, amount: 400 }));
    night_log.ask(Action::VoidFiftyFifty { draw: None, reason: "drawn anew".to_owned() }).unwrap();
    assert_eq!(night_log.take_back(1), Ok(1));
}

#[test]
fn only_the_newest_round_of_a_night_under_way_is_taken_back() {
    let mut night_log = NightLog::of(4);
    night_log.draw(1).unwrap();
    night_log.play_round();
    night_log.draw(2).unwrap();
    assert_eq!(night_log.take_back(1), Err(Refusal::RoundNotNewest { given: 1, newest: 2 }));
    night_log.finish(true).unwrap();
    assert_eq!(night_log.take_back(2), Err(Refusal::Finished));
    night_log.reopen_night().unwrap();
    assert_eq!(night_log.take_back(2), Ok(1));
}

#[test]
fn an_excuse_goes_with_the_draw_of_its_round() {
    let mut night_log = NightLog::of(4);
    night_log.draw(1).unwrap();
    night_log.come(5).unwrap();
    night_log.excuse(5, &[1]).unwrap();
    night_log.take_back(1).unwrap();
    assert!(night_log.view().entries.iter().all(|entry| entry.excused.is_empty()));
}

#[test]
fn a_reopened_night_has_the_games_back_that_its_finish_called_off() {
    let mut night_log = NightLog::of(12);
    night_log.draw(1).unwrap();
    let games: Vec<_> = night_log.round(1).iter().map(|table| table.game).collect();
    night_log.result(1, 1, &[121, 90]);
    night_log.call_off(games[1]).unwrap();
    let rows = night_log.standings();
    night_log.finish(true).unwrap();
    assert_eq!(night_log.call_off(games[0]), Err(game::Refusal::NightFinished));
    assert_eq!(night_log.bring_back(games[1]), Err(game::Refusal::NightFinished));
    assert_eq!(night_log.reopen_night(), Ok(5), "four prizes are noted first");
    assert_eq!(night_log.reopen_night(), Ok(0));
    let status = |night_log: &NightLog, game: usize| night_log.games[&games[game]].status();
    assert_eq!([0, 1, 2].map(|game| status(&night_log, game)), [Status::Finished, Status::Void, Status::Playing]);
    assert_eq!(night_log.standings(), rows);
    night_log.bring_back(games[1]).unwrap();
    assert_eq!(status(&night_log, 1), Status::Playing);
}

#[test]
fn the_prizes_of_a_finish_that_was_taken_back_are_no_longer_shown() {
    let mut night_log = NightLog::of(4);
    night_log.draw(1).unwrap();
    night_log.result(1, 1, &[121, 90]);
    night_log.finish(false).unwrap();
    night_log.result(1, 1, &[90, 121]);
    assert!(night_log.standings().iter().all(|row| row.prize_at_finish.is_some()));
    night_log.reopen_night().unwrap();
    assert!(night_log.standings().iter().all(|row| row.prize_at_finish.is_none()));
    assert!(night_log.money().prizes.iter().all(|prize| prize.at_finish.is_none()));
    assert!(night_log.ask(Action::Reopen { finish: None, reason: String::new() }).is_err());
    assert_eq!(night_log.night.entry(id(1)).map(|entry| entry.left), Some(false));
}

#[cfg(feature = "serde")]
#[test]
fn a_log_with_take_backs_that_was_written_once_still_loads() {
    use pegout_league::night::Event;
    use pegout_league::{FullCard, GameResults, Night};

    use super::{game_id, name};

    let log = include_str!("../data/night_log_with_take_backs.jsonl");
    let events: Vec<Event> = log.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    for (event, line) in events.iter().zip(log.lines()) {
        assert_eq!(serde_json::to_string(event).unwrap(), line);
    }
    let night = Night::fold(&events).unwrap();
    let view = night.view(&GameResults::new(), &Settings::default(), &name);
    assert_eq!((view.version, view.status, view.full_card), (27, NightStatus::Finished, FullCard::Excused));
    let excused = |player| view.entries.iter().find(|entry| entry.player_id == id(player)).unwrap().excused.clone();
    assert_eq!([8, 9].map(excused), [vec![], vec![1]]);
    let games = |round: usize| view.rounds[round - 1].tables.iter().map(|table| table.game_id).collect::<Vec<_>>();
    assert_eq!((view.rounds.len(), games(1), games(2)), (2, [5, 6].map(game_id).into(), [7, 8, 9].map(game_id).into()));
    assert_eq!([1, 4, 5].map(|game| night.table_of(game_id(game)).is_some()), [false, false, true]);
    assert_eq!(night.table_ever_of(game_id(4)).map(|(at, _)| (at.round, at.table)), Some((1, 2)));
}
