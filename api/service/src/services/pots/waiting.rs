//! The pots of finished nights that wait for their payment.

use std::collections::BTreeMap;

use async_recursion::async_recursion as boxed;
use pegout_league::ledger::{Lead, PotHand, PotId};
use pegout_league::night::{Schedule, Status, dollars};
use pegout_league::{Date, NightId, PlayerId};

use super::{PotService, order, others_of};
use crate::problem::Problem;

/// A pot that was not paid at a finished night, and that a person wins there or may win.
pub struct WaitingPot {
    /// The pot.
    pub pot: PotId,
    /// Its name.
    pub name: String,
    /// The night.
    pub night: NightId,
    /// The day of the night.
    pub date: Date,
    /// The amount that the person wins, in cents; `None` while several hold the hand and have not cut.
    pub amount: Option<u64>,
}

impl WaitingPot {
    /// A sentence about the person and the pot, and what to do.
    pub fn sentence(&self) -> String {
        let WaitingPot { name, date, .. } = self;
        match self.amount {
            Some(amount) => {
                let amount = dollars(amount);
                format!("The player wins {amount} of the pot “{name}” of the night of {date}. Pay the pot first.")
            }
            None => {
                format!("The player may win the pot “{name}” of the night of {date}. Pay the pot first.")
            }
        }
    }
}

impl PotService {
    /// The pots of finished nights that this person wins or may win by a cut, and that were not paid, by night. It
    /// leaves out a pot whose winner is named.
    #[boxed(?Send)]
    pub async fn waiting_for(&self, person: PlayerId) -> Result<Vec<WaitingPot>, Problem> {
        let ledger = self.ledger().await?;
        let mut finished = Vec::new();
        for (id, pots) in ledger.unpaid_stakes(person) {
            let night = self.core.night(id).await?;
            if night.status() == Status::Finished {
                finished.push((night, pots));
            }
        }
        let others = if finished.is_empty() { Vec::new() } else { self.nights_of_pots(&ledger).await? };
        finished.sort_by_key(|(night, _)| order(night));
        let (mut waiting, mut counted) = (Vec::new(), BTreeMap::<PotId, u64>::new());
        for (night, pots) in finished {
            let facts = self.facts(&night).await?;
            let &Schedule { night: id, date, .. } = night.schedule();
            for pot in pots {
                let (Some(now), Some(rules)) = (ledger.pot(pot), ledger.pot_at(pot, id)) else { continue };
                let players = ledger.players_in(pot, id);
                let lead = facts.of(rules, id, &players).lead().filter(|lead| lead.share.hand != PotHand::Named);
                let leads = |lead: &Lead| lead.leaders.iter().any(|leader| leader.player == person);
                let Some(lead) = lead.filter(leads) else { continue };
                // The amount of an earlier night is not in the pot a second time.
                let before = counted.entry(pot).or_default();
                let in_pot = ledger.in_pot_until(pot, &others_of(&others, &night)).saturating_sub(*before);
                // The winner of a cut gets the whole amount.
                let winners = if lead.is_open { 1 } else { lead.leaders.len() };
                let amount = lead.share.each(in_pot, winners);
                if amount > 0 {
                    *before += if lead.is_open { 0 } else { amount * winners as u64 };
                    let amount = (!lead.is_open).then_some(amount);
                    waiting.push(WaitingPot { pot, name: now.name.clone(), night: id, date, amount });
                }
            }
        }
        Ok(waiting)
    }
}
