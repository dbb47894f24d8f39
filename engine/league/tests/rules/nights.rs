//! The coordinator's commands for a night, and its refusals.

use pegout_engine::Preset;
use pegout_engine::game::{RematchRequest, Role};
use pegout_league::night::{Action, Change, EntryAction, NewEntry, Refusal, Status, TableRef};
use pegout_league::{Date, Night, Settings, SettingsError, StartTime};

use super::{NightLog, game_id, id, metadata, schedule};

fn cancel(night_log: &mut NightLog, reason: &str) -> Result<usize, Refusal> {
    night_log.ask(Action::Cancel { reason: reason.to_owned() })
}

#[test]
fn a_night_is_scheduled_opened_by_the_first_entry_played_and_finished() {
    let mut night_log = NightLog::of(0);
    let mut seen = vec![night_log.view().status];
    night_log.come(1).unwrap();
    seen.push(night_log.view().status);
    night_log.come(2).unwrap();
    night_log.draw(1).unwrap();
    seen.push(night_log.view().status);
    night_log.play_round();
    night_log.finish(false).unwrap();
    seen.push(night_log.view().status);
    assert_eq!(seen, [Status::Scheduled, Status::Open, Status::Playing, Status::Finished]);
    assert_eq!(night_log.finish(false), Ok(0), "twice is harmless");
}

#[test]
fn nothing_is_asked_of_a_night_that_is_not_scheduled_and_only_the_coordinator_asks() {
    let mut night_log = NightLog::of(0);
    night_log.come(1).unwrap();
    assert_eq!(Night::fold(&[]), None);
    assert_eq!(Night::fold(&night_log.log[1..]), None);
    assert_eq!(Night::from_event(&night_log.log[1]), None);
    for role in [Role::Scorer, Role::Phone] {
        assert_eq!(Night::begin(schedule(), metadata(role)), Err(Refusal::CoordinatorOnly));
        assert_eq!(night_log.night.decide_begin(&metadata(role)), Err(Refusal::CoordinatorOnly));
        assert_eq!(night_log.ask_as(metadata(role), Action::Reinstate), Err(Refusal::CoordinatorOnly));
    }
    let mut nameless = metadata(Role::Coordinator);
    nameless.by = Some(" ".to_owned());
    assert!(matches!(Night::begin(schedule(), nameless), Err(Refusal::InvalidName(_))));
}

#[test]
fn a_night_is_scheduled_once_and_moved_to_another_day_or_hour() {
    let mut night_log = NightLog::of(0);
    let coordinator = metadata(Role::Coordinator);
    assert_eq!(night_log.night.decide_begin(&coordinator), Ok(()));
    let (date, starts_at) = ("2026-02-04".parse::<Date>().unwrap(), "18:30".parse::<StartTime>().unwrap());
    let change = Change { date: Some(date), starts_at: Some(starts_at), ..Change::default() };
    assert_eq!(night_log.ask(Action::Change(change.clone())), Ok(1));
    assert_eq!(night_log.ask(Action::Change(change)), Ok(0));
    assert_eq!((night_log.view().date, night_log.view().starts_at), (date, starts_at));
    assert_eq!(night_log.night.decide_begin(&coordinator), Ok(()), "a repeat after a change");
}

#[test]
fn days_and_hours_read_back_as_they_are_written() {
    assert_eq!("2024-02-29".parse::<Date>().unwrap().to_string(), "2024-02-29");
    assert_eq!("07:05".parse::<StartTime>().unwrap().to_string(), "07:05");
    assert_eq!(StartTime::default().to_string(), "19:00");
    for text in ["", "2026-02-29", "2026-1-28", "20260128", "28/01/2026", "2026-01-28T19:00:00Z", "2026-W05-3"] {
        assert!(text.parse::<Date>().is_err(), "{text}");
    }
    for text in ["", "7:05", "24:00", "19:60", "19:00:00", "19h00", "T1900"] {
        assert!(text.parse::<StartTime>().is_err(), "{text}");
    }
}

#[test]
fn who_is_no_active_member_plays_as_a_guest_or_not_at_all() {
    let mut night_log = NightLog::of(0);
    let stranger = |guest: Option<bool>| {
        let action =
            guest.map_or(EntryAction::Arrive, |guest| EntryAction::Note { paid: None, guest: Some(guest), pots: None });
        Action::Enter(NewEntry { action, member: false, ..NewEntry::member(id(1)) })
    };
    assert_eq!(night_log.ask(stranger(None)), Err(Refusal::NotAMember));
    assert_eq!(night_log.ask(stranger(Some(false))), Err(Refusal::NotAMember));
    assert_eq!(night_log.ask(stranger(Some(true))), Ok(1));
    assert!(night_log.view().entries[0].guest);
    assert_eq!(night_log.ask(stranger(None)), Ok(0), "what is left out stays");
    assert_eq!(night_log.ask(stranger(Some(false))), Err(Refusal::NotAMember));
}

#[test]
fn an_entry_keeps_what_a_repeat_leaves_out() {
    let mut night_log = NightLog::of(1);
    let entry = |paid, guest| {
        let action = EntryAction::Note { paid, guest, pots: None };
        Action::Enter(NewEntry { action, ..NewEntry::member(id(1)) })
    };
    assert_eq!(night_log.ask(entry(None, Some(true))), Ok(1));
    let noted = &night_log.view().entries[0];
    assert_eq!((noted.paid, noted.guest, noted.left), (Some(true), true, false));
    assert_eq!(night_log.ask(entry(Some(false), None)), Ok(1));
    assert_eq!(night_log.ask(entry(Some(false), None)), Ok(0));
    assert_eq!(night_log.view().entries.len(), 1);
}

#[test]
fn who_has_not_played_is_taken_off_the_list_with_their_fee_and_who_has_stays_on_it() {
    let mut night_log = NightLog::of(4);
    assert_eq!(night_log.leave(9), Ok(0), "who is not here is not withdrawn");
    night_log.come(5).unwrap();
    assert_eq!(night_log.leave(5), Ok(1));
    assert_eq!((night_log.view().entries.len(), night_log.money().fees), (4, 4_000));
    night_log.draw(1).unwrap();
    night_log.play_round();
    assert_eq!(night_log.leave(4), Ok(1));
    assert_eq!(night_log.leave(4), Ok(0));
    assert!(night_log.view().entries[3].left);
    assert_eq!(night_log.money().fees, 4_000);
    assert!(night_log.row(4).lines[0].is_some());
}

#[test]
fn marking_the_fee_of_somebody_who_left_does_not_bring_them_back() {
    let mut night_log = NightLog::of(4);
    night_log.draw(1).unwrap();
    night_log.play_round();
    night_log.leave(4).unwrap();
    assert_eq!(night_log.pay(4, false), Ok(1));
    assert!(night_log.view().entries[3].left);
    assert_eq!(night_log.come(4), Ok(1));
    assert!(!night_log.view().entries[3].left);
}

#[test]
fn a_round_needs_two_players_and_an_id_for_each_game() {
    let mut night_log = NightLog::of(0);
    assert_eq!(night_log.draw(1).unwrap_err().to_string(), "Nobody is here, and it takes two to play.");
    night_log.come(1).unwrap();
    assert_eq!(night_log.draw(1), Err(Refusal::TooFewPlayers { present: 1 }));
    for player in 2..=8 {
        night_log.come(player).unwrap();
    }
    let round = pegout_league::night::NewRound {
        number: None,
        id: None,
        way: pegout_league::night::DrawWay::Movement,
        seed: pegout_league::Seed::from_bytes([1; 32]),
        games: vec![game_id(1)],
        settings: night_log.league.clone(),
        byes: std::collections::BTreeMap::new(),
    };
    assert_eq!(night_log.ask(Action::DrawRound(round)), Err(Refusal::TooFewGames { given: 1, tables: 2 }));
}

#[test]
fn two_clicks_on_the_next_round_make_one() {
    let mut night_log = NightLog::of(8);
    assert_eq!(night_log.draw_number(Some(1), 1), Ok(2));
    assert_eq!(night_log.draw_number(Some(1), 2), Ok(0));
    assert!(matches!(night_log.draw_number(None, 2), Err(Refusal::StillPlaying { .. })));
    assert_eq!(night_log.draw_number(Some(3), 2), Err(Refusal::RoundNotNext { given: 3, next: 2 }));
    assert_eq!(night_log.draw_number(Some(0), 2), Err(Refusal::RoundNotNext { given: 0, next: 2 }));
    night_log.play_round();
    assert_eq!(night_log.draw_number(Some(2), 2), Ok(1));
    assert_eq!(night_log.draw_number(Some(1), 2), Ok(0));
    assert_eq!(night_log.night.rounds().len(), 2);
}

#[test]
fn a_round_beyond_the_last_takes_more_games_for_the_night() {
    let mut night_log = NightLog::of(4);
    for seed in 1..=4 {
        night_log.draw(seed).unwrap();
        night_log.play_round();
    }
    let refusal = night_log.draw(5).unwrap_err();
    assert_eq!(refusal, Refusal::NoMoreRounds { games_per_night: 4 });
    assert_eq!(refusal.to_string(), "This night has 4 games, and no more. Give it more games, or finish it.");
    assert_eq!(night_log.games_per_night(3), Err(Refusal::RoundsDrawn { given: 3, drawn: 4 }));
    assert!(matches!(night_log.games_per_night(0), Err(Refusal::Settings(_))));
    assert_eq!(night_log.games_per_night(5), Ok(1));
    assert_eq!(night_log.draw(5), Ok(1));
    assert_eq!(night_log.standings()[0].lines.len(), 5);
    night_log.play_round();
    night_log.finish(false).unwrap();
    assert_eq!(night_log.games_per_night(6), Err(Refusal::Finished));
    assert_eq!(night_log.draw(6), Err(Refusal::Finished));
}

#[test]
fn a_game_knows_its_night_and_has_no_rematch() {
    let mut night_log = NightLog::of(4);
    night_log.draw(1).unwrap();
    night_log.result(1, 1, &[121, 7]);
    let game = &night_log.games[&night_log.round(1)[0].game];
    assert_eq!(game.setup().night(), Some(night_log.night.schedule().night));
    let refusal = game
        .rematch(&RematchRequest { game: super::game_id(99), first_dealer: None, crash_directions: None })
        .unwrap_err();
    assert_eq!(refusal.to_string(), "A game of a league night has no rematch: the next round follows.");
}

#[test]
fn seats_are_swapped_until_the_first_peg_of_the_round() {
    let mut night_log = NightLog::of(8);
    assert_eq!(night_log.swap([1, 2]), Err(Refusal::NoSuchRound { given: 0 }));
    night_log.draw(1).unwrap();
    let before = night_log.sides(1);
    let (one, other) = (before[0][0][0], before[1][1][1]);
    assert_eq!(night_log.swap([one, one]), Err(Refusal::SamePlayer));
    assert_eq!(night_log.swap([one, 99]), Err(Refusal::NotSeated { player: id(99), round: 1 }));
    assert_eq!(night_log.swap([one, other]), Ok(1));
    let after = night_log.sides(1);
    assert_eq!((after[0][0][0], after[1][1][1]), (other, one));
    assert_eq!((after[0][0][1], after[1][0].clone()), (before[0][0][1], before[1][0].clone()));
    for table in night_log.round(1) {
        let seated = &night_log.games[&table.game].setup().sides;
        assert_eq!(*seated, table.sides(), "the game knows who sits there");
    }
    night_log.result(1, 2, &[121, 7]);
    let refusal = night_log.swap([one, other]).unwrap_err();
    assert_eq!(refusal, Refusal::RoundBegun { tables: vec![2] });
    assert_eq!(refusal.to_string(), "Table 2 has begun, so nobody changes seats in this round any more.");
    night_log.result(1, 1, &[121, 7]);
    night_log.draw(2).unwrap();
    let earlier = night_log.ask(Action::Swap { round: 1, players: [one, other].map(id), id: None });
    assert_eq!(earlier, Err(Refusal::RoundClosed { round: 1 }));
}

#[test]
fn a_night_is_cancelled_with_a_reason_until_its_first_round_and_taken_back() {
    let mut night_log = NightLog::of(4);
    assert!(matches!(cancel(&mut night_log, ""), Err(Refusal::InvalidReason(_))));
    assert_eq!(cancel(&mut night_log, "snow"), Ok(1));
    assert_eq!(cancel(&mut night_log, "snow"), Ok(0));
    assert_eq!(cancel(&mut night_log, "ice"), Ok(1));
    assert_eq!((night_log.view().status, night_log.view().cancelled.as_deref()), (Status::Cancelled, Some("ice")));
    assert_eq!(night_log.draw(1), Err(Refusal::Cancelled));
    assert_eq!(night_log.come(5), Err(Refusal::Cancelled));
    assert_eq!(night_log.finish(false), Err(Refusal::Cancelled));
    assert_eq!(night_log.pay(1, false), Ok(1), "fees are given back");
    assert_eq!(night_log.ask(Action::Reinstate), Ok(1));
    assert_eq!(night_log.ask(Action::Reinstate), Ok(0));
    assert_eq!(night_log.view().status, Status::Open);
    night_log.draw(1).unwrap();
    assert_eq!(cancel(&mut night_log, "snow"), Err(Refusal::Playing));
}

#[test]
fn players_are_ticked_off_while_their_night_is_cancelled_and_stay_so_for_another_reason() {
    let mut night_log = NightLog::of(4);
    let told = |night_log: &NightLog| night_log.night.cancellation().map(|cancelled| cancelled.notified().len());
    let tick =
        |night_log: &mut NightLog, player, notified| night_log.ask(Action::Notify { player: id(player), notified });
    assert_eq!(tick(&mut night_log, 1, true), Err(Refusal::NotCancelled));
    cancel(&mut night_log, "snow").unwrap();
    assert_eq!(tick(&mut night_log, 1, true), Ok(1));
    assert_eq!(tick(&mut night_log, 1, true), Ok(0), "the first tick stays");
    assert_eq!(tick(&mut night_log, 9, true), Ok(1), "a member who was not checked in");
    assert_eq!(tick(&mut night_log, 2, false), Ok(0));
    cancel(&mut night_log, "ice").unwrap();
    assert_eq!(told(&night_log), Some(2));
    assert_eq!(tick(&mut night_log, 9, false), Ok(1));
    assert_eq!(told(&night_log), Some(1));
    night_log.ask(Action::Reinstate).unwrap();
    assert_eq!(told(&night_log), None);
    cancel(&mut night_log, "snow again").unwrap();
    assert_eq!(told(&night_log), Some(0), "who knew of the first cancellation was told that the night takes place");
}

#[test]
fn finishing_names_the_tables_that_play_or_calls_their_games_off() {
    let mut night_log = NightLog::of(12);
    assert_eq!(night_log.finish(true), Err(Refusal::NotPlaying));
    night_log.draw(1).unwrap();
    night_log.play_round();
    night_log.draw(2).unwrap();
    night_log.result(2, 2, &[121, 100]);
    let refusal = night_log.finish(false).unwrap_err();
    let at = |round, table| TableRef { round, table };
    assert_eq!(refusal, Refusal::GamesStillPlaying { tables: vec![at(2, 1), at(2, 3)] });
    assert_eq!(
        refusal.to_string(),
        "Tables 1 and 3 are still playing in round 2. Wait for them, enter their results, or call them off."
    );
    assert_eq!(night_log.finish(true), Ok(1));
    let called_off: Vec<_> = night_log.view().rounds[1].tables.iter().map(|table| table.status).collect();
    use pegout_engine::game::Status as Game;
    assert_eq!(called_off, [Game::Void, Game::Finished, Game::Void]);
    let paid_out: u64 = night_log.money().prizes.iter().map(|prize| prize.amount).sum();
    assert!(paid_out > 0 && night_log.money().prizes.iter().all(|prize| prize.at_finish.is_none()));
}

#[test]
fn after_the_finish_fees_are_marked_and_nobody_comes_or_goes() {
    let mut night_log = NightLog::of(4);
    night_log.draw(1).unwrap();
    night_log.play_round();
    night_log.finish(false).unwrap();
    assert_eq!(night_log.come(5), Err(Refusal::Finished));
    assert_eq!(night_log.leave(1), Err(Refusal::Finished));
    assert_eq!(night_log.pay(1, false), Ok(1));
    assert_eq!(night_log.swap([1, 2]), Err(Refusal::Finished));
    assert_eq!(cancel(&mut night_log, "snow"), Err(Refusal::Finished));
}

#[test]
fn a_game_is_closed_to_phones_when_a_later_round_is_drawn_or_the_night_is_over() {
    let mut night_log = NightLog::of(4);
    night_log.draw(1).unwrap();
    let first = night_log.round(1)[0].game;
    assert!(!night_log.night.is_round_closed(first));
    night_log.play_round();
    assert!(!night_log.night.is_round_closed(first));
    night_log.draw(2).unwrap();
    let second = night_log.round(2)[0].game;
    assert!(night_log.night.is_round_closed(first) && !night_log.night.is_round_closed(second));
    assert_eq!(night_log.night.table_of(first).map(|(at, _)| at), Some(TableRef { round: 1, table: 1 }));
    night_log.play_round();
    night_log.finish(false).unwrap();
    assert!(night_log.night.is_round_closed(second));
    assert_eq!(night_log.night.table_of(game_id(99)), None);
}

#[test]
fn no_league_night_is_played_by_lowball_or_crash() {
    for (preset, field) in [(Preset::Lowball, "lowball"), (Preset::Crash, "crash")] {
        let settings = Settings { rules: preset.rules(), ..Settings::default() };
        assert_eq!(settings.check(), Err(SettingsError::NotAtALeague { field }));
    }
    let settings = Settings { rules: Preset::NoDiscard.rules(), ..Settings::default() };
    assert_eq!(settings.check(), Ok(()));
}
