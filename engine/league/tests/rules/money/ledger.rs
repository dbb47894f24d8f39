//! The ledger and the books of a league: money paid ahead, debts, funds and the box.

use std::collections::BTreeMap;

use super::super::{NightLog, id, metadata};
use pegout_engine::game::Role;
use pegout_league::ledger::{
    Account, Action, Balances, Books, Command, Event, EventKind, Ledger, NightBooks, Payment, Posting, PostingId,
    Refusal, TakenBack,
};
use pegout_league::night::{self, Payout, PayoutKind, Schedule};
use pegout_league::{HandOuts, Night, NightId, PlayerId, Settings};

/// A league: its nights, its ledger and the log of the ledger.
pub(super) struct League {
    pub(super) nights: Vec<NightLog>,
    pub(super) ledger: Ledger,
    pub(super) log: Vec<Event>,
    pub(super) next: u32,
}

impl League {
    pub(super) fn new(nights: Vec<NightLog>) -> League {
        League { nights, ledger: Ledger::default(), log: Vec::new(), next: 0 }
    }

    pub(super) fn books(&self) -> Books {
        Books::new(&self.ledger, &self.night_books())
    }

    pub(super) fn night_books(&self) -> Vec<NightBooks> {
        self.nights.iter().map(|log| NightBooks::new(&log.night, &log.played(), &log.league)).collect()
    }

    /// The share of the nights in the balances.
    pub(super) fn share(&self) -> Balances {
        Books::new(&Ledger::default(), &self.night_books()).balances
    }

    pub(super) fn ask(&mut self, action: Action) -> Result<usize, Refusal> {
        let events = self.ledger.decide(Command { metadata: metadata(Role::Coordinator), action })?;
        events.iter().for_each(|event| self.ledger.apply(event));
        self.log.extend(events.iter().cloned());
        Ok(events.len())
    }

    pub(super) fn post(
        &mut self,
        from: Account,
        to: Account,
        player: Option<u16>,
        amount: u64,
    ) -> Result<PostingId, Refusal> {
        self.next += 1;
        let posting = Posting { player: player.map(id), ..posting(self.next, from, to, amount) };
        let nights = Some(self.share());
        self.ask(Action::Post { posting, nights })?;
        Ok(posting_id(self.next))
    }

    /// Asks for a change of a night together with the postings that go with it, as the service does in one transaction.
    pub(super) fn ask_night(
        &mut self,
        night: usize,
        way: Option<Payment>,
        action: night::Action,
    ) -> Result<usize, String> {
        let log = &mut self.nights[night];
        let command = night::Command { metadata: metadata(Role::Coordinator), action };
        let mut events = log.night.decide(command, &log.played()).map_err(|refusal| refusal.to_string())?;
        let next = &mut self.next;
        let new_id = || {
            *next += 1;
            posting_id(*next)
        };
        let this = log.night.schedule().night;
        let is_earlier = |other: NightId| other < this;
        let actions = self.ledger.follow(&log.night, &mut events, way, &log.league, &is_earlier, new_id);
        // All of it, or nothing.
        let before = (self.ledger.clone(), self.log.len());
        for action in actions {
            if let Err(refusal) = self.ask(action) {
                self.ledger = before.0;
                self.log.truncate(before.1);
                return Err(refusal.to_string());
            }
        }
        let log = &mut self.nights[night];
        events.iter().for_each(|event| log.night.apply(event));
        log.log.extend(events.iter().cloned());
        Ok(events.len())
    }

    pub(super) fn pay(&mut self, night: usize, player: u16, paid: bool, way: Payment) -> Result<usize, String> {
        let action = night::EntryAction::Note { paid: Some(paid), guest: None, pots: None };
        let enter = night::NewEntry { action, ..night::NewEntry::member(id(player)) };
        self.ask_night(night, Some(way), night::Action::Enter(enter))
    }

    pub(super) fn pay_by_credit(&mut self, night: usize, player: u16) -> Result<usize, String> {
        self.pay(night, player, true, Payment::Credit)
    }

    pub(super) fn credit(&self, player: u16) -> i64 {
        self.ledger.credit(id(player))
    }

    pub(super) fn take_back(&mut self, posting: PostingId, with_night: bool) -> Result<usize, Refusal> {
        let nights = Some(self.share());
        self.ask(Action::TakeBack(TakenBack { posting, reason: None, nights, with_night, won: Vec::new() }))
    }
}

pub(super) fn posting_id(number: u32) -> PostingId {
    let mut bytes = [6; 16];
    bytes[..4].copy_from_slice(&number.to_be_bytes());
    PostingId::from_bytes(bytes)
}

fn posting(number: u32, from: Account, to: Account, amount: u64) -> Posting {
    Posting::new(posting_id(number), from, to, amount)
}

pub(super) fn night_id(number: u8) -> NightId {
    NightId::from_bytes([number; 16])
}

/// A night with ticked hand-outs and members who have not paid.
pub(super) fn night_of(number: u8, players: u16) -> NightLog {
    let schedule = Schedule::new(night_id(number), "2026-01-28".parse().unwrap());
    let log = vec![Night::begin(schedule, metadata(Role::Coordinator)).unwrap()];
    let league = Settings { hand_outs: HandOuts::Ticked, games_per_night: 2, ..Settings::default() };
    let night = Night::fold(&log).unwrap();
    let (games, merges) = (BTreeMap::new(), BTreeMap::new());
    let mut night_log = NightLog { night, games, log, league, has_ids: false, merges };
    for player in 1..=players {
        night_log.pay(player, false).unwrap();
    }
    night_log
}

fn hand_out(log: &mut NightLog, player: PlayerId, what: PayoutKind, amount: u64) {
    log.ask(night::Action::PayOut(Payout { player, amount, what, id: None, noted_for: None })).unwrap();
}

/// Plays the rounds of a night and hands everything out.
fn play_and_hand_out(log: &mut NightLog) {
    for seed in 1..=2 {
        log.draw(seed).unwrap();
        log.play_round();
    }
    log.draw_fifty_fifty(1).unwrap();
    log.finish(false).unwrap();
    let winner = log.view().fifty_fifty.unwrap();
    hand_out(log, winner.player_id, PayoutKind::FiftyFifty, winner.amount.unwrap());
    for prize in log.money().prizes {
        hand_out(log, prize.player_id, PayoutKind::Prize, prize.amount);
    }
}

#[test]
fn twenty_players_and_40_dollars_ahead_leave_the_sum_of_the_parts_in_the_box() {
    let mut league = League::new(vec![night_of(1, 20)]);
    league.post(Account::Outside, Account::Credit, Some(1), 4_000).unwrap();
    for player in 2..=20 {
        league.nights[0].pay(player, true).unwrap();
    }
    league.pay_by_credit(0, 1).unwrap();
    play_and_hand_out(&mut league.nights[0]);
    let Balances { in_box, credits, to_hand_out, supplies, activities, prize_fund, pots } = league.books().balances;
    assert_eq!((credits, supplies, to_hand_out, prize_fund, pots), (3_000, 2_000, 0, 0, 0));
    // 19 fees of $10 and $40 came in; the 50/50 is $20, and the prizes are dollars of 80 % of $160.
    let prizes: u64 = league.nights[0].money().prizes.iter().map(|prize| prize.amount).sum();
    assert_eq!(in_box, 19_000 + 4_000 - 2_000 - i64::try_from(prizes).unwrap());
    assert_eq!(in_box, credits + supplies + activities);
    assert!(league.ledger.has_paid_fee(night_id(1), id(1)) && !league.ledger.has_paid_fee(night_id(1), id(2)));
}

#[test]
fn money_that_is_not_there_is_refused() {
    let mut league = League::new(vec![night_of(1, 4)]);
    let received = league.post(Account::Outside, Account::Credit, Some(1), 1_500).unwrap();
    assert_eq!(league.pay_by_credit(0, 1), Ok(1));
    let short = Refusal::NotEnoughCredit { player: id(1), credit: 500, amount: 1_000 };
    assert_eq!(league.post(Account::Credit, Account::Outside, Some(1), 1_000), Err(short));
    let by = Some(posting_id(2));
    let spent = Refusal::AlreadySpent { account: Account::Credit, left: 500, amount: 1_500, by };
    assert_eq!(league.take_back(received, false), Err(spent));
    assert_eq!(league.take_back(posting_id(2), false), Err(Refusal::OfANight { night: night_id(1) }));
    assert_eq!(league.pay(0, 1, false, Payment::Cash), Ok(1));
    assert_eq!(league.credit(1), 1_500, "the credit that paid has the fee again");
    assert_eq!(league.take_back(received, false), Ok(1));
    assert_eq!(league.take_back(received, false), Ok(0), "a repeat");
    assert_eq!(league.ledger.credit(id(1)), 0);
    let spent = Refusal::NotEnoughInFund { account: Account::Activities, left: 0, amount: 100 };
    assert_eq!(league.post(Account::Activities, Account::Outside, None, 100), Err(spent));
    let brought = league.post(Account::Outside, Account::Activities, None, 300).unwrap();
    assert!(league.post(Account::Activities, Account::PrizeFund, None, 200).is_ok());
    let spent = Refusal::AlreadySpent { account: Account::Activities, left: 100, amount: 300, by: None };
    assert_eq!(league.take_back(brought, false), Err(spent));
    assert_eq!(league.take_back(posting_id(99), false), Err(Refusal::NoSuchPosting { posting: posting_id(99) }));
}

#[test]
fn wrong_postings_are_refused() {
    let mut league = League::new(Vec::new());
    for (amount, refused) in [(0, true), (100_000, false), (100_001, true)] {
        let answer = league.post(Account::Outside, Account::Credit, Some(1), amount);
        assert_eq!(answer == Err(Refusal::Amount { given: amount }), refused, "{amount}: {answer:?}");
    }
    for (from, to) in [
        (Account::Outside, Account::Outside),
        (Account::Outside, Account::Fee),
        (Account::Prize, Account::Outside),
        (Account::Activities, Account::Activities),
    ] {
        assert_eq!(league.post(from, to, Some(1), 100), Err(Refusal::Accounts), "{from} {to}");
    }
    assert_eq!(league.post(Account::Outside, Account::Credit, None, 100), Err(Refusal::PlayerMissing));
    assert_eq!(league.post(Account::Credit, Account::Fee, Some(1), 100), Err(Refusal::NightOnly), "no night");
    let repeated = posting(50, Account::Outside, Account::Supplies, 100);
    let post = |posting: &Posting| Action::Post { posting: posting.clone(), nights: None };
    assert_eq!(league.ask(post(&repeated)), Ok(1));
    assert_eq!(league.ask(post(&repeated)), Ok(0));
    let other = Posting { amount: 200, ..repeated.clone() };
    assert_eq!(league.ask(post(&other)), Err(Refusal::IdTaken { posting: posting_id(50) }));
    assert_eq!(league.take_back(posting_id(50), false), Ok(1));
    assert_eq!(league.ask(post(&repeated)), Ok(0), "a late repeat does not bring the money back");
    assert_eq!(league.books().balances.supplies, 0);
    let phone = Command { metadata: metadata(Role::Phone), action: post(&other) };
    assert_eq!(league.ledger.decide(phone), Err(Refusal::CoordinatorOnly));
    let reason = Posting { reason: Some(String::new()), ..posting(51, Account::Outside, Account::Supplies, 100) };
    assert!(matches!(league.ask(post(&reason)), Err(Refusal::InvalidReason(_))));
}

#[test]
fn a_fee_is_owed_by_whoever_has_played() {
    let mut league = League::new(vec![night_of(1, 4), night_of(2, 4)]);
    for player in 1..=3 {
        league.nights[0].pay(player, true).unwrap();
    }
    assert_eq!(league.books().players.get(&id(4)), None, "nobody has played");
    for seed in 1..=2 {
        league.nights[0].draw(seed).unwrap();
        league.nights[0].play_round();
    }
    let owes = |league: &League| -> Vec<(NightId, u64)> {
        let account = league.books().players.get(&id(4)).cloned().unwrap_or_default();
        account.owes.iter().map(|debt| (debt.night_id, debt.amount)).collect()
    };
    assert_eq!(owes(&league), [(night_id(1), 1_000)]);
    league.nights[0].finish(false).unwrap();
    let due: u64 = league.nights[0].money().prizes.iter().map(|prize| prize.amount).sum();
    let to_get: u64 = league.books().players.values().map(|account| account.to_get).sum();
    assert_eq!(to_get, due);
    league.nights[0].pay(4, true).unwrap();
    assert_eq!(owes(&league), []);
}

#[test]
fn fees_of_a_cancelled_night_are_to_be_handed_back() {
    for (hand_outs, left) in [(HandOuts::Ticked, 2_000), (HandOuts::Assumed, 0)] {
        let mut log = night_of(1, 3);
        log.league.hand_outs = hand_outs;
        log.pay(1, true).unwrap();
        log.pay(2, true).unwrap();
        let mut league = League::new(vec![log]);
        let cancel = night::Action::Cancel { reason: "no light".to_owned() };
        assert_eq!(league.ask_night(0, None, cancel), Ok(1));
        // Later settings of the league change nothing of it.
        league.nights[0].league.fee = 5_000;
        league.nights[0].league.hand_outs = HandOuts::Ticked;
        let Balances { in_box, to_hand_out, activities, .. } = league.books().balances;
        assert_eq!((in_box, to_hand_out, activities), (left, left, 0), "{hand_outs}");
        if hand_outs == HandOuts::Ticked {
            assert_eq!(league.books().players[&id(1)].to_get, 1_000);
            league.pay(0, 1, false, Payment::Cash).unwrap();
            league.pay(0, 2, false, Payment::Credit).unwrap();
            assert_eq!((league.credit(1), league.credit(2)), (0, 1_000));
            let Balances { in_box, to_hand_out, credits, .. } = league.books().balances;
            assert_eq!((in_box, to_hand_out, credits), (1_000, 0, 1_000));
        }
    }
}

#[test]
fn the_credit_of_a_person_who_was_entered_twice_is_one() {
    let mut league = League::new(Vec::new());
    league.post(Account::Outside, Account::Credit, Some(1), 1_000).unwrap();
    league.post(Account::Outside, Account::Credit, Some(2), 500).unwrap();
    let mut merged = Ledger::default();
    for mut event in league.log.clone() {
        event.kind.map_players(&|player| if player == id(2) { id(1) } else { player });
        merged.apply(&event);
    }
    assert_eq!(merged.credits().collect::<Vec<_>>(), [(id(1), 1_500)]);
}

#[test]
fn the_log_of_the_ledger_is_what_it_was() {
    let mut league = League::new(Vec::new());
    league.post(Account::Outside, Account::Credit, Some(1), 1_000).unwrap();
    league.take_back(posting_id(1), false).unwrap();
    let stored: Vec<String> = league.log.iter().map(|event| serde_json::to_string(event).unwrap()).collect();
    let head = r#"{"at":"2026-01-28T23:55:00.000Z","by":"Cy","role":"coordinator","token":null,"kind":"#;
    let player = "00010000-0000-0000-0000-000000000000";
    let posting = "00000001-0606-0606-0606-060606060606";
    assert_eq!(
        stored,
        [
            format!(
                r#"{head}"posted","id":"{posting}","from":"outside","to":"credit","amount":1000,"player":"{player}"}}"#
            ),
            format!(r#"{head}"posting_taken_back","posting":"{posting}"}}"#),
        ]
    );
    let read: Vec<Event> = stored.iter().map(|event| serde_json::from_str(event).unwrap()).collect();
    assert_eq!(read, league.log);
    assert!(matches!(read[1].kind, EventKind::PostingTakenBack { .. }));
}
