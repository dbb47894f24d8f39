//! The coordinator's commands for a night, and its refusals.

use pegout_engine::game::Role;
use pegout_engine::league::night::{Action, Change, EntryAction, NewEntry, Refusal, Schedule, Status, TableRef};
use pegout_engine::league::{Date, Night, SeasonId, StartTime};

use super::{Evening, game_id, id, metadata, schedule};

fn cancel(evening: &mut Evening, reason: &str) -> Result<usize, Refusal> {
    evening.ask(Action::Cancel { reason: reason.to_owned() })
}

#[test]
fn a_night_is_scheduled_opened_by_the_first_entry_played_and_finished() {
    let mut evening = Evening::of(0);
    let mut seen = vec![evening.view().status];
    evening.come(1).unwrap();
    seen.push(evening.view().status);
    evening.come(2).unwrap();
    evening.draw(1).unwrap();
    seen.push(evening.view().status);
    evening.play_round();
    evening.finish(false).unwrap();
    seen.push(evening.view().status);
    assert_eq!(seen, [Status::Scheduled, Status::Open, Status::Playing, Status::Finished]);
    assert_eq!(evening.finish(false), Ok(0), "twice is harmless");
}

#[test]
fn nothing_is_asked_of_a_night_that_is_not_scheduled_and_only_the_coordinator_asks() {
    let mut evening = Evening::of(0);
    evening.come(1).unwrap();
    assert_eq!(Night::fold(&[]), None);
    assert_eq!(Night::fold(&evening.log[1..]), None);
    assert_eq!(Night::from_event(&evening.log[1]), None);
    for role in [Role::Scorer, Role::Phone] {
        assert_eq!(Night::begin(schedule(), metadata(role)), Err(Refusal::CoordinatorOnly));
        assert_eq!(evening.night.decide_begin(&schedule(), &metadata(role)), Err(Refusal::CoordinatorOnly));
        assert_eq!(evening.ask_as(metadata(role), Action::Reinstate), Err(Refusal::CoordinatorOnly));
    }
    let mut nameless = metadata(Role::Coordinator);
    nameless.by = Some(" ".to_owned());
    assert!(matches!(Night::begin(schedule(), nameless), Err(Refusal::InvalidName(_))));
}

#[test]
fn a_night_is_scheduled_once_and_moved_to_another_day_or_hour() {
    let mut evening = Evening::of(0);
    let coordinator = metadata(Role::Coordinator);
    assert_eq!(evening.night.decide_begin(&schedule(), &coordinator), Ok(()));
    let other = Schedule { season: Some(SeasonId::from_bytes([5; 16])), ..schedule() };
    let taken = Refusal::NightIdTaken { night: schedule().night };
    assert_eq!(evening.night.decide_begin(&other, &coordinator), Err(taken));
    let (date, starts_at) = ("2026-02-04".parse::<Date>().unwrap(), "18:30".parse::<StartTime>().unwrap());
    let change = Change { date: Some(date), starts_at: Some(starts_at), games_per_night: None };
    assert_eq!(evening.ask(Action::Change(change.clone())), Ok(1));
    assert_eq!(evening.ask(Action::Change(change)), Ok(0));
    assert_eq!((evening.view().date, evening.view().starts_at), (date, starts_at));
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
    let mut evening = Evening::of(0);
    let stranger = |guest: Option<bool>| {
        let action = guest.map_or(EntryAction::Arrive, |guest| EntryAction::Note { paid: None, guest: Some(guest) });
        Action::Enter(NewEntry { player: id(1), member: false, action })
    };
    assert_eq!(evening.ask(stranger(None)), Err(Refusal::NotAMember));
    assert_eq!(evening.ask(stranger(Some(false))), Err(Refusal::NotAMember));
    assert_eq!(evening.ask(stranger(Some(true))), Ok(1));
    assert!(evening.view().entries[0].guest);
    assert_eq!(evening.ask(stranger(None)), Ok(0), "what is left out stays");
    assert_eq!(evening.ask(stranger(Some(false))), Err(Refusal::NotAMember));
}

#[test]
fn an_entry_keeps_what_a_repeat_leaves_out() {
    let mut evening = Evening::of(1);
    let entry = |paid, guest| {
        let action = EntryAction::Note { paid, guest };
        Action::Enter(NewEntry { action, ..NewEntry::member(id(1)) })
    };
    assert_eq!(evening.ask(entry(None, Some(true))), Ok(1));
    let noted = &evening.view().entries[0];
    assert_eq!((noted.paid, noted.guest, noted.left), (true, true, false));
    assert_eq!(evening.ask(entry(Some(false), None)), Ok(1));
    assert_eq!(evening.ask(entry(Some(false), None)), Ok(0));
    assert_eq!(evening.view().entries.len(), 1);
}

#[test]
fn who_has_not_played_is_taken_off_the_list_with_their_fee_and_who_has_stays_on_it() {
    let mut evening = Evening::of(4);
    assert_eq!(evening.leave(9), Ok(0), "who is not here is not withdrawn");
    evening.come(5).unwrap();
    assert_eq!(evening.leave(5), Ok(1));
    assert_eq!((evening.view().entries.len(), evening.money().fees), (4, 4_000));
    evening.draw(1).unwrap();
    evening.play_round();
    assert_eq!(evening.leave(4), Ok(1));
    assert_eq!(evening.leave(4), Ok(0));
    assert!(evening.view().entries[3].left);
    assert_eq!(evening.money().fees, 4_000);
    assert!(evening.row(4).lines[0].is_some());
}

#[test]
fn marking_the_fee_of_somebody_who_left_does_not_bring_them_back() {
    let mut evening = Evening::of(4);
    evening.draw(1).unwrap();
    evening.play_round();
    evening.leave(4).unwrap();
    assert_eq!(evening.pay(4, false), Ok(1));
    assert!(evening.view().entries[3].left);
    assert_eq!(evening.come(4), Ok(1));
    assert!(!evening.view().entries[3].left);
}

#[test]
fn a_round_needs_two_players_and_an_id_for_each_game() {
    let mut evening = Evening::of(0);
    assert_eq!(evening.draw(1).unwrap_err().to_string(), "Nobody is here, and it takes two to play.");
    evening.come(1).unwrap();
    assert_eq!(evening.draw(1), Err(Refusal::TooFewPlayers { present: 1 }));
    for player in 2..=8 {
        evening.come(player).unwrap();
    }
    let round = pegout_engine::league::night::NewRound {
        number: None,
        seed: pegout_engine::league::Seed::from_bytes([1; 32]),
        games: vec![game_id(1)],
        settings: evening.league.clone(),
    };
    assert_eq!(evening.ask(Action::DrawRound(round)), Err(Refusal::TooFewGames { given: 1, tables: 2 }));
}

#[test]
fn two_clicks_on_the_next_round_make_one() {
    let mut evening = Evening::of(8);
    assert_eq!(evening.draw_number(Some(1), 1), Ok(2));
    assert_eq!(evening.draw_number(Some(1), 2), Ok(0));
    assert!(matches!(evening.draw_number(None, 2), Err(Refusal::StillPlaying { .. })));
    assert_eq!(evening.draw_number(Some(3), 2), Err(Refusal::RoundNotNext { given: 3, next: 2 }));
    assert_eq!(evening.draw_number(Some(0), 2), Err(Refusal::RoundNotNext { given: 0, next: 2 }));
    evening.play_round();
    assert_eq!(evening.draw_number(Some(2), 2), Ok(1));
    assert_eq!(evening.draw_number(Some(1), 2), Ok(0));
    assert_eq!(evening.night.rounds().len(), 2);
}

#[test]
fn a_round_beyond_the_last_takes_more_games_for_the_night() {
    let mut evening = Evening::of(4);
    for seed in 1..=4 {
        evening.draw(seed).unwrap();
        evening.play_round();
    }
    let refusal = evening.draw(5).unwrap_err();
    assert_eq!(refusal, Refusal::NoMoreRounds { games_per_night: 4 });
    assert_eq!(refusal.to_string(), "This night has 4 games, and no more. Give it more games, or finish it.");
    assert_eq!(evening.games_per_night(3), Err(Refusal::RoundsDrawn { given: 3, drawn: 4 }));
    assert!(matches!(evening.games_per_night(0), Err(Refusal::Settings(_))));
    assert_eq!(evening.games_per_night(5), Ok(1));
    assert_eq!(evening.draw(5), Ok(1));
    assert_eq!(evening.standings()[0].lines.len(), 5);
    evening.play_round();
    evening.finish(false).unwrap();
    assert_eq!(evening.games_per_night(6), Err(Refusal::Finished));
    assert_eq!(evening.draw(6), Err(Refusal::Finished));
}

#[test]
fn a_game_knows_its_night_and_has_no_rematch() {
    let mut evening = Evening::of(4);
    evening.draw(1).unwrap();
    evening.result(1, 1, &[121, 7]);
    let game = &evening.games[&evening.round(1)[0].game];
    assert_eq!(game.setup().night(), Some(evening.night.schedule().night));
    let refusal = game.rematch(super::game_id(99), None).unwrap_err();
    assert_eq!(refusal.to_string(), "A game of a league night has no rematch: the next round follows.");
}

#[test]
fn seats_are_swapped_until_the_first_peg_of_the_round() {
    let mut evening = Evening::of(8);
    assert_eq!(evening.swap([1, 2]), Err(Refusal::NoSuchRound { given: 0 }));
    evening.draw(1).unwrap();
    let before = evening.sides(1);
    let (one, other) = (before[0][0][0], before[1][1][1]);
    assert_eq!(evening.swap([one, one]), Err(Refusal::SamePlayer));
    assert_eq!(evening.swap([one, 99]), Err(Refusal::NotSeated { player: id(99), round: 1 }));
    assert_eq!(evening.swap([one, other]), Ok(1));
    let after = evening.sides(1);
    assert_eq!((after[0][0][0], after[1][1][1]), (other, one));
    assert_eq!((after[0][0][1], after[1][0].clone()), (before[0][0][1], before[1][0].clone()));
    for table in evening.round(1) {
        let seated = &evening.games[&table.game].setup().sides;
        assert_eq!(*seated, table.sides(), "the game knows who sits there");
    }
    evening.result(1, 2, &[121, 7]);
    let refusal = evening.swap([one, other]).unwrap_err();
    assert_eq!(refusal, Refusal::RoundBegun { tables: vec![2] });
    assert_eq!(refusal.to_string(), "Table 2 has begun, so nobody changes seats in this round any more.");
    evening.result(1, 1, &[121, 7]);
    evening.draw(2).unwrap();
    let earlier = evening.ask(Action::Swap { round: 1, players: [one, other].map(id) });
    assert_eq!(earlier, Err(Refusal::RoundClosed { round: 1 }));
}

#[test]
fn a_night_is_cancelled_with_a_reason_until_its_first_round_and_taken_back() {
    let mut evening = Evening::of(4);
    assert!(matches!(cancel(&mut evening, ""), Err(Refusal::InvalidReason(_))));
    assert_eq!(cancel(&mut evening, "snow"), Ok(1));
    assert_eq!(cancel(&mut evening, "snow"), Ok(0));
    assert_eq!(cancel(&mut evening, "ice"), Ok(1));
    assert_eq!((evening.view().status, evening.view().cancelled.as_deref()), (Status::Cancelled, Some("ice")));
    assert_eq!(evening.draw(1), Err(Refusal::Cancelled));
    assert_eq!(evening.come(5), Err(Refusal::Cancelled));
    assert_eq!(evening.finish(false), Err(Refusal::Cancelled));
    assert_eq!(evening.pay(1, false), Ok(1), "fees are given back");
    assert_eq!(evening.ask(Action::Reinstate), Ok(1));
    assert_eq!(evening.ask(Action::Reinstate), Ok(0));
    assert_eq!(evening.view().status, Status::Open);
    evening.draw(1).unwrap();
    assert_eq!(cancel(&mut evening, "snow"), Err(Refusal::Playing));
}

#[test]
fn finishing_names_the_tables_that_play_or_calls_their_games_off() {
    let mut evening = Evening::of(12);
    assert_eq!(evening.finish(true), Err(Refusal::NotPlaying));
    evening.draw(1).unwrap();
    evening.play_round();
    evening.draw(2).unwrap();
    evening.result(2, 2, &[121, 100]);
    let refusal = evening.finish(false).unwrap_err();
    let at = |round, table| TableRef { round, table };
    assert_eq!(refusal, Refusal::GamesStillPlaying { tables: vec![at(2, 1), at(2, 3)] });
    assert_eq!(
        refusal.to_string(),
        "Tables 1 and 3 are still playing in round 2. Wait for them, enter their results, or call them off."
    );
    assert_eq!(evening.finish(true), Ok(1));
    let called_off: Vec<_> = evening.view().rounds[1].tables.iter().map(|table| table.status).collect();
    use pegout_engine::game::Status as Game;
    assert_eq!(called_off, [Game::Void, Game::Finished, Game::Void]);
    let paid_out: u64 = evening.money().prizes.iter().map(|prize| prize.amount).sum();
    assert!(paid_out > 0 && evening.money().prizes.iter().all(|prize| prize.at_finish.is_none()));
}

#[test]
fn after_the_finish_fees_are_marked_and_nobody_comes_or_goes() {
    let mut evening = Evening::of(4);
    evening.draw(1).unwrap();
    evening.play_round();
    evening.finish(false).unwrap();
    assert_eq!(evening.come(5), Err(Refusal::Finished));
    assert_eq!(evening.leave(1), Err(Refusal::Finished));
    assert_eq!(evening.pay(1, false), Ok(1));
    assert_eq!(evening.swap([1, 2]), Err(Refusal::Finished));
    assert_eq!(cancel(&mut evening, "snow"), Err(Refusal::Finished));
}

#[test]
fn a_game_is_closed_to_phones_when_a_later_round_is_drawn_or_the_night_is_over() {
    let mut evening = Evening::of(4);
    evening.draw(1).unwrap();
    let first = evening.round(1)[0].game;
    assert!(!evening.night.is_round_closed(first));
    evening.play_round();
    assert!(!evening.night.is_round_closed(first));
    evening.draw(2).unwrap();
    let second = evening.round(2)[0].game;
    assert!(evening.night.is_round_closed(first) && !evening.night.is_round_closed(second));
    assert_eq!(evening.night.table_of(first).map(|(at, _)| at), Some(TableRef { round: 1, table: 1 }));
    evening.play_round();
    evening.finish(false).unwrap();
    assert!(evening.night.is_round_closed(second));
    assert_eq!(evening.night.table_of(game_id(99)), None);
}
