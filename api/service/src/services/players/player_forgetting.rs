//! The check before a player is forgotten: money is handed out to a name.

use async_recursion::async_recursion as boxed;
use pegout_league::ledger::PlayerAccount;
use pegout_league::night::dollars;
use pegout_league::{HandOuts, PlayerId};
use serde_json::json;

use super::player_service::PlayerService;
use crate::problem::{Problem, ProblemType};

impl PlayerService {
    /// Refuses to forget a player who has money in the box, or who wins a pot of a finished night that was not paid. Their
    /// credit may go to the activities.
    #[boxed(?Send)]
    pub(super) async fn check_forget(&self, person: PlayerId, credit_to_activities: bool) -> Result<(), Problem> {
        let PlayerAccount { credit, to_get, .. } =
            self.ledger.books().await?.books.players.remove(&person).unwrap_or_default();
        let (ledger, league) = (self.core.ledger().await?, self.core.store.league().await?.settings);
        let (mut by_credit, mut in_cash) = (0, 0);
        for night in self.nights.nights(None).await? {
            if night.check_active().is_ok() && !night.has_played(person) && night.entry(person).is_some() {
                let fee = night.fee_held(person, &league);
                let is_by_credit = ledger.has_paid_fee(night.schedule().night, person);
                // If hand-outs are assumed, a withdrawn player has the fee in hand.
                let is_due = is_by_credit || night.settings(&league).hand_outs == HandOuts::Ticked;
                *(if is_by_credit { &mut by_credit } else { &mut in_cash }) += if is_due { fee } else { 0 };
                // Stakes go to the credit when the player is withdrawn.
                by_credit += ledger.staked_by(night.schedule().night, person);
            }
        }
        let waiting = self.pots.waiting_for(person).await?;
        let credit = u64::try_from(credit).unwrap_or_default();
        let mut named = None;
        let detail = if in_cash > 0 {
            format!(
                "The player has paid {} for nights to come. Withdraw them there, and hand it back first.",
                dollars(in_cash)
            )
        } else if to_get > 0 {
            format!("The player is still to get {}. Hand it out first.", dollars(to_get))
        } else if let Some(pot) = waiting.first() {
            named = Some(pot);
            pot.sentence()
        } else if by_credit > 0 && !credit_to_activities {
            let by_credit = dollars(by_credit);
            format!("The player has paid {by_credit} for nights to come. Withdraw them there, or send “credit”.")
        } else if credit > 0 && !credit_to_activities {
            format!("The player has {} of credit. Hand it back first, or send “credit”.", dollars(credit))
        } else {
            return Ok(());
        };
        let won: u64 = waiting.iter().filter_map(|pot| pot.amount).sum();
        let problem = Problem::new(ProblemType::HasMoney, detail).member("credit", credit + by_credit);
        let problem = problem.member("to_get", to_get + in_cash + won);
        Err(match named {
            Some(pot) => problem
                .member("pot_id", json!(pot.pot))
                .member("pot", pot.name.clone())
                .member("night_id", json!(pot.night))
                .member("date", json!(pot.date)),
            None => problem,
        })
    }
}
