//! Random leagues, counted a second time by a notebook of the cash over the table.

use std::collections::BTreeMap;

use pegout_league::ledger::{Account, Balances, Ledger, Payment};
use pegout_league::night::{self, Payout, PayoutKind};
use proptest::prelude::*;

use super::super::{NightLog, id};
use super::ledger::{League, night_id, night_of, posting_id};

/// A step of a random league.
#[derive(Clone, Copy, Debug)]
enum Step {
    Receive { player: u16, amount: u64 },
    Return { player: u16, amount: u64 },
    Move { from: usize, to: usize, amount: u64 },
    TakeBack { posting: u32 },
    Pay { night: usize, player: u16, paid: bool, way: Payment },
    Leave { night: usize, player: u16 },
    Play { night: usize, seed: u8 },
    Draw { night: usize, seed: u8 },
    VoidDraw { night: usize },
    HandOut { night: usize, player: u16, fifty_fifty: bool, amount: u64, way: Payment },
    Finish { night: usize },
    Reopen { night: usize },
    Cancel { night: usize, way: Option<Payment> },
}

fn step() -> impl Strategy<Value = Step> {
    let (night, player) = (0..2_usize, 1..=6_u16);
    let way = prop_oneof![Just(Payment::Cash), Just(Payment::Credit)];
    let amount = prop_oneof![Just(1_000_u64), 0..5_000_u64];
    prop_oneof![
        2 => (player.clone(), amount.clone()).prop_map(|(player, amount)| Step::Receive { player, amount }),
        1 => (player.clone(), amount.clone()).prop_map(|(player, amount)| Step::Return { player, amount }),
        2 => (0..4_usize, 0..4_usize, amount.clone()).prop_map(|(from, to, amount)| Step::Move { from, to, amount }),
        1 => (1..30_u32).prop_map(|posting| Step::TakeBack { posting }),
        8 => (night.clone(), player.clone(), any::<bool>(), way.clone())
            .prop_map(|(night, player, paid, way)| Step::Pay { night, player, paid, way }),
        1 => (night.clone(), player.clone()).prop_map(|(night, player)| Step::Leave { night, player }),
        4 => (night.clone(), any::<u8>()).prop_map(|(night, seed)| Step::Play { night, seed }),
        1 => (night.clone(), any::<u8>()).prop_map(|(night, seed)| Step::Draw { night, seed }),
        1 => night.clone().prop_map(|night| Step::VoidDraw { night }),
        3 => (night.clone(), player, any::<bool>(), amount, way.clone()).prop_map(
            |(night, player, fifty_fifty, amount, way)| Step::HandOut { night, player, fifty_fifty, amount, way }
        ),
        2 => night.clone().prop_map(|night| Step::Finish { night }),
        1 => night.clone().prop_map(|night| Step::Reopen { night }),
        1 => (night, prop::option::of(way)).prop_map(|(night, way)| Step::Cancel { night, way }),
    ]
}

/// The accounts of a person with a notebook, who writes down only the cash that goes over the table.
#[derive(Default)]
struct Notebook {
    cash: i64,
    credits: BTreeMap<u16, i64>,
    prize_fund: i64,
    /// The prizes and 50/50s that went to a credit.
    credited: BTreeMap<(usize, u16, PayoutKind), u64>,
    /// The cash that each posting moved into the box, by its number, with its effect on a credit and on the prize fund.
    postings: BTreeMap<u32, (i64, Option<u16>, i64, i64)>,
}

impl Notebook {
    fn note(&mut self, number: u32, cash: i64, owner: Option<u16>, credit: i64, prize_fund: i64) {
        self.postings.insert(number, (cash, owner, credit, prize_fund));
        self.change((cash, owner, credit, prize_fund), 1);
    }

    /// Moves money between the night's fees or prizes and a credit: at the table it looks like cash that stays in the box.
    fn credit(&mut self, player: u16, amount: i64) {
        *self.credits.entry(player).or_default() += amount;
        self.cash += amount;
    }

    fn change(&mut self, (cash, owner, credit, prize_fund): (i64, Option<u16>, i64, i64), sign: i64) {
        self.cash += sign * cash;
        self.prize_fund += sign * prize_fund;
        if let Some(owner) = owner {
            *self.credits.entry(owner).or_default() += sign * credit;
        }
    }
}

/// The fees that are in the hands of the coordinator at a night, and the money that the players have from it.
fn at_the_table(log: &NightLog) -> i64 {
    let paid = log.night.entries().iter().chain(log.night.withdrawn()).filter(|entry| entry.paid).count();
    let mut handed = BTreeMap::new();
    for event in &log.log {
        if let night::EventKind::PaidOut(Payout { player, amount, what, .. }) = event.kind {
            handed.insert((player, what), amount);
        }
    }
    let handed: u64 = handed.values().sum();
    paid as i64 * 1_000 - i64::try_from(handed).unwrap()
}

/// Returns true if the entry of a player is marked as paid, also after a withdrawal.
fn paid_before(league: &League, night: usize, player: u16) -> bool {
    let night = &league.nights[night].night;
    night.entries().iter().chain(night.withdrawn()).any(|entry| entry.player == id(player) && entry.paid)
}

fn run(steps: &[Step]) -> Result<(), TestCaseError> {
    let mut league = League::new(vec![night_of(1, 6), night_of(2, 4)]);
    let mut notebook = Notebook::default();
    let funds = [Account::Outside, Account::Supplies, Account::Activities, Account::PrizeFund];
    for step in steps {
        let cents = |amount: u64| i64::try_from(amount).unwrap();
        match *step {
            Step::Receive { player, amount } => {
                if league.post(Account::Outside, Account::Credit, Some(player), amount).is_ok() {
                    notebook.note(league.next, cents(amount), Some(player), cents(amount), 0);
                }
            }
            Step::Return { player, amount } => {
                let before = notebook.credits.get(&player).copied().unwrap_or_default();
                let done = league.post(Account::Credit, Account::Outside, Some(player), amount).is_ok();
                prop_assert_eq!(done, amount > 0 && before >= cents(amount));
                if done {
                    notebook.note(league.next, -cents(amount), Some(player), -cents(amount), 0);
                }
            }
            Step::Move { from, to, amount } => {
                if league.post(funds[from], funds[to], None, amount).is_ok() {
                    let sign = |at: usize, wanted| i64::from(funds[at] == wanted);
                    let cash = sign(from, Account::Outside) - sign(to, Account::Outside);
                    let fund = sign(to, Account::PrizeFund) - sign(from, Account::PrizeFund);
                    notebook.note(league.next, cash * cents(amount), None, 0, fund * cents(amount));
                }
            }
            Step::TakeBack { posting } => {
                if league.take_back(posting_id(posting), false) == Ok(1) {
                    let known = notebook.postings[&posting];
                    notebook.change(known, -1);
                }
            }
            Step::Pay { night, player, paid, way } => {
                let was_paid = paid_before(&league, night, player);
                let is_by_credit = league.ledger.has_paid_fee(night_id(night as u8 + 1), id(player));
                if league.pay(night, player, paid, way).is_ok() {
                    match (was_paid, paid) {
                        (false, true) if way == Payment::Credit => notebook.credit(player, -1_000),
                        (true, false) if way == Payment::Credit || is_by_credit => notebook.credit(player, 1_000),
                        _ => {}
                    }
                }
            }
            Step::Leave { night, player } => {
                let by_credit = league.ledger.has_paid_fee(night_id(night as u8 + 1), id(player));
                let goes = !league.nights[night].night.has_played(id(player));
                let left = league.ask_night(night, None, night::Action::Withdraw { player: id(player) });
                if by_credit && goes && left == Ok(2) {
                    notebook.credit(player, 1_000);
                }
            }
            Step::Play { night, seed } => {
                if league.nights[night].draw(seed).is_ok() {
                    league.nights[night].play_round();
                }
            }
            Step::Draw { night, seed } => drop(league.nights[night].draw_fifty_fifty(seed)),
            Step::VoidDraw { night } => {
                let void = night::Action::VoidFiftyFifty { draw: None, reason: "a ticket fell down".to_owned() };
                drop(league.nights[night].ask(void));
            }
            Step::HandOut { night, player, fifty_fifty, amount, way } => {
                let what = if fifty_fifty { PayoutKind::FiftyFifty } else { PayoutKind::Prize };
                let payout = Payout { player: id(player), amount, what, id: None, noted_for: None };
                let (before, known) =
                    (league.nights[night].night.noted(id(player), what).unwrap_or(0), (night, player, what));
                let is_done = league.ask_night(night, Some(way), night::Action::PayOut(payout)).is_ok();
                let credited = notebook.credited.get(&known).copied().unwrap_or(0);
                if is_done {
                    // Cash comes back first, or with the payment by credit the credit.
                    let less = before.saturating_sub(amount);
                    let from_credit = match way {
                        Payment::Credit => less.min(credited),
                        Payment::Cash => less.saturating_sub(before - credited),
                    };
                    let to_credit = if way == Payment::Credit { amount.saturating_sub(before) } else { 0 };
                    notebook.credit(player, cents(to_credit) - cents(from_credit));
                    notebook.credited.insert(known, credited + to_credit - from_credit);
                }
            }
            Step::Finish { night } => drop(league.nights[night].finish(true)),
            Step::Reopen { night } => drop(league.nights[night].reopen_night()),
            Step::Cancel { night, way } => {
                let by_credit: Vec<u16> = (1..=6)
                    .filter(|player| league.ledger.has_paid_fee(night_id(night as u8 + 1), id(*player)))
                    .collect();
                let paid: Vec<u16> = (1..=6).filter(|player| paid_before(&league, night, *player)).collect();
                let cancel = night::Action::Cancel { reason: "no light".to_owned() };
                if league.ask_night(night, way, cancel).is_ok_and(|events| events > 0) {
                    for player in paid {
                        if way == Some(Payment::Credit) || by_credit.contains(&player) {
                            notebook.credit(player, 1_000);
                        }
                    }
                }
            }
        }
        let Balances { in_box, credits, to_hand_out, supplies, activities, prize_fund, pots } = league.books().balances;
        prop_assert_eq!(in_box, credits + to_hand_out + supplies + activities + prize_fund + pots);
        prop_assert_eq!(in_box, notebook.cash + league.nights.iter().map(at_the_table).sum::<i64>());
        prop_assert_eq!(prize_fund, notebook.prize_fund);
        prop_assert!(prize_fund >= 0);
        for player in 1..=6 {
            let credit = league.ledger.credit(id(player));
            prop_assert_eq!(credit, notebook.credits.get(&player).copied().unwrap_or_default());
            prop_assert!(credit >= 0);
        }
    }
    let mut folded = Ledger::default();
    league.log.iter().for_each(|event| folded.apply(event));
    prop_assert_eq!(folded, league.ledger);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, ..ProptestConfig::default() })]

    #[test]
    fn the_box_has_the_sum_of_its_parts_in_2000_random_leagues(steps in prop::collection::vec(step(), 0..40)) {
        run(&steps)?;
    }
}
