//! The parts of the fees.

use pegout_league::night::{Action, Refusal};
use pegout_league::{Fees, PrizeCandidate, Settings, SettingsError};
use proptest::prelude::*;

use super::super::{NightLog, id};

/// Players at these places, who have paid.
fn at<const N: usize>(places: [usize; N]) -> [PrizeCandidate; N] {
    let mut unit = 0;
    places.map(|place| {
        unit += 1;
        PrizeCandidate { place, unit, partners: 1, paid: true }
    })
}

fn draw(night_log: &mut NightLog, seed: u8) -> Result<usize, Refusal> {
    night_log.draw_fifty_fifty(seed)
}

#[test]
fn twenty_players_make_the_league_s_own_example() {
    let fees = Fees::new(&Settings::default(), 20);
    assert_eq!((fees.fees, fees.pool, fees.payout, fees.pot), (20_000, 4_000, 2_000, 12_800));
    assert_eq!(fees.prizes_by_place(&[50, 30, 20], 1), [6_400, 3_800, 2_600]);
    let night_log = NightLog::of(20);
    let money = night_log.money();
    assert_eq!((money.fifty_fifty, money.supplies, money.places), (2_000, 2_000, vec![6_400, 3_800, 2_600]));
}

#[test]
fn a_night_of_twenty_pays_out_the_example_to_the_cent() {
    let mut night_log = NightLog::of(20);
    night_log.draw(1).unwrap();
    for (table, scores) in (1..).zip([[121, 60], [121, 90], [121, 91], [121, 92], [121, 93]]) {
        night_log.result(1, table, &scores);
    }
    // Each first side has a winner from the table before. That player's lines are -2 and -2 at table 2, -1 and -1 at
    // table 3, 0 and -1 at table 4.
    night_log.draw(2).unwrap();
    for (table, scores) in (1..).zip([[121, 120], [121, 60], [121, 90], [121, 90], [121, 98]]) {
        night_log.result(2, table, &scores);
    }
    night_log.finish(false).unwrap();
    let money = night_log.money();
    let won: Vec<(Option<usize>, u64)> = money.prizes.iter().map(|prize| (prize.place, prize.amount)).collect();
    assert_eq!(won, [(Some(1), 6_400), (Some(2), 3_800), (Some(3), 2_600)]);
    let totals: Vec<Option<i32>> = night_log.standings().iter().take(3).map(|row| row.total).collect();
    assert_eq!(totals, [Some(-4), Some(-2), Some(-1)]);
    assert_eq!((money.fees, money.fifty_fifty, money.supplies, money.activities), (20_000, 2_000, 2_000, 3_200));
}

#[test]
fn players_who_tie_pool_the_places_they_span() {
    let fees = Fees::new(&Settings::default(), 20);
    let shares = [50, 30, 20];
    // 128: two seconds share 50 percent, 32 each.
    assert_eq!(fees.prizes(&shares, &at([1, 2, 2, 4])), [6_400, 3_200, 3_200, 0]);
    // Two firsts share 80 percent, 51.20 each.
    assert_eq!(fees.prizes(&shares, &at([1, 1, 3])), [5_100, 5_100, 2_600]);
    // Three thirds share 20 percent, 8.53 each.
    assert_eq!(fees.prizes(&shares, &at([1, 2, 3, 3, 3])), [6_400, 3_800, 900, 900, 900]);
    // Everybody wins: 128 among five is 25.60.
    assert_eq!(fees.prizes(&shares, &at([1; 5])), [2_600; 5]);
}

#[test]
fn half_a_dollar_is_rounded_up() {
    // A pot of 25.00: 12.50, 7.50 and 5.00, with 6.25 to spare.
    let fees = Fees { fees: 4_000, pool: 875, payout: 437, pot: 2_500 };
    assert_eq!(fees.prizes_by_place(&[50, 30, 20], 1), [1_300, 800, 500]);
}

#[test]
fn all_prizes_are_rounded_down_where_activities_would_fall_below_zero() {
    let settings = Settings { pot_percent: 100, fee: 500, draw_part: 0, ..Settings::default() };
    // A pot of 25.00 and nothing to spare: 13 + 8 + 5 would be 26.
    let fees = Fees::new(&settings, 5);
    assert_eq!((fees.pot, fees.distributable()), (2_500, 2_500));
    assert_eq!(fees.prizes_by_place(&[50, 30, 20], 1), [1_200, 700, 500]);
}

#[test]
fn a_share_of_a_place_that_nobody_holds_goes_to_activities() {
    let mut night_log = NightLog::of(2);
    night_log.draw(1).unwrap();
    night_log.result(1, 1, &[121, 100]);
    let money = night_log.money();
    let amounts: Vec<u64> = money.prizes.iter().map(|prize| prize.amount).collect();
    // A pot of 12.80: 6.40 and 3.84 are rounded to 6 and 4; the 2.56 of the third place stay.
    assert_eq!((money.pot, amounts), (1_280, vec![600, 400]));
    assert_eq!(money.activities, 1_600 - 1_000);
}

#[test]
fn who_has_not_paid_is_ranked_and_wins_nothing_until_they_pay() {
    let mut night_log = NightLog::of(2);
    night_log.pay(1, false).unwrap();
    night_log.draw(1).unwrap();
    let seats = night_log.sides(1)[0].concat();
    let scores: Vec<u8> = seats.iter().map(|player| if *player == 1 { 121 } else { 100 }).collect();
    night_log.result(1, 1, &scores);
    let unpaid = night_log.row(1);
    assert_eq!((unpaid.place, unpaid.prize), (Some(1), Some(0)));
    assert_eq!(night_log.row(2).prize, Some(200), "second of a pot of 6.40: 30 percent, 1.92");
    assert_eq!(night_log.money().fees, 1_000);
    night_log.finish(false).unwrap();
    night_log.pay(1, true).unwrap();
    assert_eq!((night_log.row(1).prize, night_log.row(1).prize_at_finish), (Some(600), Some(0)));
    assert_eq!((night_log.row(2).prize, night_log.row(2).prize_at_finish), (Some(400), Some(200)));
}

#[test]
fn a_prize_that_differs_from_the_one_at_the_finish_is_shown_with_both() {
    let mut night_log = NightLog::of(2);
    night_log.draw(1).unwrap();
    night_log.result(1, 1, &[121, 100]);
    night_log.finish(false).unwrap();
    assert!(night_log.money().prizes.iter().all(|prize| prize.at_finish.is_none()));
    night_log.result(1, 1, &[100, 121]);
    let prizes: Vec<(u64, Option<u64>)> =
        night_log.money().prizes.iter().map(|prize| (prize.amount, prize.at_finish)).collect();
    assert_eq!(prizes, [(600, Some(400)), (400, Some(600))]);
}

#[test]
fn the_fifty_fifty_is_drawn_once_among_those_who_paid_and_voided_with_a_reason() {
    let mut night_log = NightLog::of(8);
    for player in 3..=8 {
        night_log.pay(player, false).unwrap();
    }
    assert_eq!(draw(&mut night_log, 1), Err(Refusal::NotPlaying));
    night_log.draw(1).unwrap();
    assert_eq!(draw(&mut night_log, 1), Ok(1));
    let drawn = night_log.view().fifty_fifty.unwrap();
    assert!([id(1), id(2)].contains(&drawn.player_id));
    assert_eq!(drawn.amount, Some(200), "half of twice two dollars");
    let refusal = draw(&mut night_log, 2).unwrap_err();
    assert_eq!(refusal, Refusal::AlreadyDrawn { player: drawn.player_id, amount: 200 });
    assert_eq!(refusal.to_string(), "The 50/50 of $2 is drawn already. Void that draw, with a reason, to draw again.");
    let void = |reason: &str| Action::VoidFiftyFifty { draw: None, reason: reason.to_owned() };
    assert!(matches!(night_log.ask(void(" ")), Err(Refusal::InvalidReason(_))));
    assert_eq!(
        night_log.ask(void("a ticket fell down")),
        Ok(2),
        "the amount that the winner has in hand, and the void"
    );
    assert_eq!(night_log.ask(void("a ticket fell down")), Ok(0), "nothing is drawn any more");
    assert_eq!(draw(&mut night_log, 2), Ok(1));
}

#[test]
fn either_who_paid_can_be_drawn() {
    let winners: std::collections::BTreeSet<_> = (0..40)
        .map(|seed| {
            let mut night_log = NightLog::of(2);
            night_log.draw(1).unwrap();
            draw(&mut night_log, seed).unwrap();
            night_log.view().fifty_fifty.unwrap().player_id
        })
        .collect();
    assert_eq!(winners.len(), 2);
}

#[test]
fn what_was_drawn_is_fixed_and_later_fees_are_for_supplies() {
    let mut night_log = NightLog::of(4);
    night_log.draw(1).unwrap();
    draw(&mut night_log, 1).unwrap();
    night_log.come(5).unwrap();
    let money = night_log.money();
    assert_eq!((money.fees, money.fifty_fifty, money.supplies), (5_000, 400, 600));
}

#[test]
fn a_change_that_leaves_too_little_for_the_draw_is_refused_until_it_is_voided() {
    let mut night_log = NightLog::of(4);
    night_log.draw(1).unwrap();
    draw(&mut night_log, 1).unwrap();
    let winner = night_log.view().fifty_fifty.unwrap().player_id;
    let others: Vec<u16> = (1..=4).filter(|player| id(*player) != winner).collect();
    assert_eq!(night_log.pay(others[0], false), Ok(1));
    assert_eq!(night_log.pay(others[1], false), Ok(1));
    let refusal = night_log.pay(others[2], false).unwrap_err();
    assert_eq!(refusal, Refusal::PoolTooSmall { amount: 400, in_draw: 200 });
    assert_eq!(
        refusal.to_string(),
        "The fees would leave $2 for the 50/50, and $4 of it were drawn. Void that draw first."
    );
    let winner = (1..=4).find(|player| id(*player) == winner).unwrap();
    assert_eq!(night_log.pay(others[0], true), Ok(1));
    assert_eq!(night_log.pay(winner, false), Err(Refusal::WinnerMustHavePaid));
    night_log.ask(Action::VoidFiftyFifty { draw: None, reason: "wrong list".to_owned() }).unwrap();
    assert_eq!(night_log.pay(winner, false), Ok(1));
}

/// A night at which everything in the draw was drawn, so that each fee is needed.
fn night_that_needs_every_fee(players: u16) -> NightLog {
    NightLog::by(Settings { draw_percent: 100, ..Settings::default() }, players)
}

#[test]
fn a_merge_with_somebody_who_withdrew_is_refused_where_it_takes_a_fee_out_of_the_draw() {
    let mut night_log = night_that_needs_every_fee(3);
    night_log.leave(3).unwrap();
    night_log.draw(1).unwrap();
    draw(&mut night_log, 1).unwrap();
    let winner = night_log.view().fifty_fifty.unwrap().player_id;
    let other = [id(1), id(2)].into_iter().find(|player| *player != winner).unwrap();
    let before = night_log.clone();
    assert_eq!(night_log.merge(id(3), winner), Err(Refusal::WinnerMustHavePaid));
    assert_eq!(night_log.merge(id(3), other), Err(Refusal::PoolTooSmall { amount: 400, in_draw: 200 }));
    assert_eq!(night_log.night, before.night);
    night_log.ask(Action::VoidFiftyFifty { draw: None, reason: "one person".to_owned() }).unwrap();
    assert_eq!(night_log.merge(id(3), other), Ok(()));
    assert_eq!(night_log.money().fees, 1_000);
}

#[test]
fn a_merge_of_two_who_paid_is_refused_where_the_draw_needs_both_fees() {
    let mut night_log = night_that_needs_every_fee(2);
    night_log.draw(1).unwrap();
    night_log.come(3).unwrap();
    draw(&mut night_log, 1).unwrap();
    assert_eq!(night_log.merge(id(3), id(1)), Err(Refusal::PoolTooSmall { amount: 600, in_draw: 400 }));
    night_log.come(4).unwrap();
    let winner = night_log.view().fifty_fifty.unwrap().player_id;
    let merged = if winner == id(3) { id(4) } else { id(3) };
    let stays = [id(1), id(2)].into_iter().find(|player| *player != winner).unwrap();
    assert_eq!(night_log.merge(merged, stays), Ok(()), "another fee came");
}

#[test]
fn two_are_not_parted_where_it_takes_a_fee_out_of_the_draw() {
    let mut night_log = night_that_needs_every_fee(2);
    night_log.pay(1, false).unwrap();
    night_log.draw(1).unwrap();
    night_log.come(3).unwrap();
    night_log.merge(id(1), id(3)).unwrap();
    draw(&mut night_log, 1).unwrap();
    // The person sat, and keeps the fee. Player 3 alone never sat.
    night_log.leave(3).unwrap();
    let winner = night_log.view().fifty_fifty.unwrap().player_id;
    let refusal =
        if winner == id(3) { Refusal::WinnerMustHavePaid } else { Refusal::PoolTooSmall { amount: 400, in_draw: 200 } };
    assert_eq!(night_log.unmerge(id(1)), Err(refusal));
    night_log.ask(Action::VoidFiftyFifty { draw: None, reason: "two persons".to_owned() }).unwrap();
    assert_eq!(night_log.unmerge(id(1)), Ok(()));
}

#[test]
fn a_draw_needs_somebody_who_paid_and_money() {
    let mut night_log = NightLog::of(2);
    for player in [1, 2] {
        night_log.pay(player, false).unwrap();
    }
    night_log.draw(1).unwrap();
    assert_eq!(draw(&mut night_log, 1), Err(Refusal::NobodyPaid));
    let mut free = NightLog::by(Settings { draw_part: 0, ..Settings::default() }, 2);
    free.draw(1).unwrap();
    assert_eq!(draw(&mut free, 1), Err(Refusal::NothingToDraw));
}

#[test]
fn the_night_keeps_the_settings_with_which_it_began() {
    let mut night_log = NightLog::of(4);
    night_log.league.fee = 1_200;
    assert_eq!(night_log.money().fees, 4_800, "until the first round it goes by the league's");
    night_log.draw(1).unwrap();
    night_log.league.fee = 2_000;
    assert_eq!(night_log.money().fees, 4_800);
}

#[test]
fn settings_that_cannot_be_are_refused_by_their_field() {
    let usual = Settings::default;
    for (settings, field) in [
        (Settings { games_per_night: 0, ..usual() }, "games_per_night"),
        (Settings { games_per_night: 21, ..usual() }, "games_per_night"),
        (Settings { fee: 100_001, ..usual() }, "fee"),
        (Settings { draw_part: 1_001, ..usual() }, "draw_part"),
        (Settings { draw_percent: 101, ..usual() }, "draw_percent"),
        (Settings { pot_percent: 101, ..usual() }, "pot_percent"),
        (Settings { prize_shares: vec![50, 51], ..usual() }, "prize_shares"),
        (Settings { prize_shares: vec![1; 21], ..usual() }, "prize_shares"),
        (Settings { rules: pegout_engine::Rules { target: 100, ..usual().rules }, ..usual() }, "rules"),
    ] {
        let error = settings.check().unwrap_err();
        assert_eq!(error.field(), field, "{error}");
        let mut night_log = NightLog::by(settings, 4);
        assert_eq!(night_log.draw(1), Err(Refusal::Settings(error)));
    }
    assert_eq!(usual().check(), Ok(()));
    let error = SettingsError::PrizeShares { sum: 101 };
    assert_eq!(error.to_string(), "The shares of the prizes are 101 percent together: they are 100 at most.");
}

fn settings() -> impl Strategy<Value = Settings> {
    let shares = prop::collection::vec(0..=100_u8, 0..8).prop_filter("the shares are a hundred at most", |shares| {
        shares.iter().map(|share| u32::from(*share)).sum::<u32>() <= 100
    });
    (0..=3_000_u32, 0..=100_u32, 0..=100_u8, 0..=100_u8, shares).prop_map(
        |(fee, draw_share, draw_percent, pot_percent, prize_shares)| Settings {
            fee,
            draw_part: fee * draw_share / 100,
            draw_percent,
            pot_percent,
            prize_shares,
            ..Settings::default()
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4_000, ..ProptestConfig::default() })]

    #[test]
    fn prizes_are_whole_dollars_alike_for_ties_and_never_more_than_there_is(
        settings in settings(),
        totals in prop::collection::vec((0..12_i32, prop::bool::weighted(0.9)), 0..40),
    ) {
        prop_assert_eq!(settings.check(), Ok(()));
        let place = |total: i32| totals.iter().filter(|(other, _)| *other < total).count() + 1;
        let candidate = |(unit, (total, paid)): (usize, &(i32, bool))| PrizeCandidate { place: place(*total), unit, partners: 1, paid: *paid };
        let candidates: Vec<PrizeCandidate> = totals.iter().enumerate().map(candidate).collect();
        let paid = candidates.iter().filter(|candidate| candidate.paid).count();
        let fees = Fees::new(&settings, paid);
        let prizes = fees.prizes(&settings.prize_shares, &candidates);
        prop_assert_eq!(prizes.len(), candidates.len());
        let sum: u64 = prizes.iter().sum();
        prop_assert!(sum <= fees.distributable(), "activities stay at {} - {sum}", fees.distributable());
        prop_assert!(fees.payout <= fees.pool && fees.pot <= fees.distributable() && fees.pool + fees.distributable() == fees.fees);
        for (prize, candidate) in prizes.iter().zip(&candidates) {
            prop_assert_eq!(prize % 100, 0);
            prop_assert!(candidate.paid || *prize == 0);
            for (other, tied) in prizes.iter().zip(&candidates) {
                prop_assert!((candidate.place, candidate.paid) != (tied.place, tied.paid) || prize == other, "players who tie and paid win the same");
            }
        }
        // Apart from the rounding each prize is its share: half a dollar off, or a dollar when all are rounded down.
        for (prize, candidate) in prizes.iter().zip(&candidates).filter(|(_, candidate)| candidate.paid) {
            let tied = candidates.iter().filter(|other| other.place == candidate.place).count();
            let percent: u64 = (candidate.place..candidate.place + tied)
                .map(|place| settings.prize_shares.get(place - 1).map_or(0, |share| u64::from(*share)))
                .sum();
            let exact = fees.pot as f64 * percent as f64 / 100.0 / tied as f64;
            prop_assert!((*prize as f64 - exact).abs() < 100.0, "{prize} for {exact}");
        }
    }
}
