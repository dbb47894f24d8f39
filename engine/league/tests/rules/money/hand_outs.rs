//! Hand-outs, and the open items of a night.

use std::collections::BTreeMap;

use pegout_engine::game::{self, ConfirmationId, Metadata, Role, TokenId};
use pegout_league::night::{Action, Event, EventKind, Open, Payout, PayoutKind, PlayerMoney, Refusal, Status};
use pegout_league::{HandOuts, PlayerId, Settings};
use proptest::prelude::*;

use super::super::{NightLog, id};

fn by(hand_outs: HandOuts, players: u16) -> NightLog {
    NightLog::by(Settings { hand_outs, games_per_night: 3, ..Settings::default() }, players)
}

fn pay_out(log: &mut NightLog, player: PlayerId, what: PayoutKind, amount: u64) {
    assert_eq!(log.ask(Action::PayOut(Payout { player, amount, what, id: None, noted_for: None })), Ok(1));
}

/// A night of 20 with one first, one second and one third, at which player 20 has not paid. Returns the three.
fn night_of_20(hand_outs: HandOuts) -> (NightLog, [PlayerId; 3]) {
    let night = |seed: u8| {
        let mut log = by(hand_outs, 20);
        log.pay(20, false).unwrap();
        for round in 1..=3 {
            log.draw(seed).unwrap();
            for table in 1..=5_u8 {
                let lost = 59 + seed.wrapping_mul(31).wrapping_add(round * 17 + table * 13) % 61;
                log.result(round.into(), table.into(), &[121, lost]);
            }
        }
        log
    };
    let found = (0..).map(night).find_map(|log| {
        let rows = log.standings();
        let first: Vec<PlayerId> = rows.iter().take(3).map(|row| row.player_id).collect();
        let places = rows.iter().take(4).map(|row| row.place).eq([1, 2, 3, 4].map(Some));
        (places && !first.contains(&id(20))).then(|| (log, first.try_into().unwrap()))
    });
    found.unwrap()
}

/// Lets a phone contest the result of a table.
fn contest(log: &mut NightLog, round: usize, table: usize) {
    let game = log.games.get_mut(&log.night.rounds()[round - 1].tables[table - 1].game).unwrap();
    let id = ConfirmationId::from_bytes([7; 16]);
    let verdict = game::Verdict::Contested { scores: None };
    let action = game::Action::Confirm(game::Confirmation { id, side: 1, verdict, device: None });
    let metadata = Metadata { token: Some(TokenId::from_bytes([3; 16])), ..super::super::metadata(Role::Phone) };
    let command = game::Command { metadata, action };
    game.decide(command).unwrap().iter().for_each(|event| game.apply(event));
}

fn row(log: &NightLog, player: PlayerId) -> PlayerMoney {
    log.money().players.into_iter().find(|row| row.player_id == player).unwrap()
}

fn handed_out(log: &NightLog) -> u64 {
    log.money().players.iter().map(|row| row.handed_out).sum()
}

/// The open items: the kind, the player and the amount.
fn open(log: &NightLog) -> Vec<(Open, Option<PlayerId>, Option<u64>)> {
    log.money().open.into_iter().map(|item| (item.what, item.player_id, item.amount)).collect()
}

#[test]
fn a_late_fee_between_two_finishes_changes_nothing_that_was_handed_out() {
    for hand_outs in [HandOuts::Ticked, HandOuts::Assumed] {
        let (mut log, [first, second, third]) = night_of_20(hand_outs);
        let owes = (Open::Fee, Some(id(20)), Some(1_000));
        log.finish(false).unwrap();
        if hand_outs == HandOuts::Ticked {
            assert_eq!(handed_out(&log), 0, "a finish hands nothing out");
            for (player, amount) in [(first, 6_100), (second, 3_600), (third, 2_400)] {
                assert!(open(&log).contains(&(Open::Prize, Some(player), Some(amount))));
                pay_out(&mut log, player, PayoutKind::Prize, amount);
            }
        }
        assert_eq!((handed_out(&log), open(&log)), (12_100, vec![owes]), "{hand_outs}");
        log.reopen_night().unwrap();
        assert_eq!((handed_out(&log), open(&log)), (12_100, vec![owes]), "{hand_outs}");
        log.pay(20, true).unwrap();
        log.finish(false).unwrap();
        let [low, high] = if second < third { [second, third] } else { [third, second] };
        let left = [(first, 300), (low, 200), (high, 200)];
        let left = left.map(|(player, amount)| (Open::Prize, Some(player), Some(amount)));
        assert_eq!((handed_out(&log), open(&log)), (12_100, left.to_vec()), "{hand_outs}");
        for (player, amount) in [(first, 6_400), (second, 3_800), (third, 2_600)] {
            pay_out(&mut log, player, PayoutKind::Prize, amount);
        }
        assert_eq!((handed_out(&log), open(&log)), (12_800, Vec::new()));
        assert_eq!(log.fold(), log.night);
    }
}

#[test]
fn only_prizes_that_nobody_noted_are_noted_when_a_night_is_reopened() {
    let (mut log, [first, ..]) = night_of_20(HandOuts::Assumed);
    log.finish(false).unwrap();
    pay_out(&mut log, first, PayoutKind::Prize, 6_000);
    assert_eq!(log.reopen_night(), Ok(3), "two prizes and the reopening");
    assert_eq!((row(&log, first).handed_out, handed_out(&log)), (6_000, 12_000));
    log.finish(false).unwrap();
    assert_eq!(log.reopen_night(), Ok(1), "everything is noted");
}

#[test]
fn the_fifty_fifty_is_handed_out_by_a_tick_or_with_its_draw() {
    for (hand_outs, handed) in [(HandOuts::Ticked, 0), (HandOuts::Assumed, 400)] {
        let mut log = by(hand_outs, 4);
        log.draw(1).unwrap();
        log.draw_fifty_fifty(1).unwrap();
        let winner = log.view().fifty_fifty.unwrap().player_id;
        let money = row(&log, winner);
        assert_eq!((money.fifty_fifty_due, money.fifty_fifty_handed), (400, handed), "{hand_outs}");
        let due = (Open::FiftyFifty, Some(winner), Some(400));
        assert_eq!(open(&log).contains(&due), hand_outs == HandOuts::Ticked);
        pay_out(&mut log, winner, PayoutKind::FiftyFifty, 400);
        assert_eq!((row(&log, winner).fifty_fifty_handed, row(&log, winner).handed_out), (400, 0));
        assert_eq!(open(&log), []);
        log.ask(Action::VoidFiftyFifty { draw: None, reason: "a ticket fell down".to_owned() }).unwrap();
        assert_eq!(open(&log), [(Open::ToReturn, Some(winner), Some(400))], "{hand_outs}");
    }
}

#[test]
fn money_over_the_table_is_noted_also_after_the_round_was_taken_back_or_the_night_cancelled() {
    let mut log = by(HandOuts::Ticked, 4);
    let note = |amount| {
        let (player, what) = (id(1), PayoutKind::Prize);
        Action::PayOut(Payout { player, amount, what, id: None, noted_for: None })
    };
    let cancel = || Action::Cancel { reason: "no light".to_owned() };
    assert_eq!(log.ask(note(500)), Err(Refusal::NotPlaying), "nobody has played");
    log.draw(1).unwrap();
    pay_out(&mut log, id(1), PayoutKind::Prize, 600);
    log.take_back(1).unwrap();
    assert_eq!(log.ask(note(500)), Ok(1));
    pay_out(&mut log, id(2), PayoutKind::FiftyFifty, 100);
    log.ask(cancel()).unwrap();
    assert_eq!(log.ask(note(0)), Ok(1));
    pay_out(&mut log, id(2), PayoutKind::FiftyFifty, 0);
    assert_eq!((log.night.status(), in_hand(&log)), (Status::Cancelled, BTreeMap::new()));
    let mut unplayed = by(HandOuts::Ticked, 4);
    unplayed.ask(cancel()).unwrap();
    assert_eq!(unplayed.ask(note(500)), Err(Refusal::Cancelled));
}

#[test]
fn whoever_leaves_with_money_in_hand_stays_in_the_list_until_it_is_back() {
    let mut log = by(HandOuts::Ticked, 4);
    log.draw(1).unwrap();
    log.come(5).unwrap();
    pay_out(&mut log, id(5), PayoutKind::FiftyFifty, 500);
    log.leave(5).unwrap();
    assert!(log.night.entry(id(5)).is_none());
    let fee = (Open::FeeBack, Some(id(5)), Some(1_000));
    assert_eq!(open(&log), [fee, (Open::ToReturn, Some(id(5)), Some(500))]);
    pay_out(&mut log, id(5), PayoutKind::FiftyFifty, 0);
    assert_eq!(open(&log), [fee]);
}

#[test]
fn whoever_has_paid_and_withdraws_gets_the_fee_back_by_a_tick_that_can_be_undone() {
    let settle = |number, paid| {
        let payout = Payout { player: id(number), amount: 0, what: PayoutKind::Prize, id: None, noted_for: None };
        Action::Settle { payout, paid }
    };
    let mut log = by(HandOuts::Ticked, 5);
    log.leave(5).unwrap();
    let due = [(Open::FeeBack, Some(id(5)), Some(1_000))];
    assert_eq!((log.money().fees, open(&log)), (4_000, due.to_vec()), "before the first round");
    log.come(5).unwrap();
    assert_eq!(open(&log), []);
    log.leave(5).unwrap();
    log.draw(1).unwrap();
    let mut unpaid = log.clone();
    unpaid.pay(6, false).unwrap();
    unpaid.leave(6).unwrap();
    assert_eq!(open(&unpaid), due, "who has not paid gets nothing");
    assert_eq!(log.ask(settle(7, false)), Err(Refusal::NoEntry { player: id(7) }));
    log.finish(true).unwrap();
    for (paid, left) in [(false, &due[..0]), (true, &due), (false, &due[..0])] {
        assert_eq!((log.ask(settle(5, paid)), log.ask(settle(5, paid))), (Ok(2), Ok(0)));
        assert_eq!((open(&log), log.view().withdrawn[0].paid), (left.to_vec(), paid));
        assert!(log.night.entry(id(5)).is_none());
    }
    assert_eq!(log.fold(), log.night);
    let mut assumed = by(HandOuts::Assumed, 5);
    assumed.leave(5).unwrap();
    assert_eq!((open(&assumed), assumed.money().players.len()), (Vec::new(), 4));
}

#[test]
fn a_draw_that_is_void_forgets_nothing_that_was_handed_out_with_it() {
    let void = || Action::VoidFiftyFifty { draw: None, reason: "a ticket fell down".to_owned() };
    let mut log = by(HandOuts::Assumed, 4);
    log.draw(1).unwrap();
    log.draw_fifty_fifty(1).unwrap();
    let winner = log.view().fifty_fifty.unwrap().player_id;
    assert_eq!((log.ask(void()), log.ask(void())), (Ok(2), Ok(0)), "the amount in hand and the void");
    let back = vec![(Open::ToReturn, Some(winner), Some(400))];
    assert_eq!((row(&log, winner).fifty_fifty_handed, open(&log)), (400, back.clone()));
    let mut seeds = 2..;
    let other = seeds.find_map(|seed| {
        let mut again = log.clone();
        again.draw_fifty_fifty(seed).unwrap();
        (again.view().fifty_fifty.unwrap().player_id != winner).then_some(again)
    });
    let mut other = other.unwrap();
    assert_eq!(open(&other), back, "the next winner has theirs");
    pay_out(&mut other, winner, PayoutKind::FiftyFifty, 0);
    assert_eq!((other.ask(void()), open(&other).len()), (Ok(2), 1));
    assert_eq!(other.fold(), other.night);
    let mut ticked = by(HandOuts::Ticked, 4);
    ticked.draw(1).unwrap();
    ticked.draw_fifty_fifty(1).unwrap();
    assert_eq!((ticked.ask(void()), open(&ticked)), (Ok(1), Vec::new()), "nobody has handed it out");
}

#[test]
fn what_counts_as_handed_out_stays_so_if_the_player_is_merged_with_another() {
    let (mut log, [first, ..]) = night_of_20(HandOuts::Assumed);
    log.draw_fifty_fifty(3).unwrap();
    let drawn = log.view().fifty_fifty.unwrap().player_id;
    log.finish(false).unwrap();
    let before = handed_out(&log);
    let sums = |log: &NightLog, player| (row(log, player).handed_out, row(log, player).fifty_fifty_handed);
    let (won, share) = (sums(&log, first), sums(&log, drawn));
    log.merge(first, id(40)).unwrap();
    log.merge(drawn, id(41)).unwrap_or_else(|_| assert_eq!(drawn, first));
    let [first, drawn] = [first, drawn].map(|player| log.person(player));
    assert_eq!((sums(&log, first), sums(&log, drawn)), (won, share));
    log.reopen_night().unwrap();
    assert_eq!((sums(&log, first), handed_out(&log)), (won, before));
    log.ask(Action::VoidFiftyFifty { draw: None, reason: "a ticket fell down".to_owned() }).unwrap();
    assert_eq!(sums(&log, drawn), share);
}

#[test]
fn the_worst_comes_first_and_a_prize_that_waits_for_a_fee_is_named_with_it() {
    let (mut log, [first, second, third]) = night_of_20(HandOuts::Ticked);
    let number = u16::from_be_bytes([first.bytes()[0], first.bytes()[1]]);
    log.pay(number, false).unwrap();
    log.draw_fifty_fifty(3).unwrap();
    let drawn = log.view().fifty_fifty.unwrap().player_id;
    pay_out(&mut log, third, PayoutKind::Prize, 5_000);
    contest(&mut log, 2, 5);
    assert_eq!(log.money().open.iter().filter(|item| item.prize.is_some()).count(), 0, "the standings are not final");
    log.finish(false).unwrap();
    let money = log.money();
    let kinds: Vec<Open> = money.open.iter().map(|item| item.what).collect();
    assert_eq!(kinds, [Open::Contested, Open::Fee, Open::Prize, Open::FiftyFifty, Open::Fee, Open::ToReturn]);
    assert_eq!((money.open[0].round, money.open[0].table), (Some(2), Some(5)));
    let [fee, prize] =
        [1, 2].map(|item: usize| (money.open[item].player_id, money.open[item].amount, money.open[item].prize));
    assert_eq!(fee, (Some(first), Some(1_000), Some(6_100)), "what 19 fees make of it");
    assert_eq!(prize, (Some(second), row(&log, second).prize_now.into(), None));
    assert_eq!(money.open[3].player_id, Some(drawn));
    log.pay(number, true).unwrap();
    assert_eq!(row(&log, first).prize_now, 6_100);
}

/// The amounts that each player has in hand: of prizes and of the 50/50.
pub fn in_hand(log: &NightLog) -> BTreeMap<PlayerId, [u64; 2]> {
    let rows = log.money().players.into_iter().map(|row| (row.player_id, [row.handed_out, row.fifty_fifty_handed]));
    rows.filter(|(_, handed)| *handed != [0, 0]).collect()
}

/// Checks that only a tick changes a hand-out. `before` are the hand-outs before the events.
pub fn check_in_hand(
    log: &NightLog,
    before: &BTreeMap<PlayerId, [u64; 2]>,
    events: &[Event],
) -> Result<(), TestCaseError> {
    let is_assumed = log.night.settings(&log.league).hand_outs == HandOuts::Assumed;
    let takes_back =
        |event: &Event| matches!(event.kind, EventKind::Reopened { .. } | EventKind::FiftyFiftyVoided { .. });
    let is_taken_back = events.iter().any(takes_back);
    let hands_out = |event: &Event| match event.kind {
        EventKind::PaidOut(_) => !is_taken_back,
        EventKind::Finished(_) | EventKind::FiftyFiftyDrawn(_) => is_assumed,
        _ => false,
    };
    if !events.iter().any(hands_out) {
        prop_assert_eq!(before, &in_hand(log), "{:?}", events);
    }
    Ok(())
}

/// Checks the open items against a second count. If all items are done, no item is left.
pub fn check_open(log: &NightLog) -> Result<(), TestCaseError> {
    let mut settled = log.clone();
    for player in log.money().players.iter().filter(|row| row.fee_due > 0) {
        let fee = log
            .money()
            .open
            .into_iter()
            .find(|item| item.what == Open::Fee && item.player_id == Some(player.player_id));
        prop_assert_eq!(fee.and_then(|item| item.amount), Some(player.fee_due));
        let mut paid = log.clone();
        let number = u16::from_be_bytes([player.player_id.bytes()[0], player.player_id.bytes()[1]]);
        paid.pay(number, true).unwrap();
        let is_over = log.night.status() == Status::Finished;
        let prize = row(&paid, player.player_id).prize_now.saturating_sub(player.handed_out);
        prop_assert_eq!(fee.and_then(|item| item.prize), Some(prize).filter(|prize| is_over && *prize > 0));
    }
    let is_ticked = log.night.settings(&log.league).hand_outs == HandOuts::Ticked;
    let withdrawn = log.view().withdrawn.into_iter().filter(|entry| entry.paid && is_ticked);
    let mut due: Vec<_> = withdrawn.map(|entry| (Open::FeeBack, Some(entry.player_id), Some(1_000))).collect();
    due.sort_unstable_by_key(|(_, player, _)| *player);
    let fees_back: Vec<_> = open(log).into_iter().filter(|(what, ..)| *what == Open::FeeBack).collect();
    prop_assert_eq!(&fees_back, &due);
    for player in fees_back.iter().filter_map(|(_, player, _)| *player) {
        let (amount, what) = (row(&settled, player).handed_out, PayoutKind::Prize);
        let payout = Payout { player, amount, what, id: None, noted_for: None };
        settled.ask(Action::Settle { payout, paid: false }).unwrap();
    }
    // Fees first: each fee changes the pot and the prizes.
    for item in log.money().open.iter().filter(|item| item.what == Open::Fee) {
        let player = item.player_id.unwrap();
        settled.pay(u16::from_be_bytes([player.bytes()[0], player.bytes()[1]]), true).unwrap();
    }
    if log.night.rounds().is_empty() {
        return Ok(());
    }
    let money = settled.money();
    let sum = |what| money.open.iter().filter(|item| item.what == what).filter_map(|item| item.amount).sum::<u64>();
    let [to_get, to_return] = [sum(Open::Prize) + sum(Open::FiftyFifty), sum(Open::ToReturn)];
    let handed: u64 = money.players.iter().map(|row| row.handed_out + row.fifty_fifty_handed).sum();
    let due: u64 = money.prizes.iter().map(|prize| prize.amount).sum::<u64>()
        + settled.view().fifty_fifty.and_then(|draw| draw.amount).unwrap_or(0);
    prop_assert_eq!(handed + to_get, due + to_return);
    for row in &money.players {
        for (what, amount) in [(PayoutKind::Prize, row.prize_now), (PayoutKind::FiftyFifty, row.fifty_fifty_due)] {
            settled.ask(Action::PayOut(Payout { player: row.player_id, amount, what, id: None, noted_for: None })).ok();
        }
    }
    prop_assert_eq!(open(&settled), []);
    Ok(())
}
