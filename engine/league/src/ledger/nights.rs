//! The postings that go with the events of a night: fees that credit pays, and prizes and fees that go to a credit.

use super::{Account, Action, Ledger, OfNight, Posting, PostingId, TakenBack};
use crate::PlayerId;
use crate::night::{Entry, Event, EventKind, Night, Payout, PayoutKind};

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
    way: Option<Payment>,
    fee: u64,
    new_id: F,
    actions: Vec<Action>,
}

impl Ledger {
    /// The changes of the ledger that go with these events of a night, which follow its state `night`. Adds the events that
    /// a credit needs: a fee that was paid by credit is not paid any more if the player is withdrawn or the night cancelled.
    ///
    /// `way` is the way of the payments; with `None` cash fees of a cancelled night stay open. `fee` is the fee of the
    /// night, in cents.
    pub fn follow(
        &self,
        night: &Night,
        events: &mut Vec<Event>,
        way: Option<Payment>,
        fee: u64,
        new_id: impl FnMut() -> PostingId,
    ) -> Vec<Action> {
        let mut following = Following { ledger: self, night, way, fee, new_id, actions: Vec::new() };
        let mut all = Vec::with_capacity(events.len());
        for event in events.drain(..) {
            let unpaid = following.take(&event.kind);
            let unpaid = unpaid.into_iter().map(EventKind::Entered);
            all.extend(unpaid.map(|kind| Event { metadata: event.metadata.clone(), kind }));
            all.push(event);
        }
        *events = all;
        following.actions
    }
}

impl<F: FnMut() -> PostingId> Following<'_, F> {
    /// Takes an event. Returns the entries whose fee is not paid any more by it.
    fn take(&mut self, event: &EventKind) -> Vec<Entry> {
        match event {
            EventKind::Entered(entry) => {
                let withdrawn = || self.night.withdrawn().iter().find(|old| old.player == entry.player);
                let was_paid = self.night.entry(entry.player).or_else(withdrawn).is_some_and(|old| old.paid);
                match (was_paid, entry.paid) {
                    (false, true) if self.way == Some(Payment::Credit) => {
                        self.post(entry.player, Account::Credit, Account::Fee, self.fee);
                    }
                    (true, false) => self.give_back(entry.player),
                    _ => {}
                }
                Vec::new()
            }
            EventKind::Withdrawn { player } => {
                let entry = self.night.entry(*player).filter(|entry| entry.paid && !self.night.has_played(*player));
                self.unpaid(entry.filter(|_| self.fee_posting(*player).is_some()).cloned().into_iter().collect())
            }
            EventKind::Cancelled { .. } => {
                let is_given_back =
                    |entry: &&Entry| entry.paid && (self.way.is_some() || self.fee_posting(entry.player).is_some());
                self.unpaid(self.night.entries().iter().filter(is_given_back).cloned().collect())
            }
            EventKind::PaidOut(payout) => {
                self.pay_out(payout);
                Vec::new()
            }
            _ => Vec::new(),
        }
    }

    /// Gives these fees back.
    fn unpaid(&mut self, entries: Vec<Entry>) -> Vec<Entry> {
        entries.iter().for_each(|entry| self.give_back(entry.player));
        entries.into_iter().map(|entry| Entry { paid: false, ..entry }).collect()
    }

    /// Gives a fee back: to the credit that paid it, or as the payment says.
    fn give_back(&mut self, player: PlayerId) {
        match self.fee_posting(player) {
            Some(posting) => self.take_back(posting),
            None if self.way == Some(Payment::Credit) => self.post(player, Account::Fee, Account::Credit, self.fee),
            None => {}
        }
    }

    fn pay_out(&mut self, &Payout { player, amount, what, .. }: &Payout) {
        let before = self.night.noted(player, what).unwrap_or_default();
        let of = self.of_night(player, what.into(), Account::Credit);
        let credited = self.ledger.of_night(of).map(|posting| (posting.id, posting.amount));
        match credited {
            // The money in hand is less than the cash and the credit together: the credit is taken back.
            Some((posting, credited)) if amount + credited <= before => self.take_back(posting),
            None if self.way == Some(Payment::Credit) => {
                self.post(player, what.into(), Account::Credit, amount.saturating_sub(before));
            }
            _ => {}
        }
    }

    fn of_night(&self, player: PlayerId, from: Account, to: Account) -> OfNight {
        OfNight { night: self.night.schedule().night, player, from, to }
    }

    /// The posting that paid the fee of a player.
    fn fee_posting(&self, player: PlayerId) -> Option<PostingId> {
        self.ledger.of_night(self.of_night(player, Account::Credit, Account::Fee)).map(|posting| posting.id)
    }

    fn post(&mut self, player: PlayerId, from: Account, to: Account, amount: u64) {
        if amount > 0 {
            let (id, night) = ((self.new_id)(), Some(self.night.schedule().night));
            let posting = Posting { id, from, to, amount, player: Some(player), night, reason: None };
            self.actions.push(Action::Post { posting, balances: None });
        }
    }

    fn take_back(&mut self, posting: PostingId) {
        let taken_back = TakenBack { posting, reason: None, balances: None, with_night: true };
        self.actions.push(Action::TakeBack(taken_back));
    }
}
