//! The postings that go with the events of a night: fees that credit pays, prizes and fees that go to a credit, and stakes.

use super::pots::MIN_STAKE;
use super::{Account, Action, Ledger, MAX_AMOUNT, OfNight, Posting, PostingId, PotId, TakenBack};
use crate::night::{Cancellation, Entry, Event, EventKind, Night, Payout, PayoutKind};
use crate::{HandOuts, NightId, PlayerId, Settings};

/// The way in which a fee is paid or given back, or a prize is handed out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema), schema(rename_all = "snake_case"))]
pub enum Payment {
    /// Over the table.
    Cash,
    /// From or to the credit of the player.
    Credit,
}

pegout_engine::string_enum!(Payment, "a way to pay", { Cash => "cash", Credit => "credit" });

impl From<PayoutKind> for Account {
    fn from(kind: PayoutKind) -> Account {
        match kind {
            PayoutKind::Prize => Account::Prize,
            PayoutKind::FiftyFifty => Account::FiftyFifty,
        }
    }
}

/// The postings of one decision.
struct Following<'a, F> {
    ledger: &'a Ledger,
    night: &'a Night,
    league: &'a Settings,
    way: Option<Payment>,
    is_apart: &'a dyn Fn(NightId) -> bool,
    new_id: F,
    actions: Vec<Action>,
}

impl Ledger {
    /// The changes of the ledger that go with these events of a night after its state `night`. Completes the events: a fee that
    /// was paid by credit is not paid any more if the player is withdrawn or the night is cancelled. A cancellation keeps the
    /// fee that goes back.
    ///
    /// `way` is the way of the payments; with `None` cash fees of a cancelled night stay open. `league` is the league's
    /// settings. `is_apart` returns true for a night whose payments cannot have won this night's stakes.
    pub fn follow(
        &self,
        night: &Night,
        events: &mut Vec<Event>,
        way: Option<Payment>,
        league: &Settings,
        is_apart: &dyn Fn(NightId) -> bool,
        new_id: impl FnMut() -> PostingId,
    ) -> Vec<Action> {
        let mut following = Following { ledger: self, night, league, way, is_apart, new_id, actions: Vec::new() };
        let mut all = Vec::with_capacity(events.len());
        for mut event in events.drain(..) {
            let before = following.take(&mut event.kind);
            all.extend(before.into_iter().map(|kind| Event { metadata: event.metadata.clone(), kind }));
            all.push(event);
        }
        *events = all;
        following.actions
    }
}

impl<F: FnMut() -> PostingId> Following<'_, F> {
    /// Takes an event. Returns the events before it: fees that are not paid any more.
    fn take(&mut self, event: &mut EventKind) -> Vec<EventKind> {
        match event {
            EventKind::Entered(Entry { player, paid, pots, .. }) => {
                let before = self.night.entry(*player).map_or(&[][..], |entry| &entry.pots);
                let added = pots.iter().filter(|pot| !before.contains(pot));
                added.for_each(|pot| self.stake(*player, *pot));
                before.iter().filter(|pot| !pots.contains(pot)).for_each(|pot| self.give_stake_back(*player, *pot));
                let held = self.night.fee_held(*player, self.league);
                match (held > 0, *paid) {
                    (false, true) if self.way == Some(Payment::Credit) => {
                        self.post(self.of_night(*player, Account::Credit, Account::Fee), self.fee());
                    }
                    (true, false) => self.give_back(*player, held),
                    _ => {}
                }
                Vec::new()
            }
            EventKind::Withdrawn { player } => {
                let entry = self.night.entry(*player).filter(|_| !self.night.has_played(*player));
                let goes_back =
                    entry.filter(|entry| entry.paid && self.is_by_credit(*player) || !entry.pots.is_empty());
                goes_back.map(|entry| self.without_money(entry, self.is_by_credit(*player))).into_iter().collect()
            }
            EventKind::Cancelled { fee, .. } => {
                let ticked = self.night.settings(self.league).hand_outs == HandOuts::Ticked;
                *fee = self.night.cancellation().map_or_else(|| ticked.then(|| self.fee() as u32), Cancellation::fee);
                self.cancel()
            }
            EventKind::PaidOut(payout) => {
                self.pay_out(*payout);
                Vec::new()
            }
            _ => Vec::new(),
        }
    }

    /// The fee of the night, in cents.
    fn fee(&self) -> u64 {
        self.night.settings(self.league).fee.into()
    }

    /// Gives the fees of a night back that is cancelled.
    fn cancel(&mut self) -> Vec<EventKind> {
        let (mut events, gives_all) = (Vec::new(), self.way.is_some());
        for entry in self.night.entries().iter().filter(|entry| entry.paid || !entry.pots.is_empty()) {
            let gives_fee = gives_all || self.is_by_credit(entry.player);
            if gives_fee || !entry.pots.is_empty() {
                events.push(self.without_money(entry, gives_fee));
            }
        }
        for entry in self.night.withdrawn().iter().filter(|entry| entry.paid && gives_all) {
            events.extend([self.without_money(entry, true), EventKind::Withdrawn { player: entry.player }]);
        }
        events
    }

    /// Gives the stakes of an entry back, and with `gives_fee` the fee. Returns the entry without them. Stakes go to the credit
    /// unless the payment says otherwise: nobody forgets them there.
    fn without_money(&mut self, entry: &Entry, gives_fee: bool) -> EventKind {
        if gives_fee && entry.paid {
            let held = self.night.fee_held(entry.player, self.league);
            self.give_back(entry.player, held);
        }
        let way = self.way;
        self.way = way.or(Some(Payment::Credit));
        entry.pots.iter().for_each(|pot| self.give_stake_back(entry.player, *pot));
        self.way = way;
        EventKind::Entered(Entry { paid: entry.paid && !gives_fee, pots: Vec::new(), ..entry.clone() })
    }

    /// Stakes in a pot, from the credit or in cash.
    fn stake(&mut self, player: PlayerId, pot: PotId) {
        // The ledger refuses a pot that it does not know.
        let stake = self.ledger.pot(pot).map_or(MIN_STAKE, |known| known.stake);
        let from = if self.way == Some(Payment::Credit) { Account::Credit } else { Account::Outside };
        self.post(OfNight { pot: Some(pot), ..self.of_night(player, from, Account::Pot) }, stake.into());
    }

    /// Gives a stake back: to the credit that paid it, or as the payment says.
    fn give_stake_back(&mut self, player: PlayerId, pot: PotId) {
        let stakes = self.ledger.stakes(self.night.schedule().night, player, pot);
        let stakes: Vec<_> = stakes.map(|posting| (posting.id, posting.from, posting.amount)).collect();
        for (posting, from, amount) in stakes {
            self.take_back_won(posting, self.ledger.won(posting, pot, self.is_apart));
            if from == Account::Outside && self.way == Some(Payment::Credit) {
                self.post(self.of_night(player, Account::Outside, Account::Credit), amount);
            }
        }
    }

    /// Gives a fee back: to the credit that paid it, or as the payment says.
    fn give_back(&mut self, player: PlayerId, held: u64) {
        let paid: Vec<PostingId> = self
            .ledger
            .of_night(self.of_night(player, Account::Credit, Account::Fee))
            .map(|posting| posting.id)
            .collect();
        if paid.is_empty() && self.way == Some(Payment::Credit) {
            self.post(self.of_night(player, Account::Fee, Account::Credit), held);
        }
        paid.into_iter().for_each(|posting| self.take_back(posting));
    }

    /// Notes an amount that a player has in hand. By the payment, money that is added goes to the credit. A lower amount comes
    /// back in cash first, or by the payment from the credit first.
    fn pay_out(&mut self, Payout { player, amount, what, .. }: Payout) {
        let before = self.night.noted(player, what).unwrap_or_default();
        let of = self.of_night(player, what.into(), Account::Credit);
        let postings: Vec<(PostingId, u64)> =
            self.ledger.of_night(of).map(|posting| (posting.id, posting.amount)).rev().collect();
        let credited: u64 = postings.iter().map(|(_, amount)| amount).sum();
        if self.way == Some(Payment::Credit) {
            self.post(of, amount.saturating_sub(before));
        }
        let less = before.saturating_sub(amount);
        let cash = before.saturating_sub(credited);
        let mut from_credit =
            if self.way == Some(Payment::Credit) { less.min(credited) } else { less.saturating_sub(cash) };
        for (posting, amount) in postings {
            if from_credit > 0 {
                // The rest comes first: it may have been spent.
                self.post(of, amount.saturating_sub(from_credit));
                self.take_back(posting);
                from_credit = from_credit.saturating_sub(amount);
            }
        }
    }

    fn of_night(&self, player: PlayerId, from: Account, to: Account) -> OfNight {
        OfNight { night: self.night.schedule().night, player, from, to, pot: None }
    }

    fn is_by_credit(&self, player: PlayerId) -> bool {
        self.ledger.has_paid_fee(self.night.schedule().night, player)
    }

    fn post(&mut self, of: OfNight, amount: u64) {
        let mut left = amount;
        while left > 0 {
            let amount = left.min(MAX_AMOUNT);
            let (player, night, pot) = (Some(of.player), Some(of.night), of.pot);
            let posting = Posting { player, night, pot, ..Posting::new((self.new_id)(), of.from, of.to, amount) };
            self.actions.push(Action::Post { posting, nights: None });
            left -= amount;
        }
    }

    fn take_back(&mut self, posting: PostingId) {
        self.take_back_won(posting, Vec::new());
    }

    /// Takes a posting back whose money these payments have won.
    fn take_back_won(&mut self, posting: PostingId, won: Vec<PostingId>) {
        let taken_back = TakenBack { posting, reason: None, nights: None, with_night: true, won };
        self.actions.push(Action::TakeBack(taken_back));
    }
}
